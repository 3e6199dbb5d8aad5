"""Servers of the screen and of speech that take a connection and never answer."""

from __future__ import annotations

import os
import socket
import sys
from contextlib import suppress
from pathlib import Path
from threading import Thread

import pytest

from game.ui.system import silence
from tests.ui.system.conftest import Serve

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="they are Linux's")


@pytest.mark.parametrize(
    ("display", "is_refused"),
    [(":{}", True), ("unix:{}.0", True), (":{}9", False), ("x:{}", False)],
)
def test_a_display_server_that_never_answers_is_no_display(
    serve: Serve, monkeypatch: pytest.MonkeyPatch, display: str, is_refused: bool
) -> None:
    number = 20_000 + os.getpid() % 9_000
    place = Path(f"/tmp/.X11-unix/X{number}")
    place.parent.mkdir(exist_ok=True)
    monkeypatch.setattr(silence, "_LONG_PATIENCE", 0.15)
    monkeypatch.setenv("DISPLAY", display.format(number))
    serve(str(place), None)
    try:
        assert silence.is_display_silent() is is_refused
    finally:
        place.unlink()


@pytest.mark.parametrize("answer", [None, b"\0", b"\1"])
def test_a_forwarded_display_is_greeted_where_it_listens(
    monkeypatch: pytest.MonkeyPatch, answer: bytes | None
) -> None:
    monkeypatch.setattr(silence, "_LONG_PATIENCE", 0.15)
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
        monkeypatch.setenv("DISPLAY", f"localhost:{port - 6000}.0")
        if answer is not None:
            Thread(target=lambda: server.accept()[0].sendall(answer), daemon=True).start()
        assert silence.is_display_silent() is (answer is None)


def test_wayland_is_asked_only_where_no_display_of_x_is_named(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("XDG_RUNTIME_DIR", "/run/me")
    for display, wayland, place in (
        (":7", "wayland-7", b"/tmp/.X11-unix/X7"),
        ("localhost:10.0", "wayland-7", ("127.0.0.1", 6010)),
        ("127.0.0.1:3", "", ("127.0.0.1", 6003)),
        (None, "wayland-7", b"/run/me/wayland-7"),
        (None, "/abs/wayland", b"/abs/wayland"),
        (None, "", None),
        ("", "wayland-7", None),
        ("elsewhere:0", "wayland-7", None),
    ):
        monkeypatch.delenv("DISPLAY", raising=False)
        if display is not None:
            monkeypatch.setenv("DISPLAY", display)
        monkeypatch.setenv("WAYLAND_DISPLAY", wayland)
        assert [server for server, _ in vars(silence)["_display_servers"]()] == [place] * bool(
            place
        )


def test_the_speech_server_is_asked_at_its_own_address_or_the_usual_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked: list[bytes] = []

    def note(place: bytes, greeting: bytes) -> bool:
        asked.append(place)
        return place.endswith(b"silent")

    monkeypatch.setattr(silence, "is_silent", note)
    monkeypatch.setenv("HOME", "/home/me")
    for address, runtime, cache, place in (
        ("unix_socket:/a/socket", "/run", "/cache", b"/a/socket"),
        ("unix_socket:", "/run", "/cache", b"/run/speech-dispatcher/speechd.sock"),
        ("inet_socket:host:1", "/run", "/cache", b"/run/speech-dispatcher/speechd.sock"),
        ("", "", "/cache", b"/cache/speech-dispatcher/speechd.sock"),
        ("", "", "", b"/home/me/.cache/speech-dispatcher/speechd.sock"),
    ):
        monkeypatch.setenv("SPEECHD_ADDRESS", address)
        monkeypatch.setenv("XDG_RUNTIME_DIR", runtime)
        monkeypatch.setenv("XDG_CACHE_HOME", cache)
        silence.refuse_silent_speech()
        assert asked.pop() == place
    monkeypatch.setenv("SPEECHD_ADDRESS", "unix_socket:/is/silent")
    with pytest.raises(OSError, match="does not answer"):
        silence.refuse_silent_speech()


@pytest.mark.parametrize(("answer", "is_refused"), [(None, True), (b"\1", False)])
def test_a_wayland_server_that_never_answers_is_no_display(
    serve: Serve,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    answer: bytes | None,
    is_refused: bool,
) -> None:
    monkeypatch.setattr(silence, "_LONG_PATIENCE", 0.15)
    monkeypatch.delenv("DISPLAY", raising=False)
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    monkeypatch.setenv("WAYLAND_DISPLAY", "wayland-7")
    serve(str(tmp_path / "wayland-7"), answer)
    assert silence.is_display_silent() is is_refused


def test_other_systems_have_no_such_servers(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[object] = []

    def note(place: object, *_: object) -> bool:
        asked.append(place)
        return True

    monkeypatch.setattr(silence, "is_silent", note)
    monkeypatch.setenv("DISPLAY", ":7")
    for system in ("darwin", "win32"):
        monkeypatch.setattr(sys, "platform", system)
        assert silence.is_display_silent() is False
        silence.refuse_silent_speech()
    assert asked == []


def test_a_server_at_which_too_many_wait_already_does_not_answer(tmp_path: Path) -> None:
    place = str(tmp_path / "full")
    with socket.socket(socket.AF_UNIX) as server, socket.socket(socket.AF_UNIX) as first:
        server.bind(place)
        server.listen(0)
        first.connect(place)
        with socket.socket(socket.AF_UNIX) as second:
            second.settimeout(0)
            with suppress(BlockingIOError):
                second.connect(place)
            assert silence.is_silent(os.fsencode(place), b"hello", 0.0)
