"""Bytes and their one spelling: tagged hashes, lower-case hex, JSON, base64url ("Encoding")."""

import base64
import binascii
import json
import re
from hashlib import sha256
from typing import Any, Final

from game.rules.errors import Fault, FormatError

HASH_BYTES: Final = 32
"""Bytes of a hash, a public key, a card, a salt."""

_HEX: Final = re.compile(r"(?:[0-9a-f]{2})*")
_BASE64: Final = re.compile(r"[A-Za-z0-9_-]*")


def tag(name: str, *parts: bytes) -> bytes:
    """The tagged bytes that are hashed or signed: the name's line, then the parts joined."""
    return b"".join((b"take-it-easy 1 ", name.encode("ascii"), b"\n", *parts))


def tagged_hash(name: str, *parts: bytes) -> bytes:
    """H(name, bytes…): 32 bytes."""
    return sha256(tag(name, *parts)).digest()


def from_hex(text: Any, where: str, length: int | None = HASH_BYTES) -> bytes:
    """Return the bytes that JSON shows as lower-case hex. Raises `FormatError`.

    `length` is how many there must be; None takes any number.
    """
    if not isinstance(text, str) or not _HEX.fullmatch(text):
        raise FormatError(Fault.NOT_HEX, where)
    if length is not None and len(text) != 2 * length:
        raise FormatError(Fault.WRONG_LENGTH, where, found=len(text) // 2, wanted=length)
    return bytes.fromhex(text)


def write_json(value: Any) -> str:
    """Return the one spelling: ASCII, keys sorted, no spaces."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"))


def to_base64(data: bytes) -> str:
    """Base64url without padding."""
    return base64.urlsafe_b64encode(data).decode("ascii").rstrip("=")


def from_base64(text: str) -> bytes:
    """Return the bytes of a base64url text without padding. Raises `FormatError`.

    A text that differs only in bits that nobody reads is refused too.
    """
    if not _BASE64.fullmatch(text):
        raise FormatError(Fault.NOT_BASE64)
    try:
        data = base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
    except binascii.Error:
        raise FormatError(Fault.CUT) from None
    if to_base64(data) != text:
        raise FormatError(Fault.OTHER_SPELLING)
    return data
