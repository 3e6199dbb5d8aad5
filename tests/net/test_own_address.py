"""A house whose network leads nowhere, or has IPv6 alone, plays too."""

from __future__ import annotations

import socket
from types import SimpleNamespace

import psutil
import pytest

from game.net.own_address import own_addresses

V4, V6 = socket.AF_INET, socket.AF_INET6

Card = list[tuple[socket.AddressFamily, str]]


@pytest.mark.parametrize(
    ("cards", "address"),
    [
        ({"lo": [(V4, "127.0.0.1")], "eth0": [(V4, "192.168.7.3")]}, "192.168.7.3"),
        ({"eth0": [(V4, "169.254.3.4"), (V6, "fd00::5")]}, "169.254.3.4"),
        ({"lo": [(V6, "::1")], "eth0": [(V6, "fe80::1%eth0"), (V6, "fd00::5")]}, "fd00::5"),
        ({"down0": [(V4, "10.0.0.1")], "eth0": [(V6, "fe80::1%eth0")]}, "127.0.0.1"),
        ({}, "127.0.0.1"),
    ],
)
def test_without_a_way_out_the_network_s_cards_name_the_address(
    monkeypatch: pytest.MonkeyPatch, cards: dict[str, Card], address: str
) -> None:
    class Nowhere(socket.socket):
        def connect(self, _: object) -> None:
            raise OSError(101, "Network is unreachable")

    names = {
        card: [SimpleNamespace(family=family, address=one) for family, one in found]
        for card, found in cards.items()
    }
    states = {card: SimpleNamespace(isup=not card.startswith("down")) for card in cards}
    monkeypatch.setattr(socket, "socket", Nowhere)
    monkeypatch.setattr(psutil, "net_if_addrs", lambda: names)
    monkeypatch.setattr(psutil, "net_if_stats", lambda: states)
    assert own_addresses()[0] == address


def test_the_address_towards_the_internet_comes_first_and_each_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    class Out(socket.socket):
        def connect(self, _: object) -> None:
            pass

        def getsockname(self) -> tuple[str, int]:
            return "10.8.0.2", 7

    def card(*addresses: str) -> list[SimpleNamespace]:
        return [SimpleNamespace(family=V4, address=address) for address in addresses]

    names = {
        "eth0": card("192.168.7.3", "10.8.0.2"),
        "tun0": card("10.8.0.2"),
        "lo": card("127.0.0.1"),
    }
    monkeypatch.setattr(socket, "socket", Out)
    monkeypatch.setattr(psutil, "net_if_addrs", lambda: names)
    states = {name: SimpleNamespace(isup=True) for name in names}
    monkeypatch.setattr(psutil, "net_if_stats", lambda: states)
    assert own_addresses() == ("10.8.0.2", "192.168.7.3")
