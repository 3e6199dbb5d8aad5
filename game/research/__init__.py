"""Environments for reinforcement learning, and a benchmark (see `README.md` in this folder).

`gymnasium.make("game.research:TakeItEasy-v0")` imports this package, which registers the game;
Gymnasium 1 loads no plugins by itself.

    solo       one player, any rules, by the conventions of Gymnasium
    many       many boards of the standard game in parallel
    table      several players at one table, by the conventions of PettingZoo
    encoding   a board, a hand and a bag as numbers, a placement as an action
    dealing    matches that are advanced to the next decision, and their deals
    benchmark  ten thousand fixed deals, the same for every bot
"""

from typing import Final

import game.bots  # noqa: F401  keeps arithmetic to one thread, before numpy is loaded

# isort: split
import gymnasium

ENVIRONMENT: Final = "TakeItEasy-v0"
"""The registered name of `SoloEnv` and of `make_many`."""

if ENVIRONMENT not in gymnasium.registry:
    gymnasium.register(
        ENVIRONMENT,
        entry_point="game.research.solo:SoloEnv",
        vector_entry_point="game.research.many:make_many",
        # More than any match has: some wrappers need a number.
        max_episode_steps=1_000_000,
    )
