"""`page` chooses data and files beside it by its arguments, and refuses others."""

from __future__ import annotations

import datetime
from pathlib import Path
from typing import Any

import pytest

from game.cli.output import PAGE_MARK
from game.locale import Language
from game.page.data import ToBeat
from game.page.document import make_worker, read_picture
from game.rules.record import print_record
from game.rules.ruleset import Ruleset
from game.storage.codes import Deal
from tests.storage.matches import play_match
from tests.terminal import feed, run

CODE = "0000-1AHW"
DAY = datetime.date(2026, 11, 21)


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """The calls of the makers of a page's data, and its address; the page itself is a mark."""
    calls: list[Any] = []
    monkeypatch.setenv("LC_ALL", "fr_FR.UTF-8")
    monkeypatch.delenv("LANGUAGE", raising=False)
    for name in ("match_data", "challenge_data", "daily_page_data"):

        def make(*given: object, name: str = name, **options: object) -> str:
            options.pop("on_progress", None)
            calls.append((name, given, options))
            return name

        monkeypatch.setattr(f"game.cli.page.{name}", make)

    def make_page(data: str, address: str | None) -> str:
        calls.append(address)
        return f"<{data}>{PAGE_MARK.decode()}"

    monkeypatch.setattr("game.cli.page.make_page", make_page)
    return calls


def test_each_kind_of_page_has_its_data(
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    made: list[Any],
) -> None:
    match, file, out = play_match(), tmp_path / "match.json", tmp_path / "page.html"
    file.write_text(print_record(match), encoding="utf-8")
    feed(monkeypatch, print_record(match))
    deal, french = Deal(Ruleset(), "42"), Language.FRENCH
    usual = {"with_review": False, "beat": ToBeat.ALL}
    today = datetime.date.today()
    for words, name, given, options in (
        ((str(file),), "match_data", (match, french), usual),
        (("-",), "match_data", (match, french), usual),
        (
            (str(file), "--review", "--beat", "sender", "--lang", "ro"),
            "match_data",
            (match, Language.ROMANIAN),
            {"with_review": True, "beat": ToBeat.SENDER},
        ),
        ((CODE,), "challenge_data", (deal, french), {"beat": ToBeat.ALL}),
        (
            (f"\u200e{CODE} ", "--beat", "none", "--lang", "en"),
            "challenge_data",
            (deal, Language.ENGLISH),
            {"beat": ToBeat.NONE},
        ),
        (
            ("--daily",),
            "daily_page_data",
            (today, 31, french),
            {"beat": ToBeat.ALL, "worker": None},
        ),
        (
            ("--daily", "--from", str(DAY), "--days", "2", "--beat", "none", "--worker"),
            "daily_page_data",
            (DAY, 2, french),
            {"beat": ToBeat.NONE, "worker": "page.worker.js"},
        ),
    ):
        assert run(capsys, "page", *words, "-o", str(out)) == (0, "", "")
        assert made == [(name, given, options), None]
        assert out.read_text(encoding="utf-8").startswith(f"<{name}>")
        made.clear()


def test_files_beside_a_page_are_named_after_it(
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    made: list[Any],
) -> None:
    address = "https://a.example/days.html"
    monkeypatch.chdir(tmp_path)
    words = ("page", "--daily", "--worker", "--address", address)
    for name, stem in (("days.html", "days"), ("page", "page")):
        assert run(capsys, *words, "-o", str(tmp_path / name)) == (0, "", "")
        found = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
        assert found.pop(name)
        assert found == {
            f"{stem}.png": read_picture(),
            f"{stem}.worker.js": make_worker(name).encode(),
        }
        assert made.pop() == address
        # All three are known as the game's own, and written again.
        assert run(capsys, *words, "-o", str(tmp_path / name)) == (0, "", "")
        for path in tmp_path.iterdir():
            path.unlink()
    assert run(capsys, *words, "-o", "-")[0] == 0
    assert [*tmp_path.iterdir()] == []


def test_a_file_in_the_way_is_refused_before_anything_is_written(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, made: list[Any]
) -> None:
    words = ("page", "--daily", "--worker", "--address", "http://a", "-o")
    for name in ("page.html", "page.png", "page.worker.js"):
        path = tmp_path / name
        path.write_bytes(b"mine")
        status, _, err = run(capsys, *words, str(tmp_path / "page.html"))
        assert (status, made, [*tmp_path.iterdir()]) == (2, [], [path])
        assert err.startswith(f"take-it-easy: {path}: this file already exists")
        assert run(capsys, *words, str(tmp_path / "page.html"), "--force")[0] == 0
        assert path.read_bytes() != b"mine"
        made.clear()
        for one in tmp_path.iterdir():
            one.unlink()


def test_the_match_is_never_written_over(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, made: list[Any]
) -> None:
    file = tmp_path / "page.png"
    file.write_text(print_record(play_match()), encoding="utf-8")
    before = file.read_bytes()
    for words in (("-o", str(file)), ("-o", str(tmp_path / "page.html"), "--address", "http://a")):
        status, _, err = run(capsys, "page", str(file), *words, "--force")
        assert (status, made, file.read_bytes()) == (2, [], before)
        assert err == f"take-it-easy: {file}: the file that is read\n"


def test_what_makes_no_page_is_refused_in_one_line(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, made: list[Any]
) -> None:
    file, out = tmp_path / "match", str(tmp_path / "page.html")
    file.write_text(print_record(play_match()), encoding="utf-8")
    kind = "a page is of one FILE, of one CODE, or --daily"
    unused = "--from, --days and --worker go with --daily"
    for words, reason in (
        ((), kind),
        ((str(file), "--daily"), kind),
        ((CODE, "--daily"), kind),
        ((CODE, "--review"), "--review goes with a match"),
        (("--daily", "--review"), "--review goes with a match"),
        *(
            ((what, *option), unused)
            for what in (CODE, str(file))
            for option in (("--from", str(DAY)), ("--days", "3"), ("--worker",))
        ),
        ((CODE, "--address", "ftp://" + 60 * "x"), f"{'ftp://' + 54 * 'x'!r}: an address begins"),
        (("K7QX",), "'K7QX': no such file, and no deal code: The code is too short."),
        (("K" * 61,), f"{'K' * 60!r}: no such file, and no deal code: "),
        (("no/K7QX",), "no/K7QX: no such file"),
        (("K7QX.json",), "K7QX.json: no such file"),
    ):
        status, told, err = run(capsys, "page", *words, "-o", out)
        assert (status, told, err.count("\n"), made) == (2, "", 1, []), words
        assert err.startswith(f"take-it-easy: {reason}"), (words, err)
    assert not Path(out).exists()
