"""The protocol by which a journal and requests travel: a shared folder.

Without a transport turn files go by hand.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import Protocol
from urllib.parse import unquote, urlsplit

from game.rules.errors import Fault, FormatError
from game.storage.files import typed_path


class LedElsewhere(Exception):
    """Another program has taken the lead of this table; this one must stop writing."""


class Transport(Protocol):
    """Carries one table, for its leader or for a guest.

    Every method may raise `OSError`; the caller retries.
    """

    def send(self, requests: Sequence[str]) -> None:
        """As a guest, publish exactly these requests, until the next call replaces them."""

    def read_journal(self, after: int) -> Sequence[str]:
        """Return the lines after that many that have arrived."""

    def read_requests(self) -> Sequence[str]:
        """As the leader, return the requests not returned before; a new object returns all."""

    def take_lead(self, fence: int) -> int:
        """Become the leader; return a fence above `fence` and above all earlier ones here."""

    def write_journal(self, lines: Sequence[str], fence: int) -> None:
        """As the leader, publish the whole journal: `lines` from the first on.

        Raises `LedElsewhere` where a program with a higher fence leads.
        """


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


def resolve_folder(name: str) -> Path:
    """Return the absolute path of a folder. Raises `FormatError` if it does not exist."""
    folder = Path(typed_path(name))
    if not os.path.isdir(folder):
        raise FormatError(Fault.NO_SUCH_FOLDER, name)
    return folder.resolve()
