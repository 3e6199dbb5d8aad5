"""Cards, and signing, sealing and opening with them. The only module that uses PyNaCl."""

import secrets
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from nacl.exceptions import CryptoError
from nacl.public import PrivateKey, PublicKey, SealedBox
from nacl.secret import SecretBox
from nacl.signing import SigningKey, VerifyKey

from game.net.encoding import HASH_BYTES, tagged_hash

SIGNATURE_BYTES: Final = 64
SEAL_OVERHEAD: Final = 48
"""Bytes that a sealed box adds to what it holds."""

NONCE_BYTES: Final = SecretBox.NONCE_SIZE


def new_secret() -> bytes:
    """32 random bytes: a card, or a table's key."""
    return secrets.token_bytes(HASH_BYTES)


@dataclass(frozen=True, repr=False)
class Card:
    """The secret of one seat or game master at one table; a copy of it is enough to play there.

    `secret` is 32 random bytes. Neither it nor anything made of it is ever shown by `repr`.
    """

    secret: bytes

    def __repr__(self) -> str:
        return f"<Card of {self.author.hex()[:8]}>"

    @cached_property
    def author(self) -> bytes:
        """The public key that the entries name, 32 bytes."""
        return bytes(self._signing_key.verify_key)

    @cached_property
    def box(self) -> bytes:
        """The public key that answers are sealed for, 32 bytes."""
        return bytes(self._box_key.public_key)

    def sign(self, data: bytes) -> bytes:
        """Return the Ed25519 signature of `data`, 64 bytes."""
        return self._signing_key.sign(data).signature

    def open(self, sealed: bytes) -> bytes | None:
        """Return what was sealed for this card's box; None for anything else."""
        try:
            return SealedBox(self._box_key).decrypt(sealed)
        except CryptoError:
            return None

    @cached_property
    def _signing_key(self) -> SigningKey:
        return SigningKey(tagged_hash("sign", self.secret))

    @cached_property
    def _box_key(self) -> PrivateKey:
        return PrivateKey(tagged_hash("box", self.secret))


def house_card(master: Card, index: int) -> Card:
    """Return the card of the `index`-th seat (from 0) that the game master's home takes.

    It is made of the game master's, so that whoever goes on with that one card elsewhere plays
    the house's seats too.
    """
    return Card(tagged_hash("house", master.secret, bytes([index])))


def is_signed(author: bytes, data: bytes, signature: bytes) -> bool:
    """Whether `author` signed `data`."""
    try:
        VerifyKey(author).verify(data, signature)
    except (CryptoError, ValueError):
        return False
    return True


def is_box(key: bytes) -> bool:
    """Whether `key` is a valid public key to seal for: some points are unsafe."""
    try:
        seal(key, b"")
    except (CryptoError, RuntimeError, ValueError):
        return False
    return True


def seal(box: bytes, data: bytes) -> bytes:
    """Encrypt `data` so that only the owner of `box` can open it."""
    return SealedBox(PublicKey(box)).encrypt(data)


def encrypt(key: bytes, data: bytes) -> bytes:
    """Encrypt `data` with a table's key, the nonce first ("Roads")."""
    return bytes(SecretBox(key).encrypt(data))


def encrypt_always_alike(key: bytes, data: bytes) -> bytes:
    """Encrypt as `encrypt` does, with a nonce computed from key and data.

    Whoever puts the same line on a server puts the same bytes there: it is held once. Two
    different lines never share a nonce.
    """
    return bytes(SecretBox(key).encrypt(data, tagged_hash("nonce", key, data)[:NONCE_BYTES]))


def decrypt(key: bytes, sealed: bytes) -> bytes | None:
    """Return what was sealed with this key; None for anything else."""
    try:
        return SecretBox(key).decrypt(sealed)
    except (CryptoError, ValueError):
        return None
