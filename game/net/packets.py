"""Packets: any part of the logs as one text, for mail, files, the clipboard ("Roads").

`TIE1P.` and base64url of the table's road and of the sealed, compressed lines. A text may hold
several, one after the other; only who has the table's key can read or make them.
"""

import zlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from game.net.encoding import from_base64, tagged_hash, to_base64
from game.net.entries import Entry, read_entry
from game.net.keys import decrypt, encrypt
from game.rules.errors import Fault, FormatError
from game.storage.files import read_bounded

PREFIX: Final = "TIE1P."
ROAD_BYTES: Final = 16
MAX_PACKET_BYTES: Final = 4 << 20
"""What a packet's lines may come to."""

MAX_PACKET_TEXT: Final = 6 << 20
"""More characters than the largest packet has that does not compress at all."""


MAX_FILE_BYTES: Final = 64 << 20
PACKET_SUFFIX: Final = ".txt"
"""Of files with packets: every mail program takes it, and nothing runs it."""


@dataclass(frozen=True, slots=True)
class Unpacked:
    """The content of a packet: its entries, and why its other lines are none."""

    entries: tuple[Entry, ...]
    refused: tuple[FormatError, ...]


def road_of(key: bytes) -> bytes:
    """Return the name of a table's packets and messages (ROAD), from which the key cannot be
    computed.
    """
    return tagged_hash("road", key)[:ROAD_BYTES]


def pack(key: bytes, entries: Iterable[Entry]) -> Iterator[str]:
    """These entries in as few packets as hold them."""
    lines: list[bytes] = []
    size = 0
    for entry in entries:
        line = entry.line.encode("ascii") + b"\n"
        if size + len(line) > MAX_PACKET_BYTES:
            yield _seal_lines(key, lines)
            lines, size = [], 0
        lines.append(line)
        size += len(line)
    if lines:
        yield _seal_lines(key, lines)


def _seal_lines(key: bytes, lines: list[bytes]) -> str:
    sealed = encrypt(key, zlib.compress(b"".join(lines), 9))
    return PREFIX + to_base64(road_of(key) + sealed)


def read_packet_file(path: str) -> str:
    """Return the text of a file with packets. Raises `FormatError` and `OSError`."""
    return decode_packets(read_bounded(Path(path), MAX_FILE_BYTES))


def decode_packets(raw: bytes | None) -> str:
    """Return the text of packets that came as bytes, None for no file. Raises `FormatError`."""
    if raw is None:
        raise FormatError(Fault.NO_SUCH_FILE)
    if len(raw) > MAX_FILE_BYTES:
        raise FormatError(Fault.TOO_MANY_BYTES, most=MAX_FILE_BYTES)
    try:
        return raw.decode("ascii")
    except UnicodeDecodeError:
        raise FormatError(Fault.NOT_A_TEXT_FILE) from None


def split_packets(text: str) -> tuple[tuple[bytes, bytes], ...]:
    """Road and sealed bytes of each packet in a text; white space counts for nothing.

    Raises `FormatError` for a text that is not packets and nothing else.
    """
    if len(text) > 8 * MAX_PACKET_TEXT:
        raise FormatError(Fault.TOO_MANY_CHARACTERS, most=8 * MAX_PACKET_TEXT)
    before, *packets = "".join(text.split()).split(PREFIX)
    if before or not packets:
        raise FormatError(Fault.NO_PREFIX, text=PREFIX.rstrip("."))
    return tuple(_split_road(packet) for packet in packets)


def _split_road(text: str) -> tuple[bytes, bytes]:
    if len(text) > MAX_PACKET_TEXT:
        raise FormatError(Fault.TOO_MANY_CHARACTERS, most=MAX_PACKET_TEXT)
    data = from_base64(text)
    if len(data) <= ROAD_BYTES:
        raise FormatError(Fault.CUT)
    return data[:ROAD_BYTES], data[ROAD_BYTES:]


def unpack(key: bytes, sealed: bytes) -> Unpacked:
    """Return the entries in a packet's sealed bytes.

    Raises `FormatError` for what was not sealed with this key or unpacks to too much; a line that
    is no entry spoils no other.
    """
    packed = decrypt(key, sealed)
    if packed is None:
        raise FormatError(Fault.DAMAGED)
    unpacker = zlib.decompressobj()
    try:
        raw = unpacker.decompress(packed, MAX_PACKET_BYTES + 1)
    except zlib.error:
        raise FormatError(Fault.BADLY_PACKED) from None
    if len(raw) > MAX_PACKET_BYTES or not unpacker.eof or unpacker.unused_data:
        raise FormatError(Fault.NOT_ALL_THERE, most=MAX_PACKET_BYTES)
    entries: list[Entry] = []
    refused: list[FormatError] = []
    for number, line in enumerate(raw.split(b"\n"), 1):
        if not line:
            continue
        try:
            entries.append(read_entry(line))
        except FormatError as error:
            refused.append(error.at(f"{number}: {error.where}" if error.where else number))
    return Unpacked(tuple(entries), tuple(refused))
