"""The process of a bot from outside: lines in, lines out, and nothing of it left at its end.

What it writes to standard error is passed on, a limited part of it, each line marked with the bot's
name. Its end is the end of all that it started, in sessions of their own and detached too: they are
known by a variable of their environment.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
import weakref
from contextlib import suppress
from dataclasses import dataclass, field
from queue import Empty, SimpleQueue
from threading import Thread
from typing import TYPE_CHECKING, Final

from game.processes import NO_CONSOLE
from game.rules.json_shape import MAX_RECORD_BYTES

if TYPE_CHECKING:
    import psutil

MAX_STDERR: Final = 1 << 16
"""Bytes of standard error that are passed on for one bot."""

_MAX_LINE: Final = 1000
_MOST_WAITING: Final = 16
"""Lines that nobody asked for, after which a bot is not listened to any more."""

_LAST_WORDS_SECONDS: Final = 1.0
_MARK: Final = "TAKE_IT_EASY_BOT"
_SCANS: Final = 50
"""A process that is just starting another is found at the next look."""


@dataclass(slots=True)
class Allowance:
    """How much of a bot's standard error may still be passed on, however often it is started."""

    bytes: int = MAX_STDERR


@dataclass(slots=True)
class _Heard:
    """Whole lines, None at the end of the output, and what stands behind the last newline."""

    lines: SimpleQueue[bytes | None] = field(default_factory=SimpleQueue)
    rest: bytes = b""


class BotProcess:
    """A process that answers lines with lines. Raises `OSError` where it cannot be started."""

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
        self._heard = _Heard()
        # However this program ends, the bot ends with it.
        self.end = weakref.finalize(self, _end, self._process, mark)
        Thread(target=_listen, args=(self._process, self._heard), daemon=True).start()
        Thread(target=_pass_on, args=(self._process, name, allowance), daemon=True).start()

    def say(self, line: bytes) -> None:
        """Write a line. Where the process has ended, `hear` returns None."""
        assert self._process.stdin is not None
        with suppress(OSError, ValueError):
            self._process.stdin.write(line)
            self._process.stdin.flush()

    def hear(self, seconds: float) -> bytes | None:
        """Return the next line, None where there will be none. Raises `Empty` after so
        many seconds.
        """
        return self._heard.lines.get(timeout=seconds)

    @property
    def has_begun_a_line(self) -> bool:
        """Whether it has written something without a newline at its end."""
        return bool(self._heard.rest)

    def answers_at_the_end(self) -> bool:
        """Whether it answers once it has nothing to read any more, and not merely later.

        It cannot be asked again.
        """
        assert self._process.stdin is not None
        with suppress(Empty):
            self.hear(_LAST_WORDS_SECONDS)
            return False
        with suppress(OSError, ValueError):
            self._process.stdin.close()
        with suppress(Empty):
            return self.hear(_LAST_WORDS_SECONDS) is not None
        return False


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
    """Read standard error to its end, so that the bot never waits; show what is allowed of it."""
    assert process.stderr is not None
    with suppress(OSError, ValueError, AttributeError), process.stderr as pipe:
        while line := pipe.readline(_MAX_LINE):
            if allowance.bytes <= 0:
                continue
            allowance.bytes -= len(line)
            text = line.decode("utf-8", "replace").rstrip("\r\n")
            shown = "".join(c if c.isprintable() else " " for c in text)
            more = "" if allowance.bytes > 0 else " …"
            # A windowed program on Windows has no standard error.
            sys.stderr.write(f"{name}: {shown}{more}\n")
            sys.stderr.flush()


def _end(process: subprocess.Popen[bytes], mark: str) -> None:
    """End the process and whatever it has started."""
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
    if process.stdin is not None:
        with suppress(OSError):
            process.stdin.close()


def _family(root: int, mark: str) -> set[psutil.Process]:
    """Return the living processes that bear the mark or descend from `root`, with `root`."""
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
