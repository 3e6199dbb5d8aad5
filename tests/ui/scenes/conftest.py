"""What the scenes' tests share."""

from __future__ import annotations

from functools import partial

import pytest

from game.play import table_game as game
from game.play.bot_desk import BotDesk
from game.storage.store import Storage
from game.ui.frame.context import Context
from game.ui.frame.preferences import obey_settings


@pytest.fixture
def player(context: Context, monkeypatch: pytest.MonkeyPatch) -> Context:
    """Somebody who plays: a store, default settings, computers that answer at once."""
    monkeypatch.setattr(game, "BotDesk", partial(BotDesk, is_threaded=False))
    context.store = Storage.in_memory()
    obey_settings(context, context.preferences)
    return context
