"""The menu of a table apart: everything without a link at the table's foot."""

from collections.abc import Iterable
from functools import partial

from game.ui.draw.icons import Icon
from game.ui.frame.context import Context
from game.ui.frame.scene import Pop
from game.ui.parts import PageScene, Widget
from game.ui.scenes.shared.pausing import pause_row, paused
from game.ui.widgets import OnPress, PressResult


class TableMenu(PageScene):
    """The menu's links, and a band that resumes."""

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
