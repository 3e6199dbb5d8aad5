"""A dialog with a progress bar for work in steps, which can be stopped."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Final, Generic

import pygame

from game.locale import write_percent
from game.storage.steps import Steps, T
from game.ui.frame.bindings import Action
from game.ui.frame.context import Context
from game.ui.frame.scene import Pop, Pulse, Replace, Scene
from game.ui.layout.rects import Rect
from game.ui.parts import MAIN, PageScene, Picture, Text, Widget
from game.ui.widgets import Button

_AT_ONCE: Final = 0.1
"""Seconds of work for which no dialog opens."""

_SLICE: Final = 0.012
"""Seconds of a frame in which the work goes on."""


def do_steps(context: Context, words: str, steps: Steps[T], then: Callable[[T], Scene]) -> Scene:
    """Begin the work; return the scene of its result, or the dialog where it takes longer."""
    work = Work(steps)
    return then(work.result) if work.go_on(_AT_ONCE) else WorkScene(context, words, work, then)


class Work(Generic[T]):
    """Steps that are done bit by bit; `share` of them are done, and then there is a `result`."""

    def __init__(self, steps: Steps[T]) -> None:
        self._steps = steps
        self.share = 0.0
        self.result: T

    def go_on(self, seconds: float) -> bool:
        """Work for so long, one step at least; whether all steps are done."""
        end = time.perf_counter() + seconds
        while True:
            try:
                self.share = next(self._steps)
            except StopIteration as done:
                self.result = done.value
                return True
            if time.perf_counter() >= end:
                return False


class WorkScene(PageScene, Generic[T]):
    """How far the work is, and the button that stops it; then the scene of its result."""

    is_overlay = True

    def __init__(
        self, context: Context, words: str, work: Work[T], then: Callable[[T], Scene]
    ) -> None:
        super().__init__(context)
        self._words, self._work, self._then = words, work, then
        # Nobody takes the steps further then, and half of them change nothing.
        self.keys = {Action.CANCEL: Pop}

    def page(self) -> Widget:
        text = self.context.text
        share = write_percent(self.context.catalogue, self._work.share)
        return self.lifted(
            Text(self._words, "heading"),
            Picture(self._paint, size=14),
            Text(share, "caption", align="centre", lines=1),
            Button(text("moving.stop"), Pop, id=MAIN),
            width=520,
            gap=18,
        )

    def _paint(self, surface: pygame.Surface, bar: Rect) -> None:
        painter = self.context.painter
        painter.bar(surface, bar, self._work.share, painter.theme.palette.accent)

    def animate(self, dt: float) -> Pulse:
        if self._work.go_on(_SLICE):
            return Pulse(needs_frame=True, transition=Replace(self._then(self._work.result)))
        return self.redraw()
