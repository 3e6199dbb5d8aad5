"""Lessons of close choices in standard games: pairs of boards with rollouts of the same calls.

A network's errors last for some five calls, and boards that differ by one placement share most of
them. So pairs of choices for one tile get rollouts of the search's length with the same calls, and
the network learns mainly their difference.
"""

from collections.abc import Sequence
from typing import Final

import numpy as np

from game.bots.arrays import Bools, Float32s, Int64s
from game.bots.training.labels import EXPLORED, EXPLORING_POINTS, LabelledBoards
from game.bots.values.boards import empty_boards
from game.bots.values.classic import GRID, SPACE_COUNT, TILE_COUNT
from game.bots.values.endgame import EXACT, exact_values
from game.bots.values.lookahead import Valuer, after_placing
from game.bots.values.network import Network
from game.bots.values.positions import Positions
from game.bots.values.rollouts import Rollouts, follow_calls, orders
from game.rules.ruleset import Ruleset

CLOSE: Final = 4.0
"""Most points by which a close choice is behind the best."""
SHARE: Final = 0.35
"""Share of choices with rollouts."""


def start_positions(games: int) -> Positions:
    """Return `games` standard games before the first call."""
    bags = np.tile(np.arange(31) < TILE_COUNT, (games, 1))
    return Positions(Ruleset(), empty_boards(GRID, games), bags, SPACE_COUNT)


def draw(bags: Bools, random: np.random.Generator) -> Int64s:
    """Return a random tile of each bag [n]."""
    tiles: Int64s = np.where(bags, random.random(bags.shape), -1).argmax(axis=1)
    return tiles


def disturbed(values: Float32s, random: np.random.Generator) -> Float32s:
    """Return `values` [n, 19] with noise on some boards, so that other spaces become the best."""
    strays = random.random(len(values)) < EXPLORED
    noise = random.normal(0, EXPLORING_POINTS, values.shape)
    return np.asarray(values + strays[:, None] * noise, dtype=np.float32)


def play_close(
    network: Network, games: int, seed: Sequence[int]
) -> tuple[list[LabelledBoards], Float32s]:
    """Play `games` games in parallel; return lessons of close choices, and the totals."""
    random = np.random.default_rng(seed)
    p, lessons = start_positions(games), list[LabelledBoards]()
    for call in range(SPACE_COUNT):
        tiles = draw(p.bags, random)
        values = after_placing(network.judge, p, tiles)
        is_close = values >= values.max(axis=1, keepdims=True) - CLOSE
        some = np.flatnonzero((is_close.sum(axis=1) > 1) & (random.random(games) < SHARE))
        # With two tiles to come all continuations are computed by every judge.
        if call + 3 < SPACE_COUNT and len(some):
            lots = np.where(is_close, random.random(values.shape), -1)[some]
            rows, spaces = np.repeat(some, 2), np.argsort(-lots, axis=1)[:, :2].ravel()
            pairs = p.put(rows, tiles[rows], spaces)
            lessons.append(LabelledBoards(pairs, _played_on(network.judge, pairs, random), True))
        p = p.put(np.arange(games), tiles, disturbed(values, random).argmax(axis=1))
    return lessons, p.boards.score(with_rays=False)


def _played_on(judge: Valuer, pairs: Positions, random: np.random.Generator) -> Float32s:
    """Return the mean final values [n] of rollouts, the same calls for both boards of a pair.

    Boards near the end get exact values.
    """
    if pairs.to_come <= EXACT:
        return exact_values(pairs)
    length = Rollouts().length(pairs.to_come)
    calls = np.stack([orders(bag, length, 1, random) for bag in pairs.bags[::2]])
    each = calls.repeat(2, axis=0)
    rows = np.repeat(np.arange(len(pairs)), each.shape[1])
    totals = follow_calls(judge, pairs, rows, each.reshape(-1, length))
    mean: Float32s = totals.reshape(len(pairs), -1).mean(axis=1)
    return mean
