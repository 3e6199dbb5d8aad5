"""The benchmark: fixed deals, and luck that is nothing on average."""

from __future__ import annotations

import pytest

from game.bots import spread
from game.bots.evaluate import measure_engine
from game.bots.spread import Spread
from game.research.benchmark import main
from game.rules.ruleset import Ruleset


@pytest.mark.slow
def test_it_is_the_same_whoever_works() -> None:
    here, there = (
        measure_engine("greedy", Ruleset(), 4, "benchmark", spread=who, level=True)
        for who in (Spread(), Spread(jobs=2))
    )
    assert (here.totals, here.levels) == (there.totals, there.levels)
    assert here.totals != here.levels


def test_the_table_has_a_row_for_each(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--bots", "random", "duckling", "--games", "3"]) == 0
    rows = [line.split("|")[2].strip() for line in capsys.readouterr().out.splitlines()]
    assert rows[0] == "player, 3 deals"
    assert rows[2:4] == ["random", "duckling"]
    assert any("polarbart" in row for row in rows[4:])


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--bots", "nosuch"], "no bot nosuch"),
        (["--bots", "fox", "mater"], "no bot mater"),
        (["--games", "0"], "0 is less than 1"),
        (["--games", "many"], "many"),
        (["--jobs", "-1"], "less than 0"),
        (["--bots", "command:/no/such/program", "--games", "1"], "/no/such/program could not"),
        (["--bots", "no_such_module:Bot", "--games", "1"], "no_such_module:Bot could not"),
        (["--bots", "command:/no/such", "--games", "1", "--jobs", "2"], "/no/such could not"),
        (["--bots", "random", "--games", "1", "--dask", "tcp://127.0.0.1:1"], "127.0.0.1:1"),
    ],
)
def test_what_goes_wrong_is_told_in_a_line(
    arguments: list[str],
    said: str,
    capfd: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(spread, "PATIENCE", 0.3)
    try:
        status = main(arguments)
    except SystemExit as left:
        status = int(str(left.code))
    _, err = capfd.readouterr()
    assert status in (1, 2)
    assert said in err.splitlines()[-1]
    assert "Traceback" not in err
