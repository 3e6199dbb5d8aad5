"""Makes texts, pictures, pages and records of a match or climb by the terminal's commands.

No pygame. The commands run in processes of their own, so that no frame waits for a drawing or a
proof.
"""

import subprocess
import sys
import tempfile
from dataclasses import dataclass
from datetime import UTC, date, datetime
from enum import Enum, StrEnum, auto
from importlib.util import find_spec
from pathlib import Path
from typing import ClassVar, Final, NamedTuple, Protocol

from game.bots.service.process import PICTURE_ARGUMENT, module_command
from game.locale import Catalogue
from game.page.possible import Possible
from game.page.result import describe_result
from game.play.own_seats import seat_of_honour
from game.processes import NO_CONSOLE
from game.progress.daily import DailyDeal
from game.rules.errors import FormatError, fault_of_file
from game.rules.match import Match
from game.rules.match_score import has_own_totals
from game.rules.record import print_record
from game.storage.exports import find_folder, free_path, write_new
from game.ui.scenes.share.clipboard import FILE, picture_command, was_copied


class ShareKind(StrEnum):
    """A form of sharing; values are catalogue keys."""

    TEXT = "text"
    PICTURE = "picture"
    PAGE = "page"
    RECORD = "record"


_SUFFIXES: Final = {
    ShareKind.PICTURE: ".png",
    ShareKind.PAGE: ".html",
    ShareKind.RECORD: ".json",
}

_MOVING: Final = ".webp"
"""The suffix of an animated picture."""


class _Step(Enum):
    """The steps of a picture: drawn, copied, animated; other files take one step."""

    WHOLE = auto()
    CLIP = auto()
    MOVING = auto()


def can_move() -> bool:
    """Return whether animated pictures can be made here."""
    return find_spec("PIL") is not None


@dataclass(frozen=True, slots=True)
class ShareResult:
    """The result of a job: a `path`, a `text`, or the reason of a failure.

    A picture can also be on the clipboard.
    """

    kind: ShareKind
    path: Path | None = None
    text: str = ""
    is_copied: bool = False
    error: str | FormatError = ""


class ShareKeys(NamedTuple):
    """The catalogue keys of the page's title and foot."""

    title: str
    about: str


class Shared(Protocol):
    """A match or climb to share."""

    @property
    def keys(self) -> ShareKeys:
        """The words of the page."""

    @property
    def code(self) -> str:
        """The code for a friend's game, "" if the record suffices."""

    @property
    def kinds(self) -> tuple[ShareKind, ...]:
        """The files that can be made."""

    @property
    def has_moves(self) -> bool:
        """Whether an animated picture can be made."""

    def text(self) -> str:
        """Return the text, "" if engines would have to compute it."""

    def record(self) -> str:
        """Return the record."""

    def command(self, kind: ShareKind) -> list[str]:
        """Return the command that makes a file, without the file's name."""


@dataclass(frozen=True, slots=True)
class SharedMatch:
    """A match to share.

    `when` it was finished; `daily` is its daily deal; `possible` and `medal` reuse findings of the
    count. A challenge that `is_secret` is shared without a review.

    `match` is shared in the words of `catalogue`.
    """

    match: Match
    catalogue: Catalogue
    when: datetime | None
    daily: DailyDeal | None = None
    possible: Possible | None = None
    medal: str = ""
    is_secret: bool = False
    keys: ClassVar = ShareKeys("share.title", "share.about")
    kinds: ClassVar = (ShareKind.PICTURE, ShareKind.PAGE, ShareKind.RECORD)
    code: ClassVar = ""

    @property
    def day(self) -> date | None:
        """The day written on the picture."""
        return None if self.when is None else self.when.astimezone().date()

    @property
    def has_moves(self) -> bool:
        return can_move()

    def text(self) -> str:
        if has_own_totals(self.match.rules) and self.possible is None:
            return ""
        seat, day = seat_of_honour(self.match), self.daily
        lines = describe_result(self.match, seat, self.catalogue, possible=self.possible, daily=day)
        return "\n".join(lines)

    def record(self) -> str:
        return print_record(self.match)

    def command(self, kind: ShareKind) -> list[str]:
        language = self.catalogue.language.value
        match kind:
            case ShareKind.TEXT:
                day = [] if self.daily is None else ["--daily", self.daily.day.isoformat()]
                return ["score", "--text", "--lang", language, *day, "-"]
            case ShareKind.PAGE:
                review = () if self.is_secret else ["--review"]
                return ["page", "--lang", language, *review, "-"]
            case _:
                when = "" if self.day is None else self.day.isoformat()
                return [PICTURE_ARGUMENT, language, when, self.medal, FILE]


