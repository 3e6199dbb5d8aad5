"""Makes a match or a run into a text, picture, page or record by the terminal's commands; no
pygame.

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
from typing import TYPE_CHECKING, Final, NamedTuple, Protocol

from game.bots.service.process import module_command
from game.page.result import code_of, describe_result
from game.play.own_seats import seat_of_honour
from game.processes import NO_CONSOLE
from game.rules.errors import FormatError, fault_of_file
from game.rules.record import print_record
from game.rules.standing import has_own_totals
from game.storage.exports import find_folder, free_path, write_new
from game.ui.scenes.share.clipboard import FILE, picture_command

if TYPE_CHECKING:
    from datetime import date

    from game.locale import Catalogue
    from game.page.possible import Possible
    from game.progress.daily import DailyDeal
    from game.rules.match import Match


class ShareKind(StrEnum):
    """What can be made; values are catalogue keys."""

    TEXT = "text"
    CLIP = "clip"
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

_PICTURES: Final = (ShareKind.CLIP, ShareKind.PICTURE, ShareKind.MOVING)


@dataclass(frozen=True, slots=True)
class ShareResult:
    """The result of making something: a `path`, a `text`, or why nothing was made."""

    kind: ShareKind
    path: Path | None = None
    text: str = ""
    error: str | FormatError = ""


class ShareKeys(NamedTuple):
    """The catalogue's keys of what the page says: its title, what is at its foot, and the button
    that copies the code.
    """

    title: str
    about: str
    copy: str


class Shared(Protocol):
    """What is shared: a match, or a run.

    `keys` name its words; `code` is what others can play the same with, None where there is none;
    `saved` are the kinds of files that can be made of it, in pairs.
    """

    @property
    def keys(self) -> ShareKeys: ...

    @property
    def code(self) -> str | None: ...

    @property
    def saved(self) -> tuple[tuple[ShareKind, ...], ...]: ...

    def text(self) -> str:
        """Return the text, "" while engines would have to be asked for it."""

    def record(self) -> str:
        """Return the record."""

    def command(self, kind: ShareKind) -> list[str]:
        """Return the words of the command that makes it, its file's name still to come."""


@dataclass(frozen=True, slots=True)
class SharedMatch:
    """A match to share; `when` it was finished, `daily` the deal of the day that it is, `possible`
    what the finish has found of the deal, so that nothing is asked again, and `medal` what a daily
    deal earned. Of a challenge that `is_secret` still, no review is sent.
    """

    match: Match
    catalogue: Catalogue
    when: datetime | None
    daily: DailyDeal | None = None
    possible: Possible | None = None
    medal: str = ""
    is_secret: bool = False

    @property
    def day(self) -> date | None:
        """The day that the picture bears."""
        return None if self.when is None else self.when.astimezone().date()

    @property
    def keys(self) -> ShareKeys:
        return ShareKeys("share.title", "share.about", "breakdown.copy")

    @property
    def code(self) -> str | None:
        return code_of(self.match)

    @property
    def saved(self) -> tuple[tuple[ShareKind, ...], ...]:
        return (ShareKind.PICTURE, ShareKind.MOVING), (ShareKind.PAGE, ShareKind.RECORD)

    def text(self) -> str:
        if has_own_totals(self.match.rules) and self.possible is None:
            return ""
        seat, day = seat_of_honour(self.match), self.daily
        lines = describe_result(self.match, seat, self.catalogue, possible=self.possible, daily=day)
        return "\n".join(lines)

    def record(self) -> str:
        return print_record(self.match)

    def command(self, kind: ShareKind) -> list[str]:
        words = ["--lang", self.catalogue.language.value]
        match kind:
            case ShareKind.TEXT:
                day = [] if self.daily is None else ["--daily", self.daily.day.isoformat()]
                return ["result", *words, *day, "-"]
            case ShareKind.PAGE:
                return ["page", *words, *(() if self.is_secret else ["--review"]), "-"]
            case _:
                day = [] if self.day is None else ["--date", self.day.isoformat()]
                medal = ["--medal", self.medal] if self.medal else []
                return ["picture", *words, *day, *medal, "-"]


