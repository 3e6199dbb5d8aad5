"""The share page: the result as text, picture, web page or record."""

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Final

import pygame

from game.locale.errors import word_error
from game.page.possible import Possible
from game.progress.challenge_progress import hides_review
from game.progress.daily import medal_of
from game.progress.findings import DealFindings
from game.progress.match_goals import daily_of
from game.rules.match import Match
from game.storage.database import identity_of
from game.ui.draw.icons import Icon
from game.ui.draw.painter import Painter
from game.ui.exports.saving import draw_still
from game.ui.frame.bindings import Action
from game.ui.frame.context import Context
from game.ui.frame.opening import Opening, open_page
from game.ui.frame.scene import STILL, Pop, Pulse
from game.ui.frame.topics import as_sentences
from game.ui.layout.rects import Rect, make_view
from game.ui.parts import (
    MAIN,
    Across,
    ActionBand,
    Column,
    Maybe,
    PageScene,
    Picture,
    Row,
    Sides,
    Spacer,
    Text,
    Widget,
    WordLink,
)
from game.ui.scenes.share.control import ShareControl, SharedMatch, ShareKind, ShareResult
from game.ui.scenes.share.result import is_row_of_hexagons, result_line
from game.ui.sound.names import Sound

_ICONS: Final = {
    ShareKind.PICTURE: Icon.HEX,
    ShareKind.PAGE: Icon.LANGUAGE,
    ShareKind.RECORD: Icon.BOOK,
}


_HEIGHT: Final = 590
"""Units of height of a low window."""

_ROWS: Final = 2
"""Most rows of hexagons beside the copied words."""

_LONG: Final = 40
"""Characters from which a code is shortened."""

_RATIO: Final = 1200 / 630
"""The picture's width over its height."""


