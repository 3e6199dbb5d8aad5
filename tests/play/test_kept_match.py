"""The record that a guest keeps of a finished match, and what it is on the guest's own window."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import UTC, date, datetime
from typing import Any

import pytest

from game.play.kept_match import KEPT_KEY, keep_seat, own_match
from game.play.own_seats import own_seats
from game.play.signing import make_secret, public_key
from game.play.table import TableSetup
from game.rules.marks import Mark
from game.rules.match import Match, Player, new_match
from game.rules.meta import ROOM_KEY, read_substitutes, with_field
from game.rules.record import parse_record, print_record
from game.rules.ruleset import Ruleset
from tests.play.playing import ANA, BEN, OTTO, play_step, sit

SECRET = make_secret()


@pytest.fixture(scope="module")
def over() -> Match:
    """A finished match on phones of Ana and Ben, with everything that is its window's alone."""
    game = sit(
        ANA,
        BEN,
        OTTO,
        phones=frozenset({0, 1}),
        owner=0,
        daily=date(2026, 11, 22),
        begun=datetime(2026, 11, 22, 20, 15, tzinfo=UTC),
        challenge="reach-1",
        marks=frozenset({Mark.COACHED, Mark.AGAIN}),
        colours=("purple", "red", "blue"),
        edition="ro",
    )
    game.begin_round()
    while play_step(game):
        pass
    meta = with_field(game.match.meta, ROOM_KEY, {"code": "ABCD", "keys": {"0": "x"}})
    left = [{"seat": 1, "after_call": 3, "left": "Zoe", "came": "Ben", "why": "came"}]
    return replace(game.match, meta=with_field(meta, "substitutes", left))


def changed(match: Match, **fields: Any) -> Match:
    """A kept match with other values below its key."""
    meta = json.loads(match.meta or "")
    meta[KEPT_KEY] |= fields
    return replace(match, meta=json.dumps(meta))


def marks(match: Match | None) -> frozenset[Mark]:
    assert match is not None
    # As it is stored: reading a finished match drops no mark.
    return TableSetup.from_match(match).marks


def test_a_kept_match_is_its_players_own_and_no_day_or_challenge(over: Match) -> None:
    kept = parse_record(print_record(keep_seat(over, 1, SECRET)))
    field = json.loads(kept.meta or "")[KEPT_KEY]
    assert (field["seat"], field["by"]) == (1, public_key(SECRET).hex())
    assert ROOM_KEY not in json.loads(kept.meta or "")
    own = own_match(kept)
    assert own is not None
    table = json.loads(own.meta or "")["table"]
    assert (table["owner"], table["phones"]) == (1, [0, 1, 2])
    assert not {"daily", "begun", "challenge"} & table.keys()
    assert (table["colours"], table["edition"]) == (["purple", "red", "blue"], "ro")
    assert marks(own) == {Mark.ROOM, Mark.COACHED}
    assert own.rounds == over.rounds
    assert [one.left for one in read_substitutes(own.meta)] == ["Zoe"]
    assert own_seats(replace(own, meta=with_field(own.meta, "substitutes", None))) == (1,)
    assert KEPT_KEY not in json.loads(own.meta or "")
    # Each record has one identity, and each seat its own.
    assert own == own_match(kept)
    matches = [own_match(keep_seat(over, seat, SECRET)) for seat in (0, 1)]
    ids = {json.loads(one.meta or "")["id"] for one in matches if one is not None}
    assert len(ids) == 2
    assert all(id.startswith("kept-") for id in ids)


def test_a_name_that_looks_the_same_is_the_players(over: Match) -> None:
    kept = keep_seat(over, 1, SECRET)
    for name, is_other in (("", False), ("Ben", False), ("BEN", False), ("Ana", True)):
        assert (Mark.OTHER_NAME in marks(own_match(kept, name))) is is_other, name


def test_what_is_changed_after_it_was_signed_is_marked(over: Match) -> None:
    kept = keep_seat(over, 1, SECRET)
    players = (Player("Eve"), *kept.players[1:])
    for other in (
        replace(kept, players=players),
        changed(kept, seat=0),
        changed(kept, by=public_key(make_secret()).hex()),
        changed(kept, signature="00" * 64),
        changed(kept, signature="no hex"),
        changed(kept, by=5),
        replace(kept, meta=with_field(kept.meta, "more", 1)),
    ):
        assert Mark.UNSIGNED in marks(own_match(other))
    assert Mark.UNSIGNED not in marks(own_match(kept))


def test_only_a_finished_match_with_a_persons_seat_is_kept(over: Match) -> None:
    kept = keep_seat(over, 1, SECRET)
    begun = new_match(Ruleset(), over.players, kept.meta)
    for none in (
        over,
        replace(begun, meta=kept.meta),
        changed(kept, seat=2),
        changed(kept, seat=3),
        changed(kept, seat=-1),
        changed(kept, seat="1"),
        replace(kept, meta=None),
    ):
        assert own_match(none) is None
