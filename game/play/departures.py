"""Who comes for a player who is out (M5); who left, and when, `find_departures` tells."""

from game.play.bot_desk import SUBSTITUTE
from game.play.table import TableSetup
from game.rules.match import Player, PlayerKind


def substitute_for(setup: TableSetup, seat: int) -> Player:
    """The computer that takes the seat of a player who is out; its `bot` says which."""
    names = setup.substitutes
    bot = names[seat % len(names)] if names else SUBSTITUTE
    return Player(bot, PlayerKind.BOT, bot)
