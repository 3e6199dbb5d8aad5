"""Scenes pass into each other: only the picture does, nothing waits, at rest it costs nothing."""

from __future__ import annotations

import dataclasses

import pygame
import pytest

from game.ui.draw.painter import Painter
from game.ui.draw.theme import STRIPE_SETS, Colour, find_theme
from game.ui.frame.context import Context
from game.ui.frame.loop import FRAME_RATE
from game.ui.frame.scene import Doorway, Ignored, Navigation, Pop, Push, Refresh, Replace
from game.ui.frame.screen_transition import (
    TRANSITION_SECONDS,
    DoorPair,
    DoorTransition,
    Lying,
    ScreenTransition,
    SlideTransition,
    direction_between,
    door_between,
    lying_between,
)
from game.ui.layout.rects import Rect, make_view
from tests.ui.test_loop import FakeWindow, Recorder, Stage

OLD, NEW = (200, 40, 40), (30, 60, 220)
FRAMES = round(TRANSITION_SECONDS * FRAME_RATE)


class KeepingWindow(FakeWindow):
    """A window that keeps its picture, as real ones do."""

    def __init__(self) -> None:
        super().__init__()
        self.picture = pygame.Surface(self.size)

    @property
    def surface(self) -> pygame.Surface:
        """The same one for each size."""
        if self.picture.get_size() != self.size:
            self.picture = pygame.Surface(self.size)
        return self.picture


