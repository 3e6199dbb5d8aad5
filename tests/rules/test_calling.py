"""Clauses C1-C5 in a match: what may be called, placed and taken back, and when."""

from __future__ import annotations

import pytest

from game.rules.boards import BOARDS, CLASSIC
from game.rules.deal import (
    deal_calls,
    deal_order,
    split_calls,
)
from game.rules.errors import IllegalMove, IllegalReason
from game.rules.match import Match, Player, apply, legal_placements, new_match
from game.rules.moves import (
    BeginRound,
    Call,
    Move,
    Place,
    TakeBack,
    parse_move,
)
from game.rules.ruleset import Ruleset
from game.rules.tiles import Tile

PLAYERS = (Player("Ana"), Player("Ben"))
BOTH = pytest.mark.parametrize("board", BOARDS.values(), ids=repr)


def play(rules: str, *moves: str) -> Match:
    """The match of two after these moves, written as `parse_move` reads them."""
    match = new_match(Ruleset.parse(rules), PLAYERS)
    for text in ("round -", *moves):
        match, _ = apply(match, parse_move(match.rules.grid, text))
    return match


def why(match: Match, text: str | Move) -> IllegalReason:
    """The reason why a move is refused."""
    move = parse_move(match.rules.grid, text) if isinstance(text, str) else text
    with pytest.raises(IllegalMove) as refused:
        apply(match, move)
    return refused.value.reason


def test_c1_everybody_places_the_called_tile_and_no_other() -> None:
    match = play("classic free single none", "call 294")
    assert [str(s.hand[0]) for s in match.round.seats] == ["294", "294"]
    assert why(match, "0 753@a1") is IllegalReason.NOT_CALLED
    match = play("classic free single none", "call 294", "0 294@c3")
    assert why(match, "0 294@a1") is IllegalReason.NOT_CALLED


def test_c1_a_tile_is_called_once_and_leaves_the_bag() -> None:
    match = play("classic free single none", "call 294", "0 294@c3", "1 294@a1")
    assert why(match, "call 294") is IllegalReason.ALREADY_CALLED
    assert why(match, "call ***") is IllegalReason.NOT_IN_TILE_SET
    assert why(play("classic free pairs none"), "call 294 294") is IllegalReason.ALREADY_CALLED
    assert len(match.bag) == 26
    assert Tile.parse("294") not in match.bag
    assert match.round.called == (Tile.parse("294"),)


def test_c2_a_call_of_another_size_is_refused() -> None:
    assert why(play("classic free pairs none"), "call 294") is IllegalReason.WRONG_CALL_SIZE
    assert why(play("classic free mail none"), "call 294 753") is IllegalReason.WRONG_CALL_SIZE
    assert split_calls(Ruleset.parse("classic free pairs none"), deal_order(CLASSIC, "7")[:3]) == (
        deal_order(CLASSIC, "7")[:2],
    )


def test_c2_nothing_is_called_before_every_seat_has_answered() -> None:
    match = play("classic free single none", "call 294", "0 294@c3")
    assert not match.is_ready_for_call
    assert why(match, "call 753") is IllegalReason.SEATS_NOT_READY
    assert play("classic free single none").is_ready_for_call
    assert why(new_match(Ruleset(), PLAYERS), "call 294") is IllegalReason.NO_ROUND


def test_c3_the_tiles_of_one_call_go_down_in_any_order() -> None:
    one = play("classic free pairs none", "call 294 753", "0 753@a1", "0 294@c3")
    other = play("classic free pairs none", "call 294 753", "0 294@c3", "0 753@a1")
    assert one.round.seats[0].position == other.round.seats[0].position
    assert one != other, "the order is kept all the same"


def test_c4_a_placement_is_taken_back_until_the_next_call() -> None:
    match = play("classic free pairs none", "call 294 753", "0 753@a1", "0 294@c3")
    back = play("classic free pairs none", "call 294 753", "0 753@a1")
    assert apply(match, TakeBack(0))[0] == back
    twice = apply(apply(match, TakeBack(0))[0], TakeBack(0))[0]
    assert twice == play("classic free pairs none", "call 294 753")
    assert why(twice, "0 back") is IllegalReason.NOTHING_TO_TAKE_BACK
    changed, _ = apply(back, Place(0, Tile.parse("294"), CLASSIC.index_of("e3")))
    assert changed.round.seats[0].position.tiles[CLASSIC.index_of("e3")] is Tile.parse("294")


def test_c4_after_the_next_call_a_placement_is_fixed() -> None:
    match = play("classic free single none", "call 294", "0 294@c3", "1 294@a1", "call 753")
    assert why(match, "0 back") is IllegalReason.NOTHING_TO_TAKE_BACK


def test_c5_any_seat_or_the_computer_may_call_each_round() -> None:
    match = new_match(Ruleset(rounds=2), PLAYERS)
    for caller in (1, None):
        match, _ = apply(match, BeginRound(caller, "5"))
        assert match.round.caller == caller
        for call in deal_calls(match.rules, "5"):
            match, _ = apply(match, Call(call))
            for seat in (0, 1):
                p = legal_placements(match, seat)[0]
                match, _ = apply(match, Place(seat, p.tile, p.space))
    assert match.is_complete
    assert why(match, "round 0") is IllegalReason.MATCH_OVER
    assert why(new_match(Ruleset(), PLAYERS), "round 2") is IllegalReason.NO_SUCH_SEAT
    assert why(play("classic free single none rounds=2"), "round 0") is IllegalReason.ROUND_NOT_OVER


def test_c1_nothing_is_called_after_the_last_tile_of_a_round() -> None:
    for text in ("classic free single none rounds=2", "daffodil-2 free pairs none rounds=2"):
        rules = Ruleset.parse(text)
        match, _ = apply(new_match(rules, PLAYERS[:1]), BeginRound(None, "5"))
        for call in deal_calls(rules, "5"):
            match, _ = apply(match, Call(call))
            while match.round.seats[0].hand:
                p = legal_placements(match, 0)[0]
                match, _ = apply(match, Place(0, p.tile, p.space))
        left = [tile for tile in rules.grid.tile_set if tile not in match.round.called]
        for size in (0, 1, 2):
            assert why(match, Call(tuple(left[:size]))) is IllegalReason.ROUND_OVER
