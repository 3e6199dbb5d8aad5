"""What is wrong with a record, and where, for the terminal; and one finished match of a file."""

from itertools import islice

from game.cli.drawing import clean
from game.locale import Catalogue
from game.locale.errors import word_error
from game.rules.errors import FormatError
from game.rules.match import Match
from game.storage.record_files import BadRecord, ReadRecord, read_records


def word_place(record: ReadRecord | BadRecord, catalogue: Catalogue) -> str:
    """The file's name, and the line where it has several."""
    if record.line is None:
        return record.name
    return catalogue.text("errors.line_of", name=record.name, line=str(record.line))


def word_refusal(record: BadRecord, catalogue: Catalogue) -> str:
    """The place and what is wrong there, without what could command a terminal."""
    reason = word_error(catalogue, record.error)
    return clean(catalogue.text("errors.at", place=word_place(record, catalogue), reason=reason))


def read_finished(file: str, catalogue: Catalogue) -> Match:
    """The one match of a file. Raises `FormatError` for several, and for an unfinished one."""
    # A second one is enough to refuse them: a stream of them may have no end.
    first, *others = islice(read_records([file]), 2)
    if isinstance(first, BadRecord):
        raise FormatError(word_refusal(first, catalogue))
    if others:
        raise FormatError(catalogue.text("page.one_match"), file)
    if not first.match.is_complete:
        raise FormatError(catalogue.text("result.unfinished"), word_place(first, catalogue))
    return first.match
