"""Reading the records in files: one object, or one object a line."""

import itertools
import json
import sys
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
"""How the names of record files end."""

MOST_CUT: Final = 64
"""How many records' lengths of one line are read to find its end."""


@dataclass(frozen=True, slots=True)
class ReadRecord:
    """A match, the file and, where that has several, the line it was read from."""

    name: str
    line: int | None
    match: Match


@dataclass(frozen=True, slots=True)
class BadRecord:
    """What could not be read, and why."""

    name: str
    line: int | None
    error: FormatError


def read_records(
    names: Iterable[str], *, in_window: bool = False
) -> Iterator[ReadRecord | BadRecord]:
    """The records of all files in order; `-` is standard input.

    Lines are read one at a time, so that a file of any length takes little memory. A window, which
    must not wait, takes files alone, no pipes or devices.
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


def _read_stream(name: str, stream: BinaryIO) -> Iterator[ReadRecord | BadRecord]:
    with text_stream(stream) as text:
        yield from _read_text(name, text)


def _read_text(name: str, stream: TextIO) -> Iterator[ReadRecord | BadRecord]:
    lines = _lines(stream)
    first = list(itertools.islice(lines, 2))
    if not first:
        yield BadRecord(name, None, FormatError(Fault.EMPTY))
        return
    # An object spread over lines has none that is an object of its own among its first two.
    if len(first) == 2 and not any(_is_object(text) for _, text in first):
        text = "".join(text for _, text in first)
        yield _read(name, text + stream.read(max(0, MAX_RECORD_BYTES + 1 - len(text))))
        return
    if len(first) == 1:
        yield _read(name, first[0][1])
        return
    for number, text in itertools.chain(first, lines):
        yield _read(name, text, number)


def _lines(stream: TextIO) -> Iterator[tuple[int, str]]:
    """The lines that are not blank, with their numbers; longer ones than a record are cut.

    What never ends is given up: after a line many times too long, and after blanks that are
    longer than a record.
    """
    blanks = 0
    for number in itertools.count(1):
        line = rest = stream.readline(MAX_RECORD_BYTES + 1)
        if not line:
            return
        for _ in range(MOST_CUT):
            if len(rest) <= MAX_RECORD_BYTES or rest.endswith("\n"):
                break
            rest = stream.readline(MAX_RECORD_BYTES + 1)
        is_blank = not line.strip()
        blanks = blanks + len(line) if is_blank else 0
        is_endless = blanks > MAX_RECORD_BYTES
        if is_endless or not is_blank:
            yield number, line if not is_endless else " " * (MAX_RECORD_BYTES + 1)
        if is_endless or (len(rest) > MAX_RECORD_BYTES and not rest.endswith("\n")):
            return


def _is_object(text: str) -> bool:
    try:
        return isinstance(json.loads(text), dict)
    except (ValueError, RecursionError):
        return False


def _read(name: str, text: str, number: int | None = None) -> ReadRecord | BadRecord:
    try:
        return ReadRecord(name, number, parse_record(text.encode("utf-8", "surrogateescape")))
    except FormatError as error:
        return BadRecord(name, number, error)
