"""The tables apart of this home, what each waits for, and the ways to new ones."""

from __future__ import annotations

from functools import partial
from typing import Final

import pygame

from game.net.service import Seen
from game.play.table import TableSetup
from game.storage.problems import Problem
from game.ui.draw.icons import Icon
from game.ui.frame.context import Context
from game.ui.frame.scene import STILL, Ignored, Navigation, Pulse, Push, Replace
from game.ui.layout.rects import Rect, View
from game.ui.scenes.apart.joining import JoinScene
from game.ui.scenes.apart.opening import OpeningScene
from game.ui.scenes.apart.pending_request import PendingRequest
from game.ui.scenes.apart.words import failure_words, state_words, table_name
from game.ui.scenes.shared.dialogs import notice, problem_notice
from game.ui.widgets import Look, PageHead, ScrollArea, Widget, WidgetScene
from game.ui.widgets.menu_row import MenuRow

_SECOND: Final = 1.0
"""How often the times that are left are told anew."""


class LobbyScene(WidgetScene):
    """See the module's docstring."""

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self._service = context.apart.service
        self._head = PageHead(context, "menu.together", "together.back")
        self._open = self.button("together.open", self._choose_rules, Icon.PLUS, Look.PRIMARY)
        self._join = self.button("together.join", lambda: Push(JoinScene(context)), Icon.TOGETHER)
        self._take = self.button("together.take", self._take_packet, Icon.COPY, Look.QUIET)
        self._list = ScrollArea(context)
        self._known = -1
        self._request: PendingRequest[Navigation] = PendingRequest(context)
        self._waited = 0.0
        self._is_covered = False
        self._body = self._side = Rect(0, 0, 0, 0)
        self._fill()
        self.form.focus(self._open, is_shown=False)

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

    def _fill(self) -> None:
        self._known = self._service.changes
        rows: list[Widget] = [self._row(seen) for seen in self._tables()]
        self._list.form.replace(rows)
        is_empty = not rows
        self._list.is_hidden = is_empty
        self.form.replace([self._head.back, self._list, self._open, self._join, self._take])

    def _row(self, seen: Seen) -> MenuRow:
        icon = Icon.CHECK if seen.is_over else Icon.HOURGLASS
        if seen.waits_for_me:
            icon = Icon.PLAY
        return MenuRow(
            self.context,
            partial(table_name, self.context, seen),
            lambda: Push(self.context.routes.apart_next(seen.id)),
            icon,
            body=lambda: state_words(self.context, self._service.seen[seen.id]),
            look=Look.PRIMARY if seen.waits_for_me else Look.NORMAL,
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
        self._fill()
        self._place_rows()

    def leave(self) -> None:
        """Something lies over the list, or it is closed."""
        self._is_covered = True

    def animate(self, dt: float) -> Pulse:
        """Show what came; tell the time that is left once a second."""
        # Behind a dialog nothing can be told.
        taken = None if self._is_covered else self._poll_taking() or self._tell_damage()
        if taken is not None:
            return Pulse(True, taken)
        self._waited += dt
        if self._service.changes != self._known:
            self._fill()
            self._place_rows()
            return Pulse(True)
        if self._waited >= _SECOND:
            self._waited = 0.0
            return Pulse(True)
        return STILL

    def resize(self, view: View) -> None:
        """The tables at the left, the ways at the right."""
        super().resize(view)
        area = self._head.place(view)
        self._body, self._side = area.cut_left(area.w * 66 // 100, view.px(20))
        self._list.place(self._body)
        inner = self._side.inset(view.px(18))
        buttons, _ = inner.cut_top(view.px(46) * 3 + view.px(12) * 2)
        self.place_all((self._open, self._join, self._take), buttons.rows(3, view.px(12)))
        self._place_rows()

    def _place_rows(self) -> None:
        self._list.stack(self.view.px(64), self.view.px(10))

    def draw_below(self, surface: pygame.Surface) -> None:
        """Title, panels, and the words where there are no tables."""
        super().draw_below(surface)
        painter, text = self.context.painter, self.context.text
        theme = painter.theme.type
        self._head.draw(surface)
        painter.panel(surface, self._side)
        words = self._status()
        if words:
            painter.panel(surface, self._body)
            inside = self._body.inset(self.view.px(60), self.view.px(40))
            painter.text_in(surface, words, inside, theme.body, "centre")
        px = self.view.px
        _, notes = self._side.inset(px(18)).cut_top(px(46) * 3 + px(12) * 2, px(18))
        painter.text_in(surface, text("together.explain"), notes, theme.caption, valign="top")
