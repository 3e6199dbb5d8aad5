"""Reads the records in files: one object, several in any layout, or arrays of them."""

import json
import re
import sys
from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import BinaryIO, Final, TextIO

from game.rules.errors import Fault, FormatError, fault_of_file
from game.rules.json_shape import MAX_RECORD_BYTES
from game.rules.match import Match
from game.rules.record import parse_record
from game.rules.texts import text_stream
from game.storage.files import open_plain

RECORD_ENDINGS: Final = (".json", ".jsonl", ".take-it-easy")
"""Suffixes of record files."""

MOST_SKIPPED: Final = 64 * MAX_RECORD_BYTES
"""Characters behind a too long record in which the next one is looked for."""

_PIECE: Final = 1 << 16
"""Characters that are read at once, fewer where a line ends."""

_TOKEN: Final = re.compile(r'"(?:[^"\\\n]|\\.)*"|["{}\[\]]')
"""The tokens by which a record's end is found; a lone quote begins a text not closed in this
line."""


@dataclass(frozen=True, slots=True)
class ReadRecord:
    """A match, its file and, if that has several, the line it was read from."""

    name: str
    line: int | None
    match: Match


@dataclass(frozen=True, slots=True)
class BadRecord:
    """A record that could not be read, and why."""

    name: str
    line: int | None
    error: FormatError


@dataclass(frozen=True, slots=True)
class RecordText:
    """The text of a possible record, not parsed yet; the other fields as in `ReadRecord`."""

    name: str
    line: int | None
    raw: bytes


def read_records(
    names: Iterable[str], *, in_window: bool = False
) -> Iterator[ReadRecord | BadRecord]:
    """Yield the matches of all files in order, as `read_texts` finds their records."""
    for text in read_texts(names, in_window=in_window):
        if isinstance(text, BadRecord):
            yield text
            continue
        try:
            yield ReadRecord(text.name, text.line, parse_record(text.raw))
        except FormatError as error:
            yield BadRecord(text.name, text.line, error)


def read_texts(
    names: Iterable[str], *, in_window: bool = False
) -> Iterator[RecordText | BadRecord]:
    """Yield the texts of all files' records in order; `-` is standard input.

    One is read at a time, so that a file of any length takes little memory. With `in_window` pipes
    and devices are refused, as a window must not wait.
    """
    for name in names:
        try:
            if in_window:
                with open_plain(name) as file:
                    yield from _read_stream(name, file)
            elif name == "-":
                yield from _read_stream(name, sys.stdin.buffer)
            else:
                with open(name, "rb") as file:
                    yield from _read_stream(name, file)
        except OSError as error:
            yield BadRecord(name, None, fault_of_file(error))
        except ValueError:
            # open() refuses names with NUL characters in its own way.
            yield BadRecord(repr(name), None, FormatError(Fault.NOT_A_FILE_NAME))


def _read_stream(name: str, stream: BinaryIO) -> Iterator[RecordText | BadRecord]:
    with text_stream(stream) as text:
        records = (
            (line, record.encode("utf-8", "surrogateescape"))
            for line, record in _Splitter(text).split()
        )
        first = next(records, None)
        if first is None:
            yield BadRecord(name, None, FormatError(Fault.EMPTY))
            return
        second = next(records, None)
        if second is None:
            yield RecordText(name, None, first[1])
            return
        yield RecordText(name, *first)
        yield RecordText(name, *second)
        for record in records:
            yield RecordText(name, *record)


