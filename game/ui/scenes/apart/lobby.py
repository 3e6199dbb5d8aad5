"""The list of the tables apart with the state of each, and links to open or join one."""

from collections.abc import Callable, Iterator
from functools import partial
from typing import Final

from game.net.service.snapshots import TableSnapshot
from game.play.room_address import read_address
from game.storage.problems import Problem
from game.ui.draw.icons import Icon
from game.ui.frame.apart import has_table_code
from game.ui.frame.context import Context
from game.ui.frame.scene import STILL, Navigation, Pulse, Push
from game.ui.parts import (
    MAIN,
    READ_WITH_HEADING,
    Maybe,
    PageScene,
    Row,
    Scroll,
    Spacer,
    Text,
    Widget,
    WordLink,
)
from game.ui.scenes.apart.carrying import CarryingScene
from game.ui.scenes.apart.going import (
    may_play_again,
    play_again,
    rematch_key,
)
from game.ui.scenes.apart.opening import OpeningScene
from game.ui.scenes.apart.step_bands import StepBand, step_bands
from game.ui.scenes.apart.table_rows import TableRows
from game.ui.scenes.apart.words import failure_words
from game.ui.scenes.shared.dialogs import notice, problem_notice
from game.ui.scenes.shared.last_room import read_last_room
from game.ui.widgets import OnPress

_FEW: Final = 3
"""Finished tables shown before the user asks for all."""

_SECOND: Final = 1.0
"""Seconds between two updates of the remaining times."""


