"""The page of a deal: every attempt at it, what Master made of it, and what was possible."""

from collections.abc import Sequence
from functools import partial

import pygame

from game.rules.errors import FormatError
from game.rules.match import Match, PlayerKind
from game.rules.standing import score_match
from game.storage.history import PlayedMatch
from game.ui.draw.board_picture import BoardLook, BoardPicture
from game.ui.draw.icons import Icon
from game.ui.frame.bindings import Action
from game.ui.frame.context import Context
from game.ui.frame.scene import ANIMATING, STILL, Pulse, Push
from game.ui.layout.hexes import BoardLayout, lay_out_board
from game.ui.layout.rects import Rect, View
from game.ui.scenes.records.rows import Figure, MatchRow
from game.ui.scenes.shared.dialogs import notice
from game.ui.scenes.shared.findings import DealFindings
from game.ui.scenes.shared.names import rules_words
from game.ui.widgets import (
    Look,
    OnPress,
    PageHead,
    PressResult,
    ScrollArea,
    Stepper,
    WidgetScene,
)


class DealScene(WidgetScene):
    """The attempts beside each other, the first one first; the boards are the chosen one's, one
    for each round of each person.

    `match` is any of `attempts`, `again` and `copy` play its deal and copy its code.
    """

    def __init__(
        self,
        context: Context,
        match: Match,
        attempts: Sequence[PlayedMatch],
        again: OnPress,
        copy: OnPress,
    ) -> None:
        super().__init__(context)
        text = context.text
        self.findings = DealFindings(context.store.profile, match, context.engines)
        self._attempts = sorted(attempts, key=lambda played: played.attempt)
        self._match = match
        self._board = BoardPicture(context.painter)
        self._layout: BoardLayout
        self._about = Rect(0, 0, 0, 0)
        self._head = PageHead(context, "records.deal_title", "records.back")
        self._figures = [
            Figure(
                partial(text, f"records.deal_{key}"),
                partial(self._number, key),
                partial(text, f"records.deal_{key}_about"),
                is_best=key == "own",
            )
            for key in ("own", "master", "best")
        ]
        self._rows = [MatchRow(context, m, partial(self._press, m)) for m in self._attempts]
        # A board is a round's and a seat's.
        self._page = Stepper([(0, 0)], (0, 0), lambda page: None, show=self._page_words)
        self._list = ScrollArea(context)
        self._list.form.replace(self._rows)
        self._buttons = [
            self.button("records.open", self._open, Icon.CHART, Look.PRIMARY),
            self.button("records.again", again, Icon.RESTART),
            self.button("records.copy", copy, Icon.COPY),
        ]
        self.keys |= {Action.COPY: copy, Action.RESTART: again}
        self.form.replace([self._head.back, self._page, *self._figures, self._list, *self._buttons])
        self._choose(self._attempts[0])

    def _number(self, key: str) -> str:
        """The best attempt's total, Master's, or the best board's."""
        own = max(played.own.total for played in self._attempts)
        number = {"own": own, "master": self.findings.master, "best": self.findings.best}[key]
        if number is None:
            return self.context.text(
                "records.asking" if self.findings.is_asking else "records.none"
            )
        return self.context.catalogue.number(number)

    def _choose(self, played: PlayedMatch) -> None:
        self._chosen = played
        self._match = self.context.store.profile.match(played.id) or self._match
        people = [i for i, p in enumerate(self._match.players) if p.kind is PlayerKind.HUMAN]
        rounds = range(len(self._match.rounds))
        pages = self._page.values = [(i, seat) for i in rounds for seat in people or [0]]
        self._page.value = self._page.value if self._page.value in pages else pages[-1]
        self._page.is_hidden = len(pages) == 1
        for row in self._rows:
            row.is_selected = row.match == played

    def _page_words(self, page: tuple[int, int]) -> str:
        """Whose board in which round, and what it earned."""
        index, seat = page
        match, text = self._match, self.context.text
        words = []
        if len(match.rounds) > 1:
            words.append(text("play.round", round=index + 1, rounds=len(match.rounds)))
        if len(match.players) > 1:
            words.append(match.players[seat].name)
        points = score_match(match).players[seat].rounds[index].total
        told = text("terms.count.points", count=points)
        return " · ".join([*words, told])

    def _press(self, played: PlayedMatch) -> PressResult:
        """The first press shows an attempt's board, the second opens its count."""
        if played == self._chosen:
            return self._open()
        self._choose(played)
        return None

    def _open(self) -> PressResult:
        try:
            return Push(self.context.routes.kept_count(self._match))
        except FormatError:
            return Push(notice(self.context, partial(self.context.text, "records.unreadable")))

    def animate(self, dt: float) -> Pulse:
        """Look whether the engines have got further."""
        has_news = self.findings.look()
        return ANIMATING if has_news or self.findings.is_asking else STILL

    def leave(self) -> None:
        """Nobody waits for it any more."""
        self.findings.stop()

    def resize(self, view: View) -> None:
        """The board at the left; figures, attempts and buttons at the right."""
        super().resize(view)
        px = view.px
        area = self._head.place(view)
        right, left = area.cut_right(min(px(660), area.w * 54 // 100), px(20))
        self._about, left = left.cut_bottom(px(50), px(8))
        stepper, below = left.cut_bottom(px(44), px(8))
        if not self._page.is_hidden:
            left = below
        self._page.place(stepper.centred(min(stepper.w, px(440)), stepper.h))
        self._layout = lay_out_board(self._match.rules.grid, left, 0.62)
        self._board.forget()
        figures, right = right.cut_top(px(84), px(12))
        foot, rows = right.cut_bottom(px(50), px(12))
        self.place_all(self._figures, figures.columns(3, px(10)))
        self.place_all(self._buttons, foot.columns(3, px(10)))
        self._list.place(rows)
        self._list.stack(px(48), px(6))

    def draw_below(self, surface: pygame.Surface) -> None:
        """Title, the chosen attempt's board, the rules."""
        super().draw_below(surface)
        context, types = self.context, self.context.painter.theme.type
        painter, rules = context.painter, self._match.rules
        self._head.draw(surface)
        index, seat = self._page.value
        position = self._match.rounds[index].seats[seat].position
        self._board.draw(surface, self._layout, BoardLook(rules, position))
        words = rules_words(context, rules)
        painter.text_in(surface, words, self._about, types.small, "centre", max_lines=2)
