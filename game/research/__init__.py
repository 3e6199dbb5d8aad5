"""The game for research: environments for learning, and a benchmark (`README.md` beside this).

`gymnasium.make("game.research:TakeItEasy-v0")` imports this package, which registers the game.
Gymnasium 1 loads no plugins on its own: a name with its module is what it offers instead.

    solo       one player, any rules, in the conventions of Gymnasium
    many       many boards of the standard game at once, in lock-step
    table      several players at one table, in the conventions of PettingZoo
    encoding   a board, a hand and a bag as numbers, a placement as an action
    dealing    matches that go on by themselves up to the next decision, and their deals
    benchmark  ten thousand fixed deals, the same for every bot
"""

from typing import Final

import game.bots  # noqa: F401  keeps arithmetic to one thread, before numpy is loaded

# isort: split
import gymnasium

ENVIRONMENT: Final = "TakeItEasy-v0"
"""The name of the game alone, and of many boards of it at once."""

if ENVIRONMENT not in gymnasium.registry:
    gymnasium.register(
        ENVIRONMENT,
        entry_point="game.research.solo:SoloEnv",
        vector_entry_point="game.research.many:make_many",
    )
