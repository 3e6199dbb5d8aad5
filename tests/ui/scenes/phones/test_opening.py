"""The room of phones opens once, at its port if that is free, with the installation's secret."""

from __future__ import annotations

import socket
from collections.abc import Iterator

import pygame
import pytest

from game.locale import Language, load_catalogue
from game.net.own_address import own_addresses
from game.net.phones import PhoneServer
from game.page.phone import phone_page
from game.play.signing import SECRET_BYTES, read_secret
from game.ui.frame.context import Context
from game.ui.frame.preferences import change_settings
from game.ui.frame.wake import NEWS
from game.ui.scenes.phones.opening import open_room


@pytest.fixture(autouse=True)
def _closed(context: Context) -> Iterator[None]:
    yield
    context.close_phones()


def test_an_open_room_is_the_room(context: Context) -> None:
    room = open_room(context)
    assert context.phones is room
    assert open_room(context, 4242) is room
    assert room.addresses == own_addresses()
    context.close_phones()
    assert open_room(context) is not room


def test_a_room_opens_at_its_port_or_at_another_where_that_is_taken(context: Context) -> None:
    port = open_room(context).server.port
    context.close_phones()
    assert open_room(context, port).server.port == port
    context.close_phones()
    with socket.socket() as other:
        other.bind(("", 0))
        other.listen()
        taken = other.getsockname()[1]
        assert 0 < open_room(context, taken).server.port != taken


def test_a_room_without_any_port_is_an_error(
    context: Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise OSError(13, "no")

    monkeypatch.setattr(socket.socket, "bind", refuse)
    for port in (0, 4242):
        with pytest.raises(OSError, match="no"):
            open_room(context, port)
        assert context.phones is None


def test_a_phone_gets_the_page_in_the_language_of_the_window_and_its_words_wake_the_window(
    context: Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    context.catalogue = load_catalogue(Language.GERMAN)
    served: list[tuple[object, object]] = []
    start = PhoneServer.__init__

    def note(server: PhoneServer, page: bytes, *given: object, **named: object) -> None:
        served.append((page, named.get("wake")))
        start(server, page, *given, **named)  # type: ignore[arg-type]

    monkeypatch.setattr(PhoneServer, "__init__", note)
    port = open_room(context).server.port
    context.close_phones()
    with socket.socket() as other:
        other.bind(("", port))
        other.listen()
        open_room(context, port)
    # Once at any port, then at the one that is taken, and at another.
    assert len(served) == 3
    for page, wake in served:
        assert page == phone_page(Language.GERMAN)
        assert callable(wake)
        pygame.event.clear()
        wake()
        assert [event.type for event in pygame.event.get(NEWS)] == [NEWS]


def test_every_room_of_an_installation_signs_with_the_same_secret(context: Context) -> None:
    # What no secret can be is replaced.
    change_settings(context, room_secret="6b")
    secret = open_room(context).secret
    assert len(secret) == SECRET_BYTES
    assert read_secret(context.preferences.room_secret) == secret
    context.close_phones()
    assert open_room(context).secret == secret