class Painted(Recorder):
    """A scene of one colour, its left half lighter."""

    def __init__(self, context: Context, colour: Colour, *, is_overlay: bool = False) -> None:
        super().__init__(context, is_overlay=is_overlay)
        self.colour = colour

    def draw(self, surface: pygame.Surface) -> None:
        """Fill."""
        super().draw(surface)
        if not self.is_overlay:
            surface.fill(self.colour)
        surface.fill(tuple(c + 35 for c in self.colour), (0, 0, surface.get_width() // 2, 200))


@pytest.fixture
def stage(context: Context) -> Stage:
    stage = Stage(context)
    stage.scene = Painted(context, OLD)
    stage.window = KeepingWindow()
    stage.loop.window = stage.window
    stage.stack.apply(Replace(stage.scene))
    stage.loop.step()
    assert at(stage, 0.9) == OLD
    return stage


def at(stage: Stage, share: float) -> tuple[int, ...]:
    width, height = stage.window.size
    return tuple(stage.window.surface.get_at((round(share * width), height - 1))[:3])


def go(stage: Stage, transition: Navigation) -> list[tuple[int, ...]]:
    """The colours of the frames in which it is done, until nothing moves any more."""
    assert isinstance(stage.stack.top, Recorder)
    stage.stack.top.answer = transition
    stage.send(pygame.MOUSEBUTTONUP, pos=(5, 5), button=1)
    seen = [at(stage, 0.5)]
    while len(seen) < 100:
        frames = stage.loop.frames
        stage.loop.step()
        if stage.loop.frames == frames:
            return seen
        seen.append(at(stage, 0.5))
    raise AssertionError("it never comes to rest")


def test_the_old_picture_fades_over_the_new_one_and_then_nothing_is_drawn(stage: Stage) -> None:
    new = Painted(stage.loop.context, NEW)
    seen = go(stage, Push(new))
    assert abs(len(seen) - FRAMES) <= 2
    blue = [colour[2] for colour in seen]
    assert blue == sorted(blue)
    assert blue[0] < NEW[2] / 2, "it begins with what was there"
    assert seen[-1] == NEW
    assert stage.loop.transition is None
    for _ in range(50):
        stage.loop.step()
    assert at(stage, 0.5) == NEW
    frames = stage.loop.frames
    stage.loop.step()
    assert stage.loop.frames == frames


@pytest.mark.parametrize("is_key", [False, True])
def test_a_click_or_a_key_ends_it(stage: Stage, is_key: bool) -> None:
    assert isinstance(stage.stack.top, Recorder)
    stage.stack.top.answer = Push(Painted(stage.loop.context, NEW))
    stage.send(pygame.MOUSEBUTTONUP, pos=(5, 5), button=1)
    stage.loop.step()
    assert at(stage, 0.5) != NEW
    if is_key:
        stage.send(pygame.KEYDOWN, key=pygame.K_h, mod=0, unicode="h", scancode=11)
    else:
        # Elsewhere: a second click at the first one's place is not taken.
        stage.send(pygame.MOUSEBUTTONDOWN, pos=(305, 205), button=1)
    stage.loop.step()
    assert stage.loop.transition is None


def test_it_begins_without_an_alpha_for_one_of_255_costs_more_than_a_frame() -> None:
    old, screen = pygame.Surface((40, 30)), pygame.Surface((40, 30))
    old.fill(OLD)
    transition = ScreenTransition(old)
    transition.draw(screen)
    assert old.get_alpha() is None
    assert screen.get_at((20, 15))[:3] == OLD
    transition.advance(TRANSITION_SECONDS / 2)
    screen.fill(NEW)
    transition.draw(screen)
    assert old.get_alpha() not in (None, 255)
    assert OLD[2] < screen.get_at((20, 15))[2] < NEW[2]


@pytest.mark.parametrize("is_reduced", [False, True])
def test_deeper_is_to_the_left_and_back_to_the_right_unless_motion_is_less(
    stage: Stage, is_reduced: bool
) -> None:
    context = stage.loop.context
    context.preferences = dataclasses.replace(context.preferences, has_reduced_motion=is_reduced)
    for transition, way in ((Push(Painted(context, NEW)), -1), (Pop(), 1)):
        assert isinstance(stage.stack.top, Recorder)
        stage.stack.top.answer = transition
        stage.send(pygame.MOUSEBUTTONUP, pos=(5, 5), button=1)
        for _ in range(FRAMES // 2):
            stage.loop.step()
        left, right = at(stage, 0.001), at(stage, 0.999)
        middle = at(stage, 0.5)
        bare = NEW if way < 0 else OLD
        if is_reduced:
            assert left == right == middle
        elif way < 0:
            assert right == bare
            assert left == middle != bare
        else:
            assert left == bare
            assert right == middle != bare
        for _ in range(FRAMES):
            stage.loop.step()


def test_the_new_scene_has_input_at_once_and_a_key_ends_the_passage(stage: Stage) -> None:
    new = Painted(stage.loop.context, NEW)
    stage.scene.answer = Push(new)
    stage.send(pygame.MOUSEBUTTONUP, pos=(5, 5), button=1)
    assert at(stage, 0.5) != NEW
    new.answer = None
    stage.send(pygame.KEYDOWN, key=pygame.K_j, mod=0, unicode="j")
    assert new.log.count("Command") == 1
    assert at(stage, 0.5) == NEW


def test_a_scene_with_an_entrance_of_its_own_comes_by_itself(stage: Stage) -> None:
    new = Painted(stage.loop.context, NEW)
    new.has_entrance = True
    assert go(stage, Push(new)) == [NEW]


def test_overlays_fade_in_their_place(stage: Stage) -> None:
    over = Painted(stage.loop.context, NEW, is_overlay=True)
    stage.scene.answer = Push(over)
    stage.send(pygame.MOUSEBUTTONUP, pos=(5, 5), button=1)
    stage.loop.step()
    assert stage.loop.transition is not None
    assert stage.loop.transition.way == 0


def test_a_window_of_another_size_shows_the_new_scene_at_once(stage: Stage) -> None:
    stage.scene.answer = Push(Painted(stage.loop.context, NEW))
    stage.send(pygame.MOUSEBUTTONUP, pos=(5, 5), button=1)
    stage.window.size = (1024, 640)
    stage.send(pygame.WINDOWSIZECHANGED, x=1024, y=640)
    assert at(stage, 0.5) == NEW
    stage.scene.answer = Ignored()


def test_another_theme_fades_in(stage: Stage) -> None:
    painter = stage.loop.context.painter
    stage.scene.answer = Refresh()
    painter.apply_theme(find_theme("daylight", STRIPE_SETS[0]))
    assert isinstance(stage.scene, Painted)
    stage.scene.colour = NEW
    stage.send(pygame.MOUSEBUTTONUP, pos=(5, 5), button=1)
    assert at(stage, 0.5) != NEW
    for _ in range(FRAMES + 1):
        stage.loop.step()
    assert at(stage, 0.5) == NEW
    painter.apply_theme(find_theme("night", STRIPE_SETS[0]))


def test_only_what_goes_back_comes_from_the_left(context: Context) -> None:
    menu, table, count = (Recorder(context, name) for name in ("menu", "table", "count"))
    assert direction_between((menu,), (menu, table), is_reduced=False) == -1
    assert direction_between((menu, table), (menu, count), is_reduced=False) == -1
    assert direction_between((menu, table), (menu,), is_reduced=False) == 1
    assert direction_between((menu, table), (menu,), is_reduced=True) == 0


class WithDoor(Painted):
    """A scene with one door of a number, at its place."""

    def __init__(self, context: Context, colour: Colour, number: int, rect: Rect) -> None:
        super().__init__(context, colour)
        self.ways = [Doorway(number, rect, (250, 210, 40))]

    def doorways(self) -> list[Doorway]:
        """The one door."""
        return self.ways


def test_a_door_is_passed_between_a_page_and_another_level_by_the_one_they_share(
    context: Context,
) -> None:
    def page(*numbers: int, is_overlay: bool = False) -> WithDoor:
        made = WithDoor(context, OLD, 0, Rect(0, 0, 9, 9))
        made.ways = [Doorway(number, Rect(number, 0, 9, 9), OLD) for number in numbers]
        made.is_overlay = is_overlay
        return made

    menu, head, over = page(1, 2, 3), page(2), page(2, is_overlay=True)
    inward, outward = (door_between((menu,), (menu, head)), door_between((menu, head), (menu,)))
    assert inward == (menu.ways[1], head.ways[0], True)
    assert outward == (head.ways[0], menu.ways[1], False)
    for before, after in (
        ((menu,), (menu, over)),
        ((menu, over), (menu,)),
        ((menu, menu), (menu, head)),
        ((menu,), (menu, page(4))),
        ((menu,), (menu, page(2, 3))),
        ((), (menu,)),
        ((menu,), ()),
    ):
        assert door_between(before, after) is None


def test_a_panel_slides_where_one_comes_or_goes_and_not_from_one_to_another(
    context: Context,
) -> None:
    page, other, over = Recorder(context), Recorder(context), Recorder(context, is_overlay=True)
    was, now = Rect(0, 0, 3, 3), Rect(0, 0, 4, 4)
    for before, after, first, second, expected in (
        ((page,), (page, over), None, now, Lying(now, True)),
        ((page,), (page, over), was, now, Lying(now, True)),
        ((page, over), (page,), was, None, Lying(was, False)),
        ((page, over), (page,), was, now, Lying(was, False)),
        ((page,), (page,), None, now, Lying(now, True)),
        ((page,), (page,), was, None, Lying(was, False)),
        ((page,), (page,), was, now, None),
        ((page,), (page,), None, None, None),
        ((page,), (page, other), None, now, None),
        ((page,), (other,), was, None, None),
        ((page,), (page, over), None, None, None),
    ):
        assert lying_between(before, after, first, second) == expected, (first, second)


@pytest.mark.parametrize("is_reduced", [False, True])
@pytest.mark.parametrize("number", [9, 8])
def test_a_door_s_band_fills_the_window_and_shrinks_to_the_head_of_its_page(
    stage: Stage, is_reduced: bool, number: int
) -> None:
    context = stage.loop.context
    context.preferences = dataclasses.replace(context.preferences, has_reduced_motion=is_reduced)
    stage.stack.apply(Replace(WithDoor(context, OLD, 9, Rect(0, 200, 300, 80))))
    page = WithDoor(context, NEW, number, Rect(0, 20, 150, 60))
    passes = not is_reduced and number == 9
    go(stage, Refresh())
    for way, colour in ((Push(page), NEW), (Pop(), OLD)):
        assert isinstance(stage.stack.top, Recorder)
        stage.stack.top.answer = way
        stage.send(pygame.MOUSEBUTTONUP, pos=(5, 5), button=1)
        assert isinstance(stage.loop.transition, DoorTransition) is passes
        full = 0
        for _ in range(60):
            full += {at(stage, share) for share in (0.0, 0.5, 0.99)} == {(250, 210, 40)}
            stage.loop.step()
        assert (full > 0) is passes
        assert at(stage, 0.9) == colour
        assert stage.loop.transition is None


class WithSlab(Painted):
    """A scene with something over its page, at its place, while that `is_open`."""

    def __init__(self, context: Context, rect: Rect, *, is_overlay: bool) -> None:
        super().__init__(context, OLD, is_overlay=is_overlay)
        self.rect, self.is_open = rect, is_overlay

    def lying(self) -> Rect | None:
        return self.rect if self.is_open else None

    def draw(self, surface: pygame.Surface) -> None:
        """Fill, and its place in another colour."""
        if not self.is_overlay:
            surface.fill(self.colour)
        if self.is_open:
            surface.fill(NEW, self.rect)


SLABS = {
    "left": (Rect(0, 0, 300, 600), (10, 300), (290, 300)),
    "right": (Rect(700, 0, 260, 600), (950, 300), (710, 300)),
    "whole": (Rect(0, 0, 960, 600), (950, 300), (10, 300)),
    "foot": (Rect(0, 400, 960, 200), (500, 595), (500, 405)),
    "across": (Rect(0, 200, 960, 200), (10, 300), (950, 300)),
}
"""Its place in a window of 960x600, what of it comes first, and what comes last."""


@pytest.mark.parametrize("is_overlay", [True, False])
@pytest.mark.parametrize("side", SLABS)
def test_what_lies_over_a_page_slides_in_from_its_edge_and_out_again(
    stage: Stage, side: str, is_overlay: bool
) -> None:
    rect, first, last = SLABS[side]
    stage.window.size = (960, 600)
    stage.send(pygame.WINDOWSIZECHANGED, x=960, y=600)
    page = WithSlab(stage.loop.context, rect, is_overlay=is_overlay)
    if not is_overlay:
        stage.stack.apply(Replace(page))
        go(stage, Refresh())

    def is_there(at: tuple[int, int]) -> bool:
        return stage.window.surface.get_at(at)[:3] == NEW

    for comes in (True, False):
        if not is_overlay:
            page.is_open = comes
        way = (Push(page) if comes else Pop()) if is_overlay else Refresh()
        assert isinstance(stage.stack.top, Recorder)
        stage.stack.top.answer = way
        stage.send(pygame.MOUSEBUTTONUP, pos=(5, 5), button=1)
        assert isinstance(stage.loop.transition, SlideTransition)
        seen = []
        for _ in range(20):
            seen.append((is_there(first), is_there(last)))
            stage.loop.step()
        assert (True, False) in seen
        assert (False, True) not in seen
        assert seen[-1] == (comes, comes)
        assert stage.loop.transition is None


def test_with_less_motion_nothing_slides(stage: Stage) -> None:
    context = stage.loop.context
    context.preferences = dataclasses.replace(context.preferences, has_reduced_motion=True)
    stage.scene.answer = Push(WithSlab(context, Rect(0, 0, 300, 600), is_overlay=True))
    stage.send(pygame.MOUSEBUTTONUP, pos=(5, 5), button=1)
    assert not isinstance(stage.loop.transition, SlideTransition)


def test_the_page_below_a_panel_becomes_dark_in_steps_and_light_again() -> None:
    area, slab = Rect(0, 0, 960, 600), Rect(0, 0, 300, 600)
    painter = Painter(make_view(area.size))
    light, dark = pygame.Surface(area.size), pygame.Surface(area.size)
    light.fill((200, 200, 200))
    dark.blit(light, (0, 0))
    painter.dim(dark)
    over = dark.copy()
    over.fill(NEW, slab)
    for comes, old, new in ((True, light, over), (False, over, light)):
        moving = SlideTransition.along(Lying(slab, comes), area, old.copy(), painter.dim)
        seen = []
        while moving.advance(1 / 60):
            surface = new.copy()
            moving.draw(surface)
            beside, below = (surface.get_at((x, 300))[0] for x in (900, 299))
            assert below in (beside, NEW[0]), "one page, without a seam"
            seen.append(beside)
        levels = list(dict.fromkeys(seen))
        assert len(levels) == 3
        assert levels == sorted(levels, reverse=comes)


def test_a_door_closes_faster_than_it_opens_and_a_band_comes_faster_than_a_slab() -> None:
    picture, door = pygame.Surface((4, 4)), Doorway(9, Rect(0, 0, 10, 10), (1, 2, 3))
    opening, closing = (
        DoorTransition.through(DoorPair(door, door._replace(number=8), opens), picture)
        for opens in (True, False)
    )
    assert (opening.first.number, opening.second.number) == (9, 8)
    assert (opening.seconds, closing.seconds) == ((0.16, 0.22), (0.13, 0.13))
    assert (opening.left, closing.left) == (0.38, 0.26)
    area, slab = Rect(0, 0, 1280, 800), Rect(900, 0, 380, 800)
    for rect, comes, seconds in (
        (slab, True, 0.2),
        (slab, False, 0.16),
        (Rect(0, 500, 1280, 300), True, 0.16),
        (Rect(0, 500, 1280, 300), False, 0.16),
    ):
        assert SlideTransition.along(Lying(rect, comes), area, picture).seconds == seconds
