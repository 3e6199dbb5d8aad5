"""The code of a player's days: what was made of them travels between browsers and windows.

Its content has a line for each day's standard deal: the deal's number, how many days after its own
the attempt was begun, and the total of an attempt that ended. `assets/page/daily.js` writes and
reads the same.
"""

from __future__ import annotations

import re
from datetime import date, timedelta
from typing import TYPE_CHECKING, Final, NamedTuple

from game.progress.daily import FIRST_DAY
from game.rules.errors import Fault, FormatError
from game.storage.pasted import CodeKind, find_codes, write_code

if TYPE_CHECKING:
    from collections.abc import Iterable

_LINE: Final = re.compile(r"([0-9]{1,5}) ([0-9]{1,5})(?: ([0-9]{1,3}))?")

_AHEAD: Final = timedelta(days=1)
"""Where the code was written it may be tomorrow."""


class MadeDay(NamedTuple):
    """What was made of a day's standard deal; `total` is None of an attempt that never ended."""

    day: date
    begun: date
    total: int | None


def write_days_code(days: Iterable[MadeDay]) -> str:
    """Return the code of `days`."""
    lines = []
    for made in sorted(days):
        words = [(made.day - FIRST_DAY).days + 1, (made.begun - made.day).days]
        lines.append(" ".join(map(str, [*words, *([] if made.total is None else [made.total])])))
    return write_code(CodeKind.DAYS, "\n".join(lines).encode())


def read_days_code(text: str, today: date) -> tuple[MadeDay, ...] | None:
    """Return the days of the first such code in a text, None for no code.

    Raises `FormatError` for a damaged one, and for days that cannot have been played by `today`.
    """
    code = next((code for code in find_codes(text) if code.kind is CodeKind.DAYS), None)
    if code is None:
        return None
    if code.damage is not None:
        raise code.damage
    days: dict[date, MadeDay] = {}
    for line in code.data.decode("ascii", "replace").split("\n") if code.data else ():
        fields = _LINE.fullmatch(line)
        if fields is None:
            raise FormatError(Fault.ALTERED)
        number, late = int(fields[1]), int(fields[2])
        day = FIRST_DAY + timedelta(days=number - 1)
        begun = day + timedelta(days=late)
        if number < 1 or begun > today + _AHEAD or day in days:
            raise FormatError(Fault.ALTERED)
        days[day] = MadeDay(day, begun, int(fields[3]) if fields[3] else None)
    return tuple(days.values())
