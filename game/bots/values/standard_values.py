"""Expected final totals by the standard game's networks: classic board, free placing, no rays.

Where tiles must touch, the networks still tell close choices apart by playing on as the rules
allow: what they overlook is gone when those boards are judged, since by then nearly every empty
space touches a tile (+1.8 points a game).

Calls of several tiles change nothing in a board's value: it is worth the same whether the tiles
to come are called singly, in pairs or by mail, as long as no tile is late.
"""

from functools import cache
from typing import Final

import numpy as np

from game.bots.arrays import Bools, Float32s
from game.bots.values.boards import Boards
from game.bots.values.book import Book, load_book
from game.bots.values.lookahead import after_placing
from game.bots.values.positions import Positions
from game.bots.values.rollouts import Rollouts
from game.bots.values.search import look_closely, search
from game.bots.values.standard_networks import StandardValuer, load_networks
from game.bots.values.task import Task
from game.resources import asset
from game.rules.boards import BoardName
from game.rules.ruleset import PlacementRule, RayRule, Ruleset

FULL: Final = Rollouts()
"""How far `master` looks."""


def can_judge(rules: Ruleset) -> bool:
    """Whether the networks know boards of these rules."""
    return can_play_on(rules) and rules.placement is PlacementRule.FREE


def can_play_on(rules: Ruleset) -> bool:
    """Whether the networks know such boards once enough tiles lie there."""
    return (
        rules.board is BoardName.CLASSIC
        and rules.placement is not PlacementRule.ADJACENT_SYMBOL
        and rules.rays is RayRule.NONE
    )


@cache
def standard_valuer() -> StandardValuer:
    """The networks of the standard game; read once, a few milliseconds."""
    return load_networks(asset("bots", "standard.npz"))


@cache
def _book() -> Book:
    return load_book(asset("bots", "standard.npz"))


def network_values(boards: Boards, bags: Bools) -> Float32s:
    """(n,): expected final totals of boards that hold equally many tiles, with their bags."""
    return standard_valuer().values(Positions.of(boards, bags))


def network_outlook(task: Task, boards: Boards, before: Float32s | None = None) -> Float32s:
    """As `network_values`, for the choices of one hand that seem best, played on.

    `before` are their values one tile further where the networks do not know them.
    """
    positions = Positions.of(boards, np.tile(task.bag, (len(boards), 1)), task.rules)
    return look_closely(standard_valuer(), positions, list(task.hand), FULL, before)


def space_values(board: Boards, bag: Bools, tile: int, *, deeply: bool) -> Float32s:
    """Expected final total [19] for placing `tile` on each space of the one board; -inf where a
    tile lies. `deeply` looks ahead from the promising spaces.
    """
    position, tiles = Positions.of(board, bag[None]), np.array([tile])
    position.bag[0, tile] = True
    found: Float32s | None
    if not deeply:
        found = after_placing(standard_valuer().values, position, tiles)[0]
    elif (found := _book().find(position, tile)) is None:
        found = search(standard_valuer(), position, tiles, FULL)[0]
    return found
