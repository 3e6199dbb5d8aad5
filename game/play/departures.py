"""Who left a seat, when, and who came: what M5 wants told and kept."""

from dataclasses import dataclass

from game.play.bot_desk import SUBSTITUTE
from game.play.table import TableSetup
from game.rules.match import Departure, Match, Player, PlayerKind, find_departures


@dataclass(frozen=True, slots=True)
class SeatChange:
    """One departure: who left, and the computer that came (its name is its level's)."""

    departure: Departure
    left: Player
    came: Player


def substitute_for(setup: TableSetup, seat: int) -> Player:
    """The computer that takes the seat of a player who is out; its `bot` says which."""
    names = setup.substitutes
    bot = names[seat % len(names)] if names else SUBSTITUTE
    return Player(bot, PlayerKind.BOT, bot)


def seat_changes(setup: TableSetup, match: Match) -> tuple[SeatChange, ...]:
    """Every change of a seat's player so far, in the order told; a record's meta has the setup."""
    holders = list(match.players)
    found: list[SeatChange] = []
    for departure in find_departures(match):
        came = substitute_for(setup, departure.seat)
        found.append(SeatChange(departure, holders[departure.seat], came))
        holders[departure.seat] = came
    return tuple(found)
