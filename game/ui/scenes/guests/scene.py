"""Other people's matches: record files that are dropped on the window or found on the
disk.

They are shown, reviewed and replayed, and kept nowhere: nothing of them is counted as one's own.
"""

from functools import partial
from pathlib import Path
from typing import Final

from game.locale.errors import word_error
from game.page.result import name_of
from game.play.public_boards import has_secret
from game.rules.match import Match
from game.rules.match_score import score_match
from game.rules.names import show_names
from game.storage.record_files import RECORD_ENDINGS, BadRecord, ReadRecord, read_records
from game.ui.draw.icons import Icon
from game.ui.frame.context import Context
from game.ui.frame.intents import Dropped, Intent
from game.ui.frame.scene import Navigation, Push, Replace, Scene
from game.ui.parts import Column, PageScene, Scroll, Text, Widget
from game.ui.scenes.shared.brought_files import BroughtFiles
from game.ui.scenes.shared.dialogs import notice
from game.ui.widgets import Look
from game.ui.widgets.menu_row import MenuRow

_MOST_RECORDS: Final = 300


def guests_scene(context: Context, path: str = "") -> Scene:
    """What is in a record file: its one match, or all of them to choose from, or what is wrong
    and where. Without a file, those that could be opened.
    """
    if not path:
        return GuestsScene(context)
    records = []
    for record in read_records([path], in_window=True):
        records.append(record)
        if len(records) == _MOST_RECORDS:
            break
    if len(records) > 1:
        return GuestsScene(context, path, records)
    (record,) = records
    if isinstance(record, BadRecord):
        return notice(context, _refusal(context, record))
    return open_guest(context, record.match)


def open_guest(context: Context, match: Match) -> Scene:
    """The count of somebody else's match; the review of one that is not finished."""
    match = show_names(match)
    if match.is_complete:
        return context.routes.guest_count(match)
    if not match.rounds:
        return notice(context, context.text("review.empty"))
    return context.routes.review(match, is_guest=True)


def _refusal(context: Context, record: BadRecord) -> str:
    """Return what is wrong, in which file, in which line."""
    place = record.name
    if record.line is not None:
        place = context.text("errors.line_of", name=place, line=str(record.line))
    reason = word_error(context.catalogue, record.error)
    return context.text("guests.refused", place=place, reason=reason)


class GuestsScene(PageScene):
    """The matches of a file, or the files there are; a path can be typed or pasted."""

    def __init__(
        self, context: Context, path: str = "", records: list[ReadRecord | BadRecord] | None = None
    ) -> None:
        super().__init__(context)
        self._name = Path(path).name
        self._records = records
        self._files = BroughtFiles(
            context, Icon.BOOK, partial(guests_scene, context), *RECORD_ENDINGS
        )
        if records is None:
            self._files.look()

    def page(self) -> Widget:
        text = self.context.text
        rows = self._files.rows()
        if self._records is not None:
            rows = [self._record_row(*one) for one in enumerate(self._records)]
        return self.headed(
            self._name or text("guests.title"),
            Column(
                Text(text("guests.about"), lines=2),
                self._files.field(text("guests.path"), text("guests.open"), Look.PRIMARY),
                Scroll(*rows, gap=8, share=1)
                if rows
                else Text(text("guests.none"), align="centre", share=1),
                gap=14,
                most=860,
                share=1,
            ),
            back=text("records.back"),
        )

    def _record_row(self, place: int, record: ReadRecord | BadRecord) -> Widget:
        context = self.context
        if isinstance(record, BadRecord):
            words = _refusal(context, record)
            show = lambda: Push(notice(context, words))  # noqa: E731
            return MenuRow(context, words, show, Icon.CLOSE, size=60, id=place)
        match = show_names(record.match)
        totals = [s.total for s in score_match(match).players]
        title = " · ".join(
            p.name
            if has_secret(match)
            else context.text("breakdown.named", name=p.name, points=context.catalogue.number(s))
            for p, s in zip(match.players, totals, strict=True)
        )
        body = name_of(match, context.catalogue)
        if not match.is_complete:
            body = context.text("result.unfinished")
        return MenuRow(
            context,
            title,
            lambda: Push(open_guest(context, match)),
            Icon.TROPHY,
            body=body,
            size=60,
            id=place,
        )

    def react(self, intent: Intent) -> Navigation | None:
        match intent:
            case Dropped(path):
                return Replace(guests_scene(self.context, path))
            case _:
                return super().react(intent)
