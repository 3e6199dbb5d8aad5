"""The computer players by name. An engine is imported when a player that needs it is created."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from game.bots.protocol import Bot


class UnknownBotError(LookupError):
    """There is no bot of that name; `args[0]` is the name."""


BOT_NAMES: Final = ("random", "duckling", "magpie", "beaver", "greedy", "squirrel", "fox", "master")
"""All bots from the weakest to the strongest; `random` and `greedy` are yardsticks."""

LEVELS: Final = ("duckling", "magpie", "beaver", "squirrel", "fox", "master")
"""The opponents to choose from, the weakest first; the catalogues have `bots.NAME.name` and
`bots.NAME.character` for each."""

STRENGTH: Final = {
    "duckling": 62.1,
    "magpie": 93.4,
    "beaver": 126.8,
    "squirrel": 149.0,
    "fox": 166.5,
    "master": 168.4,
}
"""Mean points of each level in the standard game, as printed in the README."""


def make_bot(name: str, *, is_steady: bool = False) -> Bot:
    """Create a bot by its name; a steady one has no lapses. Raises `UnknownBotError`."""
    match name:
        case "random" | "greedy":
            from game.bots.players.simple import GreedyBot, RandomBot

            return RandomBot() if name == "random" else GreedyBot()
        case "duckling" | "magpie" | "beaver":
            from game.bots.players.people import BEAVER, DUCKLING, MAGPIE, PersonBot

            habits = {"duckling": DUCKLING, "magpie": MAGPIE, "beaver": BEAVER}[name]
            return PersonBot(replace(habits, lapses=0.0) if is_steady else habits)
        case "squirrel" | "fox" | "master":
            from game.bots.players.judging import HastyBot, JudgingBot

            return HastyBot() if name == "squirrel" else JudgingBot(deeply=name == "master")
        case _:
            raise UnknownBotError(name)
