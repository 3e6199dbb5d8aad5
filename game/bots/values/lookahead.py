"""Looking one call ahead: every tile that can come, the best space for each."""

from __future__ import annotations

from typing import Final, Protocol

import numpy as np

from game.bots.arrays import Float32s, Int64s
from game.bots.values.positions import Positions
from game.bots.values.shortlist import worth_judging
from game.bots.values.standard_layout import SPACES

_CHUNK: Final = 3000
"""Boards judged at once; about 20 MB of features and hidden values."""
_MOST: Final = 6
_MARGIN: Final = 5.0
"""How many spaces are judged for a tile, and how many points they may be behind at a quick look."""


class Valuer(Protocol):
    """Whatever judges boards."""

    def values(self, p: Positions) -> Float32s:
        """Expected final totals [n]."""

    @property
    def quick(self) -> Valuer:
        """One that is faster and not much worse."""


def judge(valuer: Valuer, p: Positions) -> Float32s:
    """Values [n], as many boards at once as the processor's cache holds."""
    if p.placed == SPACES:
        return p.banked
    if len(p) <= _CHUNK:
        return valuer.values(p)
    rows = np.arange(len(p))
    parts = np.array_split(rows, -(-len(p) // _CHUNK))
    return np.concatenate([valuer.values(p.take(part)) for part in parts])


def after_placing(valuer: Valuer, p: Positions, tiles: Int64s) -> Float32s:
    """Value of each space for tile `tiles[i]` on board i: [n, 19], -inf where it is not empty."""
    row, space = np.nonzero(p.empty)
    children = p.take(row)
    children.place(tiles[row], space)
    result = np.full((len(p), SPACES), -np.inf, np.float32)
    result[row, space] = judge(valuer, children)
    return result


def lookahead(valuer: Valuer, p: Positions) -> Float32s:
    """The boards' values one call further [n]: mean over the bag of the best placement.

    Spaces that are far behind at a quick look are left out.
    """
    if p.placed >= SPACES - 1:
        return judge(valuer, p)
    board, tile = np.nonzero(p.bag)
    best = np.empty(len(board), np.float32)
    for first in range(0, len(board), _CHUNK):
        part = slice(first, first + _CHUNK)
        some, tiles = p.take(board[part]), tile[part]
        row, space = np.nonzero(worth_judging(some, tiles, _MOST, _MARGIN))
        children = some.take(row)
        children.place(tiles[row], space)
        starts = np.flatnonzero(np.diff(row, prepend=-1))
        best[part] = np.maximum.reduceat(judge(valuer, children), starts)
    mean: Float32s = best.reshape(len(p), -1).mean(1)
    return mean
