"""The ladder of challenges, read from the records."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from game.play.table import Mark, TableSetup
from game.progress.challenges import all_challenges, solve_challenge
from game.progress.ladder import Ladder
from game.storage.database import with_identity
from game.storage.store import Storage


def test_a_worse_attempt_takes_no_star_away(monkeypatch: pytest.MonkeyPatch) -> None:
    challenge, profile = all_challenges()[0], Storage.in_memory().profile
    solved = solve_challenge(challenge)
    setup = TableSetup(solved.rules, solved.players, "", challenge=challenge.name)
    for minute in range(3):
        meta = with_identity(setup.marked(Mark.CHALLENGE).to_meta())
        profile.add_match(replace(solved, meta=meta), datetime(2026, 11, 1, 12, minute, tzinfo=UTC))
    stars = iter((1, 3, 2))
    monkeypatch.setattr("game.progress.ladder.stars_of", lambda challenge, match: next(stars))
    ladder = Ladder(profile)
    assert (ladder.attempts(challenge), ladder.stars(challenge), ladder.count) == (3, 3, 1)
