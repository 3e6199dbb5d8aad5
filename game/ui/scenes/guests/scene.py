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

from game.locale import write_date
from game.locale.errors import word_error
from game.page.result import name_of
from game.play.table import TableSetup
from game.rules.errors import FormatError
from game.rules.match import Match
from game.rules.names import show_names
from game.rules.standing import score_match
from game.storage.exports import find_folder
from game.storage.moving import ENDING
from game.storage.places import HOME_VARIABLE
from game.storage.record_files import RECORD_ENDINGS, BadRecord, ReadRecord, read_records
from game.ui.draw.icons import Icon
from game.ui.frame.context import Context
from game.ui.frame.intents import Dropped, Intent
from game.ui.frame.scene import Navigation, Push, Replace, Scene
from game.ui.parts import Column, PageScene, Row, Scroll, Text, Widget
from game.ui.scenes.shared.dialogs import notice
from game.ui.widgets import Button, Look, PressResult, TextField
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
    if path.endswith(ENDING):
        return context.routes.moving(path)
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


class GuestsScene(PageScene):
    """The matches of a file, or the files there are; a path can be typed or pasted."""

    def __init__(
        self, context: Context, path: str = "", found: list[ReadRecord | BadRecord] | None = None
    ) -> None:
        super().__init__(context)
        self._name = Path(path).name
        self._typed = ""
        self._found = found
        self._files = find_files() if found is None else []

    def page(self) -> Widget:
        """The path above, the rows below; nothing of this is counted."""
        text = self.context.text
        records = [self._record_row(*one) for one in enumerate(self._found or ())]
        rows = records + [self._file_row(file) for file in self._files]
        return self.headed(
            self._name or text("guests.title"),
            Column(
                Text(text("guests.about"), lines=2),
                Row(
                    TextField(
                        self.context,
                        self._typed,
                        self._keep_path,
                        placeholder=text("guests.path"),
                        max_length=_LONGEST_PATH,
                        on_enter=self._open,
                        share=1,
                        id="path",
                    ),
                    Button(
                        text("guests.open"),
                        lambda: self._open(self._typed),
                        icon=Icon.RIGHT,
                        look=Look.PRIMARY,
                    ),
                    gap=10,
                    size=48,
                ),
                Scroll(*rows, gap=8, share=1)
                if rows
                else Text(text("guests.none"), align="centre", share=1),
                gap=14,
                most=860,
                share=1,
            ),
            back=text("records.back"),
        )

    def _keep_path(self, typed: str) -> None:
        self._typed = typed

    def _file_row(self, path: Path) -> Widget:
        day = ""
        with suppress(OSError):
            when = datetime.fromtimestamp(path.stat().st_mtime)
            day = write_date(self.context.catalogue, when.date())
        go = partial(self._open, str(path))
        return MenuRow(self.context, path.name, go, Icon.BOOK, body=day, size=60)

    def _record_row(self, place: int, record: ReadRecord | BadRecord) -> Widget:
        context = self.context
        if isinstance(record, BadRecord):
            words = _refusal(context, record)
            show = partial(notice, context, partial(_refusal, context, record))
            return MenuRow(context, words, lambda: Push(show()), Icon.CLOSE, size=60, id=place)
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
            context,
            title,
            lambda: Push(open_guest(context, match)),
            Icon.TROPHY,
            body=body,
            size=60,
            id=place,
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
