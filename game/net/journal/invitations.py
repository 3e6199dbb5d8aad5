"""Invitations as texts to paste, and seat keys with which to resume a seat elsewhere."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from game.net.journal.events import TABLE_BYTES
from game.net.journal.keys import KEY_BYTES
from game.rules.errors import Fault, FormatError
from game.storage.pasted import CodeKind, find_code, write_code

MAX_URL: Final = 1_024


@dataclass(frozen=True, slots=True, repr=False)
class Invitation:
    """A table's id, its leader's public key and its address, "" where turn files go by hand.

    Its owner may watch and ask for a seat. With a `secret` it is a seat key: its owner plays that
    seat, or leads the table where `leads`.
    """

    table: bytes
    key: bytes
    url: str = ""
    secret: bytes = b""
    leads: bool = False

    def __repr__(self) -> str:
        return f"<Invitation to {self.table.hex()[:8]}>"

    def __str__(self) -> str:
        data = self.table + self.key + self.url.encode("ascii")
        if not self.secret:
            return write_code(CodeKind.INVITATION, data)
        return write_code(CodeKind.SEAT_KEY, bytes([self.leads]) + self.secret + data)

    def without_secret(self) -> Invitation:
        """Return the invitation without the seat's secret, which others may have."""
        return replace(self, secret=b"", leads=False)


def read_invitation(text: str) -> Invitation:
    """Return the first invitation or seat key in a text. Raises `FormatError`."""
    code = find_code(text, CodeKind.INVITATION, CodeKind.SEAT_KEY)
    data, secret, leads = code.data, b"", False
    if code.kind is CodeKind.SEAT_KEY:
        leads, secret, data = data[:1] == b"\1", data[1 : KEY_BYTES + 1], data[KEY_BYTES + 1 :]
    table, key = data[:TABLE_BYTES], data[TABLE_BYTES : TABLE_BYTES + KEY_BYTES]
    raw = data[TABLE_BYTES + KEY_BYTES :]
    if len(key) != KEY_BYTES:
        raise FormatError(Fault.CUT)
    if len(raw) > MAX_URL or not raw.isascii() or not raw.decode("ascii").isprintable():
        raise FormatError(Fault.NO_ADDRESS)
    return Invitation(table, key, raw.decode("ascii"), secret, leads)
