"""Decoding of texts from outside: files and streams in any encoding, pasted codes.

PowerShell writes UTF-16 and Notepad a byte order mark; mail programs and chats quote lines and put
marks around a code. Every reader of such a text uses this module.
"""

import codecs
import io
import re
import unicodedata
from collections.abc import Iterator
from contextlib import contextmanager
from html import unescape
from typing import BinaryIO, Final, Literal, TextIO

# UTF-32's mark begins as that of UTF-16 does.
_MARKS: Final = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)

_QUOTED: Final = re.compile(r"^[ \t]*(?:[>|][ \t]?)+", re.MULTILINE)
_HYPHENS: Final = {0x2010: "-", 0x2011: "-"}
_MARKS_IN_A_ROW: Final = 30
"""Most combining marks that follow each other in a text, as in Unicode's stream-safe format."""

_LONG_REFERENCE: Final = re.compile(r"&#(?:[0-9]{8}|[xX][0-9a-fA-F]{7})[0-9a-fA-F]*;?")
"""A web page's reference to a character by an impossible number."""

_AROUND: Final = " \t\n\"'`“”„‟‘’‚‛«»‹›<>()[]{}.,;:!?…*_"
"""Blanks and marks that can surround a code in a sentence."""


def decode_text(raw: bytes) -> str:
    """Decode a file in UTF-8, UTF-16 or UTF-32, with or without a byte order mark.

    All line ends become line feeds. Raises `UnicodeDecodeError`.
    """
    return raw.decode(_encoding_of(raw)).replace("\r\n", "\n").replace("\r", "\n")


@contextmanager
def text_stream(stream: BinaryIO) -> Iterator[TextIO]:
    """Open a stream as text, decoded as by `decode_text`; leave the stream open at the end.

    Invalid bytes become lone surrogates, so that one bad line does not end the reading.
    """
    buffered = stream if hasattr(stream, "peek") else io.BufferedReader(stream)  # type: ignore[type-var]
    encoding = _encoding_of(buffered.peek(4))
    errors = "surrogateescape" if encoding.startswith("utf-8") else "replace"
    text = io.TextIOWrapper(buffered, encoding, errors, newline=None)
    try:
        yield text
    finally:
        text.detach()
        if isinstance(buffered, io.BufferedReader) and buffered is not stream:
            # A reader that is dropped would close the stream.
            buffered.detach()


def _encoding_of(head: bytes) -> str:
    """Return the encoding of a text that begins with `head`, by its mark or first letter."""
    for mark, name in _MARKS:
        if head.startswith(mark):
            return name
    if len(head) > 3 and head[:4].count(0) == 3 and 0 in (head[0], head[3]):
        return "utf-32-le" if head[3] == 0 else "utf-32-be"
    if len(head) > 1 and 0 in head[:2] and head[:2] != b"\0\0":
        return "utf-16-le" if head[1] == 0 else "utf-16-be"
    return "utf-8"


def normalise(form: Literal["NFC", "NFD", "NFKC", "NFKD"], text: str) -> str:
    """Return a text in a Unicode normal form, without the marks of a run that is too long.

    Sorting the marks of a run takes a time that grows with the square of their number.
    """
    if text.isascii():
        return text
    letters, marks = [], 0
    for c in text:
        marks = marks + 1 if unicodedata.category(c)[0] == "M" else 0
        if marks <= _MARKS_IN_A_ROW:
            letters.append(c)
    return unicodedata.normalize(form, "".join(letters))


def without_references(text: str) -> str:
    """Replace a web page's references (`&#45;`, `&amp;`) by their characters."""
    # `unescape` raises `ValueError` for a number of thousands of digits.
    return unescape(_LONG_REFERENCE.sub("\ufffd", text))


def typed_text(text: str) -> str:
    """Normalise a typed text: compose letters (NFC), make every blank a space and every line end
    a line feed, drop invisible characters.
    """
    lines = io.StringIO(normalise("NFC", text), newline=None).read()
    plain = (" " if c.isspace() and c != "\n" else c for c in lines)
    return "".join(c for c in plain if unicodedata.category(c) != "Cf")


def pasted_text(text: str) -> str:
    """Undo what mail programs and chats do to a text: normalise it as `typed_text` does, drop
    quote marks at line starts, make all hyphens plain.
    """
    return _QUOTED.sub("", typed_text(text)).translate(_HYPHENS)


def strip_marks(text: str) -> str:
    """Return a pasted text without the marks and blanks around it."""
    return pasted_text(text).strip(_AROUND)
