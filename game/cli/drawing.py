"""Boards, tables and names in plain text."""

import unicodedata
from collections.abc import Iterator, Sequence
from typing import Final

from game.rules.placement import Position
from game.rules.ruleset import Ruleset
from game.rules.texts import normalise
from game.rules.tiles import Tile

SUN_MARK: Final = "☼"
MOON_MARK: Final = ")"
LATE_MARK: Final = "½"
INNER: Final = 7
"""Columns between a space's slanted sides."""


def draw_board(rules: Ruleset, position: Position) -> list[str]:
    """Return the text lines of a board: hexagons with a tile and, below it, the space's name.

    `294☼½` is a tile with a sun, placed late; marks without effect by the rules are left out.
    """
    grid = rules.grid
    left = min(space.q for space in grid.spaces)
    top = min(2 * space.r + space.q for space in grid.spaces)
    width = (max(space.q for space in grid.spaces) - left + 1) * (INNER + 1) + 1
    height = max(2 * space.r + space.q for space in grid.spaces) - top + 3
    canvas = [[" "] * width for _ in range(height)]

    def write(x: int, y: int, text: str) -> None:
        canvas[y][x : x + len(text)] = text

    for space in grid.spaces:
        x = (space.q - left) * (INNER + 1)
        y = 2 * space.r + space.q - top
        if canvas[y][x + 1] == " ":
            write(x + 1, y, "_" * INNER)
        tile = position.tiles[space.index]
        text = "" if tile is None else mark_tile(rules, position, tile)
        write(x, y + 1, f"/{text:^{INNER}}\\")
        write(x, y + 2, f"\\{space.name:_^{INNER}}/")
    return ["".join(row).rstrip() for row in canvas]


def mark_tile(rules: Ruleset, position: Position, tile: Tile) -> str:
    """Return a tile's text with the marks that matter by the rules."""
    symbol = (SUN_MARK if tile.is_sun else MOON_MARK) if rules.has_symbols else ""
    return f"{tile}{symbol}{LATE_MARK if position.is_late(tile) else ''}"


_ASCII: Final = str.maketrans(
    {
        SUN_MARK: "o",
        LATE_MARK: "/",
        "⬢": "#",
        "⬡": ".",
        "·": "-",
        "→": "->",
        "–": "-",
        "…": "...",
        "×": "x",
        "÷": "/",
        "±": "+-",
        "’": "'",
        "„": '"',
        "”": '"',
        "“": '"',
        "«": '"',
        "»": '"',
        "œ": "oe",
        "Œ": "OE",
        "ß": "ss",
    }
)


def to_ascii(text: str) -> str:
    """Return the nearest text in ASCII, with `?` for each character without one.

    A terminal without the letters then shows "Fara raze" and "o294/", not "F?r? raze".
    """
    parts = normalise("NFKD", text.translate(_ASCII))
    letters = "".join(c for c in parts if not unicodedata.combining(c))
    return letters.encode("ascii", "replace").decode()


def align(rows: Sequence[Sequence[str]], indent: str = "  ") -> list[str]:
    """Return rows of cells as lines, the first column aligned left, the others right."""
    if not rows:
        return []
    widths = [max(text_width(row[i]) for row in rows) for i in range(len(rows[0]))]
    lines: list[str] = []
    for row in rows:
        cells = [
            _pad(cell, width, to_the_right=i > 0)
            for i, (cell, width) in enumerate(zip(row, widths, strict=True))
        ]
        lines.append((indent + "  ".join(cells)).rstrip())
    return lines


def text_width(text: str) -> int:
    """Return the width of `text` in terminal columns."""
    return sum(
        0 if unicodedata.combining(c) else 1 + (unicodedata.east_asian_width(c) in "WF")
        for c in text
    )


def clean(text: str) -> str:
    """Remove the control characters that a terminal would obey."""
    return "".join(c if c.isprintable() or c == "\u00a0" else "\ufffd" for c in text)


def number_alike(names: Sequence[str]) -> Iterator[str]:
    """Yield the names, a repeated one with its number appended: `fox`, `fox 2`."""
    for i, name in enumerate(names):
        same = names[:i].count(name)
        yield f"{name} {same + 1}" if same else name


def _pad(text: str, width: int, *, to_the_right: bool) -> str:
    space = " " * (width - text_width(text))
    return space + text if to_the_right else text + space
