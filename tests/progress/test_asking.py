"""Review and findings ask the engines once, and show no answer to another question."""

from __future__ import annotations

from typing import Any

import pytest

from game.bots.service.answer import EngineAnswer
from game.bots.service.tasks import BestBoardTask, EngineTask, ReviewTask
from game.progress.findings import DealFindings
from game.progress.review import ReviewControl, ReviewEvent
from game.rules.match import Match
from game.rules.ruleset import Ruleset
from game.storage.profile import Profile
from game.tools.samples.records import play_out
from game.tools.samples.review import PatientEngines, ReadyEngines


class FailingEngines(ReadyEngines):
    """Engines that cannot be had."""

    def reply(self, task: EngineTask[Any], answer: EngineAnswer[Any]) -> None:
        answer.fail(RuntimeError("no library"))


@pytest.fixture(scope="module")
def pair() -> Match:
    """A match of two."""
    return play_out(Ruleset(), ("Ana", "Zoe"), "7")


def test_a_review_never_shows_another_seats_answer(pair: Match) -> None:
    engines = PatientEngines()
    control = ReviewControl(pair, 0, 0, engines)
    ReadyEngines.reply(engines, engines.tasks[0], engines.answers[0])
    assert control.poll() is ReviewEvent.REVIEW
    review = control.review
    control.choose_seat(1)
    assert engines.tasks[-2:] == [ReviewTask(pair, 1, 0), BestBoardTask(pair, 0)]
    # Back to a seat whose review is known: what was asked for the other one is withdrawn.
    control.choose_seat(0)
    assert control.review is review
    assert ReviewTask(pair, 1, 0) in engines.withdrawn
    assert control.poll() is not ReviewEvent.REVIEW
    assert control.review is review


def test_a_review_that_was_left_asks_for_all_of_it_again(pair: Match) -> None:
    engines = PatientEngines()
    control = ReviewControl(pair, 0, 0, engines)
    wanted = [ReviewTask(pair, 0, 0), BestBoardTask(pair, 0)]
    control.stop()
    assert engines.tasks == engines.withdrawn == wanted
    control.go_on()
    assert engines.tasks == wanted * 2


def test_findings_that_cannot_be_had_are_asked_once(pair: Match) -> None:
    engines = FailingEngines()
    findings = DealFindings(Profile(None), pair, engines)
    wanted = len(findings.questions)
    for _ in range(20):
        findings.poll()
    assert not findings.is_asking
    assert len(engines.tasks) == wanted
    assert (findings.best, findings.master) == (None, None)


def test_findings_that_were_stopped_are_asked_again(pair: Match) -> None:
    engines = PatientEngines()
    findings = DealFindings(Profile(None), pair, engines)
    for _ in range(3):
        findings.poll()
    findings.stop()
    for _ in range(3):
        findings.poll()
    assert engines.tasks == [BestBoardTask(pair, 0)] * 2
    assert len(engines.withdrawn) == 1
    assert findings.bound is not None
