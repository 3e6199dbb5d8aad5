"""This machine's address in its network."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from contextlib import suppress
from ipaddress import ip_address
from typing import Final

_FAR: Final = {socket.AF_INET: "192.0.2.1", socket.AF_INET6: "2001:db8::1"}
"""Addresses of the documentation, which need the way to the internet."""


def own_addresses() -> tuple[str, ...]:
    """Return this machine's addresses in its networks, the likeliest first; no packet is sent.

    That is the one towards the internet. Behind a VPN it is one that the house cannot reach, and in
    a network without a way to the internet there is none: then the network's cards name others.
    Some networks have IPv6 alone.
    """
    for family, far in _FAR.items():
        addresses: list[str] = []
        with suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as probe:
            probe.connect((far, 9))
            addresses.append(str(probe.getsockname()[0]))
        with suppress(OSError):
            addresses += _addresses(family)
        if addresses:
            return tuple(dict.fromkeys(addresses))
    return ("127.0.0.1",)


def _addresses(family: socket.AddressFamily) -> Iterator[str]:
    # Imported late: hardly any network needs it.
    import psutil

    cards = psutil.net_if_stats()
    for name, addresses in psutil.net_if_addrs().items():
        for one in addresses:
            if one.family != family or not cards[name].isup:
                continue
            address = ip_address(one.address)
            # A local address of IPv6 is nothing without the card's name, which is another one
            # on each machine.
            if not address.is_loopback and not (address.version == 6 and address.is_link_local):
                yield one.address
