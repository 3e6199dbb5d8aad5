"""Expected final totals by the standard game's network: classic board, free placing, no rays.

It is the network of all rules with weights trained further on the standard game alone. Under
adjacency rules it serves for rollouts that obey them: nearly every empty space of the final boards
touches a tile, so that ignoring adjacency there is harmless (+1.8 points a game).

A board's value does not depend on the calls' sizes, as long as no tile is late.
"""

from dataclasses import replace
from functools import cache
from typing import Final

import numpy as np

from game.bots.arrays import Bools, Float32s
from game.bots.values.boards import Boards
from game.bots.values.book import Book, load_book
from game.bots.values.classic import SPACE_COUNT
from game.bots.values.master_search import look_closely, search
from game.bots.values.network import Network, read_network
from game.bots.values.positions import Positions
from game.bots.values.rollouts import Rollouts
from game.bots.values.task import Task
from game.resources import asset
from game.rules.ruleset import CallRule, PlacementRule, Ruleset

FULL_SEARCH: Final = Rollouts()
"""The rollouts of `master`."""


def can_judge(rules: Ruleset) -> bool:
    """Whether the network knows boards of these rules."""
    return can_play_on(rules) and rules.placement is PlacementRule.FREE


@cache
def can_play_on(rules: Ruleset) -> bool:
    """Whether the network can judge the ends of rollouts by these rules."""
    # It was trained on the standard rules: only what is replaced here may differ from them.
    trained = replace(
        rules, placement=PlacementRule.FREE, call=CallRule.SINGLE, bonus=None, rounds=1
    )
    return trained == Ruleset() and rules.placement is not PlacementRule.ADJACENT_SYMBOL


@cache
def standard_network() -> Network:
    """Return the network of the standard game; the first call reads it in a few milliseconds."""
    return read_network(asset("bots", "standard.npz"))


@cache
def _book() -> Book:
    return load_book(asset("bots", "book.npz"))


def standard_values(p: Positions) -> Float32s:
    """Return the expected final totals [n] with free placement from now on."""
    return standard_network().judge(replace(p, rules=Ruleset()))


def played_on(task: Task, boards: Boards, before: Float32s | None = None) -> Float32s:
    """Return the values [n] of the best choices for one hand, by rollouts.

    `before` are their lookahead values if the network does not know the rules.
    """
    bags = np.tile(task.bag, (len(boards), 1))
    positions = Positions(task.rules, boards, bags, task.to_come).without_bounds()
    return look_closely(standard_values, positions, list(task.hand), FULL_SEARCH, before)


def space_values(board: Boards, bag: Bools, tile: int) -> Float32s:
    """Return the expected final total [19] for `tile` on each space; -inf if filled.

    `board` has one row.
    """
    bags, to_come = bag[None].copy(), SPACE_COUNT - int(board.filled.sum())
    bags[0, tile] = True
    position = Positions(Ruleset(), board, bags, to_come)
    worths = _book().find(position, tile)
    if worths is None:
        worths = search(standard_values, position, np.array([tile]), FULL_SEARCH)[0]
    return worths
