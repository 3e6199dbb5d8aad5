"""Something to show: the result as text, a picture, a moving one, a web page, the record."""

import io
import webbrowser
from collections.abc import Iterator
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Final

import pygame

from game.locale.errors import word_error
from game.page.result import code_of
from game.rules.match import Match
from game.storage.database import identity_of
from game.ui.draw.icons import Icon
from game.ui.frame.bindings import Action
from game.ui.frame.context import Context
from game.ui.frame.scene import ANIMATING, STILL, Pop, Pulse
from game.ui.frame.sound_names import Sound
from game.ui.layout.rects import Rect
from game.ui.parts import MAIN, Column, Maybe, PageScene, Picture, Row, Text, Widget
from game.ui.scenes.share.control import ShareControl, ShareKind, ShareResult
from game.ui.scenes.shared.earned import daily_of
from game.ui.scenes.shared.result_text import is_row_of_hexagons, result_line
from game.ui.widgets import Button, Look

_ICONS: Final = {
    ShareKind.TEXT: Icon.COPY,
    ShareKind.PICTURE: Icon.HEX,
    ShareKind.MOVING: Icon.PLAY,
    ShareKind.PAGE: Icon.LANGUAGE,
    ShareKind.RECORD: Icon.BOOK,
}


_BUTTON: Final = 40
"""Units: eight buttons fit the smallest window."""

_RATIO: Final = 1.6
"""The picture's width over its height."""


class ShareScene(PageScene):
    """The picture at the left as it will be saved, what can be made of the match at the right.

    What was made, where it lies, and what went wrong is said at the foot.
    """

    is_overlay = True

    def __init__(self, context: Context, control: ShareControl) -> None:
        super().__init__(context)
        self.control = control
        self.said, self._is_bad = "", False
        self._hexagons: list[str] = []
        self.made: Path | None = None
        self._card: pygame.Surface | None = None

    def page(self) -> Widget:
        """Frame and buttons side by side, the words below them."""
        text = self.context.text
        return self.lifted(
            Text(text("share.title"), "title", lines=1),
            Row(
                Picture(self._paint_card, share=63),
                Column(*self._buttons(), gap=7, share=37),
                gap=22,
            ),
            Row(
                Text(
                    self.said or text("share.about"),
                    ink="bad" if self._is_bad else "ink_soft",
                    lines=3,
                    share=1,
                ),
                bool(self._hexagons) and Column(*map(result_line, self._hexagons), gap=0),
                gap=16,
                size=66,
            ),
            width=980,
            pad=(26, 20),
        )

    def _buttons(self) -> Iterator[Maybe]:
        text = self.context.text
        for kind, icon in _ICONS.items():
            is_text = kind is ShareKind.TEXT
            yield Button(
                text(f"share.{kind.value}"),
                partial(self._make, kind),
                icon=icon,
                size=_BUTTON,
                look=Look.PRIMARY if is_text else Look.NORMAL,
                id=MAIN if is_text else kind,
                shortcut=Action.COPY if is_text else None,
            )
        has_code = code_of(self.control.match) is not None
        yield has_code and Button(
            text("breakdown.copy"), self._copy_code, icon=Icon.COPY, size=_BUTTON
        )
        yield Button(
            text("share.open"),
            self._open_made,
            icon=Icon.RIGHT,
            size=_BUTTON,
            why_disabled=None if self.made is not None else "",
        )
        yield Button(text("share.close"), Pop, icon=Icon.CLOSE, size=_BUTTON)

    def _paint_card(self, surface: pygame.Surface, rect: Rect) -> None:
        """The picture in its frame, or that it is being made."""
        painter, p = self.context.painter, self.context.painter.theme.palette
        width = min(rect.w, round(rect.h * _RATIO))
        frame, edge = rect.centred(width, round(width / _RATIO)), painter.px(2)
        painter.box(surface, frame.inset(-edge), p.sunken, p.panel_edge, radius=painter.px(6))
        card = self._card
        if card is not None:
            smaller = partial(pygame.transform.smoothscale, card, frame.size)
            surface.blit(painter.kept(("card", id(card), frame.size), smaller), frame[:2])
        else:
            words, style = self.context.text("share.making.picture"), painter.theme.type.body
            painter.text_in(surface, words, frame, style, "centre")

    def enter(self) -> None:
        """Let the picture be drawn, for the frame at the left."""
        super().enter()
        if self.control.card is None:
            made = self.control.preview()
            if made is not None:
                self._tell(made)
                self.renew()

    def leave(self) -> None:
        """Nobody waits for it any more."""
        super().leave()
        self.control.stop()

    def _make(self, kind: ShareKind) -> None:
        made = self.control.make(kind)
        if made is not None:
            self._tell(made)
        elif self.control.making is not None:
            self._say(self.context.text(f"share.making.{self.control.making.value}"))

    def _say(self, words: str, *, is_bad: bool = False) -> None:
        self.said, self._is_bad, self._hexagons = words, is_bad, []

    def _tell(self, made: ShareResult) -> None:
        """Say what came of it."""
        text = self.context.text
        if made.error:
            error = made.error
            words = error if isinstance(error, str) else word_error(self.context.catalogue, error)
            self._say(text("share.failed", reason=words), is_bad=True)
            self.context.sound.play(Sound.REFUSE)
            return
        self.context.sound.play(Sound.PLACE)
        if made.kind is ShareKind.TEXT:
            is_copied = self.context.copy_text(made.text)
            lines = made.text.splitlines()
            words = " · ".join(line for line in lines if not is_row_of_hexagons(line))
            key = "share.copied" if is_copied else "share.not_copied"
            self._say(text(key, words=words), is_bad=not is_copied)
            self._hexagons = [line for line in lines if is_row_of_hexagons(line)]
            return
        self.made = made.path
        self._say(text("share.saved", file=str(made.path)))

    def _copy_code(self) -> None:
        code = code_of(self.control.match) or ""
        is_copied = self.context.copy_text(code)
        self._say(self.context.text("play.copied" if is_copied else "play.not_copied", code=code))

    def _open_made(self) -> None:
        """A page in the browser, anything else in its own program, as the system does it."""
        if self.made is not None and not webbrowser.open(self.made.as_uri()):
            self._say(self.context.text("share.not_opened", file=str(self.made)), is_bad=True)

    def animate(self, dt: float) -> Pulse:
        """Look whether something is ready."""
        made = self.control.look()
        if made is None:
            return STILL
        if made.kind is ShareKind.PICTURE and self._card is None and self.control.card is not None:
            with suppress(pygame.error):
                self._card = pygame.image.load(io.BytesIO(self.control.card), "card.png")
        if made.error or made.text or made.path is not None:
            self._tell(made)
        self.renew()
        return ANIMATING


def share_scene(context: Context, match: Match) -> ShareScene:
    """What can be made of a complete match; of one in the records with its date."""
    identity, daily = identity_of(match), daily_of(match, context.store.today)
    played = context.store.profile.last_matches()
    when = next((entry.finished_at for entry in played if entry.identity == identity), None)
    return ShareScene(context, ShareControl(match, context.catalogue, when, daily))
