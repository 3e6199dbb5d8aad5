"""Fixtures of the tests of counts."""

from __future__ import annotations

import pytest

from game.ui.scenes.count import next_steps


@pytest.fixture(autouse=True)
def _has_played_before(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever plays here has long been measured against the Master."""
    monkeypatch.setattr(next_steps, "_EARLY", 0)
