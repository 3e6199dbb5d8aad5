"""The menu of a table apart: all that its words at the foot do not do."""

from collections.abc import Iterable
from functools import partial

from game.ui.draw.icons import Icon
from game.ui.frame.context import Context
from game.ui.frame.scene import Pop
from game.ui.parts import PageScene, Widget
from game.ui.scenes.shared.pausing import pause_row, paused
from game.ui.widgets import OnPress, PressResult


class TableMenu(PageScene):
    """A word for each thing that can be done, and a band that goes on."""

    is_overlay = True

    def __init__(
        self, context: Context, title: str, rows: Iterable[tuple[Icon, str, OnPress]]
    ) -> None:
        super().__init__(context)
        self._title, self._rows = title, tuple(rows)

    def page(self) -> Widget:
        rows = (pause_row(w, icon, partial(self._press, act)) for icon, w, act in self._rows)
        return paused(self.context, self._title, *rows)

    def _press(self, act: OnPress) -> PressResult:
        return Pop(act())
