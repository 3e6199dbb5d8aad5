"""Stores with climbs, and climbs as their tables list them."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from random import Random

from game.bots.players.registry import make_bot
from game.climb.game import ClimbKeeper
from game.climb.record import ClimbRecord
from game.storage.autosave import Autosave
from game.storage.climbs import FinishedClimb
from game.storage.open_games import OpenGames
from game.storage.profile import Profile
from game.storage.settings import SettingsStore
from game.storage.store import Storage
from tests.climb.plays import next_act
from tests.gallery.climb import play_climb

DAY = date(2026, 11, 25)
"""A Wednesday."""
NOON = datetime(2026, 11, 25, 12, tzinfo=UTC)


def record_of(seed: str, most: int = 1) -> ClimbRecord:
    return play_climb(seed, "greedy", most=most).record


def row(seed: str, hours: float = 0, stage: int = 1, name: str = "") -> FinishedClimb:
    """A row of the table so many hours after noon, without a record."""
    when = NOON + timedelta(hours=hours)
    return FinishedClimb(f"{seed} {hours}", seed, "", 1, stage, name, when, "")


def store_at(folder: Path) -> Storage:
    return Storage(
        SettingsStore(None),
        Autosave(None),
        Profile(folder / "profile.db"),
        OpenGames(folder, "climb"),
    )


def play(game: ClimbKeeper, acts: int, bot: str = "greedy") -> None:
    """Do so many things that can be done, or to the end."""
    random = Random(game.open.state.seed)
    for _ in range(acts):
        if game.open.state.is_over:
            return
        game.act(next_act(game.open, make_bot(bot), random))
