"""Boards for tests, tile by tile."""

from game.play.entering import lift, tiles_on, without
from game.rules.deal import Calls
from game.rules.placement import ASIDE_INDEX, Position, put_unchecked
from game.rules.tiles import Tile


def lay(position: Position, tile: Tile, space: int) -> Position:
    """The board with a tile moved to a space, replacing the tile there."""
    position = without(position, tile)
    if space != ASIDE_INDEX:
        position = lift(position, space)
    return put_unchecked(position, tile, space)


def calls_for(position: Position) -> Calls:
    """Single calls that could have led to a board of unknown origin."""
    return tuple((tile,) for tile in tiles_on(position))
