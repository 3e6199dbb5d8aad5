"""Calls of seconds for tables by post, which have hours: a test waits for no hour."""

from __future__ import annotations

import pytest


@pytest.fixture(autouse=True)
def short_calls(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a table with calls of seconds be one by post."""
    monkeypatch.setattr("game.net.journal.table.LEAST_SECONDS", 1)
