"""Engines beside the loop: answers, progress, cancelling, and a worker that dies."""

from __future__ import annotations

import pickle
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from concurrent.futures import CancelledError
from random import Random
from typing import Any

import psutil
import pytest

from game.bots.best.solver import best_of_round
from game.bots.coach.coach import advise
from game.bots.coach.review import Review
from game.bots.players.playing import play_calls
from game.bots.players.registry import make_bot
from game.bots.service.answer import EngineAnswer
from game.bots.service.runner import EngineRunner
from game.bots.service.tasks import (
    AdviceTask,
    BestBoardTask,
    ChoiceTask,
    EngineTask,
    OwedTask,
    ReviewTask,
)
from game.rules.deal import deal_calls
from game.rules.match import apply, legal_placements
from game.rules.moves import Place
from game.rules.ruleset import Ruleset
from tests.bots.asking import PATIENCE, RULES, EndlessTask, called


@pytest.fixture(params=["process", "thread"])
def runner(request: pytest.FixtureRequest) -> Iterator[EngineRunner]:
    runner = EngineRunner(in_process=request.param == "process")
    yield runner
    runner.close()


def test_choices_and_advice_are_those_of_the_engines(runner: EngineRunner) -> None:
    match = called()
    choice = runner.ask(ChoiceTask(match, 0, "squirrel", "7"))
    advice = runner.ask(AdviceTask(match, 0)).result(PATIENCE)
    assert choice.result(0) == (make_bot("squirrel").choose(match, 0, Random("7")),)
    assert advice == advise(match, 0, deeply=True)
    # What comes back can be played at once: tiles are the same objects on every side.
    placement = advice.placements[0].placement
    assert placement in legal_placements(match, 0)
    after, _ = apply(match, Place(0, placement.tile, placement.space))
    assert len(after.round.seats[0].hand) == 1


def progress_until_done(answer: EngineAnswer[Any]) -> list[float]:
    """All that an answer says of itself before it is there."""
    states: list[float] = []
    end = time.monotonic() + PATIENCE
    while not answer.done() and time.monotonic() < end:
        state = answer.progress
        if state is not None and state not in states[-1:]:
            states.append(state)
        time.sleep(0.0005)
    return states


def test_reviews_tell_their_progress(runner: EngineRunner) -> None:
    bots = [make_bot("duckling")]
    match = play_calls(RULES, bots, deal_calls(RULES, "told")[:2], [Random(1)])
    review = runner.ask(ReviewTask(match, 0, 0))
    shares = progress_until_done(review)
    assert isinstance(review.result(PATIENCE), Review)
    assert len(shares) > 1
    assert shares == sorted(shares)
    assert all(0 <= share <= 1 for share in shares)


def test_the_best_board_comes_with_falling_bounds(runner: EngineRunner) -> None:
    rules = Ruleset.parse("classic free single rays")
    match = play_calls(rules, [make_bot("duckling")], deal_calls(rules, "best"), [Random(1)])
    best = runner.ask(BestBoardTask(match, 0))
    bounds = progress_until_done(best)
    assert best.result(PATIENCE) == best_of_round(rules, match.rounds[0].called)
    assert bounds
    assert bounds == sorted(bounds, reverse=True)
    assert bounds[-1] >= best.result().total


def test_what_is_cancelled_is_not_answered_and_holds_up_nobody(runner: EngineRunner) -> None:
    match = called()
    first = runner.ask(ReviewTask(match, 0, 0))
    second = runner.ask(ChoiceTask(match, 0, "master", ""))
    third = runner.ask(ChoiceTask(match, 0, "random", ""))
    assert first.cancel()
    assert second.cancel()
    assert third.result(PATIENCE)
    assert first.cancelled()
    assert second.cancelled()
    assert not third.cancel()


def test_a_task_is_stopped_in_its_middle(runner: EngineRunner) -> None:
    endless = runner.ask(EndlessTask())
    end = time.monotonic() + PATIENCE
    while endless.progress is None and time.monotonic() < end:
        time.sleep(0.001)
    assert endless.progress is not None
    assert endless.cancel()
    assert runner.ask(ChoiceTask(called(), 0, "random", "")).result(PATIENCE)


