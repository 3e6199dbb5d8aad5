"""Waits until the tables are open, then goes straight to one of them."""

from game.ui.frame.context import Context
from game.ui.frame.scene import STILL, Navigation, Pop, Pulse, Replace
from game.ui.parts import MAIN, QUESTION, PageScene, Text, Widget
from game.ui.scenes.apart.pending_request import PendingRequest
from game.ui.widgets import Button


class ArrivingScene(PageScene):
    """An overlay that leads to the table named by its id in hex, or to that of a turn file.

    It leads to the list where the table is not there, and says why a file cannot be taken in.
    """

    is_overlay = True

    def __init__(self, context: Context, table: str = "", path: str = "") -> None:
        super().__init__(context)
        self._id, self._path, self._service = table, path, context.apart.service
        self._request: PendingRequest[Navigation] = PendingRequest(context)
        self._words = context.text("together.taking" if path else "together.loading")

    def page(self) -> Widget:
        """What is waited for."""
        words = Text(self._words, align="centre", live=True, id=QUESTION)
        back = Button(self.context.text("together.back"), Pop, id=MAIN)
        return self.lifted(words, back, width=520)

    def animate(self, dt: float) -> Pulse:
        """Go on once the tables are there."""
        opening, came = self.context.apart.opening, self._request.poll()
        if isinstance(came, str):
            self._words = came
            return self.redraw()
        if came is not None:
            return Pulse(True, came)
        if opening is not None and not opening.done():
            return STILL
        if self._path:
            path, self._path = self._path, ""
            self._request.ask(self._service.take_file(path), self._go)
        elif self._id:
            table = next((id for id in self._service.snapshots if id.hex() == self._id), None)
            routes = self.context.routes
            return Pulse(True, Replace(routes.apart()) if table is None else self._go(table))
        return STILL

    def _go(self, table: bytes) -> Navigation:
        return Replace(self.context.routes.apart_next(table))
