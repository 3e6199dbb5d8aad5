"""The progress bar on a terminal, and its absence elsewhere."""

from __future__ import annotations

import io
import os

import pytest

from game.bots.bar import EVERY_SECONDS, Bar, percent_bar


class Terminal(io.StringIO):
    """A standard error that is a terminal."""

    def isatty(self) -> bool:
        return True


def open_terminal(monkeypatch: pytest.MonkeyPatch) -> Terminal:
    """Return a terminal of 40 columns; pytest replaces one that a fixture opens."""
    terminal = Terminal()
    monkeypatch.setattr("sys.stderr", terminal)
    monkeypatch.setattr("shutil.get_terminal_size", lambda **_: os.terminal_size((40, 20)))
    return terminal


def test_a_bar_is_drawn_now_and_then_and_erased(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal, now = open_terminal(monkeypatch), 5.0
    monkeypatch.setattr("time.monotonic", lambda: now)
    shown = Bar(8)
    shown.clear()
    assert terminal.getvalue() == "", "there is nothing to erase"
    shown.show(2, "two")
    shown.show(3, "too early")
    now += 2 * EVERY_SECONDS
    shown.show(4, "many words in a line")
    first = "[" + "#" * 6 + "-" * 18 + "] 2/8  two"
    second = "[" + "#" * 12 + "-" * 12 + "] 4/8  many wo"
    drawn = f"\r{first}\r{second}"
    assert terminal.getvalue() == drawn
    shown.clear()
    shown.clear()
    assert terminal.getvalue() == f"{drawn}\r{' ' * len(second)}\r"


def test_a_share_is_shown_as_a_percentage(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = open_terminal(monkeypatch)
    with percent_bar("x") as show:
        show(1.0)
    line = "[" + "#" * 24 + "] 100/100  x"
    assert terminal.getvalue() == f"\r{line}\r{' ' * len(line)}\r"


def test_without_a_terminal_no_bar_is_drawn(capsys: pytest.CaptureFixture[str]) -> None:
    with percent_bar() as show:
        show(0.5)
    assert capsys.readouterr().err == ""
