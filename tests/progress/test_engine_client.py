"""The client of the engines: bots that need no time, and no program that a record names."""

from __future__ import annotations

import atexit
from collections.abc import Callable
from pathlib import Path

import pytest

from game.bots.service.answer import EngineAnswer
from game.bots.service.runner import EngineRunner
from game.progress.engine_client import EngineClient, shared_engines
from game.rules.match import Match, Player, apply, new_match
from game.rules.moves import BeginRound, Call
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
