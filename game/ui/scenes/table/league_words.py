"""Words the league's penalties for a player who did not answer (M1-M5)."""

from collections.abc import Iterable

from game.locale import write_list
from game.play.table_game import TableGame
from game.rules.moves import Event, Missed, Placed, PlayerOut, TakenBack
from game.rules.tiles import Tile
from game.ui.frame.context import Context
from game.ui.scenes.shared.names import bot_name, tile_name


def league_words(context: Context, game: TableGame, events: tuple[Event, ...]) -> list[str]:
    """Return the player who missed the call, and the consequences for the tiles; [] for none."""
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
        words.append(text("play.tiles_back", tiles=_names(context, game, reversed(back))))
    if placed:
        words.append(text("play.master_placed", tiles=_names(context, game, placed)))
    owed = [tile for tile in current.calls[call - 1] if tile not in placed]
    if owed:
        words.append(text("play.owed", tiles=_names(context, game, owed)))
    if any(isinstance(event, PlayerOut) for event in events):
        who = bot_name(context, game.engine_of(missed.seat))
        words.append(text("play.is_out", name=name, substitute=who))
    return words


def missed_now(context: Context, game: TableGame) -> str:
    """Return a sentence with the players who missed the latest call; "" for none."""
    seats = game.match.round.seats if game.round is not None else ()
    names = [
        game.player(i).name
        for i, seat in enumerate(seats)
        if seat.turns and seat.turns[-1].is_missed
    ]
    if not names:
        return ""
    call = len(game.match.round.calls)
    return context.text("play.missed_by", call=call, names=write_list(context.catalogue, names))


def seat_news(context: Context, game: TableGame, seat: int) -> list[str]:
    """Return the league's penalties for a seat in this round, and its substitute (M1-M5)."""
    state = game.seat_state(seat)
    if state is None:
        return []
    text, name = context.text, game.player(seat).name
    missed = [(call, turn) for call, turn in enumerate(state.turns, 1) if turn.is_missed]
    news = []
    if missed:
        calls = write_list(context.catalogue, [str(call) for call, _ in missed])
        news.append(text("breakdown.missed", calls=calls))
    placed = [p.tile for _, turn in missed for p in turn.placements]
    if placed:
        news.append(text("play.master_placed", tiles=_names(context, game, placed)))
    if game.is_out(seat):
        who = bot_name(context, game.engine_of(seat))
        key = "play.taken_over" if game.successor(seat) else "play.is_out"
        news.append(text(key, name=name, substitute=who))
    return news


def seat_name(context: Context, game: TableGame, seat: int) -> str:
    """Return the name of the player at a seat, and of the one who left it (M5)."""
    name = game.player(seat).name
    if not game.is_out(seat):
        return name
    who = bot_name(context, game.engine_of(seat))
    return context.text("breakdown.two_names", name=name, substitute=who)


def _names(context: Context, game: TableGame, tiles: Iterable[Tile]) -> str:
    return ", ".join(tile_name(context, game.match.rules, tile) for tile in tiles)
