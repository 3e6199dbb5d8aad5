"""Bands are legible and distinct from their neighbours, in every theme, by every kind of eye."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from itertools import pairwise, product
from typing import Any

import pygame
import pytest

from game.rules.boards import CLASSIC
from game.rules.placement import empty_position, put_unchecked
from game.rules.ruleset import RayRule, Ruleset
from game.rules.scoring import score_position
from game.rules.tiles import NUMBERS, REGULAR_TILES
from game.ui.draw.animation import mix_colour
from game.ui.draw.bands import (
    End,
    ScoreBand,
    Shade,
    TotalMark,
    bands_of_score,
    draw_band,
    draw_band_focus,
    draw_flag,
    draw_fold,
    draw_harvest,
    draw_hero,
    draw_hexagon,
    draw_hexagon_focus,
    draw_marks,
    draw_ring,
    draw_rise_left,
    draw_rounds,
    draw_score_band,
    end_around,
    fill_gold,
    harvest_rects,
    harvest_scale,
    is_mute,
    points_words,
    read_bands,
    shaded,
)
from game.ui.draw.icons import Icon
from game.ui.draw.painter import Painter
from game.ui.draw.theme import BLACK, STRIPE_SETS, STRIPES, THEMES, Colour, Theme, find_theme
from game.ui.layout.rects import Rect, make_view
from tests.each import each
from tests.ui.colour_vision import contrast
from tests.ui.painted import Sketch, compare_sketches, place_of
from tests.ui.unseen import drawn_words
from tests.ui.written import written_lines

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


def test_a_band_under_the_pointer_stands_out_and_a_disabled_one_goes_back() -> None:
    shades: tuple[Shade, ...] = ("lit", "pressed", "off")
    for theme in EVERY_THEME:
        p = theme.palette
        for fill in (*theme.stripes.values(), p.chosen, p.card):
            lit, pressed, off = (shaded(theme, fill, shade) for shade in shades)
            assert shaded(theme, fill, "rest") == fill
            ink = theme.ink_on(fill)
            if p.dark == BLACK:
                assert contrast(lit, ink) >= contrast(fill, ink), "its words are read as well"
            assert pressed == mix_colour(fill, p.dark, 0.14)
            assert contrast(off, p.sky_foot) <= contrast(fill, p.sky_foot)


def test_a_board_s_bands_are_its_lines_and_then_its_rays() -> None:
    position = empty_position(CLASSIC)
    line = next(one for one in CLASSIC.lines if len(one.spaces) == 3)
    number = NUMBERS[line.direction][0]
    for index, tile in enumerate(t for t in REGULAR_TILES if t.number(line.direction) == number):
        if index < 3:
            position = put_unchecked(position, tile, line.spaces[index], is_late=index == 1)
    suns = [tile for tile in REGULAR_TILES if tile.symbol == "sun" and tile not in position.tiles]
    beside = next(
        one for one in CLASSIC.lines if len(one.spaces) == 3 and not {*one.spaces} & {*line.spaces}
    )
    for tile, space in zip(suns, beside.spaces, strict=False):
        position = put_unchecked(position, tile, space)
    score = score_position(Ruleset(rays=RayRule.RAYS), position)
    bands = bands_of_score(score)
    assert [band.kind for band in bands] == ["line"] * len(score.lines) + ["sun"] * len(score.rays)
    assert score.rays
    first = next(band for band in bands if band.number == number)
    assert first == ScoreBand(3 * number / 2, number, 3, is_late=True)
    assert (first.name, bands[-1].name, bands[-1].length) == (f"3×{number}", "", 3)
    assert sum(band.points for band in bands) == score.total
    assert read_bands(["3x9", "", "0x1", "3x0", "3x99", "5x1 "]) == (ScoreBand(27, 9, 3),)


def test_a_harvest_ends_at_its_topmost_band_and_rounds_lie_on_each_other() -> None:
    painter = Painter(make_view((1280, 800)))
    surface = pygame.Surface((300, 400))
    column, lines = Rect(50, 0, 200, 400), read_bands(["3x9", "5x1", "4x8"])
    rects = harvest_rects(painter, column, lines, 200)
    assert draw_harvest(surface, painter, column, lines, 200) == rects[-1].y
    assert draw_harvest(surface, painter, column, (), 200) == 400
    top = draw_rounds(surface, painter, column, [lines, (), lines], 200)
    high = 400 - rects[-1].y
    assert top == 400 - 2 * high - 2 * painter.px(5)
    assert draw_rounds(surface, painter, column, [], 200) == 400


def test_a_band_s_words_are_its_line_and_points_where_they_have_room() -> None:
    painter = Painter(make_view((1280, 800)))
    late = ScoreBand(13.5, 9, 3, is_late=True)
    for band, size, words in (
        (ScoreBand(27, 9, 3), (200, 30), ["3×9", "27"]),
        (ScoreBand(27, 9, 3), (200, 23), []),
        (ScoreBand(27, 9, 3), (80, 30), ["3×9", "27"]),
        (ScoreBand(27, 9, 3), (50, 30), ["9"]),
        (ScoreBand(27, 9, 3), (39, 30), []),
        (late, (200, 30), ["3×9", "13½"]),
        (late, (300, 30), ["3×9", "13½", "½"]),
        (ScoreBand(6, kind="sun", length=3), (200, 30), ["6"]),
        (ScoreBand(6, kind="bonus"), (200, 30), ["6"]),
        (ScoreBand(6, kind="ace"), (200, 22), []),
        (ScoreBand(6, kind="sun", length=3), (70, 30), []),
    ):
        rect = Rect(0, 0, *size)
        drawn = drawn_words(
            lambda surface, band=band, rect=rect: draw_score_band(  # type: ignore[misc]
                surface, painter, band, rect
            ),
            (300, 40),
        )
        assert drawn == words, (band, size)
        if band.kind == "line" and size[0] >= 40:
            assert is_mute(painter, rect) is not bool(words)


def test_a_late_line_is_half_a_band_and_what_is_no_line_has_an_edge_alone() -> None:
    painter = Painter(make_view((1280, 800)))
    p, fill = painter.theme.palette, painter.theme.stripes[9]
    for band, left, right in (
        (ScoreBand(27, 9, 3), fill, fill),
        (ScoreBand(13.5, 9, 3, is_late=True), fill, mix_colour(p.sky_foot, fill, 0.16)),
        (ScoreBand(6, kind="sun"), sun := mix_colour(p.sky_foot, p.sun_ink, 0.16), sun),
        (ScoreBand(6, kind="moon"), moon := mix_colour(p.sky_foot, p.moon_ink, 0.16), moon),
        (ScoreBand(6, kind="ace"), ace := mix_colour(p.sky_foot, p.cool, 0.16), ace),
    ):
        surface = pygame.Surface((200, 40))
        draw_score_band(surface, painter, band, Rect(0, 0, 200, 40))
        assert [surface.get_at((x, 5))[:3] for x in (95, 105)] == [left, right]


def test_a_flag_is_as_full_as_its_game_was_good() -> None:
    painter = Painter(make_view((1280, 800)))
    p, ink = painter.theme.palette, painter.theme.stripes[6]

    def top(points: float, full: float | None) -> int:
        """Return the highest row in the middle with the line's colour."""
        surface = pygame.Surface((120, 120))
        surface.fill(p.sky)
        draw_flag(surface, painter, (60, 60), 50, [ScoreBand(points, 6, 5)], full)
        return next(y for y in range(120) if surface.get_at((60, y))[:3] == ink)

    foot, high = 60 + 43, 86
    for points, full, share in ((50, 100, 0.5), (100, None, 0.5), (100, 50, 0.97), (30, 300, 0.1)):
        assert top(points, full) == pytest.approx(foot - high * share, abs=6), (points, full)
    rims = []
    for edge in (None, p.gold):
        surface = pygame.Surface((120, 120))
        draw_flag(surface, painter, (60, 60), 50, [], None, edge)
        rims.append(surface.get_at((60, 60 - 42))[:3])
        assert surface.get_at((60, 60))[:3] == p.well
    assert rims == [p.line, p.gold]


