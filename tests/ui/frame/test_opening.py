"""Folders, files and addresses, opened by the system's own programs."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import webbrowser
from pathlib import Path

import pytest

from game.ui.frame import opening
from game.ui.frame.opening import Opening, open_folder, open_link, open_page


def finish() -> None:
    """Wait until the threads that open something have ended."""
    for thread in threading.enumerate():
        if thread.name == "opening":
            thread.join(20)


@pytest.mark.parametrize(
    ("system", "program"), [("linux", "xdg-open"), ("darwin", "open"), ("win32", "")]
)
@pytest.mark.parametrize("status", [0, 3])
def test_a_folder_is_shown_by_the_program_of_each_system(
    monkeypatch: pytest.MonkeyPatch, system: str, program: str, status: int
) -> None:
    asked: list[object] = []

    def run(words: list[str], **how: object) -> subprocess.CompletedProcess[bytes]:
        asked.append(words)
        assert {how[name] for name in ("stdin", "stdout", "stderr")} == {subprocess.DEVNULL}
        assert (how["start_new_session"], how["check"]) == (True, False)
        return subprocess.CompletedProcess(words, status)

    monkeypatch.setattr(sys, "platform", system)
    monkeypatch.setattr(subprocess, "run", run)
    monkeypatch.setattr(os, "startfile", asked.append, raising=False)
    folder = Path("/a folder")
    opened = open_folder(folder)
    finish()
    assert asked == [[program, str(folder)] if program else folder]
    assert opened.take_failure() is bool(program and status)
    assert not opened.take_failure(), "it is reported once"


def test_pages_and_addresses_are_opened_by_the_browser(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    def browse(link: str) -> bool:
        asked.append(link)
        return True

    monkeypatch.setattr(webbrowser, "open", browse)
    opened = [open_page(Path("/a b.html")), open_link("https://example.org/")]
    finish()
    assert sorted(asked) == [Path("/a b.html").as_uri(), "https://example.org/"]
    assert [one.take_failure() for one in opened] == [False, False]


@pytest.mark.parametrize("error", [OSError(), webbrowser.Error()])
def test_what_fails_or_gets_no_thread_is_reported(
    monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    def fail() -> bool:
        raise error

    opened = Opening(fail)
    finish()
    assert [opened.take_failure(), opened.take_failure()] == [True, False]
    monkeypatch.setattr(opening, "start_thread", lambda work, name: None)
    assert Opening(lambda: True).take_failure()


@pytest.mark.parametrize(("seconds", "has_failed"), [(9.9, True), (10.0, False)])
def test_a_program_that_ran_for_ten_seconds_was_open(
    monkeypatch: pytest.MonkeyPatch, seconds: float, has_failed: bool
) -> None:
    times = [100.0, 100.0 + seconds]
    monkeypatch.setattr(opening, "perf_counter", lambda: times.pop(0))
    opened = Opening(lambda: False)
    finish()
    assert opened.take_failure() is has_failed
