"""A fingerprint of the weights and the search, to recognise results that older ones found."""

from contextlib import suppress
from functools import cache
from hashlib import sha256
from typing import Final

from game.resources import ResourceError, asset

FILES: Final = ("network.npz", "standard.npz", "shortlist.npz", "book.npz")
"""Everything learned that values come from."""
SEARCH: Final = 5
"""To be raised whenever the search finds other values with the same files, by some rules alone too:
what players keep by those rules is another's as well."""


@cache
def fingerprint() -> str:
    """Return eight letters that change with the weights and the search.

    A file that cannot be read makes them others: whoever needs it will say so.
    """
    digest = sha256(str(SEARCH).encode())
    for name in FILES:
        with suppress(ResourceError, OSError):
            digest.update(asset("bots", name).read_bytes())
    return digest.hexdigest()[:8]


def sign(what: str) -> str:
    """Return the name `what` with the fingerprint, under which a result is stored."""
    return f"{what}@{fingerprint()}"
