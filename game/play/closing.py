"""The closing moves being tried (P6), stored in the record's `meta` until they are made.

A record's rounds hold only finished moves; in `meta` unfinished ones survive a power cut.
"""

import json
from typing import Final

from game.rules.errors import RulesError
from game.rules.match import Match
from game.rules.meta import with_field
from game.rules.moves import Finish, format_move, parse_move
from game.rules.placement import Placement
from game.rules.seat import choose_finish

_KEY: Final = "closing"
"""The field of the board in view; a seat on a phone has `closing.SEAT`."""


def note_closing(
    match: Match, seat: int, moves: tuple[Placement, ...], *, is_on_phone: bool = False
) -> str | None:
    """Return the match's `meta` text with the moves that `seat` tries; () removes the entry."""
    tried = format_move(match.rules.grid, Finish(seat, moves)) if moves else None
    return with_field(match.meta, f"{_KEY}.{seat}" if is_on_phone else _KEY, tried)


def noted_closing(match: Match, phone: int | None = None) -> Finish | None:
    """Return the closing moves tried at this screen, or by the seat on a `phone`; None for none.

    Moves that do not fit the match are ignored: their tiles are then still on the daffodil.
    """
    key = _KEY if phone is None else f"{_KEY}.{phone}"
    try:
        tried = parse_move(match.rules.grid, json.loads(match.meta or "{}")[key])
        if isinstance(tried, Finish):
            choose_finish(match.rules, match.round.seats[tried.seat], tried.placements)
            return tried
    except (AttributeError, LookupError, RulesError, TypeError, ValueError):
        pass
    return None
