"""The rows that the history returns, and the figures computed from them."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import MAXYEAR, UTC, date, datetime, time, timedelta
from typing import Final, NamedTuple

from game.rules.marks import COUNTING, DAYLESS, HANDICAPS

LATEST_MATCHES: Final = 10
"""Number of matches in the mean of the latest ones."""


# Of a hundred thousand matches tuples are made in a third of the time.
class SeatResult(NamedTuple):
    """One seat of a finished match."""

    name: str
    is_human: bool
    bot: str | None
    total: float
    is_winner: bool
    lines: tuple[str, ...] = ()
    """Each line that scored, as `3x9`: its length and its number."""


class PlayedMatch(NamedTuple):
    """A finished match as the history lists it; `Profile.record` returns its record.

    `deal` is equal for matches of the same calls by the same rules, "" if unknown; `attempt`
    numbers those from 1, by the time they were finished. `marks` are the record's own (coached,
    taken back, …).

    `id` is the row in the database, `identity` the record's own. `finished_at` has a zone.
    `edition` is a card's name, "" for own rules; `rules` the text of a `Ruleset`; `seed` None if
    the tiles had none; `results` are in seat order.
    """

    id: int
    identity: str
    finished_at: datetime
    edition: str
    rules: str
    seed: str | None
    deal: str
    marks: frozenset[str]
    attempt: int
    results: tuple[SeatResult, ...]

    @property
    def counts(self) -> bool:
        """Whether it is a first, unaided attempt, which enters the best and the mean."""
        return self.attempt == 1 and self.marks <= COUNTING

    @property
    def handicaps(self) -> frozenset[str]:
        """The marks of its handicaps: by the clock, blind, or both."""
        return self.marks & HANDICAPS

    @property
    def people(self) -> tuple[str, ...]:
        """The names of the people who played here to the end, if there were several."""
        if len(self.results) < 2:
            return ()
        names = tuple(result.name for result in self.results if result.is_human)
        return names if len(names) > 1 else ()

    @property
    def result(self) -> SeatResult:
        """The first person's result, the first seat's in a match of computers.

        A seat that a player left is no person's.
        """
        first = self.results[0]
        return first if first.is_human else next((r for r in self.results if r.is_human), first)


@dataclass(frozen=True, slots=True)
class Summary:
    """Figures over the player's own results; all zero or None without any.

    `totals` are those results, oldest first; `last_mean` is over the latest ten; `dates` are the
    days of the matches that the player did not leave.

    `matches` is their number, `best` and `mean` are points over all, `wins` those with other
    players that were won.
    """

    matches: int = 0
    best: float | None = None
    mean: float | None = None
    last_mean: float | None = None
    wins: int = 0
    dates: frozenset[date] = frozenset()
    totals: tuple[float, ...] = ()
    lines: Mapping[str, int] = field(default_factory=dict)
    """The number of lines that scored, by `3x9` (length and number)."""


def summarise(matches: Iterable[PlayedMatch]) -> Summary:
    """Return the figures of matches, which are ordered newest first.

    A match of one player is no win: there is no opponent.
    """
    listed = tuple(matches)[::-1]
    results = [result for result in (match.result for match in listed) if result.is_human]
    totals = tuple(result.total for result in results)
    if not totals:
        return Summary()
    wins = sum(m.result.is_human and m.result.is_winner for m in listed if len(m.results) > 1)
    last = totals[-LATEST_MATCHES:]
    return Summary(
        len(listed),
        max(totals),
        sum(totals) / len(totals),
        sum(last) / len(last),
        wins,
        frozenset(_days(m.finished_at for m in listed if m.marks.isdisjoint(DAYLESS))),
        totals,
        Counter(line for result in results for line in result.lines),
    )


def _days(times: Iterable[datetime]) -> Iterator[date]:
    """Yield the local days of times in ascending order, each day once."""
    end: datetime | None = None
    for when in times:
        if end is None or when >= end:
            day = when.astimezone().date()
            yield day
            if day.year == MAXYEAR:
                return
            end = datetime.combine(day + timedelta(days=1), time.min).astimezone(UTC)
