"""The tables of `game.rules` as plain values for the page's script."""

from typing import Any

from game.rules.placement import ASIDE_ROOM
from game.rules.ruleset import Ruleset
from game.rules.scoring import RAY_POINTS
from game.rules.tiles import NUMBERS, Direction, Tile


def tables_of(rules: Ruleset) -> dict[str, Any]:
    """Return a ruleset, its board and its tiles as plain values for `assets/page/rules.js`.

    Tiles and spaces are known by their indices, axes are those of `Line.axis`; a tile's `masks`
    hold for each axis the numbers that its stripe can count as.
    """
    board = rules.grid
    return {
        "board": board.name.value,
        "placement": rules.placement.value,
        "daffodil": rules.daffodil,
        "rays": rules.rays.value,
        "spaces": [{"name": s.name, "q": s.q, "r": s.r} for s in board.spaces],
        "lines": [{"axis": line.axis, "spaces": list(line.spaces)} for line in board.lines],
        "neighbours": [list(n) for n in board.neighbours],
        "stamens": list(board.stamens),
        "tiles": [_tile(tile) for tile in board.tile_set],
        "numbers": [list(numbers) for numbers in NUMBERS.values()],
        "axes": [direction.value for direction in NUMBERS],
        "asideRoom": ASIDE_ROOM,
        "rayPoints": list(RAY_POINTS.values()),
    }


def _tile(tile: Tile) -> dict[str, Any]:
    return {
        "text": str(tile),
        "numbers": [tile.number(direction) for direction in Direction],
        "masks": list(tile.masks),
        "sun": tile.is_sun,
        "wild": tile.is_wild,
    }
