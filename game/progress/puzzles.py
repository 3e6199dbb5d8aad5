"""Puzzles: positions of the player's reviewed matches with an expensive placement.

The profile stores each placement's cost and whether its puzzle was solved; the position is computed
from the match's record.
"""

from __future__ import annotations

import re
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, NamedTuple

from game.bots.coach.replay import ReplayAct, replay_seat
from game.progress.challenge_progress import ChallengeProgress, given_tiles, hides_review
from game.rules.marks import Mark
from game.storage.database import identity_of

if TYPE_CHECKING:
    from game.bots.coach.review import Review
    from game.rules.match import Match
    from game.rules.placement import Placement
    from game.storage.profile import Profile

LEAST_PUZZLE_COST: Final = 3.0
"""Least points that a puzzle's placement cost."""

SOLVED: Final = "solved"
SHOWN: Final = "shown"

_KEY: Final = re.compile(r"[0-9]{1,4}(:[0-9]{1,4}){2}")


@dataclass(frozen=True, slots=True)
class Puzzle:
    """Placement `index` of `seat` in a round of a stored match, and its cost in points."""

    number: int
    identity: str
    round_index: int
    seat: int
    index: int
    cost: float
    is_solved: bool
    is_shown: bool
    """Whether its answer was shown, so that it cannot be solved at the first try."""

    @property
    def key(self) -> str:
        """The key under which the profile stores it."""
        return f"{self.round_index}:{self.seat}:{self.index}"


def _finding_key(identity: str) -> str:
    return f"puzzles:{identity}"


def store_puzzles(
    profile: Profile, match: Match, round_index: int, seat: int, review: Review
) -> None:
    """Store the placements of a reviewed round that cost at least `LEAST_PUZZLE_COST`."""
    laid = given_tiles(match)
    dear = {
        f"{round_index}:{seat}:{index}": placement.cost
        for index, placement in enumerate(review.placements)
        if index >= laid and placement.cost >= LEAST_PUZZLE_COST
    }
    if dear:
        profile.store_findings(_finding_key(identity_of(match)), dear)


def find_puzzles(profile: Profile, of: Match | None = None) -> tuple[Puzzle, ...]:
    """Return all puzzles, or those of one match, except those of challenges that keep secrets.

    The order is unsolved first, answers not shown first, latest match first, highest cost first.
    """
    findings = profile.all_findings()
    identity = None if of is None else identity_of(of)
    puzzles: list[Puzzle] = []
    progress: ChallengeProgress | None = None
    for match in profile.last_matches():
        if identity not in (None, match.identity):
            continue
        costs = findings.get(_finding_key(match.identity), {})
        if costs and Mark.CHALLENGE in match.marks:
            progress = progress or ChallengeProgress(profile)
            played = profile.match(match.id)
            if played is not None and hides_review(profile, played, progress):
                continue
        for key, cost in sorted(costs.items(), key=lambda item: -item[1]):
            if _KEY.fullmatch(key):
                round_index, seat, index = map(int, key.split(":"))
                known = (f"{SOLVED}:{key}" in costs, f"{SHOWN}:{key}" in costs)
                puzzles.append(
                    Puzzle(match.id, match.identity, round_index, seat, index, cost, *known)
                )
    return tuple(sorted(puzzles, key=lambda puzzle: (puzzle.is_solved, puzzle.is_shown)))


def store_solved(profile: Profile, puzzle: Puzzle) -> bool:
    """Store that a puzzle was solved; return whether it was stored."""
    return profile.store_findings(_finding_key(puzzle.identity), {f"{SOLVED}:{puzzle.key}": 1})


def store_shown(profile: Profile, puzzle: Puzzle) -> bool:
    """Store that a puzzle's answer was shown; return whether it was stored."""
    return profile.store_findings(_finding_key(puzzle.identity), {f"{SHOWN}:{puzzle.key}": 1})


def position_of(profile: Profile, puzzle: Puzzle) -> tuple[Match, Placement] | None:
    """Return the match before the placement, and the placement; None if it no longer exists."""
    match = profile.match(puzzle.number)
    with suppress(IndexError):
        if match is not None:
            moments = replay_seat(match, puzzle.round_index, puzzle.seat)
            placed = [m for m in moments if m.act is ReplayAct.PLACED]
            moment = placed[puzzle.index]
            return moment.before, moment.placements[0]
    return None


_FIGURES: Final = "puzzle-figures"
"""The profile's key of the best streak and the best rush."""


class PuzzleFigures(NamedTuple):
    """The current and the best streak of puzzles solved at the first try, and the best rush."""

    streak: int = 0
    best_streak: int = 0
    best_rush: int = 0


def read_figures(profile: Profile) -> PuzzleFigures:
    """Read the stored figures."""
    figures = profile.findings(_FIGURES)
    return PuzzleFigures(*(int(figures.get(name, 0)) for name in PuzzleFigures._fields))


def store_figures(profile: Profile, figures: PuzzleFigures) -> bool:
    """Store the figures; return whether they were stored."""
    return profile.store_findings(_FIGURES, figures._asdict())
