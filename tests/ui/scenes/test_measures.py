"""The measures of the art direction on real scenes: how long everything moves, by a clock that the
test holds, and how large the least of each kind is, in the smallest window.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from itertools import pairwise
from typing import Final

import numpy as np
import numpy.typing as npt
import pygame
import pytest

from game.locale import Language
from game.ui.frame import loop as frame_loop
from game.ui.frame.context import Context
from game.ui.frame.preferences import change_settings
from game.ui.frame.toast import Toast
from game.ui.parts import (
    ActionBand,
    Door,
    Head,
    ListRow,
    PageScene,
    PressedPanel,
    Slab,
    Widget,
    WordLink,
)
from game.ui.scenes.shared.table_mode import PastTotals
from game.ui.scenes.table.scene import TableScene
from game.ui.widgets import IconButton, Segmented, Slider, Stepper, TextField, Toggle
from tests.gallery import collect_samples, first_samples, make_context, open_sample
from tests.gallery.table import PromptEngines
from tests.ui.scenes.stage import FRAME
from tests.ui.scenes.table.test_stroke import table_before
from tests.ui.test_next_frame import Screen, clicked, key
from tests.ui.unseen import drawn_words

ROUNDED: Final = 1.5 * FRAME
"""Seconds by which a motion may take more or less than it ought to: frames are whole."""

LONG: Final = 60
"""Frames in which every change of a screen has ended."""


def seconds_of(screen: Screen, event: pygame.Event) -> float:
    """The seconds of frames in which the screen changes after a key, until it has changed."""
    screen.queue = [event]
    screen.loop.step()
    for frame in range(LONG):
        if screen.loop.transition is None:
            return frame * FRAME
        screen.loop.step()
    raise AssertionError("it never comes to rest")


@pytest.fixture(autouse=True)
def _time_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    # A busy machine must not hold a change until its pictures are made.
    monkeypatch.setattr(frame_loop, "MAKING_SECONDS", 60.0)


def title(context: Context) -> Screen:
    """The title with all its doors."""
    sample = collect_samples()["menu-used"]
    screen = Screen(context, open_sample(sample, context).top)
    for _ in range(LONG):
        screen.loop.step()
    return screen


def test_a_door_opens_and_closes_in_its_time(context: Context) -> None:
    screen = title(context)
    for pressed, seconds in ((key(pygame.K_2, "2"), 0.16 + 0.22), (key(pygame.K_ESCAPE), 0.26)):
        assert seconds_of(screen, pressed) == pytest.approx(seconds, abs=ROUNDED)


PANELS: Final[Mapping[str, tuple[str, tuple[int, int], str, int, float]]] = {
    # the page below, the window, the word that opens the panel or none for Escape, the steps of the
    # page's darkness, the seconds in which the panel comes
    "the rules": ("setup", (960, 600), "change", 0, 0.2),
    "the rules, upright": ("setup", (600, 960), "change", 0, 0.2),
    "the pause": ("play-solo", (960, 600), "", 3, 0.2),
    "a question": ("menu-used", (960, 600), "", 3, 0.16),
}

Pixels = npt.NDArray[np.int32]
"""The pixels of one frame, by x and y."""


def frames_of(screen: Screen, events: list[pygame.Event]) -> list[Pixels]:
    """Return every frame from the one before the events until nothing slides any more."""
    frames: list[Pixels] = []
    screen.queue = events
    while not frames or screen.loop.transition is not None:
        frames.append(pygame.surfarray.array2d(screen.window.surface))
        screen.loop.step()
    return [*frames, pygame.surfarray.array2d(screen.window.surface)]


def darker(context: Context, page: Pixels, share: float) -> Pixels:
    """Return a page darkened by a share, as the painter darkens it."""
    surface = pygame.Surface(page.shape, 0, 32)
    pygame.surfarray.blit_array(surface, page)
    context.painter.dim(surface, share)
    return pygame.surfarray.array2d(surface)


@pytest.mark.parametrize("name", PANELS)
def test_a_panel_slides_whole_over_the_whole_page(name: str) -> None:
    """A page is whole below a panel that moves, and darkens by steps; what is seen of the panel is
    as it will be.
    """
    sample, size, word, steps, seconds = PANELS[name]
    context = make_context(Language.ENGLISH, size)
    context.engines = PromptEngines()
    screen = Screen(context, open_sample(collect_samples()[sample], context).top, size)
    screen.loop.step()
    scene = screen.loop.stack.top
    part = scene.find(word) if word and isinstance(scene, PageScene) else None
    opened = frames_of(
        screen, [key(pygame.K_ESCAPE)] if part is None else clicked(part.rect.centre)
    )
    place = screen.loop.stack.top.lying()
    assert place is not None
    closed = frames_of(screen, [key(pygame.K_ESCAPE)])
    assert (len(opened) - 2) * FRAME == pytest.approx(seconds, abs=ROUNDED)
    assert (len(closed) - 2) * FRAME == pytest.approx(0.16, abs=ROUNDED)
    for frames, page, still in ((opened, opened[0], opened[-1]), (closed, closed[-1], closed[0])):
        pages = [darker(context, page, step / 3) for step in range(steps + 1)]
        seen = []
        for frame in (*frames[1:-1], still):
            differing = [frame != each for each in pages]
            seen.append(min(range(len(pages)), key=lambda step: differing[step].sum()))
            if not differing[seen[-1]].any():
                continue
            across, down = (differing[seen[-1]].any(axis=axis).nonzero()[0] for axis in (1, 0))
            assert place.y <= down[0] <= down[-1] < place.bottom, "nothing else moves"
            first, last = across[0], across[-1] + 1
            assert last - first <= place.w, "nothing is beside the panel"
            if not steps:
                assert last == size[0], "a drawer is at the right edge"
                whole = still[place.x : place.x + last - first]
            else:
                assert first == 0, "a pause and a question are at the left edge"
                whole = still[place.right - last : place.right]
            assert (frame[first:last] == whole)[:, place.y : place.bottom].all()
        assert {*seen} - {0} == {*range(1, steps + 1)}, "the page darkens by steps"


Moment = Callable[[TableScene], bool]
"""Whether a table is still before a moment."""


def flies(table: TableScene) -> bool:
    return bool(table.motion.hidden_spaces())


def is_unlit(table: TableScene) -> bool:
    return bool(table.motion.unlit)


def comes(table: TableScene) -> bool:
    return bool(table.motion.coming)


def falls(table: TableScene) -> bool:
    return bool(table.motion.hidden_spaces() - table.motion.landings().keys())


def rolls(table: TableScene) -> bool:
    return table.counter.shown != table.game.total_now()


def is_low(table: TableScene) -> bool:
    return table.picture.harvest.most() == 150


def grows(table: TableScene) -> bool:
    return 150 < table.picture.harvest.most() < 200


PLACED: Final[Mapping[str, tuple[int, str, bool, Moment | None, Moment, float]]] = {
    # what moves: the lines that the tile completes, the tile, whether it is placed by the pointer,
    # the moments before which and after which it moves, its seconds
    "a tile": (0, "798", False, None, flies, 0.28),
    "a tile by the pointer": (0, "798", True, None, falls, 0.08),
    "until a stroke lights": (1, "758", True, falls, is_unlit, 0.08),
    "until a great one lights": (3, "798", True, falls, is_unlit, 0.08 + 0.2 + 2 * 0.16),
    "a line of 5": (1, "718", True, is_unlit, comes, 0.42),
    "a line of 25": (1, "758", True, is_unlit, comes, 0.7),
    "lines of 35": (2, "258", True, is_unlit, comes, 0.95 - 0.16),
    "a line of 45": (1, "798", True, is_unlit, comes, 1.25),
    "lines of 120": (3, "798", True, is_unlit, comes, 1.5 - 2 * 0.16),
    # It slows down: its last whole point comes before it has its 300 ms.
    "the number": (1, "798", True, is_unlit, rolls, 0.23),
    "the scale": (3, "798", True, is_low, grows, 0.3),
}

BEST: Final = PastTotals(best=170)
"""Totals of earlier games whose mark comes near with 120 points: the harvest needs another scale.
"""

STILL: Final = {"a tile", "a tile by the pointer", "a line of 5", "the scale"}
"""What does not move at all with less motion; strokes keep their moment, in which nothing moves."""

CASES: Final = [
    *((name, "by itself") for name in PLACED),
    *((name, "by a key") for name in PLACED if name not in ("the number", "the scale")),
    *((name, "with less motion") for name in sorted(STILL)),
]


@pytest.mark.parametrize(("name", "ends"), CASES)
def test_what_is_placed_moves_in_its_time(player: Context, name: str, ends: str) -> None:
    lines, tile, is_pointed, since, until, seconds = PLACED[name]
    change_settings(player, has_reduced_motion=ends == "with less motion")
    stage = table_before(player, lines, tile)
    stage.table.picture.harvest.past = BEST
    stage.let(2.0)
    if is_pointed:
        stage.click_space("c3")
    else:
        stage.key_to("c3")
        stage.press("return")
    before = after = 0
    for frame in range(1, 4 * LONG):
        if ends == "by a key" and frame == 3:
            stage.press("h")
        stage.let(FRAME)
        before = frame if since is not None and since(stage.table) else before
        after = frame if until(stage.table) else after
    measured = (after - before) * FRAME
    if ends == "by itself":
        assert measured == pytest.approx(seconds, abs=ROUNDED)
    else:
        assert measured <= 3 * FRAME


@pytest.mark.slow
def test_totals_side_by_side_roll_while_their_bands_fly(player: Context) -> None:
    # The largest band of each is about to fly.
    stack = open_sample(replace(collect_samples()["breakdown-match"], seconds=2.05), player)
    seen = []
    for _ in range(LONG // 2):
        stack.update(FRAME)
        words = drawn_words(stack.draw, (1280, 800))
        seen.append(max(int(each) for each in words if each.isdigit()))
    assert seen[0] < 130
    assert seen[-1] == 164
    assert max(later - sooner for sooner, later in pairwise(seen)) < 20


@pytest.mark.parametrize(("letters", "seconds"), [(12, 3.2), (100, 6.0)])
def test_news_stay_as_long_as_they_take_to_read(
    player: Context, letters: int, seconds: float
) -> None:
    toast = Toast(player)
    toast.show("x" * letters)
    moves = []
    while toast.is_shown:
        moves.append(toast.advance(FRAME))
    assert len(moves) * FRAME == pytest.approx(seconds, abs=ROUNDED)
    assert sum(moves) * FRAME == pytest.approx(0.16, abs=ROUNDED)


LEAST: Final[Mapping[type[Widget], tuple[float, float]]] = {
    # width and height in units, in the smallest window at the usual size of the interface
    Head: (160, 64),
    Door: (400, 74),
    ActionBand: (400, 84),
    ListRow: (300, 50),
    PressedPanel: (190, 38),
    WordLink: (38, 38),
    IconButton: (36, 36),
    Segmented: (200, 46),
    Stepper: (170, 46),
    Slider: (280, 46),
    TextField: (260, 46),
    Toggle: (180, 40),
    Slab: (520, 800),
}

TARGET: Final = 28
"""Pixels of the sides of whatever can be pressed, at every size of the interface."""

THIN: Final = "HarvestBand", "GhostBand", "CallStrip"
"""Bands as thick as their points, and a strip of many: the focus draws them out."""


@pytest.mark.slow
@pytest.mark.parametrize("scale", [1.0, 4 / 3])
def test_nothing_is_smaller_than_the_least_of_its_kind(scale: float) -> None:
    context = make_context(Language.GERMAN, (1024, 640), scale)
    context.engines = PromptEngines()
    small = []
    for name in sorted(first_samples() - {"sampler-widgets"}):
        context.engines = PromptEngines()
        scene = open_sample(collect_samples()[name], context).top
        for part in scene.root.walk() if isinstance(scene, PageScene) else ():
            kind, view = type(part), context.painter.view
            wide, high = LEAST.get(kind, (0, 0)) if scale == 1 else (0, 0)
            least = TARGET if part.is_focusable and kind.__name__ not in THIN else 0
            is_seen = part.rect.w and part.rect.h
            if is_seen and (
                part.rect.w < max(least, view.px(wide) - 1)
                or part.rect.h < max(least, view.px(high) - 1)
            ):
                small.append((name, kind.__name__, part.id, part.rect))
    assert not small
