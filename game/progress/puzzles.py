"""Puzzles: positions of the player's reviewed matches with an expensive placement.

The profile stores each placement's cost, the weakest computer that sees better, and whether its
puzzle was solved; the position is computed from the match's record. Of each match one puzzle is
listed by itself (two below Beaver), another one once it was asked for.
"""

from __future__ import annotations

import re
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, NamedTuple

from game.bots.coach.replay import placed_moments
from game.bots.coach.verdicts import LESSON
from game.bots.players.registry import LEVELS
from game.progress.challenge_progress import ChallengeProgress, given_tiles, hides_review
from game.progress.level import tells_points
from game.progress.level_findings import stored_level
from game.rules.marks import Mark
from game.storage.database import identity_of

if TYPE_CHECKING:
    from game.bots.coach.review import Review
    from game.rules.match import Match
    from game.rules.placement import Placement
    from game.storage.profile import Profile

SOLVED: Final = "solved"
SHOWN: Final = "shown"
TRIED: Final = "tried"
SPARE: Final = "spare"
"""Mark of a puzzle that is not listed until the player requests it."""
_SEER: Final = "seen"

_KEY: Final = re.compile(r"[0-9]{1,4}(:[0-9]{1,4}){2}")


@dataclass(frozen=True, slots=True)
class Puzzle:
    """Placement `index` of `seat` in a round of a stored match, and its cost in points.

    `number` is the row in the database, `identity` the match's; `round_index` is from 0.
    `is_solved` and `is_tried` are the player's results.
    """

    number: int
    identity: str
    round_index: int
    seat: int
    index: int
    cost: float
    is_solved: bool = False
    is_shown: bool = False
    """Whether its answer was shown, so that it cannot be solved at the first try."""
    is_tried: bool = False
    seen_by: str = ""
    """The weakest level that sees better; "" while unknown."""

    @property
    def key(self) -> str:
        """The key under which the profile stores it."""
        return f"{self.round_index}:{self.seat}:{self.index}"

    @property
    def is_open(self) -> bool:
        """Whether the player has neither tried the puzzle nor seen the answer."""
        return not (self.is_solved or self.is_shown or self.is_tried)

    def rank(self, level: str | None) -> tuple[int, float]:
        """Return its place in the order for a player of a level.

        What the player's own level sees comes first, then what each stronger one sees; of these the
        most expensive.
        """
        seen_by = LEVELS.index(self.seen_by or LEVELS[-1])
        return max(seen_by, LEVELS.index(level or LEVELS[0])), -self.cost


def _finding_key(identity: str) -> str:
    return f"puzzles:{identity}"


def store_puzzles(
    profile: Profile, match: Match, round_index: int, seat: int, review: Review
) -> None:
    """Store the placements of a reviewed round that cost at least `LESSON`."""
    laid, identity = given_tiles(match), identity_of(match)
    dear = [
        Puzzle(0, identity, round_index, seat, index, one.cost, seen_by=one.seen_by)
        for index, one in enumerate(review.placements)
        if index >= laid and one.cost >= LESSON
    ]
    if not dear:
        return
    known, level = profile.findings(_finding_key(identity)), stored_level(profile, match.rules)
    listed = sum(bool(_KEY.fullmatch(key)) and not known.get(f"{SPARE}:{key}") for key in known)
    room = (1 if tells_points(level) else 2) - listed
    new = sorted((one for one in dear if one.key not in known), key=lambda one: one.rank(level))
    values = {one.key: one.cost for one in dear}
    values |= {f"{_SEER}:{one.key}": LEVELS.index(one.seen_by) for one in dear if one.seen_by}
    values |= {f"{SPARE}:{one.key}": 1 for one in new[max(0, room) :]}
    profile.store_findings(_finding_key(identity), values)


def find_puzzles(
    profile: Profile, of: Match | None = None, level: str | None = None
) -> tuple[Puzzle, ...]:
    """Return all listed puzzles, or each one of a match, except those of challenges that keep
    secrets.

    The order is unsolved first, answers not shown first, then that for a player of `level`.
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
        for key, cost in costs.items():
            if _KEY.fullmatch(key) and (identity or not costs.get(f"{SPARE}:{key}")):
                round_index, seat, index = map(int, key.split(":"))
                is_solved, is_shown, is_tried = (
                    f"{mark}:{key}" in costs for mark in (SOLVED, SHOWN, TRIED)
                )
                seer = costs.get(f"{_SEER}:{key}", -1)
                # Another version may know more levels.
                seen_by = LEVELS[int(seer)] if 0 <= seer < len(LEVELS) else ""
                puzzles.append(
                    Puzzle(
                        match.id, match.identity, round_index, seat, index, cost,
                        is_solved, is_shown, is_tried, seen_by,
                    )
                )  # fmt: skip
    return tuple(sorted(puzzles, key=lambda one: (one.is_solved, one.is_shown, one.rank(level))))


def mark_puzzle(profile: Profile, puzzle: Puzzle, mark: str, value: float = 1) -> bool:
    """Store a mark of a puzzle, such as `SOLVED`; return whether it was stored."""
    return profile.store_findings(_finding_key(puzzle.identity), {f"{mark}:{puzzle.key}": value})


def store_seer(profile: Profile, puzzle: Puzzle, level: str) -> bool:
    """Store the weakest level that sees better; return whether it was stored."""
    return mark_puzzle(profile, puzzle, _SEER, LEVELS.index(level))


def position_of(profile: Profile, puzzle: Puzzle) -> tuple[Match, Placement] | None:
    """Return the match before the placement, and the placement; None if it no longer exists."""
    match = profile.match(puzzle.number)
    with suppress(IndexError):
        if match is not None:
            moment = placed_moments(match, puzzle.round_index, puzzle.seat)[puzzle.index]
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
