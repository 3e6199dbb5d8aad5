"""Clauses S1-S4 on whole boards, each board also scored by the second referee."""

from __future__ import annotations

from dataclasses import replace

from game.rules.boards import CLASSIC, DAFFODIL
from game.rules.deal import deal_order
from game.rules.placement import empty_position, put_unchecked
from game.rules.ruleset import RayRule, Ruleset
from game.rules.scoring import (
    LineState,
    LineStatus,
    find_rays,
    line_status,
    score_lines,
    score_position,
)
from game.rules.tiles import Direction, Symbol, Tile
from tests.rules.records import board, full_boards, products, score_of

EN = "298 793 694 214 718 614 618 253 753 658 754 258 713 653 698 294 613 213 218"
"""Scores as the worked example of `en`: ten lines, 178 points."""

RO = "754 658 758 793 694 798 298 713 254 714 718 218 693 794 294 698 753 613 654"
"""Scores as the worked example of `ro`: 228 points of lines and four rays."""


def lay_line(direction: Direction, length: int, tiles: str) -> list[tuple[int, float]]:
    """(number, points) of the lines scored with `tiles` alone along a Daffodil line."""
    line = next(x for x in DAFFODIL.lines if (x.direction, len(x)) == (direction, length))
    position = empty_position(DAFFODIL)
    for space, tile in zip(line.spaces, tiles.split(), strict=True):
        position = put_unchecked(position, Tile.parse(tile), space)
    rules = Ruleset.parse("daffodil-1 free single none")
    return [(s.number, s.points) for s in score_position(rules, position).lines]


def test_s1_the_english_example_is_reckoned_line_by_line() -> None:
    match = full_boards("classic free single none", EN)
    assert products(match) == sorted(
        [(3, 9), (4, 1), (5, 5), (3, 1), (3, 2), (4, 7), (5, 6), (3, 2), (3, 3), (5, 8)]
    )
    points = sorted(line["points"] for line in score_of(match)["lines"])
    assert points == sorted([27, 4, 25, 3, 6, 28, 30, 6, 9, 40])


def test_s2_wild_stripes_take_the_number_of_the_others() -> None:
    assert lay_line(Direction.RISING, 3, "213 *** **3") == [(2, 6)]
    assert lay_line(Direction.RISING, 3, "213 *** 614") == []
    assert lay_line(Direction.RISING, 3, "213 2** **3") == [(2, 6)]
    assert lay_line(Direction.VERTICAL, 3, "*1* *** **3") == [(1, 3)]
    assert lay_line(Direction.VERTICAL, 3, "*1* *** 253") == []
    assert lay_line(Direction.FALLING, 3, "**3 2** 213") == [(3, 9)]


def test_s2_a_line_of_wild_stripes_alone_scores_with_the_highest_number() -> None:
    assert lay_line(Direction.RISING, 3, "*** *1* **3") == [(7, 21)]
    assert lay_line(Direction.VERTICAL, 3, "*** 2** **3") == [(9, 27)]
    assert lay_line(Direction.FALLING, 3, "*** *1* 2**") == [(8, 24)]
    assert lay_line(Direction.RISING, 2, "*1* **3") == [(7, 14)]


def test_s4_the_romanian_example_is_reckoned_ray_by_ray() -> None:
    """228 + 24 + 28 + 21 + 18 = 319."""
    score = score_of(full_boards("classic free single rays", RO))
    assert sum(line["points"] for line in score["lines"]) == 228
    assert sorted((ray["symbol"], ray["points"]) for ray in score["rays"]) == [
        ("moon", 18),
        ("moon", 24),
        ("sun", 21),
        ("sun", 28),
    ]
    assert score["total"] == 319


