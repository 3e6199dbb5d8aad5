"""The game master places the tiles that a seat owes (M4)."""

from __future__ import annotations

from itertools import permutations
from random import Random

from game.bots.players.game_master import master_placements
from game.bots.players.playing import play_calls
from game.bots.players.registry import make_bot
from game.rules.deal import deal_calls
from game.rules.match import Player, apply, legal_placements, new_match
from game.rules.moves import BeginRound, Call, Miss, format_placement, parse_move
from game.rules.placement import ASIDE_INDEX, Placement
from game.rules.record import read_record, record_json
from game.rules.ruleset import Ruleset
from game.rules.scoring import score_position
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


def test_the_game_master_resumes_a_call_of_which_it_has_placed_some_tiles() -> None:
    rules = Ruleset.parse("classic free mail none")
    match, _ = apply(new_match(rules, (Player("Ana"), Player("Ben"))), BeginRound())
    moves = "call 293 298 213|0 293@a1|0 298@a2|0 213@e1|1 miss|call 694 758|0 miss|1 miss 293@a1"
    moves += " 298@b1 213@c1|call 618 754"
    for move in moves.split("|"):
        match, _ = apply(match, parse_move(rules.grid, move))
    made = master_placements(match, 0)
    assert [str(p.tile) for p in made] == ["758", "694"]
    missed, _ = apply(match, Miss(0, made))
    record = record_json(missed)
    record["rounds"][0]["boards"][0]["turns"][-1].pop()
    partly = read_record(record)
    assert master_placements(partly, 0) == made[1:]
    assert apply(partly, Miss(0, made[1:]))[0].round == missed.round


def test_the_game_master_resumes_the_last_call_of_which_it_has_placed_a_tile() -> None:
    """The tile that it has placed is on the board, and not still to come."""
    rules = Ruleset.parse("classic free mail none")
    *calls, last = deal_calls(rules, "end")
    match = play_calls(rules, [make_bot("greedy")], calls, [Random(0)])
    match, _ = apply(match, Call(last))
    made = master_placements(match, 0)
    record = record_json(apply(match, Miss(0, made))[0])
    record["rounds"][0]["boards"][0]["turns"][-1].pop()
    partly = read_record(record)
    assert master_placements(partly, 0) == made[1:]
    assert apply(partly, Miss(0, made[1:]))[0].is_complete


def test_the_last_two_tiles_are_placed_for_the_most_points() -> None:
    """M3, M4: both orders of the two are counted by the rules, with halves for late tiles."""
    rules, differ = Ruleset.parse("classic free mail none"), 0
    bots = [make_bot("greedy")] * 2
    for seed in range(6):
        calls = deal_calls(rules, f"last {seed}")
        match = play_calls(rules, bots, calls[:-1], [Random(0), Random(1)])
        match, _ = apply(match, Call(calls[-1]))
        seat = match.round.seats[0]
        totals = {}
        for order in permutations(i for i, t in enumerate(seat.position.tiles) if t is None):
            placed = tuple(map(Placement, calls[-1], order))
            after, _ = apply(match, Miss(0, placed))
            totals[placed] = score_position(rules, after.round.seats[0].position).total
        made = {*master_placements(match, 0)}
        assert max(totals.values()) == next(v for p, v in totals.items() if {*p} == made)
        differ += len({*totals.values()}) > 1
    assert differ > 2


def test_the_tiles_of_the_call_are_expected_like_those_to_come() -> None:
    """Without them in the bag the network would place the owed tiles elsewhere."""
    rules = Ruleset.parse("classic free mail none")
    made = [
        " ".join(format_placement(rules.grid, p) for p in master_placements(before, move.seat))
        for before, move, _ in walk(rules, 2, Random("owed"), misses=0.3)
        if isinstance(move, Miss) and move.placements and len(before.round.calls) < 5
    ]
    assert made == ["294@b3 793@b2 753@c3"]


def test_a_tile_of_the_last_call_is_owed_only_by_post() -> None:
    rules = Ruleset()
    bots, calls = [make_bot("greedy")], deal_calls(rules, "1")
    match = play_calls(rules, bots, calls[:-1], [Random(0)])
    match, _ = apply(match, Call(calls[-1]))
    assert master_placements(match, 0) == ()


def test_the_game_master_has_nothing_to_place_elsewhere() -> None:
    assert master_placements(single("", "294"), 0) == ()
    rules = Ruleset.parse("classic free mail none")
    match, _ = apply(new_match(rules, (Player("Ana"),)), BeginRound())
    assert master_placements(match, 0) == ()
    match, _ = apply(match, Call(deal_calls(rules, "1")[0]))
    assert master_placements(match, 0) == ()
    tile = match.round.seats[0].hand[0]
    assert Placement(tile, ASIDE_INDEX) not in legal_placements(match, 0)
