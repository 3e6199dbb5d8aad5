"""The saved games, each with its name and state: resume or end one."""

from datetime import UTC, datetime
from functools import partial

from game.locale import write_date, write_list
from game.storage.autosave import WaitingMatch
from game.ui.draw.icons import Icon
from game.ui.frame.context import Context
from game.ui.frame.scene import Navigation, Push
from game.ui.parts import (
    MAIN,
    ActionBand,
    Column,
    DialogChoice,
    PageScene,
    Picture,
    Row,
    Scroll,
    Sign,
    Spacer,
    Text,
    WideRow,
    Widget,
    make_dialog,
)
from game.ui.scenes.shared.choosing import name_computers
from game.ui.scenes.shared.starting import continue_match
from game.ui.scenes.shared.waiting import flag_painter, progress_words, waited_words, waiting_name
from game.ui.widgets import IconButton, Look

_LINE = 76
"""Units of height of a row."""


class WaitingMatchesScene(PageScene):
    """A row for each saved game, the newest first."""

    door = 9

    turns_at_midnight = True

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self._waiting = self.context.store.waiting()

    def page(self) -> Widget:
        text = self.context.text
        if not self._waiting:
            play = ActionBand(
                text("records.empty_play"),
                lambda: Push(self.context.routes.setup()),
                icon=Icon.PLAY,
                bleeds="left",
                most=560,
                id=MAIN,
            )
            return self.headed(text("waiting.title"), self.poster(text("waiting.none"), "", play))
        return self.headed(
            text("waiting.title"),
            Spacer(size=4),
            self._row(self._waiting[0]),
            Scroll(*map(self._row, self._waiting[1:]), gap=8, share=1),
        )

    def _row(self, waiting: WaitingMatch) -> Widget:
        text, match = self.context.text, waiting.match
        name, is_first = waiting_name(self.context, match), waiting is self._waiting[0]
        players = name_computers(self.context, match).players
        names = write_list(self.context.catalogue, [player.name for player in players])
        progress, turn = progress_words(self.context, match), waited_words(self.context, match)
        return WideRow(
            partial(continue_match, self.context, match),
            Row(
                Picture(flag_painter(self.context, match), size=62, least=50),
                Text(name, "heading", lines=2, share=1.35),
                Column(
                    Spacer(share=1),
                    Text(progress, "strong" if is_first else "body", "ink", lines=2),
                    bool(turn) and Text(turn, "body", lines=2),
                    Spacer(share=1),
                    share=1,
                ),
                Text(names, "body", lines=2, share=1),
                Sign(Icon.PLAY, "ink", 28) if is_first else None,
                Text(text("waiting.go"), "title" if is_first else "label", lines=1),
                Sign(Icon.RIGHT, "ink", 16) if not is_first else None,
                IconButton(
                    Icon.CLOSE,
                    partial(self._ask_to_end, waiting),
                    tooltip=text("waiting.end"),
                    size=46,
                    across=46,
                    id=("end", waiting.key),
                ),
                gap=16,
                share=1,
            ),
            is_loud=is_first,
            pad=(20, 6, 0, 6),
            size=_LINE,
            tooltip=self.saved_words(waiting),
            reads=", ".join(filter(None, (name, progress, turn, names))),
            id=MAIN if is_first else ("go", waiting.key),
        )

    def saved_words(self, waiting: WaitingMatch) -> str:
        """Return the time it was saved; "" if unknown."""
        if not waiting.saved_at:
            return ""
        saved_at = min(max(0, waiting.saved_at), 1 << 33)
        when = datetime.fromtimestamp(saved_at, UTC).astimezone(self.context.store.zone)
        date = write_date(self.context.catalogue, when.date())
        return self.context.text("waiting.saved", date=date, time=when.strftime("%H:%M"))

    def _ask_to_end(self, waiting: WaitingMatch) -> Navigation:
        match = waiting.match
        return Push(
            make_dialog(
                self.context,
                "waiting.end_title",
                "waiting.end_body",
                DialogChoice(
                    "waiting.end",
                    # The list is rebuilt after the question is closed.
                    partial(self.context.store.autosave.end, waiting.key),
                    Look.DANGER,
                ),
                DialogChoice("waiting.keep", look=Look.PRIMARY),
                name=waiting_name(self.context, match),
                standing=progress_words(self.context, match),
            )
        )

    # the scene

    def enter(self) -> None:
        self._waiting = self.context.store.waiting()
        super().enter()
