"""Reads from the history which daily deals were played, and with what result.

Days, streak and medals are stored nowhere: they are computed from the records each time. A record
belongs to a day if its rules and its calls are those of the day's deal. The first finished attempt
counts if it was not helped and no other was begun before it. It counts for the streak if it was
begun on that day by the player's own calendar, in whichever time zone and however late it ended.
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
    STANDARD,
    DailyDeal,
    Medal,
    days_in_a_row,
    days_with_deals,
    deal_on,
    editions_on,
    medal_of,
)
from game.progress.deal_totals import total_of, totals_of_levels
from game.rules.deal import deal_order
from game.storage.database import deal_key, order_key

if TYPE_CHECKING:
    from collections.abc import Mapping

    from game.storage.history import PlayedMatch
    from game.storage.profile import Profile

_BEGUN: Final = "begun"
"""The key stored for a day's deal that was played elsewhere."""

_ELSEWHERE: Final = "elsewhere"
"""The key of the player's own total of a deal, made on a web page."""

_FRIEND: Final = "friend:"
"""Friends' totals of a deal, numbered from 0."""

_EAST: Final = timedelta(hours=14)
_WEST: Final = timedelta(hours=12)
"""How long before UTC a date begins somewhere on earth, and how long after UTC it ends."""

DealKey = tuple[date, str]
"""A day and an edition's name."""


class FriendTotal(NamedTuple):
    """What a friend made of a deal; `name` is empty where the result named nobody."""

    total: float
    name: str = ""


def note_elsewhere(profile: Profile, deal: DailyDeal, total: float, *, is_mine: bool) -> None:
    """Store a total that was not made here: a friend's, or the player's own on a page.

    Of a deal that was played elsewhere the order is known, so that no attempt here counts.
    """
    if is_mine:
        profile.store_findings(_key_of(deal), {_ELSEWHERE: total, _BEGUN: 1})
    else:
        note_friend(profile, deal, FriendTotal(total))


def note_friend(profile: Profile, deal: DailyDeal, made: FriendTotal) -> None:
    """Store a friend's total once, under its name if it has one."""
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
    """Return the friend's total of a stored finding, None for any other."""
    if not what.startswith(_FRIEND):
        return None
    return FriendTotal(points, what.removeprefix(_FRIEND).partition(":")[2])


def _key_of(deal: DailyDeal) -> str:
    return deal_key(deal.rules, deal.calls)


@lru_cache(maxsize=1)
def _offered(today: date) -> Mapping[tuple[str, str], DailyDeal]:
    """Return every deal that the calendar has offered up to today, by its rules and its
    first seed.
    """
    days = days_with_deals(today)
    deals = [deal_on(day, edition) for day in days for edition in editions_on(day)]
    return {(str(deal.rules), deal.seeds[0]): deal for deal in deals}


def find_offered(rules: str, seed: str | None, today: date) -> DailyDeal | None:
    """Return the calendar's deal, today's or an earlier one, with these rules and this seed of
    its first round. Whether a match has its calls too, the caller has to compare.
    """
    return _offered(today).get((rules, seed or ""))