def test_a_line_s_status_is_what_it_can_still_score_with() -> None:
    line = CLASSIC.lines[0]
    sun, moon = Symbol.SUN, Symbol.MOON
    for tiles, state, numbers, filled, symbol in (
        ("... ... ...", LineState.EMPTY, (1, 5, 9), 0, None),
        ("294 ... ...", LineState.ALIVE, (9,), 1, moon),
        ("294 ... 698", LineState.ALIVE, (9,), 2, moon),
        ("293 ... 698", LineState.ALIVE, (9,), 2, None),
        ("294 753 ...", LineState.DEAD, (), 2, moon),
        ("293 298 754", LineState.DEAD, (), 3, sun),
        ("294 793 698", LineState.COMPLETE, (9,), 3, None),
    ):
        status = line_status(line, board(tiles))
        assert status == LineStatus(line, state, numbers, filled, symbol), tiles


def test_s4_only_a_full_line_of_one_symbol_is_a_ray() -> None:
    for tiles, rays in (
        ("293 298 ...", []),
        ("... 298 694", []),
        ("293 298 754", [("a1", "a3", Symbol.SUN, 21)]),
        ("294 753 698", [("a1", "a3", Symbol.MOON, 18)]),
        ("293 298 698", []),
    ):
        found = find_rays(CLASSIC, board(tiles))
        assert [(*ray.line.ends, ray.symbol, ray.points) for ray in found] == rays, tiles


def test_m3_a_late_tile_halves_its_line_and_points_are_whole_where_they_can_be() -> None:
    for tiles, late, number, points in (
        ("294 793 698", "294", 9, "13.5"),
        ("294 793 698", "698", 9, "13.5"),
        ("294 793 698", "753", 9, "27"),
        ("213 618 713", "618", 1, "1.5"),
    ):
        position = put_unchecked(board(tiles), Tile.parse("753"), 3)
        position = replace(position, late=1 << Tile.parse(late).index)
        score = score_position(Ruleset(), position)
        (line,) = score.lines
        assert (line.number, repr(line.points), line.is_late) == (number, points, late in tiles)
        assert repr(score.total) == points
    fours = next(line for line in DAFFODIL.lines if len(line) == 4 and line.axis == 0)
    position = empty_position(DAFFODIL)
    for space, text in zip(fours.spaces, ("253", "254", "258", "653"), strict=True):
        position = put_unchecked(position, Tile.parse(text), space, is_late=text == "653")
    assert [repr(one.points) for one in score_lines(DAFFODIL, position)] == ["10"]


def test_a_wild_line_is_alive_in_all_its_numbers_and_complete_in_one() -> None:
    line = next(x for x in DAFFODIL.lines if len(x) == 2 and x.direction is Direction.VERTICAL)
    position = put_unchecked(empty_position(DAFFODIL), Tile.parse("***"), line.spaces[0])
    assert line_status(line, position).numbers == (1, 5, 9)
    position = put_unchecked(position, Tile.parse("2**"), line.spaces[1])
    assert line_status(line, position).numbers == (9,)
    assert line_status(line, position).state is LineState.COMPLETE


def test_scores_are_whole_numbers_wherever_they_can_be() -> None:
    rules = Ruleset(rays=RayRule.RAYS)
    for seed in map(str, range(20)):
        tiles = " ".join(map(str, deal_order(CLASSIC, seed)))
        assert type(score_position(rules, board(tiles)).total) is int


def test_s4_rays_score_by_the_rule_of_rays_alone() -> None:
    """Best rays are compared between boards (S5), and are no part of one board's score."""
    position = empty_position(CLASSIC)
    for space, tile in enumerate(("213", "218", "614")):
        position = put_unchecked(position, Tile.parse(tile), space)
    scores = {rule: score_position(Ruleset(rays=rule), position) for rule in RayRule}
    (ray,) = find_rays(CLASSIC, position)
    assert {rule: score.rays for rule, score in scores.items()} == {
        RayRule.NONE: (), RayRule.RAYS: (ray,), RayRule.BEST_RAY: (),
    }  # fmt: skip
    assert [score.total for score in scores.values()] == [
        3 + 21 * (rule is RayRule.RAYS) for rule in scores
    ]
