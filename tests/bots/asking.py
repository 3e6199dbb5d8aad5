"""A match to ask engines about; loads no engine."""

from __future__ import annotations

from typing import Final

from game.rules.deal import deal_calls
from game.rules.match import Match, apply, new_match
from game.rules.moves import BeginRound, Call
from game.rules.ruleset import Ruleset
from tests.rules.random_matches import players

RULES = Ruleset.parse("daffodil-4 adjacent pairs rays")
PATIENCE: Final = 60.0
"""Seconds to wait for an answer."""


def called() -> Match:
    match, _ = apply(new_match(RULES, players(1)), BeginRound(None, "runner"))
    match, _ = apply(match, Call(deal_calls(RULES, "runner")[0]))
    return match
