"""A match made into something to send, each by the terminal's own command; no pygame.

The commands run in processes of their own, so that no frame waits for a drawing or a proof.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Final

from game.bots.service.process import module_command
from game.rules.errors import FormatError, fault_of_file
from game.rules.record import print_record
from game.storage.keepsakes import find_folder, free_path, write_new

if TYPE_CHECKING:
    from game.locale import Catalogue
    from game.play.daily import DailyDeal
    from game.rules.match import Match


class Kind(StrEnum):
    """What can be made; values are catalogue keys."""

    TEXT = "text"
    PICTURE = "picture"
    MOVING = "moving"
    PAGE = "page"
    RECORD = "record"


_SUFFIXES: Final = {
    Kind.PICTURE: ".png",
    Kind.MOVING: ".webp",
    Kind.PAGE: ".html",
    Kind.RECORD: ".json",
}


@dataclass(frozen=True, slots=True)
class Made:
    """What came of it: a `path` or a `text`, or why nothing did."""

    kind: Kind
    path: Path | None = None
    text: str = ""
    error: str | FormatError = ""


class ShareControl:
    """Makes one thing at a time. `when` is when the match was finished, None where
    that is unknown.

    `card` is the picture's file once it has been drawn, to be looked at or saved.
    """

    def __init__(
        self,
        match: Match,
        catalogue: Catalogue,
        when: datetime | None,
        daily: DailyDeal | None = None,
    ) -> None:
        self.match, self.catalogue, self.when = match, catalogue, when
        self._daily = daily
        self.making: Kind | None = None
        self.card: bytes | None = None
        self._job: _Job | None = None
        self._is_preview = False

    def preview(self) -> Made | None:
        """Draw the picture to be looked at; why that cannot be, where it is known at once."""
        made = self._begin(Kind.PICTURE)
        self._is_preview = made is None
        return made

    def make(self, kind: Kind) -> Made | None:
        """Begin to make something; what came of it if that is known at once.

        Nothing happens while something else is made; but nobody waits for a preview.
        """
        if self._is_preview:
            if kind is Kind.PICTURE:
                self._is_preview = False
                return None
            self.stop()
        if self._job is not None:
            return None
        if kind is Kind.PICTURE and self.card is not None:
            return self._save(kind, self.card)
        if kind is Kind.RECORD:
            return self._save(kind, f"{print_record(self.match)}\n".encode())
        return self._begin(kind)

    def _begin(self, kind: Kind) -> Made | None:
        try:
            self._job = _Job(self._words(kind), _SUFFIXES.get(kind), print_record(self.match))
        except OSError as error:
            return Made(kind, error=fault_of_file(error).at(str(error.filename or "")))
        self.making = kind
        return None

    def _words(self, kind: Kind) -> list[str]:
        """The command's words, its file's name still to come."""
        words = ["--lang", self.catalogue.language.value]
        match kind:
            case Kind.TEXT:
                day = [] if self._daily is None else ["--daily", self._daily.day.isoformat()]
                return ["result", *words, *day, "-"]
            case Kind.PAGE:
                return ["page", *words, "--review", "-"]
            case _:
                when = self.when
                day = [] if when is None else ["--date", when.astimezone().date().isoformat()]
                return ["picture", *words, *day, "-"]

    def look(self) -> Made | None:
        """What came of it, once; None while it is being made. A preview has no path."""
        if self._job is None or self.making is None or not self._job.is_done:
            return None
        kind, is_preview = self.making, self._is_preview
        job, self._job, self.making = self._job, None, None
        self._is_preview = False
        try:
            status, out, err, raw = job.end()
        except OSError as error:
            return Made(kind, error=fault_of_file(error).at(str(error.filename or "")))
        if status or (kind is not Kind.TEXT and not raw):
            words = err.strip().splitlines()
            return Made(kind, error=words[-1] if words else f"{status}")
        if kind is Kind.TEXT:
            return Made(kind, text=out.strip())
        if kind is Kind.PICTURE:
            self.card = raw
            if is_preview:
                return Made(kind)
        return self._save(kind, raw)

    def _save(self, kind: Kind, raw: bytes) -> Made:
        """Put it among the player's pictures or documents, under a name of its own."""
        folder = find_folder(is_picture=kind in (Kind.PICTURE, Kind.MOVING))
        stamp = (self.when or datetime.now(UTC)).astimezone().strftime("%Y-%m-%d-%H%M%S")
        path = free_path(folder, stamp, _SUFFIXES[kind])
        try:
            write_new(path, raw)
        except OSError as error:
            return Made(kind, path, error=fault_of_file(error).at(str(path)))
        return Made(kind, path)

    def stop(self) -> None:
        """Nobody waits for it any more."""
        if self._job is not None:
            self._job.kill()
        self._job = self.making = None
        self._is_preview = False


def _command(*words: str) -> list[str]:
    """This program's own command line."""
    if getattr(sys, "frozen", False):
        return [sys.executable, *words]
    return module_command("game", *words)


class _Job:
    """A command that reads a record and, where there is a `suffix`, writes a file.

    Raises `OSError` where it cannot be started.
    """

    def __init__(self, words: list[str], suffix: str | None, record: str) -> None:
        self._folder = tempfile.TemporaryDirectory(
            prefix="take-it-easy-", ignore_cleanup_errors=True
        )
        here = Path(self._folder.name)
        self._made = here / f"made{suffix}"
        self._out, self._err = here / "out", here / "err"
        if suffix is not None:
            words = [*words, "-o", str(self._made)]
        (here / "record.json").write_text(record, encoding="utf-8")
        # Files, not pipes: nobody reads while it runs.
        with (
            (here / "record.json").open("rb") as record_file,
            self._out.open("wb") as out,
            self._err.open("wb") as err,
        ):
            self._process = subprocess.Popen(
                _command(*words),
                stdin=record_file,
                stdout=out,
                stderr=err,
                creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
            )

    @property
    def is_done(self) -> bool:
        return self._process.poll() is not None

    def end(self) -> tuple[int, str, str, bytes]:
        """The status, what was said, what was complained of, and the file."""
        status = self._process.wait()
        out, err = (f.read_text("utf-8", "replace") for f in (self._out, self._err))
        raw = self._made.read_bytes() if self._made.exists() else b""
        self._folder.cleanup()
        return status, out, err, raw

    def kill(self) -> None:
        self._process.kill()
        self._process.wait()
        self._folder.cleanup()
