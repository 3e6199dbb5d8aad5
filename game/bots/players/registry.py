"""The computer players by name. Engines are imported only when one is made."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from game.bots.protocol import Bot

__all__ = ["BOT_NAMES", "LEVELS", "UnknownBotError", "make_bot"]


class UnknownBotError(LookupError):
    """There is no bot of that name; `args[0]` is the name."""


def _make_random() -> Bot:
    from game.bots.players.simple import RandomBot

    return RandomBot()


def _make_duckling() -> Bot:
    from game.bots.players.people import DUCKLING, PersonBot

    return PersonBot(DUCKLING)


def _make_magpie() -> Bot:
    from game.bots.players.people import MAGPIE, PersonBot

    return PersonBot(MAGPIE)


def _make_beaver() -> Bot:
    from game.bots.players.people import BEAVER, PersonBot

    return PersonBot(BEAVER)


def _make_greedy() -> Bot:
    from game.bots.players.simple import GreedyBot

    return GreedyBot()


def _make_squirrel() -> Bot:
    from game.bots.players.hasty import HastyBot

    return HastyBot()


def _make_fox() -> Bot:
    from game.bots.players.strong import JudgingBot

    return JudgingBot(deeply=False)


def _make_master() -> Bot:
    from game.bots.players.strong import JudgingBot

    return JudgingBot(deeply=True)


_MAKERS: Final[dict[str, Callable[[], Bot]]] = {
    "random": _make_random,
    "duckling": _make_duckling,
    "magpie": _make_magpie,
    "beaver": _make_beaver,
    "greedy": _make_greedy,
    "squirrel": _make_squirrel,
    "fox": _make_fox,
    "master": _make_master,
}

BOT_NAMES: Final = tuple(_MAKERS)
"""From the weakest to the strongest; `random` and `greedy` are yardsticks."""

LEVELS: Final = ("duckling", "magpie", "beaver", "squirrel", "fox", "master")
"""The opponents to choose from, friendliest first; `bots.NAME.name` and `bots.NAME.character`
in the catalogues say who they are."""


def make_bot(name: str) -> Bot:
    """A new bot. Raises `UnknownBotError`."""
    maker = _MAKERS.get(name)
    if maker is None:
        raise UnknownBotError(name)
    return maker()
