"""The language and the records of the terminal's tests."""

from __future__ import annotations

from pathlib import Path

import pytest

from game.rules.record import print_record
from tests.storage.matches import play_match


@pytest.fixture(autouse=True)
def _english(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "en_GB.UTF-8")
    monkeypatch.delenv("LANGUAGE", raising=False)


@pytest.fixture
def record(tmp_path: Path) -> Path:
    """A file with one finished match of two."""
    path = tmp_path / "match.json"
    path.write_text(print_record(play_match(names=("Ana", "Bob"))), encoding="utf-8")
    return path
