"""A table's setup travels in the record's meta and comes back whole."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import UTC, date, datetime

import pytest

from game.play.editions import CallerRule
from game.play.table import CALLER_KEY, LONGEST_ANSWER, TableSetup, has_progress
from game.rules.marks import Mark
from game.rules.match import Player, PlayerKind, apply, new_match
from game.rules.moves import BeginRound, Call
from game.rules.record import parse_record, print_record
from game.rules.ruleset import Ruleset
from game.rules.tiles import TILES

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
    begun=datetime(2026, 11, 22, 20, 15, tzinfo=UTC),
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
