"""A match to ask engines about, and the hearing of what they say; loads no engine."""

from __future__ import annotations

import time

from game.bots.service.messages import Bound, EngineMessage, ReviewProgress
from game.bots.service.runner import EngineRunner
from game.rules.deal import deal_calls
from game.rules.match import Match, apply, new_match
from game.rules.moves import BeginRound, Call
from game.rules.ruleset import Ruleset
from tests.rules.random_matches import players

RULES = Ruleset.parse("daffodil-4 adjacent pairs rays")
PATIENCE = 60.0


def called() -> Match:
    match, _ = apply(new_match(RULES, players(1)), BeginRound(None, "runner"))
    match, _ = apply(match, Call(deal_calls(RULES, "runner")[0]))
    return match


def hear(runner: EngineRunner, ticket: int) -> list[EngineMessage]:
    """All messages up to the answer to `ticket`."""
    heard: list[EngineMessage] = []
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        heard += runner.poll()
        if any(m.ticket == ticket and not isinstance(m, ReviewProgress | Bound) for m in heard):
            return heard
        time.sleep(0.005)
    raise AssertionError("no answer")
