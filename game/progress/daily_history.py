"""The daily deals played, with their results, computed from the history.

Days, streak and medals are not stored: they are computed from the records each time. A record
belongs to a day if its rules and calls are those of the day's deal. The first finished attempt
counts if it was not helped and no other was begun before it. It counts for the streak if it was
begun on that day by the player's calendar, in any time zone, however late it ended.
"""

from __future__ import annotations

import json
from collections import defaultdict
from contextlib import suppress
from datetime import UTC, date, datetime, time, timedelta
from functools import lru_cache
from typing import TYPE_CHECKING, Final, NamedTuple

from game.bots.values.fingerprint import sign
from game.progress.daily import (
    STANDARD_EDITION,
    DailyDeal,
    Medal,
    days_in_a_row,
    days_with_deals,
    deal_on,
    editions_on,
    medal_of,
)
from game.progress.days_code import MadeDay
from game.progress.deal_totals import total_of, totals_of_levels
from game.rules.deal import deal_order
from game.rules.marks import Mark
from game.storage.database import deal_key, order_key

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from game.storage.history import PlayedMatch
    from game.storage.profile import Profile

_BEGUN: Final = "begun"
"""The finding of a deal that was played elsewhere."""

_ELSEWHERE: Final = "elsewhere"
"""The finding of the player's own total from a web page."""

_LATE: Final = "late"
"""The finding of the days between that deal's day and its attempt; missing in earlier homes."""

_FRIEND: Final = "friend:"
"""Prefix of the findings of friends' totals, numbered from 0."""

_EAST: Final = timedelta(hours=14)
_WEST: Final = timedelta(hours=12)
"""Times by which a date begins before UTC in the east, and ends after UTC in the west."""

DealKey = tuple[date, str]
"""A day and an edition's name."""


class FriendTotal(NamedTuple):
    """A friend's total of a deal; `name` is "" if the result had none."""

    total: float
    name: str = ""


def note_elsewhere(
    profile: Profile, deal: DailyDeal, total: float, *, is_mine: bool, late: int = 1
) -> None:
    """Store a total that was not made here: a friend's, or the player's own, begun `late` days
    after the deal's.

    After a game elsewhere the player knows the order, so that no attempt here counts.
    """
    if is_mine:
        findings = {_ELSEWHERE: total, _BEGUN: 1, _LATE: late}
        profile.store_findings(_key_of(deal), findings)
    else:
        note_friend(profile, deal, FriendTotal(total))


def note_friend(profile: Profile, deal: DailyDeal, made: FriendTotal) -> None:
    """Store a friend's total, once for each name or nameless total."""
    key = _key_of(deal)
    friends = [
        made_of
        for what, points in profile.findings(key).items()
        if (made_of := _friend(what, points))
    ]
    if made not in friends:
        profile.store_findings(
            key, {f"{_FRIEND}{len(friends)}:{made.name}".rstrip(":"): made.total}
        )


def _friend(what: str, points: float) -> FriendTotal | None:
    """Return the friend's total of a stored finding; None for any other finding."""
    if not what.startswith(_FRIEND):
        return None
    return FriendTotal(points, what.removeprefix(_FRIEND).partition(":")[2])


def _key_of(deal: DailyDeal) -> str:
    return deal_key(deal.rules, deal.calls)


@lru_cache(maxsize=1)
def _offered(today: date) -> Mapping[tuple[str, str], DailyDeal]:
    """Return every deal that the calendar has offered up to today, by rules and first seed."""
    days = days_with_deals(today)
    deals = [deal_on(day, edition) for day in days for edition in editions_on(day)]
    return {(str(deal.rules), deal.seeds[0]): deal for deal in deals}


def find_offered(rules: str, seed: str | None, today: date) -> DailyDeal | None:
    """Return the calendar's deal up to today with these rules and this seed of its first round.

    The caller must compare a match's calls with the deal's.
    """
    return _offered(today).get((rules, seed or ""))