class ShareScene(PageScene):
    """The picture at the left as it will be saved, the forms of sharing at the right.

    Its foot has the result: the file's path, or an error.
    """

    is_overlay = True

    def __init__(
        self,
        context: Context,
        control: ShareControl,
        draw: Callable[[pygame.Surface, Painter], object],
    ) -> None:
        super().__init__(context)
        self.control, self._draw_still = control, draw
        self.message, self.is_bad = "", False
        self._hexagons: list[str] = []
        rows = control.shared.text().splitlines()
        self._card_words = as_sentences(row for row in rows if not is_row_of_hexagons(row))
        self.made: Path | None = None
        self._opening: Opening | None = None
        self._card = Painter(context.painter.view, is_whole=False)

    def page(self) -> Widget:
        text, is_upright = self.context.text, self.view.is_upright
        aspect, share, edge = (_RATIO, 0, 58) if is_upright else (None, 60, 0)
        high = 0 if is_upright else 1
        card = Picture(self._paint_card, aspect, share=high, reads=self._card_words)
        across = Across(
            Row(
                Text(text(self.control.shared.keys.title), "title", lines=1, share=1),
                WordLink(text("share.close"), Pop),
                gap=30,
                pad=(0, 0, 58, 0),
            ),
            Sides(
                Column(card, pad=(0, 0, edge, 0), share=share),
                Column(*self._beside(), gap=4, share=40, align="left"),
                gap=44,
                share=1,
            ),
            Row(
                Text(
                    self.message or text(self.control.shared.keys.about),
                    ink="bad" if self.is_bad else "ink_soft",
                    lines=3,
                    share=1,
                    live=self.message,
                ),
                bool(self._hexagons)
                and Column(
                    Spacer(share=1), *map(result_line, self._hexagons), Spacer(share=1), gap=0
                ),
                gap=16,
                pad=(0, 0, 58, 0),
                size=66,
            ),
            gap=12,
            pad=(58, 28, 0, 16),
            size=None if is_upright else _HEIGHT,
        )
        return Column(Spacer(share=1), across, Spacer(share=1))

    def _beside(self) -> Iterator[Maybe]:
        """Yield the rows for saving, a climb's code, and at the foot the likeliest action."""
        text = self.context.text
        yield Spacer(share=1)
        for kind in self.control.shared.kinds:
            words, act = text(f"share.{kind.value}"), partial(self._make, kind)
            yield WordLink(words, act, icon=_ICONS[kind], id=kind)
        if self.control.shared.code:
            yield WordLink(text("climb.finish.share_code"), self._copy_code, icon=Icon.COPY)
        yield self.made is not None and WordLink(text("share.open"), self._open_made, leads=True)
        yield Spacer(share=1)
        yield ActionBand(
            text("share.text"),
            partial(self._make, ShareKind.TEXT),
            icon=Icon.COPY,
            small=True,
            id=MAIN,
            shortcut=Action.COPY,
        )

    def _paint_card(self, surface: pygame.Surface, rect: Rect) -> None:
        """Paint the picture as it will be saved."""
        width = min(rect.w, round(rect.h * _RATIO))
        frame = Rect(rect.x, rect.y, width, round(width / _RATIO))
        control = self.control
        if self._card.view.area.size != frame.size:
            # The picture is cached: it takes 60 ms, and a frame that is cut off after a few must
            # find the part already drawn.
            self._card.resize(make_view(frame.size))

        def draw() -> pygame.Surface:
            picture = pygame.Surface(frame.size)
            self._draw_still(picture, self._card)
            return picture

        surface.blit(
            self.context.painter.cached(("card", id(control), frame.size), draw), frame[:2]
        )

    def leave(self) -> None:
        super().leave()
        if self.control.making is not None:
            self.control.stop()
            self._say("")

    def _make(self, kind: ShareKind) -> None:
        made = self.control.make(kind)
        if made is not None:
            self._announce(made)
        elif self.control.making is not None:
            self._say(self.context.text(f"share.making.{kind.value}"))

    def _say(self, words: str, *, is_bad: bool = False) -> None:
        self.message, self.is_bad, self._hexagons = words, is_bad, []

    def _announce(self, made: ShareResult) -> None:
        """Show and read aloud the result of a job."""
        text = self.context.text
        if made.error:
            error = made.error
            words = error if isinstance(error, str) else word_error(self.context.catalogue, error)
            self._say(text("share.failed", reason=words), is_bad=True)
            self.context.sound.play(Sound.REFUSE)
            return
        if made.kind is ShareKind.TEXT:
            is_copied = self.context.copy_text(made.text)
            lines = made.text.splitlines()
            words = " · ".join(line for line in lines if not is_row_of_hexagons(line))
            key = "share.copied" if is_copied else "share.not_copied"
            self._say(text(key, words=words), is_bad=not is_copied)
            rows = [line for line in lines if is_row_of_hexagons(line)]
            self._hexagons = rows if len(rows) <= _ROWS else []
            return
        self.made = made.path
        key = "share.copied_saved" if made.is_copied else "share.saved"
        self._say(text(key, file=str(made.path)))

    def _copy_code(self) -> None:
        code = self.control.shared.code
        is_copied = self.context.copy_text(code)
        shown = code if len(code) < _LONG else f"{code[: _LONG // 2].splitlines()[0]}…"
        key = "play.copied" if is_copied else "play.not_copied"
        self._say(self.context.text(key, code=shown), is_bad=not is_copied)

    def _open_made(self) -> None:
        """Open a page in the browser, other files in the system's program."""
        if self.made is not None:
            self._opening = open_page(self.made)

    def animate(self, dt: float) -> Pulse:
        if self._opening is not None and self._opening.take_failure():
            self._say(self.context.text("share.not_opened", file=str(self.made)), is_bad=True)
            return self.redraw()
        made = self.control.poll()
        if made is None:
            return STILL
        self._announce(made)
        return self.redraw()


def share_scene(context: Context, match: Match) -> ShareScene:
    """Return the page that shares a complete match, with its date if it is in the records."""
    identity, daily = identity_of(match), daily_of(match, context.store.today)
    played = context.store.profile.last_matches()
    entry = next((one for one in played if one.identity == identity), None)
    when = None if entry is None else entry.finished_at
    known = DealFindings(context.store.profile, match, context.engines)
    possible = None
    if known.best is not None and known.master is not None:
        possible = Possible((), known.best, known.master)
    medal: str | None = None
    if entry is not None and entry.counts and daily is not None and known.master is not None:
        medal = medal_of(entry.result.total, known.best, known.master)
    is_secret = hides_review(context.store.profile, match)
    shared = SharedMatch(match, context.catalogue, when, daily, possible, medal or "", is_secret)
    return match_share(context, shared)


def match_share(context: Context, shared: SharedMatch) -> ShareScene:
    """Return the page for a match whose findings are complete."""
    draw = partial(draw_still, shared.match, shared.catalogue, shared.day, shared.medal)
    return ShareScene(context, ShareControl(shared, shared.when), draw)
