"""`deal`, `score --text` and `page` as a user of the command line meets them."""

from __future__ import annotations

import datetime
import errno
import json
import os
import re
from functools import cache
from pathlib import Path

import pytest

from game.bots.evaluate import Measured
from game.bots.players.registry import make_bot
from game.cli.play import SeededDeal, play_match
from game.climb.record import print_climb
from game.climb.state import day_seed
from game.locale import Language
from game.page.possible import Possible, possible_of
from game.progress.daily import deal_on
from game.rules.deal import deal_order
from game.rules.match import Match, Player
from game.rules.record import parse_record, print_record
from game.storage.codes import parse_code
from tests.gallery.climb import play_climb
from tests.page.games import match_of
from tests.terminal import feed, run

DAY = datetime.date(2026, 11, 21)


@pytest.fixture(autouse=True)
def _english(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "en_GB.UTF-8")
    monkeypatch.delenv("LANGUAGE", raising=False)


@cache
def _reckon(record: str, seat: int) -> Possible:
    return possible_of(parse_record(record), seat)


@pytest.fixture(autouse=True)
def _reckoned_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Compute the possible scores of a deal once for all tests: that takes half a second."""
    for place in ("cli.score", "page.making"):
        monkeypatch.setattr(
            f"game.{place}.possible_of", lambda match, seat, *_: _reckon(print_record(match), seat)
        )


def save(folder: Path, *matches: Match) -> str:
    """A file with these records."""
    path = folder / "match.json"
    path.write_text("\n".join(map(print_record, matches)), encoding="utf-8")
    return str(path)


def daily_match(edition: str = "standard") -> Match:
    """A match played on the daily deal of `DAY`."""
    deal = deal_on(DAY, edition)
    orders = tuple(deal_order(deal.rules.grid, seed) for seed in deal.seeds)
    played = SeededDeal(orders, (None,) * len(orders), "x")
    return play_match(deal.rules, (Player("Ana"),), [make_bot("greedy")], played, [Measured()])


@pytest.mark.parametrize("board", ["classic", "daffodil"])
@pytest.mark.parametrize("call", ["single", "pairs", "mail"])
@pytest.mark.parametrize("count", [(), ("--count", "1"), ("--count", "3")])
def test_what_deal_prints_is_played(
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    board: str,
    call: str,
    count: tuple[str, ...],
) -> None:
    _, out, _ = run(capsys, "deal", "--board", board, "--call", call, *count, "42")
    feed(monkeypatch, out)
    status, records, _ = run(capsys, "play", "--bot", "greedy", "--deals", "-", "--json")
    assert status == 0
    matches = [parse_record(line) for line in records.splitlines()]
    orders = [match.rounds[0].called for match in matches]
    grid = matches[0].rules.grid
    seeds = ["42", "42/2", "42/3"][: int((count or "1")[-1])]
    assert orders == [deal_order(grid, seed) for seed in seeds]


def test_deals_are_told_to_programs(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ("deal", "--json", "--count", "2", "--call", "pairs", "--board", "daffodil", "a b")
    told = [json.loads(line) for line in run(capsys, *arguments)[1].splitlines()]
    assert [deal["seed"] for deal in told] == ["a b", "a b/2"]
    assert all([len(call) for call in deal["calls"]] == [2] * 10 + [1] for deal in told)


def test_deals_that_are_none_are_still_refused_with_their_line(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    feed(monkeypatch, "294\n753\n")
    status, _, err = run(capsys, "play", "--bot", "greedy", "--deals", "-")
    assert status == 2
    assert "line 1: 1 tiles" in err
    assert run(capsys, "deal", "--count", "0", "42")[0] == 2


@pytest.mark.parametrize("language", list(Language))
def test_a_result_names_no_tile_and_no_space(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, language: Language
) -> None:
    file = save(tmp_path, daily_match())
    arguments = ("score", "--text", "--daily", "2026-11-21", "--lang", language.value, file)
    status, out, err = run(capsys, *arguments)
    assert (status, err) == (0, "")
    title, edition, points, bar, lines = out.splitlines()
    assert title.startswith("Take It Easy! ")
    assert "325" in title
    assert edition
    total, best = map(int, re.findall(r"\d+", points)[:2])
    assert bar.count("⬢") == 10 * total // best
    assert len(bar) == 10
    assert lines.split()[0].isdigit()
    rest = out.replace(points, "").replace(title, "")
    assert not re.search(r"\b[a-f][1-5]\b|\b[267*][159*][348*]\b", rest)


def test_a_climb_s_result_is_that_of_its_own_day(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "climb.json"
    path.write_text(print_climb(play_climb(day_seed(DAY), most=2).record), encoding="utf-8")
    arguments = ("score", "--text", "--lang", "en", "--daily")
    status, out, err = run(capsys, *arguments, DAY.isoformat(), str(path))
    assert (status, err) == (0, "")
    assert "21 November 2026" in out
    status, out, err = run(capsys, *arguments, "2026-11-22", str(path))
    assert (status, out) == (2, "")
    assert "not the climb of 2026-11-22" in err


def test_a_result_without_a_day_has_the_deal_s_code(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    _, out, _ = run(capsys, "score", "--text", save(tmp_path, match_of()))
    assert out.startswith("Take It Easy! Standard game\nCode ")
    _, both, _ = run(capsys, "score", "--text", save(tmp_path, match_of(), match_of()))
    assert both == f"{out}\n{out}", "a blank line stands between them"
    code = parse_code(out.splitlines()[1].removeprefix("Code "))
    assert code.seed == match_of().rounds[0].seed


def test_a_result_of_several_names_all_and_compares_no_best_board(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    match = match_of("classic free mail best-ray", players=3)
    _, out, _ = run(capsys, "score", "--text", save(tmp_path, match))
    assert "⬢" not in out
    assert out.splitlines()[-1].count(" · ") == 2


def test_what_has_no_result_is_refused_and_the_others_are_told(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    whole = daily_match()
    record = json.loads(print_record(whole))
    record["rounds"][0]["boards"][0]["turns"].pop()
    file = save(tmp_path, parse_record(json.dumps(record)), whole)
    status, out, err = run(capsys, "score", "--text", file)
    assert status == 2
    assert "line 1: The match is not finished." in err
    assert out.startswith("Take It Easy!")
    status, out, err = run(
        capsys, "score", "--text", "--daily", "2026-11-20", save(tmp_path, whole)
    )
    assert (status, out) == (2, "")
    assert "2026-11-20" in err
    assert run(capsys, "score", "--text", str(tmp_path / "none.json"))[0] == 2


def test_a_page_is_written_or_refused_in_one_line(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = tmp_path / "page.html"
    file = save(tmp_path, match_of())
    assert run(capsys, "page", file, "-o", str(out), "--lang", "de") == (0, "", "")
    assert '<html lang="de">' in out.read_text(encoding="utf-8")
    both = tmp_path / "both.jsonl"
    both.write_text(2 * (print_record(match_of()) + "\n"), encoding="utf-8")
    cases = [
        (("page", "-o", str(out)), "a page is of one FILE"),
        (("page", file, "--daily", "-o", str(out)), "a page is of one FILE"),
        (("page", "K7QX", "-o", str(out)), "too short"),
        (("page", "K7QX-42AB-9U", "-o", str(out)), "has no U"),
        (("page", str(tmp_path / "none"), "-o", str(out)), "no such file"),
        (("page", file), "-o"),
        (("page", file, "--address", "ftp://here", "-o", str(out)), "ftp://here"),
        (("page", str(both), "-o", str(out)), "several"),
        (("page", "daily", "-o", str(out)), "no such file"),
        (("page", "0000-1AHW", "--review", "-o", str(out)), "--review goes with a match"),
        *(
            (("page", file, *words, "-o", str(out)), "go with --daily")
            for words in (("--days", "3"), ("--from", "2026-11-21"), ("--worker",))
        ),
    ]
    for arguments, reason in cases:
        status, told, err = run(capsys, *arguments)
        assert (status, told) == (2, ""), arguments
        assert reason in err
        assert err.count("\n") == 1
    # A picture is written beside a page that has an address.
    address = ("--address", "http://here")
    assert run(capsys, "page", file, "-o", str(out), *address) == (0, "", "")
    assert {path.name for path in tmp_path.glob("page.*")} == {"page.html", "page.png"}
    monkeypatch.chdir(tmp_path)
    assert run(capsys, "page", file, "-o", "-", *address)[0] == 0
    assert not [*tmp_path.glob("-*")]


def test_the_options_of_a_page_for_every_day_reach_it(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[tuple[object, ...]] = []

    def page_data(*words: object, beat: str, worker: str | None, **_: object) -> dict[str, object]:
        made.append((*words, beat, worker))
        return {}

    monkeypatch.setattr("game.cli.page.daily_page_data", page_data)
    monkeypatch.setattr("game.cli.page.make_page", lambda data, address: "")
    out = str(tmp_path / "days.html")
    assert run(capsys, "page", "--daily", "-o", out)[0] == 0
    words = ("-f", "--from", str(DAY), "--days", "2", "--beat", "none", "--worker", "--lang", "fr")
    assert run(capsys, "page", "--daily", "-o", out, *words)[0] == 0
    assert made == [
        (datetime.date.today(), 31, Language.ENGLISH, "all", None),
        (DAY, 2, Language.FRENCH, "none", "days.worker.js"),
    ]
    assert (tmp_path / "days.worker.js").exists()


def test_nothing_is_written_over_unasked(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = save(tmp_path, match_of())
    other, link, gone = (tmp_path / f"{name}.html" for name in ("other", "link", "gone"))
    other.write_text("<!doctype html>mine")
    hard, soft = tmp_path / "hard.html", tmp_path / "soft.html"
    hard.hardlink_to(file)
    # They need a right on Windows.
    has_links = os.name != "nt"
    for path, target in ((soft, file), (link, other), (gone, tmp_path / "nowhere")):
        if has_links:
            path.symlink_to(target)
    before = {path: path.read_bytes() for path in (Path(file), other)}
    own, others = ((hard, soft), (other, link, gone)) if has_links else ((hard,), (other,))
    for out, options in (
        *((out, options) for out in own for options in ((), ("--force",))),
        *((out, ()) for out in others),
    ):
        status, _, err = run(capsys, "page", file, "-o", str(out), *options)
        assert (status, err.count("\n")) == (2, 1)
        assert out.name in err
        assert {path: path.read_bytes() for path in before} == before
    assert not (tmp_path / "nowhere").exists()
    other.chmod(0o644)
    out = link if has_links else other
    assert run(capsys, "page", file, "-o", str(out), "--force")[0] == 0
    assert not has_links or (link.is_symlink(), other.stat().st_mode & 0o777) == (True, 0o644)
    assert other.read_bytes() != before[other]
    if has_links:
        assert run(capsys, "page", file, "-o", str(gone), "--force")[0] == 0
        assert (tmp_path / "nowhere").stat().st_mode & 0o777 == 0o600
    # A page is known as the game's own and renewed.
    assert run(capsys, "page", file, "-o", str(other))[0] == 0


def test_a_new_file_that_cannot_be_written_is_not_left_there_empty(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr("game.cli.output.write_atomically", refuse)
    out = tmp_path / "new.html"
    assert run(capsys, "page", save(tmp_path, match_of()), "-o", str(out))[0] == 1
    assert not out.exists()


def test_a_deal_s_code_makes_a_page_without_a_match(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    # Master and the best board take two seconds.
    monkeypatch.setattr("game.page.making.make_bot", lambda name: make_bot("greedy"))
    monkeypatch.setattr("game.page.making.possible_of", lambda *_: Possible((), 300, 190))
    out = tmp_path / "page.html"
    assert run(capsys, "page", "0000-1AHW", "-o", str(out), "--lang", "ro") == (0, "", "")
    words = out.read_text(encoding="utf-8")
    assert "0000-1AHW" in words
    assert '<html lang="ro">' in words


def test_the_same_match_makes_the_same_page(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = save(tmp_path, match_of())
    pages = []
    for name in ("a.html", "b.html"):
        assert run(capsys, "page", file, "-o", str(tmp_path / name))[0] == 0
        pages.append((tmp_path / name).read_bytes())
    assert pages[0] == pages[1]
