"""Other climbs beside one's own: which are shown in a stage, and where each is then (K24)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from itertools import accumulate

from game.progress.climb.days import bot_climbs
from game.progress.climb.record import ClimbRecord
from game.progress.climb.sharing import climber_of


class GhostKind(StrEnum):
    """Whose climb it is; values are catalogue keys."""

    PLAYER = "player"
    FRIEND = "friend"
    COMPUTER = "computer"


@dataclass(frozen=True, slots=True)
class Ghost:
    """Another climb: its climber's name (a computer's engine), and its total after each stage.

    It fell in the last of them where `has_fallen`.
    """

    kind: GhostKind
    name: str
    totals: tuple[int, ...]
    has_fallen: bool = True

    def total_after(self, stage: int) -> int:
        """Its total after a stage; of one that fell before, its last."""
        return self.totals[min(stage, len(self.totals)) - 1] if self.totals else 0

    def fell_by(self, stage: int) -> int | None:
        """The stage in which it fell, up to this one; None while it climbs."""
        return len(self.totals) if self.has_fallen and len(self.totals) <= stage else None


def ghost_of(kind: GhostKind, climb: ClimbRecord) -> Ghost:
    """Return the ghost of a recorded climb. Raises `FormatError` for a record that is refused."""
    steps = list(climb.steps())
    totals = accumulate(step.end.score.total for step in steps)
    return Ghost(kind, climber_of(climb), tuple(totals), bool(steps) and steps[-1].after.is_over)


def computer_ghosts(day: date) -> tuple[Ghost, ...]:
    """Return the computers' ghosts of a day; none where the data has no such day."""
    return tuple(Ghost(GhostKind.COMPUTER, one.bot, one.totals) for one in bot_climbs(day))


def choose_ghosts(
    stage: int,
    total_before: int,
    same_seed: Sequence[Ghost],
    other_climbs: Iterable[Ghost] = (),
) -> tuple[Ghost, ...]:
    """Return at most three ghosts of a stage: the player's best on this seed, else the player's
    best at this stage of other climbs, the nearest friend and the nearest computer on this seed.

    The nearest is the one with the least that is not led already, by the total after the stage.
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
