"""A player's level: mean points without the luck of the calls, compared with the computers'.

The luck of a round is computed by the review's quick judge (`game.bots.coach.level`). The computers
are measured in the same way by `python -m game.tools.levels`, which writes `seeds/levels.toml`.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from math import inf, sqrt
from statistics import stdev
from typing import Any, Final, NamedTuple, Protocol, Self, TypeVar

from game.bots.players.registry import LEVELS
from game.play.own_seats import own_seats, people_here
from game.resources import damaged, read_table, seed_file
from game.rules.match import Match
from game.rules.ruleset import Ruleset
from game.rules.tiles import Direction

MOST_ATTEMPTS: Final = 20
"""Most attempts in a level's mean, the latest ones."""

LEAST: Final = 5
"""Fewest attempts for a level."""

LEVEL_GAP: Final = 4.0
"""Points by which a computer must be better than the one before it to begin another level: twenty
games cannot separate closer ones."""


MUCH_BROKEN: Final = 5.0
"""Fewest points a game for a direction to be named."""


class AttemptPoints(NamedTuple):
    """The points of an attempt's mean round, and its luck in points."""

    total: float
    luck: float

    @classmethod
    def of(cls, measured: Mapping[str, float]) -> Self:
        """Convert a measurement of `game.bots.coach.level`."""
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
"""The computers' marks by one ruleset, the weakest first; () if none were measured."""


@dataclass(frozen=True, slots=True)
class LevelEstimate:
    """A player's level by one ruleset.

    `points` are those of the latest attempts, oldest first; `mean` is their mean without luck,
    `error` its standard error, `following` the next level and the points at which it begins. All
    but `points` are None with fewer than `LEAST` attempts, `level` and `following` also if no
    computers were measured.
    """

    points: tuple[AttemptPoints, ...] = ()
    mean: float | None = None
    error: float | None = None
    level: str | None = None
    following: tuple[str, float] | None = None


NO_LEVEL: Final = LevelEstimate()
"""The estimate without any attempt."""


def rules_of_level(rules: Ruleset) -> Ruleset:
    """Return the rules with one round, because levels do not depend on the number of rounds."""
    return replace(rules, rounds=1)


@cache
def _table() -> dict[str, Any]:
    return read_table(seed_file("levels.toml"))


@cache
def find_level_scale(rules: Ruleset) -> LevelScale:
    """Read the computers' means by these rules. Raises `ResourceError` for a damaged file."""
    table = _table().get(str(rules_of_level(rules)), {})
    try:
        return tuple(LevelMark(level, *values) for level, values in table.items())
    except (AttributeError, TypeError) as error:
        raise damaged(seed_file("levels.toml"), error) from None


def beginnings(scale: LevelScale) -> tuple[tuple[str, float], ...]:
    """Return each level with the mean at which it begins: halfway between two computers' means.

    The first begins at -inf; a computer less than `LEVEL_GAP` better than the one before begins
    none.
    """
    begun: list[tuple[LevelMark, float]] = []
    for mark in scale:
        if not begun:
            begun.append((mark, -inf))
        elif mark.mean - begun[-1][0].mean >= LEVEL_GAP:
            begun.append((mark, (begun[-1][0].mean + mark.mean) / 2))
    return tuple((mark.level, start) for mark, start in begun)


def level_of(scale: LevelScale, points: Sequence[AttemptPoints]) -> LevelEstimate:
    """Compute the level of a player with these attempts, given oldest first."""
    last = tuple(points[-MOST_ATTEMPTS:])
    if not last:
        return NO_LEVEL
    if len(last) < LEAST:
        # The mean of very few games changes too much to be displayed.
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


def tells_points(level: str | None) -> bool:
    """Whether a placement's cost is shown in points: to Beavers and better players.

    The price is Master's; what a weaker player loses is half to two thirds of it.
    """
    return level is not None and LEVELS.index(level) >= LEVELS.index("beaver")


def rival_of(scale: LevelScale, estimate: LevelEstimate) -> str:
    """Return the level above the player's; the weakest without a level, the strongest at the top.

    Return "" if no computers were measured.
    """
    if estimate.following is not None:
        return estimate.following[0]
    levels = beginnings(scale)
    return estimate.level or (levels[0][0] if levels else "")


def first_compared(scale: LevelScale, total: float) -> LevelMark | None:
    """Return the computer to name beside a player's first total; never Master.

    It is the strongest with a mean of at most `total`, else the weakest.
    """
    marks = [mark for mark in scale if mark.level != "master"]
    reached = [mark for mark in marks if mark.mean <= total]
    return max(reached, key=lambda mark: mark.mean) if reached else next(iter(marks), None)


def costs_of(measured: Mapping[str, float]) -> dict[str, float]:
    """Return the points that each kind of mistake cost in a measured attempt."""
    return {kind: points for kind, points in measured.items() if kind not in AttemptPoints._fields}


def costliest_direction(costs: Mapping[str, float]) -> str:
    """Return the direction with at least half of the points lost with broken lines.

    "" without such a direction, or if it costs less than `MUCH_BROKEN` a game.
    """
    broken = {way.value: costs.get(way.value, 0.0) for way in Direction}
    way = max(broken, key=lambda each: broken[each])
    return way if broken[way] >= max(MUCH_BROKEN, sum(broken.values()) / 2) else ""


def mistakes_a_game(costs: Iterable[Mapping[str, float]]) -> dict[str, float]:
    """Return the mean costs of each kind of mistake over games, given each game's costs."""
    sums: defaultdict[str, float] = defaultdict(float)
    games = list(costs)
    for game in games:
        for kind, points in game.items():
            sums[kind] += points
    return {kind: points / len(games) for kind, points in sums.items()}


def first_own_seat(match: Match) -> int | None:
    """Return the seat of this installation's first person; None if none, or if it was lost (M5)."""
    first = next(iter(people_here(match)), None)
    return first if first in own_seats(match) else None


class PlayedBefore(Protocol):
    """A finished match in the history."""

    @property
    def id(self) -> int:
        """The number of its record."""

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
    most: int = MOST_ATTEMPTS,
) -> Iterator[tuple[Played, Match, int]]:
    """Yield the attempts for the level by these rules, with match and seat, newest first.

    `played` are newest first, and `read` returns a match by its number. Attempts are first, unaided
    ones without handicaps of this installation's first person; at `most` this number is yielded.
    """
    wanted = str(rules_of_level(rules))
    for one in played:
        if not one.counts or one.handicaps or not most:
            continue
        # The level is the same for any number of rounds.
        if " ".join(s for s in one.rules.split(" ") if not s.startswith("rounds=")) != wanted:
            continue
        match = read(one.id)
        seat = None if match is None else first_own_seat(match)
        if match is not None and seat is not None:
            most -= 1
            yield one, match, seat
