"""Opens the room of phones."""

from game.net.own_address import own_addresses
from game.page.phone import phone_page
from game.page.tables import tables_of
from game.play.phone_room import PhoneRoom
from game.play.signing import read_secret
from game.ui.frame.context import Context
from game.ui.frame.preferences import change_settings
from game.ui.frame.wake import wake


def open_room(context: Context, port: int = 0) -> PhoneRoom:
    """Return the room that is open, or open one, at `port` if that is free. Raises `OSError`."""
    if context.phones is None:
        # Loaded with the first room: 0.2 s that no other screen should wait for.
        from game.net.phones import PhoneServer

        page = phone_page(context.catalogue.language)
        try:
            server = PhoneServer(page, port, wake=wake)
        except OSError:
            if not port:
                raise
            server = PhoneServer(page, wake=wake)
        room = context.phones = PhoneRoom(server, tables_of, own_addresses())
        secret = read_secret(context.preferences.room_secret)
        if secret is None:
            change_settings(context, room_secret=room.secret.hex())
        else:
            room.secret = secret
    return context.phones
