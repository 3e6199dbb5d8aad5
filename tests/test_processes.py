"""Programs that the game starts open no console on Windows."""

from __future__ import annotations

import importlib

import pytest

from game import processes


@pytest.mark.parametrize(("system", "flags"), [("win32", 0x08000000), ("linux", 0), ("darwin", 0)])
def test_only_windows_is_told_to_open_no_console(
    monkeypatch: pytest.MonkeyPatch, system: str, flags: int
) -> None:
    """The value is that of `subprocess.CREATE_NO_WINDOW`, which other systems lack."""
    with monkeypatch.context() as patch:
        patch.setattr("sys.platform", system)
        importlib.reload(processes)
        assert flags == processes.NO_CONSOLE
    importlib.reload(processes)
