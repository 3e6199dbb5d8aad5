"""Tables announced to the house: heard by whoever listens, whatever others announce there."""

from __future__ import annotations

import socket
import time

import pytest
from zeroconf import ServiceInfo, Zeroconf

import game.net.nearby as nearby_module
from game.net.invitations import Invitation
from game.net.nearby import MOST_OF_ADDRESS, TYPE, Announcer, Nearby


def wait_for(nearby: Nearby, texts: set[str]) -> None:
    end = time.monotonic() + 20
    while {text for _, text in nearby.announced.values()} != texts:
        assert time.monotonic() < end, nearby.announced
        time.sleep(0.05)


def invitation(number: int, address: str = "127.0.0.1") -> str:
    user = f"t{number:016x}:" + "0" * 32
    url = f"nats://{user}@{address}:4222"
    return str(Invitation(number.to_bytes(16, "little"), bytes([number + 9]) * 32, url))


def test_what_is_announced_is_heard_until_it_ends() -> None:
    texts = [invitation(number) for number in range(2)]
    try:
        nearby = Nearby()
    except OSError:
        pytest.skip("no network that can be listened to")
    try:
        tellers = [Announcer(t, f"Table {i}", "127.0.0.1", 4222) for i, t in enumerate(texts)]
        wait_for(nearby, set(texts))
        assert sorted(nearby.announced.values()) == [("Table 0", texts[0]), ("Table 1", texts[1])]
        tellers[0].close()
        wait_for(nearby, {texts[1]})
        tellers[1].close()
        wait_for(nearby, set())
    finally:
        nearby.close()


def test_spoofed_announcements_hide_no_table() -> None:
    """Thirteen of one machine, of an invitation elsewhere, and of nothing, come first."""
    try:
        nearby = Nearby()
    except OSError:
        pytest.skip("no network that can be listened to")
    spoofer = Zeroconf()
    names = 0

    def spoof(text: str, address: str) -> None:
        nonlocal names
        names += 1
        info = ServiceInfo(
            TYPE, f"spoof{names}.{TYPE}", addresses=[socket.inet_aton(address)], port=4222,
            properties={"i0": text[:200], "i1": text[200:]}, server=f"spoof{names}.local.",
        )  # fmt: skip
        spoofer.register_service(info, cooperating_responders=True)

    try:
        for number in range(13):
            spoof(invitation(100 + number, "127.0.0.9"), "127.0.0.9")
            spoof(invitation(200 + number, "127.0.0.1"), "127.0.0.8")
            spoof("nothing", "127.0.0.7")
        real = Announcer(invitation(1), "The real one", "127.0.0.1", 4222)
        end = time.monotonic() + 20
        while ("The real one", invitation(1)) not in nearby.announced.values():
            assert time.monotonic() < end, nearby.announced
            time.sleep(0.05)
        assert all("127.0.0.8" not in text for _, text in nearby.announced.values())
        real.close()
    finally:
        spoofer.close()
        nearby.close()


def test_the_newest_of_one_address_stay() -> None:
    nearby = Nearby.__new__(Nearby)
    nearby.announced, nearby._addresses = {}, {}
    import threading

    nearby._lock = threading.Lock()
    for number in range(3 * MOST_OF_ADDRESS):
        nearby._keep(f"n{number}", "10.0.0.1", ("", str(number)))
    nearby._keep("other", "10.0.0.2", ("", "other"))
    assert len(nearby.announced) == MOST_OF_ADDRESS + 1
    assert "other" in nearby.announced
    assert f"n{3 * MOST_OF_ADDRESS - 1}" in nearby.announced


def test_a_table_that_is_announced_already_is_announced_again() -> None:
    text = invitation(3)
    try:
        nearby = Nearby()
    except OSError:
        pytest.skip("no network that can be listened to")
    tellers = [Announcer(text, f"Table {i}", "127.0.0.1", 4222) for i in range(2)]
    try:
        wait_for(nearby, {text})
    finally:
        for teller in tellers:
            teller.close()
        nearby.close()


def test_without_any_network_an_os_error_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse() -> None:
        raise RuntimeError("No interfaces to listen on")

    monkeypatch.setattr(nearby_module, "Zeroconf", refuse)
    for start in (Nearby, lambda: Announcer(invitation(4), "Table", "127.0.0.1", 4222)):
        with pytest.raises(OSError, match="down"):
            start()
