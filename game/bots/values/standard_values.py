"""Expected final totals for the standard game: classic board, free placing, one tile a call.

Plain functions over plain values, for the coach, the review, the levels and `master`. A board
is a list of 19 tile indices by space index (-1 where empty), a bag 27 truth values: the tiles
neither called before nor in hand. Everything else the future depends on follows from these.
"""

from functools import cache
from typing import Final

import numpy as np

from game.bots.arrays import Float64s
from game.bots.values.book import Book, load_book
from game.bots.values.lookahead import after_placing
from game.bots.values.positions import Positions
from game.bots.values.search import Depth, search
from game.bots.values.standard_layout import SPACES, TILES
from game.bots.values.standard_networks import Ensemble, load_networks
from game.resources import asset

FULL: Final = Depth()
"""How far `master` looks."""


@cache
def standard_valuer() -> Ensemble:
    """The networks of the standard game; read once, a few milliseconds."""
    return load_networks(asset("bots", "standard.npz"))


@cache
def _book() -> Book | None:
    return load_book(asset("bots", "standard.npz"))


def fast_values(tiles: list[int], bag: list[bool], tile: int) -> Float64s:
    """Expected final total [19] for placing `tile` on each space, by the network alone.

    -inf where a tile lies. Raises `ValueError` if board, bag and tile do not fit together.
    """
    position = _position(tiles, bag, tile)
    values: Float64s = after_placing(standard_valuer(), position, np.array([tile]))[0].astype(float)
    return values


def full_values(tiles: list[int], bag: list[bool], tile: int, depth: Depth = FULL) -> Float64s:
    """As `fast_values`, the promising spaces judged by looking ahead."""
    position = _position(tiles, bag, tile)
    book = _book()
    known = book.find(tiles, tile) if book is not None and depth == FULL else None
    if known is not None:
        return known.astype(float)
    values: Float64s = search(standard_valuer(), position, np.array([tile]), depth)[0].astype(float)
    return values


def _position(tiles: list[int], bag: list[bool], tile: int) -> Positions:
    if len(tiles) != SPACES or len(bag) != TILES:
        raise ValueError("a board has 19 spaces, a bag 27 tiles")
    if bag[tile] or tile in tiles:
        raise ValueError("the tile in hand is in the bag or on the board")
    if sum(bag) != TILES - 1 - sum(t >= 0 for t in tiles):
        raise ValueError("board, bag and tile do not make up the 27 tiles")
    return Positions.of_board(tiles, [*bag[:tile], True, *bag[tile + 1 :]])