def test_errors_come_as_exceptions(runner: EngineRunner) -> None:
    error = runner.ask(ChoiceTask(called(), 0, "nobody", "")).exception(PATIENCE)
    assert "nobody" in str(error)


def test_closing_cancels_what_is_open(runner: EngineRunner) -> None:
    is_in_process = runner._in_process
    answers = [runner.ask(ReviewTask(called(), 0, 0)) for _ in range(2)]
    runner.close()
    for answer in answers:
        with pytest.raises(CancelledError):
            answer.result(PATIENCE)
    assert runner.ask(ChoiceTask(called(), 0, "random", "")).result(PATIENCE)
    assert runner._in_process is is_in_process, "the end of a closed process is no death"


def _ends(threads: set[threading.Thread], children: set[psutil.Process]) -> bool:
    """Whether no other threads and processes than these are left, some time later."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        if {*threading.enumerate()} <= threads and {*psutil.Process().children()} <= children:
            return True
        time.sleep(0.005)
    return False


def test_closing_ends_a_task_that_runs(runner: EngineRunner) -> None:
    threads, children = {*threading.enumerate()}, {*psutil.Process().children()}
    endless = runner.ask(EndlessTask())
    while endless.progress is None:
        time.sleep(0.001)
    runner.close()
    assert endless.cancelled()
    assert _ends(threads, children)


@pytest.mark.parametrize("command", [None, ["/no/such/program"]])
def test_a_thread_answers_where_no_process_can_be_started(
    command: list[str] | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("game.bots.service.runner.engine_command", lambda: command)
    runner, children = EngineRunner(), {*psutil.Process().children()}
    assert runner.ask(ChoiceTask(called(), 0, "random", "")).result(PATIENCE)
    assert {*psutil.Process().children()} <= children
    runner.close()


@pytest.mark.parametrize("is_asked_before", [False, True])
def test_a_thread_takes_over_from_a_dead_process(is_asked_before: bool) -> None:
    runner = EngineRunner()
    runner.warm_up()
    link = runner._link
    tasks: list[EngineTask[Any]] = [ReviewTask(called(), 0, 0), ChoiceTask(called(), 0, "fox", "")]
    answers: list[EngineAnswer[Any]] = [runner.ask(task) for task in tasks[: 2 * is_asked_before]]
    link._process.kill()  # type: ignore[union-attr]
    answers = answers or [runner.ask(task) for task in tasks]
    assert all(answer.result(PATIENCE) for answer in answers)
    assert runner._link is not link
    # It starts no process again.
    runner.close()
    children = {*psutil.Process().children()}
    assert runner.ask(tasks[1]).result(PATIENCE)
    assert {*psutil.Process().children()} <= children
    runner.close()


def test_a_closed_runner_leaves_no_process_and_no_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    me, threads = psutil.Process(), {*threading.enumerate()}
    children, task = {*me.children()}, ChoiceTask(called(), 0, "random", "")

    def refuse(_: threading.Thread) -> None:
        raise RuntimeError("can't start new thread")

    for in_process in (True, False):
        runner = EngineRunner(in_process=in_process)
        assert runner.ask(task).result(PATIENCE)
        runner.close()
    with monkeypatch.context() as patched:
        patched.setattr(threading.Thread, "start", refuse)
        assert EngineRunner().ask(task).result(0), "done while it is asked"
    assert {*me.children()} <= children, "ended, and waited for"
    assert _ends(threads, children)


def test_tasks_can_be_pickled_with_our_own_tiles() -> None:
    for task in (
        ChoiceTask(called(), 0, "fox", "7"),
        OwedTask(called(), 0),
        ReviewTask(called(), 0, 0),
        BestBoardTask(called(), 0),
    ):
        again = pickle.loads(pickle.dumps(task))
        assert again == task
        assert again.match.round.calls[0][0] is task.match.round.calls[0][0]


def test_asking_loads_no_engine() -> None:
    modules = [
        "service.tasks",
        "service.answer",
        "service.runner",
        "players.registry",
        "players.game_master",
    ]
    modules += ["coach.coach", "coach.reasons", "coach.review", "coach.verdicts", "best.result"]
    code = (
        f"import {', '.join(f'game.bots.{name}' for name in modules)}; import sys; "
        "raise SystemExit('numpy' in sys.modules or 'pygame' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
