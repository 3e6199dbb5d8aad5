"""The computers' climbs of the days' seeds, shipped as data: the score of each stage (K23).

`seeds/climbs.txt` has a line for each day: the day, and for each computer its stages' scores in
base 36, joined by full stops. `python -m game.tools.climb_balance` writes it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cache
from itertools import accumulate
from statistics import median_low
from typing import Final

from game.resources import damaged, read_words, seed_file

CLIMBING_BOTS: Final = ("duckling", "magpie", "beaver", "squirrel", "fox", "master")
"""The computers whose climbs are shipped, the weakest first, as the columns of the file."""

_DIGITS: Final = "0123456789abcdefghijklmnopqrstuvwxyz"


@dataclass(frozen=True, slots=True)
class BotClimb:
    """A computer's climb of a day: the scores of its stages; it fell in the last one."""

    bot: str
    scores: tuple[int, ...]

    @property
    def stage(self) -> int:
        """The stage in which the climb fell."""
        return len(self.scores)

    @property
    def totals(self) -> tuple[int, ...]:
        """The climb's total after each stage."""
        return tuple(accumulate(self.scores))


def bot_climbs(day: date) -> tuple[BotClimb, ...]:
    """Return the computers' climbs of a day, the weakest computer first; () for days not in the
    data.

    Raises `ResourceError` for a damaged file.
    """
    return _days().get(day, ())


@cache
def usual_stages() -> Mapping[str, int]:
    """Return the median stage in which each computer falls, for seeds without a day."""
    by_bot: dict[str, list[int]] = {bot: [] for bot in CLIMBING_BOTS}
    for climbs in _days().values():
        for climb in climbs:
            by_bot[climb.bot].append(climb.stage)
    return {bot: median_low(stages) for bot, stages in by_bot.items() if stages}


def format_day(day: date, climbs: Sequence[Sequence[int]]) -> str:
    """Return the line of a day from each computer's scores, in the order of `CLIMBING_BOTS`."""
    return " ".join([day.isoformat(), *(".".join(map(_base_36, scores)) for scores in climbs)])


@cache
def _days() -> Mapping[date, tuple[BotClimb, ...]]:
    path = seed_file("climbs.txt")
    days = {}
    for line in read_words(path).splitlines():
        if line.startswith("#"):
            continue
        try:
            day, *columns = line.split(" ")
            days[date.fromisoformat(day)] = tuple(
                BotClimb(bot, tuple(int(score, 36) for score in column.split(".")))
                for bot, column in zip(CLIMBING_BOTS, columns, strict=True)
            )
        except ValueError as error:
            raise damaged(path, error) from None
    return days


def _base_36(number: int) -> str:
    digits = ""
    while number or not digits:
        number, digit = divmod(number, 36)
        digits = _DIGITS[digit] + digits
    return digits
