"""A table's setup travels in the record's meta and comes back whole."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import UTC, date, datetime

import pytest

from game.play.editions import CallerRule
from game.play.table import CALLER_KEY, LONGEST_ANSWER, TableSetup, handicaps_of, has_progress
from game.rules.marks import Mark
from game.rules.match import Player, PlayerKind, apply, new_match
from game.rules.moves import BeginRound, Call
from game.rules.record import parse_record, print_record
from game.rules.ruleset import CallRule, Ruleset
from game.rules.tiles import TILES
from tests.play.playing import play_step, sit

CALLED = json.dumps({CALLER_KEY: {}})
SETUP = TableSetup(
    Ruleset.parse("daffodil-4 free mail rays"),
    (Player("Ștefan"), Player("Bot", PlayerKind.BOT, "greedy")),
    "K7QX",
    "ro",
    CallerRule.ROTATING,
    ("purple", "red"),
    90,
    has_hidden_boards=True,
    substitutes=("Zoë",),
    marks=frozenset({Mark.COACHED, Mark.AGAIN}),
    is_blind=True,
    daily=date(2026, 11, 22),
    begun=datetime(2026, 11, 22, 20, 15, 7, tzinfo=UTC),
    challenge="reach-1",
    avatars=("moon", ""),
)


def test_a_setup_survives_the_record() -> None:
    match = new_match(SETUP.rules, SETUP.players, SETUP.to_meta())
    assert TableSetup.from_match(parse_record(print_record(match))) == SETUP
    assert json.loads(SETUP.to_meta('{"id": "x"}'))["id"] == "x"
    assert SETUP.marked(Mark.LEFT).marks == {*SETUP.marks, Mark.LEFT}


@pytest.mark.parametrize(("seconds", "read"), [(0, 1), (60, 60), (10**9, LONGEST_ANSWER)])
def test_an_old_or_an_odd_table_is_read_as_it_was_meant(seconds: int, read: int) -> None:
    meta = json.dumps(
        {"table": {"marks": ["coached"], "answer_seconds": seconds, "colours": ["pink"]}}
    )
    setup = TableSetup.from_match(new_match(Ruleset(), SETUP.players, meta))
    assert (setup.marks, setup.answer_seconds) == (frozenset({Mark.COACHED}), read)
    assert [setup.colour_of(seat) for seat in range(2)] == ["red", "blue"]


def test_what_is_begun_would_be_lost() -> None:
    match, called = (new_match(Ruleset(rounds=2), SETUP.players, m) for m in (None, CALLED))
    away = new_match(Ruleset(), SETUP.players, json.dumps({"room": {"at": "http://x:1"}}))
    assert has_progress(away), "a seat elsewhere is its way back"
    assert not has_progress(new_match(Ruleset(), SETUP.players, json.dumps({"room": {"at": ""}})))
    for begun, has_call in ((match, False), (called, True)):
        begun, _ = apply(begun, BeginRound())
        assert not has_progress(begun)
        begun, _ = apply(begun, Call(TILES[:1]))
        assert has_progress(begun) is has_call


def test_a_match_without_meta_has_defaults() -> None:
    setup = TableSetup.from_match(new_match(Ruleset(), (Player("Ana"),)))
    assert (setup.caller, setup.colour_of(0), setup.answer_seconds) == (
        CallerRule.COMPUTER,
        "red",
        None,
    )


@pytest.mark.parametrize("meta", ['{"table": 5}', '{"table": {"answer_seconds": "soon"}}'])
def test_foreign_meta_under_our_key_counts_as_none(meta: str) -> None:
    match = new_match(Ruleset(), (Player("Ana"),), meta)
    assert TableSetup.from_match(match) == TableSetup.from_match(replace(match, meta=None))


def test_a_picture_is_read_back_where_it_is_known_and_a_person_s() -> None:
    players = (Player("Ana"), Player("Ben"), Player("Fox", PlayerKind.BOT, "fox"), Player("Eva"))
    meta = json.dumps({"table": {"avatars": ["frog", "unicorn", "cat", ["sun"], 7, None] * 9}})
    setup = TableSetup.from_match(new_match(Ruleset(), players, meta))
    assert [setup.avatar_of(seat) for seat in range(4)] == ["frog", "", "", ""]
    assert TableSetup.from_match(new_match(Ruleset(), players)).avatar_of(3) == ""
    # A table without pictures is stored as before there were any.
    assert "avatars" not in TableSetup(Ruleset(), players, "1").to_meta()


def test_the_ways_of_a_game_are_marks_in_its_record_and_none_of_its_table() -> None:
    timed = replace(SETUP, rules=Ruleset(), marks=frozenset({Mark.AGAIN}))
    meta = json.loads(timed.to_meta())["table"]
    assert meta["marks"] == ["again", "blind", "timed"]
    match = new_match(timed.rules, timed.players, timed.to_meta())
    assert TableSetup.from_match(match) == timed


def test_something_placed_or_an_earlier_round_would_be_lost() -> None:
    game = sit(*SETUP.players, rules="classic free single none rounds=2")
    states = [has_progress(game.match)]
    while len(game.match.rounds) < 2:
        play_step(game)
        states.append(has_progress(game.match))
    assert states == [False] * 2 + [True] * (len(states) - 2)


def test_phones_and_an_owner_belong_to_a_match_under_way_alone() -> None:
    game = sit(*SETUP.players, phones=frozenset({1, 0}), owner=0)
    assert json.loads(game.match.meta or "")["table"]["phones"] == [0, 1]
    under_way = TableSetup.from_match(game.match)
    assert (under_way.phones, under_way.owner) == (frozenset({0, 1}), 0)
    while play_step(game):
        pass
    over = TableSetup.from_match(game.match)
    assert (over.phones, over.owner) == (frozenset(), None)


def test_a_table_without_a_choice_has_the_colours_in_order_and_its_rounds_seed() -> None:
    players = tuple(Player(str(seat)) for seat in range(8))
    setup = TableSetup(Ruleset(), players, "1", colours=("grey", "red"))
    assert [setup.colour_of(seat) for seat in (0, 1, 2, 7)] == ["grey", "red", "green", "grey"]
    assert setup.colour_of(8) == "red"
    match = new_match(Ruleset(), players[:2])
    assert TableSetup.from_match(match).seed == "table"
    begun, _ = apply(match, BeginRound(None, "7"))
    assert TableSetup.from_match(begun).seed == "7"
    meta = json.dumps({"table": {"caller": "nobody", "colours": ["blue", 5, "pink"] * 4}})
    odd = TableSetup.from_match(new_match(Ruleset(), players[:2], meta))
    assert odd.caller is CallerRule.COMPUTER
    assert odd.colours == ("blue", "blue", "green", "blue", "purple", "orange", "blue", "grey")


def test_a_limit_is_a_handicap_outside_a_league_alone() -> None:
    """M1"""
    for call, seconds, is_blind, handicaps in (
        (CallRule.SINGLE, None, False, set()),
        (CallRule.SINGLE, 30, False, {Mark.TIMED}),
        (CallRule.MAIL, 30, False, set()),
        (CallRule.MAIL, 30, True, {Mark.BLIND}),
        (CallRule.PAIRS, 30, True, {Mark.BLIND, Mark.TIMED}),
    ):
        assert handicaps_of(call, seconds, is_blind=is_blind) == handicaps
        setup = TableSetup(
            Ruleset(call=call), SETUP.players, "1", answer_seconds=seconds, is_blind=is_blind
        )
        assert setup.is_timed is (Mark.TIMED in handicaps)
