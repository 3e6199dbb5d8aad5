"""What carries a table's journal and requests between programs: a server or a shared folder.

Where there is none, turn files go by hand.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import Protocol
from urllib.parse import unquote, urlsplit

from game.rules.errors import Fault, FormatError


class LedElsewhere(Exception):
    """Another program leads this table since; this one must not write any more."""


class Transport(Protocol):
    """Carries one table, for its leader or for a guest.

    Every method but the last two may raise `OSError`, whatever a library raised: it is tried again.
    """

    def send(self, requests: Sequence[str]) -> None:
        """As a guest, let exactly these requests stand; they are repeated until that changes."""

    def read_journal(self, after: int) -> Sequence[str]:
        """Return the lines after that many, as far as they are there."""

    def read_requests(self) -> Sequence[str]:
        """As the leader, return the requests not returned before; a new object returns all."""

    def take_lead(self, fence: int) -> int:
        """Become the one that leads: a number above `fence` and above all before it here."""

    def write_journal(self, lines: Sequence[str], fence: int) -> None:
        """As the leader, let the whole journal stand: `lines` from the first on.

        Raises `LedElsewhere` where a program with a higher number leads.
        """

    def wait(self, seconds: float) -> None:
        """Until something may have come, but no longer than that."""

    def wake(self) -> None:
        """End that wait, from another thread."""

    def close(self) -> None:
        """Close it."""


def open_transport(
    table: bytes, url: str, folder: str | None, *, leads: bool
) -> Transport | None:
    """Return what carries a table: the folder, else what the address names; None goes by hand."""
    place = folder_of_url(url) if folder is None else Path(folder)
    if place is not None:
        from game.net.folder import FolderTransport

        return FolderTransport(place, table)
    if not url:
        return None
    # Loaded when a server is named: files and folders need nothing of it.
    from game.net.live import ServerTransport

    return ServerTransport(url, table, leads=leads)


def folder_of_url(url: str) -> Path | None:
    """Return the folder that an invitation names, None for another kind of address."""
    try:
        parts = urlsplit(url)
    except ValueError:
        return None
    if parts.scheme != "file" or parts.netloc not in ("", "localhost"):
        return None
    # Windows writes file:///C:/folder.
    path = Path(unquote(parts.path).removeprefix("/" if os.name == "nt" else ""))
    return path if path.is_absolute() else None


def find_folder(name: str) -> Path:
    """Return the whole path of a folder that somebody named. Raises `FormatError`."""
    folder = Path(name).expanduser()
    if not folder.is_dir():
        raise FormatError(Fault.NO_SUCH_FOLDER, name)
    return folder.resolve()


def check_address(url: str) -> None:
    """Refuse an address that no message may lead us to. Raises `FormatError`.

    An invitation is somebody else's word: no folder that it names is touched, for it may lie on a
    machine of theirs. The player names the shared folder.
    """
    if url.lower().startswith(("file:", "\\\\", "//", "/")):
        raise FormatError(Fault.NOT_ITS_FOLDER, folder=url[:100])
    if url:
        check_server(url)


def check_server(url: str) -> None:
    """Refuse what is no server's address. Raises `FormatError`."""
    from game.net.live import is_server_url

    if not is_server_url(url):
        raise FormatError(Fault.NOT_A_SERVER, text=url[:100])


def invitation_url(url: str) -> str:
    """Return what an invitation says of a server: its address, at most with a club's guest."""
    if not url:
        return ""
    from game.net.live import invitation_address

    return invitation_address(url)