class ShareControl:
    """Makes one file at a time, others after it. `when` is the time of the end, None if unknown.

    A picture is drawn, copied if the system can, and saved, animated if possible. `card` is its
    still file once drawn.
    """

    def __init__(self, shared: Shared, when: datetime | None) -> None:
        self.shared, self.when = shared, when
        self.making: ShareKind | None = None
        self.card: bytes | None = None
        self.job: ShareJob | None = None
        self._step = _Step.WHOLE
        self._is_copied = False
        self._waiting: list[ShareKind] = []

    def make(self, kind: ShareKind) -> ShareResult | None:
        """Start making a file; return a result that is available at once.

        While another job runs, what needs one of its own waits for it.
        """
        if kind is ShareKind.TEXT and (words := self.shared.text()):
            return ShareResult(kind, text=words)
        if kind is ShareKind.RECORD:
            return self._save(kind, f"{self.shared.record()}\n".encode())
        if self.job is not None:
            if kind not in (self.making, *self._waiting):
                self._waiting.append(kind)
            return None
        self._is_copied = False
        if kind is ShareKind.PICTURE and self.card is not None:
            return self._copy(self.card)
        return self._begin(kind, _Step.WHOLE, _SUFFIXES.get(kind))

    def _copy(self, card: bytes) -> ShareResult | None:
        """Copy the picture to the clipboard if the system can, then save it."""
        command = picture_command()
        if command is None:
            return self._keep(card)
        return self._start(ShareKind.PICTURE, _Step.CLIP, command, card, None)

    def _keep(self, card: bytes) -> ShareResult | None:
        """Save the picture, animated if possible."""
        if self.shared.has_moves:
            return self._begin(ShareKind.PICTURE, _Step.MOVING, _MOVING)
        return self._save(ShareKind.PICTURE, card)

    def _begin(self, kind: ShareKind, step: _Step, suffix: str | None) -> ShareResult | None:
        command = _command(*self.shared.command(kind))
        return self._start(kind, step, command, self.shared.record().encode(), suffix)

    def _start(
        self, kind: ShareKind, step: _Step, command: list[str], given: bytes, suffix: str | None
    ) -> ShareResult | None:
        try:
            self.job = ShareJob(command, given, suffix)
        except OSError as error:
            return ShareResult(kind, error=fault_of_file(error).at(str(error.filename or "")))
        self.making, self._step = kind, step
        return None

    def poll(self) -> ShareResult | None:
        """Return the result once; None while the job runs. What waits begins after it."""
        if self.job is None and self._waiting:
            return self.make(self._waiting.pop(0))
        if self.job is None or self.making is None or not self.job.is_done:
            return None
        kind, step, job = self.making, self._step, self.job
        self.job = self.making = None
        try:
            status, out, err, raw = job.end()
        except OSError as error:
            return ShareResult(kind, error=fault_of_file(error).at(str(error.filename or "")))
        if step is not _Step.WHOLE:
            assert self.card is not None
            if step is _Step.CLIP:
                self._is_copied = was_copied(status, out)
                return self._keep(self.card)
            # A picture that cannot be animated is saved still.
            has_made = not status and bool(raw)
            return self._save(kind, raw, _MOVING) if has_made else self._save(kind, self.card)
        if status or (kind in _SUFFIXES and not raw):
            lines = err.strip().splitlines()
            return ShareResult(kind, error=lines[-1] if lines else f"{status}")
        if kind is ShareKind.TEXT:
            return ShareResult(kind, text=out.strip())
        if kind is ShareKind.PICTURE:
            self.card = raw
            return self._copy(raw)
        return self._save(kind, raw)

    def _save(self, kind: ShareKind, raw: bytes, suffix: str = "") -> ShareResult:
        """Save a file with a new name in the user's pictures or documents."""
        folder = find_folder(is_picture=kind is ShareKind.PICTURE)
        stamp = (self.when or datetime.now(UTC)).astimezone().strftime("%Y-%m-%d-%H%M%S")
        path = free_path(folder, stamp, suffix or _SUFFIXES[kind])
        try:
            write_new(path, raw)
        except OSError as error:
            return ShareResult(kind, path, error=fault_of_file(error).at(str(path)))
        return ShareResult(kind, path, is_copied=self._is_copied and kind is ShareKind.PICTURE)

    def stop(self) -> None:
        """Kill the running job, and forget what waits for it."""
        self._waiting.clear()
        if self.job is not None:
            self.job.kill()
        self.job = self.making = None


def _command(*arguments: str) -> list[str]:
    """Return a command line of this program."""
    if getattr(sys, "frozen", False):
        return [sys.executable, *arguments]
    return module_command("game", *arguments)


class ShareJob:
    """A running command: `given` is its input and replaces `FILE`; `suffix` is its output's.

    Raises `OSError` if it cannot be started.
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
        # Files instead of pipes: no thread reads them while the command runs.
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
        """Return the exit status, stdout, stderr, and the output file."""
        status = self._process.wait()
        out, err = (f.read_text("utf-8", "replace") for f in (self._out, self._err))
        raw = self._made.read_bytes() if self._made.exists() else b""
        self._folder.cleanup()
        return status, out, err, raw

    def kill(self) -> None:
        self._process.kill()
        self._process.wait()
        self._folder.cleanup()
