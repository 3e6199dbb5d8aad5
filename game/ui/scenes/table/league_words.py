"""What the league did to somebody who did not answer (M1-M5), in whole sentences."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.rules.moves import Missed, Placed, PlayerOut, TakenBack
from game.ui.scenes.shared.names import bot_name

if TYPE_CHECKING:
    from collections.abc import Iterable

    from game.play.table_game import TableGame
    from game.rules.moves import Event
    from game.rules.tiles import Tile
    from game.ui.frame.context import Context


def league_words(context: Context, game: TableGame, events: tuple[Event, ...]) -> list[str]:
    """Nothing where nobody missed a call: else by name who did, and what became of the tiles."""
    missed = next((event for event in events if isinstance(event, Missed)), None)
    if missed is None:
        return []
    text, current = context.text, game.match.round
    state, name = current.seats[missed.seat], game.player(missed.seat).name
    call = len(state.turns)
    words = [text("play.missed", name=name, call=call)]
    back = [event.tile for event in events if isinstance(event, TakenBack)]
    placed = [e.tile for e in events if isinstance(e, Placed) and e.by_master]
    if back:
        words.append(text("play.tiles_back", tiles=_names(reversed(back))))
    if placed:
        words.append(text("play.master_placed", tiles=_names(placed)))
    owed = [tile for tile in current.calls[call - 1] if tile not in placed]
    if owed:
        words.append(text("play.owed", tiles=_names(owed)))
    if any(isinstance(event, PlayerOut) for event in events):
        who = bot_name(context, game.engine_of(missed.seat))
        words.append(text("play.is_out", name=name, substitute=who))
    return words


def _names(tiles: Iterable[Tile]) -> str:
    return ", ".join("–".join(str(tile)) for tile in tiles)
