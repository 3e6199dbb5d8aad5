"""Pictures kept, made within a time, and made ahead."""

from __future__ import annotations

from functools import partial

import pygame
import pytest

from game.locale import Language
from game.ui.draw.surface_cache import (
    Prerender,
    SliceSpent,
    StillPicture,
    SurfaceCache,
    cached_in,
    make,
    rendering_deadline,
)
from tests.gallery import collect_samples, make_context, open_sample


def square() -> pygame.Surface:
    """A picture of a hundred pixels."""
    return pygame.Surface((10, 10))


def test_each_try_makes_something_and_keeps_it() -> None:
    cache = SurfaceCache()
    tries = 0
    while True:
        tries += 1
        try:
            with rendering_deadline(0.0):
                for key in range(5):
                    cache.get(key, square)
            break
        except SliceSpent:
            assert tries < 6
    assert tries == 5


def test_a_picture_made_of_others_comes_about_in_however_little_time() -> None:
    cache = SurfaceCache()

    def framed() -> pygame.Surface:
        inner = cache.get("inner", square)
        outer = pygame.Surface((20, 20))
        outer.blit(inner, (5, 5))
        return outer

    with rendering_deadline(0.0):
        assert cache.get("outer", framed).get_size() == (20, 20)


def test_without_a_limit_everything_is_made_at_once() -> None:
    cache = SurfaceCache()
    with rendering_deadline(0.0):
        cache.get(1, square)
        with pytest.raises(SliceSpent):
            cache.get(2, square)
    # Who comes too late makes nothing, and shows what is there.
    with rendering_deadline(-1.0, is_late=True):
        assert cache.get(1, square).get_size() == (10, 10)
        with pytest.raises(SliceSpent):
            cache.get(2, square)
    assert cache.get(2, square).get_size() == (10, 10)


def test_those_longest_unused_are_dropped_past_the_bound() -> None:
    cache = SurfaceCache(max_pixels=250)
    first = cache.get(1, square)
    cache.get(2, square)
    assert cache.get(1, square) is first
    cache.get(3, square)
    assert cache.peek(1) is first
    assert cache.peek(2) is None
    cache.drop(3)
    cache.get(4, square)
    assert cache.peek(1) is first


def test_a_cleared_cache_has_all_its_room_again_and_so_has_one_whose_picture_was_dropped() -> None:
    cache = SurfaceCache(max_pixels=200)
    for drops in ((), (1, 2, 9)):
        for key in (1, 2):
            cache.get(key, square)
        for key in drops:
            cache.drop(key)
        if not drops:
            cache.clear()
        kept = [cache.get(key, square) for key in (1, 2)]
        assert [cache.peek(key) for key in (1, 2)] == kept


def test_a_limit_inside_another_ends_with_its_block() -> None:
    cache = SurfaceCache()
    with rendering_deadline(0.0):
        cache.get(1, square)
        with rendering_deadline(100.0):
            for key in (2, 3):
                cache.get(key, square)
        with pytest.raises(SliceSpent):
            cache.get(4, square)
    with rendering_deadline(100.0):
        with rendering_deadline(0.0):
            cache.get(5, square)
        cache.get(6, square)
        cache.get(7, square)
    with rendering_deadline(0.0):
        with rendering_deadline(100.0):
            cache.get(8, square)
        # What was made inside does not count here.
        cache.get(9, square)


def test_one_picture_is_kept_however_large_it_is() -> None:
    cache = SurfaceCache(max_pixels=50)
    first = cache.get(1, square)
    assert cache.peek(1) is first
    cache.get(2, square)
    assert cache.peek(1) is None


def test_a_still_picture_is_drawn_anew_for_another_key_or_size() -> None:
    still = StillPicture()
    drawn: list[pygame.Surface] = []
    for key, size in (("a", 10), ("a", 10), ("b", 10), ("b", 20), ("b", 20), ("a", 20)):
        still.draw(pygame.Surface((size, size)), key, drawn.append)
    assert len(drawn) == 4


def test_a_rehearsal_goes_through_every_drawing_in_slices() -> None:
    cache = SurfaceCache()
    seen: list[int] = []

    def draw(stage: pygame.Surface, key: int) -> None:
        stage.blit(cache.get(key, square), (0, 0))
        stage.blit(cache.get(-key, square), (0, 0))
        seen.append(key)

    rehearsal = Prerender(partial(draw, key=key) for key in range(1, 4))
    slices = 1
    while rehearsal.go_on(0.0):
        slices += 1
        assert slices < 20
    assert seen == [1, 2, 3]
    assert slices >= 3
    assert not Prerender().go_on(1.0)


@pytest.mark.parametrize("name", ["apart-carry", "caller-picker", "keyboard", "share"])
def test_a_dialog_over_a_page_is_not_rendered_anew_in_each_frame(name: str) -> None:
    """However many pictures the two take in a large window."""
    size = (1920, 1080)
    context = make_context(Language.GERMAN, size)
    stack = open_sample(collect_samples()[name], context)
    surface = pygame.Surface(size)
    stack.draw(surface)
    with rendering_deadline(0.0):
        # The one picture that a frame may always make.
        make(square)
        stack.draw(surface)


def test_a_still_picture_given_up_half_way_is_not_taken_for_the_one_before() -> None:
    still, surface = StillPicture(), pygame.Surface((10, 10))

    def half(canvas: pygame.Surface) -> None:
        canvas.fill((9, 9, 9))
        raise SliceSpent

    still.draw(surface, "one", lambda canvas: canvas.fill((1, 1, 1)))
    with pytest.raises(SliceSpent):
        still.draw(surface, "two", half)
    assert surface.get_at((5, 5))[:3] == (1, 1, 1)
    still.draw(surface, "one", lambda canvas: canvas.fill((2, 2, 2)))
    assert surface.get_at((5, 5))[:3] == (2, 2, 2)


def test_a_function_s_pictures_are_cached_by_the_function_and_all_its_arguments() -> None:
    cache, made = SurfaceCache(), list[tuple[str, int, bool]]()

    @cached_in(cache)
    def one(side: int, *, is_wide: bool = False) -> pygame.Surface:
        made.append(("one", side, is_wide))
        return square()

    @cached_in(cache)
    def two(side: int, *, is_wide: bool = False) -> pygame.Surface:
        made.append(("two", side, is_wide))
        return square()

    for _ in range(2):
        pictures = {
            id(render(side, is_wide=is_wide))
            for render in (one, two)
            for side in (1, 2)
            for is_wide in (True, False)
        }
        assert len(pictures) == len(made) == 8
    assert len({*made}) == 8
