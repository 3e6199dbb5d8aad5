"""Something to show: the result as text, a picture, a moving one, a web page, the record."""

import io
import webbrowser
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
from game.ui.layout.rects import Rect, View
from game.ui.scenes.share.control import ShareControl, ShareKind, ShareResult
from game.ui.scenes.shared.earned import daily_of
from game.ui.widgets import Look, WidgetScene

_ICONS: Final = {
    ShareKind.TEXT: Icon.COPY,
    ShareKind.PICTURE: Icon.HEX,
    ShareKind.MOVING: Icon.PLAY,
    ShareKind.PAGE: Icon.LANGUAGE,
    ShareKind.RECORD: Icon.BOOK,
}


class ShareScene(WidgetScene):
    """The picture at the left as it will be saved, what can be made of the match at the right.

    What was made, where it lies, and what went wrong is said at the foot.
    """

    is_overlay = True

    def __init__(self, context: Context, control: ShareControl) -> None:
        super().__init__(context)
        self.control = control
        self._panel = self._title = self._frame = self._status = Rect(0, 0, 0, 0)
        self.said, self._is_bad = "", False
        self.made: Path | None = None
        self._makers = [
            self.button(f"share.{kind.value}", partial(self._make, kind), icon)
            for kind, icon in _ICONS.items()
        ]
        self._code = self.button("breakdown.copy", self._copy_code, Icon.COPY)
        self._code.is_hidden = code_of(control.match) is None
        self._open = self.button("share.open", self._open_made, Icon.RIGHT)
        self._open.why_disabled = ""
        self._close = self.button("share.close", Pop, Icon.CLOSE, Look.PRIMARY)
        self.form.replace([*self._makers, self._code, self._open, self._close])
        self.keys[Action.COPY] = self._makers[0].press
        self.form.focus(self._makers[0], is_shown=True)
        self._card: pygame.Surface | None = None
        self._shown: pygame.Surface | None = None

    def enter(self) -> None:
        """Let the picture be drawn, for the frame at the left."""
        if self.control.card is None:
            made = self.control.preview()
            if made is not None:
                self._tell(made)

    def leave(self) -> None:
        """Nobody waits for it any more."""
        self.control.stop()

    def _make(self, kind: ShareKind) -> None:
        made = self.control.make(kind)
        if made is not None:
            self._tell(made)
        elif self.control.making is not None:
            self._say(self.context.text(f"share.making.{self.control.making.value}"))

    def _say(self, words: str, *, is_bad: bool = False) -> None:
        self.said, self._is_bad = words, is_bad

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
            words = made.text.replace("\n", " · ")
            key = "share.copied" if is_copied else "share.not_copied"
            self._say(text(key, words=words), is_bad=not is_copied)
            return
        self.made = made.path
        self._open.why_disabled = None
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
                self._fit_card()
        if made.error or made.text or made.path is not None:
            self._tell(made)
        return ANIMATING

    def _fit_card(self) -> None:
        if self._card is not None and self._frame.w > 0:
            self._shown = pygame.transform.smoothscale(self._card, self._frame.size)

    def resize(self, view: View) -> None:
        """Frame and buttons side by side, the words below them."""
        super().resize(view)
        px = view.px
        width = min(px(980), view.area.w - 2 * px(20))
        self._panel = view.area.centred(width, min(px(560), view.area.h - 2 * px(16)))
        inner = self._panel.inset(px(26), px(20))
        self._title, inner = inner.cut_top(px(44), px(10))
        self._status, inner = inner.cut_bottom(px(66), px(10))
        right, left = inner.cut_right(inner.w * 37 // 100, px(22))
        ratio = 1.6
        frame_w = min(left.w, round(left.h * ratio))
        self._frame = left.centred(frame_w, round(frame_w / ratio))
        widgets = [*self._makers, self._code, self._open, self._close]
        count = len(widgets)
        height = min(px(46), (right.h - (count - 1) * px(7)) // count)
        self.place_all(widgets, right.stack([height] * count, px(7)))
        self._fit_card()

    def draw_below(self, surface: pygame.Surface) -> None:
        """The panel, the picture in its frame, what there is to say."""
        painter, text = self.context.painter, self.context.text
        types, p = painter.theme.type, painter.theme.palette
        painter.dim(surface)
        painter.panel(surface, self._panel, is_lifted=True)
        painter.text_in(surface, text("share.title"), self._title, types.title, max_lines=1)
        edge = painter.px(2)
        painter.box(surface, self._frame.inset(-edge), p.sunken, p.panel_edge, radius=painter.px(6))
        if self._shown is not None:
            surface.blit(self._shown, self._frame[:2])
        else:
            words = text("share.making.picture")
            painter.text_in(surface, words, self._frame, types.body, "centre")
        colour = p.bad if self._is_bad else p.ink_soft
        words = self.said or text("share.about")
        painter.text_in(
            surface, words, self._status, types.body.sized(16).coloured(colour), max_lines=3
        )


def share_scene(context: Context, match: Match) -> ShareScene:
    """What can be made of a complete match; of one in the records with its date."""
    identity, daily = identity_of(match), daily_of(match, context.store.today)
    played = context.store.profile.last_matches()
    when = next((entry.finished_at for entry in played if entry.identity == identity), None)
    return ShareScene(context, ShareControl(match, context.catalogue, when, daily))
