"""Other climbs shown beside the player's: the choice for a stage, and their totals (K24)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from itertools import accumulate

from game.climb.days import bot_climbs
from game.climb.record import ClimbRecord
from game.climb.sharing import climber_of


class GhostKind(StrEnum):
    """The kind of climber; values are catalogue keys."""

    PLAYER = "player"
    FRIEND = "friend"
    COMPUTER = "computer"


@dataclass(frozen=True, slots=True)
class Ghost:
    """Another climb: its climber's name (or a computer's level), and its total after each stage.

    `has_fallen`: it fell in the last of them.
    """

    kind: GhostKind
    name: str
    totals: tuple[int, ...]
    has_fallen: bool = True

    def total_after(self, stage: int) -> int:
        """Return the ghost's total after a stage; after its fall the last one."""
        return self.totals[min(stage, len(self.totals)) - 1] if self.totals else 0

    def fell_by(self, stage: int) -> int | None:
        """Return the stage of the ghost's fall if that is at most `stage`, else None."""
        return len(self.totals) if self.has_fallen and len(self.totals) <= stage else None


def ghost_of(kind: GhostKind, climb: ClimbRecord) -> Ghost:
    """Return the ghost of a recorded climb. Raises `FormatError` for an invalid record."""
    steps = list(climb.steps())
    totals = accumulate(step.end.score.total for step in steps)
    return Ghost(kind, climber_of(climb), tuple(totals), bool(steps) and steps[-1].after.is_over)


def computer_ghosts(day: date) -> tuple[Ghost, ...]:
    """Return the computers' ghosts of a day; () if the data lacks it."""
    return tuple(Ghost(GhostKind.COMPUTER, one.bot, one.totals) for one in bot_climbs(day))


def choose_ghosts(
    stage: int,
    total_before: int,
    same_seed: Sequence[Ghost],
    other_climbs: Iterable[Ghost] = (),
) -> tuple[Ghost, ...]:
    """Return at most three ghosts of a stage.

    They are the player's best on this seed, else the best of other climbs, and the nearest friend
    and computer on this seed. The nearest has the least total after the stage that the player has
    not passed yet.
    """
    players = [one for one in same_seed if one.kind is GhostKind.PLAYER]
    if not players:
        players = [one for one in other_climbs if len(one.totals) >= stage]
    chosen = [max(players, key=lambda one: one.total_after(stage))] if players else []
    for kind in (GhostKind.FRIEND, GhostKind.COMPUTER):
        ahead = [
            one for one in same_seed if one.kind is kind and one.total_after(stage) >= total_before
        ]
        if ahead:
            chosen.append(min(ahead, key=lambda one: one.total_after(stage)))
    return tuple(one for one in chosen if one.total_after(stage) >= total_before)
