"""Numbers, lists, dates and durations in each language, by the catalogues' section `format`."""

from __future__ import annotations

import datetime
from collections.abc import Sequence

from game.locale.catalogue import Catalogue, CatalogueError
from game.locale.numbers import MINUS, Number


def write_signed(catalogue: Catalogue, value: Number, decimals: int | None = None) -> str:
    """Return `value` with its sign: `+12`, `−3.5`, or `±0` if it is 0 when rounded."""
    text = catalogue.number(value, decimals)
    if text.startswith(MINUS):
        return text
    return f"+{text}" if any(d in text for d in "123456789") else f"±{text}"


def write_percent(catalogue: Catalogue, share: Number) -> str:
    """Return `share` (1 is the whole) in percent: `45%`, `45 %`."""
    from decimal import Decimal

    number = catalogue.number(Decimal(share) * 100, 0)
    return catalogue.text("format.percent", number=number)


def write_list(catalogue: Catalogue, items: Sequence[str], joined_by: str = "and") -> str:
    """Return `A, B and C`, or with `joined_by="or"` `A, B or C`; "" for no items."""
    if joined_by not in ("and", "or"):
        raise CatalogueError(f"lists are joined by and or or, not by {joined_by!r}")
    if len(items) < 2:
        return "".join(items)
    head = items[0]
    for item in items[1:-1]:
        head = catalogue.text("format.list.comma", first=head, second=item)
    return catalogue.text(f"format.list.{joined_by}", first=head, second=items[-1])


def write_clock(seconds: float) -> str:
    """Return a clock time, the same in every language: `3:05`, `1:02:05`; at least 0."""
    minutes, rest = divmod(max(0, int(seconds)), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


def write_duration(catalogue: Catalogue, seconds: float) -> str:
    """Return a past duration in its two largest units: `1 h 2 min`, `3 min 5 s`."""
    minutes, rest = divmod(max(0, round(seconds)), 60)
    hours, minutes = divmod(minutes, 60)
    parts = [("hours", hours), ("minutes", minutes), ("seconds", rest)]
    while len(parts) > 1 and not parts[0][1]:
        del parts[0]
    shown = [(unit, n) for i, (unit, n) in enumerate(parts[:2]) if n or i == 0]
    return " ".join(catalogue.text(f"format.duration.{unit}", number=n) for unit, n in shown)


def write_span(catalogue: Catalogue, seconds: float) -> str:
    """Return the time left: `2 days 4 h`, `3 h 5 min`, or a clock time below an hour."""
    hours = int(max(0, seconds)) // 3600
    if hours < 1:
        return write_clock(seconds)
    if hours < 48:
        return write_duration(catalogue, seconds // 60 * 60)
    days = catalogue.text("format.days", count=hours // 24)
    rest = hours % 24
    return f"{days} {write_duration(catalogue, rest * 3600)}" if rest else days


def write_date(catalogue: Catalogue, date: datetime.date) -> str:
    """Return a date in words: `21 November 2026`, `1er décembre 2026`."""
    day = catalogue.text("format.date.first") if date.day == 1 else str(date.day)
    month = catalogue.text(f"format.month.{date.month}")
    return catalogue.text("format.date.long", day=day, month=month, year=str(date.year))
