"""Whether standard error is read, the message box where it is not, and the streams' description."""

from __future__ import annotations

import ctypes
import errno
import io
import os
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from game.cli import alert

elsewhere = pytest.mark.skipif(sys.platform == "win32", reason="Windows itself does it there")
"""For tests that imitate Windows or macOS by another system's streams and programs."""


@elsewhere
def test_standard_error_is_unread_only_where_a_menu_discards_it(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(os, "isatty", lambda number: False)
    closed = io.StringIO()
    closed.close()
    with (tmp_path / "log").open("w") as file, open(os.devnull, "w") as nowhere:
        for stream, expected in (
            (nowhere, [False, True, False]),
            (file, [False, False, False]),
            (closed, [False, False, False]),
            (io.StringIO(), [False, False, False]),
            (None, [True, False, False]),
        ):
            monkeypatch.setattr(sys, "stderr", stream)
            found = [alert.is_unread(system) for system in ("win32", "darwin", "linux")]
            assert found == expected, stream
        monkeypatch.setattr(sys, "stderr", nowhere)
        monkeypatch.setattr(os, "isatty", lambda number: number == 0)
        assert not alert.is_unread("darwin"), "standard input is a terminal"


@elsewhere
def test_macos_shows_a_message_by_a_program_and_waits_for_it(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    program, shown = tmp_path / "osascript", tmp_path / "shown"
    program.write_text(
        f"#!/bin/sh\nprintf '%s|' \"$@\" > '{shown}'\necho out\necho wrong >&2\nexit 1\n",
        encoding="utf-8",
    )
    program.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    alert.show_alert("No font.\nInstall it.", "darwin")
    option, script, title, message, _ = shown.read_text(encoding="utf-8").split("|")
    assert (option, title, message) == ("-e", "Take It Easy!", "No font.\nInstall it.")
    assert "(item 1 of words) message (item 2 of words)" in script
    assert capfd.readouterr() == ("", "")
    program.unlink()
    alert.show_alert("Without that program nothing happens.", "darwin")


@elsewhere
def test_windows_shows_a_message_by_its_own_function(monkeypatch: pytest.MonkeyPatch) -> None:
    boxes: list[tuple[Any, ...]] = []
    user = SimpleNamespace(MessageBoxW=lambda *given: boxes.append(given))
    monkeypatch.setattr(ctypes, "windll", SimpleNamespace(user32=user), raising=False)
    monkeypatch.setenv("PATH", "")
    alert.show_alert("No font.", "win32")
    assert boxes == [(None, "No font.", "Take It Easy!", 0x10)]


def test_the_three_streams_are_described(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = io.TextIOWrapper(io.BytesIO(), "utf-8")
    monkeypatch.setattr(terminal, "isatty", lambda: True, raising=False)
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(), "cp1252"))
    monkeypatch.setattr(sys, "stdout", terminal)
    monkeypatch.setattr(sys, "stderr", None)
    number_of_a_closed_stream = 2

    def stat(number: int) -> None:
        if number == number_of_a_closed_stream:
            raise OSError(errno.EBADF, "it is closed")

    with monkeypatch.context() as patch:
        patch.setattr(os, "fstat", stat)
        words = alert.describe_streams()
    assert words.split("; ") == [
        "stdin: TextIOWrapper cp1252 terminal=False, its number is open",
        "stdout: TextIOWrapper utf-8 terminal=True, its number is open",
        f"stderr: NoneType, [Errno {errno.EBADF}] it is closed",
    ]
