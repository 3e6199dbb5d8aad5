"""The leader's clock at a table, and guests whose game master is away."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from game.net.journal.events import OpenedEvent
from game.net.journal.table import OpenCall, Table
from game.net.journal.table_clock import ABSENT_SECONDS, TableClock
from game.net.service.snapshots import LATE_SECONDS, take_snapshot
from tests.net.worlds import CLASSIC, SECONDS, World

UNTIL = 1_000
CALL = OpenCall(1, UNTIL, 0)
TABLE = Table(OpenedEvent(bytes(16), CLASSIC, 2, 600, "", bytes(32)), at=400)


def polled(*seconds: int) -> TableClock:
    """A clock that has been polled at these seconds."""
    clock = TableClock()
    clock.note_poll(400, TABLE)
    clock.begin_call(TABLE)
    for second in seconds:
        clock.note_poll(second, TABLE)
    return clock


def test_a_game_master_who_is_away_is_said_to_be_late(tmp_path: Path) -> None:
    world = World(tmp_path).begin()
    ben = world.guests["Ben"]
    for _ in range(SECONDS + LATE_SECONDS + 5):
        world.now += 1
        ben.step(world.now)
    assert take_snapshot(ben.stored, ben, world.now).is_late


def test_a_call_is_over_after_its_last_second_or_after_the_later_one() -> None:
    steps = (*range(400, UNTIL - 1, ABSENT_SECONDS), UNTIL - 2)
    for last, is_over in ((UNTIL - 1, False), (UNTIL, False), (UNTIL + 1, True)):
        assert polled(*steps, last).is_over(TABLE, CALL) is is_over
    away = polled(*steps, 5_000)
    assert away.extension(TABLE, CALL) == 5_060, "a tenth of the call's time"
    assert not away.is_over(TABLE, CALL)
    for second in range(5_005, 5_060, 5):
        away.note_poll(second, TABLE)
    away.note_poll(5_060, TABLE)
    assert not away.is_over(TABLE, CALL)
    away.note_poll(5_061, TABLE)
    assert away.is_over(TABLE, CALL)
    late = replace(CALL, was_late=True)
    assert (away.extension(TABLE, late), polled(*steps, 5_000).is_over(TABLE, late)) == (None, True)


@pytest.mark.parametrize(("gap", "is_away"), [(ABSENT_SECONDS, False), (ABSENT_SECONDS + 1, True)])
def test_a_program_is_away_from_so_many_seconds_without_a_poll(gap: int, is_away: bool) -> None:
    steps = (*range(400, UNTIL - 1, ABSENT_SECONDS), UNTIL - 2)
    clock = polled(*steps, UNTIL, UNTIL + gap)
    assert (clock.extension(TABLE, CALL) is not None) is is_away
    # The first absence that its end lies in counts, and none before this call.
    assert polled(600, 700, UNTIL + 1).extension(TABLE, CALL) == UNTIL + 61
    clock.begin_call(TABLE)
    assert clock.extension(TABLE, CALL) is None


def test_without_a_transport_the_program_is_away_until_the_next_poll() -> None:
    steps = (*range(400, UNTIL - 1, ABSENT_SECONDS), UNTIL - 2)
    clock = polled(*steps, UNTIL)
    clock.lose_transport()
    clock.note_poll(UNTIL + 1, TABLE)
    assert clock.extension(TABLE, CALL) == UNTIL + 61
    clock.note_poll(UNTIL + 2, TABLE)
    assert clock.extension(TABLE, CALL) == UNTIL + 61, "it was away once"


def test_time_never_goes_back_and_runs_on_from_the_tables() -> None:
    clock = polled(500)
    assert clock.now == 500
    clock.note_poll(100, TABLE)
    assert clock.now == 500
    clock.note_poll(103, TABLE)
    assert clock.now == 503
    # The machine's own time counts from the next call on, if the journal is not ahead of it.
    assert clock.begin_call(replace(TABLE, at=50)) == 103
    clock.note_poll(104, TABLE)
    assert clock.now == TABLE.at
    assert clock.begin_call(TABLE) == TABLE.at
    clock.note_poll(106, TABLE)
    assert clock.now == TABLE.at + 2
    assert TableClock().now < 0
    fresh = TableClock()
    fresh.note_poll(7, None)
    assert fresh.now == 7


def test_an_absence_without_a_transport_ends_with_the_next_poll() -> None:
    clock = polled(*range(400, 500, ABSENT_SECONDS))
    clock.lose_transport()
    for second in (500, *range(505, UNTIL + 1, ABSENT_SECONDS), UNTIL + 1):
        clock.note_poll(second, TABLE)
    assert clock.extension(TABLE, CALL) is None
    assert clock.is_over(TABLE, CALL)
