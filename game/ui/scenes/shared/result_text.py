"""The text of a result that is shared, its hexagons and squares as shapes: the font has none."""

from typing import Final

from game.progress.run.outcome import ABOVE, BROKEN, EMPTY, MISSED, PASSED
from game.ui.draw.icons import Icon
from game.ui.parts import Row, Sign, Text, Widget
from game.ui.parts.leaves import Ink

_SIGNS: Final[dict[str, tuple[Icon, Ink]]] = {
    "⬡": (Icon.HEX, "ink_muted"),
    "⬢": (Icon.PIECE, "accent"),
    PASSED: (Icon.PIECE, "good"),
    ABOVE: (Icon.PIECE, "cool"),
    MISSED: (Icon.PIECE, "fair"),
    BROKEN: (Icon.PIECE, "bad"),
    EMPTY: (Icon.HEX, "ink_muted"),
}


def is_row_of_hexagons(line: str) -> bool:
    """Whether a line says nothing in words."""
    return bool(line) and set(line) <= set(_SIGNS)


def result_line(line: str, side: float = 20) -> Widget:
    """A line of the text; its hexagons and squares as shapes of `side` units."""
    if is_row_of_hexagons(line):
        return Row(*(Sign(*_SIGNS[sign], side) for sign in line))
    return Text(line, "caption", "ink", lines=1)
