"""A session bus that never answers keeps no window from opening."""

from __future__ import annotations

import os
import socket
import sys
from pathlib import Path
from typing import Final

import pytest

from game.ui.system.session_bus import pass_silent_bus
from tests.ui.system.conftest import Serve

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="it is Linux's")

PASSED: Final = "disabled:"


@pytest.mark.parametrize(
    ("answer", "is_passed"), [(None, True), (b"REJECTED EXTERNAL\r\n", False), (b"", False)]
)
@pytest.mark.parametrize("kind", ["path", "escaped", "abstract", "second", "runtime"])
def test_a_bus_that_never_answers_is_passed_by(
    serve: Serve,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    kind: str,
    answer: bytes | None,
    is_passed: bool,
) -> None:
    place: str | bytes = str(tmp_path / ("a bus, ș" if kind == "escaped" else "bus"))
    address = f"unix:path={place!s},guid=00ff"
    match kind:
        case "escaped":
            address = f"unix:path={tmp_path}/a%20bus%2c%20%c8%99"
        case "abstract":
            place = f"\0take-it-easy-{os.getpid()}-{answer!r}"
            address = f"unix:abstract={place[1:]}".replace("'", "%27").replace("\\", "%5c")
        case "second":
            address = f"tcp:host=localhost;unix:path=/nowhere/at/all;{address}"
        case "runtime":
            address = ""
            monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    monkeypatch.setenv("DBUS_SESSION_BUS_ADDRESS", address)
    serve(place, answer)
    pass_silent_bus()
    assert os.environ["DBUS_SESSION_BUS_ADDRESS"] == (PASSED if is_passed else address)


@pytest.mark.parametrize(
    "address",
    ["", "nonsense", "unix:path=/nowhere", "unix:", ";;", "unix:path=%zz%", "unix:path=%00a%00"],
)
def test_no_bus_is_no_trouble(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("XDG_RUNTIME_DIR", raising=False)
    monkeypatch.setenv("DBUS_SESSION_BUS_ADDRESS", address)
    pass_silent_bus()
    assert os.environ["DBUS_SESSION_BUS_ADDRESS"] == address


def test_a_bus_at_which_too_many_wait_is_passed_by(
    serve: Serve, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = str(tmp_path / "bus")
    monkeypatch.setenv("DBUS_SESSION_BUS_ADDRESS", f"unix:path={place}")
    serve(place, None)
    waiting = [socket.socket(socket.AF_UNIX) for _ in range(12)]
    for one in waiting:
        one.setblocking(False)
        one.connect_ex(place)
    pass_silent_bus()
    assert os.environ["DBUS_SESSION_BUS_ADDRESS"] == PASSED
    for one in waiting:
        one.close()


def test_without_an_address_nor_a_folder_there_is_no_bus(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("XDG_RUNTIME_DIR", "DBUS_SESSION_BUS_ADDRESS"):
        monkeypatch.delenv(name, raising=False)
    pass_silent_bus()
    assert "DBUS_SESSION_BUS_ADDRESS" not in os.environ
