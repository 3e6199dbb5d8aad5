"""The computer players by name. Engines are imported only when one is made."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from game.bots.protocol import Bot

__all__ = ["BOT_NAMES", "UnknownBotError", "make_bot"]


class UnknownBotError(LookupError):
    """There is no bot of that name; `args[0]` is the name."""


def _make_random() -> Bot:
    from game.bots.simple import RandomBot

    return RandomBot()


def _make_greedy() -> Bot:
    from game.bots.simple import GreedyBot

    return GreedyBot()


_MAKERS: Final[dict[str, Callable[[], Bot]]] = {
    "random": _make_random,
    "greedy": _make_greedy,
}

BOT_NAMES: Final = tuple(_MAKERS)
"""From the weakest to the strongest."""


def make_bot(name: str) -> Bot:
    """A new bot. Raises `UnknownBotError`."""
    maker = _MAKERS.get(name)
    if maker is None:
        raise UnknownBotError(name)
    return maker()