class DailyHistory:
    """The days up to `today` and the results of their deals, read once when it is created."""

    def __init__(self, profile: Profile, now: datetime) -> None:
        self.today = now.date()
        self._profile = profile
        self._findings = profile.all_findings()
        self._attempts: defaultdict[DealKey, list[PlayedMatch]] = defaultdict(list)
        self._days: dict[int, DailyDeal] = {}
        self._keys: dict[DealKey, str] = {}
        self._late: set[int] = set()
        self._read(profile.last_matches()[::-1], now)

    def _read(self, matches: tuple[PlayedMatch, ...], now: datetime) -> None:
        for played in matches:
            deal = find_offered(played.rules, played.seed, self.today)
            is_kept = Mark.ROOM in played.marks
            if deal is not None and not is_kept and played.deal == self._key(deal):
                self._attempts[deal.day, deal.edition].append(played)
                self._days[played.id] = deal
        # After the clock was set back there are records of later days.
        latest = datetime.min.replace(tzinfo=UTC)
        for played in sorted(matches, key=lambda m: m.id):
            known = self._days.get(played.id)
            if known is not None and latest > _end_of(known.day):
                self._late.add(played.id)
            if played.finished_at <= now:
                latest = max(latest, played.finished_at)

    def _key(self, deal: DailyDeal) -> str:
        key = (deal.day, deal.edition)
        if key not in self._keys:
            self._keys[key] = _key_of(deal)
        return self._keys[key]

    def attempts(self, day: date, edition: str = STANDARD_EDITION) -> tuple[PlayedMatch, ...]:
        """Return the finished attempts at a deal in order."""
        return tuple(self._attempts.get((day, edition), ()))

    def counted(self, day: date, edition: str = STANDARD_EDITION) -> PlayedMatch | None:
        """Return the attempt that counts, or None."""
        attempts = self.attempts(day, edition)
        return attempts[0] if attempts and attempts[0].counts else None

    def is_known(self, day: date, edition: str = STANDARD_EDITION) -> bool:
        """Whether the player has seen the deal's order, so that no new attempt counts."""
        if self.attempts(day, edition):
            return True
        deal = deal_on(day, edition)
        orders = (deal_order(deal.rules.grid, seed) for seed in deal.seeds)
        return bool(self._of_deal(day, edition).get(_BEGUN)) or self._profile.has_dealt(
            map(order_key, orders)
        )

    def elsewhere(self, day: date, edition: str = STANDARD_EDITION) -> float | None:
        """Return the player's own total from a web page, or None."""
        return self._of_deal(day, edition).get(_ELSEWHERE)

    def made_days(self) -> tuple[MadeDay, ...]:
        """Return the player's own first results of the standard deals, here or elsewhere."""
        made = []
        # No reader takes an attempt that was begun later, as by a clock that was ahead.
        latest = self.today + timedelta(days=1)
        for day in reversed(days_with_deals(self.today)):
            played, total = self.counted(day), self.elsewhere(day)
            if played is not None:
                begun = self._begun_on(played) or day + timedelta(days=1)
                made.append(MadeDay(day, min(max(day, begun), latest), int(played.result.total)))
            elif total is not None:
                late = self._of_deal(day, STANDARD_EDITION).get(_LATE, 1)
                begun = day + timedelta(days=max(0, late))
                made.append(MadeDay(day, min(begun, latest), int(total)))
        return tuple(made)

    def take_days(self, days: Iterable[MadeDay]) -> int:
        """Store results from elsewhere of days that have none here; return how many."""
        count = 0
        for day, begun, total in days:
            is_known = self.counted(day) is not None or self.elsewhere(day) is not None
            if total is None or is_known or day > self.today:
                continue
            deal, late = deal_on(day, STANDARD_EDITION), (begun - day).days
            note_elsewhere(self._profile, deal, total, is_mine=True, late=late)
            count += 1
        self.refresh()
        return count

    def friends(self, day: date, edition: str = STANDARD_EDITION) -> tuple[FriendTotal, ...]:
        """Return the friends' totals, the highest first."""
        totals = (_friend(*item) for item in self._of_deal(day, edition).items())
        return tuple(sorted(filter(None, totals), reverse=True))

    def days_in_time(self) -> frozenset[date]:
        """The days whose deal was played on the day itself."""
        days = (day for day, name in self._attempts if name == STANDARD_EDITION)
        return frozenset(day for day in days if self._is_in_time(day))

    def _is_in_time(self, day: date) -> bool:
        played = self.counted(day)
        if played is None or played.id in self._late:
            return False
        start = datetime.combine(day, time(), UTC) - _EAST
        return self._begun_on(played) == day and played.finished_at >= start

    def _begun_on(self, played: PlayedMatch) -> date | None:
        """Return the player's local date at the match's start, or None."""
        with suppress(ValueError, TypeError, KeyError, RecursionError):
            table = json.loads(self._profile.record(played.id) or "{}")["meta"]["table"]
            return datetime.fromisoformat(table["begun"]).date()
        return None

    @property
    def streak(self) -> int:
        """The number of consecutive days, up to today or yesterday, with the day's deal played."""
        return days_in_a_row(self.days_in_time(), self.today)

    # the engines' results

    def possible(
        self, day: date, edition: str = STANDARD_EDITION
    ) -> tuple[float | None, float | None]:
        """Return the best possible total and Master's total of a deal; None if unknown."""
        findings, rounds = self._of_deal(day, edition), deal_on(day, edition).rules.rounds
        return total_of(findings, "best", rounds), total_of(findings, "master", rounds)

    def computers(self, day: date, edition: str = STANDARD_EDITION) -> dict[str, float]:
        """Return every level's total of a deal, the weakest first; {} until all are known."""
        return totals_of_levels(self._of_deal(day, edition), deal_on(day, edition).rules.rounds)

    def _of_deal(self, day: date, edition: str) -> Mapping[str, float]:
        return self._findings.get(self._key(deal_on(day, edition)), {})

    def _least_master(self, day: date, edition: str) -> float | None:
        """Return Master's lowest total with any version of its values.

        A higher total by better values must not take an earned medal away.
        """
        least: dict[str, float] = {}
        for key, points in self._of_deal(day, edition).items():
            what = sign(key.partition("@")[0])
            least[what] = min(points, least.get(what, points))
        return total_of(least, "master", deal_on(day, edition).rules.rounds)

    def medal(self, day: date, edition: str = STANDARD_EDITION) -> Medal | None:
        """Return the medal of the counted attempt, as far as totals are known."""
        played = self.counted(day, edition)
        best, _ = self.possible(day, edition)
        master = self._least_master(day, edition)
        is_open = best is None and deal_on(day, edition).rules.bonus is None
        if played is None or master is None or is_open:
            return None
        return medal_of(played.result.total, best, master)

    def metal(self, day: date, edition: str = STANDARD_EDITION) -> str:
        """Return the medal's name for drawing, "plain" without a medal, "" if no attempt counts."""
        if self.counted(day, edition) is None:
            return ""
        medal = self.medal(day, edition)
        return "plain" if medal is None else medal.value

    def refresh(self) -> None:
        """Read the engines' findings again."""
        self._findings = self._profile.all_findings()


def _end_of(day: date) -> datetime:
    """Return the time when the day is over everywhere on earth."""
    return datetime.combine(day + timedelta(days=1), time(), UTC) + _WEST
