"""The deadline of an answer, and the seconds left that a record carries."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from game.play.clock import Deadline, has_left, note_left, noted_left
from tests.play.playing import ANA, BEN, sit


def test_a_deadline_runs_pauses_and_is_spent_in_steps() -> None:
    deadline = Deadline(10)
    assert (deadline.is_running, deadline.remaining(5), deadline.elapsed(5)) == (False, 10, 0)
    deadline.resume(5)
    deadline.resume(8)
    assert (deadline.is_running, deadline.remaining(9), deadline.elapsed(9)) == (True, 6, 4)
    deadline.pause(9)
    deadline.pause(99)
    assert (deadline.is_running, deadline.remaining(99), deadline.elapsed(99)) == (False, 6, 4)
    deadline.spend(2)
    assert (deadline.remaining(99), deadline.elapsed(99)) == (4, 6)
    deadline.resume(100)
    states = [(deadline.remaining(at), deadline.is_over(at)) for at in (103, 103.9, 104, 200)]
    assert states == [(1, False), (pytest.approx(0.1), False), (0, True), (0, True)]
    deadline.restart(200)
    assert (deadline.is_running, deadline.remaining(203)) == (True, 7)
    assert deadline.elapsed(203) == 6 + 100 + 3, "all answers together"
    deadline.spend(99)
    assert (deadline.remaining(203), deadline.is_over(203)) == (0, True)


def test_without_a_limit_time_is_counted_and_never_over() -> None:
    deadline = Deadline(None)
    deadline.restart(5)
    assert (deadline.remaining(99), deadline.is_over(99), deadline.elapsed(99)) == (None, False, 94)


def test_the_seconds_left_are_those_of_this_seat_and_call_alone() -> None:
    game = sit(ANA, BEN)
    assert note_left(game.match, 0, 3.0) == game.match.meta, "before the first call"
    assert noted_left(game.match, 0) is None
    game.begin_round()
    match = replace(game.match, meta=note_left(game.match, 1, 3.2456))
    assert (noted_left(match, 0), noted_left(match, 1), has_left(match)) == (None, 3.246, True)
    assert json.loads(match.meta or "")["table"] == json.loads(game.match.meta or "")["table"]
    again = replace(match, meta=note_left(match, 0, 0.0))
    assert (noted_left(again, 0), noted_left(again, 1)) == (0, None)
    gone = replace(match, meta=note_left(match, 1, None))
    assert (noted_left(gone, 1), has_left(gone), gone) == (None, False, game.match)
    for field, value, left in (
        ("milliseconds", -5, 0),
        ("milliseconds", "5", None),
        ("seat", 0, None),
        ("round", 2, None),
        ("call", 2, None),
    ):
        meta = json.loads(match.meta or "")
        meta["clock"][field] = value
        assert noted_left(replace(match, meta=json.dumps(meta)), 1) == left, field
