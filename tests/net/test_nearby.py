"""Tables told to the house: heard by whoever listens, and nothing else that is said there."""

from __future__ import annotations

import time

import pytest

from game.net.invitations import Invitation
from game.net.nearby import Announcer, Nearby


def wait_for(nearby: Nearby, count: int) -> None:
    end = time.monotonic() + 20
    while len(nearby.found) != count:
        assert time.monotonic() < end, nearby.found
        time.sleep(0.05)


def test_what_is_told_is_heard_until_it_is_told_no_more() -> None:
    url = "tls://anna:" + "0" * 32 + "@club.example.org:4222"
    texts = [str(Invitation(bytes([i]) * 32, bytes([i + 9]) * 32, url)) for i in range(2)]
    try:
        nearby = Nearby()
    except OSError:
        pytest.skip("no network that can be listened to")
    try:
        tellers = [Announcer(t, f"Table {i}", "127.0.0.1", 4222) for i, t in enumerate(texts)]
        wait_for(nearby, 2)
        assert sorted(nearby.found.values()) == [("Table 0", texts[0]), ("Table 1", texts[1])]
        tellers[0].close()
        wait_for(nearby, 1)
        tellers[1].close()
        wait_for(nearby, 0)
    finally:
        nearby.close()
