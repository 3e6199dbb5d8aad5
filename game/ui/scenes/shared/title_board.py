"""The place of the title's board: beside the doors, or in a high window below them."""

from typing import Final

from game.ui.draw.titles import title_column
from game.ui.layout.rects import View
from game.ui.parts import Column, Over, Row, Spacer, Widget

_FOOT: Final = 140
"""Units of height of the words at the window's foot, which the board leaves free."""


def beside_or_below(view: View, left: Widget, board: Widget, above: float) -> Widget:
    """Return the title's parts with the board where it is larger: beside the doors, or from
    `above` units on over the window's width.
    """
    if view.units_high - above - _FOOT <= view.units_wide - title_column(view):
        return Row(left, board)
    below = Column(Spacer(size=above), board, Spacer(size=_FOOT))
    return Over(Row(left, Spacer(share=1)), below)
