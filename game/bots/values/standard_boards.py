"""The standard game's networks for calls of several tiles, which change nothing in a value.

A board is worth the same whether the tiles to come are called singly, in pairs or by mail, as
long as placing is free, rays do not count and no tile is late.
"""

import numpy as np
from numpy.typing import NDArray

from game.bots.standard.layout import CLOSED, OPEN
from game.bots.standard.positions import Positions
from game.bots.standard.values import standard_valuer
from game.bots.values.boards import Boards
from game.rules.boards import BoardName
from game.rules.ruleset import PlacementRule, RayRule, Ruleset

_CHUNK = 3000

_NUMBER = np.array([CLOSED, 0, 1, CLOSED, 2, CLOSED, CLOSED, OPEN], dtype=np.int8)
"""Bits of the numbers a line can still show to the network's word for it."""


def can_judge(rules: Ruleset) -> bool:
    """Whether the networks know boards of these rules."""
    return (
        rules.board is BoardName.CLASSIC
        and rules.placement is PlacementRule.FREE
        and rules.rays is RayRule.NONE
    )


def network_values(boards: Boards, bags: NDArray[np.bool_]) -> NDArray[np.float32]:
    """(n,): expected final totals of boards that hold equally many tiles, with their bags."""
    filled = boards.grid.lengths - boards.left
    positions = Positions(
        int(boards.filled[0].sum()),
        np.where(boards.left == 0, CLOSED, _NUMBER[boards.bits]).astype(np.int8),
        filled.astype(np.int8),
        ~boards.filled,
        bags[:, :27],
        boards.score(False),
    )
    valuer = standard_valuer()
    rows = np.arange(len(boards))
    parts = [
        valuer.values(positions.take(rows[start : start + _CHUNK]))
        for start in range(0, len(rows), _CHUNK)
    ]
    return np.concatenate(parts)
