"""Folding bands, one for each way to play together."""

from typing import Final, NamedTuple

from game.ui.draw.bands import MITRE
from game.ui.draw.icons import Icon
from game.ui.layout.rects import View
from game.ui.parts import (
    MAIN,
    Column,
    Door,
    Row,
    Sign,
    Spacer,
    Text,
    Widget,
)
from game.ui.widgets import OnPress

_THICK: Final = 124
_THIN: Final = 92
_GAP: Final = 8
"""Units: the thickness of the first band, of the others, and the gap between them."""


class StepBand(NamedTuple):
    """A way to play: its id, its word, a line about it, its icon, and what a press does."""

    id: str
    words: str
    about: str
    icon: Icon
    press: OnPress


def step_bands(view: View, *bands: StepBand) -> Widget:
    """Return folding bands, the first one yellow and thick."""
    is_upright = view.is_upright
    part = min(1.6 if is_upright else 1.2, view.units_high / 800)
    reach = min(940, view.units_wide - (150 if is_upright else 300))
    doors, foot = [], 0.0
    for index, band in enumerate(bands):
        high = (_THIN if index else _THICK) * part
        foot += high
        words = Column(
            Spacer(share=1),
            Text(band.words, "title" if index else "action", lines=1),
            Text(band.about, "strong", lines=2 if is_upright else 1),
            Spacer(share=1),
            align="left",
            share=1,
        )
        sign = Sign(band.icon, "ink", 34 if index else 46, size=46)
        doors.append(
            Door(
                3 if index else 9,
                band.press,
                Row(sign, words, gap=34, share=1),
                pad=(28, 0, 70, 0),
                size=high,
                across=reach + foot * MITRE,
                id=band.id if index else MAIN,
            )
        )
        foot += _GAP
    return Column(*doors, gap=_GAP, align="left")
