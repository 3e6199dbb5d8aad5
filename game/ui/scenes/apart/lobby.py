"""The list of the tables apart, what each waits for, and the ways to new ones."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import Future
from functools import partial
from typing import Final

from game.net.service import TableSnapshot
from game.storage.problems import Problem
from game.ui.draw.icons import Icon
from game.ui.frame.context import Context
from game.ui.frame.intents import Dropped, Intent
from game.ui.frame.scene import STILL, Navigation, Pulse, Push
from game.ui.parts import MAIN, PageScene, Panel, Row, Scroll, Sign, Spacer, Text, Widget
from game.ui.scenes.apart.carrying import CarryingScene
from game.ui.scenes.apart.going import may_play_again, opens_rematch, play_again, rematch_key
from game.ui.scenes.apart.joining import JoinScene
from game.ui.scenes.apart.opening import OpeningScene
from game.ui.scenes.apart.pending_request import PendingRequest
from game.ui.scenes.apart.table_rows import TableRows
from game.ui.scenes.apart.words import call_until, failure_words
from game.ui.scenes.shared.dialogs import notice, problem_notice
from game.ui.widgets import Button, IconButton, Look, OnPress
from game.ui.widgets.buttons import WordLink

_FEW: Final = 3
"""Tables that are over, of which so many are shown before the others are asked for."""

_SECOND: Final = 1.0
"""How often the times that are left are told anew."""


class LobbyScene(PageScene):
    """See the module's docstring."""

    door = 3

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self._service = context.apart.service
        self._known = -1
        self._request: PendingRequest[Navigation] = PendingRequest(context)
        self._waited = 0.0
        self._rows = TableRows(context)
        self._shows_all = False

    def page(self) -> Widget:
        """The tables by what they wait for, or in three steps how it goes."""
        text, status = self.context.text, self._status()
        tables = sorted(
            self._service.snapshots.values(),
            key=lambda snapshot: (call_until(snapshot) or float("inf"), -snapshot.begun_at),
        )
        title, back = text("menu.together"), text("together.back")
        join = lambda: Push(JoinScene(self.context))  # noqa: E731
        has_own = any(map(self._waits_here, tables))
        ways = (
            Button(
                text("together.open"),
                lambda: Push(OpeningScene(self.context)),
                icon=Icon.PLUS,
                look=Look.NORMAL if has_own else Look.PRIMARY,
                id=MAIN,
            ),
            Button(text("together.join"), join, icon=Icon.TOGETHER, id="join"),
            Button(
                text("together.take"), self._take_turns, icon=Icon.COPY, look=Look.QUIET, id="take"
            ),
        )
        here = WordLink(
            text("together.here"),
            lambda: Push(self.context.routes.people()),
            leads=True,
            id="here",
        )
        if not tables:
            words = Text(status or text("together.explain"), align="centre", live=status)
            row = Row(*ways, gap=14, even=True, stacks=True)
            return self.headed(title, self._first_steps(), row, words, beside=(here,), back=back)
        return self.headed(
            title,
            bool(status) and Text(status, "caption", "bad", live=True),
            Scroll(*self._groups(tables), gap=10, share=1),
            beside=(Row(here, *reversed(ways), gap=10),),
            back=back,
        )

    def _first_steps(self) -> Widget:
        text = self.context.text
        icons = {"open": Icon.PLUS, "invite": Icon.SHARE, "play": Icon.PLAY}
        return Row(
            *(
                Panel(
                    Spacer(share=1),
                    Sign(icon, "accent", 96),
                    Spacer(share=1),
                    Text(f"{number}  {text(f'together.steps.{name}')}", "heading"),
                    Text(text(f"together.steps.{name}_about")),
                    gap=8,
                    pad=(22, 16),
                )
                for number, (name, icon) in enumerate(icons.items(), 1)
            ),
            gap=18,
            even=True,
            share=1,
        )

    def _take_turns(self) -> None:
        self._go_after(partial(self._service.take, self.context.paste_text()))

    def _poll_request(self) -> Navigation | None:
        """Where a turn file or a rematch leads, or why it is refused, once that is known."""
        came = self._request.poll()
        return Push(notice(self.context, came)) if isinstance(came, str) else came

    def _tell_damage(self) -> Navigation | None:
        """Report damage to the tables' files, one problem after the other, each once."""
        if not self._service.damaged:
            return None
        damage = self._service.damaged.popleft()
        if isinstance(damage, Problem):
            return Push(problem_notice(self.context, damage))
        return Push(notice(self.context, failure_words(self.context, damage)))

    # the list

    def _groups(self, tables: list[TableSnapshot]) -> Iterator[Widget]:
        """Those that wait for somebody here, those that wait for others, those that are over."""
        text = self.context.text
        grouped: dict[str, list[TableSnapshot]] = {"mine": [], "others": [], "over": []}
        for snapshot in tables:
            grouped[
                "mine" if self._waits_here(snapshot) else "over" if snapshot.is_over else "others"
            ].append(snapshot)
        for name, group in grouped.items():
            hidden = 0 if name != "over" or self._shows_all else max(0, len(group) - _FEW)
            if group:
                yield Text(text(f"together.group.{name}"), "strong", "ink_muted", id=name)
            shown = group[: len(group) - hidden]
            first = shown[0] if shown and name == "mine" else None
            yield from (self._row(snapshot, is_lit=snapshot is first) for snapshot in shown)
            if hidden:
                words = text("together.older", count=hidden)
                yield Button(words, self._show_all, icon=Icon.DOWN, look=Look.QUIET, id="older")

    def _waits_here(self, snapshot: TableSnapshot) -> bool:
        """Whether a table waits for somebody here."""
        return snapshot.waits_here or self._service.rematch_waits(snapshot)

    def _show_all(self) -> None:
        self._shows_all = True

    def _row(self, snapshot: TableSnapshot, *, is_lit: bool) -> Widget:
        """A table's row with its main button, the result, and a menu of everything else."""
        text, look = self.context.text, Look.PRIMARY if is_lit else Look.NORMAL

        def small(icon: Icon, key: str, press: OnPress) -> IconButton:
            return IconButton(icon, press, tooltip=text(f"together.{key}"), size=46, across=46)

        key, icon, press = self._way(snapshot)
        enter, menu = self._enter(snapshot), CarryingScene
        more = lambda: Push(menu(self.context, snapshot.id, can_remove=True))  # noqa: E731
        button = Button(
            text(f"together.{key}"), press, icon=icon, look=look, share=1, across=48, id="go"
        )
        result = snapshot.is_over and key != "result" and small(Icon.CHART, "result", enter)
        return self._rows.row(
            snapshot, button, result, small(Icon.DOTS, "manage", more), is_lit=is_lit
        )

    def _enter(self, snapshot: TableSnapshot) -> OnPress:
        return lambda: Push(self.context.routes.apart_next(snapshot.id))

    def _way(self, snapshot: TableSnapshot) -> tuple[str, Icon, OnPress]:
        """Return what one does at a table now: its words, its icon, and what happens."""
        enter = self._enter(snapshot)
        again: OnPress = lambda: Push(play_again(self.context, snapshot.id, Push))  # noqa: E731
        if snapshot.is_stopped and snapshot.is_master:
            return "lead_here", Icon.RESTART, partial(self._lead_here, snapshot)
        if self._service.rematch_waits(snapshot):
            return "rematch_join", Icon.RESTART, again
        if (
            opens_rematch(snapshot)
            and not snapshot.rematch
            and may_play_again(self._service, snapshot)
        ):
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

    def _go_after(self, ask: Callable[[], Future[bytes]]) -> None:
        """Go to the table that a turn file belongs to once it is taken in."""
        if not self._request.is_open:
            self._request.ask(ask(), lambda id: Push(self.context.routes.apart_next(id)))

    def _status(self) -> str:
        """Why there is nothing, or what is wrong."""
        opening = self.context.apart.opening
        if opening is None:
            return ""
        if not opening.done():
            return self.context.text("together.loading")
        error = opening.exception()
        return "" if error is None else failure_words(self.context, error)

    # the scene

    def react(self, intent: Intent) -> Navigation | None:
        """Take in a turn file that is dropped here."""
        match intent:
            case Dropped(path):
                self._go_after(partial(self._service.take_file, path))
                return None
            case _:
                return super().react(intent)

    def animate(self, dt: float) -> Pulse:
        """Show what came; tell the time that is left once a second."""
        # Behind a dialog nothing can be told.
        taken = None if self._is_covered else self._poll_request() or self._tell_damage()
        if taken is not None:
            return Pulse(True, taken)
        self._waited += dt
        if self._service.changes != self._known:
            self._known, self._waited = self._service.changes, _SECOND
        if self._waited < _SECOND:
            return STILL
        self._waited = 0.0
        return self.redraw()
