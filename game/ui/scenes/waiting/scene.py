"""The matches that wait, each under its name with where it stands: go on with one, or end it."""

from __future__ import annotations

from datetime import UTC, datetime
from functools import partial

from game.locale import write_date, write_list, write_span
from game.net.notice import Notice
from game.storage.autosave import WaitingMatch
from game.ui.draw.icons import Icon
from game.ui.frame.context import Context
from game.ui.frame.scene import Navigation, Push
from game.ui.parts import (
    MAIN,
    Column,
    DialogChoice,
    PageScene,
    Picture,
    Row,
    Scroll,
    Sign,
    Spacer,
    Text,
    Widget,
    ask,
)
from game.ui.scenes.shared.choosing import name_computers
from game.ui.scenes.shared.names import rules_name
from game.ui.scenes.shared.starting import continue_match
from game.ui.scenes.shared.waiting import SmallBoards, standing_words, turn_words, waiting_name
from game.ui.widgets import Button, IconButton, Look


class WaitingMatchesScene(PageScene):
    """One row for each match; those with people elsewhere come first."""

    door = 9

    turns_at_midnight = True

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self._boards = SmallBoards(context)
        self._look()

    def _look(self) -> None:
        self._waiting = self.context.store.waiting()
        tables = [notice for notice in self.context.apart.notices() if not notice.is_over]
        self._tables = sorted(tables, key=lambda notice: not notice.waits)

    def page(self) -> Widget:
        text = self.context.text
        rows = [*map(self._table_row, self._tables), *map(self._row, self._waiting)]
        body = Scroll(*rows, gap=10, share=1)
        if not rows:
            words = Text(text("waiting.none"), "body", align="centre", most=560)
            sign = Row(Spacer(share=1), Sign(Icon.HOURGLASS, "ink_muted", 60), Spacer(share=1))
            return self.headed(
                text("waiting.title"),
                Column(Spacer(share=1), sign, words, Spacer(share=1), gap=18, share=1),
                back=text("waiting.back"),
            )
        return self.headed(text("waiting.title"), body, back=text("waiting.back"))

    def _row(self, waiting: WaitingMatch) -> Widget:
        text, match = self.context.text, waiting.match
        name, is_first = waiting_name(self.context, match), waiting is self._waiting[0]
        players = name_computers(self.context, match).players
        names = write_list(self.context.catalogue, [player.name for player in players])
        where = " · ".join(
            words
            for words in (
                standing_words(self.context, match),
                turn_words(self.context, match),
                self.saved_words(waiting),
            )
            if words
        )
        return Row(
            Picture(self._boards.paint(waiting), size=96, least=80),
            Column(
                Spacer(share=1),
                Text(name, "label", lines=1),
                Text(where, "body", lines=2),
                Text(names, "small", "ink_soft", lines=2),
                Spacer(share=1),
                share=1,
            ),
            Button(
                text("waiting.go"),
                partial(continue_match, self.context, match),
                icon=Icon.PLAY,
                look=Look.PRIMARY if is_first and not self._tables else Look.NORMAL,
                across=50,
                id=MAIN if is_first else ("go", waiting.key),
            ),
            IconButton(
                Icon.CLOSE,
                partial(self._ask_to_end, waiting),
                tooltip=text("waiting.end"),
                across=50,
                id=("end", waiting.key),
            ),
            look="panel",
            gap=14,
            pad=(16, 8),
            size=112,
            id=waiting.key,
        )

    def saved_words(self, waiting: WaitingMatch) -> str:
        """When it was left; nothing where that is unknown."""
        if not waiting.saved_at:
            return ""
        when = datetime.fromtimestamp(waiting.saved_at, UTC).astimezone(self.context.store.zone)
        date = write_date(self.context.catalogue, when.date())
        return self.context.text("waiting.saved", date=date, time=when.strftime("%H:%M"))

    def _table_row(self, notice: Notice) -> Widget:
        """A table with people elsewhere, which goes on whether somebody is there or not."""
        text = self.context.text
        left = notice.until - self.context.apart.now()
        time = write_span(self.context.catalogue, left) if left >= 1 else text("together.time_over")
        turn = text("together.your_turn")
        if notice.until:
            turn = text("together.timed", words=turn, time=time)
        name = menu = text("menu.together")
        if notice.rules is not None:
            name = notice.league or rules_name(self.context, notice.rules)
        return Row(
            Sign(Icon.TOGETHER, "ink_soft", 48, size=96),
            Column(
                Spacer(share=1),
                Text(name, "label", lines=1),
                Text(turn, "body", "good", lines=1)
                if notice.waits
                else Text(text("together.group.others"), "body", lines=1),
                Text(write_list(self.context.catalogue, notice.players) or menu, "small", lines=2),
                Spacer(share=1),
                share=1,
            ),
            Button(
                text("waiting.go"),
                lambda: Push(self.context.routes.apart(notice.table)),
                icon=Icon.PLAY,
                across=50,
                id=("go", notice.table),
            ),
            look="panel",
            gap=14,
            pad=(16, 8),
            size=112,
            id=notice.table,
        )

    def _ask_to_end(self, waiting: WaitingMatch) -> Navigation:
        match = waiting.match
        return Push(
            ask(
                self.context,
                "waiting.end_title",
                "waiting.end_body",
                DialogChoice(
                    "waiting.end",
                    # The page lists the matches anew once the question is gone.
                    partial(self.context.store.autosave.end, waiting.key),
                    Look.DANGER,
                ),
                DialogChoice("waiting.keep", look=Look.PRIMARY),
                name=waiting_name(self.context, match),
                standing=standing_words(self.context, match),
            )
        )

    # the scene

    def enter(self) -> None:
        self._look()
        super().enter()
