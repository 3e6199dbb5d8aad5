"""The goals: what is earned lies lit, with its day and the match; the rest tells how far it is."""

from functools import partial
from typing import Final

import pygame

from game.locale import write_date
from game.ui.draw.painter import Painter
from game.ui.frame.context import Context
from game.ui.frame.scene import ANIMATING, STILL, Pulse, Push
from game.ui.frame.topics import as_sentences, labelled
from game.ui.layout.rects import Rect, View
from game.ui.parts import Cells, PageScene, Scroll, Text, Widget
from game.ui.scenes.goals.control import GoalsControl, GoalState
from game.ui.scenes.goals.pictures import GoalPictures
from game.ui.scenes.shared.names import bot_name
from game.ui.widgets import OnPress, PressResult

_SLICE: Final = 0.006
"""Seconds of a frame in which records are read."""

_COLUMNS: Final = 3

_PICTURE: Final = 76
"""Units of a picture's side."""


def goal_words(context: Context, state: GoalState) -> str:
    """What is to be done."""
    key = f"goals.about.{state.goal.value}"
    if "name" in context.catalogue.messages[key].placeholders:
        return context.text(key, name=bot_name(context, state.goal.value.removeprefix("beat-")))
    return context.text(key)


class GoalCard(Widget):
    """A goal; pressing one that is earned opens the match that earned it."""

    def __init__(
        self, context: Context, pictures: GoalPictures, state: GoalState, on_press: OnPress
    ) -> None:
        super().__init__(on_press if state.played is not None else None, id=state.goal)
        self._context, self._pictures, self.state = context, pictures, state

    @property
    def label(self) -> str:
        """Its name."""
        return self._context.text(f"goals.name.{self.state.goal.value}")

    def name_and_state(self, context: Context) -> str:
        """What is to be done; the day, or how far it is."""
        return as_sentences((labelled([self.label, goal_words(context, self.state)]), self._foot()))

    def _foot(self) -> str:
        """The day on which it was earned, or how far it is."""
        state, context = self.state, self._context
        if state.played is not None:
            day = write_date(context.catalogue, state.played.finished_at.astimezone().date())
            return context.text("goals.earned_on", date=day)
        number = context.catalogue.number
        values = {"done": number(state.done), "count": number(state.wanted)}
        return context.text("goals.of", **values) if state.wanted else ""

    def height_for(self, painter: Painter, width: int) -> int:
        """Room for the name, the sentence in as many lines as it needs, and the foot."""
        types = painter.theme.type
        words = width - painter.px(20 + _PICTURE + 12)
        about = painter.height_of(goal_words(self._context, self.state), words, types.small)
        lines = painter.line_height(types.strong) + painter.line_height(types.small)
        return max(about + lines + painter.px(10), painter.px(_PICTURE)) + painter.px(16)

    def draw(self, surface: pygame.Surface, painter: Painter) -> None:
        """Picture, name, sentence; the day, or how far it is."""
        state, context = self.state, self._context
        p, types = painter.theme.palette, painter.theme.type
        is_earned = state.played is not None
        fill = p.raised if is_earned else p.panel
        if is_earned and (self.is_hovered or self.shows_focus):
            fill = p.raised_hover
        edge = p.accent if is_earned else p.panel_edge
        painter.box(surface, self.rect, fill, edge, is_glossy=is_earned)
        inner = self.rect.inset(painter.px(10), painter.px(8))
        picture, words = inner.cut_left(min(inner.h, painter.px(_PICTURE)), painter.px(12))
        self._pictures.draw(surface, state.goal, picture, is_earned=is_earned)
        name, words = words.cut_top(painter.line_height(types.strong), painter.px(4))
        foot, about = words.cut_bottom(painter.line_height(types.small), painter.px(4))
        ink = p.ink if is_earned else p.ink_soft
        painter.text_in(surface, self.label, name, types.strong.coloured(ink), max_lines=1)
        soft = types.small.coloured(p.ink_soft)
        painter.text_in(surface, goal_words(context, state), about, soft, valign="top")
        if state.played is not None:
            painter.text_in(
                surface, self._foot(), foot, types.small.coloured(p.accent), max_lines=1
            )
        elif state.wanted:
            self._draw_progress(surface, painter, foot)
        if self.shows_focus:
            painter.focus_ring(surface, self.rect)

    def _draw_progress(self, surface: pygame.Surface, painter: Painter, foot: Rect) -> None:
        p, state = painter.theme.palette, self.state
        line = self._foot()
        style = painter.theme.type.small.coloured(p.ink_soft)
        words, bar = foot.cut_right(painter.text_width(line, style) + 2, painter.px(10))
        painter.text_in(surface, line, words, style, "right", max_lines=1)
        thick = painter.px(7)
        trough = bar.centred(bar.w, thick)
        painter.box(surface, trough, p.sunken, p.panel_edge, radius=thick // 2)
        share = min(1.0, state.done / state.wanted)
        if share > 0:
            lit = trough.cut_left(max(thick, round(trough.w * share)))[0]
            painter.box(surface, lit, p.accent, radius=thick // 2)


class GoalsScene(PageScene):
    """All goals as cards; earned ones first to be seen by their light."""

    counted = ("done",)

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self.control = GoalsControl(context)
        self._pictures = GoalPictures(context.painter)

    def page(self) -> Widget:
        """How many are earned, or read so far; below it three columns of cards."""
        text, control = self.context.text, self.control
        states = control.states()
        if control.is_done:
            words = text("goals.done", done=control.earned, count=len(states))
        else:
            words = text("goals.reading", done=control.read, count=control.count)
        cards = (
            GoalCard(self.context, self._pictures, state, partial(self._open, state))
            for state in states
        )
        return self.headed(
            text("goals.title"),
            Scroll(Cells(*cards, columns=_COLUMNS, gap=10), share=1),
            beside=(
                Text(words, "label" if control.is_done else "caption", align="right", id="done"),
            ),
            back=text("goals.back"),
        )

    def _open(self, state: GoalState) -> PressResult:
        played = state.played
        match = None if played is None else self.context.store.profile.match(played.id)
        return None if match is None else Push(self.context.routes.kept_count(match))

    def animate(self, dt: float) -> Pulse:
        """Read the records, a little in each frame."""
        earned = self.control.earned
        if not self.control.advance(_SLICE):
            return STILL
        if self.control.is_done or self.control.earned != earned:
            self.renew()
        return ANIMATING

    def resize(self, view: View) -> None:
        """Render the pictures anew."""
        self._pictures.forget()
        super().resize(view)
