"""The high-score table of climbs as a part of a page, and as its own page."""

from collections.abc import Callable
from functools import partial
from typing import NamedTuple

import pygame

from game.climb.ghosts import GhostKind
from game.climb.scores import name_on_table
from game.page.climb_words import name_stage
from game.storage.climbs import FinishedClimb
from game.ui.draw.climb_picture import draw_face
from game.ui.draw.icons import Icon
from game.ui.frame.context import Context
from game.ui.frame.scene import Pop, Push
from game.ui.layout.rects import Rect
from game.ui.parts import (
    MAIN,
    SILENT,
    ActionBand,
    Column,
    ListRow,
    PageScene,
    Picture,
    Scroll,
    Text,
    Widget,
)
from game.ui.scenes.climb.camps import campers_of
from game.ui.scenes.climb.control import ClimbList, list_climbs
from game.ui.widgets import PressResult, Segmented


class _Entry(NamedTuple):
    """A row of the table; `climb` is None for a computer."""

    name: str
    stage: int
    points: int
    climb: FinishedClimb | None = None
    bot: str = ""


class ClimbScores:
    """A table of climbs: its list, its rows, and the highlighted one (`mine`)."""

    def __init__(
        self,
        context: Context,
        what: ClimbList,
        mine: FinishedClimb | None,
        press: Callable[[FinishedClimb], PressResult],
    ) -> None:
        self._context, self._mine, self._press = context, mine, press
        self._what = what
        self.load()

    def load(self) -> None:
        """Read the table again."""
        context = self._context
        ranked = list_climbs(context, self._what)
        entries = [
            _Entry(name_on_table(one.climb), one.climb.stage, one.climb.points, one.climb)
            for one in ranked
        ]
        if self._what is ClimbList.DAY:
            entries += [
                _Entry(one.name, one.stage, one.points, bot=one.bot)
                for one in campers_of(context, context.store.today)
                if one.kind is GhostKind.COMPUTER and one.points is not None
            ]
        if self._what is not ClimbList.MINE:
            entries.sort(key=lambda one: -one.points)
        self._entries = entries

    def above(self) -> tuple[str, int] | None:
        """Return the name just above `mine` and its lead in points, or None; "" for the player."""
        mine = self._mine
        if mine is None or not any(self._is_mine(one) for one in self._entries):
            return None
        better = [one for one in self._entries if one.points > mine.points]
        if not better or self._what is ClimbList.MINE:
            return None
        *_, nearest = better
        is_own = nearest.climb is not None and not nearest.climb.name and not mine.name
        return "" if is_own else nearest.name, nearest.points - mine.points

    def _is_mine(self, one: _Entry) -> bool:
        mine = self._mine
        return mine is not None and one.climb is not None and one.climb.identity == mine.identity

    def part(self, empty: Widget | None = None) -> Widget:
        """Return the choice of a list, and its rows, or what is there without rows."""
        text = self._context.text
        lists = [(one, text(f"climb.list.{one.value}")) for one in ClimbList]
        rows = [self._row(place, one) for place, one in enumerate(self._entries, 1)]
        none = empty or Text(text("climb.list.none"), "action", lines=2, id="scores")
        return Column(
            Segmented(lists, self._what, self._show, size=48, id="lists"),
            Scroll(*rows, share=1, id="scores") if rows else none,
            gap=10,
            share=1,
        )

    def _row(self, place: int, one: _Entry) -> Widget:
        number = self._context.catalogue.number
        press = None if one.climb is None else partial(self._press, one.climb)
        row = ListRow(
            press,
            f"{place}  {one.name}",
            name_stage(self._context.catalogue, one.stage),
            mark=Picture(partial(self._paint_face, one), size=48, least=30, reads=SILENT),
            value=number(one.points),
            is_chosen=self._is_mine(one),
            bleeds=False,
            id=("climb", one.climb.identity if one.climb else one.name),
        )
        # Its band marks it as the player's own.
        row.is_chosen = False
        return row

    def _paint_face(self, one: _Entry, surface: pygame.Surface, rect: Rect) -> None:
        painter = self._context.painter
        is_own = one.climb is not None and not one.climb.name
        fill = painter.theme.stripes[4 if is_own else 3]
        radius = painter.px(20)
        draw_face(surface, painter, rect.centre, radius, fill, bot=one.bot)

    def _show(self, what: ClimbList) -> None:
        self._what = what
        self.load()


class ScoresScene(PageScene):
    """The high scores of climbs, today's first."""

    door = 6

    def __init__(self, context: Context, what: ClimbList = ClimbList.DAY) -> None:
        super().__init__(context)
        self._scores = ClimbScores(context, what, None, self._open)

    def page(self) -> Widget:
        text = self.context.text
        back = ActionBand(text("menu.back"), Pop, icon=Icon.LEFT, bleeds="left", most=560, id=MAIN)
        none = self.poster(text("climb.list.none"), "", back)
        return self.headed(
            text("climb.start.scores"),
            Column(self._scores.part(none), pad=(20, 10, 20, 0), share=1),
        )

    def enter(self) -> None:
        self._scores.load()
        super().enter()

    def _open(self, climb: FinishedClimb) -> PressResult:
        return Push(self.context.routes.climb_end(climb))
