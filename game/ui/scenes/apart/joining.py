"""The page that joins a table apart: the pasted invitation, a name, and a shared folder."""

import contextlib
from functools import partial
from typing import Final
from urllib.parse import unquote

from game.net.journal.invitations import Invitation, read_invitation
from game.play.choices import MAX_NAME
from game.play.room_address import read_address
from game.rules.errors import FormatError
from game.rules.names import clean_name, show_name
from game.ui.draw.icons import Icon
from game.ui.frame.apart import is_table_file
from game.ui.frame.bindings import Action
from game.ui.frame.context import Context
from game.ui.frame.intents import Dropped, Intent
from game.ui.frame.preferences import change_settings
from game.ui.frame.scene import STILL, Navigation, Pulse, Replace
from game.ui.parts import (
    MAIN,
    ActionBand,
    Column,
    PageScene,
    Row,
    Spacer,
    Text,
    Widget,
    WordLink,
)
from game.ui.scenes.apart.going import bring
from game.ui.scenes.apart.pending_request import PendingRequest
from game.ui.widgets import TextField

_LONGEST: Final = 8_192


class JoinScene(PageScene):
    """The form that joins a table; `code`, `name` and `folder` are its fields' values."""

    door = 3

    def __init__(self, context: Context, text: str = "") -> None:
        super().__init__(context)
        self._service = context.apart.service
        self._request: PendingRequest[Navigation] = PendingRequest(context)
        self._trouble = ""
        self.code, self.name, self.folder = "", context.preferences.player_name, ""
        self._pasted = ""
        self._put_code(text)
        self.rest = "join"

    def page(self) -> Widget:
        text, needs = self.context.text, self._needs_folder()
        folder, invitation = (
            "folder" if needs or self.folder else "folder_maybe",
            self._invitation(),
        )
        has_folder = invitation is None or invitation.url.startswith("file:")
        words = text("together.joining") if self._request.is_open else needs or ""
        return self.headed(
            text("together.join"),
            Column(
                Text(text("together.join_about"), "label", "ink_soft", most=900),
                Spacer(share=1),
                Text(text("together.invitation"), "strong", "ink_soft"),
                Row(
                    self._field("code", "code", _LONGEST, id=MAIN),
                    WordLink(
                        text("together.paste"),
                        lambda: self._put_code(self.context.paste_text()),
                        id="paste",
                    ),
                    gap=24,
                    most=1000,
                ),
                Spacer(share=1),
                Text(text("together.name"), "strong", "ink_soft"),
                Row(self._field("name", "name", MAX_NAME, id="name"), most=430),
                has_folder and Spacer(share=1),
                has_folder and Text(text(f"together.{folder}"), "strong", "ink_soft"),
                has_folder and Row(self._field("folder", folder, _LONGEST, id="folder"), most=860),
                Spacer(share=1),
                Text(
                    self._trouble or words,
                    "label",
                    "bad" if self._trouble else "ink_soft",
                    most=1000,
                    live=self._trouble,
                ),
                Text(text("together.limits"), "body", most=900),
                Spacer(share=8),
                gap=6,
                pad=(20, 14, 20, 0),
                align="left",
                share=1,
            ),
            Row(
                WordLink(
                    text("together.watch"),
                    partial(self._ask, ""),
                    icon=Icon.EYE,
                    why_disabled=needs if self.code.strip() else text("together.needs_code"),
                    id="watch",
                ),
                Spacer(share=1),
                ActionBand(
                    text("together.join_now"),
                    self._join,
                    icon=Icon.PLAY,
                    id="join",
                    shortcut=Action.CONFIRM,
                    why_disabled=self._why_not(),
                ),
                gap=34,
                pad=(20, 0, 0, 0),
            ),
        )

    def _field(self, name: str, key: str, longest: int, *, id: str) -> Widget:
        def put(words: str) -> None:
            setattr(self, name, words)
            self._trouble = ""

        return TextField(
            self.context,
            getattr(self, name),
            put,
            placeholder=self.context.text(f"together.{key}"),
            max_length=longest,
            on_enter=lambda _: self._join(),
            id=id,
            grow=1,
        )

    def _invitation(self) -> Invitation | None:
        with contextlib.suppress(FormatError):
            return read_invitation(self.code)
        return None

    def _why_not(self) -> str | None:
        """Return why joining is not possible yet, or None; a seat key needs no name."""
        text, invitation = self.context.text, self._invitation()
        if not self.code.strip():
            return text("together.needs_code")
        if read_address(self.code) is not None:
            return None
        has_name = clean_name(self.name) or (invitation is not None and invitation.secret)
        return self._needs_folder() if has_name else text("together.needs_name")

    def _needs_folder(self) -> str | None:
        """Return the request for the shared folder, whose path can differ on this computer, or
        None.
        """
        invitation = self._invitation()
        is_new = invitation is not None and invitation.table not in self._service.snapshots
        if (
            invitation is None
            or not is_new
            or self.folder.strip()
            or not invitation.url.startswith("file:")
        ):
            return None
        name = show_name(unquote(invitation.url.rstrip("/").rpartition("/")[2]))
        return self.context.text("together.needs_shared", folder=name)

    def _put_code(self, text: str) -> None:
        """Extract the invitation from a text; turn files in it are imported on joining."""
        self.code, self._pasted, self._trouble = text.strip()[:_LONGEST], text, ""
        with contextlib.suppress(FormatError):
            self.code = str(read_invitation(text))

    def _text(self) -> str:
        """Return the invitation in the field, or the pasted text that contains it."""
        with contextlib.suppress(FormatError):
            if str(read_invitation(self._pasted)) == self.code:
                return self._pasted
        return self.code

    def _join(self) -> Navigation | None:
        if read_address(self.code) is not None:
            return Replace(self.context.routes.room_seat(self.code))
        if self._why_not() is None:
            self._ask(clean_name(self.name))
        return None

    def _ask(self, name: str) -> None:
        """Ask for a seat; without a name the user only watches."""
        if not self._request.is_open:
            self._trouble = ""
            if name and name != self.context.preferences.player_name:
                change_settings(self.context, player_name=name)
            self._request.ask(
                self._service.join(self._text(), name, self.folder.strip()),
                lambda id: Replace(self.context.routes.apart_next(id)),
            )

    def enter(self) -> None:
        super().enter()
        if self._invitation() is not None and not self.name:
            self.focus("name")

    def react(self, intent: Intent) -> Navigation | None:
        match intent:
            case Dropped(path) if is_table_file(path):
                return Replace(bring(self.context, path=path))
            case Dropped(path):
                self.folder, self._trouble = path, ""
                return None
            case _:
                return super().react(intent)

    def animate(self, dt: float) -> Pulse:
        came = self._request.poll()
        if came is None:
            return STILL
        if not isinstance(came, str):
            return Pulse(True, came)
        self._trouble = came
        return self.redraw()
