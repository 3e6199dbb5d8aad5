"""The level from stored measurements: its attempts, their order, and what is asked."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from game.bots.service.tasks import LevelTask
from game.bots.values.fingerprint import sign
from game.progress.level import LEAST
from game.progress.level_findings import LevelFindings, stored_level
from game.rules.match import Match
from game.rules.ruleset import Ruleset
from game.storage.database import identity_of, with_identity
from game.storage.profile import Profile
from tests.gallery.records import play_out
from tests.gallery.review import PatientEngines
from tests.play.engines import FailingEngines

MOST = 6


@pytest.fixture(autouse=True)
def _few(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the level have six attempts at most, so that the tests need few matches."""
    monkeypatch.setattr("game.progress.level_findings.MOST_ATTEMPTS", MOST)


@pytest.fixture(scope="module")
def matches() -> tuple[Match, ...]:
    return tuple(
        replace(match, meta=with_identity(match.meta))
        for seed in "01234567"
        for match in [play_out(Ruleset(), ("Ana",), seed, "standard")]
    )


def key_of_measured(match: Match) -> str:
    return sign(f"measured:{identity_of(match)}")


def measured(number: int) -> dict[str, float]:
    return {"total": 100.0 + 10 * number, "luck": float(number), "vertical": 8.0, "rising": 2.0}


def history(matches: tuple[Match, ...], *, known: tuple[int, ...]) -> Profile:
    """Return a history of these matches, those of `known` measured."""
    profile = Profile(None)
    for number, match in enumerate(matches):
        profile.add_match(match, datetime(2026, 11, number + 1, tzinfo=UTC))
        if number in known:
            profile.store_findings(key_of_measured(match), measured(number))
    return profile


def test_a_level_is_of_the_latest_attempts_oldest_first(matches: tuple[Match, ...]) -> None:
    profile = history(matches, known=tuple(range(8)))
    findings = LevelFindings(profile, Ruleset(rounds=3), FailingEngines())
    assert (findings.count, findings.is_asking) == (MOST, False)
    assert [one.total for one in findings.estimate.points] == [120, 130, 140, 150, 160, 170]
    assert [one.luck for one in findings.estimate.points] == [2, 3, 4, 5, 6, 7]
    assert [one.total for one in findings.before.points] == [110, 120, 130, 140, 150, 160]
    latest = [findings.is_latest(identity_of(match)) for match in matches]
    assert latest == [False] * 7 + [True]
    assert not LevelFindings(Profile(None), Ruleset(), FailingEngines()).is_latest("")
    assert findings.costs == {"vertical": 8.0, "rising": 2.0}


@pytest.mark.parametrize(("count", "way"), [(LEAST - 1, ""), (LEAST, "vertical")])
def test_a_direction_is_named_from_the_fewest_attempts_of_a_level(
    matches: tuple[Match, ...], count: int, way: str
) -> None:
    profile = history(matches[:count], known=tuple(range(count)))
    assert LevelFindings(profile, Ruleset(), FailingEngines()).costliest == way


def test_the_newest_attempt_is_measured_first_and_stored(matches: tuple[Match, ...]) -> None:
    profile, engines = history(matches[:3], known=(1,)), PatientEngines()
    findings = LevelFindings(profile, Ruleset(), engines)
    assert findings.is_asking
    assert [one.total for one in findings.estimate.points] == [110]
    assert not findings.poll()
    assert engines.tasks == [LevelTask(matches[2], 0)]
    findings.stop()
    assert (findings.poll(), findings.poll()) == (False, False)
    assert engines.tasks == [LevelTask(matches[2], 0)] * 2
    engines.answers[-1].give(measured(2))
    assert findings.poll()
    assert profile.findings(key_of_measured(matches[2])) == measured(2)
    assert [one.total for one in findings.estimate.points] == [110, 120]
    findings.poll()
    assert engines.tasks[2:] == [LevelTask(matches[0], 0)]
    engines.answers[-1].give(measured(0))
    assert findings.poll()
    assert [one.total for one in findings.estimate.points] == [100, 110, 120]
    assert (findings.is_asking, findings.poll()) == (False, False)


def test_without_engines_the_level_is_of_what_is_stored(matches: tuple[Match, ...]) -> None:
    findings = LevelFindings(history(matches[:4], known=(0, 2)), Ruleset(), FailingEngines())
    findings.poll()
    assert findings.poll()
    assert (findings.count, findings.is_asking) == (2, False)
    assert [one.total for one in findings.estimate.points] == [100, 120]
    assert findings.is_latest(identity_of(matches[2]))


def test_the_stored_level_is_by_these_rules_or_else_in_the_standard_game(
    matches: tuple[Match, ...],
) -> None:
    other = Ruleset.parse("daffodil-2 free single none")
    whole, few = tuple(range(LEAST)), tuple(range(LEAST - 1))
    assert stored_level(Profile(None), other) is None
    assert stored_level(history(matches[:LEAST], known=few), other) is None
    profile = history(matches[:LEAST], known=whole)
    standard = LevelFindings(profile, Ruleset(), FailingEngines()).estimate.level
    assert standard is not None
    for rules in (Ruleset(), Ruleset(rounds=4), other):
        assert stored_level(profile, rules) == standard
    # A measurement without its luck is none.
    broken = history(matches[:LEAST], known=few)
    broken.store_findings(key_of_measured(matches[LEAST - 1]), {"total": 99.0})
    assert stored_level(broken, Ruleset()) is None
    for number in range(LEAST):
        played = play_out(other, ("Ana",), f"other {number}", "daffodil")
        profile.add_match(played)
        profile.store_findings(key_of_measured(played), {"total": 400.0, "luck": 1.0})
    assert stored_level(profile, other) == "fox" != standard
    assert stored_level(profile, Ruleset()) == standard
