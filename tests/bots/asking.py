"""A match to ask engines about; loads no engine."""

from __future__ import annotations

import time
from dataclasses import dataclass
from itertools import count
from typing import Final

from game.bots.service.tasks import IsStopped, Report
from game.rules.deal import deal_calls
from game.rules.match import Match, apply, new_match
from game.rules.moves import BeginRound, Call
from game.rules.ruleset import Ruleset
from tests.rules.random_matches import players

RULES = Ruleset.parse("daffodil-4 adjacent pairs rays")
PATIENCE: Final = 60.0
"""Seconds to wait for an answer."""


@dataclass(frozen=True)
class EndlessTask:
    """Reports how long it has run, until it is stopped."""

    def run(self, report: Report, is_stopped: IsStopped) -> int:
        for number in count():
            if is_stopped():
                return number
            report(number)
            time.sleep(0.001)
        raise AssertionError


def called() -> Match:
    match, _ = apply(new_match(RULES, players(1)), BeginRound(None, "runner"))
    match, _ = apply(match, Call(deal_calls(RULES, "runner")[0]))
    return match
