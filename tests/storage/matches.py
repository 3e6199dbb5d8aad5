"""Finished and unfinished matches to store, and the end of a folder that holds them."""

from __future__ import annotations

import shutil
import sqlite3
import time
from datetime import UTC, datetime, timedelta
from functools import cache
from pathlib import Path
from random import Random
from typing import Final

from game.rules.deal import deal_calls
from game.rules.match import Match, Player, PlayerKind, apply, legal_placements, new_match
from game.rules.moves import BeginRound, Call, Place
from game.rules.ruleset import Ruleset
from game.storage.profile import Profile

NOON: Final = datetime(2026, 11, 21, 12, tzinfo=UTC)


@cache
def play_match(
    seed: str = "42", names: tuple[str, ...] = ("Ana",), placements: int | None = None
) -> Match:
    """A match of random placements, the whole of it or its first `placements`.

    Players whose names end in "bot" are computers.
    """
    random = Random(seed)
    players = tuple(
        Player(n, PlayerKind.BOT, "random") if n.endswith("bot") else Player(n) for n in names
    )
    match, _ = apply(new_match(Ruleset(), players), BeginRound(seed=seed))
    done = 0
    for call in deal_calls(match.rules, seed):
        match, _ = apply(match, Call(call))
        for seat in range(len(players)):
            if placements is not None and done >= placements:
                return match
            chosen = random.choice(legal_placements(match, seat))
            match, _ = apply(match, Place(seat, chosen.tile, chosen.space))
            done += 1
    return match


def fill(path: Path, count: int, first: int = 0) -> None:
    """Add matches to a history, as one run of the game."""
    with Profile(path) as profile:
        for n in range(first, first + count):
            assert profile.add_match(play_match(str(n)), NOON + timedelta(hours=n)) is not None


def seeds_in(path: Path) -> set[str | None]:
    """The seeds of a history's matches."""
    with sqlite3.connect(path) as database:
        found = {row[0] for row in database.execute("SELECT seed FROM match")}
    database.close()
    return found


def delete(folder: Path) -> None:
    """Delete a folder in which a backup may just be written."""
    for _ in range(200):
        shutil.rmtree(folder, ignore_errors=True)
        if not folder.exists():
            return
        time.sleep(0.01)
    raise AssertionError(f"{folder} stays")
