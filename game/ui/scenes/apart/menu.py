"""A menu with the small buttons of a table apart, for the keyboard and the gamepad."""

from collections.abc import Iterable
from functools import partial

from game.ui.frame.context import Context
from game.ui.frame.scene import Pop
from game.ui.parts import MAIN, PageScene, Text, Widget
from game.ui.widgets import Button, IconButton, Look, PressResult, say


class TableMenu(PageScene):
    """A button for each of them, and one that goes on."""

    is_overlay = True

    def __init__(self, context: Context, title: str, icons: Iterable[IconButton]) -> None:
        super().__init__(context)
        self._title, self._icons = title, tuple(icons)

    def page(self) -> Widget:
        """Return the entries, one below the other."""
        buttons = (
            Button(
                say(one.tooltip),
                partial(self._press, one),
                icon=one.icon,
                why_disabled=one.why_disabled,
            )
            for one in self._icons
        )
        go_on = Button(self.context.text("play.resume"), Pop, look=Look.PRIMARY, id=MAIN)
        return self.lifted(Text(self._title, "heading"), go_on, *buttons, width=460)

    def _press(self, one: IconButton) -> PressResult:
        return Pop(one.press())
