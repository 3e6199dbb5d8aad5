"""Other people's matches: record files that are dropped on the window or found on the disk.

They are shown, reviewed and replayed, but never stored or counted as the player's own, except
those that the player has kept on a phone.
"""

from collections.abc import Sequence
from contextlib import suppress
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Final

import pygame

from game.locale import write_date
from game.locale.errors import word_error
from game.page.result import name_of
from game.play.kept_match import own_match
from game.play.public_boards import has_secret
from game.rules.errors import FormatError
from game.rules.match import Match
from game.rules.match_score import score_match
from game.rules.names import show_names
from game.rules.record import parse_record
from game.rules.texts import pasted_text
from game.storage.exports import find_downloads, find_folder
from game.storage.files import typed_path
from game.storage.record_files import RECORD_ENDINGS, BadRecord, ReadRecord, read_records
from game.ui.draw.bands import ScoreBand, draw_flag
from game.ui.draw.icons import Icon
from game.ui.frame.context import Context
from game.ui.frame.intents import Dropped
from game.ui.frame.scene import Push, Scene
from game.ui.layout.rects import Rect
from game.ui.parts import (
    SILENT,
    ActionBand,
    Column,
    ListRow,
    PageScene,
    Picture,
    Row,
    Scroll,
    Sign,
    Spacer,
    Text,
    Widget,
)
from game.ui.scenes.shared.dialogs import notice
from game.ui.scenes.shared.flags import bands_of_position
from game.ui.widgets import PressResult, TextField

_MOST_FILES: Final = 40
_LONGEST_PATH: Final = 1000
_MOST_RECORDS: Final = 300


def guests_scene(context: Context, path: str = "") -> Scene:
    """Return the count of a file's only match, the list of its matches, or an error.

    Without `path` it lists files that could be opened.
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


def pasted_guest(context: Context, text: str) -> Scene:
    """Return the count of a pasted match, or an error."""
    plain = pasted_text(text).strip()
    try:
        return open_guest(context, parse_record(plain.encode("utf-8", "surrogateescape")))
    except FormatError as error:
        reason = word_error(context.catalogue, error)
        words = context.text("guests.refused", place=context.text("guests.pasted"), reason=reason)
        return notice(context, words)


def open_guest(context: Context, match: Match) -> Scene:
    """Return the count of another player's match, or the review of an unfinished one.

    A match that the player has kept on a phone is filed with the player's own (V5).
    """
    mine = own_match(match, context.preferences.player_name)
    if mine is not None and not context.store.profile.has(match):
        context.store.file_entered(mine)
        return context.routes.finished_count(show_names(mine))
    match = show_names(match)
    if match.is_complete:
        return context.routes.guest_count(match)
    return context.routes.review(match, is_guest=True)


def _refusal(context: Context, record: BadRecord) -> str:
    """Return the error of a record with its file and line."""
    place = record.name
    if record.line is not None:
        place = context.text("errors.line_of", name=place, line=str(record.line))
    reason = word_error(context.catalogue, record.error)
    return context.text("guests.refused", place=place, reason=reason)


def find_files(*endings: str) -> list[tuple[float, Path]]:
    """Return files of these endings in the user's documents and downloads, newest first, each
    after the time of its last change.
    """
    folders = {find_folder(is_picture=False), find_downloads()}
    dated: list[tuple[float, Path]] = []
    for folder in folders:
        with suppress(OSError):
            for path in folder.iterdir():
                if path.name.endswith(endings) and path.is_file():
                    dated.append((path.stat().st_mtime, path))
    return sorted(dated, reverse=True)[:_MOST_FILES]


class GuestsScene(PageScene):
    """The matches of a file, or the files found; a path can be typed or pasted."""

    def __init__(
        self, context: Context, path: str = "", records: list[ReadRecord | BadRecord] | None = None
    ) -> None:
        super().__init__(context)
        self._name, self._typed = Path(path).name, ""
        self._records = records
        self._files = find_files(*RECORD_ENDINGS) if records is None else []

    def page(self) -> Widget:
        text = self.context.text
        rows = [self._file_row(*file) for file in self._files]
        if self._records is not None:
            rows = [self._record_row(*one) for one in enumerate(self._records)]
        field = TextField(
            self.context,
            self._typed,
            self._keep,
            placeholder=text("guests.path"),
            max_length=_LONGEST_PATH,
            on_enter=self._open,
            most=620,
            share=1,
            across=48,
            id="path",
        )
        go = lambda: self._open(self._typed)  # noqa: E731
        return self.headed(
            self._name or text("guests.title"),
            Column(
                Text(text("guests.about"), "label", "ink_soft", most=980),
                Scroll(*rows, Spacer(share=1), gap=4, share=1)
                if rows
                else Text(text("guests.none"), "heading", valign="top", share=1),
                gap=18,
                pad=(20, 10, 20, 0),
                align="left",
                share=1,
            ),
            Row(
                field,
                Spacer(share=0.01),
                ActionBand(text("guests.open"), go, icon=Icon.RIGHT, small=True, id="open"),
                gap=34,
                pad=(20, 0, 0, 0),
            ),
        )

    def _file_row(self, changed: float, path: Path) -> Widget:
        """Return a file's row with the date of its last change."""
        day = ""
        # A file can have a time before 1970, which Windows refuses, or beyond the year 9999.
        with suppress(OSError, OverflowError, ValueError):
            when = datetime.fromtimestamp(changed, UTC).astimezone(self.context.store.zone)
            day = write_date(self.context.catalogue, when.date())
        sign = Sign(Icon.BOOK, "ink_soft", 30, size=60)
        return ListRow(partial(self._open, str(path)), path.name, day, mark=sign, id=path)

    def _record_row(self, place: int, record: ReadRecord | BadRecord) -> Widget:
        context = self.context
        if isinstance(record, BadRecord):
            words = _refusal(context, record)
            show = lambda: Push(notice(context, words))  # noqa: E731
            sign = Sign(Icon.CLOSE, "bad", 30, size=60)
            return ListRow(show, words, mark=sign, style="label", name_lines=2, id=place)
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
        flag = partial(self._paint_flag, _bands_of(match))
        return ListRow(
            lambda: Push(open_guest(context, record.match)),
            title,
            body,
            mark=Picture(flag, least=52, size=60, reads=SILENT),
            name_lines=2,
            id=place,
        )

    def _paint_flag(self, bands: Sequence[ScoreBand], surface: pygame.Surface, rect: Rect) -> None:
        painter = self.context.painter
        draw_flag(surface, painter, rect.centre, painter.px(29), bands)

    def _keep(self, typed: str) -> None:
        self._typed = typed

    def _open(self, path: str) -> PressResult:
        path = typed_path(path)
        return self.context.routes.take_in((), Dropped(path)) if path else None


def _bands_of(match: Match) -> tuple[ScoreBand, ...]:
    """Return the first seat's bands in the last round, none while boards are secret."""
    if not match.rounds or has_secret(match):
        return ()
    return bands_of_position(match.rules, match.rounds[-1].seats[0].position)
