"""Computers of one level place differently where it costs little."""

from __future__ import annotations

from game.bots.players.taste import choose_apart, count_doubles, least_worth
from game.bots.protocol import Worth
from game.rules.deal import deal_calls
from game.rules.match import Match, Player, PlayerKind, apply, new_match
from game.rules.moves import BeginRound, Call, Place
from game.rules.placement import Placement
from game.rules.ruleset import Ruleset

CALLS = deal_calls(Ruleset(), "doubles")


def table(*bots: str | None, rules: str = "classic free single none") -> Match:
    """A match of these computers, None for a person, before its first call."""
    players = tuple(
        Player("Ana") if bot is None else Player(bot, PlayerKind.BOT, bot) for bot in bots
    )
    return apply(new_match(Ruleset.parse(rules), players), BeginRound())[0]


def test_a_double_is_an_earlier_equal_with_the_board_or_its_half_turn() -> None:
    match, _ = apply(table("fox", "fox", "master", "fox"), Call(CALLS[0]))
    assert [count_doubles(match, seat) for seat in range(4)] == [0, 1, 0, 2]
    for seat, space in enumerate((0, 18, 0, 1)):
        match, _ = apply(match, Place(seat, CALLS[0][0], space))
        assert count_doubles(match, 1), "what counts is how boards were when the call came"
    match, _ = apply(match, Call(CALLS[1]))
    assert [count_doubles(match, seat) for seat in range(4)] == [0, 1, 0, 0]
    people, _ = apply(table(None, None, "fox", "fox"), Call(CALLS[0]))
    assert [count_doubles(people, seat) for seat in range(4)] == [0, 0, 0, 1], "people are no level"
    half, _ = apply(table("fox", "fox", rules="daffodil-1 free single none"), Call(CALLS[0]))
    for seat, space in enumerate((0, len(half.rules.grid) - 1)):
        half, _ = apply(half, Place(seat, CALLS[0][0], space))
    half, _ = apply(half, Call(CALLS[1]))
    assert count_doubles(half, 1) == 0, "the Daffodil board has another half turn"


def test_only_the_first_tile_of_a_call_is_placed_apart() -> None:
    """Without a double, at a second tile, and where others lose too much: the best."""
    match, _ = apply(
        table("fox", "fox", rules="classic free pairs none"), Call(CALLS[0] + CALLS[1])
    )
    tile, other = CALLS[0][0], CALLS[1][0]
    values = ((4, 100.0), (3, 99.99), (2, 99.5), (1, 98.9), (0, 97.0))
    worths = [Worth(Placement(tile, space), value) for space, value in values]
    assert choose_apart(worths, match, 0).space == 4
    assert choose_apart(worths, match, 1).space == 2, "3 is another order of the same"
    assert choose_apart([worths[0], worths[-1]], match, 1).space == 4
    for seat in (0, 1):
        match, _ = apply(match, Place(seat, other, 9))
    assert count_doubles(match, 1) == 1
    assert choose_apart(worths, match, 1).space == 4
    third, _ = apply(table("fox", "fox", "fox"), Call(CALLS[0]))
    assert [choose_apart(worths, third, seat).space for seat in range(3)] == [4, 2, 1]
    assert choose_apart(worths[:3], third, 2).space == 2, "there is no third one"
    for seat in range(3):
        third, _ = apply(third, Place(seat, tile, 9))
    third, _ = apply(third, Call(CALLS[1]))
    assert [choose_apart(worths, third, seat).space for seat in range(3)] == [4, 3, 2], (
        "on a board with a tile values that are equal are no half turns"
    )
    assert [least_worth(1000.0, call) for call in (1, 2, 3, 9)] == [988, 976, 952, 952]
