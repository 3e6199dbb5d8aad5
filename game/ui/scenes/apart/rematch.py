"""Leads to a table's rematch: the game master opens it, all others join once invited."""

from game.net.service import Service, TableSnapshot
from game.ui.draw.icons import Icon
from game.ui.frame.context import Context
from game.ui.frame.scene import STILL, Navigation, Pop, Pulse, Push, Replace
from game.ui.parts import MAIN, QUESTION, PageScene, Row, Sign, Spacer, Text, Widget
from game.ui.scenes.apart.pending_request import PendingRequest
from game.ui.widgets import Button


def may_play_again(service: Service, snapshot: TableSnapshot) -> bool:
    """Whether somebody here sat at a table that is over, and its rematch can be reached."""
    has_sat = snapshot.is_master or bool(snapshot.own_seats)
    can_open = (
        not snapshot.is_master or not snapshot.rematch or snapshot.next_table in service.snapshots
    )
    is_whole = snapshot.is_over and not snapshot.is_stopped
    return is_whole and has_sat and can_open


def opens_rematch(snapshot: TableSnapshot) -> bool:
    """Whether a rematch is opened from here: by who leads, at a club's table by who comes first."""
    return snapshot.is_master or (
        snapshot.table is not None and snapshot.table.opened.club and not snapshot.rematch
    )


def rematch_key(snapshot: TableSnapshot) -> str:
    """Return the catalogue's key for what its game master calls the next table."""
    return "next_match" if snapshot.league else "rematch"


class RematchScene(PageScene):
    """Lies over where it was asked for, and leads on by itself as soon as the next table is there.

    The scene below is replaced by the next table, or covered with `is_covering`.
    """

    is_overlay = True

    def __init__(self, context: Context, table: bytes, *, is_covering: bool = False) -> None:
        super().__init__(context)
        self._id, self._service = table, context.apart.service
        self._go = Push if is_covering else Replace
        self._opens = opens_rematch(self._service.snapshot(table))
        self._request: PendingRequest[Navigation] = PendingRequest(context)
        self._refused = ""

    def page(self) -> Widget:
        """What is waited for."""
        text, key = self.context.text, "opening" if self._opens else "rematch_waits"
        words = self._refused or text(f"together.{key}")
        return self.lifted(
            Row(Spacer(share=1), Sign(Icon.HOURGLASS, "ink_soft", 48), Spacer(share=1)),
            Text(words, align="centre", live=True, id=QUESTION),
            Button(text("together.back"), Pop, id=MAIN),
            width=520,
        )

    def animate(self, dt: float) -> Pulse:
        """Ask as soon as there is something to ask for; go to the next table once it is there."""
        snapshot = self._service.snapshot(self._id)
        if snapshot.is_gone:
            return Pulse(True, Pop())
        next_id = snapshot.next_table
        if next_id in self._service.snapshots:
            return Pulse(True, self._lead_on(next_id))
        if not self._request.is_open and not self._refused and (self._opens or next_id):
            ask = self._service.rematch if self._opens else self._service.join_rematch
            self._request.ask(ask(self._id), self._lead_on)
        came = self._request.poll()
        if not isinstance(came, str):
            return STILL if came is None else Pulse(True, came)
        self._refused = came
        return self.redraw()

    def _lead_on(self, table: bytes) -> Navigation:
        return Pop(self._go(self.context.routes.apart_next(table)))
