"""The goals: earned ones large, the nearest with bars, the others small."""

from functools import partial
from typing import Final

import pygame

from game.locale import write_date
from game.progress.goals import Goal
from game.storage.climbs import FinishedClimb
from game.ui.draw.bands import draw_hexagon_focus
from game.ui.draw.painter import Painter
from game.ui.frame.context import Context
from game.ui.frame.scene import ANIMATING, STILL, Pulse, Push
from game.ui.frame.topics import as_sentences, labelled
from game.ui.layout.rects import Rect
from game.ui.parts import (
    SILENT,
    Cells,
    Column,
    PageScene,
    Picture,
    PressedPanel,
    Row,
    Scroll,
    Spacer,
    Text,
    Widget,
)
from game.ui.scenes.shared.goal_pictures import draw_goal
from game.ui.scenes.shared.goals_control import GoalsControl, GoalState
from game.ui.scenes.shared.names import goal_words
from game.ui.scenes.shared.starting import open_finished
from game.ui.widgets import OnPress, PressResult

_SLICE: Final = 0.006
"""Seconds of a frame spent reading records."""

_LARGE, _NEAR, _SMALL = 96, 84, 62
"""Units of a picture's side: of an earned goal, of one of the nearest, and of the others."""

_NEAREST: Final = 3

_FOOT: Final = 52
"""Units of height of the line at the foot."""


def _foot_words(context: Context, state: GoalState) -> str:
    """Return the day on which a goal was earned, or its progress."""
    if state.played is not None:
        day = write_date(context.catalogue, state.played.finished_at.astimezone().date())
        return context.text("goals.earned_on", date=day)
    number = context.catalogue.number
    values = {"done": number(state.done), "count": number(state.wanted)}
    return context.text("goals.of", **values) if state.wanted else ""


class GoalCard(PressedPanel):
    """A goal's picture: large with its name once earned, else with a bar or alone.

    Pressing an earned one opens its match or climb.
    """

    def __init__(
        self, context: Context, state: GoalState, on_press: OnPress, *, is_near: bool = False
    ) -> None:
        is_earned, painter = state.played is not None, context.painter
        paint = partial(draw_goal, painter=painter, goal=state.goal, is_earned=is_earned or is_near)
        name, words = context.text(f"goals.name.{state.goal.value}"), _foot_words(context, state)
        about = goal_words(context, state.goal)
        parts: tuple[Widget, ...]
        if is_near:
            parts = (
                Row(
                    Picture(paint, size=_NEAR, across=_NEAR),
                    Column(
                        Text(name, "label", lines=1),
                        Text(words, "body", lines=1),
                        _progress(context, state),
                        gap=2,
                        share=1,
                    ),
                    gap=14,
                ),
            )
        elif is_earned:
            parts = (Picture(paint, size=_LARGE), Text(name, "strong", align="centre", lines=2))
        else:
            parts = (Picture(paint, size=_SMALL),)
        super().__init__(
            on_press if is_earned else None,
            *parts,
            pad=(4, 4),
            reads=as_sentences((labelled([name, about]), words)),
            id=state.goal,
        )
        self._is_small = not (is_near or is_earned)
        self.state, self.name, self.about = state, name, as_sentences((about, words))

    def draw_focus(self, surface: pygame.Surface, painter: Painter) -> None:
        if self._is_small:
            radius = painter.px(_SMALL) * 0.55
            draw_hexagon_focus(surface, painter, self.parts[0].rect.centre, radius)
        else:
            super().draw_focus(surface, painter)


def _progress(context: Context, state: GoalState) -> Picture:
    """Return a bar with the progress of a goal."""

    def paint(surface: pygame.Surface, room: Rect) -> None:
        painter, share = context.painter, min(1.0, state.done / state.wanted)
        p, high = painter.theme.palette, painter.px(7)
        surface.fill(p.faint, room._replace(h=high))
        surface.fill(p.ink, room._replace(w=round(room.w * share), h=high))

    return Picture(paint, least=10, size=10)


class GoalsScene(PageScene):
    """All goals as cards.

    The earned one named `goal` is focused as soon as it is found.
    """

    door = 4

    counted = ("done",)

    def __init__(self, context: Context, goal: str = "") -> None:
        super().__init__(context)
        self.control = GoalsControl(context)
        self._goal = Goal(goal) if goal else None

    def page(self) -> Widget:
        text, control = self.context.text, self.control
        states = control.states()
        if control.is_done:
            words = text("goals.done", done=control.earned, count=len(states))
        else:
            words = text("goals.reading", done=control.read, count=control.entries[0])
        earned = [state for state in states if state.played is not None]
        left = [state for state in states if state.played is None]
        nearest = sorted(
            (state for state in left if state.done), key=lambda one: -one.done / one.wanted
        )[:_NEAREST]
        others = [state for state in left if state not in nearest]
        wide = self.view.units_wide - 116
        return self.headed(
            text("goals.title"),
            Scroll(
                bool(earned) and Cells(*map(self._card, earned), columns=int(wide // 124), gap=8),
                bool(nearest)
                and Column(
                    Text(text("goals.nearest"), "heading"),
                    Cells(*(self._card(one, is_near=True) for one in nearest), columns=3, gap=20),
                    gap=16,
                ),
                Column(
                    Text(text("goals.others", count=len(others)), "heading"),
                    Cells(*map(self._card, others), columns=int(wide // 86), gap=6),
                    gap=16,
                ),
                gap=48,
                pad=(20, 8, 20, 0),
                share=1,
            ),
            Picture(self._paint_foot, size=_FOOT, least=_FOOT, reads=SILENT),
            beside=(
                Text(words, "heading" if control.is_done else "body", align="right", id="done"),
                Spacer(size=20),
            ),
        )

    def _paint_foot(self, surface: pygame.Surface, room: Rect) -> None:
        """Write the name and task of the goal under the pointer or focus."""
        cards = (part for part in self.root.walk() if isinstance(part, GoalCard))
        card = next((card for card in cards if card.is_hovered or card.shows_focus), None)
        if card is None:
            return
        painter, left = self.context.painter, room.cut_left(self.context.painter.px(20))[1]
        types = painter.theme.type
        width = painter.text_width(card.name, types.heading) + 1
        name, about = left.cut_left(width, painter.px(20))
        painter.text_in(surface, card.name, name, types.heading, max_lines=1)
        painter.text_in(surface, card.about, about, types.body, max_lines=2)

    def _card(self, state: GoalState, *, is_near: bool = False) -> Widget:
        return GoalCard(self.context, state, partial(self._open, state), is_near=is_near)

    def _open(self, state: GoalState) -> PressResult:
        """Open the match or the climb that earned a goal."""
        if isinstance(state.played, FinishedClimb):
            return Push(self.context.routes.climb_end(state.played))
        return open_finished(self.context, state.played)

    def animate(self, dt: float) -> Pulse:
        earned = self.control.earned
        if not self.control.advance(_SLICE):
            return STILL
        if self.control.is_done or self.control.earned != earned:
            self.renew()
        if self._goal is not None and self.part(self._goal).is_pressable:
            self.focus(self._goal, is_shown=True)
            self._goal = None
        return ANIMATING
