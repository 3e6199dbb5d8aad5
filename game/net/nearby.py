"""Announces tables on the local network by multicast DNS (the extra `host`); off by default.

Everyone who receives an invitation may watch and ask for a seat; announcing it is the game master's
choice.
"""

import contextlib
import errno
import os
import threading
from concurrent.futures import ThreadPoolExecutor
from ipaddress import ip_address
from typing import Final
from urllib.parse import urlsplit

from zeroconf import ServiceBrowser, ServiceInfo, ServiceListener, Zeroconf

from game.net.invitations import read_invitation
from game.rules.errors import FormatError

TYPE: Final = "_take-it-easy._tcp.local."
MOST_OF_ADDRESS: Final = 16
MOST_ANNOUNCEMENTS: Final = 512
"""The most announcements stored, as any machine may send any number. Of each address the newest are
kept, so that one machine cannot displace the others' announcements."""

LOOKUPS: Final = 8
LOOKUP_MILLISECONDS: Final = 1_500

MAX_NEARBY_TITLE: Final = 60
PIECE: Final = 200
"""Characters of an invitation in one property, which may hold 255 bytes."""


def _open() -> Zeroconf:
    try:
        return Zeroconf()
    except RuntimeError:  # this machine has no network card that is on
        raise OSError(errno.ENETDOWN, os.strerror(errno.ENETDOWN)) from None


class Announcer:
    """Announces one invitation on the local network until it is closed. Raises `OSError`."""

    def __init__(self, invitation: str, title: str, address: str, port: int) -> None:
        pieces = [invitation[i : i + PIECE] for i in range(0, len(invitation), PIECE)]
        properties = {f"i{i}": piece for i, piece in enumerate(pieces)} | {
            "title": title[:MAX_NEARBY_TITLE]
        }
        name = read_invitation(invitation).table.hex()[:16]
        self._info = ServiceInfo(
            TYPE,
            f"{name}.{TYPE}",
            addresses=[ip_address(address).packed],
            port=port,
            properties=properties,
            server=f"{name}.local.",
        )
        self._zeroconf = _open()
        # Another program may announce the same table, or use its name.
        self._zeroconf.register_service(self._info, allow_name_change=True)

    def close(self) -> None:
        """End the announcement."""
        with contextlib.suppress(OSError):
            self._zeroconf.unregister_service(self._info)
        self._zeroconf.close()


class Nearby(ServiceListener):
    """Listens for announced tables.

    `announced` are titles and invitations by name, in the order they arrived. An announcement
    counts only if its invitation leads to the machine that sent it.
    """

    def __init__(self) -> None:
        self.announced: dict[str, tuple[str, str]] = {}
        self._addresses: dict[str, str] = {}
        self._lock = threading.Lock()
        # An announcer that does not answer must not hold up the others.
        self._pool = ThreadPoolExecutor(LOOKUPS)
        self._zeroconf = _open()
        self._browser = ServiceBrowser(self._zeroconf, TYPE, self)

    def add_service(self, zc: Zeroconf, type_: str, name: str) -> None:
        """Add an announced table; an announcement without a valid invitation is skipped."""
        with contextlib.suppress(RuntimeError):
            self._pool.submit(self._look, zc, type_, name)

    def _look(self, zc: Zeroconf, type_: str, name: str) -> None:
        info = zc.get_service_info(type_, name, LOOKUP_MILLISECONDS)
        if info is None:
            return
        values = {key: value for key, value in info.decoded_properties.items() if value}
        text = "".join(values.get(f"i{i}") or "" for i in range(8))
        try:
            address = urlsplit(read_invitation(text).url).hostname or ""
        except (FormatError, ValueError):
            return
        if address in info.parsed_addresses():
            self._keep(name, address, ((values.get("title") or "")[:MAX_NEARBY_TITLE], text))

    def _keep(self, name: str, address: str, table: tuple[str, str]) -> None:
        with self._lock:
            self.remove(name)
            same = [other for other, its in self._addresses.items() if its == address]
            if len(same) >= MOST_OF_ADDRESS:
                self.remove(same[0])
            if len(self._addresses) < MOST_ANNOUNCEMENTS:
                self._addresses[name] = address
                self.announced = {**self.announced, name: table}

    def remove(self, name: str) -> None:
        """Forget an announcement."""
        self._addresses.pop(name, None)
        self.announced = {other: its for other, its in self.announced.items() if other != name}

    def update_service(self, zc: Zeroconf, type_: str, name: str) -> None:
        """Replace an announcement by its new content."""
        self.add_service(zc, type_, name)

    def remove_service(self, zc: Zeroconf, type_: str, name: str) -> None:
        """Forget an announcement that has ended."""
        with self._lock:
            self.remove(name)

    def close(self) -> None:
        """Stop listening."""
        self._pool.shutdown(wait=False, cancel_futures=True)
        self._zeroconf.close()
