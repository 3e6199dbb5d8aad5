"""The ladder of challenges, read from the records."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from game.play.table import TableSetup
from game.progress.challenge_progress import (
    ChallengeProgress,
    hides_review,
    outcome_of,
    reveal_review,
)
from game.progress.challenges import ChallengeOutcome, all_challenges, solve_challenge
from game.rules.marks import Mark
from game.storage.database import with_identity
from game.storage.store import Storage


def test_a_worse_attempt_takes_no_star_away(monkeypatch: pytest.MonkeyPatch) -> None:
    challenge, profile = all_challenges()[0], Storage.in_memory().profile
    solved = solve_challenge(challenge)
    setup = TableSetup(solved.rules, solved.players, "", challenge=challenge.name)
    for minute, marks in enumerate([(), *((Mark.CHALLENGE,),) * 3]):
        meta = with_identity(setup.marked(*marks).to_meta())
        profile.add_match(replace(solved, meta=meta), datetime(2026, 11, 1, 12, minute, tzinfo=UTC))
    stars = iter((1, 3, 2))
    monkeypatch.setattr(
        "game.progress.challenge_progress.stars_of", lambda challenge, match: next(stars)
    )
    progress = ChallengeProgress(profile)
    assert (progress.attempts(challenge), progress.stars(challenge), progress.count) == (3, 3, 1)
    grades = [one.grade for one in progress.challenges]
    assert grades == sorted(grades)
    met = progress.met(challenge)
    assert met is not None
    assert met.finished_at.minute == 1, "the first that met it"


@pytest.mark.parametrize("is_open", [True, False])
def test_help_meets_no_challenge_and_its_secret_is_kept_until_it_is_met(is_open: bool) -> None:
    challenge = next(c for c in all_challenges() if c.is_open is is_open)
    solved, profile = solve_challenge(challenge), Storage.in_memory().profile
    setup = TableSetup(solved.rules, solved.players, "", challenge=challenge.name)
    setup = setup.marked(Mark.CHALLENGE)
    for marks, outcome in (
        ((), ChallengeOutcome.MET),
        ((Mark.AGAIN,), ChallengeOutcome.MET),
        ((Mark.COACHED,), ChallengeOutcome.MISSED),
    ):
        assert outcome_of(setup.marked(*marks), solved) is outcome
    taken_back = outcome_of(setup.marked(Mark.TOOK_BACK), solved)
    assert taken_back is (ChallengeOutcome.MET if is_open else ChallengeOutcome.MISSED)
    match = replace(solved, meta=with_identity(setup.to_meta()))
    assert hides_review(profile, match)
    other = Storage.in_memory().profile
    reveal_review(other, match)
    assert not hides_review(other, match)
    profile.add_match(match)
    assert not hides_review(profile, match)
