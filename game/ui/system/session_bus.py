"""The session bus of Linux, as far as SDL waits for that bus."""

import os
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from game.ui.system.silence import is_silent

_ADDRESS: Final = "DBUS_SESSION_BUS_ADDRESS"


def pass_silent_bus() -> None:
    """Let SDL, and every program that is started from here, do without a session bus that takes
    a connection and never answers: it would wait for ever, before there is a window.

    The bus serves input methods and keeps the screen from sleeping, no more.
    """
    if sys.platform == "linux" and any(is_silent(place, b"\0AUTH\r\n") for place in _sockets()):
        # A kind of address that no one serves.
        os.environ[_ADDRESS] = "disabled:"


def _sockets() -> Iterator[bytes]:
    """Yield the sockets at which the bus is looked for."""
    address = os.environ.get(_ADDRESS)
    if not address:
        yield os.fsencode(Path(os.environ.get("XDG_RUNTIME_DIR", "/nowhere")) / "bus")
        return
    for one in address.split(";"):
        kind, _, values = one.partition(":")
        named = dict(pair.partition("=")[::2] for pair in values.split(","))
        if kind == "unix" and "path" in named:
            yield _unescaped(named["path"])
        elif kind == "unix" and "abstract" in named:
            yield b"\0" + _unescaped(named["abstract"])


def _unescaped(value: str) -> bytes:
    return re.sub(rb"%([0-9a-fA-F]{2})", lambda m: bytes.fromhex(m[1].decode()), os.fsencode(value))
