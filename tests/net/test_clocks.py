"""Guests whose game master is away."""

from __future__ import annotations

from pathlib import Path

from game.net.service.snapshots import LATE_SECONDS, take_snapshot
from tests.net.worlds import SECONDS, World


def test_a_game_master_who_is_away_is_said_to_be_late(tmp_path: Path) -> None:
    world = World(tmp_path).begin()
    ben = world.guests["Ben"]
    for _ in range(SECONDS + LATE_SECONDS + 5):
        world.now += 1
        ben.step(world.now)
    assert take_snapshot(ben.stored, ben, world.now).is_late
