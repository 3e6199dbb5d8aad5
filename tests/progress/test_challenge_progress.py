"""The ladder of challenges, read from the records."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from game.play.table import TableSetup
from game.progress.challenge_progress import (
    ChallengeProgress,
    given_tiles,
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


def test_the_next_challenge_is_the_first_that_is_not_met_and_the_list_goes_round() -> None:
    profile = Storage.in_memory().profile
    listed = ChallengeProgress(profile).challenges
    progress = ChallengeProgress(profile)
    assert [progress.number(one) for one in listed] == list(range(1, len(listed) + 1))
    assert (progress.count, progress.stars(listed[0]), progress.met(listed[0])) == (0, 0, None)
    assert progress.next_after() == listed[0]
    assert progress.next_after(listed[0]) == listed[1]
    assert progress.next_after(listed[-1]) == listed[0]
    for challenge in (listed[0], listed[2]):
        solved = solve_challenge(challenge)
        setup = TableSetup(solved.rules, solved.players, "", challenge=challenge.name)
        meta = with_identity(setup.marked(Mark.CHALLENGE).to_meta())
        profile.add_match(replace(solved, meta=meta))
        assert given_tiles(replace(solved, meta=meta)) == len(challenge.placed)
    assert given_tiles(solve_challenge(listed[0])) == 0, "no challenge is named"
    progress = ChallengeProgress(profile)
    assert progress.count == 2
    found = [progress.next_after(one) for one in (None, listed[0], listed[1], listed[-1])]
    assert found == [listed[1], listed[1], listed[3], listed[1]]
    progress._met = dict.fromkeys((one.name for one in listed), profile.last_matches()[0])
    assert progress.next_after(listed[5]) == listed[0]
