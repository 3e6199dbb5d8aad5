"""Commands that read a player's files: nothing changes, and nothing unread goes unsaid."""

from __future__ import annotations

import errno
import io
import os
import sqlite3
import sys
from collections.abc import Callable
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest

from game.storage.places import HOME_VARIABLE, find_places
from game.storage.problems import ProblemKind
from game.storage.runs import FinishedRun
from game.storage.settings import Settings
from game.storage.store import open_storage, with_identity
from tests.storage.matches import play_match
from tests.storage.whole import parse_profile
from tests.terminal import run

WHEN = datetime(2026, 11, 21, 12, tzinfo=UTC)


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A home with settings, a match in the history, and two that wait."""
    home = tmp_path / "home"
    monkeypatch.setenv(HOME_VARIABLE, str(home))
    monkeypatch.setenv("LC_ALL", "en_GB.UTF-8")
    with closing(open_storage(find_places())) as store:
        store.settings.save(Settings(player_name="Ana"))
        store.profile.add_match(play_match("1"), WHEN)
        for seed in "23":
            match = play_match(seed, placements=4)
            store.save_match(
                match.__class__(match.rules, match.players, match.rounds, with_identity(None))
            )
    return home


def contents(home: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in home.iterdir()}


def garbage(name: str) -> Callable[[Path], None]:
    def write(home: Path) -> None:
        (home / name).write_bytes(b"garbage" * 300)

    return write


def newer(home: Path) -> None:
    with closing(sqlite3.connect(home / "profile.db")) as database, database:
        database.execute("ALTER TABLE found ADD COLUMN more TEXT")
        database.execute("PRAGMA user_version=99")


def spoil_row(home: Path) -> None:
    with closing(sqlite3.connect(home / "profile.db")) as database, database:
        database.execute("UPDATE match SET record = 'x'")


def spoil_run(home: Path) -> None:
    with closing(open_storage(find_places())) as store:
        run = FinishedRun("1", "s", "calm", "", 9, 1, "", WHEN, "{}")
        assert store.profile.runs.add(run)
    with closing(sqlite3.connect(home / "profile.db")) as database, database:
        database.execute("UPDATE run SET finished_at = 'x'")


def waiting_file(home: Path) -> None:
    next(home.glob("waiting-*")).write_text("x")


DAMAGES = {
    "history": (garbage("profile.db"), "profile.db is damaged"),
    "history of a newer game": (newer, "profile.db was written by a newer version"),
    "one row": (spoil_row, "profile.db: 1 game cannot be read"),
    "a run": (spoil_run, "profile.db: 1 run cannot be read"),
    "settings": (garbage("settings.json"), "settings.json is damaged"),
    "a setting": (
        lambda home: (home / "settings.json").write_text('{"volume": 9}'),
        "settings.json: these settings make no sense: volume",
    ),
    "the match": (garbage("autosave.json"), "autosave.json is damaged"),
    "a match that waits": (waiting_file, "waiting-"),
    "a folder": (
        lambda home: ((home / "profile.db").unlink(), (home / "profile.db").mkdir()),
        "profile.db cannot be read",
    ),
}


@pytest.mark.parametrize("name", DAMAGES)
def test_what_cannot_be_read_is_told_nothing_changes_and_nothing_is_exported(
    capsys: pytest.CaptureFixture[str], home: Path, tmp_path: Path, name: str
) -> None:
    damage, words = DAMAGES[name]
    damage(home)
    before = contents(home) if name != "a folder" else {}
    file = tmp_path / "out"
    status, out, err = run(capsys, "export", "-o", str(file))
    assert (status, out, file.exists()) == (2, "", False)
    assert words in err
    assert "--rest" in err
    status, _, err = run(capsys, "export", "--rest", "-o", str(file))
    assert status == 2
    assert words in err
    assert parse_profile(file.read_bytes())
    if name in ("history", "history of a newer game", "one row", "a folder"):
        status, _, err = run(capsys, "level")
        assert (status, words in err) == (2, True)
    assert name == "a folder" or contents(home) == before
    # What nobody was told waits to be told in the window.
    if name in ("history", "the match"):
        with closing(open_storage(find_places())) as store:
            store.waiting()
            problem = store.problems.take()
            assert problem is not None
            assert problem.kind in (ProblemKind.CORRUPT, ProblemKind.MATCH)


def test_a_sound_home_is_exported_and_not_touched(
    capsys: pytest.CaptureFixture[str], home: Path, tmp_path: Path
) -> None:
    before = {path.name: (path.stat().st_mtime_ns, path.read_bytes()) for path in home.iterdir()}
    assert run(capsys, "export", "-o", str(tmp_path / "out"))[::2] == (0, "")
    assert run(capsys, "level")[::2] == (0, "")
    after = {path.name: (path.stat().st_mtime_ns, path.read_bytes()) for path in home.iterdir()}
    assert after == before
    copied = parse_profile((tmp_path / "out").read_bytes())
    assert (len(copied.matches), len(copied.waiting)) == (1, 2)
    assert copied.settings["player_name"] == "Ana"


def test_while_a_window_is_open_what_it_has_written_is_exported(
    capsys: pytest.CaptureFixture[str], home: Path, tmp_path: Path
) -> None:
    with closing(open_storage(find_places())) as store:
        store.profile.add_match(play_match("7"), WHEN)
        assert (home / "profile.db-wal").stat().st_size
        assert run(capsys, "export", "-o", str(tmp_path / "out"))[::2] == (0, "")
    assert len(parse_profile((tmp_path / "out").read_bytes()).matches) == 2


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_a_history_that_may_not_be_read_is_told(
    capsys: pytest.CaptureFixture[str], home: Path, tmp_path: Path
) -> None:
    (home / "profile.db").chmod(0)
    status, _, err = run(capsys, "export", "-o", str(tmp_path / "out"))
    assert (status, "profile.db cannot be read" in err) == (2, True)


def test_an_import_says_what_became_of_a_damaged_history(
    capsys: pytest.CaptureFixture[str], home: Path, tmp_path: Path
) -> None:
    file = tmp_path / "out"
    assert run(capsys, "export", "-o", str(file))[0] == 0
    garbage("profile.db")(home)
    status, out, err = run(capsys, "import", str(file))
    assert (status, "1 game" in out, "profile.kept-1.db" in err) == (2, True, True)
    # Nobody may have read it: the window tells it too, once.
    for is_first in (True, False):
        with closing(open_storage(find_places())) as store:
            store.problems.recall()
            problem = store.problems.take()
            assert (problem is not None) is is_first
            assert problem is None or problem.path.name == "profile.kept-1.db"
    assert not find_places().untold.exists()


class Deaf(io.StringIO):
    """A stream that is closed."""

    def write(self, text: str) -> int:
        raise OSError(errno.EBADF, "closed")


def test_a_complaint_that_nobody_hears_ends_no_import(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, home: Path, tmp_path: Path
) -> None:
    file = tmp_path / "out"
    assert run(capsys, "export", "-o", str(file))[0] == 0
    garbage("profile.db")(home)
    monkeypatch.setattr(sys, "stderr", Deaf())
    status, out, _ = run(capsys, "import", str(file))
    sys.stderr.close()
    assert (status, "1 game" in out) == (2, True)
    with closing(open_storage(find_places())) as store:
        store.problems.recall()
        assert store.problems.are_untold


def test_what_was_kept_aside_waits_until_it_is_told(home: Path) -> None:
    garbage("profile.db")(home)
    garbage("settings.json")(home)
    with closing(open_storage(find_places())) as store:
        for problem in store.settings.load()[1]:
            store.problems.add(problem)
        assert store.problems.take() is not None
        # The program is killed before it tells the second.
    with closing(open_storage(find_places())) as store:
        store.problems.recall()
        assert [problem.path.name for problem in store.problems.untold] == ["settings.kept-1.json"]


@pytest.mark.parametrize("text", ["", "x", "{}", "[5]", '[["corrupt", 5], ["x", "y"]]', "[" * 9999])
def test_an_odd_list_of_problems_is_none(home: Path, text: str) -> None:
    find_places().untold.write_text(text)
    with closing(open_storage(find_places())) as store:
        store.problems.recall()
        assert len(store.problems.untold) <= 1
