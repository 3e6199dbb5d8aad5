"""A loop without a window, timed tick by tick, and its times reported as copies."""

from __future__ import annotations

import gc
import os
import statistics
from collections.abc import Sequence
from time import thread_time

os.environ["SDL_VIDEODRIVER"] = "dummy"

import pygame

from game.locale import Language
from game.ui.frame.intents import Intent
from game.ui.frame.loop import Loop
from game.ui.frame.scene import Push, Scene
from game.ui.frame.stack import SceneStack
from game.ui.scenes.title.scene import TitleScene
from tests.gallery import make_context

__all__ = ["SIZE", "BenchStage", "report"]

SIZE = (1920, 1080)
_LOADING_TICKS = 180


class _Window:
    """A surface without a screen: the flip costs nothing."""

    def __init__(self) -> None:
        self.surface = pygame.display.set_mode(SIZE)
        self.size = SIZE
        self.pixels_per_point = 1.0

    def toggle_fullscreen(self) -> None:
        """Nothing."""

    def take_text(self, area: object) -> None:
        """Nothing."""

    def flip(self) -> None:
        """Nothing."""


class _Clock:
    """A clock of sixty ticks a second that does not wait."""

    def tick(self, rate: int) -> float:
        """A sixtieth."""
        return 1 / max(60, rate)


class BenchStage:
    """The menu in a loop at 1920×1080, and what is pushed on top of it.

    `ticks` counts what has passed; `times` are each tick's milliseconds, and `copies` those of an
    opaque full-screen blit right after it; of processor time, because a busy machine stretches any
    other. Make it before importing scenes: the title loads them in its first ticks.
    """

    def __init__(self) -> None:
        pygame.display.init()
        self.window = _Window()
        self.context = make_context(Language("en"), SIZE)
        self.stack = SceneStack(TitleScene(self.context), self.context.painter.view)
        self._intents: tuple[Intent, ...] = ()
        self._has_opened = False
        self.loop = Loop(
            self.window, self.context, self.stack, clock=_Clock(), events=self._take_intents
        )
        self._plain = pygame.Surface(SIZE)
        self._target = pygame.Surface(SIZE)
        # As the loop does after its first frame.
        gc.freeze()
        self.ticks = 0
        self.times: list[float] = []
        self.copies: list[float] = []

    def tick(self, *intents: Intent) -> None:
        """One tick in which these intents come in."""
        self._intents = intents
        self.ticks += 1
        start = thread_time()
        self.loop.step()
        self._note(start)

    def _take_intents(self) -> list[pygame.Event]:
        intents, self._intents = self._intents, ()
        for intent in intents:
            self.loop.take(intent)
        if self._has_opened:
            self._has_opened = False
            return [pygame.Event(pygame.WINDOWEXPOSED)]
        # A window with input is not calm.
        return [pygame.Event(pygame.USEREVENT)] if intents else []

    def load(self) -> None:
        """Let the title load modules and sentences behind its first frames, as in any game."""
        for _ in range(_LOADING_TICKS):
            self.tick()

    def open(self, scene: Scene) -> None:
        """Push a scene, in a tick of its own."""
        start = thread_time()
        self.stack.apply(Push(scene))
        self._has_opened = True
        self.loop.step()
        self._note(start)

    def forget(self) -> None:
        """Count from here."""
        self.times.clear()
        self.copies.clear()

    def _note(self, start: float) -> None:
        now = thread_time()
        self.times.append((now - start) * 1e3)
        self._target.blit(self._plain, (0, 0))
        self.copies.append((thread_time() - now) * 1e3)


def report(name: str, times: Sequence[float], copies: Sequence[float]) -> None:
    """Print median, p99 and the slowest, in copies and in milliseconds."""
    copy = statistics.median(copies)
    ordered = sorted(times)
    chosen = (statistics.median(ordered), ordered[len(ordered) * 99 // 100], ordered[-1])
    told = ", ".join(
        f"{label} {value / copy:.1f} ({value:.2f} ms)"
        for label, value in zip(("median", "p99", "slowest"), chosen, strict=True)
    )
    print(f"{name}, {len(times)} frames: {told}; a copy is {copy:.2f} ms")
