"""Leads to a table's rematch: the game master opens it, all others join once invited."""

from game.net.service import Service, TableSnapshot
from game.ui.draw.icons import Icon
from game.ui.frame.context import Context
from game.ui.frame.scene import STILL, Navigation, Pop, Pulse, Push, Replace
from game.ui.parts import MAIN, QUESTION, PageScene, Row, Sign, Spacer, Text, Widget
from game.ui.scenes.apart.pending_request import PendingRequest
from game.ui.widgets import Button


def may_play_again(service: Service, seen: TableSnapshot) -> bool:
    """Whether this home sat at a table that is over, and its rematch can be come to."""
    has_sat = seen.is_master or bool(seen.own)
    can_open = not seen.is_master or not seen.rematch or seen.next_table in service.seen
    return seen.is_over and seen.forked_at is None and has_sat and can_open


def rematch_key(seen: TableSnapshot) -> str:
    """Return the catalogue's key for what its game master calls the next table."""
    return "next_match" if seen.seating.desk.league else "rematch"


class RematchScene(PageScene):
    """Lies over where it was asked for, and leads on by itself as soon as the next table is there.

    The scene below is replaced by the next table, or covered with `is_kept_below`.
    """

    is_overlay = True

    def __init__(self, context: Context, table: bytes, *, is_kept_below: bool = False) -> None:
        super().__init__(context)
        self._id, self._service = table, context.apart.service
        self._go = Push if is_kept_below else Replace
        self._request: PendingRequest[Navigation] = PendingRequest(context)
        self._refused = ""

    def page(self) -> Widget:
        """What is waited for."""
        text, is_master = self.context.text, self._service.seen[self._id].is_master
        return self.lifted(
            Row(Spacer(share=1), Sign(Icon.HOURGLASS, "ink_soft", 48), Spacer(share=1)),
            Text(
                self._refused or text(f"together.{'opening' if is_master else 'rematch_waits'}"),
                align="centre",
                live=True,
                id=QUESTION,
            ),
            Button(text("together.back"), Pop, id=MAIN),
            width=520,
        )

    def animate(self, dt: float) -> Pulse:
        """Ask as soon as there is something to ask for; go to the next table once it is there."""
        seen = self._service.seen[self._id]
        next_id = seen.next_table
        if next_id in self._service.seen:
            return Pulse(True, self._lead_on(next_id))
        if not self._request.is_open and not self._refused and (seen.is_master or next_id):
            ask = self._service.rematch if seen.is_master else self._service.join_rematch
            self._request.ask(ask(self._id), self._lead_on)
        came = self._request.poll()
        if not isinstance(came, str):
            return STILL if came is None else Pulse(True, came)
        self._refused = came
        return self.redraw()

    def _lead_on(self, table: bytes) -> Navigation:
        return Pop(self._go(self.context.routes.apart_next(table)))
