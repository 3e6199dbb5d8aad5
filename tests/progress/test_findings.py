"""What the engines find about a deal: requested once, summed over rounds, stored as it comes."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from game.bots.best.result import BestResult
from game.bots.players.registry import LEVELS
from game.bots.service.answer import EngineAnswer
from game.bots.service.tasks import BestBoardTask, ComputersTask, EngineTask, ReviewTask
from game.progress.deal_totals import key_of
from game.progress.findings import DealFindings, store_best, store_review
from game.progress.puzzles import SHOWN, SOLVED, TRIED, find_puzzles, mark_puzzle
from game.rules.match import Match
from game.rules.ruleset import RayRule, Ruleset
from game.storage.database import deal_of
from game.storage.profile import Profile
from tests.gallery.guests import reviewed
from tests.gallery.records import play_out
from tests.gallery.review import PatientEngines, ReadyEngines
from tests.play.engines import FailingEngines


@pytest.fixture(scope="module")
def pair() -> Match:
    """A match of two."""
    return play_out(Ruleset(), ("Ana", "Zoe"), "7")


class QuickEngines(ReadyEngines):
    """Engines that have answered at once: Master has 150 points and more, the best board 200."""

    def reply(self, task: EngineTask[Any], answer: EngineAnswer[Any]) -> None:
        if isinstance(task, ReviewTask):
            answer.give(replace(reviewed((), {}), master_total=150.5 + task.round_index))
        elif isinstance(task, BestBoardTask):
            total = 200 + task.round_index
            answer.give(BestResult(total, True, (None,) * len(task.match.rules.grid), total))


def test_the_other_levels_play_only_where_one_is_unknown(pair: Match) -> None:
    profile, engines = Profile(None), PatientEngines()
    findings = DealFindings(profile, pair, engines, seat=1, is_compared=True)
    assert findings.questions == [("best", 0), ("master", 0), ("computers", 0)]
    findings.questions = findings.questions[1:]
    findings.poll()
    assert engines.tasks == [ReviewTask(pair, 1, 0)], "the review of the seat that was chosen"
    findings.stop()
    findings.questions = findings.questions[1:]
    findings.poll()
    assert engines.tasks[1:] == [ComputersTask(pair, 1, 0)]
    made = {level: 100.0 + n for n, level in enumerate(LEVELS[:-1])}
    engines.answers[-1].give(made)
    assert findings.computers == {}
    assert findings.poll()
    profile.store_findings(deal_of(pair), {key_of("master", 0): 190.0})
    again = DealFindings(profile, pair, engines, is_compared=True)
    assert again.questions == [("best", 0)]
    assert again.computers == {**made, "master": 190}
    lacking = Profile(None)
    known = {key_of(level, 0): points for level, points in made.items() if level != "fox"}
    lacking.store_findings(deal_of(pair), known)
    assert ("computers", 0) in DealFindings(lacking, pair, engines, is_compared=True).questions


def test_a_placement_that_was_tried_in_any_way_is_known_by_its_seat(pair: Match) -> None:
    profile = Profile(None)
    profile.add_match(pair)
    placed = tuple(p for turn in pair.round.seats[0].turns for p in turn.placements)
    store_review(profile, pair, 0, 0, reviewed(placed, {2: 9.0, 4: 8.0, 6: 7.0, 8: 6.0}))
    findings = DealFindings(profile, pair, PatientEngines())
    assert findings.tried(0) == set()
    marks = {2: SOLVED, 4: SHOWN, 6: TRIED}
    for puzzle in find_puzzles(profile, pair):
        if puzzle.index in marks:
            mark_puzzle(profile, puzzle, marks[puzzle.index])
    assert findings.tried(0) == {(0, index) for index in marks}
    assert findings.tried(1) == set()


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


def test_findings_are_stored_as_they_come_and_asked_once() -> None:
    profile, match = Profile(None), play_out(Ruleset(rounds=2), ("Ana",), "7")
    findings = DealFindings(profile, match, QuickEngines())
    questions, known = list(findings.questions), []
    for _ in range(8):
        findings.poll()
        known.append((findings.best, findings.master))
    assert not findings.is_asking
    # Each round is asked for, then there; a sum is known with the second one.
    assert [best is None for best, _ in known] == [True] * 3 + [False] * 5
    assert [master is None for _, master in known] == [True] * 7 + [False]
    assert known[-1] == (401, 302)
    again = DealFindings(profile, match, PatientEngines())
    assert (again.is_asking, again.best, again.master) == (False, *known[-1])
    thorough = DealFindings(profile, match, QuickEngines(), is_thorough=True)
    assert thorough.questions == questions
    for _ in range(8):
        thorough.poll()
    assert (set(thorough.bests), set(thorough.reviews)) == ({0, 1}, {0, 1})
    patient = DealFindings(Profile(None), match, PatientEngines())
    assert [patient.poll() for _ in range(3)] == [False] * 3
    rivals = play_out(Ruleset(rays=RayRule.BEST_RAY), ("Ana", "Zoe"), "7")
    assert DealFindings(profile, rivals, PatientEngines()).questions == [("master", 0)]


def test_of_what_is_unfinished_unproven_or_a_computers_nothing_is_stored(pair: Match) -> None:
    profile, whole = Profile(None), play_out(Ruleset(rounds=2), ("Ana",), "7")
    findings = DealFindings(Profile(None), whole, QuickEngines(), is_thorough=True)
    for _ in range(8):
        findings.poll()
    unfinished = replace(whole, rounds=whole.rounds[:1])
    dear = reviewed(tuple(p for t in pair.round.seats[1].turns for p in t.placements), {3: 9.0})
    store_review(profile, unfinished, 0, 0, findings.reviews[0])
    store_best(profile, unfinished, 0, findings.bests[0])
    store_best(profile, whole, 0, replace(findings.bests[0], proven=False))
    store_review(profile, pair, 0, 1, dear)
    engines = PatientEngines()
    asking = DealFindings(profile, whole, engines)
    asking.poll()
    engines.answers[0].give(replace(findings.bests[0], proven=False))
    assert asking.poll()
    assert asking.bests == {}
    assert profile.all_findings() == {}
