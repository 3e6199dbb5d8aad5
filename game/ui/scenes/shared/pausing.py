"""The slab over a paused table, with the action that resumes and other rows."""

from collections.abc import Callable, Iterable
from typing import Final, NamedTuple

from game.ui.draw.icons import Icon
from game.ui.frame.bindings import Action
from game.ui.frame.context import Context
from game.ui.frame.scene import Pop
from game.ui.parts import (
    MAIN,
    ActionBand,
    Ink,
    ListRow,
    PageScene,
    Row,
    Sign,
    Slab,
    Spacer,
    Text,
    Widget,
)
from game.ui.scenes.shared.names import action_key
from game.ui.widgets import OnPress, Words, say

_WIDTH: Final = 520
"""Units of width of the slab."""

_AROUND: Final = 250
"""Units above and below its rows."""


class PauseRow(NamedTuple):
    """A row of a pause; `key` is the action whose key does the same at the table."""

    words: str
    icon: Icon
    press: OnPress
    key: Action | None = None


class PauseScene(PageScene):
    """A title and a line about it, the band that resumes, and the rows of this table.

    `rows` is called for each page, since the settings may have changed the language.
    """

    is_overlay = True

    def __init__(
        self,
        context: Context,
        title: Words,
        rows: Callable[[], Iterable[PauseRow]],
        about: Words = "",
    ) -> None:
        super().__init__(context)
        self._title, self._rows, self._about = title, rows, about

    def page(self) -> Widget:
        rows, about = list(self._rows()), say(self._about)
        high = max(44.0, min(60.0, (self.view.units_high - _AROUND) / len(rows)))
        resume = self.context.text("play.resume")
        slab = Slab(
            Text(say(self._title), "action", lines=2),
            bool(about) and Text(about, "body", most=_WIDTH - 100),
            Spacer(size=8),
            ActionBand(resume, Pop, icon=Icon.PLAY, bleeds="left", small=True, most=450, id=MAIN),
            Spacer(size=14),
            *(self._row(row, high) for row in rows),
            gap=0,
            pad=(58, 36, 0, 20),
            size=_WIDTH,
        )
        return Row(slab, Spacer(share=1))

    def _row(self, row: PauseRow, high: float) -> Widget:
        # A flag gives something up.
        ink: Ink = "bad" if row.icon is Icon.FLAG else "ink_soft"
        keys = "" if row.key is None else action_key(self.context, row.key)
        return ListRow(
            row.press,
            row.words,
            "",
            bool(keys) and Text(keys, "strong", "ink_soft", align="right", lines=1),
            mark=Sign(row.icon, ink),
            style="label",
            shortcut=row.key,
            size=high,
            id=row.words,
        )
