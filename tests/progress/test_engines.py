"""The client of the engines: bots that need no time, and the failures of outside bots."""

from __future__ import annotations

import atexit
from collections.abc import Callable
from dataclasses import replace

import pytest

from game.bots.players.outside import Failing, OutsideBotError
from game.bots.service.answer import EngineAnswer
from game.bots.service.runner import EngineRunner, T
from game.bots.service.tasks import EngineTask, OutsideTask
from game.progress.engines import EngineClient, shared_engines
from game.rules.match import Match, Player, apply, new_match
from game.rules.moves import BeginRound, Call, Place
from game.rules.ruleset import Ruleset
from game.rules.tiles import TILES

BOT = "command:somebody"


class _Dying(EngineRunner):
    """Starts no process; every bot from outside dies."""

    def __init__(self) -> None:
        super().__init__()
        self.count = 0

    def ask(self, task: EngineTask[T]) -> EngineAnswer[T]:
        self.count += 1
        answer = EngineAnswer[T]()
        assert isinstance(task, OutsideTask)
        answer.fail(OutsideBotError(task.bot, Failing.DIED))
        return answer


def _match(calls: int = 1) -> Match:
    match, _ = apply(new_match(Ruleset(), (Player("Ana"),)), BeginRound(None, "42"))
    for number in range(calls):
        if number:
            match, _ = apply(match, Place(0, TILES[number - 1], number))
        match, _ = apply(match, Call((TILES[number],)))
    return match


def test_a_bot_that_needs_no_time_answers_here_and_now() -> None:
    match = _match()
    first, again = (EngineClient().choose_now(match, 0, "duckling", "7") for _ in range(2))
    assert first == again
    assert first[0].tile is TILES[0]


def test_the_process_ends_with_the_client_and_with_the_program(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    runner, ends = EngineRunner(in_process=False), list[Callable[[], None]]()
    answer = EngineAnswer[None]()
    monkeypatch.setattr(runner, "close", answer.cancel)
    EngineClient(runner).close()
    assert answer.cancelled()
    EngineClient().close()
    monkeypatch.setattr(atexit, "register", ends.append)
    assert ends == []
    assert [shared_engines.__wrapped__().close] == ends


def test_a_bot_that_was_not_named_is_not_started_and_reported_once() -> None:
    runner = _Dying()
    engines = EngineClient(runner)
    for calls in (1, 2):
        error = engines.ask_choice(_match(calls), 0, BOT, "").exception(0)
        assert isinstance(error, OutsideBotError)
        assert error.failing is Failing.UNNAMED
    assert engines.take_failure() is not None
    assert engines.take_failure() is None
    assert not runner.count


def test_a_bot_that_has_failed_is_asked_again_in_the_next_match_only() -> None:
    runner = _Dying()
    engines = EngineClient(runner)
    engines.outside = (BOT,)
    for calls in (1, 2, 3):
        assert engines.ask_choice(_match(calls), 0, BOT, "").exception(0)
    following, _ = apply(_match(), Place(0, TILES[0], 0))
    second = replace(following, rounds=(*following.rounds, _match().round))
    assert engines.ask_choice(second, 0, BOT, "").exception(0), "a second round is no other match"
    assert runner.count == 1
    failure = engines.take_failure()
    assert failure is not None
    assert failure.failing is Failing.DIED
    assert engines.take_failure() is None
    assert engines.ask_choice(_match(), 0, BOT, "").exception(0)
    assert runner.count == 2
    assert engines.take_failure() is not None
