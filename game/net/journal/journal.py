"""A table's journal: lines that only grow, each on the disk before it is shown to anyone.

Each line carries the start of the hash of the line before. So two copies show where they differ:
there the line with the higher fence wins.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Sequence
from pathlib import Path

from game.net.journal.events import (
    MAX_JOURNAL_BYTES,
    MAX_LINE_BYTES,
    JournalLine,
    TableEventBody,
    is_written_by,
    link_of,
    read_line,
    write_line,
)
from game.net.journal.table import Table, begin_table, follow_line
from game.rules.errors import Fault, FormatError
from game.storage.files import free_name, read_bounded, write_atomically


class Journal:
    """The lines of one table and the table that follows from them.

    With a `path` the lines are a file. What follows a damaged line there is moved to another file,
    and read again from the transport. With the leader's `secret` only lines that it wrote are
    accepted. `problem` is why the last lines offered were refused; None at a leader for lines of
    others.
    """

    def __init__(self, id: bytes, path: Path | None = None, secret: bytes = b"") -> None:
        self.id, self._secret = id, secret
        self.lines: list[str] = []
        self.table: Table | None = None
        self.fence = 0
        self.problem: FormatError | None = None
        self.aside: Path | None = None
        """The file to which the damaged end of the journal was moved; None without damage."""
        self._path, self._size = path, 0
        self._bytes = 0
        if path is not None:
            self._load(path)

    @classmethod
    def in_memory(cls, id: bytes, lines: Sequence[str] = (), secret: bytes = b"") -> Journal:
        """Return a journal that is not stored."""
        journal = cls(id, secret=secret)
        journal.extend(lines)
        return journal

    def valid_copy(self, lines: Sequence[str]) -> Journal:
        """Return the valid part of another copy of this table's journal."""
        return Journal.in_memory(self.id, lines, self._secret)

    def __len__(self) -> int:
        return len(self.lines)

    def append(self, at: int, fence: int, body: TableEventBody) -> None:
        """Write one more event to the disk, synced.

        Raises `FormatError` for an event against the rules, and `OSError`; then nothing has
        changed. A line's time is never before the last one's.
        """
        after = link_of(self.lines[-1]) if self.lines else ""
        at = max(at, self.table.at if self.table else 0)
        line = JournalLine(len(self.lines) + 1, at, fence, after, body)
        table = begin_table(line) if self.table is None else follow_line(self.table, line)
        text = write_line(line, self._secret)
        # Raises for a line that could not be read again.
        read_line(text)
        self._write([text])
        self.lines.append(text)
        self.table, self.fence = table, fence
        self._bytes += _bytes_of(text)

    def extend(self, lines: Sequence[str]) -> int:
        """Append the lines that follow, up to the first invalid one; return their number.

        Raises `OSError`.
        """
        accepted: list[str] = []
        table, fence = self.table, self.fence
        before = self.lines[-1] if self.lines else ""
        self.problem = None
        length = self._bytes
        for text in lines:
            try:
                length += _bytes_of(text)
                if length > MAX_JOURNAL_BYTES:
                    raise FormatError(Fault.TOO_MANY_BYTES, most=MAX_JOURNAL_BYTES)
                line = self._check(text, len(self.lines) + len(accepted), before, fence)
                table = begin_table(line) if table is None else follow_line(table, line)
                if table.id != self.id:
                    raise FormatError(Fault.OTHER_TABLE)
            except FormatError as error:
                is_others = self._secret and error.fault is Fault.ALTERED
                self.problem = None if is_others else error
                break
            accepted.append(text)
            before, fence = text, line.fence
        if accepted:
            self._write(accepted)
            self.lines += accepted
            self.table, self.fence = table, fence
            self._bytes += sum(map(_bytes_of, accepted))
        return len(accepted)

    def adopt(self, lines: Sequence[str]) -> bool:
        """Adopt another copy of this journal if it is longer or a later leader wrote it.

        Raises `OSError`. The dropped lines are moved to another file. One program writes no line
        twice: of two copies by one fence, the longer one is the leader's.
        """
        common = next(
            (i for i, (a, b) in enumerate(zip(self.lines, lines, strict=False)) if a != b),
            min(len(self.lines), len(lines)),
        )
        if common == len(self.lines):
            return self.extend(lines[common:]) > 0
        if common == len(lines):
            return False
        other = self.valid_copy(lines)
        if len(other) <= common:
            self.problem = other.problem
            return False
        theirs, ours = (read_line(one.lines[common]).fence for one in (other, self))
        if (theirs, len(other)) <= (ours, len(self) if theirs == ours else 0):
            return False
        if self._path is not None:
            self.aside = self._put_aside("".join(f"{one}\n" for one in self.lines))
            text = "".join(f"{line}\n" for line in other.lines)
            write_atomically(self._path, text)
            self._size = len(text.encode())
        self.lines, self.table, self.fence = other.lines, other.table, other.fence
        self._bytes = other._bytes
        return True

    def _check(self, text: str, number: int, before: str, fence: int) -> JournalLine:
        if self._secret and not is_written_by(self._secret, text):
            raise FormatError(Fault.ALTERED, f"line {number + 1}")
        line = read_line(text)
        after = link_of(before) if before else ""
        if (line.n, line.after) != (number + 1, after) or line.fence < fence:
            raise FormatError(Fault.ALTERED, f"line {number + 1}")
        return line

    def _write(self, lines: Sequence[str]) -> None:
        if self._path is None:
            return
        data = "".join(f"{line}\n" for line in lines).encode()
        handle = os.open(self._path, os.O_RDWR | os.O_CREAT | getattr(os, "O_BINARY", 0), 0o600)
        try:
            # Removes the rest of an earlier try that met a full disk.
            os.ftruncate(handle, self._size)
            os.lseek(handle, self._size, os.SEEK_SET)
            rest = data
            while rest:
                rest = rest[os.write(handle, rest) :]
            os.fsync(handle)
        except OSError:
            with contextlib.suppress(OSError):
                os.ftruncate(handle, self._size)
            raise
        finally:
            os.close(handle)
        self._size += len(data)

    def _load(self, path: Path) -> None:
        raw = read_bounded(path, MAX_JOURNAL_BYTES) or b""
        whole, _, cut = raw.rpartition(b"\n")
        texts = whole.decode("utf-8", "replace").split("\n") if whole else []
        # Without a path `extend` writes nothing.
        self._path = None
        count = self.extend(texts)
        self._path = path
        self._size = sum(len(line.encode()) + 1 for line in self.lines)
        # A line cut short when the program was killed had not been sent.
        if count < len(texts) or len(cut) > MAX_LINE_BYTES:
            self.aside = self._put_aside(raw[self._size :].decode("utf-8", "replace"))

    def _put_aside(self, text: str) -> Path:
        assert self._path is not None
        aside = free_name(self._path, "kept")
        write_atomically(aside, text)
        return aside


def _bytes_of(line: str) -> int:
    """Return the bytes of a line with its line feed."""
    return len(line.encode("utf-8", "surrogatepass")) + 1
