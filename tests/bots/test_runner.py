"""Engines beside the loop: answers, progress, cancelling, and a worker that dies."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from random import Random

import pytest

from game.bots.best.result import BestResult
from game.bots.best.solver import best_of_round
from game.bots.coach.coach import Advice, advise
from game.bots.coach.review import Review
from game.bots.players.playing import play_calls
from game.bots.players.registry import make_bot
from game.bots.service.messages import Bound, EngineAnswer, Failure, ReviewProgress
from game.bots.service.runner import EngineRunner
from game.rules.deal import deal_calls
from game.rules.match import apply, legal_placements
from game.rules.moves import Place
from game.rules.ruleset import Ruleset
from tests.bots.asking import RULES, called, hear


@pytest.fixture(params=["process", "thread"])
def runner(request: pytest.FixtureRequest) -> Iterator[EngineRunner]:
    runner = EngineRunner(in_process=request.param == "process")
    yield runner
    runner.close()


def test_choices_and_advice_are_those_of_the_engines(runner: EngineRunner) -> None:
    match = called()
    choice = runner.ask_choice(match, 0, "squirrel", "7")
    advice = runner.ask_advice(match, 0)
    heard = {m.ticket: m for m in hear(runner, advice)}
    chosen, advised = heard[choice], heard[advice]
    assert isinstance(chosen, EngineAnswer)
    assert chosen.value == (make_bot("squirrel").choose(match, 0, Random("7")),)
    assert isinstance(advised, EngineAnswer)
    assert isinstance(advised.value, Advice)
    assert advised.value == advise(match, 0)
    # What comes back can be played at once: tiles are the same objects on every side.
    placement = advised.value.placements[0].placement
    assert placement in legal_placements(match, 0)
    after, _ = apply(match, Place(0, placement.tile, placement.space))
    assert len(after.round.seats[0].hand) == 1


def test_reviews_tell_their_progress(runner: EngineRunner) -> None:
    bots = [make_bot("duckling")]
    match = play_calls(RULES, bots, deal_calls(RULES, "told")[:2], [Random(1)])
    ticket = runner.ask_review(match, 0, 0)
    *progress, last = hear(runner, ticket)
    assert isinstance(last, EngineAnswer)
    assert isinstance(last.value, Review)
    shares = [m.share for m in progress if isinstance(m, ReviewProgress)]
    assert len(shares) > 4
    assert shares == sorted(shares)


def test_the_best_board_comes_with_falling_bounds(runner: EngineRunner) -> None:
    rules = Ruleset.parse("classic free single rays")
    match = play_calls(rules, [make_bot("duckling")], deal_calls(rules, "best"), [Random(1)])
    ticket = runner.ask_best(match, 0)
    *bounds, last = hear(runner, ticket)
    assert isinstance(last, EngineAnswer)
    assert isinstance(last.value, BestResult)
    assert last.value == best_of_round(rules, match.rounds[0].called)
    points = [m.points for m in bounds if isinstance(m, Bound)]
    assert points
    assert points == sorted(points, reverse=True)
    assert points[-1] >= last.value.total


def test_cancelled_questions_are_never_heard_of(runner: EngineRunner) -> None:
    match = called()
    first = runner.ask_review(match, 0, 0)
    second = runner.ask_choice(match, 0, "master", "")
    third = runner.ask_choice(match, 0, "random", "")
    runner.cancel(first)
    runner.cancel(second)
    runner.cancel(12345)
    assert {m.ticket for m in hear(runner, third)} == {third}


def test_errors_come_as_failures(runner: EngineRunner) -> None:
    ticket = runner.ask_choice(called(), 0, "nobody", "")
    (failure,) = hear(runner, ticket)
    assert isinstance(failure, Failure)
    assert "nobody" in failure.reason


def test_a_thread_takes_over_from_a_dead_process() -> None:
    runner = EngineRunner()
    runner.warm_up()
    link = runner._link
    assert link is not None
    link._process.kill()  # type: ignore[attr-defined]
    ticket = runner.ask_choice(called(), 0, "duckling", "")
    (answer,) = hear(runner, ticket)
    assert isinstance(answer, EngineAnswer)
    runner.close()


def test_asking_loads_no_engine() -> None:
    modules = ["service.messages", "service.runner", "players.registry", "players.game_master"]
    modules += ["coach.coach", "coach.reasons", "coach.review", "coach.verdicts", "best.result"]
    code = (
        f"import {', '.join(f'game.bots.{name}' for name in modules)}; import sys; "
        "raise SystemExit('numpy' in sys.modules or 'pygame' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
