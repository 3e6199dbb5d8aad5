"""The text of a result that is shared, its rows of hexagons as shapes: the font has none."""

from typing import Final

from game.ui.draw.icons import Icon
from game.ui.parts import Row, Sign, Text, Widget
from game.ui.parts.leaves import Ink

_SIGNS: Final[dict[str, tuple[Icon, Ink]]] = {
    "⬡": (Icon.HEX, "ink_muted"),
    "⬢": (Icon.PIECE, "accent"),
}


def is_row_of_hexagons(line: str) -> bool:
    """Whether a line says nothing in words."""
    return bool(line) and set(line) <= set(_SIGNS)


def result_line(line: str) -> Widget:
    """A line of the text; its hexagons as shapes."""
    if is_row_of_hexagons(line):
        return Row(*(Sign(*_SIGNS[sign], 20) for sign in line))
    return Text(line, "caption", "ink", lines=1)
