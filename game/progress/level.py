"""A player's level: mean points without the luck of the calls, compared with the computers'.

The luck of a round is what a review says of it, by the quick judge (`game.bots.coach.level`). The
computers are measured in the same way by `python -m game.tools.levels`, which writes
`seeds/levels.toml`.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from math import inf, sqrt
from statistics import stdev
from typing import Any, Final, NamedTuple, Protocol, Self, TypeVar

from game.play.own_seats import own_seats, people_here
from game.resources import damaged, read_table, seed_file
from game.rules.match import Match
from game.rules.ruleset import Ruleset

LATEST: Final = 20
"""How many attempts a level is made of."""

LEAST: Final = 5
"""With fewer attempts nobody has a level."""

APART: Final = 4.0
"""Points by which a computer must be better than the one before it to begin a level of its own:
twenty games cannot tell what lies closer together."""


class AttemptPoints(NamedTuple):
    """The mean round of an attempt: its points, and how many of them the calls brought."""

    total: float
    luck: float

    @classmethod
    def of(cls, measured: Mapping[str, float]) -> Self:
        """Take them from what `game.bots.coach.level` has measured."""
        return cls(measured["total"], measured["luck"])

    @property
    def played(self) -> float:
        """The points without the luck of the calls."""
        return self.total - self.luck


class LevelMark(NamedTuple):
    """A computer's mean over `games` rounds, without the luck of the calls."""

    level: str
    mean: float
    error: float
    games: int


LevelScale = tuple[LevelMark, ...]
"""The computers by one ruleset, the friendliest first; empty where none were measured."""


@dataclass(frozen=True, slots=True)
class LevelEstimate:
    """A player's level by one ruleset.

    `points` are of the last attempts, oldest first; `mean` is without luck and `error` its
    standard error. All else is None with fewer than `LEAST` attempts, and `level` where no
    computers were measured; `following` is the next level, and where that begins.
    """

    points: tuple[AttemptPoints, ...] = ()
    mean: float | None = None
    error: float | None = None
    level: str | None = None
    following: tuple[str, float] | None = None


NO_LEVEL: Final = LevelEstimate()
"""The estimate of somebody who has not played."""


def rules_of_level(rules: Ruleset) -> Ruleset:
    """Return the rules of one round: levels are the same however many rounds a match has."""
    return replace(rules, rounds=1)


@cache
def _table() -> dict[str, Any]:
    return read_table(seed_file("levels.toml"))


@cache
def find_scale(rules: Ruleset) -> LevelScale:
    """Return the computers' means by these rules. Raises `ResourceError` for a damaged file."""
    table = _table().get(str(rules_of_level(rules)), {})
    try:
        return tuple(LevelMark(level, *values) for level, values in table.items())
    except (AttributeError, TypeError) as error:
        raise damaged(seed_file("levels.toml"), error) from None


def beginnings(scale: LevelScale) -> tuple[tuple[str, float], ...]:
    """Return each level and the points from which it is reached: halfway between two
    computers.

    The first begins below everything; a computer that is hardly better than the one before it
    begins none.
    """
    begun: list[tuple[LevelMark, float]] = []
    for mark in scale:
        if not begun:
            begun.append((mark, -inf))
        elif mark.mean - begun[-1][0].mean >= APART:
            begun.append((mark, (begun[-1][0].mean + mark.mean) / 2))
    return tuple((mark.level, start) for mark, start in begun)


def level_of(scale: LevelScale, points: Sequence[AttemptPoints]) -> LevelEstimate:
    """Compute the level of a player who made these points, given oldest first."""
    last = tuple(points[-LATEST:])
    if not last:
        return NO_LEVEL
    if len(last) < LEAST:
        # A number before there is a level would only fall or rise with each game.
        return LevelEstimate(last)
    played = [one.played for one in last]
    mean = sum(played) / len(played)
    error = stdev(played) / sqrt(len(played))
    levels = beginnings(scale)
    if not levels:
        return LevelEstimate(last, mean, error)
    reached = [level for level, begins in levels if begins <= mean]
    above = (one for one in levels if one[1] > mean)
    return LevelEstimate(last, mean, error, reached[-1], next(above, None))


def rival_of(scale: LevelScale, estimate: LevelEstimate) -> str:
    """Return the computer next above a player: the friendliest where there is no level yet, the
    strongest where there is none above.
    """
    if estimate.following is not None:
        return estimate.following[0]
    levels = beginnings(scale)
    return estimate.level or (levels[0][0] if levels else "")


def costs_of(measured: Mapping[str, float]) -> dict[str, float]:
    """Return the points that each kind of mistake cost, of what was measured of an attempt."""
    return {kind: points for kind, points in measured.items() if kind not in AttemptPoints._fields}


def mistakes_a_game(costs: Iterable[Mapping[str, float]]) -> dict[str, float]:
    """Return the points that each kind of mistake cost in the mean of the games, given for each."""
    sums: defaultdict[str, float] = defaultdict(float)
    games = list(costs)
    for game in games:
        for kind, points in game.items():
            sums[kind] += points
    return {kind: points / len(games) for kind, points in sums.items()}


def own_seat(match: Match) -> int | None:
    """Return the seat of this profile's first person; None where there is none, or it was
    left (M5).
    """
    first = next(iter(people_here(match)), None)
    return first if first in own_seats(match) else None


class PlayedBefore(Protocol):
    """A finished match as a history lists it."""

    @property
    def id(self) -> int:
        """The number by which its record is found."""

    @property
    def rules(self) -> str:
        """A ruleset's text."""

    @property
    def counts(self) -> bool:
        """Whether it is a first, unaided attempt."""

    @property
    def handicaps(self) -> frozenset[str]:
        """The marks of its handicaps: by the clock, blind, or both."""


Played = TypeVar("Played", bound=PlayedBefore)


def find_attempts(
    played: Iterable[Played],
    read: Callable[[int], Match | None],
    rules: Ruleset,
    most: int = LATEST,
) -> Iterator[tuple[Played, Match, int]]:
    """The matches that make the level by these rules, and whose seat it is, newest first.

    `played` are newest first, and `read` gives a match by its number. These are first, unaided
    attempts without a clock, at open tiles, of this profile's first person; so many at `most`.
    """
    wanted = str(rules_of_level(rules))
    for one in played:
        if not one.counts or one.handicaps or not most:
            continue
        if one.rules != wanted and not one.rules.startswith(f"{wanted} rounds="):
            continue
        match = read(one.id)
        seat = None if match is None else own_seat(match)
        if match is not None and seat is not None:
            most -= 1
            yield one, match, seat
