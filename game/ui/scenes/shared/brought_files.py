"""Lists files that the player may open: those found on the disk, and a field for a path."""

import os
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Final

from game.locale import write_date
from game.storage.exports import find_downloads, find_folder
from game.ui.draw.icons import Icon
from game.ui.frame.context import Context
from game.ui.frame.scene import Push, Scene
from game.ui.parts import Row, Widget
from game.ui.widgets import Button, Look, PressResult, TextField
from game.ui.widgets.menu_row import MenuRow

_MOST: Final = 40
_LONGEST_PATH: Final = 1000


def find_files(*endings: str) -> list[Path]:
    """Files of these endings among the player's documents and downloads, the newest first."""
    folders = {find_folder(is_picture=False), find_downloads()}
    dated: list[tuple[float, Path]] = []
    for folder in folders:
        with suppress(OSError):
            for path in folder.iterdir():
                if path.name.endswith(endings) and path.is_file():
                    dated.append((path.stat().st_mtime, path))
    return [path for _, path in sorted(dated, reverse=True)[:_MOST]]


class BroughtFiles:
    """The files of some endings; `show` makes the scene for a path that was pressed or typed."""

    def __init__(
        self, context: Context, icon: Icon, show: Callable[[str], Scene], *endings: str
    ) -> None:
        self._context = context
        self._icon = icon
        self._show = show
        self._endings = endings
        self._typed = ""
        self._paths: list[Path] = []

    def look(self) -> None:
        """Look which files there are now; none are known before."""
        self._paths = find_files(*self._endings)

    def rows(self) -> list[Widget]:
        """A row for each, with the day when it was written."""
        return [*map(self._row, self._paths)]

    def _row(self, path: Path) -> Widget:
        day = ""
        with suppress(OSError):
            when = datetime.fromtimestamp(path.stat().st_mtime, UTC)
            day = write_date(
                self._context.catalogue, when.astimezone(self._context.store.zone).date()
            )
        go = partial(self._open, str(path))
        return MenuRow(self._context, path.name, go, self._icon, body=day, size=60, id=path)

    def field(self, placeholder: str, words: str, look: Look = Look.NORMAL) -> Row:
        """The field for a path, and the button that opens it."""
        field = TextField(
            self._context,
            self._typed,
            self._keep,
            placeholder=placeholder,
            max_length=_LONGEST_PATH,
            on_enter=self._open,
            share=1,
            id="path",
        )
        go = Button(words, lambda: self._open(self._typed), icon=Icon.RIGHT, look=look, id="open")
        return Row(field, go, gap=10, size=48)

    def _keep(self, typed: str) -> None:
        self._typed = typed

    def _open(self, path: str) -> PressResult:
        path = os.path.expanduser(path.strip().strip("\"'"))
        return Push(self._show(path)) if path else None
