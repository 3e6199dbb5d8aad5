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
    `is_prompt` says that a line is here as soon as it is written.
    """

    is_prompt: bool

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
        """Wait until something may have come, but no longer than that."""

    def wake(self) -> None:
        """End that wait, from another thread."""

    def close(self) -> None:
        """Close it."""


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
