"""Finished and unfinished matches to store, and the end of a folder that holds them."""

from __future__ import annotations

import shutil
import time
from pathlib import Path
from random import Random

from game.rules.deal import deal_calls
from game.rules.match import Match, Player, PlayerKind, apply, legal_placements, new_match
from game.rules.moves import BeginRound, Call, Place
from game.rules.ruleset import Ruleset


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


def delete(folder: Path) -> None:
    """Delete a folder in which a backup may just be written."""
    for _ in range(200):
        shutil.rmtree(folder, ignore_errors=True)
        if not folder.exists():
            return
        time.sleep(0.01)
    raise AssertionError(f"{folder} stays")
