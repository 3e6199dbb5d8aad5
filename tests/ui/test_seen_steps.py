"""Whatever moves by itself: each of its steps is seen, and none begins and ends in one tick."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Mapping
from dataclasses import replace
from itertools import pairwise
from typing import Final

import pytest

from game.locale import Language
from game.ui.frame.context import Context
from game.ui.parts import PageScene
from game.ui.scenes.count.harvests import EarnedHexagon
from game.ui.scenes.count.scene import CountScene
from tests.each import some
from tests.gallery import Sample, collect_samples, make_context, open_sample
from tests.gallery.table import PromptEngines
from tests.ui.scenes.stage import FRAME

SECONDS: Final = 9
"""Seconds for which each sample is watched."""

SHORTEST: Final = 0.15
"""The least seconds for which a step is seen: an eye needs as long to notice that it came."""

MOST: Final = 4.2
ALL: Final = 6.55
"""Most seconds from a count's first band to its last one, and from its begin to its last words."""

PARTS: Final = "counted", "head", "earned"
"""The parts of a count: its bands, its verdict, the hexagons that were earned."""

SLOW: Final = {"climb-just"}
"""Samples that an engine plays first."""

SAMPLES: Final = collect_samples("finish", "climb", "daily", "tutorial", "challenges")


@pytest.fixture(scope="module")
def context() -> Context:
    """Surroundings for all samples, whose engines' answers come at no frame of chance."""
    context = make_context(Language("en"), (1280, 800))
    context.engines = PromptEngines()
    return context


Steps = Mapping[Hashable, list[tuple[int, object]]]
"""For each named part what it said, and since which frame."""


def watch(context: Context, sample: Sample) -> Steps:
    """Let the sample go on by itself from its first frame on, and note what its page said."""
    said: dict[Hashable, list[tuple[int, object]]] = defaultdict(list)
    stack = open_sample(replace(sample, seconds=0.0), context)
    for frame in range(round(SECONDS / FRAME)):
        scene = stack.top
        if isinstance(scene, PageScene) and (stack.update(FRAME) or not frame):
            for part, words in steps_of(scene).items():
                if not said[part] or said[part][-1][1] != words:
                    said[part].append((frame, words))
    return said


def steps_of(scene: PageScene) -> dict[Hashable, object]:
    """Return what the page says in its named parts, and how far a count is."""
    said: dict[Hashable, object] = {
        part.id: tuple(part.spoken(scene.context))
        for part in scene.root.walk()
        if part.id is not None
    }
    if isinstance(scene, CountScene):
        said["counted"] = scene.control.counted
        earned = [part for part in scene.root.walk() if isinstance(part, EarnedHexagon)]
        said["earned"] = sum(part.earned.is_due for part in earned)
    return said


@pytest.mark.parametrize("name", some(sorted(SAMPLES.keys() - SLOW), 3))
def test_each_step_is_seen(context: Context, name: str) -> None:
    for part, steps in watch(context, SAMPLES[name]).items():
        for (start, said), (end, _) in pairwise(steps):
            assert start == 0 or (end - start) * FRAME >= SHORTEST, (part, said)


COUNTS: Final = [
    *(name for name in collect_samples("finish") if name.startswith("breakdown")),
    "challenge-done",
    "challenge-missed",
]


@pytest.mark.parametrize("name", COUNTS)
def test_a_count_has_its_largest_line_then_the_verdict_then_what_was_earned(
    context: Context, name: str
) -> None:
    said = watch(context, SAMPLES[name])
    lit, verdict, earned = ([at for at, _ in said[part][1:]] for part in PARTS)
    if not lit:
        return
    assert not earned or min(earned) > min(verdict)
    if verdict:
        *flights, largest = (later - sooner for sooner, later in pairwise([*lit, verdict[0]]))
        assert largest > 2 * max(flights)
        assert max(flights) * FRAME < 0.28
    assert (lit[-1] - lit[0]) * FRAME < MOST
    assert max(lit[-1], *verdict, *earned, 0) * FRAME < ALL
