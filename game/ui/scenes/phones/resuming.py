"""Opens the screen of a match on phones, a new one or a saved one, with its room."""

from game.play.table_game import TableGame
from game.rules.meta import ROOM_KEY, read_meta
from game.ui.frame.context import Context
from game.ui.frame.scene import Scene
from game.ui.scenes.phones.calling import CallingScene
from game.ui.scenes.phones.opening import open_room
from game.ui.scenes.shared.dialogs import notice
from game.ui.scenes.shared.room_words import closed_words


def phones_table(context: Context, game: TableGame) -> Scene:
    """Return the screen that calls, or the reason why no room can be opened.

    The room of a saved match opens at its port, if that is free, so that its phones find it.
    """
    port = read_meta(game.match.meta).object(ROOM_KEY).whole("port") or 0
    try:
        room = open_room(context, port if 0 < port < 65536 else 0)
    except OSError as error:
        return notice(context, closed_words(context, error))
    room.seat(game)
    if game.people():
        return context.routes.played_table(game)
    return CallingScene(context, room, game)
