"""A match as a value: its rounds, its bag, its moves."""

from __future__ import annotations

import dataclasses
import pickle
from dataclasses import replace
from random import Random

import pytest

from game.rules import IllegalMove, IllegalReason, Ruleset, apply, new_match, parse_record, replay
from game.rules.ruleset import all_rulesets
from game.rules.seat import new_seat
from game.rules.state import Player, Round
from game.rules.tiles import TILES
from tests.each import each
from tests.rules.random_matches import random_match, walk


@each([("classic free mail none rounds=2", 3), ("daffodil-4 free pairs rays rounds=2", 2)])
def test_the_bag_the_calls_and_the_end_are_those_of_the_last_round(text: str, count: int) -> None:
    for _, _, match in walk(Ruleset.parse(text), count, Random(text)):
        played, sizes = match.round, match.rules.call_sizes
        called = {tile for call in played.calls for tile in call}
        assert set(match.bag) == set(match.rules.grid.tile_set) - called
        assert played.called == tuple(tile for call in played.calls for tile in call)
        is_idle = all(len(s.turns) == len(played.calls) and not s.hand for s in played.seats)
        assert match.is_ready_for_call is (is_idle and len(played.calls) < len(sizes))
        is_whole = len(played.calls) == len(sizes) and all(
            s.is_done(match.rules) for s in played.seats
        )
        assert match.is_complete is (is_whole and len(match.rounds) == 2)


@each(all_rulesets()[::37])
def test_values_are_frozen_hashable_and_survive_pickling(rules: Ruleset) -> None:
    *_, (_, _, match) = walk(rules, 2, Random(1))
    assert pickle.loads(pickle.dumps(match)) == match
    assert len({match, pickle.loads(pickle.dumps(match))}) == 1
    for value in (match, match.round, match.round.seats[0], match.round.seats[0].position):
        assert dataclasses.replace(value) == value
        with pytest.raises(dataclasses.FrozenInstanceError):
            setattr(value, dataclasses.fields(value)[0].name, None)
        with pytest.raises((AttributeError, TypeError)):
            value.note = "no slot for this"  # type: ignore[union-attr]


@pytest.mark.parametrize("rules", all_rulesets()[::7], ids=str)
def test_a_replay_ends_with_the_match(rules: Ruleset) -> None:
    match = random_match(rules, 2, Random(str(rules)))
    steps = list(replay(match))
    assert steps[-1][1] == match
    assert [move for move, _, _ in steps] == list(match.moves())
    before = new_match(rules, match.players)
    for move, after, events in steps:
        assert apply(before, move) == (after, events)
        before = after


def test_a_replay_ends_with_an_unfinished_match() -> None:
    for rules in all_rulesets()[::11]:
        for i, (_, _, match) in enumerate(walk(rules, 2, Random(str(rules)))):
            if i % 9 == 0:
                *_, (_, last, _) = replay(match)
                assert last == match


def test_a_seat_that_lags_behind_the_calls_is_refused() -> None:
    text = (
        '{"format": "take-it-easy", "version": 1, "rules": {"board": "classic", "placement": '
        '"free", "call": "single", "rays": "none"}, "players": [{"name": "A", "kind": "human"}], '
        '"rounds": [{"caller": null, "calls": [["294"], ["753"]], "boards": [{"turns": []}]}]}'
    )
    with pytest.raises(IllegalMove) as refused:
        list(replay(parse_record(text)))
    assert refused.value.reason is IllegalReason.SEATS_NOT_READY


def test_a_match_before_its_first_round_has_a_full_bag_and_no_round() -> None:
    match = new_match(Ruleset.parse("daffodil-1 free single none"), (Player("Ana"),))
    assert (match.bag, match.is_complete, match.is_ready_for_call) == (TILES, False, False)
    with pytest.raises(IllegalMove) as refused:
        _ = match.round
    assert refused.value.reason is IllegalReason.NO_ROUND


def test_the_bag_is_in_the_order_of_the_tiles_and_a_seat_without_its_call_is_waited_for() -> None:
    match = new_match(Ruleset(), (Player("Ana"),))
    called, open_seats = (TILES[4], TILES[0]), (new_seat(match.rules),)
    begun = replace(match, rounds=(Round(None, None, (called[:1], called[1:]), open_seats),))
    assert begun.bag == (*TILES[1:4], *TILES[5:27])
    assert begun.round.called == called
    assert repr(begun.round) == "<Round of 1 players, 2 calls>"
    assert repr(begun) == "<Match classic free single none: Ana; 1 rounds>"
    assert not begun.is_ready_for_call
    assert replace(match, rounds=(Round(None, None, (), open_seats),)).is_ready_for_call
