"""Strength of the networks over fixed deals, many games in lock-step."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from game.bots.standard.book import Book
from game.bots.standard.layout import SPACES, TILES
from game.bots.standard.lookahead import Valuer, after_placing
from game.bots.standard.positions import Positions
from game.bots.standard.search import Depth, search

Floats: TypeAlias = NDArray[np.float64]
Ints: TypeAlias = NDArray[np.int64]

_TOGETHER = 40
"""Games in lock-step; more only costs memory."""


@dataclass(frozen=True, slots=True)
class Played:
    """Final totals [n], the same less the luck of the draw [n], and seconds spent choosing.

    `level` is what the player would have got had every call been worth its average: the total
    less, for each call, the value of the tile that came minus the mean value of all tiles in
    the bag. Each such difference is 0 on average whatever the values are, so its mean estimates
    the same strength, with an error about five times smaller.
    """

    totals: Floats
    level: Floats
    seconds: float


def fixed_deals(n: int, seed: int) -> Ints:
    """n deals of 19 tile indices [n, 19], the same for the same seed."""
    random = np.random.default_rng(seed)
    return np.array([random.permutation(TILES)[:SPACES] for _ in range(n)], np.int64)


def mean_and_error(values: Floats) -> tuple[float, float]:
    """Mean and standard error."""
    return float(values.mean()), float(values.std(ddof=1) / len(values) ** 0.5)


def play(
    valuer: Valuer,
    depth: Depth | None,
    deals: Ints,
    *,
    book: Book | None = None,
    level: bool = True,
) -> Played:
    """Play the deals [n, 19]; without `depth` by the network alone, with `book` from the book.

    Finding the `level` costs about as much again as looking ahead does; without it, it is left
    at the totals.
    """
    totals, luck, seconds = [], [], 0.0
    for first in range(0, len(deals), _TOGETHER):
        some = deals[first : first + _TOGETHER]
        p, lucky = Positions.start(len(some)), np.zeros(len(some))
        for tiles in np.ascontiguousarray(some.T):
            if level:
                lucky += _luck(valuer, p, tiles)
            started = time.perf_counter()
            if book is not None and p.placed < 2:
                spaces = _by_book(book, p.placed, some).argmax(1)
            elif depth is None:
                spaces = after_placing(valuer, p, tiles).argmax(1)
            else:
                spaces = search(valuer, p, tiles, depth).argmax(1)
            seconds += time.perf_counter() - started
            p.place(tiles, spaces)
        totals.append(p.banked.astype(np.float64))
        luck.append(lucky)
    total = np.concatenate(totals)
    return Played(total, total - np.concatenate(luck), seconds)


def _by_book(book: Book, placed: int, deals: Ints) -> NDArray[np.float32]:
    """Values [n, 19] of the next tile; with one placed it lies where the book says."""
    values: NDArray[np.float32] = (
        book.second[deals[:, 0], deals[:, 1]] if placed else book.first[deals[:, 0]]
    )
    return values


def _luck(valuer: Valuer, p: Positions, tiles: Ints) -> Floats:
    """How much better the tiles [n] are than the average of those in the bags."""
    row, tile = np.nonzero(p.bag)
    value = after_placing(valuer, p.take(row), tile).max(1).reshape(len(p), -1)
    came = (tile.reshape(len(p), -1) == tiles[:, None]).astype(np.float64)
    luck: Floats = (value * came).sum(1) - value.mean(1)
    return luck
