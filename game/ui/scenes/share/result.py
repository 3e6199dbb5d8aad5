"""The text of a shared result; its hexagons and squares are shapes, which the font lacks."""

from typing import Final

from game.climb.ending import FALLEN, MISSED, SQUARES
from game.ui.draw.icons import Icon
from game.ui.parts import Row, Sign, Text, Widget
from game.ui.parts.leaves import Ink

_PASSED: Final[tuple[tuple[Icon, Ink], ...]] = (
    (Icon.PIECE, "good"),
    (Icon.PIECE, "cool"),
    (Icon.PIECE, "ink_soft"),
    (Icon.PIECE, "accent"),
)
"""The signs of passed stages, by the crystals they earned."""

_SIGNS: Final[dict[str, tuple[Icon, Ink]]] = {
    "⬡": (Icon.HEX, "ink_soft"),
    "⬢": (Icon.PIECE, "accent"),
    MISSED: (Icon.PIECE, "poor"),
    FALLEN: (Icon.PIECE, "bad"),
    **dict(zip(SQUARES, _PASSED, strict=True)),
}


_BRACKETS: Final = "[]"
"""The brackets around a boss's square."""


def is_row_of_hexagons(line: str) -> bool:
    """Return whether a line consists of hexagons and squares only."""
    return bool(line) and set(line) <= {*_SIGNS, *_BRACKETS}


def result_line(line: str, side: float = 20) -> Widget:
    """Return a line of the text, with hexagons and squares as shapes of `side` units."""
    if is_row_of_hexagons(line):
        signs = (
            Text(sign, "strong", "ink_soft", lines=1)
            if sign in _BRACKETS
            else Sign(*_SIGNS[sign], side)
            for sign in line
        )
        return Row(*signs)
    return Text(line, "strong", lines=1)
