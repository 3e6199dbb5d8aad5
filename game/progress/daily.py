"""The deal of a day: the same for all players, computed from date and edition without a network.

Every edition has a different deal on every date. The calendar offers the standard game's each
day, and another edition's on that edition's weekday (`editions_on`).

A deal's seed is a number: the first 30 bits of the SHA-256 of the UTF-8 text
`take-it-easy daily 1`, the edition's name and the date as `2026-11-21`, each on a line of its own,
without a newline at the end. From it `game.rules.deal` makes the calls. Golden files pin both; they
must never change, or two players would meet different deals.
"""

import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import date, timedelta
from enum import StrEnum
from hashlib import sha256
from itertools import product, starmap
from math import ceil
from typing import Final

from game.play.editions import Edition, find_edition, read_edition
from game.resources import seed_file
from game.rules.deal import Calls, deal_calls, round_seed
from game.rules.errors import Fault, FormatError
from game.rules.match import Match
from game.rules.ruleset import PlacementRule, RayRule, Ruleset

FIRST_DAY: Final = date(2026, 1, 1)
"""The day of deal 1, the first of the archive."""

STANDARD_EDITION: Final = "standard"
"""The edition whose deal is the day's."""

EDITION_DAYS: Final[Mapping[str, int]] = {"french": 1, "daffodil": 2, "league": 4, "four-rounds": 6}
"""The weekday (0 is Monday) on which the calendar offers another edition's deal."""

_FRENCH: Final = (
    (PlacementRule.ADJACENT, RayRule.NONE),
    (PlacementRule.FREE, RayRule.RAYS),
    (PlacementRule.ADJACENT_SYMBOL, RayRule.NONE),
    (PlacementRule.ADJACENT_SYMBOL, RayRule.RAYS),
)
"""The rules that the French edition adds to the standard game, in turn by week."""

_DAY: Final = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")


class Medal(StrEnum):
    """The medals for a day's total; values are catalogue keys."""

    BRONZE = "bronze"
    SILVER = "silver"
    GOLD = "gold"
    MASTER = "master"


SHARES: Final = ((Medal.GOLD, 70), (Medal.SILVER, 60), (Medal.BRONZE, 50))
"""The least percentage of the best possible total for each medal."""

MASTER_PERCENT: Final = 68
"""Master's mean percentage of the best possible total."""


@dataclass(frozen=True, slots=True)
class DailyDeal:
    """One edition's deal of one day."""

    day: date
    edition: str
    rules: Ruleset
    seed: str

    @property
    def number(self) -> int:
        """The day's number, 1 for `FIRST_DAY`, the same for every edition."""
        return (self.day - FIRST_DAY).days + 1

    @property
    def seeds(self) -> tuple[str, ...]:
        """The seed of each round."""
        return tuple(round_seed(self.seed, i) for i in range(self.rules.rounds))

    @property
    def calls(self) -> tuple[Calls, ...]:
        """The calls of each round."""
        return tuple(deal_calls(self.rules, seed) for seed in self.seeds)


def parse_day(text: str) -> date:
    """Parse a date written `2026-11-21`. Raises `FormatError`, also before `FIRST_DAY`."""
    if not _DAY.fullmatch(text):
        raise FormatError(Fault.NOT_A_DATE, first=str(FIRST_DAY), text=repr(text[:20]))
    try:
        day = date.fromisoformat(text)
    except ValueError:
        raise FormatError(Fault.NO_SUCH_DAY, text=text) from None
    check_day(day)
    return day


def check_day(day: date) -> None:
    """Raise `FormatError` for a day before the first."""
    if day < FIRST_DAY:
        raise FormatError(Fault.TOO_EARLY, first=str(FIRST_DAY), day=str(day))


def daily_deal(day: date, edition: Edition) -> DailyDeal:
    """Return the deal of `day` for an edition. Raises `FormatError` before `FIRST_DAY`."""
    check_day(day)
    text = f"take-it-easy daily 1\n{edition.name}\n{day.isoformat()}"
    number = int.from_bytes(sha256(text.encode()).digest()[:4], "big") >> 2
    return DailyDeal(day, edition.name, _rules_on(day, edition), str(number))


def deal_on(day: date, edition: str) -> DailyDeal:
    """Return the deal of a day for the edition of this name.

    Raises `FormatError` before `FIRST_DAY`, and `ResourceError` if the edition's card is missing.
    """
    card = find_edition(edition) or read_edition(seed_file("editions", f"{edition}.toml"))
    return daily_deal(day, card)


def _rules_on(day: date, edition: Edition) -> Ruleset:
    """Return the card's rules; the variants of the French and Daffodil editions change weekly."""
    monday = day - timedelta(days=day.weekday())
    week = (monday - date(2025, 12, 29)).days // 7
    if edition.name == "daffodil":
        return replace(edition.rules, daffodil=1 + week % 4)
    if edition.name == "french":
        placement, rays = _FRENCH[week % len(_FRENCH)]
        return replace(edition.rules, placement=placement, rays=rays)
    return edition.rules


def editions_on(day: date) -> tuple[str, ...]:
    """Return the editions whose deals the calendar offers on `day`, the day's own first."""
    others = (name for name, weekday in EDITION_DAYS.items() if weekday == day.weekday())
    return (STANDARD_EDITION, *others)


def days_with_deals(today: date) -> tuple[date, ...]:
    """Return every day with a deal up to `today`, the latest first."""
    return tuple(today - timedelta(days=n) for n in range((today - FIRST_DAY).days + 1))


def is_played_on(match: Match, deal: DailyDeal) -> bool:
    """Whether the match has the deal's rules, and all its calls so far are the deal's."""
    if match.rules != deal.rules or not match.rounds:
        return False
    return all(
        played.calls == calls[: len(played.calls)]
        for played, calls in zip(match.rounds, deal.calls, strict=False)
    )


def find_daily(match: Match, editions: Iterable[Edition], days: Iterable[date]) -> DailyDeal | None:
    """Return the daily deal of these editions and days that the match was played on, or None."""
    deals = starmap(daily_deal, product(days, editions))
    return next((deal for deal in deals if is_played_on(match, deal)), None)


def days_in_a_row(played: Collection[date], today: date) -> int:
    """Return the number of consecutive days played that end today, or yesterday."""
    day = today if today in played else today - timedelta(days=1)
    count = 0
    while day in played:
        count += 1
        day -= timedelta(days=1)
    return count


def medal_of(total: float, best: float | None, master: float) -> Medal | None:
    """Return the medal for `total`, given the best possible total and Master's.

    If there is no best board (bonuses), it is estimated from Master's total by `MASTER_PERCENT`.
    """
    if total >= master:
        return Medal.MASTER
    if best is None:
        best = master * 100 / MASTER_PERCENT
    return next((medal for medal, share in SHARES if 100 * total >= share * best), None)


def next_medal(total: float, best: float | None, master: float) -> tuple[Medal, float] | None:
    """Return the next medal above `total` with the missing points; None from Master's total on."""
    if total >= master:
        return None
    if best is None:
        best = master * 100 / MASTER_PERCENT
    least = {**{medal: ceil(share * best / 100) for medal, share in SHARES}, Medal.MASTER: master}
    points, medal = min((points, medal) for medal, points in least.items() if points > total)
    return medal, points - total