class _Splitter:
    """Splits a text into the objects at its top level or in arrays there."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        self._again = deque[str]()
        self._piece, self._at = "", 0
        self._line = 1

    def split(self) -> Iterator[tuple[int, str]]:
        """Yield each object's text and the line that it begins in.

        Other text is yielded too, to be refused; of several such lines in a row the first. Reading
        ends after blanks, or such lines, longer than a record.
        """
        is_in_array = is_refused = False
        passed = 0
        while passed <= MAX_RECORD_BYTES:
            begin = self._at
            sign = self._skip_blanks()
            passed += self._at - begin
            if not sign:
                if not self._read():
                    return
            elif sign == "{":
                line, before = self._line, self._piece[: self._at]
                text, is_whole = self._read_object()
                yield line, text
                is_refused, passed = False, 0
                if not is_whole and not self._find_next(before, len(text)):
                    return
            elif is_in_array and sign in ",]":
                is_in_array = sign == ","
                self._at += 1
            elif sign == "[" and not is_in_array:
                is_in_array = True
                self._at += 1
            else:
                line, text = self._line, self._read_rest_of_line()
                passed += len(text)
                if not is_refused:
                    yield line, text
                is_refused = True
        if not is_refused:
            yield self._line, " " * passed

    def _read(self, unread: str = "") -> bool:
        """Read the next piece behind `unread`; return whether there was one."""
        self._line += self._piece.count("\n")
        more = self._again.popleft() if self._again else self._stream.readline(_PIECE)
        self._piece, self._at = unread + more, 0
        return bool(more)

    def _skip_blanks(self) -> str:
        """Return the next character in this piece that is not blank, "" without one."""
        rest = self._piece[self._at :]
        self._at = len(self._piece) - len(rest.lstrip())
        return self._piece[self._at : self._at + 1]

    def _read_object(self) -> tuple[str, bool]:
        """Return the text from this brace to the closing one, and whether that was found.

        If not, the pieces after this one are read again.
        """
        line, first = self._line, self._piece
        pieces, closing, size, checked = list[str](), list[str](), 0, 0
        while True:
            begin, unread = self._at, ""
            is_broken = False
            for token in _TOKEN.finditer(self._piece, begin):
                match token[0]:
                    case "{":
                        closing.append("}")
                    case "[":
                        closing.append("]")
                    case "}" | "]":
                        is_broken = closing.pop() != token[0]
                    case '"':
                        unread = self._piece[token.start() :]
                        is_broken = "\n" in unread
                    case _:
                        continue
                if is_broken or unread:
                    break
                if not closing:
                    self._at = token.end()
                    return "".join([*pieces, self._piece[begin : self._at]]), True
            pieces.append(self._piece[begin : len(self._piece) - len(unread)])
            size += len(pieces[-1])
            if size > 2 * checked and not unread and self._piece.endswith("\n"):
                checked = size
                is_broken = _is_broken("".join(pieces))
            is_broken = is_broken or size + len(unread) > MAX_RECORD_BYTES
            if is_broken or not self._read(unread):
                text = "".join([*pieces, unread])
                behind = [*pieces[1:], unread] if len(pieces) > 1 else []
                self._again.extendleft(piece for piece in reversed(behind) if piece)
                self._line, self._piece = line, first
                return text, False

    def _find_next(self, before: str, size: int) -> bool:
        """Skip to the next line that begins like the broken object of that size; return False
        without one.
        """
        passed, most = 0, MOST_SKIPPED if size > MAX_RECORD_BYTES else MAX_RECORD_BYTES
        indent = before if not before.strip() else ""
        while passed <= most:
            is_line_end = self._piece.endswith("\n")
            if not self._read():
                return False
            if is_line_end and self._piece.startswith(f"{indent}{{"):
                return True
            passed += len(self._piece)
        return False

    def _read_rest_of_line(self) -> str:
        """Return the rest of this line, or of a longer one more than a record may have."""
        parts = [self._piece[self._at :]]
        size = len(parts[0])
        while not self._piece.endswith("\n") and size <= MAX_RECORD_BYTES and self._read():
            parts.append(self._piece)
            size += len(self._piece)
        self._at = len(self._piece)
        return "".join(parts)


def _is_broken(text: str) -> bool:
    """Whether no further text can complete these whole lines to an object."""
    try:
        json.loads(text)
    except json.JSONDecodeError as error:
        return error.pos < len(text.rstrip())
    except RecursionError:
        return True
    return False
