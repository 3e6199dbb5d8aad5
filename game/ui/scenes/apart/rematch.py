"""Leads to a table's rematch: the game master opens it, all others join once invited."""

from game.net.service import Service, TableSnapshot
from game.ui.draw.icons import Icon
from game.ui.frame.context import Context
from game.ui.frame.scene import STILL, Navigation, Pop, Pulse, Push, Replace
from game.ui.parts import MAIN, QUESTION, PageScene, Row, Sign, Spacer, Text, Widget
from game.ui.scenes.apart.pending_request import PendingRequest
from game.ui.widgets import Button


def may_play_again(service: Service, seen: TableSnapshot) -> bool:
    """Whether somebody here sat at a table that is over, and its rematch can be reached."""
    has_sat = seen.is_master or bool(seen.own)
    can_open = not seen.is_master or not seen.rematch or seen.next_table in service.seen
    is_whole = seen.is_over and not seen.is_old and not seen.is_stopped
    return is_whole and has_sat and can_open


def opens_rematch(seen: TableSnapshot) -> bool:
    """Whether a rematch is opened from here: by who leads, at a club's table by who comes first."""
    return seen.is_master or (
        seen.table is not None and seen.table.opened.club and not seen.rematch
    )


def rematch_key(seen: TableSnapshot) -> str:
    """Return the catalogue's key for what its game master calls the next table."""
    return "next_match" if seen.league else "rematch"


class RematchScene(PageScene):
    """Lies over where it was asked for, and leads on by itself as soon as the next table is there.

    The scene below is replaced by the next table, or covered with `is_kept_below`.
    """

    is_overlay = True

    def __init__(self, context: Context, table: bytes, *, is_kept_below: bool = False) -> None:
        super().__init__(context)
        self._id, self._service = table, context.apart.service
        self._go = Push if is_kept_below else Replace
        self._opens = opens_rematch(self._service.seen[table])
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
        seen = self._service.seen[self._id]
        next_id = seen.next_table
        if next_id in self._service.seen:
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
