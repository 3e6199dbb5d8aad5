"""The moves that are made for a seat: a computer's, or a player's who missed a call."""

from __future__ import annotations

import pytest

from game.bots.players.game_master import master_placements
from game.play.placing_for import place_for
from game.rules.match import Match, apply
from game.rules.moves import Finish, Miss, Place
from game.rules.placement import Placement
from game.rules.ruleset import CallRule
from tests.play.engines import first_legal
from tests.play.playing import ANA, BEN, play_step, sit

CLOSING = "daffodil-4 free single none"


def at_call(rules: str, number: int) -> Match:
    """A match whose seats have a whole call before them."""
    game = sit(ANA, BEN, rules=rules)
    while not game.match.rounds or len(game.match.round.calls) < number or game.awaited() != (0, 1):
        play_step(game)
    return game.match


@pytest.mark.parametrize("rules", ["classic free single none", "classic free pairs none", CLOSING])
@pytest.mark.parametrize("owes", [False, True])
def test_outside_a_league_every_tile_is_placed_in_full(rules: str, owes: bool) -> None:
    """V4, P6: the closing moves follow the last tile alone."""
    last = len(at_call(rules, 1).rules.call_sizes)
    for number in (1, last - 1, last):
        match = at_call(rules, number)
        moves = place_for(match, 1, first_legal, master_placements if owes else None)
        tiles = [move.tile for move in moves if isinstance(move, Place)]
        assert sorted(tiles, key=str) == sorted(match.round.calls[-1], key=str)
        closings = [move for move in moves if isinstance(move, Finish)]
        assert bool(closings) is (rules == CLOSING and number == last)
        assert all(isinstance(move, Place | Finish) and move.seat == 1 for move in moves)
        for move in moves:
            match, _ = apply(match, move)
        assert not match.round.seats[1].hand


def test_in_a_league_a_missed_call_is_the_game_masters() -> None:
    """M4; a computer of the league places its own."""
    match = at_call("classic free mail none", 2)
    assert match.rules.call is CallRule.MAIL
    assert place_for(match, 0, first_legal, master_placements) == (
        Miss(0, master_placements(match, 0)),
    )
    assert all(isinstance(move, Place) for move in place_for(match, 0, first_legal))


def test_of_a_player_who_missed_the_end_alone_the_tried_moves_are_made() -> None:
    match = at_call(CLOSING, len(at_call(CLOSING, 1).rules.call_sizes))
    tile = match.round.seats[0].hand[0]
    space = next(p.space for p in first_legal(match, 0))
    placed, _ = apply(match, Place(0, tile, space))
    aside = placed.round.seats[0].position.aside
    stamen = placed.rules.grid.stamens[0]
    tried = tuple(Placement(one, stamen) for one in aside[:1] if not one.is_wild)
    assert tried
    assert place_for(placed, 0, first_legal, master_placements, tried) == (Finish(0, tried),)
    assert place_for(match, 0, first_legal, master_placements, tried)[-1] == Finish(0, ())
