"""The closing moves being tried (P6), stored in the record's `meta` until they are made.

A record holds only moves that were made. Stored beside it, what is being tried survives a power
cut.
"""

import json
from typing import Any, Final

from game.rules.errors import RulesError
from game.rules.match import Match
from game.rules.placement import Placement
from game.rules.seat import choose_finish
from game.rules.tiles import Tile

_KEY: Final = "closing"


def note_closing(match: Match, seat: int, moves: tuple[Placement, ...]) -> str | None:
    """Return the record's `meta` text with the moves that `seat` tries, with none if
    there are none.
    """
    meta: dict[str, Any] = json.loads(match.meta) if match.meta else {}
    meta.pop(_KEY, None)
    if moves:
        name = match.rules.grid.name_of
        words = [f"{move.tile}@{name(move.space)}" for move in moves]
        meta[_KEY] = {"seat": seat, "moves": words}
    return json.dumps(meta, ensure_ascii=False) if meta else None


def noted_closing(match: Match) -> tuple[int, tuple[Placement, ...]] | None:
    """Return the seat that was trying closing moves, and these moves; None where nobody was.

    What does not fit the match is none: the tiles lie on the daffodil then, and nothing is lost.
    """
    grid = match.rules.grid
    try:
        noted: Any = json.loads(match.meta or "{}")[_KEY]
        seat = noted["seat"]
        halves = [words.split("@") for words in noted["moves"]]
        moves = tuple(Placement(Tile.parse(t), grid.index_of(space)) for t, space in halves)
        state = match.round.seats[range(len(match.players)).index(seat)]
        choose_finish(match.rules, state, moves)
    except (AttributeError, LookupError, RulesError, TypeError, ValueError):
        return None
    return seat, moves
