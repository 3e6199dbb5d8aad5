"""Ed25519 signatures (RFC 8032), which a window puts below the records that it gives to phones.

A signature proves that nobody changed a text since the owner of a key signed it. It does not prove
that the owner is honest: everybody can make a key.
"""

from __future__ import annotations

from hashlib import sha512
from typing import Final

SECRET_BYTES: Final = 32
"""Bytes of a secret, and of its public key; a signature has twice as many."""

_PRIME: Final = 2**255 - 19
_ORDER: Final = 2**252 + 27742317777372353535851937790883648493
_D: Final = -121665 * pow(121666, -1, _PRIME) % _PRIME

_Extended = tuple[int, int, int, int]
"""A point in extended coordinates: X, Y, Z, T with x = X/Z, y = Y/Z, xy = T/Z."""

_ZERO: Final[_Extended] = (0, 1, 1, 0)


def public_key(secret: bytes) -> bytes:
    """Return the 32 bytes by which everybody can check what the owner of `secret` signed."""
    return _packed(_times(_scalar(secret), _BASE))


def sign_data(secret: bytes, data: bytes) -> bytes:
    """Return the signature of `data`, 64 bytes."""
    public, once = public_key(secret), _number(sha512(secret).digest()[32:], data) % _ORDER
    point = _packed(_times(once, _BASE))
    answer = (once + _number(point, public, data) * _scalar(secret)) % _ORDER
    return point + answer.to_bytes(32, "little")


def is_signed(public: bytes, data: bytes, signature: bytes) -> bool:
    """Whether `signature` is that of `data` by the secret of `public`."""
    key, answer = _unpacked(public), int.from_bytes(signature[32:], "little")
    if key is None or len(signature) != 2 * SECRET_BYTES or answer >= _ORDER:
        return False
    asked = _number(signature[:32], public, data) % _ORDER
    # The point that was signed with is answer × base − asked × key.
    x, y, z, t = _times(asked, key)
    return _packed(_sum(_times(answer, _BASE), (-x, y, z, -t))) == signature[:32]


def _number(*parts: bytes) -> int:
    return int.from_bytes(sha512(b"".join(parts)).digest(), "little")


def _scalar(secret: bytes) -> int:
    half = int.from_bytes(sha512(secret).digest()[:32], "little")
    return half & ~7 & ~(1 << 255) | 1 << 254


def _sum(one: _Extended, other: _Extended) -> _Extended:
    x, y, z, t = one
    u, v, w, s = other
    a, b = (y - x) * (v - u) % _PRIME, (y + x) * (v + u) % _PRIME
    c, d = 2 * t * s * _D % _PRIME, 2 * z * w % _PRIME
    e, f, g, h = b - a, d - c, d + c, b + a
    return e * f % _PRIME, g * h % _PRIME, f * g % _PRIME, e * h % _PRIME


def _times(count: int, point: _Extended) -> _Extended:
    total = _ZERO
    while count:
        if count & 1:
            total = _sum(total, point)
        point, count = _sum(point, point), count >> 1
    return total


def _packed(point: _Extended) -> bytes:
    x, y, z, _ = point
    inverse = pow(z, -1, _PRIME)
    return (y * inverse % _PRIME | (x * inverse % _PRIME & 1) << 255).to_bytes(32, "little")


def _unpacked(data: bytes) -> _Extended | None:
    """Return the point of 32 bytes; None for bytes that are no point."""
    packed = int.from_bytes(data, "little")
    y, sign_of_x = packed & ~(1 << 255), packed >> 255
    square = (y * y - 1) * pow(_D * y * y + 1, -1, _PRIME) % _PRIME
    x = pow(square, (_PRIME + 3) // 8, _PRIME)
    if (x * x - square) % _PRIME:
        x = x * pow(2, (_PRIME - 1) // 4, _PRIME) % _PRIME
    if len(data) != SECRET_BYTES or y >= _PRIME or (x * x - square) % _PRIME:
        return None
    x = -x % _PRIME if x & 1 != sign_of_x else x
    return x, y, 1, x * y % _PRIME


_BASE: Final = _unpacked((4 * pow(5, -1, _PRIME) % _PRIME).to_bytes(32, "little")) or _ZERO
