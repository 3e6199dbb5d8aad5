"""The standard game's networks for calls of several tiles, which change nothing in a value.

A board is worth the same whether the tiles to come are called singly, in pairs or by mail, as
long as placing is free, rays do not count and no tile is late.
"""

import numpy as np

from game.bots.arrays import Bools, Float32s
from game.bots.values.boards import Boards
from game.bots.values.lookahead import judge
from game.bots.values.positions import Positions
from game.bots.values.search import look_closely
from game.bots.values.standard_values import FULL, standard_valuer
from game.rules.boards import BoardName
from game.rules.ruleset import PlacementRule, RayRule, Ruleset


def can_judge(rules: Ruleset) -> bool:
    """Whether the networks know boards of these rules."""
    return (
        rules.board is BoardName.CLASSIC
        and rules.placement is PlacementRule.FREE
        and rules.rays is RayRule.NONE
    )


def network_values(boards: Boards, bags: Bools) -> Float32s:
    """(n,): expected final totals of boards that hold equally many tiles, with their bags."""
    placed = int(boards.filled[0].sum())
    return judge(standard_valuer(), Positions(placed, boards, bags[:, :27]))


def network_outlook(boards: Boards, bag: Bools, hand: tuple[int, ...]) -> Float32s:
    """As `network_values`, for the choices of one hand that seem best, played on."""
    placed, bags = int(boards.filled[0].sum()), np.tile(bag[:27], (len(boards), 1))
    positions = Positions(placed, boards, bags)
    return look_closely(standard_valuer(), positions, list(hand), FULL.rollouts)
