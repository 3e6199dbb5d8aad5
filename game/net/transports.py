"""Opens the transport of a table's entries: a shared folder, a server, or none (files by hand)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import Protocol

from game.net.entries import Entry
from game.net.folder import FolderTransport, folder_of_url
from game.net.home import Seating
from game.net.invitations import Invitation
from game.rules.errors import Fault, FormatError


class Transport(Protocol):
    """Something that carries entries between homes, in any order, any number of times."""

    def receive(
        self, *, again: bool = False, to_the_end: bool = False
    ) -> tuple[tuple[Entry, ...], tuple[FormatError, ...]]:
        """Return what came since last time, and what was refused of it. Raises `OSError`.

        `again` brings everything once more, for what was not taken then and is wanted now; with
        `to_the_end` nothing that stands there by now is left for later.
        """

    def send(self, entries: Iterable[Entry]) -> None:
        """Send whatever the transport lacks. Raises `OSError`."""

    def wait(self, seconds: float) -> None:
        """Until something may have come, but no longer than that."""

    def close(self) -> None:
        """Close it."""


def open_transport(seating: Seating, own_server: str = "") -> Transport | None:
    """The folder that was named in this home, else what the invitation says; None goes by hand.

    `own_server` is where this home's own server is found, for a table that is hosted there.
    """
    url = seating.server or seating.invitation.url
    if own_server and seating.is_hosted:
        url = own_server
    folder = folder_of_url(url) if seating.folder is None else Path(seating.folder)
    if folder is not None:
        return FolderTransport(folder, seating.invitation)
    if not url:
        return None
    # Loaded when a server is named: packets and folders need nothing of it.
    from game.net.server import ServerTransport

    return ServerTransport(url, seating.invitation)


def move_table(seating: Seating, server: str = "", folder: str = "") -> Seating:
    """Return the seating with another server or shared folder. Raises `FormatError`."""
    url = server
    if server:
        check_server(server)
        url = invitation_url(server)
    elif folder:
        url = find_folder(folder).as_uri()
    invitation = replace(seating.invitation, url=url)
    named = str(find_folder(folder)) if folder else None
    return replace(seating, invitation=invitation, folder=named, is_hosted=False, server=server)


def find_folder(name: str) -> Path:
    """Return the whole path of a folder that somebody named. Raises `FormatError`."""
    folder = Path(name).expanduser()
    if not folder.is_dir():
        raise FormatError(Fault.NO_SUCH_FOLDER, name)
    return folder.resolve()


def check_address(invitation: Invitation) -> None:
    """Refuse an address that no message may lead us to. Raises `FormatError`.

    An invitation is somebody else's word: no folder that it names is touched, for it may lie on a
    machine of theirs. The player names the shared folder.
    """
    url = invitation.url
    if url.lower().startswith(("file:", "\\\\", "//", "/")):
        raise FormatError(Fault.NOT_ITS_FOLDER, folder=url[:100])
    if url:
        check_server(url)


def invitation_url(url: str) -> str:
    """Return what an invitation says of a server: its address, at most with a club's guest."""
    if not url:
        return ""
    from game.net.server import invitation_address

    return invitation_address(url)


def check_server(url: str) -> None:
    """Refuse what is no server's address. Raises `FormatError`."""
    from game.net.server import is_server_url

    if not is_server_url(url):
        raise FormatError(Fault.NOT_A_SERVER, text=url[:100])
