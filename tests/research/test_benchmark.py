"""The benchmark: fixed deals, and luck that is nothing on average."""

from __future__ import annotations

import pytest

from game.bots.spread import Spread
from game.research.benchmark import main, run


def test_it_is_the_same_whoever_works(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("game.research.benchmark.CHUNK", 2)
    here = run("greedy", 4)
    assert here == run("greedy", 4, Spread(jobs=2))
    assert here.totals != here.level


def test_the_table_has_a_row_for_each(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--bots", "random", "duckling", "--games", "3"]) == 0
    rows = [line.split("|")[1].strip() for line in capsys.readouterr().out.splitlines()]
    assert rows[0] == "player, 3 deals"
    assert rows[2:4] == ["random", "duckling"]
    assert any("polarbart" in row for row in rows[4:])
