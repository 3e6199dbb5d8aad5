"""The game for research: environments for learning, and a benchmark (`README.md` beside this).

`gymnasium.make("game.research:TakeItEasy-v0")` imports this package, which registers the game.
Gymnasium 1 loads no plugins on its own: a name with its module is what it offers instead.
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
