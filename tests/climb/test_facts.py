"""The facts of a stage's board (K1-K3)."""

from __future__ import annotations

from game.climb.facts import LineFact, OtherLine, StageFacts, facts_before, facts_of
from game.rules.placement import Placement, empty_position, put_unchecked
from game.rules.ruleset import Ruleset
from game.rules.seat import Seat, Turn
from game.rules.tiles import Tile
from tests.climb.boards import board


def test_the_facts_before_some_lines_count_have_them_alive() -> None:
    """K2: the other lines stay as they are."""
    facts = board((9, 3, 4), (5, 4, 5), (3, 5, 6), broken=2, living=((1, 5),), crystals=3)
    before = facts_before(facts, (0, 2))
    assert before.lines == facts.lines[1:2]
    assert before.printed == 5 * 4
    assert before.living == (*facts.living, OtherLine(3, (9,)), OtherLine(5, (3,)))
    assert (before.broken, before.tiles, before.crystals) == (facts.broken, facts.tiles, 3)
    assert facts_before(facts, ()) == facts


def test_facts_count_lines_by_number_and_length_and_know_a_full_board() -> None:
    facts = board((9, 5, 4), (9, 3, 5), (3, 5, 6), (4, 4, 7), (1, 3, 8), tiles=18)
    assert dict(facts.counts) == {9: 2, 3: 1, 4: 1, 1: 1}
    assert (facts.low, facts.fives) == (2, 2)
    assert not facts.is_full
    assert board(tiles=19).is_full
    assert not board(tiles=19, spaces=21).is_full


def test_each_line_of_a_board_is_complete_alive_or_broken_with_its_numbers() -> None:
    """A pair's tiles are numbered as they were placed (K3); a broken line has all numbers."""
    rules = Ruleset.parse("classic free pairs rays")
    calls = (("293", "a1"), ("653", "b1")), (("298", "a3"), ("793", "a2")), (("213", "c1"),)
    turns, position = [], empty_position(rules.grid)
    for call in calls:
        placed = [Placement(Tile.parse(text), rules.grid.index_of(at)) for text, at in call]
        turns.append(Turn(tuple(placed)))
        for one in placed:
            position = put_unchecked(position, one.tile, one.space)
    vertical, rising = (1, 5, 9), (2, 6, 7)
    living = (
        *((4, (5,)), (5, (1,)), (4, vertical), (3, vertical)),
        *((4, (7,)), (5, (2,)), (4, rising), (3, rising)),
        *((3, (3,)), (4, (3,)), (5, (3,)), (4, (3,)), (3, (8,))),
    )
    assert facts_of(rules, Seat(position, tuple(turns)), 2, 7) == StageFacts(
        printed=9 * 3 + 2 * (7 * 3),
        lines=(LineFact(9, 3, 4),),
        living=tuple(OtherLine(*line) for line in living),
        broken=(OtherLine(3, (2, 6, 7)),),
        same_symbol=2,
        tiles=5,
        spaces=19,
        bloom=8,
        swaps_used=2,
        crystals=7,
    )
