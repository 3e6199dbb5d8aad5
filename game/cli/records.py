"""Reads records from files, reports those that are wrong, and writes results."""

import os
import sys
from collections.abc import Iterator, Sequence
from itertools import islice

from game.cli.drawing import clean
from game.locale import Catalogue
from game.locale.errors import word_error
from game.rules.errors import FormatError
from game.rules.match import Match
from game.storage.record_files import BadRecord, ReadRecord, RecordText, read_records


class Records:
    """The records of files, one after the other; bad ones are told (`FILE: reason`), passed over,
    and make the `status` of the command 2.
    """

    def __init__(self, files: Sequence[str], catalogue: Catalogue) -> None:
        self.status = 0
        self._files = files
        self._catalogue = catalogue

    def __iter__(self) -> Iterator[ReadRecord]:
        for record in read_records(self._files):
            if isinstance(record, ReadRecord):
                yield record
            else:
                self.refuse(record, word_error(self._catalogue, record.error))

    def refuse(self, record: ReadRecord | BadRecord | RecordText, reason: str) -> None:
        """Tell what is wrong with a record."""
        place = word_place(record, self._catalogue)
        self.status = tell(self._catalogue.text("errors.at", place=place, reason=reason))


def tell(line: str) -> int:
    """Say on standard error what could not be read; returns the status of such a command.

    Where nobody listens there, the command goes on: its work is not done yet.
    """
    sys.stdout.flush()
    try:
        print(clean(line), file=sys.stderr)
    except OSError:
        sys.stderr = open(os.devnull, "w")  # noqa: SIM115
    return 2


def word_place(record: ReadRecord | BadRecord | RecordText, catalogue: Catalogue) -> str:
    """Return the file's name, and the line where it has several."""
    if record.line is None:
        return record.name
    return catalogue.text("errors.line_of", name=record.name, line=str(record.line))


def read_finished(file: str, catalogue: Catalogue) -> Match:
    """Return the one match of a file. Raises `FormatError` for several, and for an
    unfinished one.
    """
    # A second one is enough to refuse them: a stream of them may have no end.
    first, *others = islice(read_records([file]), 2)
    place = word_place(first, catalogue)
    if isinstance(first, BadRecord):
        raise FormatError(word_error(catalogue, first.error), place)
    if others:
        raise FormatError(catalogue.text("page.one_match"), file)
    if not first.match.is_complete:
        raise FormatError(catalogue.text("result.unfinished"), place)
    return first.match
