"""Every screen lives through windows of any size, in the middle of its motions."""

from __future__ import annotations

import dataclasses
from itertools import cycle, islice
from math import inf
from typing import Any, Final

import pygame
import pytest

from game.locale import Language
from game.ui.frame import loop
from game.ui.frame.loop import LEAST_SIDE, Loop
from tests.each import each
from tests.gallery import collect_samples, make_context, open_sample
from tests.ui.test_draw_changes_nothing import one_of_each
from tests.ui.test_loop import FakeClock, FakeWindow
from tests.ui.unseen import SLOW

pytestmark = pytest.mark.slow

USUAL: Final = (480, 300)
SIZES: Final = (
    (1, 1), (320, 200), (2000, LEAST_SIDE), (390, 844), (LEAST_SIDE, LEAST_SIDE), (30, 800),
    (LEAST_SIDE, 1400), (1600, 130), (1280, 1), (240, 320), (LEAST_SIDE - 1, 700), (800, 220),
)  # fmt: skip
"""Window sizes that tiling window managers, phones and careless hands produce."""

AT_ONCE: Final = 1
"""The number of sizes that each screen gets, in turn."""

ACTS: Final[tuple[tuple[int, dict[str, Any]], ...]] = (
    (pygame.MOUSEMOTION, {"pos": (60, 50), "rel": (1, 1), "buttons": (0, 0, 0)}),
    (pygame.MOUSEWHEEL, {"x": 0, "y": -2, "flipped": False}),
    (pygame.JOYBUTTONDOWN, {"button": 99, "instance_id": 0}),
    (pygame.KEYDOWN, {"key": pygame.K_TAB, "mod": 0, "unicode": ""}),
)
"""Events that open no other screen, but lay this one out again or move something."""


@each(enumerate([*one_of_each(), *(n for n in collect_samples() if n.startswith("settings-"))]))
def test_every_screen_lives_through_windows_of_any_size(number: int, name: str) -> None:
    context = make_context(Language.GERMAN, USUAL)
    stack = open_sample(collect_samples()[name], context, SLOW)
    context.preferences = dataclasses.replace(context.preferences, has_captions=number % 2 > 0)
    window, queue = FakeWindow(), list[pygame.Event]()

    def take() -> list[pygame.Event]:
        taken = queue[:]
        queue.clear()
        return taken

    window.size = USUAL
    tried = Loop(window, context, stack, clock=FakeClock(), events=take)

    def send(kind: int, **values: Any) -> None:
        queue.append(pygame.Event(kind, **values))
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(loop, "MAKING_SECONDS", inf)
            assert tried.step()

    for size in (*islice(cycle(SIZES), number, number + AT_ONCE), USUAL):
        drawn, window.size = tried.frames, size
        send(pygame.WINDOWSIZECHANGED, x=size[0], y=size[1])
        for kind, values in ACTS:
            send(kind, **values)
        assert (tried.frames > drawn) is (min(size) >= LEAST_SIDE), size
