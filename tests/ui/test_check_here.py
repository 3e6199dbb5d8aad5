"""What `--check-here` writes about a machine, up to what never answers."""

from __future__ import annotations

import re
import threading
from pathlib import Path

import pytest

from game import __version__
from game.ui import check_here
from game.ui.frame.title import LaunchOptions
from game.ui.frame.window import NoDisplayError


def test_what_never_answers_is_written_with_all_before_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(_: LaunchOptions) -> None:
        raise NoDisplayError

    monkeypatch.setattr(check_here, "_PATIENCE", 0.1)
    monkeypatch.setattr(check_here, "_open_reader", lambda: str(threading.Event().wait(60)))
    monkeypatch.setattr(check_here, "_ask_engine", str)
    monkeypatch.setattr(check_here, "open_title", refuse)
    with pytest.raises(NoDisplayError):
        check_here.check_here(tmp_path / "report", "closed")
    lines = (tmp_path / "report").read_text(encoding="utf-8").splitlines()
    found = dict(re.sub(r" \(\d+\.\d{3} s\)$", "", line).split(": ", 1) for line in lines)
    assert [*found] == [
        "game", "system", "python", "program", "libraries", "streams", "language", "clocks",
        "folders", "rename onto an open file", "lock", "engine", "signature", "speech", "reader",
    ]  # fmt: skip
    assert found["game"] == __version__
    assert found["streams"] == "closed"
    assert found["lock"] == "[True, False, True], where [True, False, True] is right"
    assert found["rename onto an open file"] in ("done", "refused while open, done later")
    assert found["signature"] == "True"
    assert re.match(r"SDL \d+\.\d+\.\d+, pygame-ce 2\.", found["libraries"])
    assert re.match(r"monotonic \d\S*, perf_counter \d", found["clocks"])
    assert found["reader"] == "FAILED TimeoutError: no answer"
