"""The tables apart of this home, what each waits for, and the ways to new ones."""

from __future__ import annotations

from typing import Final

from game.net.service import Seen
from game.play.table import TableSetup
from game.storage.problems import Problem
from game.ui.draw.icons import Icon
from game.ui.frame.context import Context
from game.ui.frame.scene import STILL, Ignored, Navigation, Pulse, Push, Replace
from game.ui.parts import MAIN, PageScene, Panel, Row, Scroll, Text, Widget
from game.ui.scenes.apart.joining import JoinScene
from game.ui.scenes.apart.opening import OpeningScene
from game.ui.scenes.apart.pending_request import PendingRequest
from game.ui.scenes.apart.words import failure_words, state_words, table_name
from game.ui.scenes.shared.dialogs import notice, problem_notice
from game.ui.widgets import Button, Look
from game.ui.widgets.menu_row import MenuRow

_SECOND: Final = 1.0
"""How often the times that are left are told anew."""


class LobbyScene(PageScene):
    """See the module's docstring."""

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self._service = context.apart.service
        self._known = -1
        self._request: PendingRequest[Navigation] = PendingRequest(context)
        self._waited = 0.0
        self._is_covered = False

    def page(self) -> Widget:
        """The tables at the left, what can be done at the right."""
        text, tables, status = self.context.text, self._tables(), self._status()
        return self.headed(
            text("menu.together"),
            Row(
                Scroll(*map(self._row, tables), gap=10, share=66)
                if tables
                else Panel(Text(status, align="centre", share=1), pad=(60, 40), share=66),
                Panel(
                    Button(
                        text("together.open"),
                        self._choose_rules,
                        icon=Icon.PLUS,
                        look=Look.PRIMARY,
                        id=MAIN,
                    ),
                    Button(
                        text("together.join"),
                        lambda: Push(JoinScene(self.context)),
                        icon=Icon.TOGETHER,
                    ),
                    Button(
                        text("together.take"), self._take_packet, icon=Icon.COPY, look=Look.QUIET
                    ),
                    bool(tables and status) and Text(status, "caption"),
                    Text(text("together.explain"), "caption"),
                    gap=12,
                    pad=18,
                    share=34,
                ),
                gap=20,
                share=1,
            ),
            back=text("together.back"),
        )

    def _choose_rules(self) -> Navigation:
        def begin(setup: TableSetup) -> Navigation:
            return Replace(OpeningScene(self.context, setup))

        return Push(self.context.routes.setup(begin=begin))

    def _take_packet(self) -> Navigation:
        taken = self._service.take(self.context.paste_text())
        self._request.ask(taken, lambda id: Push(self.context.routes.apart_next(id)))
        return Ignored()

    def _poll_taking(self) -> Navigation | None:
        """Where a packet leads, or why it is refused, once it is read."""
        came = self._request.poll()
        return Push(notice(self.context, lambda: came)) if isinstance(came, str) else came

    def _tell_damage(self) -> Navigation | None:
        """What was wrong with the tables' files, one thing after the other, each once."""
        if not self._service.damaged:
            return None
        damage = self._service.damaged.popleft()
        if isinstance(damage, Problem):
            return Push(problem_notice(self.context, damage))
        words = failure_words(self.context, damage)
        return Push(notice(self.context, lambda: words))

    # the list

    def _tables(self) -> list[Seen]:
        """Those that wait for somebody here first, those that are over last."""

        def order(seen: Seen) -> tuple[bool, bool, float]:
            table = seen.table
            until = table.call.until if table is not None and table.call is not None else 0
            return seen.is_over, not seen.waits_for_me, until

        return sorted(self._service.seen.values(), key=order)

    def _row(self, seen: Seen) -> Widget:
        icon = Icon.CHECK if seen.is_over else Icon.HOURGLASS
        return MenuRow(
            self.context,
            table_name(self.context, seen),
            lambda: Push(self.context.routes.apart_next(seen.id)),
            Icon.PLAY if seen.waits_for_me else icon,
            body=state_words(self.context, self._service.seen[seen.id]),
            look=Look.PRIMARY if seen.waits_for_me else Look.NORMAL,
            id=seen.id,
            height=64,
        )

    def _status(self) -> str:
        """Why there is nothing, or what is wrong."""
        opening, text = self.context.apart.opening, self.context.text
        if opening is not None and not opening.done():
            return text("together.loading")
        error = None if opening is None else opening.exception()
        if error is not None:
            return failure_words(self.context, error)
        return "" if self._service.seen else text("together.none")

    # the scene

    def enter(self) -> None:
        """Back from a table."""
        self._is_covered = False
        super().enter()

    def leave(self) -> None:
        """Something lies over the list, or it is closed."""
        super().leave()
        self._is_covered = True

    def animate(self, dt: float) -> Pulse:
        """Show what came; tell the time that is left once a second."""
        # Behind a dialog nothing can be told.
        taken = None if self._is_covered else self._poll_taking() or self._tell_damage()
        if taken is not None:
            return Pulse(True, taken)
        self._waited += dt
        if self._service.changes != self._known:
            self._known, self._waited = self._service.changes, _SECOND
        if self._waited < _SECOND:
            return STILL
        self._waited = 0.0
        self.renew()
        return Pulse(True)
