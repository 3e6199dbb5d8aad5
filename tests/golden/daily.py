"""Daily deals that must never change: `python -m tests.golden.daily` rewrites them.

People meet on them without asking anybody, so a change here parts those who have updated from
those who have not.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, timedelta
from pathlib import Path

from game.play.editions import read_editions
from game.progress.daily import FIRST_DAY, daily_deal
from game.resources import seed_file
from game.rules.deal import format_deal

DAILY = Path(__file__).parent / "daily.txt"

DAYS = (
    *(FIRST_DAY + timedelta(days=7 * n + n % 7) for n in range(60)),
    date(2026, 11, 21),
    date(2027, 1, 1),
    date(2028, 2, 29),
    date(2099, 12, 31),
    date(9999, 12, 31),
)


def daily_lines() -> Iterator[str]:
    """`DATE<tab>EDITION<tab>RULES<tab>SEED<tab>tiles of every round` for every pinned deal."""
    for day in DAYS:
        for edition in read_editions(seed_file("editions")):
            deal = daily_deal(day, edition)
            rounds = (format_deal(sum(calls, ())) for calls in deal.calls)
            yield "\t".join([str(day), deal.edition, str(deal.rules), deal.seed, *rounds])


if __name__ == "__main__":
    DAILY.write_text("\n".join(daily_lines()) + "\n", encoding="utf-8")
