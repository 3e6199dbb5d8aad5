"""The characters a font has, read from its `cmap` table: enough of TrueType for a test."""

from __future__ import annotations

import struct
from pathlib import Path

import fontpkg_baloo_2

FONT = next(Path(fontpkg_baloo_2.__file__).parent.glob("files/*.ttf"))


def read_characters(path: Path = FONT) -> frozenset[str]:
    """All characters of the basic plane for which the font has a glyph."""
    data = path.read_bytes()
    count = struct.unpack_from(">H", data, 4)[0]
    records = (struct.unpack_from(">4sIII", data, 12 + 16 * i) for i in range(count))
    offset = next(start for tag, _, start, _ in records if tag == b"cmap")
    subtables = struct.unpack_from(">H", data, offset + 2)[0]
    characters: set[str] = set()
    for i in range(subtables):
        start = offset + struct.unpack_from(">HHI", data, offset + 4 + 8 * i)[2]
        if struct.unpack_from(">H", data, start)[0] == 4:
            characters |= _read_segments(data, start)
    return frozenset(characters)


def _read_segments(data: bytes, start: int) -> set[str]:
    segments = struct.unpack_from(">H", data, start + 6)[0] // 2
    ends = struct.unpack_from(f">{segments}H", data, start + 14)
    begins = struct.unpack_from(f">{segments}H", data, start + 16 + 2 * segments)
    return {chr(c) for a, b in zip(begins, ends, strict=True) for c in range(a, b + 1)}
