"""One player's board as a small SVG, as a notebook shows a `Position`."""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, pi, sin, sqrt
from typing import Final

from game.rules.boards import BOARDS, Board
from game.rules.numbers import BOX_COLOURS
from game.rules.tiles import NUMBERS, Direction, Tile

CELL: Final = 40
"""SVG units from the middle of a space to its corners."""

_TURNS: Final = dict(zip(Direction, (0, 60, -60), strict=True))
_DIGITS: Final = dict(zip(Direction, ((0, -21), (-19, 11), (19, 11)), strict=True))
_HEXAGON: Final = " ".join(
    f"{36 * cos(i * pi / 3):.1f},{36 * sin(i * pi / 3):.1f}" for i in range(6)
)
_STYLE: Final = (
    "text{font:bold 19px sans-serif;text-anchor:middle;dominant-baseline:central;fill:#fff;"
    "stroke:#0e0c1a;stroke-width:4;paint-order:stroke}"
)


def board_with(tiles: Sequence[Tile | None]) -> Board | None:
    """Return the board with as many spaces as `tiles` has entries, or None."""
    return next((board for board in BOARDS.values() if len(board) == len(tiles)), None)


def draw_svg(tiles: Sequence[Tile | None], aside: Sequence[Tile] = ()) -> str:
    """Return the board with `tiles`, one entry a space, and to its right those set aside."""
    board = board_with(tiles)
    assert board is not None
    height = sqrt(3) * CELL
    places = {
        space.name: (1.5 * CELL * space.q, height * (space.r + space.q / 2))
        for space in board.spaces
    }
    right, low = (max(place[axis] for place in places.values()) for axis in (0, 1))
    shown = list(zip(places.items(), tiles, strict=True))
    shown += [(("x", (right + 2 * CELL, low - height * i)), tile) for i, tile in enumerate(aside)]
    parts = [_draw_space(name, x, y, tile) for (name, (x, y)), tile in shown]
    left, top = (min(place[axis] for place in places.values()) - CELL for axis in (0, 1))
    width = max(x for (_, (x, _)), _ in shown) + CELL - left
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{left:.0f} {top:.0f} {width:.0f} '
        f'{low + CELL - top:.0f}" width="{width:.0f}"><style>{_STYLE}</style>'
        f'<clipPath id="tile"><polygon points="{_HEXAGON}"/></clipPath>{"".join(parts)}</svg>'
    )


def _draw_space(name: str, x: float, y: float, tile: Tile | None) -> str:
    fill = "#201a41" if tile is None else "#322c58"
    words = [f'<g transform="translate({x:.1f} {y:.1f})"><title>{name}</title>']
    words += [f'<polygon points="{_HEXAGON}" fill="{fill}" stroke="#6a5fa8"/>']
    if tile is not None:
        words += _draw_tile(tile)
    return "".join([*words, "</g>"])


def _draw_tile(tile: Tile) -> list[str]:
    """Draw stripes, higher numbers over lower ones and wild ones on top, then the digits."""
    words = ['<g clip-path="url(#tile)">']
    for direction in sorted(Direction, key=lambda way: tile.number(way) or 10):
        number = tile.number(direction)
        shown = NUMBERS[direction] if number is None else (number,)
        wide = 15 / len(shown)
        words += [f'<g transform="rotate({_TURNS[direction]})" stroke="#0e0c1a">']
        for i, n in enumerate(shown):
            box = f'x="{i * wide - 7.5:.1f}" y="-36" width="{wide:.1f}" height="72"'
            words.append(f'<rect {box} fill="{BOX_COLOURS[n]}"/>')
        words.append("</g>")
    words.append("</g>")
    for direction, (x, y) in _DIGITS.items():
        words.append(f'<text x="{x}" y="{y}">{tile.number(direction) or "*"}</text>')
    colour = "#ffd65c" if tile.is_sun else "#c4ceff"
    return [*words, f'<circle r="5" fill="{colour}" stroke="#0e0c1a"/>']
