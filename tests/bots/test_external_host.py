"""Bots that are Python classes: loaded by name, and answering in a process of their own."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest

from game.bots.players.external import ExternalBot, ExternalBotError, Failing
from game.bots.players.external_host import answer_question, load_bot
from game.bots.players.registry import make_bot
from game.bots.players.simple import GreedyBot
from game.bots.protocol import Bot
from game.rules.match import legal_placements
from game.rules.moves import format_placement
from game.rules.record import record_json
from tests.bots.asking import called
from tests.each import each

CLASS = """
from game.rules import legal_placements
print("this must not get between the answers")
class Last:
    class Inner:
        def choose(self, match, seat, random):
            assert match.round.seed is None and match.meta is None
            return legal_placements(match, seat)[-1]
        def choose_finish(self, match, seat, random):
            return ()
"""


def test_classes_play_from_files_and_modules(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "own_bot.py"
    path.write_text(CLASS, encoding="utf-8")
    match = called()
    last = legal_placements(match, 0)[-1]
    for name in (f"{path}:Last.Inner", "own_bot:Last.Inner"):
        bot = ExternalBot(name)
        if name.startswith("own_bot"):
            # Not found in the current folder, only where Python looks for modules.
            monkeypatch.chdir(tmp_path)
            with pytest.raises(ExternalBotError, match="No module named 'own_bot'"):
                bot.choose(match, 0, Random(1))
            monkeypatch.setenv("PYTHONPATH", str(tmp_path))
        assert bot.choose(match, 0, Random(1)) == last
        bot.close()


@pytest.mark.parametrize(
    ("text", "failing"),
    [
        ("1/0", Failing.LOAD),
        ("class Bot: pass", Failing.LOAD),
        ("import sys; sys.exit(3)", Failing.LOAD),
        ("class Bot:\n choose = choose_finish = lambda *a: 1 / 0", Failing.RAISED),
        ("class Bot:\n choose = choose_finish = lambda *a: exit()", Failing.RAISED),
    ],
)
def test_classes_that_fail(tmp_path: Path, text: str, failing: Failing) -> None:
    path = tmp_path / "bot.py"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(ExternalBotError) as caught:
        ExternalBot(f"{path}:Bot").choose(called(), 0, Random(1))
    assert caught.value.failing is failing
    assert caught.value.detail


def test_a_class_is_loaded_by_its_path_and_answers_questions(tmp_path: Path) -> None:
    path = tmp_path / "loaded_bot.py"
    path.write_text(CLASS.replace("print(", "str("), encoding="utf-8")
    bot, match = load_bot(f"{path}:Last.Inner"), called()
    grid, record = match.rules.grid, record_json(match)
    del record["rounds"][0]["seed"]
    question = {"seat": 0, "seed": 7, "record": record}

    def answer(bot: Bot, ask: str) -> object:
        return answer_question(bot, json.dumps({"ask": ask, **question}).encode())

    last = legal_placements(match, 0)[-1]
    assert answer(bot, "place") == {"place": format_placement(grid, last)}
    assert answer(bot, "finish") == {"finish": []}
    chosen = make_bot("random").choose(match, 0, Random(7))
    assert answer(make_bot("random"), "place") == {"place": format_placement(grid, chosen)}
    assert type(load_bot("game.bots.players.simple:GreedyBot")) is GreedyBot


@each(
    [
        ("simple:GreedyBot", ModuleNotFoundError, "simple"),
        ("game.bots.players.simple:Nobody", AttributeError, "Nobody"),
        ("game.bots.players.people:Habits", TypeError, "Habits has no method choose"),
        ("/no/such/file.py:Bot", FileNotFoundError, "file.py"),
    ]
)
def test_what_is_no_bot_is_named(name: str, error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=words):
        load_bot(name)


def test_a_bot_has_both_methods(tmp_path: Path) -> None:
    path = tmp_path / "half_bot.py"
    path.write_text("class Half:\n    def choose(self): ...\n", encoding="utf-8")
    with pytest.raises(TypeError, match="Half has no method choose_finish"):
        load_bot(f"{path}:Half")
