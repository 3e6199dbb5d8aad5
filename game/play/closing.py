"""The closing moves being tried (P6), stored in the record's `meta` until they are made.

A record holds only moves that were made. Stored beside it, what is being tried survives a power
cut.
"""

import json
from typing import Any, Final

from game.rules.errors import RulesError
from game.rules.match import Match
from game.rules.moves import Finish, format_move, parse_move
from game.rules.placement import Placement
from game.rules.seat import choose_finish

_KEY: Final = "closing"


def note_closing(match: Match, seat: int, moves: tuple[Placement, ...]) -> str | None:
    """Return the record's `meta` text with the moves that `seat` tries, with none if
    there are none.
    """
    meta: dict[str, Any] = json.loads(match.meta) if match.meta else {}
    meta.pop(_KEY, None)
    if moves:
        meta[_KEY] = format_move(match.rules.grid, Finish(seat, moves))
    return json.dumps(meta, ensure_ascii=False) if meta else None


def noted_closing(match: Match) -> Finish | None:
    """Return the closing moves that a seat was trying; None where nobody was.

    What does not fit the match is none: the tiles lie on the daffodil then, and nothing is lost.
    """
    try:
        tried = parse_move(match.rules.grid, json.loads(match.meta or "{}")[_KEY])
        if isinstance(tried, Finish):
            choose_finish(match.rules, match.round.seats[tried.seat], tried.placements)
            return tried
    except (AttributeError, LookupError, RulesError, TypeError, ValueError):
        pass
    return None