class DailyHistory:
    """The days up to `today` and what was played on their deals, as of when it was made."""

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
            if deal is not None and played.deal == self._key(deal):
                self._attempts[deal.day, deal.edition].append(played)
                self._days[played.id] = deal
        # Whoever sets the clock back has records of later days already.
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

    def attempts(self, day: date, edition: str = STANDARD) -> tuple[PlayedMatch, ...]:
        """Return the finished attempts at a deal, the first one first."""
        return tuple(self._attempts.get((day, edition), ()))

    def counted(self, day: date, edition: str = STANDARD) -> PlayedMatch | None:
        """Return the attempt that counts, None while there is none (any more)."""
        attempts = self.attempts(day, edition)
        return attempts[0] if attempts and attempts[0].counts else None

    def is_known(self, day: date, edition: str = STANDARD) -> bool:
        """Whether the deal's order has been seen, so that no attempt counts any more."""
        if self.attempts(day, edition):
            return True
        deal = deal_on(day, edition)
        orders = (deal_order(deal.rules.grid, seed) for seed in deal.seeds)
        return bool(self._of_deal(day, edition).get(_BEGUN)) or self._profile.has_dealt(
            map(order_key, orders)
        )

    def elsewhere(self, day: date, edition: str = STANDARD) -> float | None:
        """Return the player's own total that was made on a page."""
        return self._of_deal(day, edition).get(_ELSEWHERE)

    def friends(self, day: date, edition: str = STANDARD) -> tuple[FriendTotal, ...]:
        """Return the totals that friends have sent, the highest first."""
        totals = (_friend(*item) for item in self._of_deal(day, edition).items())
        return tuple(sorted(filter(None, totals), reverse=True))

    def days_in_time(self) -> frozenset[date]:
        """The days whose deal was played on the day itself."""
        days = (day for day, name in self._attempts if name == STANDARD)
        return frozenset(day for day in days if self._is_in_time(day))

    def _is_in_time(self, day: date) -> bool:
        played = self.counted(day)
        if played is None or played.id in self._late:
            return False
        start = datetime.combine(day, time(), UTC) - _EAST
        return self._begun_on(played) == day and played.finished_at >= start

    def _begun_on(self, played: PlayedMatch) -> date | None:
        """The date on the player's calendar when the match was begun."""
        with suppress(ValueError, TypeError, KeyError):
            table = json.loads(self._profile.record(played.id) or "{}")["meta"]["table"]
            return datetime.fromisoformat(table["begun"]).date()
        return None

    @property
    def streak(self) -> int:
        """How many days in a row the day's deal was played, up to today or yesterday."""
        return days_in_a_row(self.days_in_time(), self.today)

    # what engines made of it

    def possible(self, day: date, edition: str = STANDARD) -> tuple[float | None, float | None]:
        """Return the best total that the deal allows and what Master makes of it, as far
        as known.
        """
        findings, rounds = self._of_deal(day, edition), deal_on(day, edition).rules.rounds
        return total_of(findings, "best", rounds), total_of(findings, "master", rounds)

    def computers(self, day: date, edition: str = STANDARD) -> dict[str, float]:
        """Return what every level made of the deal, the friendliest first; empty until all are
        known.
        """
        return totals_of_levels(self._of_deal(day, edition), deal_on(day, edition).rules.rounds)

    def _of_deal(self, day: date, edition: str) -> Mapping[str, float]:
        return self._findings.get(self._key(deal_on(day, edition)), {})

    def _least_master(self, day: date, edition: str) -> float | None:
        """Return the lowest total that Master has made with any version of its values.

        Better values make Master's total higher; a medal once earned must stay.
        """
        least: dict[str, float] = {}
        for key, points in self._of_deal(day, edition).items():
            what = sign(key.partition("@")[0])
            least[what] = min(points, least.get(what, points))
        return total_of(least, "master", deal_on(day, edition).rules.rounds)

    def medal(self, day: date, edition: str = STANDARD) -> Medal | None:
        """Return what the counted attempt earned, as far as the engines' findings tell."""
        played = self.counted(day, edition)
        best, _ = self.possible(day, edition)
        master = self._least_master(day, edition)
        is_open = best is None and deal_on(day, edition).rules.bonus is None
        if played is None or master is None or is_open:
            return None
        return medal_of(played.result.total, best, master)

    def metal(self, day: date, edition: str = STANDARD) -> str:
        """Return the metal under an attempt's total: its medal's, else "plain"; "" where it does
        not count.
        """
        if self.counted(day, edition) is None:
            return ""
        medal = self.medal(day, edition)
        return "plain" if medal is None else medal.value

    def refresh(self) -> None:
        """Read again what the engines have found."""
        self._findings = self._profile.all_findings()


def _end_of(day: date) -> datetime:
    """When the day is over everywhere."""
    return datetime.combine(day + timedelta(days=1), time(), UTC) + _WEST
