"""The record that a player on a phone keeps of a finished match, and what it is elsewhere.

The window that called writes it, with the player's seat as the owner's, and signs it below
`KEPT_KEY`: `seat`, its public key `by`, and `signature`, of the record without that field.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from hashlib import sha256
from typing import Final

from game.play.signing import is_signed, public_key, sign_data
from game.play.table import TableSetup
from game.rules.marks import Mark
from game.rules.match import Match, PlayerKind
from game.rules.meta import ID_KEY, ROOM_KEY, SUBSTITUTES_KEY, read_meta, with_field
from game.rules.names import look_of
from game.rules.record import print_record
from game.rules.ruleset import MAX_PLAYERS

KEPT_KEY: Final = "kept"
"""The field of `meta` by which a record is a player's own on any window."""

_MARKS: Final = frozenset({Mark.COACHED, Mark.TOOK_BACK})
"""The marks of the window that called which hold for its guests too."""


def keep_seat(match: Match, seat: int, secret: bytes) -> Match:
    """Return a finished match as the player of a seat keeps it, signed with `secret`."""
    meta = _table_of(match, seat).to_meta(match.meta)
    plain = replace(match, meta=with_field(meta, ROOM_KEY, None))
    signature = sign_data(secret, _signed_part(plain, seat))
    value = {"seat": seat, "by": public_key(secret).hex(), "signature": signature.hex()}
    return replace(plain, meta=with_field(plain.meta, KEPT_KEY, value))


def own_match(match: Match, name: str = "") -> Match | None:
    """Return a kept match as the history of its player stores it; None for any other match.

    It is marked with `ROOM`, so that it counts for no day, challenge, goal or streak; with
    `UNSIGNED` where no window has signed it as it is; and with `OTHER_NAME` where the seat's name
    is not `name`, if the player has one.
    """
    field = read_meta(match.meta).object(KEPT_KEY)
    seat = field.whole("seat")
    if seat is None or not match.is_complete or not 0 <= seat < len(match.players) <= MAX_PLAYERS:
        return None
    player = match.players[seat]
    if player.kind is not PlayerKind.HUMAN:
        return None
    marks = {Mark.ROOM}
    plain = replace(match, meta=with_field(match.meta, KEPT_KEY, None))
    if not _is_signed(plain, seat, field.text("by"), field.text("signature")):
        marks.add(Mark.UNSIGNED)
    if name and look_of(name).casefold() != look_of(player.name).casefold():
        marks.add(Mark.OTHER_NAME)
    substitutes = read_meta(match.meta).items(SUBSTITUTES_KEY)
    meta: str | None = _table_of(match, seat).marked(*marks).to_meta()
    meta = with_field(meta, SUBSTITUTES_KEY, substitutes or None)
    # Another match of the player may not be lost to a record that claims its identity.
    identity = "kept-" + sha256(print_record(match).encode()).hexdigest()[:32]
    return replace(match, meta=with_field(meta, ID_KEY, identity))


def _table_of(match: Match, seat: int) -> TableSetup:
    """Return the table of a match in which a seat is the player's own; no day, no challenge."""
    setup = TableSetup.from_match(match)
    everybody = frozenset(range(len(match.players)))
    marks = setup.marks & _MARKS
    return replace(
        setup, phones=everybody, owner=seat, marks=marks, daily=None, challenge="", begun=None
    )


def _signed_part(match: Match, seat: int) -> bytes:
    return f"{seat}\n{print_record(match)}".encode()


def _is_signed(match: Match, seat: int, by: str, signature: str) -> bool:
    with suppress(ValueError):
        return is_signed(bytes.fromhex(by), _signed_part(match, seat), bytes.fromhex(signature))
    return False
