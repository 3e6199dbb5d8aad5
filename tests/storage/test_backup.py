"""The history's backup: what it holds, and what a fault while it is written costs."""

from __future__ import annotations

import contextlib
import os
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path, PurePosixPath, PureWindowsPath

import pytest

from game.storage.backup import (
    EVERY,
    backup_of,
    renew_backup,
    start_from_backup,
    sweep_backup,
    uri_of,
)
from game.storage.database import check_history, entry_of, insert_entry, open_database
from game.storage.profile import Profile
from tests.storage.faults import WAYS, Disk, Killed, Tracing, install
from tests.storage.matches import NOON, fill, play_match, seeds_in


def test_a_backup_empties_the_log_into_the_history(tmp_path: Path) -> None:
    """What damages the log then costs no more than what damages the file."""
    path, alone = tmp_path / "profile.db", tmp_path / "alone.db"
    with closing(open_database(path)[0]) as history:
        insert_entry(history, entry_of(play_match("1"), NOON))
        renew_backup(path, check_history)
        shutil.copy(path, alone)
        assert seeds_in(alone) == seeds_in(backup_of(path)) == {"1"}


def test_a_damaged_copy_takes_no_name(tmp_path: Path) -> None:
    path = tmp_path / "profile.db"
    fill(path, EVERY)
    whole = backup_of(path).read_bytes()

    def refuse(_: Path) -> None:
        raise sqlite3.DatabaseError("damaged")

    with pytest.raises(sqlite3.DatabaseError):
        renew_backup(path, refuse)
    assert backup_of(path).read_bytes() == whole


@pytest.mark.parametrize("way", [*WAYS, "killed"])
def test_no_fault_while_the_backup_is_made_costs_anything(tmp_path: Path, way: str) -> None:
    home = tmp_path / "home"
    path = home / "profile.db"
    fill(path, EVERY)

    def renew(disk: Disk) -> None:
        with pytest.MonkeyPatch.context() as patch:
            install(disk, patch)
            renew_backup(path, check_history)

    sound = Tracing()
    renew(sound)
    assert len(sound.trails) > 5
    for n in range(1, len(sound.trails) + 1):
        disk = Disk(n, way)
        disk.home, disk.remains = (home, tmp_path / str(n)) if way == "killed" else (None, None)
        with contextlib.suppress(OSError, sqlite3.Error, Killed):
            renew(disk)
        left = home if disk.remains is None else disk.remains
        check_history(backup_of(left / "profile.db"))
        with Profile(left / "profile.db") as profile:
            assert profile.problem is None
            assert len(profile.last_matches()) == EVERY
        renew_backup(left / "profile.db", check_history)
        assert len(seeds_in(backup_of(left / "profile.db"))) == EVERY


def test_only_the_unfinished_backup_of_a_killed_program_is_swept(tmp_path: Path) -> None:
    path = tmp_path / "profile.db"
    swept = [f".profile.backup.db.new{suffix}" for suffix in ("", "-wal", "-shm", "-journal")]
    others = ["profile.db", "profile.backup.db", ".profile.db.new", "profile.db-wal"]
    for name in swept + others:
        (tmp_path / name).touch()
    sweep_backup(path)
    assert sorted(one.name for one in tmp_path.iterdir()) == sorted(others)
    (tmp_path / swept[0]).mkdir()
    sweep_backup(path)


def test_a_history_begins_as_its_backup_where_that_is_sound(tmp_path: Path) -> None:
    path, fresh = tmp_path / "profile.db", tmp_path / "fresh.db"
    assert backup_of(path) == tmp_path / "profile.backup.db"
    assert start_from_backup(path, fresh, check_history) is False, "there is none"
    fill(path, 1)
    path.unlink()
    assert start_from_backup(path, fresh, check_history) is True
    assert fresh.read_bytes() == backup_of(path).read_bytes()
    fresh.unlink()
    backup_of(path).write_bytes(b"nothing of a database" * 50)
    assert start_from_backup(path, fresh, check_history) is False
    assert not fresh.exists()


def test_a_history_that_was_deleted_meanwhile_is_not_begun_anew(tmp_path: Path) -> None:
    path = tmp_path / "profile.db"
    fill(path, 1)
    path.unlink()
    whole = backup_of(path).read_bytes()
    with pytest.raises(sqlite3.OperationalError):
        renew_backup(path, check_history)
    assert (path.exists(), backup_of(path).read_bytes()) == (False, whole)


def test_a_share_s_path_is_one_that_sqlite_reads(tmp_path: Path) -> None:
    assert uri_of(PurePosixPath("/a b/100%?#.db")) == "file:///a%20b/100%25%3F%23.db"
    assert uri_of(PureWindowsPath("C:\\Käse\\x.db")) == "file:///C:/K%C3%A4se/x.db"
    assert uri_of(PureWindowsPath("\\\\pc\\share\\x.db")) == "file:////pc/share/x.db"
    # No name on Windows has a question mark.
    path = tmp_path / ("a #%41.db" if os.name == "nt" else "a ?#%41.db")
    sqlite3.connect(path).execute("CREATE TABLE x (y)").connection.close()
    with closing(sqlite3.connect(f"{uri_of(path)}?mode=ro", uri=True)) as opened:
        assert opened.execute("SELECT name FROM sqlite_master").fetchone() == ("x",)
