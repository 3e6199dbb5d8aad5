"""Clauses S1-S4 on whole boards, each board also scored by the second referee."""

from __future__ import annotations

from game.rules.boards import CLASSIC, DAFFODIL
from game.rules.deal import deal_order
from game.rules.placement import empty_position, put_unchecked
from game.rules.ruleset import RayRule, Ruleset
from game.rules.scoring import LineState, line_status, score_position
from game.rules.tiles import Direction, Tile
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


def test_a_line_tells_what_it_can_still_become() -> None:
    line = CLASSIC.lines[0]
    expected = {
        "... ... ...": (LineState.EMPTY, (1, 5, 9)),
        "294 ... ...": (LineState.ALIVE, (9,)),
        "294 753 ...": (LineState.DEAD, ()),
        "294 793 698": (LineState.COMPLETE, (9,)),
    }
    for tiles, (state, numbers) in expected.items():
        status = line_status(line, board(tiles))
        assert (status.state, status.numbers) == (state, numbers)


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
