"""A shared folder as a transport.

A table's folder holds `journal-0001.jsonl` and so on and `leader.json`, which only the leader
writes, and for each seat key a `request-….jsonl`, which only its guest writes; each by rename.
Other names, such as a cloud's conflict copies, are ignored. A file that cannot be read whole is
read again at the next poll.
"""

import contextlib
import json
import os
import re
import secrets
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from game.net.journal.events import MAX_JOURNAL_BYTES, fence_of
from game.net.journal.requests import MAX_REQUEST_BYTES, read_request
from game.net.post.transport import LedElsewhere
from game.rules.errors import FormatError
from game.rules.json_shape import load_json
from game.storage.files import read_bounded

LINES_A_FILE: Final = 100
MAX_JOURNAL_FILE: Final = 1 << 20
MAX_REQUEST_FILE: Final = 32 * MAX_REQUEST_BYTES
MAX_REQUEST_FILES: Final = 256
CHECK_SECONDS: Final = 3.0
"""Seconds between two checks for another leader or deleted files."""

_REQUESTS: Final = re.compile(r"request-[0-9a-f]{32}\.jsonl")


class FolderTransport:
    """One table in a folder that several programs share, perhaps by a cloud."""

    def __init__(self, folder: Path, table: bytes) -> None:
        self.shared, self.folder = folder, folder / table.hex()
        self._read: dict[str, tuple[tuple[int, int, int], list[str]]] = {}
        """Each file's state when it was last read whole, and its lines."""
        self._returned: set[str] = set()
        self._written: dict[str, str] = {}
        self._unchanged: dict[str, tuple[int, int, int]] = {}
        """Each file's state when its content was last found unchanged."""
        self._fence, self._run = 0, secrets.token_hex(8)
        self._checked = 0.0

    def send(self, requests: Sequence[str]) -> None:
        """Write one file for each seat key; remove a file without requests."""
        wanted: dict[str, str] = {}
        for text in requests:
            name = f"request-{read_request(text).key.hex()[:32]}.jsonl"
            wanted[name] = wanted.get(name, "") + text + "\n"
        for name in self._written.keys() - wanted.keys():
            self._remove(name)
        self._put_all(wanted)

    def read_journal(self, after: int) -> Sequence[str]:
        """Return the lines after that many, as far as they are there, and no more of them than a
        journal may hold.
        """
        journal: list[str] = []
        size = 0
        while True:
            number, skip = divmod(after + len(journal), LINES_A_FILE)
            lines = self._lines_of(_name_of(number), MAX_JOURNAL_FILE)[skip:]
            journal += lines
            size += sum(map(len, lines))
            if not number and not lines:
                self._check_shared()
            if len(lines) < LINES_A_FILE - skip or size > MAX_JOURNAL_BYTES:
                return journal

    def read_requests(self) -> Sequence[str]:
        """Return the requests not returned before."""
        try:
            with os.scandir(self.folder) as items:
                names = sorted(item.name for item in items if _REQUESTS.fullmatch(item.name))
        except FileNotFoundError:
            self._check_shared()
            return ()
        lines: list[str] = []
        for name in names[:MAX_REQUEST_FILES]:
            lines += self._lines_of(name, MAX_REQUEST_FILE)
        fresh = [text for text in dict.fromkeys(lines) if text not in self._returned]
        # Deleted requests are forgotten, so that they are returned if they come again.
        self._returned = set(lines)
        return fresh

    def take_lead(self, fence: int) -> int:
        """Write that this program leads; return its fence."""
        self._check_shared()
        self._fence = max(fence, self._leader()[0]) + 1
        self._write_leader()
        return self._fence

    def write_journal(self, lines: Sequence[str], fence: int) -> None:
        """Write the files that have changed or are missing."""
        count = len(lines) // LINES_A_FILE + 1
        wanted: dict[str, str] = {}
        # All files but the last one written are full.
        for number in range(max(0, len(self._written) - 1), count):
            part = lines[number * LINES_A_FILE : (number + 1) * LINES_A_FILE]
            wanted[_name_of(number)] = "".join(f"{line}\n" for line in part)
        changed = any(self._written.get(name) != text for name, text in wanted.items())
        now = time.monotonic()
        if changed or now - self._checked > CHECK_SECONDS:
            self._check_leader()
            self._put_all(self._written | wanted)
            self._checked = now

    def _check_shared(self) -> None:
        if not self.shared.is_dir():
            raise FileNotFoundError(2, os.strerror(2), str(self.shared))

    def _leader(self) -> tuple[int, str]:
        """Return the fence and the program's id from `leader.json`; 0 and "" without it."""
        raw = read_bounded(self.folder / "leader.json", 1_000) or b""
        with contextlib.suppress(FormatError):
            value = load_json(raw, 1_000)
            if isinstance(value, dict):
                return fence_of(value.get("fence")), str(value.get("run"))
        return 0, ""

    def _write_leader(self) -> None:
        self._write("leader.json", json.dumps({"fence": self._fence, "run": self._run}) + "\n")

    def _check_leader(self) -> None:
        fence, run = self._leader()
        if fence > self._fence or (fence == self._fence and run != self._run):
            raise LedElsewhere
        if fence < self._fence:
            self._write_leader()

    def _lines_of(self, name: str, most: int) -> list[str]:
        """Return a file's lines as they were when it was last read whole."""
        path = self.folder / name
        known = self._read.get(name)
        try:
            status = path.stat(follow_symlinks=False)
        except FileNotFoundError:
            self._read.pop(name, None)
            return []
        except OSError:
            return [] if known is None else known[1]
        state = _state(status)
        if known is not None and known[0] == state:
            return known[1]
        before = [] if known is None else known[1]
        try:
            raw = read_bounded(path, most) or b""
        except OSError:
            return before
        text = raw.decode("utf-8", "replace")
        if len(raw) > most or not text.endswith("\n") or "\0" in text:
            return before
        lines = text.split("\n")[:-1]
        self._read[name] = (state, lines)
        return lines

    def _put_all(self, wanted: dict[str, str]) -> None:
        """Write the files whose content changed, and those that another program changed or
        deleted.
        """
        for name, text in wanted.items():
            if self._written.get(name) != text or not self._is_unchanged(name, text):
                self._write(name, text)
                self._written[name] = text

    def _is_unchanged(self, name: str, text: str) -> bool:
        """Whether a file has this content; it is read only if its state changed."""
        path = self.folder / name
        try:
            state = _state(path.stat())
            if self._unchanged.get(name) != state:
                if read_bounded(path, MAX_JOURNAL_FILE) != text.encode():
                    return False
                self._unchanged[name] = state
        except FileNotFoundError:
            return False
        return True

    def _remove(self, name: str) -> None:
        with contextlib.suppress(FileNotFoundError):
            (self.folder / name).unlink()
        self._written.pop(name, None)

    def _write(self, name: str, text: str) -> None:
        """Write a file so that it appears whole under its name and all sharers can read it."""
        self._check_shared()
        self.folder.mkdir(exist_ok=True)
        draft = self.folder / f".{name}.{self._run}"
        try:
            with draft.open("w", encoding="utf-8", newline="\n") as file:
                file.write(text)
                file.flush()
                os.fsync(file.fileno())
            os.replace(draft, self.folder / name)
        except OSError:
            with contextlib.suppress(OSError):
                draft.unlink()
            raise


def _state(status: os.stat_result) -> tuple[int, int, int]:
    return status.st_mtime_ns, status.st_size, status.st_ino


def _name_of(number: int) -> str:
    return f"journal-{number + 1:04}.jsonl"
