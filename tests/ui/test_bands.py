"""Bands are legible and distinct from their neighbours, in every theme, by every kind of eye."""

from __future__ import annotations

from itertools import pairwise, product

import pygame
import pytest

from game.rules.tiles import NUMBERS
from game.ui.draw.bands import (
    ScoreBand,
    TotalMark,
    draw_band,
    draw_band_focus,
    draw_fold,
    draw_harvest,
    draw_marks,
    draw_rounds,
    draw_score_band,
    harvest_rects,
    harvest_scale,
    points_words,
    read_bands,
)
from game.ui.draw.painter import Painter
from game.ui.draw.theme import STRIPE_SETS, STRIPES, THEMES, Theme, find_theme
from game.ui.layout.rects import Rect, make_view
from tests.each import each
from tests.ui.colour_vision import contrast

EVERY_THEME = [find_theme(name, stripes) for name in THEMES for stripes in STRIPE_SETS]


def test_points_are_written_with_a_half() -> None:
    points = (0, 0.5, 1, 1.5, 10.5, 20, 1.25)
    assert [*map(points_words, points)] == ["0", "½", "1", "1½", "10½", "20", "1.25"]


@each(EVERY_THEME)
def test_the_edge_of_the_focus_has_the_ground_on_either_side(theme: Theme) -> None:
    p, painter = theme.palette, Painter(make_view((1280, 800)), theme)
    for ground in (p.sky, p.sky_foot):
        assert contrast(p.focus, ground) >= 3
    for end in ("fold", "cut", "edge"):
        surface = pygame.Surface((400, 120))
        surface.fill(p.sky)
        band = Rect(-10, 20, 300, 74)
        draw_band(surface, painter, theme.stripes[9], band, end)
        draw_band_focus(surface, painter, band, end)
        column = [tuple(surface.get_at((100, y)))[:3] for y in range(11, 23)]
        assert column.count(p.focus) == 4
        at = column.index(p.focus)
        assert column[at - 1] == column[at + 4] == p.sky


@pytest.mark.parametrize("number", STRIPES)
def test_a_line_shows_its_direction_at_its_left_end(number: int) -> None:
    painter = Painter(make_view((1280, 800)))
    surface = pygame.Surface((300, 200))
    draw_harvest(surface, painter, Rect(50, 0, 200, 200), [ScoreBand(100, number, 5)], 200)
    fill, left = painter.theme.stripes[number], 53
    ends = [tuple(surface.get_at((left, y)))[:3] == fill for y in (105, 197)]
    direction = next(i for i, numbers in enumerate(NUMBERS.values()) if number in numbers)
    assert ends == [[True, True], [False, True], [True, False]][direction]


def test_a_harvest_is_as_high_as_its_points() -> None:
    painter = Painter(make_view((1280, 800)))
    lines = read_bands(["3x9", "5x1", "4x8"])
    rects = harvest_rects(painter, Rect(0, 0, 150, 600), lines, 200)
    assert [rect.h for rect in rects] == [81, 15, 96]
    assert rects[0].bottom == 600
    for below, above in pairwise(rects):
        assert above.bottom == below.y
    thin = harvest_rects(painter, Rect(0, 0, 150, 60), [ScoreBand(1, 1, 1)], 200)
    assert thin[0].h == 3


def test_the_scale_leaves_room_above_all_totals_and_near_marks() -> None:
    assert harvest_scale(0) == 150
    assert harvest_scale(140) == 200
    assert harvest_scale(40, [190]) == 250
    assert harvest_scale(100, marks=[TotalMark(140, "best", (0, 0, 0))]) == 200
    assert harvest_scale(100, marks=[TotalMark(240, "best", (0, 0, 0))]) == 150
    assert harvest_scale(900) == 1000


def test_a_fold_stays_left_of_its_end() -> None:
    painter = Painter(make_view((1280, 800)))
    surface = pygame.Surface((600, 300))
    draw_fold(surface, painter, painter.theme.stripes[9], Rect(0, 200, 200, 74), 400)
    assert not any(surface.get_at((401, y))[0] for y in range(300))
    assert any(surface.get_at((390, y))[0] for y in range(300))


