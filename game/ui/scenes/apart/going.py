"""Waits for a table apart to become available, then opens it.

It may wait for the stored tables to load, for a turn file to be imported, or for a rematch.
"""

from collections.abc import Callable, Iterator

from game.net.service.service import Service
from game.net.service.snapshots import TableSnapshot
from game.ui.draw.icons import Icon
from game.ui.frame.apart import has_invitation
from game.ui.frame.context import Context
from game.ui.frame.scene import STILL, Navigation, Pop, Pulse, Push, Replace
from game.ui.parts import (
    MAIN,
    READ_WITH_HEADING,
    Across,
    ActionBand,
    Column,
    PageScene,
    Row,
    Spacer,
    Text,
    Widget,
)
from game.ui.scenes.apart.pending_request import PendingRequest
from game.ui.scenes.apart.words import failure_words

Steps = Iterator[Navigation | str | None]
"""The results of waiting, one for each frame: None so far, an error as words, or the navigation."""


class GoingScene(PageScene):
    """A band over the page that opened it; it polls `steps` each frame until they navigate.

    A failure is shown as words in the band.
    """

    is_overlay = True

    def __init__(self, context: Context, words: str, steps: Steps) -> None:
        super().__init__(context)
        self._words, self._steps = words, steps

    def page(self) -> Widget:
        back = self.context.text("menu.back")
        across = Across(
            Text(self._words, "title", live=True, id=READ_WITH_HEADING, most=1000),
            Row(ActionBand(back, Pop, bleeds="left", small=True, id=MAIN)),
        )
        return Column(Spacer(share=1), across, Spacer(share=1))

    def animate(self, dt: float) -> Pulse:
        came = next(self._steps, None)
        if isinstance(came, str):
            self._words = came
            return self.redraw()
        return STILL if came is None else Pulse(True, came)


def arrive(context: Context, table: str) -> GoingScene:
    """Build a scene that waits for the tables to load, then opens one by its id in hex.

    An unknown table leads to the list.
    """

    def steps() -> Steps:
        service = context.apart.service
        yield from _open(context)
        table_id = next((id for id in service.snapshots if id.hex() == table), None)
        routes = context.routes
        yield Replace(routes.apart() if table_id is None else routes.apart_next(table_id))

    return GoingScene(context, context.text("together.loading"), steps())


def bring(context: Context, pasted: str = "", *, path: str = "") -> GoingScene:
    """Build a scene that imports a pasted turn file, or one at `path`, and opens its table.

    An invitation in the file opens the page that joins.
    """

    def steps() -> Steps:
        service, routes, text = context.apart.service, context.routes, pasted
        yield from _open(context)
        if path:
            reading = service.read_file(path)
            while not reading.done():
                yield None
            if (error := reading.exception()) is not None:
                yield failure_words(context, error)
                return
            text = reading.result()
            if has_invitation(text):
                yield Replace(routes.join(text))
        request: PendingRequest[Navigation] = PendingRequest(context)
        request.ask(service.take(text), lambda id: Replace(routes.apart_next(id)))
        while True:
            yield request.poll()

    return GoingScene(context, context.text("together.taking"), steps())


def play_again(
    context: Context, table: bytes, go: Callable[..., Navigation] = Replace
) -> GoingScene:
    """Build a scene that opens a table's rematch.

    The game master opens it; other players ask for it and wait for the invitation. `go` decides
    whether the next table replaces or covers the scene below.
    """
    service = context.apart.service
    now = service.snapshot(table)
    opens = now.is_master
    if not opens and not now.rematch:
        service.ask_for_rematch(table)

    def lead_on(next_table: bytes) -> Navigation:
        return Pop(go(context.routes.apart_next(next_table)))

    def steps() -> Steps:
        request: PendingRequest[Navigation] | None = None
        while True:
            snapshot = service.snapshot(table)
            if snapshot.is_gone:
                yield Pop()
            elif snapshot.next_table in service.snapshots:
                yield lead_on(snapshot.next_table)
            elif request is not None:
                yield request.poll()
            elif opens or snapshot.next_table:
                request = PendingRequest(context)
                ask = service.rematch if opens else service.join_rematch
                request.ask(ask(table), lead_on)
            else:
                yield None

    words = context.text(f"together.{'opening' if opens else 'rematch_waits'}")
    return GoingScene(context, words, steps())


def _open(context: Context) -> Steps:
    """Wait until the stored tables are loaded."""
    while (opening := context.apart.opening) is not None and not opening.done():
        yield None


def may_play_again(service: Service, snapshot: TableSnapshot) -> bool:
    """Return whether this program may open or join the rematch of a table it played at."""
    has_sat = snapshot.is_master or bool(snapshot.own_seats)
    can_open = (
        not snapshot.is_master or not snapshot.rematch or snapshot.next_table in service.snapshots
    )
    is_whole = snapshot.is_over and not snapshot.is_stopped
    is_by_post = snapshot.table is not None and snapshot.table.is_by_post
    return is_whole and is_by_post and has_sat and can_open


def rematch_band(context: Context, snapshot: TableSnapshot) -> ActionBand | None:
    """Return the band that opens or joins the next table; None if this program may not."""
    if not may_play_again(context.apart.service, snapshot):
        return None
    again = lambda: Push(play_again(context, snapshot.id))  # noqa: E731
    words = context.text(f"together.{rematch_key(snapshot)}")
    return ActionBand(words, again, icon=Icon.RESTART, small=True, id=MAIN)


def rematch_key(snapshot: TableSnapshot) -> str:
    """Return the catalogue key of the next table: a league's next match or a rematch."""
    return "next_match" if snapshot.league else "rematch"
