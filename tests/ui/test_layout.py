"""Rectangles fill what they are cut from; views stay usable at every size and scale."""

from __future__ import annotations

import itertools

import pygame
import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.ui.layout.rects import MIN_WINDOW, Rect, find_scale_ends, make_view

sizes = st.integers(0, 900)
rects = st.builds(Rect, sizes, sizes, sizes, sizes)
windows = st.tuples(st.integers(1024, 7680), st.integers(640, 4320))


@given(rects, st.integers(1, 9), st.integers(0, 20))
def test_columns_fill_the_rectangle_without_overlap(rect: Rect, count: int, gap: int) -> None:
    columns = rect.columns(count, gap)
    assert len(columns) == count
    assert columns[0].x == rect.x
    if rect.w >= gap * (count - 1):
        assert columns[-1].right == rect.right
        assert max(c.w for c in columns) - min(c.w for c in columns) <= 1
    for left, right in itertools.pairwise(columns):
        assert right.x == left.right + gap


@given(rects, st.integers(0, 1200), st.integers(0, 30))
def test_cuts_stay_inside_and_apart(rect: Rect, length: int, gap: int) -> None:
    for piece, rest in (
        rect.cut_left(length, gap),
        rect.cut_right(length, gap),
        rect.cut_top(length, gap),
        rect.cut_bottom(length, gap),
    ):
        assert not pygame.Rect(piece).colliderect(rest)
        for part in (piece, rest):
            assert part.x >= rect.x
            assert part.y >= rect.y
            assert part.right <= rect.right
            assert part.bottom <= rect.bottom


@given(windows, st.floats(0.5, 3))
def test_a_view_always_has_room_for_960_by_600_units(window: tuple[int, int], scale: float) -> None:
    view = make_view(window, scale)
    assert view.area.w / view.scale >= 960 - 1e-6
    assert view.area.h / view.scale >= 600 - 1e-6


@given(windows)
def test_the_interface_scale_ends_where_the_window_ends(window: tuple[int, int]) -> None:
    least, most = find_scale_ends(window)
    steps = [least + (most - least) * n / 10 for n in range(11)]
    scales = [make_view(window, step).scale for step in steps]
    assert scales == sorted(scales)
    assert len(set(scales)) == len(set(steps)), "what differs on the slider differs in the window"
    assert (scales[0], scales[-1]) == (make_view(window, 0.1).scale, make_view(window, 9).scale)
    assert least >= 0.75


def test_an_upright_window_has_larger_words() -> None:
    assert make_view((1080, 1920)).scale == 1 == make_view((1280, 1024)).scale
    for size in ((1024, 768), (1280, 1024), (800, 480)):
        assert (
            make_view(size, 9).scale >= make_view(size).scale >= min(size[0] / 1280, size[1] / 800)
        )


def test_the_smallest_window_keeps_words_readable() -> None:
    assert make_view(MIN_WINDOW, 0.75).px(14.5) >= 12


@pytest.mark.parametrize(("units", "pixels"), [(0, 0), (0.1, 1), (10, 10), (-3, -3)])
def test_a_length_never_vanishes(units: float, pixels: int) -> None:
    assert make_view((1280, 800)).px(units) == pixels
