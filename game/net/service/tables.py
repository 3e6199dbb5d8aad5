"""Opens, joins and plays tables of an installation."""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable, Generator
from dataclasses import replace
from pathlib import Path
from typing import Final

from game.net.journal.events import TABLE_BYTES
from game.net.journal.invitations import Invitation
from game.net.journal.journal import Journal
from game.net.journal.keys import new_secret, public_of
from game.net.journal.store import (
    OwnSeat,
    Seating,
    StoredTable,
    TableOpening,
    TableStore,
    make_own_seats,
)
from game.net.post.computers import TableEngines
from game.net.post.folder import FolderTransport
from game.net.post.guest import Guest
from game.net.post.leader import Leader, opening_event
from game.net.post.transport import LedElsewhere, Transport, folder_of_url, resolve_folder
from game.net.post.turn_files import TablePlayer
from game.rules.errors import Fault, FormatError
from game.rules.ruleset import MAX_PLAYERS

POLL_SECONDS: Final = 0.25
"""Seconds between two polls."""


def open_table(store: TableStore, opening: TableOpening) -> StoredTable:
    """Open a table.

    Raises `FormatError` for settings out of range and for an invalid address or folder, and
    `OSError`.
    """
    secret, id = new_secret(), secrets.token_bytes(TABLE_BYTES)
    url, folder = "", None
    if opening.folder:
        place = resolve_folder(opening.folder)
        url, folder = place.as_uri(), str(place)
    event = opening_event(
        secret, id, opening.rules, opening.seats, opening.seconds, opening.lead_settings.league
    )
    house = make_own_seats(secret, [*((name, None) for name in opening.people), *opening.bots])
    invitation = Invitation(id, public_of(secret), url)
    seating = Seating(
        invitation,
        house,
        secret,
        opening.substitute,
        folder,
        opening.lead_settings,
    )
    # The journal is written first: a folder without `table.json` is no table yet.
    path = store.folder_of(id)
    path.mkdir(parents=True, exist_ok=True, mode=0o700)
    Journal(id, path / "journal.jsonl", secret).append(int(time.time()), 0, event)
    return store.keep(seating)


def join_table(
    store: TableStore, invitation: Invitation, name: str, folder: str = "", bot: str | None = None
) -> StoredTable:
    """Ask for a seat by an invitation, or resume one by a seat key.

    Without a name one watches; a program asks for as many seats as a table can have at most, and
    once for a name. A known table with the same leader is reached by this invitation's address from
    now on. Raises `FormatError` where that may not be used, and for another leader's invitation.
    """
    named = str(resolve_folder(folder)) if folder else None
    known = store.table(invitation.table) if invitation.table in store.tables() else None
    bare = invitation.without_secret()
    seating = Seating(bare, ()) if known is None else known.seating
    if seating.invitation.key != invitation.key:
        raise FormatError(Fault.OTHER_LEADER)
    if known is None or (seating.invitation != bare and not seating.leads):
        is_folder = folder_of_url(invitation.url) is not None
        place = named or (seating.folder if is_folder else None)
        if place is None:
            check_address(invitation.url)
        seating = replace(seating, invitation=bare, folder=place)
    if named is not None:
        seating = replace(seating, folder=named)
    if invitation.leads:
        seating = replace(seating, secret=invitation.secret)
    elif invitation.secret:
        seats = tuple(seat for seat in seating.seats if seat.secret != invitation.secret)
        seating = replace(seating, seats=(*seats, OwnSeat(invitation.secret, "", bot)))
    elif name and all(seat.name != name for seat in seating.seats):
        if len(seating.seats) >= MAX_PLAYERS:
            raise FormatError(Fault.WRONG_SEATS, found=MAX_PLAYERS + 1, wanted=MAX_PLAYERS)
        seating = replace(seating, seats=(*seating.seats, OwnSeat(new_secret(), name, bot)))
    return known if known is not None and known.seating == seating else store.keep(seating)


def check_address(url: str) -> None:
    """Refuse an address that no message may lead us to. Raises `FormatError`.

    An invitation is a stranger's data: no folder that it names is opened, for it may be on a
    machine of theirs. The player names the shared folder.
    """
    if url.lower().startswith(("file:", "\\\\", "//", "/")):
        raise FormatError(Fault.NOT_ITS_FOLDER, folder=url[:100])
    if url.startswith(("nats:", "tls:")):
        raise FormatError(Fault.EARLIER_TABLE)
    if url:
        raise FormatError(Fault.NO_ADDRESS)


def open_transport(seating: Seating) -> Transport | None:
    """Return a table's transport: the folder named here, else the invitation's address.

    None where turn files go by hand.
    """
    url = seating.invitation.url
    folder = folder_of_url(url) if seating.folder is None else Path(seating.folder)
    return None if folder is None else FolderTransport(folder, seating.invitation.table)


def make_player(
    stored: StoredTable, engines: TableEngines, transport: Transport | None = None
) -> TablePlayer:
    """Return this program's leader or guest of a table."""
    if stored.seating.leads:
        return Leader(stored.journal, stored, engines, transport)
    return Guest(stored, engines, transport)


def lead_or_follow(
    stored: StoredTable,
    player: TablePlayer,
    reach: Callable[[], Transport | None],
    prepare: Callable[[], None] = lambda: None,
    now: Callable[[], float] = time.time,
    wait: Callable[[float], object] = time.sleep,
) -> Generator[Exception | None, None, None]:
    """Play a table until the caller stops iterating; yield after each step its error or None.

    `reach` opens the transport, and again after a failure; `prepare` runs before each step,
    `wait` after it.
    `LedElsewhere` is raised. Any other error counts as no answer, and the step is repeated.
    """
    while True:
        failure: Exception | None = None
        try:
            if player.transport is None:
                player.transport = reach()
            prepare()
            player.step(now())
        except LedElsewhere:
            raise
        except Exception as error:  # any failure counts as no answer
            failure = error
        yield failure
        wait(POLL_SECONDS)
