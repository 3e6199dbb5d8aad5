"""The client of the engines: bots that need no time, and no program that a record names."""

from __future__ import annotations

import atexit
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from game.bots.players.game_master import master_placements
from game.bots.players.registry import make_bot
from game.bots.service.answer import EngineAnswer
from game.bots.service.runner import EngineRunner
from game.bots.service.tasks import ChoiceTask
from game.progress.engine_client import EngineClient, shared_engines
from game.rules.deal import deal_calls
from game.rules.match import Match, Player, apply, new_match
from game.rules.moves import BeginRound, Call, Finish, Place
from game.rules.ruleset import Ruleset
from game.rules.tiles import TILES


def _match() -> Match:
    match, _ = apply(new_match(Ruleset(), (Player("Ana"),)), BeginRound(None, "42"))
    return apply(match, Call((TILES[0],)))[0]


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
    with monkeypatch.context() as patch:
        # No process is started to be ended.
        patch.setattr("game.bots.service.runner.EngineRunner", None)
        EngineClient().close()
    monkeypatch.setattr(atexit, "register", ends.append)
    assert ends == []
    assert [shared_engines.__wrapped__().close] == ends


@pytest.mark.parametrize("name", ["command:touch {mark}", "{mark}.py:Bot", "antigravity:Bot"])
def test_what_only_a_record_names_is_never_started(tmp_path: Path, name: str) -> None:
    """Programs are started for the command line alone; here the question fails, and no more."""
    mark = tmp_path / "was-run"
    mark.with_suffix(".py").write_text(f"open({str(mark)!r}, 'w')", encoding="utf-8")
    engines = EngineClient(EngineRunner(in_process=True))
    answer = engines.ask_choice(_match(), 0, name.format(mark=mark), "")
    assert answer.exception(60) is not None
    assert not mark.exists()
    engines.close()


def test_a_bot_chooses_its_closing_moves_here_and_now() -> None:
    rules, engines = Ruleset.parse("daffodil-4 free single none"), EngineClient()
    match, _ = apply(new_match(rules, (Player("Ana"),)), BeginRound(None, "42"))
    for call in deal_calls(rules, "42"):
        match, _ = apply(match, Call(call))
        (chosen,) = engines.choose_now(match, 0, "random", "7")
        match, _ = apply(match, Place(0, chosen.tile, chosen.space))
    expected = make_bot("random").choose_finish(match, 0, Random("1"))
    assert engines.choose_now(match, 0, "random", "1") == expected
    assert apply(match, Finish(0, expected))[0].is_complete


def test_the_game_master_places_what_is_owed() -> None:
    match = _match()
    assert EngineClient().master_placements(match, 0) == master_placements(match, 0)


def test_the_process_is_started_by_the_first_task_or_before_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    runners: list[list[str]] = []

    class Runner:
        def __init__(self) -> None:
            self.calls: list[str] = []
            runners.append(self.calls)

        def warm_up(self) -> None:
            self.calls.append("warm up")

        def ask(self, task: object) -> object:
            self.calls.append("ask")
            return task

        def close(self) -> None:
            self.calls.append("close")

    monkeypatch.setattr("game.bots.service.runner.EngineRunner", Runner)
    engines, task = EngineClient(), ChoiceTask(_match(), 0, "fox", "7")
    assert runners == []
    engines.warm_up()
    asked: list[object] = [engines.ask(task), engines.ask_choice(task.match, 0, "fox", "7")]
    assert asked == [task, task]
    engines.close()
    assert runners == [["warm up", "ask", "ask", "close"]]
