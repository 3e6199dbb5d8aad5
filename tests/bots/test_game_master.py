"""The game master places the tiles that a seat owes (M4)."""

from __future__ import annotations

from random import Random

from game.bots.players.game_master import master_placements
from game.rules.deal import deal_calls
from game.rules.match import Player, apply, legal_placements, new_match
from game.rules.moves import BeginRound, Call, Miss
from game.rules.placement import ASIDE_INDEX, Placement
from game.rules.ruleset import Ruleset
from tests.bots.test_players import single
from tests.each import each
from tests.rules.random_matches import walk


@each(["classic free mail none", "daffodil-4 adjacent mail rays"])
def test_the_game_master_places_just_what_is_owed_and_always_the_same(text: str) -> None:
    """M4: the owed tiles after a miss, at the last call those of the call too."""
    rules, tried = Ruleset.parse(text), 0
    last = len(rules.call_sizes)
    for number, (before, move, _) in enumerate(walk(rules, 2, Random(text), misses=0.3)):
        if not isinstance(move, Miss):
            continue
        seat = before.round.seats[move.seat]
        owes = sorted(p.tile.index for p in move.placements)
        if owes and ((tried > 2 and len(seat.turns) < last) or number % 2):
            continue
        tried += bool(owes)
        made = master_placements(before, move.seat)
        assert sorted(p.tile.index for p in made) == owes
        assert made == master_placements(before, move.seat)
        apply(before, Miss(move.seat, made))
    assert tried > 1


def test_the_game_master_has_nothing_to_place_elsewhere() -> None:
    assert master_placements(single("", "294"), 0) == ()
    rules = Ruleset.parse("classic free mail none")
    match, _ = apply(new_match(rules, (Player("Ana"),)), BeginRound())
    assert master_placements(match, 0) == ()
    match, _ = apply(match, Call(deal_calls(rules, "1")[0]))
    assert master_placements(match, 0) == ()
    tile = match.round.seats[0].hand[0]
    assert Placement(tile, ASIDE_INDEX) not in legal_placements(match, 0)
