"""Announces tables on the local network by multicast DNS (the extra `lan`); off by default.

Everyone who receives an invitation may watch and ask for a seat; announcing it is the game master's
choice.
"""

import contextlib
import socket
from typing import Final

from zeroconf import ServiceBrowser, ServiceInfo, ServiceListener, Zeroconf

from game.net.invitations import read_invitation
from game.rules.errors import FormatError

TYPE: Final = "_take-it-easy._tcp.local."
MOST: Final = 16
"""Tables that are listened to: anybody in the house may tell any number."""

MAX_TITLE: Final = 60
PIECE: Final = 200
"""Characters of an invitation in one property, which may hold 255 bytes."""


class Announcer:
    """Announces one invitation on the local network until it is closed. Raises `OSError`."""

    def __init__(self, invitation: str, title: str, address: str, port: int) -> None:
        pieces = [invitation[i : i + PIECE] for i in range(0, len(invitation), PIECE)]
        told = {f"i{i}": piece for i, piece in enumerate(pieces)} | {"title": title[:MAX_TITLE]}
        name = read_invitation(invitation).road.hex()[:16]
        self._info = ServiceInfo(
            TYPE,
            f"{name}.{TYPE}",
            addresses=[socket.inet_aton(address)],
            port=port,
            properties=told,
            server=f"{name}.local.",
        )
        self._zeroconf = Zeroconf()
        self._zeroconf.register_service(self._info)

    def close(self) -> None:
        """End the announcement."""
        with contextlib.suppress(OSError):
            self._zeroconf.unregister_service(self._info)
        self._zeroconf.close()


class Nearby(ServiceListener):
    """Listens for announced tables. `found` are titles and invitations, in the order they came."""

    def __init__(self) -> None:
        self.found: dict[str, tuple[str, str]] = {}
        self._zeroconf = Zeroconf()
        self._browser = ServiceBrowser(self._zeroconf, TYPE, self)

    def add_service(self, zc: Zeroconf, type_: str, name: str) -> None:
        """Add an announced table; an announcement without a valid invitation is skipped."""
        info = zc.get_service_info(type_, name, 3_000)
        if info is None or (len(self.found) >= MOST and name not in self.found):
            return
        values = {key: value for key, value in info.decoded_properties.items() if value}
        text = "".join(values.get(f"i{i}") or "" for i in range(8))
        with contextlib.suppress(FormatError):
            read_invitation(text)
            self.found[name] = ((values.get("title") or "")[:MAX_TITLE], text)

    def update_service(self, zc: Zeroconf, type_: str, name: str) -> None:
        """Take over what an announcement says now."""
        self.add_service(zc, type_, name)

    def remove_service(self, zc: Zeroconf, type_: str, name: str) -> None:
        """Forget an announcement that has ended."""
        self.found.pop(name, None)

    def close(self) -> None:
        """Stop listening."""
        self._zeroconf.close()
