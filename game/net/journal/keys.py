"""Seat keys: one secret for each seat, by which its requests are proved and sealed.

The leader publishes a key of its own in the journal's first line. From the seat's secret and that
key (X25519, RFC 7748) both sides compute the same 32 bytes; another reader of the shared folder
cannot. HMAC and SHAKE come from the standard library.
"""

import hashlib
import hmac
import secrets
from typing import Final

KEY_BYTES: Final = 32
"""Bytes of a secret and of its public half."""

_PRIME: Final = 2**255 - 19
_BASE: Final = 9


def new_secret() -> bytes:
    """Return 32 random bytes: a seat's secret, or the leader's."""
    return secrets.token_bytes(KEY_BYTES)


def derive(secret: bytes, *parts: bytes) -> bytes:
    """Return 32 bytes that follow from a secret and a purpose, and reveal nothing of the secret."""
    return hmac.digest(secret, b"\n".join((b"take-it-easy", *parts)), "sha256")


def public_of(secret: bytes) -> bytes:
    """Return the public half of a secret, which identifies a seat's player in the journal."""
    return _multiply(secret, _BASE).to_bytes(KEY_BYTES, "little")


def shared_key(secret: bytes, public: bytes) -> bytes | None:
    """Return the key that only the owners of `secret` and of `public` can compute.

    None for a public half that would give everyone the same key.
    """
    product = _multiply(secret, int.from_bytes(public, "little") % 2**255)
    return hashlib.sha256(product.to_bytes(KEY_BYTES, "little")).digest() if product else None


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


def _multiply(secret: bytes, u: int) -> int:
    """Multiply a point of Curve25519, given by u, by a secret (Montgomery ladder)."""
    k = int.from_bytes(secret, "little") & ~7 & ~(1 << 255) | 1 << 254
    x2, z2, x3, z3, swap = 1, 0, u, 1, 0
    for place in reversed(range(255)):
        bit = k >> place & 1
        if bit != swap:
            x2, x3, z2, z3 = x3, x2, z3, z2
        swap = bit
        total, gap = x2 + z2, x2 - z2
        left, right = (x3 - z3) * total % _PRIME, (x3 + z3) * gap % _PRIME
        squares, difference = total * total % _PRIME, gap * gap % _PRIME
        span = squares - difference
        x3, z3 = (left + right) ** 2 % _PRIME, u * (left - right) ** 2 % _PRIME
        x2, z2 = squares * difference % _PRIME, span * (squares + 121665 * span) % _PRIME
    if swap:
        x2, z2 = x3, z3
    return x2 * pow(z2, _PRIME - 2, _PRIME) % _PRIME