def test_gold_has_an_ink_edge_where_it_is_hardly_seen_and_a_ring_goes_clockwise() -> None:
    for name, has_rim in (("night", False), ("daylight", True), ("contrast", False)):
        painter = Painter(make_view((1280, 800)), find_theme(name, "box"))
        p = painter.theme.palette
        surface = pygame.Surface((60, 60))
        surface.fill(p.sky)
        fill_gold(surface, painter, Rect(20, 20, 20, 20))
        assert surface.get_at((30, 30))[:3] == p.gold
        assert (surface.get_at((19, 30))[:3] == p.ink) is has_rim
        fill_gold(surface, painter, Rect(20, 20, 20, 20), 0.5)
        assert surface.get_at((30, 30))[:3] == mix_colour(p.gold, p.light, 0.5)
    sides = [(30, 8), (49, 19), (49, 41), (30, 52), (11, 41), (11, 19)]
    for share, count in ((0, 0), (1 / 6, 1), (0.5, 3), (0.7, 4), (1, 6)):
        surface = pygame.Surface((60, 60))
        draw_ring(surface, painter, (30, 30), 25, share, (255, 0, 0), 6)
        lit = [bool(surface.get_at(place)[0]) for place in sides]
        assert lit == [True] * count + [False] * (6 - count), share


