"""Looking one or two calls ahead: every tile that can come, the best space for each."""

from __future__ import annotations

from typing import Protocol, TypeAlias

import numpy as np
from numpy.typing import NDArray

from game.bots.value.layout import SPACES
from game.bots.value.positions import Positions

__all__ = ["Valuer", "after_placing", "lookahead", "two_calls"]

Floats: TypeAlias = NDArray[np.float32]

_CHUNK = 3000
"""Boards judged at once; about 20 MB of features and hidden values."""


class Valuer(Protocol):
    """Whatever judges boards."""

    def values(self, p: Positions) -> Floats:
        """Expected final totals [n]."""
        ...

    @property
    def quick(self) -> Valuer:
        """One that is faster and not much worse."""
        ...


def _judge(valuer: Valuer, p: Positions) -> Floats:
    if p.placed == SPACES:
        return p.banked
    if len(p) <= _CHUNK:
        return valuer.values(p)
    rows = np.arange(len(p))
    parts = np.array_split(rows, -(-len(p) // _CHUNK))
    return np.concatenate([valuer.values(p.take(part)) for part in parts])


def after_placing(valuer: Valuer, p: Positions, tiles: NDArray[np.int64]) -> Floats:
    """Value of each space for tile `tiles[i]` on board i: [n, 19], -inf where it is not empty."""
    row, space = np.nonzero(p.empty)
    children = p.take(row)
    children.place(tiles[row], space)
    result = np.full((len(p), SPACES), -np.inf, np.float32)
    result[row, space] = _judge(valuer, children)
    return result


def lookahead(valuer: Valuer, p: Positions) -> Floats:
    """The boards' values one call further [n]: mean over the bag of the best placement."""
    if p.placed >= SPACES - 1:
        return _judge(valuer, p)
    result = np.empty(len(p), np.float32)
    tiles, spaces = int(p.bag[0].sum()), SPACES - p.placed
    step = max(1, 2 * _CHUNK // (tiles * spaces))
    for first in range(0, len(p), step):
        some = p.take(np.arange(first, min(first + step, len(p))))
        row, tile, space = np.nonzero(some.bag[:, :, None] & some.empty[:, None, :])
        children = some.take(row)
        children.place(tile, space)
        best = _judge(valuer, children).reshape(len(some), tiles, spaces).max(2)
        result[first : first + len(some)] = best.mean(1)
    return result


def two_calls(valuer: Valuer, p: Positions, replies: int) -> Floats:
    """The boards' values two calls further [n], following the best `replies` spaces of a tile."""
    if p.placed >= SPACES - 2:
        return lookahead(valuer, p)
    row, tile = np.nonzero(p.bag)
    parents = p.take(row)
    first = after_placing(valuer, parents, tile)
    space = np.argsort(-first, axis=1)[:, : min(replies, SPACES - p.placed)]
    reply, place = np.nonzero(np.ones(space.shape, np.bool_))
    children = parents.take(reply)
    children.place(tile[reply], space[reply, place])
    best = lookahead(valuer, children).reshape(space.shape).max(1)
    mean: Floats = best.reshape(len(p), -1).mean(1)
    return mean
