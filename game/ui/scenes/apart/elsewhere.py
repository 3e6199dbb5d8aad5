"""The ways to play with people at other computers: a table that is opened, and turns by post."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from game.ui.draw.bands import MITRE
from game.ui.draw.icons import Icon
from game.ui.frame.scene import STILL, Pop, Pulse, Push
from game.ui.parts import (
    MAIN,
    READ_WITH_HEADING,
    Column,
    Door,
    PageScene,
    Row,
    Sign,
    Spacer,
    Text,
    Widget,
)
from game.ui.scenes.apart.opening import OpeningScene

if TYPE_CHECKING:
    from game.ui.frame.context import Context
    from game.ui.layout.rects import View
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
    part, reach = min(1.2, view.units_high / 800), min(940, view.units_wide - 300)
    doors, foot = [], 0.0
    for index, band in enumerate(bands):
        high = (_THIN if index else _THICK) * part
        foot += high
        words = Column(
            Spacer(share=1),
            Text(band.words, "title" if index else "action", lines=1),
            Text(band.about, "strong", lines=1),
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


class ElsewhereScene(PageScene):
    """The band that opens a table."""

    door = 3

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self._tables: set[bytes] | None = None

    def page(self) -> Widget:
        text, context = self.context.text, self.context
        return self.headed(
            text("together.elsewhere"),
            Row(
                Text(text("together.explain"), "label", "ink_soft", most=780, id=READ_WITH_HEADING),
                pad=(20, 10, 0, 20),
            ),
            step_bands(
                self.view,
                StepBand(
                    "create",
                    text("together.open"),
                    text("together.steps.open"),
                    Icon.PLUS,
                    lambda: Push(OpeningScene(context)),
                ),
            ),
            Spacer(share=1),
        )

    def leave(self) -> None:
        super().leave()
        self._tables = set(self.context.apart.service.snapshots)

    def animate(self, dt: float) -> Pulse:
        # Whoever comes back from a new table finds it in the list below.
        tables = self.context.apart.service.snapshots.keys()
        has_new = self._tables is not None and not tables <= self._tables
        return Pulse(True, Pop()) if has_new else STILL
