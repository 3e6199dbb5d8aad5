"""The address of a room, as it is typed, pasted, or read from a link or a square code."""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from game.play.phone_room import LETTERS

_ADDRESS: Final = re.compile(
    r"(?:(?P<scheme>https?)://)?(?P<host>[\w.-]{1,253}|\[[\da-f:.]{2,45}\])"
    r"(?::(?P<port>\d{1,5}))?(?P<path>(?:/[\w.~-]{0,64}){0,8})"
    r"(?:#(?P<word>[\w-]{0,64})(?:&cert=(?P<cert>[\da-f]{64}))?)?",
    re.IGNORECASE | re.ASCII,
)

_FEW: Final = 4
"""Letters of a room in one house, which may stand in place of a path."""

_KEY: Final = 22
"""Characters of a seat's key, by which a phone's own link differs from letters."""


class RoomAddress(NamedTuple):
    """A machine and a port, with what follows `#`: the room's letters, or the key of a seat.

    `certificate` is the SHA-256, in hex, of a certificate that only this room knows, "" where the
    usual authorities vouch for it. `folder` is the path of the room behind a proxy, `text` the
    address as it was given.
    """

    text: str
    host: str
    port: int
    is_secure: bool = False
    letters: str = ""
    key: str = ""
    certificate: str = ""
    folder: str = "/"

    @property
    def is_elsewhere(self) -> bool:
        """Whether the letters are more than those of a room in one house, on a big screen."""
        return len(self.letters) > _FEW

    @property
    def place(self) -> str:
        """The machine and the port."""
        return f"{self.host}:{self.port}"

    @property
    def link(self) -> str:
        """The address as a browser takes it."""
        return self.text if "://" in self.text else f"http://{self.text}"


def read_address(text: str) -> RoomAddress | None:
    """Read a room's address, `http(s)://HOST:PORT/#LETTERS` or `HOST:PORT`; None for no such.

    `&cert=SHA256` may follow. Without a scheme the port is needed, without letters too.
    """
    text = text.strip()
    parts = _ADDRESS.fullmatch(text)
    if parts is None or not (parts["port"] or (parts["scheme"] and parts["word"])):
        return None
    is_secure = (parts["scheme"] or "").lower() == "https"
    port = int(parts["port"] or (443 if is_secure else 80))
    if not 0 < port < 65536:
        return None
    folder, _, last = parts["path"].rpartition("/")
    word = parts["word"] or (last if len(last) == _FEW and last.isalpha() else "")
    is_key = len(word) == _KEY and not set(word.upper()) <= set(LETTERS)
    letters, key = ("", word) if is_key else (word.upper(), "")
    certificate = (parts["cert"] or "").lower()
    return RoomAddress(
        text, parts["host"], port, is_secure, letters, key, certificate, f"{folder}/"
    )
