"""Guests with wrong clocks: they see how long a call waits, and blame nobody."""

from __future__ import annotations

from pathlib import Path

import pytest

from game.net.snapshots import LATE_SECONDS, TableSnapshot, take_snapshot
from tests.net.test_folder import shared_world
from tests.net.worlds import SECONDS, ServerView, World


def play(world: World, wrong: int, seconds: int) -> TableSnapshot:
    """Let time pass, second by second; how Ben, whose clock is wrong, sees the table then."""
    ben = world.guests["Ben"]
    for step in range(2 * seconds):
        world.now += step % 2
        world.leader.step(world.now)
        for name, guest in world.guests.items():
            guest.step(world.now + (wrong if name == "Ben" else 0))
    return take_snapshot(ben.stored, ben, world.now + wrong)


@pytest.mark.parametrize("wrong", [-86_400, -3_600, -90, -16, 0, 2])
def test_a_guest_sees_how_long_a_call_waits_by_whatever_clock(tmp_path: Path, wrong: int) -> None:
    world = World(tmp_path)
    seen = play(world, wrong, 5)
    assert seen.table is not None
    assert seen.table.call is not None
    assert abs(seen.until - (world.now + wrong) - (seen.table.call.until - world.now)) <= 2
    assert seen.notice().until == seen.until
    seen = play(world, wrong, SECONDS - 8)
    assert not seen.is_late
    # In each further call too, whatever was missed.
    for _ in range(3):
        seen = play(world, wrong, 10)
        assert seen.table is not None
        if seen.table.call is not None:
            left = seen.until - (world.now + wrong)
            assert abs(left - (seen.table.call.until - world.now)) <= 2
            assert not seen.is_late


@pytest.mark.parametrize("wrong", [-90, 0, 90])
def test_a_game_master_who_is_away_is_said_to_be_late(tmp_path: Path, wrong: int) -> None:
    world = World(tmp_path)
    play(world, wrong, 5)
    ben = world.guests["Ben"]
    for _ in range(SECONDS + LATE_SECONDS + 5):
        world.now += 1
        ben.step(world.now + wrong)
    assert take_snapshot(ben.stored, ben, world.now + wrong).is_late


@pytest.mark.parametrize("gap", [60, 3_600])
def test_what_a_guest_finds_on_coming_back_says_nothing_of_its_clock(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, gap: int
) -> None:
    """Asleep, cut off or opened again meanwhile: the call is older than its arrival."""
    for number, how in enumerate(("asleep", "cut off", "opened again")):
        world = World(tmp_path / str(number), seconds=7_200)
        play(world, 0, 5)
        ben = world.guests["Ben"]
        world.answer("Ben")
        ben.step(world.now)
        for _ in range(gap):
            world.now += 1
            world.leader.step(world.now)
            if how == "cut off":
                with monkeypatch.context() as patch:
                    patch.setattr(ServerView, "read_journal", _fail)
                    with pytest.raises(OSError, match="cut"):
                        ben.step(world.now)
        if how == "opened again":
            ben = world.make_guest("Ben")
        ben.step(world.now)
        seen = take_snapshot(ben.stored, ben, world.now)
        assert seen.table is not None
        assert seen.table.call is not None
        assert seen.table.calls == 2
        assert seen.until == seen.table.call.until


def _fail(view: ServerView, after: int) -> list[str]:
    raise OSError("cut")


@pytest.mark.parametrize(("wrong", "seen"), [(-90, -90), (90, 0)])
def test_a_folder_that_may_be_slow_corrects_a_clock_that_is_behind_alone(
    tmp_path: Path, wrong: int, seen: int
) -> None:
    """No line is here before it is written; a late one may be a cloud's."""
    world, _ = shared_world(tmp_path)
    table = play(world, wrong, 8)
    assert table.table is not None
    assert table.table.call is not None
    assert abs(table.until - table.table.call.until - seen) <= 2
