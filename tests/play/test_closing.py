"""Closing moves that are being tried travel in the record's `meta` and fit, or are none (P6)."""

from __future__ import annotations

import json
from dataclasses import replace
from random import Random

import pytest

from game.play.catch_up import catch_up
from game.play.closing import note_closing, noted_closing
from game.rules.match import Match, new_match
from game.rules.moves import Finish
from game.rules.placement import Placement
from game.rules.ruleset import Ruleset
from tests.rules.random_matches import walk

RULES = Ruleset.parse("daffodil-4 free single none")


def _closing(seed: int) -> tuple[Match, int, tuple[Placement, ...]]:
    """A match in which a seat may make these closing moves."""
    return next(
        (before, move.seat, move.placements)
        for before, move, _ in walk(RULES, 2, Random(seed))
        if isinstance(move, Finish) and move.placements
    )


SEEDS = (1, 2, 3)


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("meta", [None, '{"table": {"seed": "ș"}}'])
def test_p6_tried_moves_are_noted_beside_the_rest_and_taken_out_again(
    seed: int, meta: str | None
) -> None:
    match, seat, moves = _closing(seed)
    match = replace(match, meta=meta)
    assert noted_closing(match) is None
    noted = replace(match, meta=note_closing(match, seat, moves))
    assert noted_closing(noted) == Finish(seat, moves)
    assert meta is None or "ș" in (noted.meta or "")
    assert json.loads(noted.meta or "").get("table") == json.loads(meta or "{}").get("table")
    again = replace(noted, meta=note_closing(noted, seat, moves[:1]))
    assert noted_closing(again) == Finish(seat, moves[:1])
    assert json.loads(note_closing(noted, seat, ()) or "{}") == json.loads(meta or "{}")
    assert (note_closing(noted, seat, ()) is None) is (meta is None)


def test_p6_what_does_not_fit_the_match_is_none() -> None:
    match, seat, moves = _closing(1)
    noted = json.loads(note_closing(match, seat, moves) or "")
    assert noted_closing(replace(new_match(RULES, match.players), meta=json.dumps(noted))) is None
    text = noted["closing"]
    tile = text.partition("@")[0].split()[-1]
    for spoilt in (
        5,
        {"seat": seat, "moves": [f"{tile}@b2"]},
        "",
        f"{seat} back",
        text.replace("finish", "miss"),
        f"-1 finish {tile}@b2",
        text.replace(f"{seat} finish", "2 finish"),
        f"{text} {text.split()[-1]}",
        f"{seat} finish {tile}",
        f"{seat} finish {tile}@a1",
        f"{seat} finish {tile}@z9",
        f"{seat} finish 295@b2",
    ):
        assert noted_closing(replace(match, meta=json.dumps({"closing": spoilt}))) is None


def test_nothing_is_told_where_no_moves_lead_from_one_match_to_the_other() -> None:
    one, *_ = _closing(1)
    other, *_ = _closing(2)
    assert catch_up(one, other) == ()


def test_p6_what_a_phone_tries_is_noted_apart_from_the_screen() -> None:
    match, seat, moves = _closing(1)
    noted = replace(match, meta=note_closing(match, seat, moves, is_on_phone=True))
    tried = Finish(seat, moves)
    assert (noted_closing(noted), noted_closing(noted, seat)) == (None, tried)
    assert noted_closing(noted, 1 - seat) is None
    both = replace(noted, meta=note_closing(noted, seat, moves[:1]))
    assert (noted_closing(both), noted_closing(both, seat)) == (Finish(seat, moves[:1]), tried)
    gone = replace(both, meta=note_closing(both, seat, (), is_on_phone=True))
    assert (noted_closing(gone), noted_closing(gone, seat)) == (Finish(seat, moves[:1]), None)
