"""Ed25519 signatures (RFC 8032), which a window puts below the records that it gives to phones.

A signature proves that nobody changed a text since the owner of a key signed it. It does not prove
that the owner is honest: everybody can make a key. PyNaCl computes it, and is loaded at the first
use: its 17 ms are too long for a frame of the table.
"""

from __future__ import annotations

from contextlib import suppress
from typing import Final

SECRET_BYTES: Final = 32
"""Bytes of a secret, and of its public key; a signature has twice as many."""


def make_secret() -> bytes:
    """Return a new random secret."""
    from nacl.signing import SigningKey

    return bytes(SigningKey.generate())


def read_secret(text: str) -> bytes | None:
    """Return the secret that a text in hex stores; None for any other text."""
    with suppress(ValueError):
        secret = bytes.fromhex(text)
        return secret if len(secret) == SECRET_BYTES else None
    return None


def public_key(secret: bytes) -> bytes:
    """Return the 32 bytes by which everybody can check what the owner of `secret` signed."""
    from nacl.signing import SigningKey

    return bytes(SigningKey(secret).verify_key)


def sign_data(secret: bytes, data: bytes) -> bytes:
    """Return the signature of `data`, 64 bytes."""
    from nacl.signing import SigningKey

    return SigningKey(secret).sign(data).signature


def is_signed(public: bytes, data: bytes, signature: bytes) -> bool:
    """Whether `signature` is that of `data` by the secret of `public`.

    A key of small order, to which no secret belongs, signs nothing.
    """
    from nacl.exceptions import BadSignatureError
    from nacl.signing import VerifyKey

    with suppress(BadSignatureError, ValueError):
        VerifyKey(public).verify(data, signature)
        return True
    return False
