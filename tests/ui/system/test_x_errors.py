"""X11's errors about single requests do not end the program."""

from __future__ import annotations

import ctypes
from types import SimpleNamespace

import pytest

from game.ui.system.x_errors import outlive_x_errors


def test_xlib_gets_a_handler_that_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    c, handlers = ctypes.CDLL(None), list[int | None]()
    x11 = SimpleNamespace(XSetErrorHandler=lambda handler: handlers.append(handler.value))
    libraries = {"libX11.so.6": x11, None: c}
    monkeypatch.setattr(ctypes, "CDLL", libraries.__getitem__)
    outlive_x_errors()
    assert handlers == [ctypes.cast(c.getpid, ctypes.c_void_p).value]


def test_without_xlib_nothing_happens(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(name: str | None) -> None:
        raise OSError(name)

    monkeypatch.setattr(ctypes, "CDLL", fail)
    outlive_x_errors()
