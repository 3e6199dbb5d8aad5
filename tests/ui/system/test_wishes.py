"""The system's wishes for less motion and more contrast, where it can be asked."""

from __future__ import annotations

import ctypes
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pygame
import pytest

from game.storage.places import HOME_VARIABLE
from game.storage.settings import Settings, SettingsStore
from game.ui.frame.title import LaunchOptions, open_title
from game.ui.system import wishes
from game.ui.system.wishes import first_values
from tests.each import each

BOTH = {"has_reduced_motion": True, "theme": "contrast"}


def answer(folder: Path, monkeypatch: pytest.MonkeyPatch, words: str, status: int = 0) -> Path:
    """Put a `gdbus` in the way that says `words`; return the file that its calls are noted in."""
    calls = folder / "calls"
    program = folder / "gdbus"
    program.write_text(f'#!/bin/sh\necho "$@" >> {calls}\necho "{words}"\nexit {status}\n')
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{folder}:/usr/bin:/bin")
    return calls


@pytest.mark.skipif(sys.platform == "win32", reason="asks a program of Unix")
@pytest.mark.parametrize(
    ("said", "wanted"),
    [
        ("({'org.freedesktop.appearance': {'contrast': <uint32 1>}},)", {"theme": "contrast"}),
        (
            "({'a': {'contrast': <uint32 0>, 'reduced-motion': <uint32 1>}},)",
            {"has_reduced_motion": True},
        ),
        (
            "({'a': {'enable-animations': <false>}, 'b': {'contrast': <uint32 1>}},)",
            BOTH,
        ),
        ("({'org.gnome.desktop.interface': {'enable-animations': <true>}},)", {}),
        ("({'k': {'AnimationDurationFactor': <'0'>}},)", {"has_reduced_motion": True}),
        ("({'k': {'AnimationDurationFactor': <'0.5'>}},)", {}),
        ("Error: no such name", {}),
    ],
)
def test_the_portal_is_asked_and_may_say_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, said: str, wanted: dict[str, Any]
) -> None:
    calls = answer(tmp_path, monkeypatch, said)
    assert first_values("linux") == wanted
    (asked,) = calls.read_text().splitlines()
    assert asked.startswith("call --session --timeout 1 --dest org.freedesktop.portal.Desktop")
    for room in ("freedesktop.appearance", "gnome.desktop.interface", "kde.kdeglobals.KDE"):
        assert f"'org.{room}'" in asked.partition("Settings.ReadAll ")[2]


def test_where_nobody_can_be_asked_the_usual_values_stay(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    assert [first_values(system) for system in ("linux", "darwin", "win32")] == [{}, {}, {}]


def test_a_portal_that_does_not_answer_in_time_wishes_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def wait(command: tuple[str, ...], timeout: float, **_: Any) -> None:
        raise subprocess.TimeoutExpired(command, timeout)

    monkeypatch.setattr(subprocess, "run", wait)
    assert first_values("linux") == {}


@each([(1, 0), (0, 0), (1, 1), (0, 1)])
def test_windows_says_both(is_animated: int, is_high: int) -> None:
    def tell(question: int, _: int, place: Any, __: int) -> None:
        room = ctypes.cast(place, ctypes.POINTER(ctypes.c_uint32))
        if question == 0x1042:
            room[0] = is_animated
        else:
            # Windows refuses a structure that does not say its size.
            assert room[0] == (16 if ctypes.sizeof(ctypes.c_void_p) == 8 else 12)
            room[1] = 0x7E | is_high

    with pytest.MonkeyPatch.context() as patch:
        user32 = SimpleNamespace(SystemParametersInfoW=tell)
        patch.setattr(ctypes, "windll", SimpleNamespace(user32=user32), raising=False)
        still = {} if is_animated else {"has_reduced_motion": True}
        assert first_values("win32") == still | ({"theme": "contrast"} if is_high else {})


def test_macos_says_both(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[bytes] = []

    def agree(question: bytes) -> bool:
        asked.append(question)
        return True

    monkeypatch.setattr(wishes, "ask_workspace", agree)
    assert first_values("darwin") == BOTH
    assert len(set(asked)) == 2


@pytest.mark.skipif(sys.platform == "win32", reason="asks a program of Unix")
def test_what_the_system_wishes_is_where_a_newcomer_begins_and_no_one_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    calls = answer(tmp_path, monkeypatch, "{'contrast': <uint32 1>, 'reduced-motion': <uint32 1>}")
    home = tmp_path / "home"
    monkeypatch.setenv(HOME_VARIABLE, str(home))
    monkeypatch.setattr(pygame, "quit", lambda: None)
    with open_title(LaunchOptions()) as opened:
        assert (opened.settings.has_reduced_motion, opened.settings.theme) == (True, "contrast")
    calls.unlink()
    SettingsStore(home / "settings.json").save(Settings(language="de"))
    with open_title(LaunchOptions()) as opened:
        assert opened.settings == Settings(language="de")
    assert not calls.exists()
