"""The page that joins a table apart: the pasted invitation, a name, and a shared folder."""

import contextlib
from functools import partial
from typing import Final
from urllib.parse import unquote

from game.net.invitations import CardText, read_pasted
from game.play.choices import MAX_NAME
from game.rules.errors import FormatError
from game.rules.names import clean_name, show_name
from game.ui.draw.icons import Icon
from game.ui.frame.apart import has_listener
from game.ui.frame.bindings import Action
from game.ui.frame.context import Context
from game.ui.frame.intents import Dropped, Intent
from game.ui.frame.scene import STILL, Navigation, Pulse, Replace
from game.ui.parts import MAIN, PageScene, Panel, Row, Spacer, Text, Widget
from game.ui.scenes.apart.pending_request import PendingRequest
from game.ui.widgets import Button, Look, TextField

_LONGEST: Final = 4_096


class JoinScene(PageScene):
    """See the module's docstring. `code`, `name` and `folder` are what its fields hold."""

    def __init__(self, context: Context, text: str = "") -> None:
        super().__init__(context)
        self._request: PendingRequest[Navigation] = PendingRequest(context)
        self._trouble = ""
        self.code = text
        self.name = context.preferences.player_name
        self.folder = ""
        self._is_listening = False
        self._known = 0
        self.keys[Action.CONFIRM] = self._join
        self.rest = "join"

    def page(self) -> Widget:
        """A column in the middle."""
        text = self.context.text
        shared = self._shared
        words = text("together.joining") if self._request.is_open else self._needs_folder() or ""
        return self.headed(
            text("together.join"),
            Spacer(share=1),
            Panel(
                Text(text("together.join_about")),
                Row(
                    self._field("code", "code", _LONGEST, id=MAIN),
                    Button(text("together.paste"), self._paste_code, icon=Icon.COPY),
                    gap=12,
                ),
                self._field("name", "name", MAX_NAME, id="name"),
                self._field(
                    "folder", "folder" if shared else "folder_maybe", _LONGEST, id="folder"
                ),
                Row(
                    Button(
                        text("together.join_now"),
                        self._join,
                        icon=Icon.TOGETHER,
                        look=Look.PRIMARY,
                        id="join",
                        why_disabled=self._why_not(),
                        share=66,
                    ),
                    Button(
                        text("together.watch"),
                        self._watch_only,
                        icon=Icon.EYE,
                        why_disabled=self._needs_folder()
                        if self._code
                        else text("together.needs_code"),
                        share=34,
                    ),
                    gap=12,
                ),
                Text(
                    self._trouble or words,
                    "caption",
                    "bad" if self._trouble else "ink_soft",
                    live=self._trouble,
                ),
                Text(text("together.limits"), "caption"),
                has_listener()
                and Row(
                    Button(text("together.look"), self._listen, icon=Icon.SOUND, look=Look.QUIET),
                    *(
                        Button(name or "?", partial(self._take_heard, code), live=True, id=code)
                        for name, code in self.context.apart.service.heard[:3]
                    ),
                    gap=10,
                    stacks=True,
                ),
                gap=14,
                pad=(32, 26),
                most=760,
            ),
            Spacer(share=1),
            back=text("together.back"),
        )

    def _field(self, name: str, key: str, longest: int, *, id: str) -> Widget:
        def keep(words: str) -> None:
            setattr(self, name, words)
            self._trouble = ""

        return TextField(
            self.context,
            getattr(self, name),
            keep,
            placeholder=self.context.text(f"together.{key}"),
            max_length=longest,
            on_enter=lambda _: self._join(),
            id=id,
            grow=1,
        )

    @property
    def _code(self) -> str:
        return self.code.strip()

    def _why_not(self) -> str | None:
        """Return why one cannot join yet; a card already holds its name."""
        text = self.context.text
        if not self._code:
            return text("together.needs_code")
        has_name = clean_name(self.name) or self._code.startswith("TIE1C.")
        return self._needs_folder() if has_name else text("together.needs_name")

    @property
    def _shared(self) -> str:
        """What the shared folder is called where the invitation comes from; "" for no folder.

        It may lie elsewhere on this computer, so its player names it.
        """
        with contextlib.suppress(FormatError):
            found = read_pasted(self._code)
            invitation = found.invitation if isinstance(found, CardText) else found
            is_known = invitation.table in self.context.apart.service.seen
            if invitation.url.startswith("file:") and not is_known:
                return show_name(unquote(invitation.url.rstrip("/").rpartition("/")[2]))
        return ""

    def _needs_folder(self) -> str | None:
        """Which folder is to be named before one can join."""
        if self.folder.strip() or not (shared := self._shared):
            return None
        return self.context.text("together.needs_shared", folder=shared)

    def _listen(self) -> None:
        self._is_listening = True
        self.context.apart.service.listen()

    def _take_heard(self, code: str) -> None:
        self.code = code

    def _paste_code(self) -> None:
        self.code, self._trouble = self.context.paste_text().strip()[:_LONGEST], ""

    def _join(self) -> None:
        if self._why_not() is None:
            self._ask(clean_name(self.name))

    def _watch_only(self) -> None:
        # Who says no name asks for no seat.
        self._ask("")

    def _ask(self, name: str) -> None:
        if not self._request.is_open:
            self._trouble, service = "", self.context.apart.service
            self._request.ask(
                service.join(self.code, name, self.folder.strip()),
                lambda id: Replace(self.context.routes.apart_next(id)),
            )

    def react(self, intent: Intent) -> Navigation | None:
        """A folder that is dropped here is the shared one."""
        match intent:
            case Dropped(path):
                self.folder, self._trouble = path, ""
                return None
            case _:
                return super().react(intent)

    def animate(self, dt: float) -> Pulse:
        """Go on to the table once it is kept here."""
        heard = len(self.context.apart.service.heard)
        if self._is_listening and heard != self._known:
            self._known = heard
            return self.redraw()
        came = self._request.poll()
        if isinstance(came, str):
            self._trouble = came
            self.renew()
        return STILL if came is None else Pulse(True, None if isinstance(came, str) else came)
