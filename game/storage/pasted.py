"""Finds the codes of this game in any text: invitations, seat keys, turn files, runs.

A code is its kind, its length, and as many signs of base64url, of which the last are a checksum. As
its end is known, mail may quote, indent, wrap, sign and encode it.
"""

import base64
import binascii
import contextlib
import quopri
import re
import zlib
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from enum import StrEnum
from hashlib import sha256
from itertools import islice, zip_longest
from typing import Final

from game.rules.errors import Fault, FormatError
from game.rules.texts import pasted_text, without_references

MAX_TEXT: Final = 8 << 20
MAX_CODE_BYTES: Final = 16 << 20
MAX_CODES: Final = 1_000
"""Most codes of a text that are read."""

SUM_BYTES: Final = 6
LINE_SIGNS: Final = 64


class CodeKind(StrEnum):
    """The kinds of codes; values are their first characters."""

    INVITATION = "TIE1I"
    SEAT_KEY = "TIE1K"
    TURN_FILE = "TIE1T"
    CLIMB = "TIE1R"
    DAYS = "TIE1D"


_IN_LINES: Final = (CodeKind.TURN_FILE, CodeKind.CLIMB)
"""Long codes: compressed, and in lines short enough for mail."""


@dataclass(frozen=True, slots=True)
class PastedCode:
    """One code from a text: its content, or why it cannot be read."""

    kind: CodeKind
    data: bytes
    damage: FormatError | None = None
    head: str = field(default="", compare=False)
    """Its kind and length, as they are written in the text."""
    start: str = field(default="", compare=False)
    """Its first signs: codes of different tables often have the same length."""


def write_code(kind: CodeKind, data: bytes) -> str:
    """Return a code as text; a turn file or a run in lines."""
    if kind in _IN_LINES:
        data = zlib.compress(data, 9)
    signs = base64.urlsafe_b64encode(data + _sum(kind, data)).decode().rstrip("=")
    head = f"{kind}.{len(signs)}."
    if kind not in _IN_LINES:
        return head + signs
    lines = (signs[at : at + LINE_SIGNS] for at in range(0, len(signs), LINE_SIGNS))
    return "\n".join((head, *lines)) + "\n"


def find_codes(text: str) -> tuple[PastedCode, ...]:
    """Return all codes of a text, each once: whole ones in their order, then damaged ones.

    A damaged copy of a code that is also whole, or quoted, is left out.
    """
    if len(text) > MAX_TEXT:
        raise FormatError(Fault.TOO_MANY_BYTES, most=MAX_TEXT)
    codes: list[PastedCode] = []
    whole_count = 0
    for reading in _readings(pasted_text(text)):
        again = _find(reading)
        count = sum(not code.damage for code in again)
        if not codes or count > whole_count:
            codes, whole_count = again, count
        if codes and whole_count == len(codes):
            break
    whole = [code for code in codes if not code.damage]
    copies = {(code.head, code.start) for code in whole}
    quoted = {head[0] for line in _QUOTED.findall(text) for head in _HEAD.finditer(line)}
    damaged = [code for code in codes if code.damage and code.head not in quoted]
    lost = [code for code in damaged if (code.head, code.start) not in copies]
    return tuple(dict.fromkeys([*whole, *lost] if whole else codes))


def _readings(text: str) -> Iterator[str]:
    """Yield the text, then its decodings: as quoted-printable, HTML, Markdown, with other dashes,
    or a saved mail's body in base64.
    """
    yield text
    if "=" in text:
        raw = quopri.decodestring(text.encode("utf-8", "replace"))
        yield raw.decode("utf-8", "replace")
    if "<" in text:
        yield _TAG.sub("", text)
    bare = _ESCAPED.sub("", without_references(text).translate(_DASHES))
    if bare != text:
        yield bare
    for block in _BASE64.findall(text):
        with contextlib.suppress(binascii.Error):
            raw = base64.b64decode("".join(block.split()) + "==")
            yield pasted_text(raw.decode("utf-8", "replace"))


