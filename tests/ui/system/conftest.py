"""Shared fixtures of the tests of the system: screens, and servers that never answer."""

from __future__ import annotations

import socket
from collections.abc import Callable, Iterator
from threading import Thread

import pytest

from game.ui.layout.rects import Rect
from game.ui.system import silence
from game.ui.system.screens import Screen


def screen(w: int, h: int, bar: int = 40, x: int = 0) -> Screen:
    """A screen with a bar at its top."""
    return Screen(Rect(x, 0, w, h), Rect(x, bar, w, h - bar))


WIDE, BESIDE = screen(1920, 1080), screen(1280, 1024, x=1920)


Serve = Callable[[str | bytes, bytes | None], None]


@pytest.fixture
def serve(monkeypatch: pytest.MonkeyPatch) -> Iterator[Serve]:
    """A bus at a place that answers with some words, or never."""
    monkeypatch.setattr(silence, "_PATIENCE", 0.15)
    monkeypatch.delenv("XDG_RUNTIME_DIR", raising=False)
    opened: list[socket.socket] = []

    def serve(place: str | bytes, answer: bytes | None) -> None:
        server = socket.socket(socket.AF_UNIX)
        server.bind(place)
        server.listen(5)
        opened.append(server)
        if answer is not None:
            Thread(target=reply, args=(server, answer), daemon=True).start()

    def reply(server: socket.socket, answer: bytes) -> None:
        client, _ = server.accept()
        opened.append(client)
        if answer:
            client.sendall(answer)
        else:
            client.close()

    yield serve
    for one in opened:
        one.close()
