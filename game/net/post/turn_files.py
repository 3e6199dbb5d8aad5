"""Turn files: a table's requests or journal as text, in a code that survives mail.

A guest's holds requests, the leader's the whole journal.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Final

from game.net.journal.events import MAX_LINE_BYTES, TABLE_BYTES, hex_of
from game.net.post.guest import Guest
from game.net.post.leader import Leader
from game.net.post.transport import LedElsewhere
from game.rules.errors import Fault, FormatError
from game.rules.json_shape import load_json
from game.rules.texts import decode_text
from game.storage.files import read_bounded
from game.storage.pasted import CodeKind, PastedCode, find_code, find_codes, write_code

TURN_FILE_SUFFIX: Final = ".tieturn"
MAX_FILE_BYTES: Final = 16 << 20

TablePlayer = Leader | Guest
"""This program's leader or guest of a table."""


@dataclass(frozen=True, slots=True)
class TurnFile:
    """The content of a turn file: lines of the journal and requests."""

    table: bytes
    journal: tuple[str, ...]
    requests: tuple[str, ...]


def write_turn_file(player: TablePlayer) -> str:
    """Return a guest's requests, or the journal where there are none, as text to be sent.

    Raises `OSError` if the requests cannot be noted as sent.
    """
    lines: tuple[str, ...] = ()
    if isinstance(player, Guest):
        player.note_written()
        lines = player.requests()
    text = "\n".join((player.journal.id.hex(), *(lines or player.journal.lines)))
    return write_code(CodeKind.TURN_FILE, text.encode())


def read_turn_files(text: str) -> tuple[TurnFile, ...]:
    """Return the undamaged turn files of any text, at least one. Raises `FormatError`."""
    find_code(text, CodeKind.TURN_FILE)
    return tuple(_read(code.data) for code in _codes(text) if code.damage is None)


def has_damaged_file(text: str) -> bool:
    """Whether a text holds a damaged turn file, quoted ones aside."""
    return any(code.damage is not None for code in _codes(text))


def _codes(text: str) -> list[PastedCode]:
    return [code for code in find_codes(text) if code.kind is CodeKind.TURN_FILE]


def read_text_file(path: str) -> str:
    """Return the text of a received file. Raises `FormatError` and `OSError`."""
    raw = read_bounded(Path(path), MAX_FILE_BYTES)
    if raw is None:
        raise FormatError(Fault.NO_SUCH_FILE, path)
    if len(raw) > MAX_FILE_BYTES:
        raise FormatError(Fault.TOO_MANY_BYTES, path, most=MAX_FILE_BYTES)
    return text_of_mail(raw)


def text_of_mail(raw: bytes) -> str:
    """Decode a mail program's file, in an older encoding too."""
    try:
        return decode_text(raw)
    except UnicodeDecodeError:
        return raw.decode("latin-1")


def take_turn_file(player: TablePlayer, file: TurnFile) -> bool:
    """Apply a turn file; return whether it had anything new.

    Raises `LedElsewhere` if it shows that another program leads the table too, and `FormatError` if
    it has only lines that this leader never wrote.
    """
    if isinstance(player, Guest):
        return player.take(file.journal) if file.journal else False
    has_taken = player.take(file.requests) > 0
    mine, other = player.journal.lines, player.journal.valid_copy(file.journal).lines
    if other[: len(mine)] != mine[: len(other)]:
        raise LedElsewhere
    has_taken |= player.journal.extend(other[len(mine) :]) > 0
    if len(other) < len(file.journal) and not has_taken:
        raise FormatError(Fault.ALTERED)
    return has_taken


def _read(data: bytes) -> TurnFile:
    try:
        head, *lines = data.decode("utf-8").split("\n")
    except UnicodeDecodeError:
        raise FormatError(Fault.ALTERED) from None
    journal: list[str] = []
    requests: list[str] = []
    for line in lines:
        value = load_json(line, MAX_LINE_BYTES)
        (journal if isinstance(value, dict) and "event" in value else requests).append(line)
    return TurnFile(hex_of(head, "table", TABLE_BYTES), tuple(journal), tuple(requests))
