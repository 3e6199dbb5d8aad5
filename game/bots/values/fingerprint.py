"""A fingerprint of the weights and the search, to recognise results of older versions."""

from contextlib import suppress
from functools import cache
from hashlib import sha256
from typing import Final

from game.resources import ResourceError, asset

FILES: Final = ("network.npz", "standard.npz", "shortlist.npz", "book.npz")
"""The files of learned values."""
SEARCH: Final = 5
"""The search's version: raise it if the search gives other values with the same files, even by
some rules only, because stored results would differ."""


@cache
def fingerprint() -> str:
    """Return eight hex digits that change with the weights and the search.

    Unreadable files are skipped; their use raises an error elsewhere.
    """
    digest = sha256(str(SEARCH).encode())
    for name in FILES:
        with suppress(ResourceError, OSError):
            digest.update(asset("bots", name).read_bytes())
    return digest.hexdigest()[:8]


def sign(what: str) -> str:
    """Append the fingerprint to the name of a stored result."""
    return f"{what}@{fingerprint()}"
