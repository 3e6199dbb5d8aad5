"""Which seats of a match this home's people play, and whose points are theirs."""

import json
from typing import Any

from game.rules.match import Match, PlayerKind, find_departures


def people_here(match: Match) -> tuple[int, ...]:
    """Return the seats that people of this home began in.

    Of a match of people apart the record's `meta` says which seats were played here; where it does
    not say it, none was.
    """
    people = (seat for seat, p in enumerate(match.players) if p.kind is PlayerKind.HUMAN)
    apart = _apart(match)
    return tuple(seat for seat in people if apart is None or seat in apart.get("own", ()))


def own_seats(match: Match) -> tuple[int, ...]:
    """Those of `people_here` that nobody has left: a substitute's points are nobody's (M5)."""
    left = {departure.seat for departure in find_departures(match)}
    left |= {came.get("seat") for came in (_apart(match) or {}).get("substitutes", ())}
    return tuple(seat for seat in people_here(match) if seat not in left)


def _apart(match: Match) -> dict[str, Any] | None:
    """Read what the record says of a match of people apart (`game.net.record`); None elsewhere."""
    apart = json.loads(match.meta or "{}").get("apart")
    return apart if isinstance(apart, dict) else None
