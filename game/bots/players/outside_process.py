"""The process of a bot from outside: lines in, lines out, and nothing of it left at its end.

What it writes to standard error is passed on, a limited part of it, each line marked with the bot's
name. Its end is the end of all that it started, in sessions of their own and detached too: on Linux
they are known by a variable of their environment, elsewhere by their parents.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
import weakref
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Final

from game.rules.json_shape import MAX_RECORD_BYTES

MOST_SAID: Final = 1 << 16
"""Bytes of standard error that are passed on for one bot."""

_LONGEST_SAID: Final = 1000
_MOST_WAITING: Final = 16
"""Lines that nobody asked for, after which a bot is not listened to any more."""

_LAST_WORDS_SECONDS: Final = 1.0
_MARK: Final = "TAKE_IT_EASY_BOT"
_SCANS: Final = 50
"""A process that is just starting another is found at the next look."""


@dataclass(slots=True)
class Allowance:
    """How much of a bot's standard error may still be passed on, however often it is started."""

    bytes: int = MOST_SAID


@dataclass(slots=True)
class _Heard:
    """Whole lines, None at the end of the output, and what stands behind the last newline."""

    lines: SimpleQueue[bytes | None] = field(default_factory=SimpleQueue)
    rest: bytes = b""


class BotProcess:
    """A process that answers lines with lines. Raises `OSError` where it cannot be started."""

    def __init__(
        self, command: list[str], folder: Path | None, name: str, allowance: Allowance
    ) -> None:
        mark = os.urandom(8).hex()
        self._process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            cwd=folder,
            env=os.environ | {_MARK: mark},
            start_new_session=os.name != "nt",
            creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
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
        while line := pipe.readline(_LONGEST_SAID):
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
    if os.name == "nt":
        tree = ["taskkill", "/T", "/F", "/PID", str(process.pid)]
        with suppress(OSError):
            subprocess.run(tree, capture_output=True, check=False)
            process.kill()
    else:
        _kill([-process.pid])
        for _ in range(_SCANS):
            left = _family(process.pid, mark)
            if not left:
                break
            _kill(left)
            time.sleep(0.005)
    process.wait()
    if process.stdin is not None:
        with suppress(OSError):
            process.stdin.close()


def _kill(numbers: list[int]) -> None:
    for number in numbers:
        with suppress(OSError):
            os.kill(number, signal.SIGKILL)


def _family(root: int, mark: str) -> list[int]:
    """Return the living processes that descend from `root` or bear the mark, without
    `root` itself.
    """
    parents: dict[int, int] = {}
    found: set[int] = set()
    for number, parent, has_mark in _processes(f"{_MARK}={mark}".encode()):
        parents[number] = parent
        if has_mark:
            found.add(number)
    for number in parents:
        at: int | None = number
        while at in parents and at != root:
            at = parents[at]
        if at == root:
            found.add(number)
    return sorted(found - {root})


def _processes(mark: bytes) -> Iterator[tuple[int, int, bool]]:
    """Each living process: its number, its parent's, and whether its environment has the mark."""
    if not Path("/proc/self/stat").exists():
        table = subprocess.run(
            ["ps", "-axo", "pid=,ppid=,stat="], capture_output=True, text=True, check=False
        )
        for number, parent, state in (line.split()[:3] for line in table.stdout.splitlines()):
            if not state.startswith("Z"):
                yield int(number), int(parent), False
        return
    for entry in os.listdir("/proc"):
        if not entry.isdigit():
            continue
        with suppress(OSError, ValueError, IndexError):
            # The name of the program, in brackets, may hold anything.
            state, parent = Path("/proc", entry, "stat").read_text().rpartition(")")[2].split()[:2]
            if state in "ZX":
                continue
            has_mark = False
            with suppress(OSError):
                has_mark = mark in Path("/proc", entry, "environ").read_bytes().split(b"\0")
            yield int(entry), int(parent), has_mark
