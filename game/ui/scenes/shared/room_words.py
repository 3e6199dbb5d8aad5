"""The state of a room in sentences."""

from game.locale import write_list
from game.locale.formats import write_clock
from game.play.phone_room import PhoneRoom
from game.play.room_seat import RoomSeat
from game.play.table_game import TableGame
from game.ui.frame.context import Context


def closed_words(context: Context, error: OSError) -> str:
    """Return why no room can be opened here: no thread, or no port."""
    from game.net.phones import NoThread

    if isinstance(error, NoThread):
        return context.text("room.no_thread")
    return context.text("room.no_port", reason=error.strerror or str(error))


def waiting_words(context: Context, game: TableGame, left: float | None) -> str:
    """Return who is waited for, with the seconds left to them."""
    names = [game.name_of(i) for i in game.awaited()]
    if not names:
        return context.text("room.all_done") if game.round is not None else ""
    words = context.text("room.waits", names=write_list(context.catalogue, names))
    return words if left is None else f"{words} · {write_clock(left)}"


def seat_trouble(context: Context, seat: RoomSeat) -> str:
    """Return why a seat at another program's room is over, cut off, or was refused; "" for well."""
    text, host = context.text, seat.address.place
    if seat.end in ("false", "version", "unknown"):
        return text(f"room.seat.{seat.end}", host=host)
    if seat.end or (seat.line.is_open and seat.error):
        word = seat.end or seat.error
        is_elsewhere = seat.address.is_elsewhere and word in ("code", "shut")
        return text(f"phone.error.{word}{'_elsewhere' * is_elsewhere}")
    if seat.line.is_open:
        return ""
    if seat.game is not None or seat.waiting:
        return text("room.seat.cut", host=host)
    trouble = seat.line.trouble
    return text(f"room.seat.trouble.{trouble}", host=host) if trouble else ""


def gone_words(context: Context, room: PhoneRoom, game: TableGame) -> str:
    """Return a sentence for the first awaited phone that is not connected; "" for none."""
    phones = game.apart.elsewhere
    gone = (i for i in game.awaited() if i in phones and not room.is_here(i))
    return next((context.text("room.waits_gone", name=game.name_of(i)) for i in gone), "")


def player_words(context: Context, room: PhoneRoom, game: TableGame, seat: int) -> str:
    """Return what a screen reader says of a player: placed, awaited, or not connected."""
    if seat not in game.apart.elsewhere and not game.is_person(seat):
        key = "is_computer"
    elif seat in game.apart.elsewhere and not room.is_here(seat):
        key = "is_away"
    else:
        key = "is_awaited" if seat in game.awaited() else "has_placed"
    return context.text(f"room.{key}", name=game.name_of(seat))
