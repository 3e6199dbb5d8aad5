"""Somebody else's games: record files that are dropped on the window or found beside it.

They are shown, reviewed and replayed, and kept nowhere: nothing of them is counted as one's own.
"""

import os
from contextlib import suppress
from dataclasses import replace
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import Final

import platformdirs
import pygame

from game.locale import write_date
from game.locale.errors import word_error
from game.page.result import name_of
from game.play.table import TableSetup
from game.rules.errors import FormatError
from game.rules.match import Match
from game.rules.names import show_names
from game.rules.standing import score_match
from game.storage.exports import find_folder
from game.storage.places import HOME_VARIABLE
from game.storage.record_files import RECORD_ENDINGS, BadRecord, ReadRecord, read_records
from game.ui.draw.icons import Icon
from game.ui.frame.context import Context
from game.ui.frame.intents import Dropped, Intent
from game.ui.frame.scene import Navigation, Push, Replace, Scene
from game.ui.layout.rects import Rect, View
from game.ui.scenes.shared.dialogs import notice
from game.ui.widgets import Look, PageHead, PressResult, ScrollArea, TextField, WidgetScene
from game.ui.widgets.menu_row import MenuRow

_MOST_FILES: Final = 40
_MOST_RECORDS: Final = 300
_LONGEST_PATH: Final = 1000


def guests_scene(context: Context, path: str = "") -> Scene:
    """What is in a record file: its one match, or all of them to choose from, or what is wrong
    and where. Without a file, those that could be opened.
    """
    if not path:
        return GuestsScene(context)
    found = []
    for record in read_records([path]):
        found.append(record)
        if len(found) == _MOST_RECORDS:
            break
    if len(found) > 1:
        return GuestsScene(context, path, found)
    (record,) = found
    if isinstance(record, BadRecord):
        return notice(context, partial(_refusal, context, record))
    return open_guest(context, record.match)


def open_guest(context: Context, match: Match) -> Scene:
    """The count of somebody else's match; the review of one that is not finished."""
    match = show_names(match)
    try:
        TableSetup.from_match(match)
    except FormatError:
        # The table was another program's: seats, colours and marks are the usual ones.
        match = replace(match, meta=None)
    if match.is_complete:
        return context.routes.guest_count(match)
    if not match.rounds:
        return notice(context, lambda: context.text("review.empty"))
    return context.routes.review(match, is_guest=True)


def _refusal(context: Context, record: BadRecord) -> str:
    """What is wrong, in which file, in which line."""
    place = record.name
    if record.line is not None:
        place = context.text("errors.line_of", name=place, line=str(record.line))
    reason = word_error(context.catalogue, record.error)
    return context.text("guests.refused", place=place, reason=reason)


def find_files() -> list[Path]:
    """Record files among the player's documents and downloads, the newest first."""
    folders = {find_folder(is_picture=False)}
    if not os.environ.get(HOME_VARIABLE):
        folders.add(Path(platformdirs.user_downloads_dir()))
    found: list[tuple[float, Path]] = []
    for folder in folders:
        with suppress(OSError):
            for path in folder.iterdir():
                if path.suffix in RECORD_ENDINGS and path.is_file():
                    found.append((path.stat().st_mtime, path))
    return [path for _, path in sorted(found, reverse=True)[:_MOST_FILES]]


class GuestsScene(WidgetScene):
    """The matches of a file, or the files there are; a path can be typed or pasted."""

    def __init__(
        self, context: Context, path: str = "", found: list[ReadRecord | BadRecord] | None = None
    ) -> None:
        super().__init__(context)
        text = context.text
        self._name = Path(path).name
        self._about = Rect(0, 0, 0, 0)
        self._head = PageHead(context, self._title_words, "records.back")
        self._path = TextField(
            context,
            placeholder=partial(text, "guests.path"),
            max_length=_LONGEST_PATH,
            on_enter=self._open,
        )
        self._go = self.button(
            "guests.open", lambda: self._open(self._path.text), Icon.RIGHT, Look.PRIMARY
        )
        self._list = ScrollArea(context)
        rows = (
            [self._file_row(file) for file in find_files()]
            if found is None
            else [self._record_row(record) for record in found]
        )
        self._list.form.replace(rows)
        self.form.replace([self._head.back, self._path, self._go, self._list])

    def _title_words(self) -> str:
        return self._name or self.context.text("guests.title")

    def _file_row(self, path: Path) -> MenuRow:
        day = ""
        with suppress(OSError):
            when = datetime.fromtimestamp(path.stat().st_mtime)
            day = write_date(self.context.catalogue, when.date())
        return MenuRow(self.context, path.name, lambda: self._open(str(path)), Icon.BOOK, body=day)

    def _record_row(self, record: ReadRecord | BadRecord) -> MenuRow:
        context = self.context
        if isinstance(record, BadRecord):
            words = _refusal(context, record)
            show = partial(notice, context, partial(_refusal, context, record))
            return MenuRow(context, words, lambda: Push(show()), Icon.CLOSE)
        match = show_names(record.match)
        score = score_match(match)
        title = " · ".join(
            context.text("breakdown.named", name=p.name, points=context.catalogue.number(s.total))
            for p, s in zip(match.players, score.players, strict=True)
        )
        body = name_of(match, context.catalogue)
        if not match.is_complete:
            body = context.text("result.unfinished")
        return MenuRow(
            context, title, lambda: Push(open_guest(context, match)), Icon.TROPHY, body=body
        )

    def _open(self, path: str) -> PressResult:
        path = os.path.expanduser(path.strip().strip("\"'"))
        return Push(guests_scene(self.context, path)) if path else None

    def react(self, intent: Intent) -> Navigation | None:
        """Escape goes back; a file that is dropped here takes this one's place."""
        match intent:
            case Dropped(path):
                return Replace(guests_scene(self.context, path))
            case _:
                return super().react(intent)

    def resize(self, view: View) -> None:
        """The path above, the rows below."""
        super().resize(view)
        area = self._head.place(view)
        area = area.centred(min(area.w, view.px(860)), area.h)
        self._about, area = area.cut_top(view.px(54), view.px(10))
        line, area = area.cut_top(view.px(48), view.px(14))
        wanted = min(line.w // 2, self._go.measure(self.context.painter)[0])
        go, path = line.cut_right(wanted, view.px(10))
        self._go.place(go)
        self._path.place(path)
        self._list.place(area)
        self._list.stack(view.px(60), view.px(8))

    def draw_below(self, surface: pygame.Surface) -> None:
        """Title, and that nothing of this is counted."""
        super().draw_below(surface)
        painter, text = self.context.painter, self.context.text
        types = painter.theme.type
        self._head.draw(surface)
        painter.text_in(surface, text("guests.about"), self._about, types.body, max_lines=2)
        if not self._list.form.widgets:
            words = text("guests.none")
            painter.text_in(surface, words, self._list.rect, types.body, "centre")