def test_every_mark_has_its_words_where_nothing_covers_them() -> None:
    painter = Painter(make_view((1280, 800)))
    column = Rect(800, 160, 480, 640)
    number = Rect(824, 330, 200, 120)
    marks = [TotalMark(points, f"mark {points}", (255, 255, 255)) for points in (60, 130, 195, 300)]
    surface = pygame.Surface((1280, 800))
    places = {}

    def note(_: object, words: str, at: tuple[float, float], *__: object) -> None:
        places[words.removeprefix("↑ ")] = at

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Painter, "text", lambda _, *given: note(*given))
        draw_marks(surface, painter, column, marks, 200, 470, number)
    assert {words: at[0] > column.x for words, at in places.items()} == {
        "mark 60": False,
        "mark 130": False,
        "mark 195": True,
        "mark 300": True,
    }
    ys = sorted(at[1] for words, at in places.items() if words in ("mark 195", "mark 300"))
    assert ys[1] - ys[0] >= painter.px(22)


@pytest.mark.parametrize("points", [0, 1, 3])
def test_the_words_of_a_low_mark_are_whole_above_the_window_s_foot(points: int) -> None:
    painter, words = Painter(make_view((1280, 800))), "your average"
    surface, whole = pygame.Surface((1280, 800)), pygame.Surface((1280, 800))
    mark = TotalMark(points, words, (255, 255, 255))
    draw_marks(surface, painter, Rect(800, 160, 480, 640), [mark], 200, 470)
    style = painter.theme.type.strong.coloured(mark.ink)
    painter.text(whole, words, (700, 400), style, "right")
    drawn = surface.subsurface((0, 0, 780, 800))
    assert lit(drawn) == lit(whole)


def lit(surface: pygame.Surface) -> int:
    """Return how many pixels were drawn on."""
    return pygame.mask.from_threshold(surface, (255, 255, 255), (200, 200, 200)).count()


def test_the_sum_of_a_round_covers_no_words() -> None:
    painter = Painter(make_view((1280, 800)))
    places: dict[str, tuple[float, float]] = {}

    def note(_: object, words: str, at: tuple[float, float], *__: object) -> None:
        places[words] = at

    column, rounds = Rect(0, 0, 150, 640), [read_bands(("3x9", "5x5"))]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Painter, "text", lambda _, *given: note(*given))
        surface = pygame.Surface((150, 640))
        draw_rounds(surface, painter, column, rounds, 400)
        assert places.keys() == {"5×5", "25", "52"}
        places.clear()
        draw_rounds(surface, painter, column, rounds, 200)
    foot = painter.px(26)
    assert places.keys() == {"3×9", "27", "5×5", "25", "52"}
    assert places["3×9"][1] + painter.px(10) <= column.bottom - foot < places["52"][1]


def test_the_sum_of_a_round_has_its_half_as_its_bands_have() -> None:
    painter, words = Painter(make_view((1280, 800))), list[str]()
    rounds = [[ScoreBand(13.5, 9, 3, is_late=True), ScoreBand(25, 5, 5)]]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Painter, "text", lambda _, surface, text, *__: words.append(text))
        draw_rounds(pygame.Surface((150, 640)), painter, Rect(0, 0, 150, 640), rounds, 400)
    assert "38½" in words


def test_the_words_of_a_slim_band_stay_apart_from_its_points() -> None:
    painter, surface, text = (
        Painter(make_view((1280, 800))),
        pygame.Surface((200, 60)),
        Painter.text,
    )
    drawn: list[Rect] = []
    bands = [ScoreBand(40, 8, 5), ScoreBand(28, 7, 4), ScoreBand(13.5, 9, 3, is_late=True)]
    counts = set()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Painter, "text", lambda *given: drawn.append(text(*given)))
        for one, width in product(bands, range(100, 160, 5)):
            drawn.clear()
            draw_score_band(surface, painter, one, Rect(0, 0, width, 60))
            counts.add(len(drawn))
            assert all(a.right + 6 <= b.x for a, b in pairwise(sorted(drawn))), (one, width)
    assert counts <= {1, 2}
    assert 2 in counts
