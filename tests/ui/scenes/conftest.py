"""What the scenes' tests share."""

from __future__ import annotations

from itertools import count

import pytest

from game.progress.engines import EngineClient
from game.rules.match import Match
from game.rules.placement import Placement
from game.storage.store import Storage
from game.ui.frame.context import Context
from game.ui.frame.preferences import apply_settings
from game.ui.scenes.table.picture import TablePicture


class PromptEngines(EngineClient):
    """Computers that have decided as soon as they are asked."""

    def __init__(self) -> None:
        super().__init__()
        self._tickets = count(1)
        self._choices: dict[int, tuple[Placement, ...]] = {}

    def ask_choice(self, match: Match, seat: int, bot: str, seed: str) -> int:
        """Decide, and keep the answer until it is taken."""
        ticket = next(self._tickets)
        self._choices[ticket] = self.choose_now(match, seat, bot, seed)
        return ticket

    def take_choice(self, ticket: int) -> tuple[Placement, ...] | None:
        """What was decided, once."""
        return self._choices.pop(ticket, None)

    def ask_review(self, match: Match, round_index: int, seat: int) -> int:
        """Nobody looks at a match that has just ended; whoever wants that hands in an oracle."""
        return next(self._tickets)

    def ask_best(self, match: Match, round_index: int) -> int:
        """Nor for its best board."""
        return next(self._tickets)

    def cancel(self, ticket: int) -> None:
        """Forget it, here and in the process."""
        if self._choices.pop(ticket, None) is None:
            super().cancel(ticket)


@pytest.fixture(autouse=True)
def _nothing_is_prepared(monkeypatch: pytest.MonkeyPatch) -> None:
    """A table makes pictures for frames to come whenever it has time; most of them nobody sees."""
    monkeypatch.setattr(TablePicture, "prepare", lambda *_: False)


@pytest.fixture
def player(context: Context) -> Context:
    """Somebody who plays: a store, default settings, computers that answer at once."""
    context.engines = PromptEngines()
    context.store = Storage.in_memory()
    apply_settings(context, context.preferences)
    return context