class LobbyScene(PageScene):
    """The list of tables, ordered by whom they wait for."""

    door = 3

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self._service = context.apart.service
        self._known = -1
        self._waited = 0.0
        self._rows = TableRows(context)
        self._shows_all = False

    def page(self) -> Widget:
        tables = sorted(
            self._service.snapshots.values(),
            key=lambda snapshot: (snapshot.until or float("inf"), -snapshot.begun_at),
        )
        body = self._list(tables) if tables else self._first_steps()
        return self.headed(self.context.text("menu.together"), *body)

    def _list(self, tables: list[TableSnapshot]) -> Iterator[Maybe]:
        text, status = self.context.text, self._status()
        mine = [snapshot for snapshot in tables if self._waits_here(snapshot)]
        yield bool(status) and Row(Text(status, "label", "bad", live=True), pad=(20, 0, 0, 0))
        if mine:
            yield self._caption("mine")
            yield self._row(mine[0], self._rows.turn)
        yield Scroll(*self._groups(tables, mine[1:]), gap=4, share=1)
        yield Row(
            Row(
                WordLink(text("together.here"), self._here, id="here" if mine else MAIN),
                WordLink(text("together.phones"), self._phones, id="phones"),
                WordLink(text("together.join"), self._join, id="join"),
                gap=36,
            ),
            Spacer(share=1),
            self._elsewhere(),
            gap=36,
            pad=(20, 0, 20, 4),
        )

    def _caption(self, name: str) -> Widget:
        caption = Text(self.context.text(f"together.group.{name}"), "strong", "ink_soft", id=name)
        return Row(caption, pad=(20, 6, 0, 0))

    def _elsewhere(self) -> Widget:
        elsewhere = lambda: Push(OpeningScene(self.context))  # noqa: E731
        return WordLink(
            self.context.text("together.elsewhere"), elsewhere, leads=True, id="elsewhere"
        )

    def _first_steps(self) -> Iterator[Maybe]:
        """Yield the three ways to play together as folding bands."""
        text, status = self.context.text, self._status()
        yield Row(
            Text(
                status or text("together.welcome"),
                "action",
                "bad" if status else None,
                live=status,
                id=READ_WITH_HEADING,
            ),
            pad=(20, 10, 0, 20),
        )
        last = read_last_room(self.context).words(self.context)
        yield step_bands(
            self.view,
            StepBand(
                "here",
                text("together.here"),
                text("together.steps.here"),
                Icon.PERSON,
                self._here,
            ),
            StepBand(
                "phones",
                text("together.phones"),
                text("room.sat_here", names=last) if last else text("together.steps.phones"),
                Icon.TOGETHER,
                self._phones,
            ),
            StepBand(
                "join",
                text("together.join"),
                text("together.steps.join"),
                Icon.COPY,
                self._join,
            ),
        )
        yield Spacer(share=1)
        yield Row(self._elsewhere(), Spacer(share=1), gap=36, pad=(20, 0, 0, 4))

    def _here(self) -> Navigation:
        return Push(self.context.routes.people())

    def _phones(self) -> Navigation:
        return Push(self.context.routes.phones())

    def _join(self) -> Navigation:
        """Open the page for invitations with what is on the clipboard, or import a turn file."""
        pasted = self.context.paste_text()
        is_known = has_table_code(pasted) or read_address(pasted) is not None
        return Push(self.context.routes.join(pasted if is_known else ""))

    def _report_damage(self) -> Navigation | None:
        """Report damaged table files, each problem once, one after another."""
        if not self._service.damaged:
            return None
        damage = self._service.damaged.popleft()
        if isinstance(damage, Problem):
            return Push(problem_notice(self.context, damage))
        return Push(notice(self.context, failure_words(self.context, damage)))

    # the list

    def _groups(self, tables: list[TableSnapshot], mine: list[TableSnapshot]) -> Iterator[Widget]:
        """Yield the groups: tables that wait here, for other players, finished."""
        waiting = [one for one in tables if not self._waits_here(one)]
        others = [snapshot for snapshot in waiting if not snapshot.is_over]
        over = [snapshot for snapshot in waiting if snapshot.is_over]
        over.sort(key=lambda snapshot: not snapshot.wants_rematch)
        yield from (self._row(snapshot, self._rows.row) for snapshot in mine)
        if others:
            yield self._caption("others")
            yield from (self._row(snapshot, self._rows.row) for snapshot in others)
        shown = over if self._shows_all else over[:_FEW]
        if over:
            yield self._caption("over")
            yield from (self._row(snapshot, self._rows.row) for snapshot in shown)
        if hidden := len(over) - len(shown):
            words = self.context.text("together.older", count=hidden)
            link = WordLink(words, self._show_all, leads=True, id="older")
            yield Row(link, Spacer(share=1), pad=(20, 0, 0, 0))

    def _waits_here(self, snapshot: TableSnapshot) -> bool:
        """Return whether a table waits for a player at this computer."""
        return snapshot.waits_here or self._service.rematch_waits(snapshot)

    def _show_all(self) -> None:
        self._shows_all = True

    def _row(self, snapshot: TableSnapshot, make: Callable[..., Widget]) -> Widget:
        """Return a table's row; pressing it does what the table needs now."""
        key, icon, press = self._press_of(snapshot)
        manage = lambda: Push(CarryingScene(self.context, snapshot.id, can_remove=True))  # noqa: E731
        return make(snapshot, self.context.text(f"together.{key}"), icon, press, manage)

    def _press_of(self, snapshot: TableSnapshot) -> tuple[str, Icon, OnPress]:
        """Return what a press on a table does: words, icon and action."""
        enter: OnPress = lambda: Push(self.context.routes.apart_next(snapshot.id))  # noqa: E731
        again: OnPress = lambda: Push(play_again(self.context, snapshot.id, Push))  # noqa: E731
        if snapshot.is_stopped and snapshot.is_master:
            return "lead_here", Icon.RESTART, partial(self._lead_here, snapshot)
        if self._service.rematch_waits(snapshot):
            return "rematch_join", Icon.RESTART, again
        if snapshot.is_master and not snapshot.rematch and may_play_again(self._service, snapshot):
            return rematch_key(snapshot), Icon.RESTART, again
        if snapshot.is_over:
            return "result", Icon.CHART, enter
        if snapshot.must_send:
            copy = lambda: Push(CarryingScene(self.context, snapshot.id, copies=True))  # noqa: E731
            return "copy_turns", Icon.COPY, copy
        if snapshot.waits_for_me:
            return "play", Icon.PLAY, enter
        has_begun = snapshot.table is not None and snapshot.table.match is not None
        if snapshot.can_go_on or (has_begun and snapshot.is_master and not snapshot.own_seats):
            return "lead", Icon.PAGE, enter
        if not has_begun:
            return "invite" if snapshot.is_master else "look_in", Icon.SHARE, enter
        return "look_in", Icon.EYE, enter

    def _lead_here(self, snapshot: TableSnapshot) -> None:
        self._service.lead_here(snapshot.id)

    def _status(self) -> str:
        """Return an error, or why the list is empty."""
        opening = self.context.apart.opening
        if opening is None:
            return ""
        if not opening.done():
            return self.context.text("together.loading")
        error = opening.exception()
        return "" if error is None else failure_words(self.context, error)

    # the scene

    def animate(self, dt: float) -> Pulse:
        # Nothing is announced behind a dialog.
        problem = None if self._is_covered else self._report_damage()
        if problem is not None:
            return Pulse(True, problem)
        self._waited += dt
        if self._service.changes != self._known:
            self._known, self._waited = self._service.changes, _SECOND
        if self._waited < _SECOND:
            return STILL
        self._waited = 0.0
        return self.redraw()
