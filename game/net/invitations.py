"""Invitations and cards as texts to paste ("Roads"). Both are secrets of whoever holds them."""

from dataclasses import dataclass
from hashlib import sha256
from typing import Final

from game.net.encoding import HASH_BYTES, from_base64, to_base64
from game.net.keys import Card
from game.net.packets import road_of
from game.rules.errors import Fault, FormatError

INVITATION_PREFIX: Final = "TIE1I."
CARD_PREFIX: Final = "TIE1C."
MAX_URL: Final = 1_024
CHECK_BYTES: Final = 4
"""Of SHA-256, at the end of a text: so that a mistyped one is noticed."""


@dataclass(frozen=True, slots=True, repr=False)
class Invitation:
    """The table's id, its key and the road's URL, empty where packets go by hand.

    Whoever has it may watch, ask for a seat, and add what nobody counts.
    """

    table: bytes
    key: bytes
    url: str = ""

    def __repr__(self) -> str:
        return f"<Invitation to {self.table.hex()[:8]}>"

    def __str__(self) -> str:
        return INVITATION_PREFIX + to_base64(_checked(self._bytes()))

    @property
    def road(self) -> bytes:
        """What the table's packets are known by."""
        return road_of(self.key)

    def _bytes(self) -> bytes:
        return self.table + self.key + self.url.encode("ascii")


@dataclass(frozen=True, slots=True)
class CardText:
    """A card with its invitation: enough to go on elsewhere."""

    card: Card
    invitation: Invitation

    @property
    def table(self) -> bytes:
        """The table at which it plays."""
        return self.invitation.table

    def __str__(self) -> str:
        data = self.card.secret + self.invitation._bytes()
        return CARD_PREFIX + to_base64(_checked(data))


def read_invitation(text: str) -> Invitation:
    """Return the invitation pasted, white space aside. Raises `FormatError`."""
    return _invitation(_unchecked(text, INVITATION_PREFIX, 2 * HASH_BYTES))


def read_card(text: str) -> CardText:
    """Return the card pasted, white space aside. Raises `FormatError`."""
    data = _unchecked(text, CARD_PREFIX, 3 * HASH_BYTES)
    return CardText(Card(data[:HASH_BYTES]), _invitation(data[HASH_BYTES:]))


def read_pasted(text: str) -> Invitation | CardText:
    """Read an invitation or a card, whichever was pasted."""
    is_card = "".join(text.split()).startswith(CARD_PREFIX)
    return read_card(text) if is_card else read_invitation(text)


def _checked(data: bytes) -> bytes:
    return data + sha256(data).digest()[:CHECK_BYTES]


def _unchecked(text: str, prefix: str, least: int) -> bytes:
    bare = "".join(text.split())
    if not bare.startswith(prefix):
        raise FormatError(Fault.NO_PREFIX, text=prefix.rstrip("."))
    if len(bare) > 4 * MAX_URL:
        raise FormatError(Fault.TOO_MANY_CHARACTERS, most=4 * MAX_URL)
    data = from_base64(bare.removeprefix(prefix))
    if len(data) < least + CHECK_BYTES:
        raise FormatError(Fault.CUT)
    if _checked(data[:-CHECK_BYTES]) != data:
        raise FormatError(Fault.MISTYPED)
    return data[:-CHECK_BYTES]


def _invitation(data: bytes) -> Invitation:
    table, key, raw = data[:HASH_BYTES], data[HASH_BYTES : 2 * HASH_BYTES], data[2 * HASH_BYTES :]
    if len(raw) > MAX_URL or not raw.isascii() or not raw.decode("ascii").isprintable():
        raise FormatError(Fault.NO_ROAD)
    return Invitation(table, key, raw.decode("ascii"))
