"""Waits until the tables are open, then goes straight to one of them."""

from game.ui.frame.context import Context
from game.ui.frame.scene import STILL, Pop, Pulse, Replace
from game.ui.parts import MAIN, QUESTION, PageScene, Text, Widget
from game.ui.widgets import Button


class ArrivingScene(PageScene):
    """An overlay that waits for the tables; leads to the list where the table cannot be opened."""

    is_overlay = True

    def __init__(self, context: Context, table: str) -> None:
        super().__init__(context)
        self._id, self._service = table, context.apart.service

    def page(self) -> Widget:
        """What is waited for."""
        text = self.context.text
        words = Text(text("together.loading"), align="centre", id=QUESTION)
        return self.lifted(words, Button(text("together.back"), Pop, id=MAIN), width=520)

    def animate(self, dt: float) -> Pulse:
        """Go on once the tables are there."""
        opening, routes = self.context.apart.opening, self.context.routes
        if opening is not None and not opening.done():
            return STILL
        table = next((id for id in self._service.seen if id.hex() == self._id), None)
        return Pulse(True, Replace(routes.apart() if table is None else routes.apart_next(table)))
