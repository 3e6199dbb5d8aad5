"""The process of an external bot: lines in, lines out, and no process left at its end.

A limited part of its standard error is passed on, each line with the bot's name. With it end all
processes that it started, detached ones and other sessions too: a variable in their environment
identifies them.
"""

from __future__ import annotations

import errno
import os
import subprocess
import sys
import time
import weakref
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from queue import Empty, SimpleQueue
from typing import TYPE_CHECKING, Final

from game.processes import NO_CONSOLE
from game.rules.json_shape import MAX_RECORD_BYTES
from game.threads import start_thread

if TYPE_CHECKING:
    import psutil

MAX_STDERR: Final = 1 << 16
"""Most bytes of a bot's standard error that are passed on."""

_MAX_LINE: Final = 1000
_MOST_WAITING: Final = 16
"""Most unread lines of a bot; more end the reading of its output."""

_LAST_WORDS_SECONDS: Final = 1.0
_MARK: Final = "TAKE_IT_EASY_BOT"
_SCANS: Final = 50
"""Most repeated scans for a bot's processes, because one may be starting another meanwhile."""


@dataclass(slots=True)
class Allowance:
    """The remaining bytes of a bot's standard error to pass on, over all its starts."""

    bytes: int = MAX_STDERR


@dataclass(slots=True)
class _Heard:
    """The output so far: complete lines, None at its end, and the text after the last newline."""

    lines: SimpleQueue[bytes | None] = field(default_factory=SimpleQueue)
    rest: bytes = b""


class BotProcess:
    """A process that answers lines with lines. Raises `OSError` if it cannot be started."""

    def __init__(self, command: list[str], name: str, allowance: Allowance) -> None:
        mark = os.urandom(8).hex()
        self._process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=os.environ | {_MARK: mark},
            start_new_session=os.name != "nt",
            creationflags=NO_CONSOLE,
        )
        self._heard, self._unsent = _Heard(), SimpleQueue[bytes | None]()
        # The bot must end with this program, also after an exception.
        self.end = weakref.finalize(self, _end, self._process, mark, self._unsent)
        for work in (
            partial(_send, self._process, self._unsent),
            partial(_listen, self._process, self._heard),
            partial(_pass_on, self._process, name, allowance),
        ):
            if start_thread(work) is None:
                self.end()
                raise OSError(errno.EAGAIN, "no thread can be started")

    def send_line(self, line: bytes) -> None:
        """Write a line; if the process has ended, the next `read_line` returns None."""
        self._unsent.put(line)

    def read_line(self, seconds: float) -> bytes | None:
        """Return the next line; None at the end. Raises `Empty` after the given seconds."""
        return self._heard.lines.get(timeout=seconds)

    @property
    def has_begun_a_line(self) -> bool:
        """Whether its output ends without a newline."""
        return bool(self._heard.rest)

    def answers_at_the_end(self) -> bool:
        """Close its input and return whether that makes it answer.

        It cannot be asked again.
        """
        with suppress(Empty):
            self.read_line(_LAST_WORDS_SECONDS)
            return False
        self._unsent.put(None)
        with suppress(Empty):
            return self.read_line(_LAST_WORDS_SECONDS) is not None
        return False


def _send(process: subprocess.Popen[bytes], unsent: SimpleQueue[bytes | None]) -> None:
    """Write each line, then close the bot's input at None.

    A bot that does not read its input blocks this thread once the pipe is full (64 kB on Linux).
    """
    assert process.stdin is not None
    # Closing flushes too, and fails where the process has ended.
    with suppress(OSError), process.stdin as pipe:
        while line := unsent.get():
            with suppress(OSError):
                pipe.write(line)
                pipe.flush()


def _listen(process: subprocess.Popen[bytes], heard: _Heard) -> None:
    assert process.stdout is not None
    with suppress(OSError, ValueError), process.stdout as pipe:
        while heard.lines.qsize() < _MOST_WAITING and len(heard.rest) <= MAX_RECORD_BYTES:
            chunk = os.read(pipe.fileno(), 1 << 16)
            if not chunk:
                break
            *lines, heard.rest = (heard.rest + chunk).split(b"\n")
            for line in lines:
                heard.lines.put(line)
    if heard.rest:
        heard.lines.put(heard.rest)
    heard.lines.put(None)


def _pass_on(process: subprocess.Popen[bytes], name: str, allowance: Allowance) -> None:
    """Read standard error to its end, so that the bot never blocks; show the allowed part."""
    assert process.stderr is not None
    with suppress(OSError, ValueError), process.stderr as pipe:
        while line := pipe.readline(_MAX_LINE):
            if allowance.bytes <= 0:
                continue
            allowance.bytes -= len(line)
            text = line.decode("utf-8", "replace").rstrip("\r\n")
            shown = "".join(c if c.isprintable() else " " for c in text)
            more = "" if allowance.bytes > 0 else " …"
            # A program without a console on Windows has no standard error; another's may be closed.
            with suppress(OSError, ValueError, AttributeError):
                sys.stderr.write(f"{name}: {shown}{more}\n")
                sys.stderr.flush()


def _end(process: subprocess.Popen[bytes], mark: str, unsent: SimpleQueue[bytes | None]) -> None:
    """End the process and all that it has started."""
    import psutil

    for _ in range(_SCANS):
        left = _family(process.pid, mark)
        for member in left:
            with suppress(psutil.Error):
                member.kill()
        if not left:
            break
        time.sleep(0.005)
    process.wait()
    unsent.put(None)


def _family(root: int, mark: str) -> set[psutil.Process]:
    """Return the running processes with the mark or descended from `root`, and `root`."""
    import psutil

    family: set[psutil.Process] = set()
    # The program itself may have changed its environment, or that of what it starts. Nobody has
    # waited for it yet: its number is no other's.
    with suppress(psutil.Error):
        parent = psutil.Process(root)
        family.update(parent.children(recursive=True))
        if parent.status() != psutil.STATUS_ZOMBIE:
            family.add(parent)
    for other in psutil.process_iter():
        with suppress(psutil.Error, OSError):
            if other.environ().get(_MARK) == mark:
                family.add(other)
    return family
