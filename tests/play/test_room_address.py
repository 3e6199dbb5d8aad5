"""The addresses of rooms, as they are typed, pasted and printed."""

from __future__ import annotations

import pytest

from game.play.room_address import read_address

MARK = "ab" * 32


@pytest.mark.parametrize(
    ("text", "place", "folder", "letters", "certificate"),
    [
        ("192.0.2.1:4242", "192.0.2.1:4242", "/", "", ""),
        ("192.0.2.1:4242/bcdf", "192.0.2.1:4242", "/", "BCDF", ""),
        ("192.0.2.1:4242/room", "192.0.2.1:4242", "/", "ROOM", ""),
        ("192.0.2.1:4242/rooms", "192.0.2.1:4242", "/", "", ""),
        ("192.0.2.1:4242/b2df", "192.0.2.1:4242", "/", "", ""),
        ("http://192.0.2.1:4242/#BCDF", "192.0.2.1:4242", "/", "BCDF", ""),
        ("http://[2001:db8::1]:4242/#BCDF", "[2001:db8::1]:4242", "/", "BCDF", ""),
        ("https://one.example/#" + "B" * 19, "one.example:443", "/", "B" * 19, ""),
        ("http://one.example/#" + "B" * 19, "one.example:80", "/", "B" * 19, ""),
        ("http://x:65535/#bcdf", "x:65535", "/", "BCDF", ""),
        ("http://x:1/#BCDF", "x:1", "/", "BCDF", ""),
        ("https://one.example/room/#" + "B" * 19, "one.example:443", "/room/", "B" * 19, ""),
        ("https://one.example/a/b-2/#BCDF", "one.example:443", "/a/b-2/", "BCDF", ""),
        (f"https://one.example:4280/#BCDF&cert={MARK}", "one.example:4280", "/", "BCDF", MARK),
    ],
)
def test_an_address_is_read(
    text: str, place: str, folder: str, letters: str, certificate: str
) -> None:
    address = read_address(f" {text}\n")
    assert address is not None
    assert (address.place, address.folder) == (place, folder)
    assert (address.letters, address.certificate) == (letters, certificate)
    assert address.is_secure is text.startswith("https")


@pytest.mark.parametrize(
    "text",
    ["", "hello", "one.example", "https://one.example/", "http://x:0/#BCDF", "http://x:65536/#BCDF",
     "http://x:1/?a=b#BCDF", "http://x:1/" + "a/" * 9 + "#BCDF", "http://u@x:1/#BCDF"],
)  # fmt: skip
def test_what_is_no_address_is_none(text: str) -> None:
    assert read_address(text) is None


def test_what_follows_the_sign_is_the_letters_or_the_key_of_a_seat() -> None:
    key = "abcDEF_-0123456789xyzw"
    assert len(key) == 22
    for word, letters, is_elsewhere in (
        (key, "", False),
        ("b" * 22, "B" * 22, True),
        ("b" * 5, "BBBBB", True),
        ("bcdf", "BCDF", False),
    ):
        address = read_address(f"http://x:1/#{word}")
        assert address is not None
        assert (address.letters, address.key) == (letters, "" if letters else key)
        assert address.is_elsewhere is is_elsewhere


def test_a_browser_takes_the_address_with_a_scheme() -> None:
    for text, link in (
        ("192.0.2.1:4242/BCDF", "http://192.0.2.1:4242/BCDF"),
        ("http://192.0.2.1:4242/#BCDF", "http://192.0.2.1:4242/#BCDF"),
        ("https://one.example/#BCDF", "https://one.example/#BCDF"),
    ):
        address = read_address(text)
        assert address is not None
        assert address.link == link
