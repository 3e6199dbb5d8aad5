"""The computer players of network tables, computed in the calling thread."""

from typing import Final

from game.bots.players.game_master import master_placements
from game.bots.players.registry import BOT_NAMES, make_bot
from game.bots.protocol import Bot
from game.rules.match import Match
from game.rules.placement import Placement

STAND_IN: Final = "squirrel"
"""The bot that plays for absent people."""


class LocalEngines:
    """Implements `game.net.post.computers.TableEngines`; each bot is created on its first move."""

    def __init__(self) -> None:
        self._made: dict[str, Bot] = {}

    def engine(self, name: str | None) -> Bot:
        known = name if name is not None and name in BOT_NAMES else STAND_IN
        if known not in self._made:
            self._made[known] = make_bot(known)
        return self._made[known]

    def place_owed(self, match: Match, seat: int) -> tuple[Placement, ...]:
        return master_placements(match, seat)

    def close(self) -> None:
        """Do nothing: there is no process to end."""
