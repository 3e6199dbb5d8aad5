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
from game.storage.exports import find_folder, free_path, write_new

if TYPE_CHECKING:
    from game.locale import Catalogue
    from game.play.daily import DailyDeal
    from game.rules.match import Match


class ShareKind(StrEnum):
    """What can be made; values are catalogue keys."""

    TEXT = "text"
    PICTURE = "picture"
    MOVING = "moving"
    PAGE = "page"
    RECORD = "record"


_SUFFIXES: Final = {
    ShareKind.PICTURE: ".png",
    ShareKind.MOVING: ".webp",
    ShareKind.PAGE: ".html",
    ShareKind.RECORD: ".json",
}


@dataclass(frozen=True, slots=True)
class ShareResult:
    """What came of it: a `path` or a `text`, or why nothing did."""

    kind: ShareKind
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
        self.making: ShareKind | None = None
        self.card: bytes | None = None
        self._job: _ShareJob | None = None
        self._is_preview = False

    def preview(self) -> ShareResult | None:
        """Draw the picture to be looked at; why that cannot be, where it is known at once."""
        made = self._begin(ShareKind.PICTURE)
        self._is_preview = made is None
        return made

    def make(self, kind: ShareKind) -> ShareResult | None:
        """Begin to make something; what came of it if that is known at once.

        Nothing happens while something else is made; but nobody waits for a preview.
        """
        if self._is_preview:
            if kind is ShareKind.PICTURE:
                self._is_preview = False
                return None
            self.stop()
        if self._job is not None:
            return None
        if kind is ShareKind.PICTURE and self.card is not None:
            return self._save(kind, self.card)
        if kind is ShareKind.RECORD:
            return self._save(kind, f"{print_record(self.match)}\n".encode())
        return self._begin(kind)

    def _begin(self, kind: ShareKind) -> ShareResult | None:
        try:
            self._job = _ShareJob(self._words(kind), _SUFFIXES.get(kind), print_record(self.match))
        except OSError as error:
            return ShareResult(kind, error=fault_of_file(error).at(str(error.filename or "")))
        self.making = kind
        return None

    def _words(self, kind: ShareKind) -> list[str]:
        """The command's words, its file's name still to come."""
        words = ["--lang", self.catalogue.language.value]
        match kind:
            case ShareKind.TEXT:
                day = [] if self._daily is None else ["--daily", self._daily.day.isoformat()]
                return ["result", *words, *day, "-"]
            case ShareKind.PAGE:
                return ["page", *words, "--review", "-"]
            case _:
                when = self.when
                day = [] if when is None else ["--date", when.astimezone().date().isoformat()]
                return ["picture", *words, *day, "-"]

    def look(self) -> ShareResult | None:
        """What came of it, once; None while it is being made. A preview has no path."""
        if self._job is None or self.making is None or not self._job.is_done:
            return None
        kind, is_preview = self.making, self._is_preview
        job, self._job, self.making = self._job, None, None
        self._is_preview = False
        try:
            status, out, err, raw = job.end()
        except OSError as error:
            return ShareResult(kind, error=fault_of_file(error).at(str(error.filename or "")))
        if status or (kind is not ShareKind.TEXT and not raw):
            words = err.strip().splitlines()
            return ShareResult(kind, error=words[-1] if words else f"{status}")
        if kind is ShareKind.TEXT:
            return ShareResult(kind, text=out.strip())
        if kind is ShareKind.PICTURE:
            self.card = raw
            if is_preview:
                return ShareResult(kind)
        return self._save(kind, raw)

    def _save(self, kind: ShareKind, raw: bytes) -> ShareResult:
        """Put it among the player's pictures or documents, under a name of its own."""
        folder = find_folder(is_picture=kind in (ShareKind.PICTURE, ShareKind.MOVING))
        stamp = (self.when or datetime.now(UTC)).astimezone().strftime("%Y-%m-%d-%H%M%S")
        path = free_path(folder, stamp, _SUFFIXES[kind])
        try:
            write_new(path, raw)
        except OSError as error:
            return ShareResult(kind, path, error=fault_of_file(error).at(str(path)))
        return ShareResult(kind, path)

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


class _ShareJob:
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