def test_the_words_of_passed_marks_keep_apart_beside_the_column(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    painter, places = Painter(make_view((1280, 800))), list[tuple[str, float]]()

    def note(_: object, __: object, words: str, at: tuple[float, float], *___: object) -> None:
        places.append((words, at[1]))

    monkeypatch.setattr(Painter, "text", note)
    marks = [TotalMark(points, str(points), (9, 9, 9)) for points in (50, 51, 52, 90)]
    draw_marks(pygame.Surface((9, 900)), painter, Rect(400, 100, 300, 600), marks, 200, 300)
    ys = [y for _, y in places]
    assert [words for words, _ in places] == ["90", "52", "51", "50"]
    assert ys[0] == 700 - 270
    assert [b - a for a, b in pairwise(ys)][1:] == [26, 26]

    # Those of a very low record and mean are above each other at the window's foot.
    places.clear()
    lowest = [TotalMark(points, str(points), (9, 9, 9)) for points in (3, 2, 60)]
    draw_marks(pygame.Surface((9, 700)), painter, Rect(400, 100, 300, 600), lowest, 200, 300)
    assert places == [("60", 700 - 180), ("3", 700 - 13 - 26), ("2", 700 - 13)]


def test_the_words_of_passed_marks_are_beside_all_columns() -> None:
    painter, mark = Painter(make_view((1280, 800))), TotalMark(50, "50", (9, 9, 9))
    for left in (400, 330):
        with written_lines() as lines:
            surface, column = pygame.Surface((900, 900)), Rect(400, 100, 300, 600)
            draw_marks(surface, painter, column, [mark], 200, 300, left=left)
        (line,) = lines
        assert (line.text, line.place.right) == ("50", left - 22)


def test_marks_too_high_are_arrows_and_passed_ones_are_beside_the_column() -> None:
    painter = Painter(make_view((1280, 800)))
    column, inks = Rect(400, 100, 300, 600), ((255, 0, 0), (0, 255, 0), (0, 0, 255), (9, 9, 9))
    marks = [
        TotalMark(points, str(points), ink)
        for points, ink in zip((50, 100, 150, 230), inks, strict=True)
    ]
    for order in (1, -1):
        surface = pygame.Surface((1280, 800))
        words = drawn_words(
            lambda surface, order=order: draw_marks(  # type: ignore[misc]
                surface, painter, column, marks[::order], 200, 380
            ),
            (1280, 800),
        )
        assert words == ["↑ 230", "150", "100", "50"]
        draw_marks(surface, painter, column, marks[::order], 200, 380)
        # A dotted line across the free part, a tick beside what is passed.
        assert surface.get_at((401, 250))[:3] == inks[2]
        assert surface.get_at((401, 550))[:3] == (0, 0, 0)
        assert surface.get_at((400 - 10, 550))[:3] == inks[0]
        assert surface.get_at((400 - 10, 250))[:3] == (0, 0, 0)
        dots = [surface.get_at((400 + x, 250))[:3] == inks[2] for x in range(28)]
        assert dots == ([True] * 8 + [False] * 6) * 2
        assert surface.get_at((701, 250))[:3] == (0, 0, 0)


def test_the_edge_of_a_focus_goes_all_round_a_band_whatever_its_ends() -> None:
    painter = Painter(make_view((1280, 800)))
    ends: tuple[End, ...] = ("fold", "cut", "edge")
    for start, end in product(ends[1:], ends):
        surface = pygame.Surface((500, 200))
        draw_band_focus(surface, painter, Rect(100, 60, 300, 80), end, start)
        ring = pygame.mask.from_threshold(surface, painter.theme.palette.focus, (225, 225, 225))
        ring.invert()
        # What it surrounds cannot be reached from outside.
        assert not ring.connected_component((0, 0)).get_at((250, 100)), (start, end)
        (box,) = ring.connected_component((250, 100)).get_bounding_rects()
        assert abs(box.top - 58) <= 1
        assert abs(box.bottom - 142) <= 1


def test_a_mark_close_to_a_higher_one_has_its_words_below_its_line(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    painter, places = Painter(make_view((1280, 800))), dict[str, float]()

    def note(_: object, __: object, words: str, at: tuple[float, float], *___: object) -> None:
        places[words] = at[1]

    monkeypatch.setattr(Painter, "text", note)
    marks = [TotalMark(points, str(points), (9, 9, 9)) for points in (150, 147, 120)]
    draw_marks(pygame.Surface((900, 900)), painter, Rect(400, 100, 300, 600), marks, 200, 700)
    assert places == {"150": 250 - 13, "147": 259 + 13, "120": 340 - 13}


def _line(size: tuple[int, int], *line: Any, **how: Any) -> dict[str, Any]:
    """Return the drawing of a harvest's band of that size, and its size in pixels."""
    place = Rect(4, 3, *size)
    return {
        "size": (size[0] + 8, size[1] + 6),
        "draw": lambda s, a: draw_score_band(s, a, ScoreBand(*line, **how), place),
    }


def _stripe(number: int) -> Callable[[Theme], dict[str, Colour]]:
    return lambda theme: {"#": theme.stripes[number]}


def _gold(theme: Theme) -> dict[str, Colour]:
    return {"g": theme.palette.gold, "i": theme.palette.ink}


def _band(number: int, place: Rect, end: End = "edge", **how: Any) -> Callable[[Any, Any], None]:
    return lambda s, a: draw_band(s, a, a.theme.stripes[number], place, end, **how)


def _fold(number: int, **how: Any) -> Callable[[Any, Any], None]:
    place = Rect(0, 70, 80, 40)
    return lambda s, a: draw_fold(s, a, a.theme.stripes[number], place, 150, **how)


def _mixed(theme: Theme, ink: Colour, share: float = 0.16) -> Colour:
    return mix_colour(theme.palette.sky_foot, ink, share)


_STARTS: tuple[End, ...] = ("edge", "cut")
_ENDS: tuple[End, ...] = (*_STARTS, "fold")
BLACK_EDGE = (174, 176, 203)
WHOLE, SLIM = Rect(12, 6, 96, 36), Rect(12, 5, 96, 14)

SKETCHES: list[Sketch] = [
    *(
        Sketch(
            f"{start} to {end}",
            (120, 48),
            (20, 8),
            _band(6, WHOLE, end, start=start),
            _stripe(6),
        )
        for start, end in product(_STARTS, _ENDS)
    ),
    Sketch(
        "black band",
        (120, 24),
        (20, 12),
        _band(1, SLIM, "fold", start="cut"),
        lambda t: {"#": t.stripes[1], "^": BLACK_EDGE},
    ),
    Sketch(
        "pale band",
        (120, 24),
        (20, 12),
        _band(9, SLIM, "cut"),
        lambda t: {"#": t.stripes[9], "_": t.inks[9]},
        "daylight",
    ),
    Sketch(
        "pale band that is off",
        (120, 24),
        (20, 12),
        _band(9, SLIM, shade="off"),
        lambda t: {"#": mix_colour(t.stripes[9], t.palette.sky_foot, 0.72), "_": t.inks[9]},
        "daylight",
    ),
    Sketch(
        "fold",
        (160, 120),
        (20, 15),
        _fold(6),
        lambda t: {"#": mix_colour(t.stripes[6], t.palette.fold, 0.16)},
    ),
    Sketch(
        "lit fold",
        (160, 120),
        (20, 15),
        _fold(6, shade="lit"),
        lambda t: {"#": mix_colour(shaded(t, t.stripes[6], "lit"), t.palette.fold, 0.16)},
    ),
    Sketch(
        "black fold",
        (160, 120),
        (20, 30),
        _fold(1),
        lambda t: {
            "#": mix_colour(t.stripes[1], t.palette.fold, 0.16),
            "^": mix_colour(BLACK_EDGE, t.palette.fold, 0.3),
        },
    ),
    Sketch(
        "rise to the left",
        (160, 120),
        (20, 15),
        lambda s, a: draw_rise_left(s, a.theme.stripes[6], (150, 80), 30, 100),
        _stripe(6),
    ),
    *(
        Sketch(f"{name} line", grid=(32, 7), inks=_stripe(number), **_line((120, 20), 6, number, 3))
        for number, name in ((2, "rising"), (3, "falling"), (5, "upright"))
    ),
    Sketch(
        "late line",
        grid=(32, 9),
        inks=lambda t: {"#": t.stripes[6], "-": _mixed(t, t.stripes[6])},
        **_line((120, 20), 9, 6, 3, is_late=True),
    ),
    Sketch("narrow line", grid=(34, 11), inks=_stripe(6), **_line((60, 16), 18, 6, 3)),
    Sketch("plain line", grid=(23, 6), inks=_stripe(6), **_line((38, 16), 18, 6, 3)),
    Sketch(
        "sun",
        grid=(32, 11),
        inks=lambda t: {"#": t.palette.sun_ink, "-": _mixed(t, t.palette.sun_ink)},
        **_line((120, 15), 6, kind="sun"),
    ),
    Sketch(
        "flag",
        (64, 64),
        (32, 32),
        lambda s, a: draw_flag(
            s,
            a,
            (32, 32),
            28,
            [ScoreBand(50, 6, 5), ScoreBand(30, kind="sun"), ScoreBand(20, 1, 5)],
            125,
        ),
        lambda t: {
            "6": t.stripes[6],
            "1": t.stripes[1],
            "^": BLACK_EDGE,
            "s": mix_colour(t.palette.well, t.palette.sun_ink, 0.4),
            "S": t.palette.sun_ink,
            "w": t.palette.well,
            "/": t.palette.line,
        },
    ),
    Sketch(
        "gold flag",
        (64, 64),
        (32, 16),
        lambda s, a: draw_flag(
            s, a, (32, 32), 28, [ScoreBand(50, 6, 5)], None, a.theme.palette.gold
        ),
        lambda t: {"6": t.stripes[6], "w": t.palette.well, **_gold(t)},
        "daylight",
    ),
    Sketch(
        "overfull flag",
        (64, 64),
        (32, 16),
        lambda s, a: draw_flag(
            s, a, (32, 32), 28, [ScoreBand(50, 6, 5), ScoreBand(50, kind="ace")], 75
        ),
        lambda t: {
            "6": t.stripes[6],
            "a": mix_colour(t.palette.well, t.palette.cool, 0.4),
            "/": t.palette.line,
        },
    ),
    Sketch(
        "hexagon",
        (64, 64),
        (32, 16),
        lambda s, a: draw_hexagon(s, a, (32, 32), 24, a.theme.stripes[6], a.theme.stripes[9], 4),
        lambda t: {"6": t.stripes[6], "9": t.stripes[9]},
    ),
    Sketch(
        "gold hexagon by day",
        (64, 64),
        (32, 16),
        lambda s, a: draw_hexagon(s, a, (32, 32), 24, a.theme.palette.gold),
        _gold,
        "daylight",
    ),
    Sketch(
        "focus of a hexagon",
        (64, 64),
        (32, 16),
        lambda s, a: draw_hexagon_focus(s, a, (32, 32), 20),
        lambda t: {"#": t.palette.focus},
    ),
    Sketch(
        "gold ring by day",
        (64, 64),
        (32, 16),
        lambda s, a: draw_ring(s, a, (32, 32), 22, 0.55, a.theme.palette.gold, 4),
        _gold,
        "daylight",
    ),
    *(
        Sketch(
            f"hero by {theme}",
            (80, 40),
            (40, 20),
            lambda s, a: draw_hero(s, a, "7", (20, 20), a.theme.type.number.sized(40)),
            _gold,
            theme,
        )
        for theme in ("night", "daylight")
    ),
]


def test_bands_and_hexagons_are_drawn_as_their_letters_say() -> None:
    compare_sketches(SKETCHES, "bands")


def test_a_source_that_is_no_line_has_a_sign_for_each_tile_and_its_points(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    painter = Painter(make_view((1280, 800)))
    p = painter.theme.palette
    icons: list[tuple[object, ...]] = []

    def note(_: object, __: object, icon: Icon, at: tuple[float, float], *rest: object) -> None:
        icons.append((icon, round(at[0], 1), at[1], *rest))

    monkeypatch.setattr(Painter, "icon", note)
    for kind, length, size, taken, icon, ink, xs, side, y, words in (
        ("sun", 3, (200, 32), 0, Icon.SUN, p.sun_ink, (25.1, 50.4, 75.7), 22, 23, ["6"]),
        ("moon", 2, (200, 24), 0, Icon.MOON, p.moon_ink, (24.1, 44.8), 18, 19, ["6"]),
        ("moon", 0, (200, 23), 0, Icon.MOON, p.moon_ink, (23.9,), 17, 18.5, ["6"]),
        ("moon", 0, (200, 22), 0, Icon.MOON, p.moon_ink, (23.7,), 16, 18, []),
        ("bonus", 3, (200, 32), 0, Icon.PLUS, p.cool, (25.1,), 22, 23, ["6"]),
        ("ace", 3, (78, 32), 0, Icon.STAR, p.cool, (21.2,), 22, 23, ["6"]),
        ("sun", 5, (120, 32), 0, Icon.SUN, p.sun_ink, (25.1,), 22, 23, ["6"]),
        ("ace", 0, (77, 32), 0, Icon.STAR, p.cool, (38,), 22, 23, []),
        ("ace", 0, (30, 18), 0, Icon.STAR, p.cool, (15,), 12, 16, []),
        ("ace", 0, (30, 17), 0, Icon.STAR, p.cool, (), 0, 0, []),
        ("ace", 0, (29, 32), 0, Icon.STAR, p.cool, (), 0, 0, []),
        ("ace", 0, (60, 40), 12, Icon.STAR, p.cool, (30,), 22, 21, []),
    ):
        icons.clear()
        one = ScoreBand(6, length=length, kind=kind)  # type: ignore[arg-type]
        with written_lines() as lines:
            surface = pygame.Surface((220, 60))
            draw_score_band(surface, painter, one, Rect(0, 6, *size), taken)
        assert icons == [(icon, x, y, side, ink) for x in xs], (kind, size)
        written = [(line.text, line.place.right, line.y, line.style.colour) for line in lines]
        assert written == [(text, size[0] - 16, y, ink) for text in words], (kind, size)


def test_the_band_that_is_pointed_at_is_high_enough_for_its_words() -> None:
    painter = Painter(make_view((1280, 800)))
    column, lines = Rect(0, 0, 200, 600), read_bands(["3x1", "3x9", "4x1", "5x8"])
    low, thick, thin, high = harvest_rects(painter, column, lines, 200)
    for drawn_out, place, words in (
        (None, thin, ["3×9", "27", "5×8", "40"]),
        (0, low._replace(y=600 - 28, h=28), ["3×9", "27", "5×8", "40", "3×1", "3"]),
        (1, thick, ["3×9", "27", "5×8", "40"]),
        (2, thin._replace(y=thin.centre[1] - 14, h=28), ["3×9", "27", "5×8", "40", "4×1", "4"]),
        (3, high, ["3×9", "27", "5×8", "40"]),
    ):
        surface = pygame.Surface((200, 600))
        with written_lines() as written:
            top = draw_harvest(surface, painter, column, lines, 200, drawn_out=drawn_out)
        assert top == high.y
        assert [line.text for line in written] == words
        number = 1 if drawn_out is None else lines[drawn_out].number
        bottom = place.bottom - 1
        assert surface.get_at((100, bottom))[:3] == painter.theme.stripes[number]
        if drawn_out in (0, 2):
            assert {line.y for line in written[4:]} == {place.y + 2 + 13}
            edge = [surface.get_at((100, place.y + y))[:3] for y in (1, 2)]
            assert edge[1] == BLACK_EDGE != edge[0]


def test_a_round_has_its_sum_on_a_dark_tag_where_it_has_room() -> None:
    painter = Painter(make_view((1280, 800)))
    p, high = painter.theme.palette, painter.px(26)
    wide = painter.text_width("52", painter.theme.type.strong) + 24
    rounds = [read_bands(("3x9", "5x5"))]
    for width, most, has_tag in (
        (150, 400, True),
        (wide, 400, False),
        (150, 1075, True),
        (150, 1110, False),
    ):
        surface = pygame.Surface((150, 640))
        with written_lines() as lines:
            draw_rounds(surface, painter, Rect(0, 0, width, 640), rounds, most)
        tags = [line for line in lines if line.text == "52"]
        assert len(tags) == has_tag, (width, most)
        for tag in tags:
            assert (tag.place.x, tag.y, tag.style.colour) == (8, 640 - 13, p.band_light)
            assert place_of(surface, p.band_dark) == Rect(0, 640 - high, wide, high)


def test_marks_have_their_own_ink_a_paler_one_behind_the_number_and_a_tick_beside() -> None:
    painter = Painter(make_view((1280, 800)))
    p, ink = painter.theme.palette, (255, 0, 0)
    column, number = Rect(400, 100, 300, 600), Rect(420, 300, 200, 120)
    pale = mix_colour(ink, p.sky, 0.6)
    for points, y, colour, words, at, is_dotted in (
        (80, 460, ink, "m", (686, 460 - 13), True),
        (100, 400, pale, "m", (378, 400), True),
        (133.4, 300, ink, "m", (686, 300 - 13), True),
        (133, 301, pale, "m", (378, 301), True),
        (93.66, 419, pale, "m", (378, 419), True),
        (93.33, 420, ink, "m", (378, 420), True),
        (89.3, 432, ink, "m", (378, 432), True),
        (89, 433, ink, "m", (686, 433 - 13), True),
        (200, 100, ink, "m", (686, 100 - 13), True),
        (201, 100, ink, "↑ m", (686, 100 - 13), True),
        (30, 610, ink, "m", (378, 610), False),
    ):
        surface = pygame.Surface((1280, 800))
        with written_lines() as lines:
            mark = TotalMark(points, "m", ink)
            draw_marks(surface, painter, column, [mark], 200, 600, number)
        (line,) = lines
        is_aside = at[0] == 378
        assert (line.text, line.place.right, line.y) == (words, *at)
        assert line.style.colour == (ink if is_aside else colour)
        row = [surface.get_at((400 + x, y))[:3] for x in (0, 7, 8, 13, 14)]
        dots = [colour, colour, (0, 0, 0), (0, 0, 0), colour]
        assert row == (dots if is_dotted else [(0, 0, 0)] * 5)
        beside = place_of(surface.subsurface((380, y - 20, 20, 60)), ink)
        assert beside == (Rect(4, 20, 12, 2) if is_aside else None)


def test_the_ends_of_a_band_are_straight_where_its_cuts_would_cover_words() -> None:
    painter = Painter(make_view((1280, 800)))
    style = painter.theme.type.label
    wide = painter.text_width("Begin", style)
    for width, end in ((wide + 60, "cut"), (wide + 20, "edge"), (wide, "edge")):
        band = Rect(0, 0, width, 40)
        assert end_around(painter, band, "Begin", band.inset(2, 2), style) == end
    least = next(
        width
        for width in range(wide, wide + 99)
        if end_around(painter, Rect(0, 0, width, 40), "Begin", Rect(0, 0, wide, 36), style) == "cut"
    )
    inset = round((40 - painter.px(style.size) * 0.6) / 2)
    assert least == wide + 2 * round((40 - inset) * 15 / 26)


def test_a_band_under_the_pointer_is_lit_or_darkened_by_its_own_share() -> None:
    theme = find_theme("night", "box")
    p = theme.palette
    for number, fill in theme.stripes.items():
        is_dark = theme.ink_on(fill) == p.band_light
        lit = mix_colour(fill, p.dark, 0.10) if is_dark else mix_colour(fill, p.light, 0.12)
        assert shaded(theme, fill, "lit") == lit, number
    assert {theme.ink_on(fill) for fill in theme.stripes.values()} == {p.band_dark, p.band_light}


def test_the_edge_of_a_black_band_ends_where_its_fold_begins() -> None:
    painter = Painter(make_view((1280, 800)))
    for end, right in (("edge", 300), ("cut", 300), ("fold", 300 - round(100 * 0.268))):
        surface = pygame.Surface((320, 140))
        draw_band(surface, painter, painter.theme.stripes[1], Rect(10, 20, 290, 100), end)  # type: ignore[arg-type]
        assert place_of(surface, BLACK_EDGE) == Rect(10, 20, right - 10, 2)


def test_the_words_of_each_band_have_the_style_of_its_number() -> None:
    painter = Painter(make_view((1280, 800)))
    theme = painter.theme
    p, types = theme.palette, theme.type
    for number, fill in theme.stripes.items():
        for width, style in ((200, types.label), (80, types.strong)):
            for is_late in (False, True):
                line = ScoreBand(number, number, 3, is_late=is_late)
                with written_lines() as lines:
                    surface = pygame.Surface((200, 60))
                    draw_score_band(surface, painter, line, Rect(0, 0, width, 60))
                if number in (5, 8):
                    expected = style.coloured(p.digit)._replace(outline=1.2)
                else:
                    expected = style.coloured(theme.ink_on(fill))
                name, points = (line.style for line in lines)
                assert name == expected, (number, width)
                plain = expected.coloured(p.ink)._replace(outline=0)
                assert points == (plain if is_late else expected), (number, width, is_late)


def test_patterns_are_on_bands_where_they_are_asked_for_and_never_below_words() -> None:
    painter = Painter(make_view((1280, 800)))
    fill = painter.theme.stripes[9]
    for size, has_patterns, is_seen in (
        ((300, 40), False, False),
        ((300, 40), True, True),
        ((60, 16), False, True),
        ((60, 16), True, True),
        ((60, 40), False, False),
        ((60, 40), True, False),
        ((39, 16), False, False),
        ((39, 16), True, True),
    ):
        painter.apply_patterns(has_patterns=has_patterns)
        surface = pygame.Surface((300, 40))
        surface.fill(fill)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(Painter, "text", lambda *_: Rect(0, 0, 0, 0))
            draw_score_band(surface, painter, ScoreBand(27, 9, 3), Rect(0, 0, *size))
        surface.set_colorkey(fill)
        has_marks = bool(pygame.mask.from_surface(surface).count())
        assert has_marks is is_seen, (size, has_patterns)


def test_a_cached_picture_is_shown_for_its_own_shape_size_and_colours_alone() -> None:
    red, blue, place = STRIPES[6], STRIPES[4], Rect(10, 40, 100, 30)
    draws: list[Callable[[pygame.Surface, Painter], object]] = [
        *(
            partial(draw_hexagon, centre=(60, 60), radius=r, fill=fill, edge=edge, width=width)
            for r, fill, edge, width in (
                (30, red, None, 0),
                (31, red, None, 0),
                (30, blue, None, 0),
                (30, red, blue, 4),
                (30, red, STRIPES[9], 4),
                (30, red, blue, 8),
            )
        ),
        *(partial(draw_hexagon_focus, centre=(60, 60), radius=r) for r in (30, 36)),
        *(
            partial(draw_band_focus, rect=rect, end=end, start=start)
            for rect in (place, place._replace(h=32))
            for end, start in product(_ENDS, _STARTS)
        ),
        *(
            partial(draw_band, fill=fill, rect=rect, end=end, start=start)
            for fill in (red, blue)
            for rect in (place, place._replace(h=32))
            for end, start in product(_ENDS, _STARTS)
        ),
        *(partial(draw_fold, fill=fill, rect=place, right=118) for fill in (red, blue)),
        *(
            partial(draw_flag, centre=(60, 60), radius=r, bands=bands, full=full, edge=edge)
            for r, bands, full, edge in (
                (30, [ScoreBand(30, 6, 5)], 100, None),
                (32, [ScoreBand(30, 6, 5)], 100, None),
                (30, [ScoreBand(30, 9, 5)], 100, None),
                (30, [ScoreBand(30, 6, 5)], 200, None),
                (30, [ScoreBand(30, 6, 5)], 100, blue),
            )
        ),
        *(
            partial(draw_score_band, one=ScoreBand(18, number, 3), rect=Rect(10, 40, *size))
            for number in (6, 7, 9)
            for size in ((60, 16), (56, 16), (60, 14))
        ),
    ]
    shared = Painter(make_view((1280, 800)))
    for draw in draws:
        one, two = pygame.Surface((120, 120)), pygame.Surface((120, 120))
        draw(one, shared)
        draw(two, Painter(make_view((1280, 800))))
        assert pygame.image.tobytes(one, "RGB") == pygame.image.tobytes(two, "RGB"), draw
