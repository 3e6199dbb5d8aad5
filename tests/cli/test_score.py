"""`score` prints several records: their order, the line between them, and refusals."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest

from game.climb.record import climb_json, print_climb
from game.climb.state import day_seed
from game.locale import Language, load_catalogue
from game.page.climb_words import describe_climb, describe_climb_result
from game.page.possible import Possible
from game.page.result import describe_result
from game.play.table import TableSetup
from game.progress.daily import deal_on
from game.rules.match import Match
from game.rules.record import parse_record, print_record
from game.rules.ruleset import Ruleset
from game.rules.score_json import score_json
from tests.gallery.climb import play_climb
from tests.gallery.records import play_out
from tests.storage.matches import play_match
from tests.terminal import feed, run

DAY = date(2026, 11, 21)


@pytest.fixture(autouse=True)
def _english(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "en_GB.UTF-8")
    monkeypatch.delenv("LANGUAGE", raising=False)


def test_matches_and_climbs_are_printed_in_order(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """Each text has a head with its place, and a blank line before the next; JSON has neither."""
    match, climb = play_match(), play_climb(day_seed(DAY), most=2).record
    files = [tmp_path / "climb.json", tmp_path / "matches.jsonl"]
    files[0].write_text(print_climb(climb), encoding="utf-8")
    files[1].write_text(f"{print_record(match)}\n{print_record(match)}\n", encoding="utf-8")
    names = list(map(str, files))
    status, out, err = run(capsys, "score", "--json", *names)
    assert (status, err) == (0, "")
    values = [json.loads(line) for line in out.splitlines()]
    assert values == [json.loads(json.dumps(climb_json(climb))), *[score_json(match)] * 2]
    status, out, err = run(capsys, "score", *names)
    assert (status, err) == (0, "")
    first, *others = out.split("\n\n== ")
    english = load_catalogue(Language.ENGLISH)
    told = "\n".join(describe_climb(climb, english))
    assert first == f"== {files[0]} ==\n{told}"
    heads = [other.splitlines()[0] for other in others]
    assert heads == [f"{files[1]}: line {line} ==" for line in (1, 2)]
    assert others[0].splitlines()[1:] == others[1].splitlines()[1:]
    for day in (DAY, None):
        words = ("--text", "--lang", "en", *(("--daily", str(day)) if day else ()))
        status, out, _ = run(capsys, "score", *words, names[0])
        shared = list(describe_climb_result(climb, english, day))
        assert (status, out.splitlines()) == (0, shared)
    status, out, _ = run(capsys, "score", *words, names[0], names[0], names[0])
    assert (status, out.splitlines()) == (0, [*shared, "", *shared, "", *shared])


@pytest.mark.parametrize("options", [(), ("--json",)])
def test_boards_that_the_table_hides_are_printed_in_no_form(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, options: tuple[str, ...]
) -> None:
    match = play_match(names=("Ana", "Ben"), placements=9)
    setup = TableSetup(match.rules, match.players, "1", has_hidden_boards=True)
    file, whole = tmp_path / "open.json", tmp_path / "whole.json"
    file.write_text(print_record(replace(match, meta=setup.to_meta())), encoding="utf-8")
    over = replace(play_match(names=("Ana", "Ben")), meta=setup.to_meta())
    whole.write_text(print_record(over), encoding="utf-8")
    status, out, err = run(capsys, "score", *options, str(file), str(whole))
    assert status == 2
    assert err.startswith(f"{file}: ")
    # A refused record leaves neither a head nor a blank line.
    assert out == run(capsys, "score", *options, str(whole))[1]
    assert "Ana" in out


def test_a_text_to_share_is_of_a_finished_match_and_its_day(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    deal = deal_on(DAY, "standard")
    daily = play_out(deal.rules, ("Ana",), deal.seed, "standard")
    other = play_match(names=("A bot", "Ben"))
    possible, asked = Possible((), 210.0, 180.0), list[object]()

    def find(match: Match, seat: int, show: object) -> Possible:
        asked.append((match, seat))
        return possible

    monkeypatch.setattr("game.cli.score.possible_of", find)
    file, open_one = tmp_path / "match.json", tmp_path / "open.json"
    open_one.write_text(print_record(play_match(placements=9)), encoding="utf-8")
    german = load_catalogue(Language.GERMAN)
    for match, seat, day in ((daily, 0, DAY), (daily, 0, None), (other, 1, None)):
        file.write_text(print_record(match), encoding="utf-8")
        words = ("--text", "--lang", "de", *(("--daily", str(day)) if day else ()))
        status, out, err = run(capsys, "score", *words, str(file))
        known = deal if day else None
        lines = describe_result(match, seat, german, possible=possible, daily=known)
        assert (status, out.splitlines(), err) == (0, list(lines), "")
        assert asked == [(match, seat)]
        asked.clear()
        status, out, err = run(capsys, "score", *words, str(open_one))
        assert (status, out) == (2, "")
        assert err == f"{open_one}: The match is not finished.\n"
    status, out, err = run(capsys, "score", "--text", "--daily", "2026-11-20", str(file))
    missed = "The match was not played on a daily deal of 2026-11-20."
    assert (status, out, err, asked) == (2, "", f"{file}: {missed}\n", [])


def test_a_table_of_rivals_has_no_best_board(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    rules = Ruleset.parse("classic free single best-ray")
    match, file = play_out(rules, ("Ana", "Ben"), "7"), tmp_path / "match.json"
    file.write_text(print_record(match), encoding="utf-8")
    monkeypatch.setattr("game.cli.score.possible_of", None)
    monkeypatch.setenv("LC_ALL", "fr_FR.UTF-8")
    status, out, err = run(capsys, "score", "--text", str(file))
    french = load_catalogue(Language.FRENCH)
    lines = describe_result(match, 0, french, possible=None, daily=None)
    assert (status, out.splitlines(), err) == (0, list(lines), "")


def test_a_climb_of_another_day_and_options_without_effect_are_refused(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "climb.json"
    climb = play_climb(day_seed(DAY), most=1).record
    file.write_text(print_climb(climb), encoding="utf-8")
    words = ("score", "--text", "--daily", "2026-11-22", str(file))
    assert run(capsys, *words) == (2, "", f"{file}: It is not the climb of 2026-11-22.\n")
    for option in (("--daily", str(DAY)), ("--lang", "de")):
        status, out, err = run(capsys, "score", *option, str(file))
        assert (status, out) == (2, "")
        assert err == "take-it-easy: --daily and --lang go with --text\n"


def test_score_as_json(capsys: pytest.CaptureFixture[str], record: Path) -> None:
    status, out, err = run(capsys, "score", "--json", str(record))
    assert (status, err) == (0, "")
    assert json.loads(out) == score_json(parse_record(record.read_bytes()))


def test_score_reads_standard_input_and_lines(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    matches = [play_match(str(n)) for n in range(3)]
    feed(monkeypatch, "\n\n".join(map(print_record, matches)) + "\n")
    status, out, _ = run(capsys, "score", "--json", "-")
    assert status == 0
    assert [json.loads(line) for line in out.splitlines()] == [score_json(m) for m in matches]


def test_score_reads_an_object_spread_over_lines(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, record: Path
) -> None:
    spread = tmp_path / "spread.json"
    spread.write_text(json.dumps(json.loads(record.read_text()), indent=1), encoding="utf-8")
    assert run(capsys, "score", "--json", str(spread)) == run(
        capsys, "score", "--json", str(record)
    )


def test_unfinished_matches_are_scored_as_they_stand(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = tmp_path / "open.json"
    path.write_text(print_record(play_match(placements=9)), encoding="utf-8")
    status, out, _ = run(capsys, "score", str(path))
    words = load_catalogue(Language.ENGLISH).text
    assert status == 0
    assert words("score.incomplete") in out
    assert run(capsys, "score", str(path), str(path))[1] == f"{out}\n{out}"
    # What people at the table may not see yet is never printed.
    match = play_match(names=("Ana", "Ben"), placements=9)
    setup = TableSetup(match.rules, match.players, "1", has_hidden_boards=True)
    path.write_text(print_record(replace(match, meta=setup.to_meta())), encoding="utf-8")
    status, out, err = run(capsys, "score", str(path))
    assert (status, out) == (2, "")
    assert words("review.secret") in err


def test_names_cannot_command_the_terminal(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = tmp_path / "evil.json"
    path.write_text(print_record(play_match(names=("A\x1b[2J\u202eB", "王"))), encoding="utf-8")
    _, out, err = run(capsys, "score", str(path))
    assert "\x1b" not in out + err
    assert "\u202e" not in out + err
