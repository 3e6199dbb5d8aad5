"""The engines as the table asks them: answers by ticket, failures told apart from silence."""

from __future__ import annotations

import pytest

from game.bots.service.messages import EngineAnswer, EngineMessage, Failure
from game.bots.service.runner import EngineRunner
from game.play.engines import EngineFailed
from game.play.engines import Engines as PlayEngines
from game.progress.engines import EngineClient
from game.rules.match import Match, Player, apply, new_match
from game.rules.moves import BeginRound, Call
from game.rules.placement import Placement
from game.rules.ruleset import Ruleset
from game.rules.tiles import TILES


class _Runner(EngineRunner):
    """Says what a test puts into its mouth; no process."""

    def __init__(self) -> None:
        super().__init__()
        self.says: list[EngineMessage] = []

    def poll(self) -> list[EngineMessage]:
        """What is to be said, once."""
        said, self.says = self.says, []
        return said


def _match() -> Match:
    match, _ = apply(new_match(Ruleset(), (Player("Ana"),)), BeginRound(None, "42"))
    return apply(match, Call((TILES[5],)))[0]


def test_a_decision_is_taken_once_and_with_our_own_tiles() -> None:
    runner = _Runner()
    engines: PlayEngines = EngineClient(runner)
    assert engines.take_choice(1) is None
    runner.says = [EngineAnswer(2, ()), EngineAnswer(1, (Placement(TILES[5], 3),))]
    (placement,) = engines.take_choice(1) or ()
    assert placement.tile is TILES[5]
    assert engines.take_choice(1) is None
    assert engines.take_choice(2) == ()


@pytest.mark.parametrize(
    "message", [Failure(1, "broken"), EngineAnswer(1, (Placement(TILES[5], 3),))]
)
def test_what_is_no_advice_is_a_failure_and_not_silence(message: EngineMessage) -> None:
    runner = _Runner()
    engines = EngineClient(runner)
    runner.says = [message]
    with pytest.raises(EngineFailed):
        engines.take_advice(1)
    assert engines.take_advice(1) is None


def test_a_bot_that_needs_no_time_answers_here_and_now() -> None:
    match = _match()
    first, again = (EngineClient().choose_now(match, 0, "duckling", "7") for _ in range(2))
    assert first == again
    assert first[0].tile is TILES[5]
