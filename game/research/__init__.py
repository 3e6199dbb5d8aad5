"""The game for research: environments for learning, and a benchmark (`README.md` beside this)."""

import game.bots  # noqa: F401  keeps arithmetic to one thread, before numpy is loaded