class ShareControl:
    """Makes one thing at a time of what is shared. `when` is when it was finished, None where that
    is unknown.

    `card` is the picture's file once it has been drawn, to be copied or saved.
    """

    def __init__(self, shared: Shared, when: datetime | None) -> None:
        self.shared, self.when = shared, when
        self.making: ShareKind | None = None
        self.card: bytes | None = None
        self.job: ShareJob | None = None
        self._is_clip = False

    def make(self, kind: ShareKind) -> ShareResult | None:
        """Begin to make something; what came of it if that is known at once.

        Nothing happens while something else is made.
        """
        if kind is ShareKind.TEXT and (words := self.shared.text()):
            return ShareResult(kind, text=words)
        if self.job is not None:
            return None
        if kind is ShareKind.CLIP:
            self._is_clip = self.card is None
            return self._begin(ShareKind.PICTURE) if self.card is None else self._clip(self.card)
        if kind is ShareKind.PICTURE and self.card is not None:
            return self._save(kind, self.card)
        if kind is ShareKind.RECORD:
            return self._save(kind, f"{self.shared.record()}\n".encode())
        return self._begin(kind)

    def _clip(self, card: bytes) -> ShareResult | None:
        """Put the picture on the clipboard; saved instead where no program here can do that."""
        command = picture_command()
        if command is None:
            return self._save(ShareKind.CLIP, card)
        return self._start(ShareKind.CLIP, command, card)

    def _begin(self, kind: ShareKind) -> ShareResult | None:
        command = _command(*self.shared.command(kind))
        return self._start(kind, command, self.shared.record().encode())

    def _start(self, kind: ShareKind, command: list[str], given: bytes) -> ShareResult | None:
        try:
            self.job = ShareJob(command, given, _SUFFIXES.get(kind))
        except OSError as error:
            return ShareResult(kind, error=fault_of_file(error).at(str(error.filename or "")))
        self.making = kind
        return None

    def poll(self) -> ShareResult | None:
        """Return the result, once; None while it is being made."""
        if self.job is None or self.making is None or not self.job.is_done:
            return None
        kind, is_clip = self.making, self._is_clip
        job, self.job, self.making = self.job, None, None
        self._is_clip = False
        try:
            status, out, err, raw = job.end()
        except OSError as error:
            return ShareResult(kind, error=fault_of_file(error).at(str(error.filename or "")))
        if status and kind is ShareKind.CLIP and self.card is not None:
            return self._save(kind, self.card)
        if status or (kind in _SUFFIXES and not raw):
            words = err.strip().splitlines()
            return ShareResult(kind, error=words[-1] if words else f"{status}")
        if kind is ShareKind.TEXT:
            return ShareResult(kind, text=out.strip())
        if kind is ShareKind.CLIP:
            return ShareResult(kind)
        if kind is ShareKind.PICTURE:
            self.card = raw
            if is_clip:
                return self._clip(raw)
        return self._save(kind, raw)

    def _save(self, kind: ShareKind, raw: bytes) -> ShareResult:
        """Put it among the player's pictures or documents, under a name of its own."""
        folder = find_folder(is_picture=kind in _PICTURES)
        stamp = (self.when or datetime.now(UTC)).astimezone().strftime("%Y-%m-%d-%H%M%S")
        path = free_path(folder, stamp, _SUFFIXES.get(kind, ".png"))
        try:
            write_new(path, raw)
        except OSError as error:
            return ShareResult(kind, path, error=fault_of_file(error).at(str(path)))
        return ShareResult(kind, path)

    def stop(self) -> None:
        """Kill the job that makes a file or picture."""
        if self.job is not None:
            self.job.kill()
        self.job = self.making = None
        self._is_clip = False


def _command(*words: str) -> list[str]:
    """This program's own command line."""
    if getattr(sys, "frozen", False):
        return [sys.executable, *words]
    return module_command("game", *words)


class ShareJob:
    """A command that is `given` a file, as its input and in the place of `FILE`, and writes one
    where there is a `suffix`.

    Raises `OSError` where it cannot be started.
    """

    def __init__(self, command: list[str], given: bytes, suffix: str | None) -> None:
        self._folder = tempfile.TemporaryDirectory(
            prefix="take-it-easy-", ignore_cleanup_errors=True
        )
        here = Path(self._folder.name)
        self._made = here / f"made{suffix}"
        self._out, self._err = here / "out", here / "err"
        if suffix is not None:
            command = [*command, "-o", str(self._made)]
        source = here / "given"
        source.write_bytes(given)
        # Files, not pipes: nobody reads while it runs.
        with (
            source.open("rb") as given_file,
            self._out.open("wb") as out,
            self._err.open("wb") as err,
        ):
            self._process = subprocess.Popen(
                [str(source) if word == FILE else word for word in command],
                stdin=given_file,
                stdout=out,
                stderr=err,
                creationflags=NO_CONSOLE,
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
