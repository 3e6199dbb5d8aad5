"""`take-it-easy best`: the best board of each round's tiles, for people and for programs."""

from __future__ import annotations

import json
import signal
import sys
from pathlib import Path
from random import Random
from typing import Any

import pytest

from game.bots.best.result import BestResult, Progress
from game.bots.best.solver import best_of_round
from game.cli import best
from game.cli.describing import describe_rules, earning_rows
from game.cli.drawing import align, draw_board
from game.locale import Language, load_catalogue
from game.rules.match import new_match
from game.rules.match_score import score_match
from game.rules.placement import empty_position, put_unchecked
from game.rules.record import parse_record, print_record
from game.rules.ruleset import Ruleset
from game.rules.scoring import score_position
from game.rules.tiles import Tile
from game.storage.record_files import ReadRecord
from tests.rules.random_matches import random_match
from tests.terminal import SPOILT, run


def test_best_finds_a_full_board_of_the_same_tiles(
    capsys: pytest.CaptureFixture[str], record: Path
) -> None:
    status, out, err = run(capsys, "best", "--json", str(record))
    match = parse_record(record.read_bytes())
    found = json.loads(out)
    assert (status, err, found["proven"]) == (0, "", True)
    grid = Ruleset().grid
    tiles = {space: Tile.parse(text) for space, text in found["board"].items()}
    assert sorted(map(str, tiles.values())) == sorted(map(str, match.rounds[0].called))
    filled = empty_position(grid)
    for space, tile in tiles.items():
        filled = put_unchecked(filled, tile, grid.index_of(space))
    assert score_position(Ruleset(), filled).total == found["best"]
    assert found["best"] >= max(player.total for player in score_match(match).players)


def test_best_for_people_is_the_board_and_what_its_lines_earn(
    capsys: pytest.CaptureFixture[str], record: Path
) -> None:
    found = json.loads(run(capsys, "best", "--json", str(record))[1])
    rules, catalogue = Ruleset(), load_catalogue(Language.ENGLISH)
    position = empty_position(rules.grid)
    for space, tile in found["board"].items():
        position = put_unchecked(position, Tile.parse(tile), rules.grid.index_of(space))
    score = score_position(rules, position)
    rows = align(earning_rows(rules, score.lines, score.rays, catalogue))
    assert sum(int(row.rsplit(" = ", 1)[1]) for row in rows) == found["best"]
    board = [f"  {line}" for line in draw_board(rules, position)]
    one = [f"== {record} ==", describe_rules(rules, catalogue), ""]
    one += [f"Round 1: {found['best']} points, proven", *board, *rows]
    status, out, err = run(capsys, "best", str(record))
    assert (status, out.splitlines(), err) == (0, one, "")


def test_best_refuses_bad_records(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    bad = tmp_path / "bad.json"
    bad.write_text(SPOILT, encoding="utf-8")
    status, out, err = run(capsys, "best", "--json", str(bad))
    assert (status, out) == (2, "")
    assert err.startswith(f"{bad}: ")


@pytest.mark.skipif(sys.platform == "win32", reason="SIGINT cannot be sent there")
def test_ctrl_c_ends_best_with_the_board_so_far(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, record: Path
) -> None:
    search, searched = best_of_round, list[object]()

    def interrupted(*arguments: Any, **options: Any) -> BestResult:
        searched.append(arguments)
        if len(searched) == 1:
            signal.raise_signal(signal.SIGINT)
        return search(*arguments, **options)

    monkeypatch.setattr(best, "best_of_round", interrupted)
    status, out, err = run(capsys, "best", "--json", str(record), str(record))
    assert (status, err) == (130, "")
    assert len(out.splitlines()) == 1, "the second record is not begun"
    assert json.loads(out)["proven"] is False
    searched.clear()
    status, out, _ = run(capsys, "best", str(record), str(record))
    assert (status, out.count("points, found, not proven"), out.count("==")) == (130, 1, 2)


def test_ctrl_c_ends_the_search_of_another_process(
    monkeypatch: pytest.MonkeyPatch, record: Path
) -> None:
    match = parse_record(record.read_bytes())
    task = best._BestTask(ReadRecord("", None, match), 0)
    monkeypatch.setattr("game.bots.spread._interrupted", [signal.SIGINT])
    _, result = best._solve(task)
    assert result is not None
    assert not result.proven


def test_a_long_search_is_reported_once_a_second(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = iter((5.0, 5.9, 6.0, 6.5, 7.1))
    monkeypatch.setattr("game.cli.best.time.monotonic", lambda: next(clock))
    watch = best._Watch()
    for known in (None, None, 150, 160):
        watch.tell(Progress(known, 307))
    words = "searching: at least {}, at most 307\n"
    assert capsys.readouterr() == ("", words.format(0) + words.format(160))


@pytest.mark.skipif(sys.platform == "win32", reason="SIGINT cannot be sent there")
def test_the_second_ctrl_c_breaks_a_search_off_and_none_outside_is_heard_by_it() -> None:
    watch = best._Watch()
    before = signal.getsignal(signal.SIGINT)
    with best._interrupts_go_to(watch):
        signal.raise_signal(signal.SIGINT)
        assert watch.is_stopped
        with pytest.raises(KeyboardInterrupt):
            signal.raise_signal(signal.SIGINT)
    assert signal.getsignal(signal.SIGINT) is before


def test_each_record_has_one_head_and_a_board_for_each_round(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """A record without a round has its head alone."""
    rules = Ruleset(rounds=2)
    match = random_match(rules, 1, Random(1))
    totals = {played.called: total for total, played in enumerate(match.rounds, 100)}

    def find(rules: Ruleset, called: tuple[Tile, ...], **_: object) -> BestResult:
        return BestResult(totals[called], True, (None,) * len(rules.grid), totals[called])

    monkeypatch.setattr(best, "best_of_round", find)
    file = tmp_path / "matches.jsonl"
    texts = map(print_record, (match, new_match(rules, match.players), match))
    file.write_text("\n".join(texts), encoding="utf-8")
    status, out, err = run(capsys, "best", str(file))
    words = describe_rules(rules, load_catalogue(Language.ENGLISH))
    heads = [[f"== {file}: line {line} ==", words] for line in (1, 2, 3)]
    rounds = [f"Round {n}: {99 + n} points, proven" for n in (1, 2)]
    shown = [line for line in out.splitlines() if line.startswith(("==", "Classic", "Round"))]
    assert (status, shown, err) == (0, [*heads[0], *rounds, *heads[1], *heads[2], *rounds], "")
    status, out, _ = run(capsys, "best", "--json", str(file))
    assert [json.loads(line)["best"] for line in out.splitlines()] == [100, 101] * 2
