"""Seat keys: one secret for each seat, by which its requests are proved and sealed.

The leader publishes a key of its own in the journal's first line. From the seat's secret and that
key (X25519, RFC 7748, by PyNaCl) both sides compute the same 32 bytes; another reader of the shared
folder cannot. HMAC and SHAKE come from the standard library.
"""

import hashlib
import hmac
import secrets
from typing import Final

from nacl.bindings import crypto_scalarmult, crypto_scalarmult_base

KEY_BYTES: Final = 32
"""Bytes of a secret and of its public half."""


def new_secret() -> bytes:
    """Return 32 random bytes: a seat's secret, or the leader's."""
    return secrets.token_bytes(KEY_BYTES)


def derive(secret: bytes, *parts: bytes) -> bytes:
    """Return 32 bytes that follow from a secret and a purpose, and reveal nothing of the secret."""
    return hmac.digest(secret, b"\n".join((b"take-it-easy", *parts)), "sha256")


def public_of(secret: bytes) -> bytes:
    """Return the public half of a secret, which identifies a seat's player in the journal."""
    assert len(secret) == KEY_BYTES
    return crypto_scalarmult_base(secret)


def shared_key(secret: bytes, public: bytes) -> bytes | None:
    """Return the key that only the owners of `secret` and of `public` can compute.

    None for a public half of small order, which would give everyone the same key.
    """
    # PyNaCl reads that many bytes, whatever it is given.
    assert len(secret) == len(public) == KEY_BYTES
    try:
        product = crypto_scalarmult(secret, public)
    except RuntimeError:
        return None
    return hashlib.sha256(product).digest()


def mask(key: bytes, nonce: bytes, data: bytes) -> bytes:
    """Encrypt `data`, or decrypt what this encrypted; a nonce is used for one text alone."""
    stream = hashlib.shake_256(derive(key, b"seal", nonce)).digest(len(data))
    return bytes(a ^ b for a, b in zip(data, stream, strict=True))


def proof(key: bytes, data: bytes) -> str:
    """Return the HMAC by which the owner of `key` proves `data`, in hex."""
    return hmac.digest(derive(key, b"proof"), data, "sha256").hex()


def is_proof(key: bytes, data: bytes, text: str) -> bool:
    """Whether `text` is the proof of `data` by `key`."""
    return hmac.compare_digest(proof(key, data).encode(), text.encode())
