"""Rectangles fill what they are cut from; views stay usable at every size and scale."""

from __future__ import annotations

import itertools

import pygame
import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.ui.layout.rects import MIN_WINDOW, Rect, find_scale_ends, make_view, square_around

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


def test_a_rectangle_is_cut_stacked_and_moved_to_the_pixel() -> None:
    rect = Rect(10, 20, 101, 60)
    for found, expected in (
        (rect.centre, (60, 50)),
        (rect.inset(3), Rect(13, 23, 95, 54)),
        (rect.inset(3, 4), Rect(13, 24, 95, 52)),
        (rect.inset(60, 0), Rect(70, 20, 0, 60)),
        (rect.moved(-1, 2), Rect(9, 22, 101, 60)),
        (rect.centred(51, 20), Rect(35, 40, 51, 20)),
        (rect.cut_left(30, 5), (Rect(10, 20, 30, 60), Rect(45, 20, 66, 60))),
        (rect.cut_right(30, 5), (Rect(81, 20, 30, 60), Rect(10, 20, 66, 60))),
        (rect.cut_top(30, 5), (Rect(10, 20, 101, 30), Rect(10, 55, 101, 25))),
        (rect.cut_bottom(30, 5), (Rect(10, 50, 101, 30), Rect(10, 20, 101, 25))),
        (rect.cut_left(98, 5), (Rect(10, 20, 98, 60), Rect(111, 20, 0, 60))),
        (rect.cut_left(-7), (Rect(10, 20, 0, 60), rect)),
        (rect.weighted_columns([1, 3], 1), [Rect(10, 20, 25, 60), Rect(36, 20, 75, 60)]),
        (
            rect.weighted_rows([1, 0, 2], 3),
            [Rect(10, y, 101, h) for y, h in ((20, 18), (41, 0), (44, 36))],
        ),
        (rect.columns(0), []),
        (rect.stack([10, 70], 4), [Rect(10, 20, 101, 10), Rect(10, 34, 101, 70)]),
        (Rect(0, 0, 9, 9).grid(2, 2, 1)[1:3], [Rect(5, 0, 4, 4), Rect(0, 5, 4, 4)]),
        (square_around((9.6, 4.4), 2.5), Rect(8, 2, 4, 4)),
    ):
        assert found == expected
    inside = [rect.contains(at) for at in ((10, 20), (110, 79), (111, 50), (50, 80), (9.9, 30))]
    assert inside == [True, True, False, False, False]


def test_scales_end_at_what_is_readable_and_at_what_has_room() -> None:
    for size, least, most in (
        ((1280, 800), 0.8, 4 / 3),
        ((2560, 1600), 0.75, 4 / 3),
        ((1024, 640), 1.0, 4 / 3),
        ((960, 600), 1 / 0.9375, 4 / 3),
        ((800, 500), 1.28, 4 / 3),
        ((480, 300), 4 / 3, 4 / 3),
        ((1080, 1200), 0.8, 1.125),
    ):
        ends = find_scale_ends(size)
        assert [*ends] == pytest.approx([least, most]), size
    view = make_view((1600, 1000))
    assert (view.units_wide, view.units_high, view.is_upright) == (1280, 800, False)
    assert [make_view(size).is_upright for size in ((800, 801), (800, 800))] == [True, False]
