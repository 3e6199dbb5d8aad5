"""The goals: earned ones are lit, with day and match; the others show their progress."""

from functools import partial
from typing import Final

import pygame

from game.locale import write_date
from game.progress.goals import Goal
from game.storage.runs import FinishedRun
from game.ui.frame.context import Context
from game.ui.frame.scene import ANIMATING, STILL, Pulse, Push
from game.ui.frame.topics import as_sentences, labelled
from game.ui.layout.rects import Rect
from game.ui.parts import (
    Cells,
    Column,
    PageScene,
    Picture,
    PressedPanel,
    Row,
    Scroll,
    Text,
    Widget,
)
from game.ui.scenes.shared.goal_pictures import draw_goal
from game.ui.scenes.shared.goals_control import GoalsControl, GoalState
from game.ui.scenes.shared.names import goal_words
from game.ui.scenes.shared.starting import open_finished
from game.ui.widgets import OnPress, PressResult

_SLICE: Final = 0.006
"""Seconds of a frame in which records are read."""

_COLUMNS: Final = 3

_PICTURE: Final = 76
"""Units of a picture's side."""


def _foot_words(context: Context, state: GoalState) -> str:
    """The day on which it was earned, or how far it is."""
    if state.played is not None:
        day = write_date(context.catalogue, state.played.finished_at.astimezone().date())
        return context.text("goals.earned_on", date=day)
    number = context.catalogue.number
    values = {"done": number(state.done), "count": number(state.wanted)}
    return context.text("goals.of", **values) if state.wanted else ""


class GoalCard(PressedPanel):
    """A goal; pressing one that is earned opens the match or run that earned it."""

    def __init__(self, context: Context, state: GoalState, on_press: OnPress) -> None:
        is_earned, painter = state.played is not None, context.painter
        paint = partial(draw_goal, painter=painter, goal=state.goal, is_earned=is_earned)
        name, words = context.text(f"goals.name.{state.goal.value}"), _foot_words(context, state)
        about = goal_words(context, state.goal)
        foot = Text(words, "small", "accent" if is_earned else "ink_soft", lines=1)
        super().__init__(
            on_press if is_earned else None,
            Row(
                Picture(paint, 1, size=_PICTURE),
                Column(
                    Text(name, "strong", "ink" if is_earned else "ink_soft", lines=1),
                    Text(about, "small", "ink_soft", valign="top", share=1),
                    Row(
                        bool(state.wanted) and not is_earned and _progress(context, state),
                        foot,
                        gap=10,
                    ),
                    gap=4,
                    share=1,
                ),
                gap=12,
                share=1,
            ),
            pad=(10, 8),
            reads=as_sentences((labelled([name, about]), words)),
            id=state.goal,
        )
        self.state = state


def _progress(context: Context, state: GoalState) -> Picture:
    """How far a goal is, as a bar."""

    def paint(surface: pygame.Surface, room: Rect) -> None:
        painter, share = context.painter, min(1.0, state.done / state.wanted)
        trough = room.centred(room.w, painter.px(7))
        painter.bar(surface, trough, share or None, painter.theme.palette.accent)

    return Picture(paint, least=7, share=1)


class GoalsScene(PageScene):
    """All goals as cards; earned ones first to be seen by their light. The `goal` of that name has
    the keyboard as soon as it is known to be earned.
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
            words = text("goals.reading", done=control.read, count=control.count)
        cards = (GoalCard(self.context, state, partial(self._open, state)) for state in states)
        return self.headed(
            text("goals.title"),
            Scroll(Cells(*cards, columns=_COLUMNS, gap=10), share=1),
            beside=(
                Text(words, "label" if control.is_done else "caption", align="right", id="done"),
            ),
            back=text("goals.back"),
        )

    def _open(self, state: GoalState) -> PressResult:
        """Open the match or the run that earned a goal."""
        if isinstance(state.played, FinishedRun):
            return Push(self.context.routes.run_end(state.played))
        return open_finished(self.context, state.played)

    def animate(self, dt: float) -> Pulse:
        earned = self.control.earned
        if not self.control.advance(_SLICE):
            return STILL
        if self.control.is_done or self.control.earned != earned:
            self.renew()
        if self._goal is not None and self.focus(self._goal, is_shown=True):
            self._goal = None
        return ANIMATING