def find_code(text: str, *kinds: CodeKind) -> PastedCode:
    """Return the first whole code of those kinds in a text. Raises `FormatError`."""
    codes = [code for code in find_codes(text) if code.kind in kinds]
    if not codes:
        raise FormatError(Fault.NO_CODE)
    if (damage := codes[0].damage) is not None:
        raise damage
    return codes[0]


_TAG: Final = re.compile(r"<[^<>]{0,300}>")
_ESCAPED: Final = re.compile(r"\\(?=[-_.>])")
_DASHES: Final = dict.fromkeys((0x2012, 0x2013, 0x2212, 0xFE63, 0xFF0D), "-") | {0xFF3F: "_"}
_BASE64: Final = re.compile(
    r"^(?:[A-Za-z0-9+/]{40,100}\n)+[A-Za-z0-9+/]{0,100}={0,2}$", re.MULTILINE
)
_HEAD: Final = re.compile(r"(TIE1[IKTRD])[ \t]*\.[ \t\n>|]*([0-9]{1,8})[ \t\n>|]*\.")
_QUOTED: Final = re.compile(r"^[ \t]*[>|].*", re.MULTILINE)
_SIGNS: Final = re.compile(r"[A-Za-z0-9_-]+")
_START: Final = 24
"""Signs by which two codes of the same length differ."""


def _find(text: str) -> list[PastedCode]:
    """Read the codes of a text; each ends before the next one, so that no sign is read for two."""
    codes = []
    heads = [*islice(_HEAD.finditer(text), MAX_CODES)]
    for head, after in zip_longest(heads, heads[1:]):
        kind, count = CodeKind(head[1]), int(head[2])
        rest = text[head.end() : after and after.start()]
        code = _read(kind, count, rest, has_blanks=False)
        code = _read(kind, count, rest, has_blanks=True) if code.damage else code
        start = "".join(_SIGNS.findall(rest[: 2 * LINE_SIGNS]))[:_START]
        codes.append(replace(code, head=head[0], start=start))
    return codes


def _read(kind: CodeKind, count: int, rest: str, *, has_blanks: bool) -> PastedCode:
    """Read `count` signs from the start of `rest`, line by line.

    With `has_blanks` the blanks of programs that justify or wrap are left out; else a line with
    blanks is no part of the code.
    """
    if count > 2 * MAX_CODE_BYTES:
        return PastedCode(kind, b"", FormatError(Fault.TOO_MANY_BYTES, most=MAX_CODE_BYTES))
    signs, missing = [], count
    for line in rest.split("\n"):
        bare = line.strip(" \t>|:*")
        joined = "".join(bare.split()) if has_blanks else bare
        match = _SIGNS.match(joined)
        part = match[0] if match else ""
        is_last = len(part) >= missing
        if part and (is_last or len(part) == len(joined)):
            signs.append(part[:missing])
            missing -= len(signs[-1])
        if not missing:
            break
    if missing:
        return PastedCode(kind, b"", FormatError(Fault.CUT))
    text = "".join(signs)
    try:
        whole = base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
    except binascii.Error:
        return PastedCode(kind, b"", FormatError(Fault.CUT))
    data, check = whole[:-SUM_BYTES], whole[-SUM_BYTES:]
    if check != _sum(kind, data):
        return PastedCode(kind, b"", FormatError(Fault.ALTERED))
    if kind in _IN_LINES:
        unpack = zlib.decompressobj()
        try:
            data = unpack.decompress(data, MAX_CODE_BYTES)
        except zlib.error:
            return PastedCode(kind, b"", FormatError(Fault.ALTERED))
        if unpack.unconsumed_tail:
            return PastedCode(kind, b"", FormatError(Fault.TOO_MANY_BYTES, most=MAX_CODE_BYTES))
    return PastedCode(kind, data)


def _sum(kind: CodeKind, data: bytes) -> bytes:
    return sha256(kind.encode() + data).digest()[:SUM_BYTES]
