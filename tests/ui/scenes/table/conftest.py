"""Fixtures of the table's tests."""

from __future__ import annotations

import pytest

from game.ui.frame.context import Context
from tests.ui.scenes.table_stage import TableStage, bots, open_table, people


@pytest.fixture
def spoken(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return the sentences that are read aloud."""
    words: list[str] = []
    monkeypatch.setattr(Context, "speak", lambda _, said, **how: words.extend(filter(None, [said])))
    return words


@pytest.fixture
def stage(player: Context) -> TableStage:
    """The standard game, its first tile called."""
    return open_table(player)


@pytest.fixture
def league(player: Context) -> TableStage:
    """A person and a computer, half a minute for each answer."""
    return open_table(
        player, "classic free mail none", (*people("Ana"), *bots("Otto")), answer_seconds=30
    )
