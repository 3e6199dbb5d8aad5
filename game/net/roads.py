"""Which road a table travels by: a shared folder, a server, or none but what people carry."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Protocol

from game.net.entries import Entry
from game.net.folder import FolderRoad, folder_of_url, is_road
from game.net.home import Seating
from game.net.invitations import Invitation
from game.rules.errors import Fault, FormatError

__all__ = ["Road", "check_road", "check_server", "find_folder", "open_road"]


class Road(Protocol):
    """Something that carries entries between homes, in any order, any number of times."""

    def receive(self, *, again: bool = False) -> tuple[tuple[Entry, ...], tuple[FormatError, ...]]:
        """What came since last time, and what was refused of it. Raises `OSError`.

        `again` brings everything once more, for what was not taken then and is wanted now.
        """

    def send(self, entries: Iterable[Entry]) -> None:
        """Put in whatever the road lacks. Raises `OSError`."""

    def wait(self, seconds: float) -> None:
        """Until something may have come, but no longer than that."""

    def close(self) -> None:
        """Leave the road."""


def open_road(seating: Seating, own_server: str = "") -> Road | None:
    """The folder that was named in this home, else what the invitation says; None goes by hand.

    `own_server` is where this home's own server is found, for a table that is hosted there.
    """
    url = own_server if own_server and seating.is_hosted else seating.invitation.url
    folder = folder_of_url(url) if seating.folder is None else Path(seating.folder)
    if folder is not None:
        return FolderRoad(folder, seating.invitation)
    if not url:
        return None
    # Loaded when a server is named: packets and folders need nothing of it.
    from game.net.server import ServerRoad

    return ServerRoad(url, seating.invitation)


def find_folder(name: str) -> Path:
    """The whole path of a folder that somebody named. Raises `FormatError`."""
    folder = Path(name).expanduser()
    if not folder.is_dir():
        raise FormatError(Fault.NO_SUCH_FOLDER, name)
    return folder.resolve()


def check_road(invitation: Invitation) -> None:
    """Refuse a road that no message may lead us to. Raises `FormatError`.

    An invitation is somebody else's word: the folder that it names must carry the table already,
    else the player names one.
    """
    folder = folder_of_url(invitation.url)
    if folder is not None and not is_road(folder, invitation):
        raise FormatError(Fault.NOT_ITS_FOLDER, folder=str(folder))
    if folder is None and invitation.url:
        check_server(invitation.url)


def check_server(url: str) -> None:
    """Refuse what is no server's address. Raises `FormatError`."""
    from game.net.server import is_server_url

    if not is_server_url(url):
        raise FormatError(Fault.NOT_A_SERVER, text=url[:100])
