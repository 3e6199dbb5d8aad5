"""Bots that are Python classes: loaded by name, and answering in a process of their own."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from game.bots.players.external import (
    ExternalBot,
    ExternalBotError,
    Failing,
)
from game.rules.match import legal_placements
from tests.bots.asking import called

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
