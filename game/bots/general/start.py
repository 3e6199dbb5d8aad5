"""What a board can expect before anything is called."""

from __future__ import annotations

import numpy as np

from game.bots.general.boards import empty_boards
from game.bots.general.grid import grid_of
from game.bots.general.task import Task
from game.bots.general.weigh import look_ahead
from game.bots.general.weights import load_weights
from game.rules.ruleset import Ruleset

__all__ = ["expected_start"]


def expected_start(rules: Ruleset) -> float:
    """The mean, over the first tile, of the best placement's estimate."""
    grid = grid_of(rules.board)
    boards = empty_boards(grid, 1)
    bag = np.zeros(31, dtype=np.bool_)
    bag[: grid.tiles] = True
    task = Task(rules, boards, (), np.zeros(0, np.bool_), bag, grid.spaces)
    return float(look_ahead(task, load_weights(rules), boards)[0])
