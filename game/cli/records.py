"""Reading records from files, and reporting invalid ones."""

import os
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

from game.cli.climb import read_climb_record
from game.cli.drawing import clean
from game.climb.record import ClimbRecord
from game.locale import Catalogue
from game.locale.errors import word_error
from game.rules.errors import FormatError
from game.rules.match import Match
from game.rules.record import parse_record
from game.storage.record_files import BadRecord, ReadRecord, RecordText, read_records, read_texts

UNFINISHED = "The match is not finished."


@dataclass(frozen=True, slots=True)
class ReadClimb:
    """A climb, its file and, in a file of several records, its line."""

    name: str
    line: int | None
    climb: ClimbRecord


class Records:
    """The records of files, in order.

    Invalid ones are reported (`FILE: reason`), skipped, and make the command's `status` 2.
    """

    def __init__(self, files: Sequence[str], catalogue: Catalogue) -> None:
        self.status = 0
        self._files = files
        self._catalogue = catalogue

    def __iter__(self) -> Iterator[ReadRecord | ReadClimb]:
        for text in read_texts(self._files):
            try:
                if isinstance(text, BadRecord):
                    raise text.error
                yield _read(text)
            except FormatError as error:
                self.refuse(text, word_error(self._catalogue, error))

    def matches(self) -> Iterator[ReadRecord]:
        """Yield the matches only; refuse a climb."""
        for record in read_records(self._files):
            if isinstance(record, ReadRecord):
                yield record
            else:
                self.refuse(record, word_error(self._catalogue, record.error))

    def refuse(self, record: ReadRecord | ReadClimb | RecordText | BadRecord, reason: str) -> None:
        """Report an invalid record on standard error and set the status.

        If standard error is closed, continue with the other records.
        """
        self.status = 2
        sys.stdout.flush()
        try:
            print(clean(f"{word_place(record)}: {reason}"), file=sys.stderr)
        except OSError:
            sys.stderr = open(os.devnull, "w")  # noqa: SIM115


def _read(text: RecordText) -> ReadRecord | ReadClimb:
    climb = read_climb_record(text.raw)
    if climb is not None:
        return ReadClimb(text.name, text.line, climb)
    return ReadRecord(text.name, text.line, parse_record(text.raw))


def word_place(record: ReadRecord | ReadClimb | RecordText | BadRecord) -> str:
    """Return the file's name, with the line in a file of several records."""
    return record.name if record.line is None else f"{record.name}: line {record.line}"


def read_finished(file: str, catalogue: Catalogue) -> Match:
    """Read the only match of a file. Raises `FormatError` for several or an unfinished one."""
    # Stop at the second one, because a stream of records may have no end.
    first, *others = islice(read_records([file]), 2)
    if isinstance(first, BadRecord):
        raise FormatError(word_error(catalogue, first.error), word_place(first))
    if others:
        raise FormatError("It holds several matches; a page is of one.", file)
    if not first.match.is_complete:
        raise FormatError(UNFINISHED, word_place(first))
    return first.match
