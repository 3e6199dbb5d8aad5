"""The history's backup: when it is made, what it holds, and what a damaged history is made of."""

from __future__ import annotations

import contextlib
import os
import shutil
import sqlite3
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from itertools import islice
from pathlib import Path
from random import Random
from threading import Event, Timer

import pytest

from game.storage.backup import EVERY, backup_of, renew_backup
from game.storage.database import check_history, copy_entries, open_database
from game.storage.problems import ProblemKind
from game.storage.profile import Profile
from tests.storage.damage import MATCHES, PAGE, Ground, cuts, flips
from tests.storage.faults import WAYS, Disk, Killed, Tracing, install
from tests.storage.matches import play_match

NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)


@pytest.fixture(scope="module")
def ground(tmp_path_factory: pytest.TempPathFactory) -> Ground:
    """A sound history with its backup."""
    return Ground(tmp_path_factory.mktemp("history"))


def fill(path: Path, count: int, first: int = 0) -> None:
    """Add matches to a history, as one run of the game."""
    with Profile(path) as profile:
        for n in range(first, first + count):
            assert profile.add_match(play_match(str(n)), NOON + timedelta(hours=n)) is not None


def seeds_in(path: Path) -> set[str | None]:
    """The seeds of a history's matches."""
    with sqlite3.connect(path) as database:
        found = {row[0] for row in database.execute("SELECT seed FROM match")}
    database.close()
    return found


def some(histories: Iterator[tuple[str, bytes]], every: int) -> Iterator[tuple[str, bytes]]:
    return islice(histories, 0, None, every)


def test_a_changed_byte_costs_ten_matches_at_most(ground: Ground) -> None:
    for about, raw in some(flips(ground.whole, Random(7)), 499):
        assert ground.open(raw) <= EVERY, about


def test_what_stands_behind_the_damage_is_read_from_the_other_end(
    ground: Ground, tmp_path: Path
) -> None:
    gaps = set()
    for page in range(2, len(ground.whole) // PAGE):
        path = tmp_path / f"{page}.db"
        raw = ground.whole[: page * PAGE] + bytes(PAGE) + ground.whole[(page + 1) * PAGE :]
        path.write_bytes(raw)
        with (
            contextlib.closing(sqlite3.connect(path)) as source,
            contextlib.closing(open_database(None)[0]) as target,
        ):
            copy_entries(source, target)
            seeds = {row[0] for row in target.execute("SELECT seed FROM match")}
            gaps.add((len(seeds) < MATCHES, {"0", str(MATCHES - 1)} <= seeds))
    assert (True, True) in gaps


def test_an_index_that_lost_its_entries_is_damage(ground: Ground) -> None:
    # The fourth page is the index by which results are found.
    last = 4 * PAGE - 3
    assert ground.open(ground.whole[:last] + b"\x33" + ground.whole[last + 1 :]) <= EVERY


def test_a_cut_costs_ten_matches_at_most(ground: Ground) -> None:
    for about, raw in some(cuts(ground.whole), 131):
        assert ground.open(raw) <= EVERY, about


def test_the_backup_is_made_at_once_and_renewed_after_ten_changes_and_at_the_end(
    tmp_path: Path,
) -> None:
    path = tmp_path / "profile.db"
    # The rest of an earlier, killed backup does no harm.
    backup_of(path).with_name(f".{backup_of(path).name}.new").write_bytes(b"half a copy")
    with Profile(path) as profile:
        for n in range(2 * EVERY):
            assert profile.add_match(play_match(str(n)), NOON) is not None
            copying = profile._copying
            assert copying is not None
            copying.join()
            assert len(seeds_in(backup_of(path))) == 1 + n // EVERY * EVERY
        profile.add_match(play_match("last"), NOON)
    assert len(seeds_in(backup_of(path))) == 2 * EVERY + 1
    if os.name == "posix":
        assert backup_of(path).stat().st_mode & 0o777 == 0o600
    assert not list(tmp_path.glob(".*.new*"))


def test_a_backup_empties_the_log_into_the_history(tmp_path: Path) -> None:
    """What damages the log then costs no more than what damages the file."""
    path = tmp_path / "profile.db"
    with Profile(path) as profile:
        profile.add_match(play_match("1"), NOON)
        assert profile._copying is not None
        profile._copying.join()
        alone = tmp_path / "alone.db"
        shutil.copy(path, alone)
        assert seeds_in(alone) == {"1"}


def test_a_history_without_a_backup_gets_one(tmp_path: Path) -> None:
    path = tmp_path / "profile.db"
    fill(path, EVERY + 2)
    backup_of(path).unlink()
    Profile(path).close()
    assert len(seeds_in(backup_of(path))) == EVERY + 2


def test_what_the_player_deletes_does_not_come_back(tmp_path: Path) -> None:
    path = tmp_path / "profile.db"
    fill(path, EVERY)
    with Profile(path) as profile:
        assert profile.delete_match(3)
    path.write_bytes(b"")
    with Profile(path) as profile:
        assert profile.problem is not None
        assert profile.problem.kind is ProblemKind.PARTLY
        assert {m.seed for m in profile.last_matches()} == {str(n) for n in range(EVERY) if n != 2}


def test_a_history_that_is_missing_begins_as_its_backup(tmp_path: Path) -> None:
    path = tmp_path / "profile.db"
    fill(path, EVERY)
    path.unlink()
    with Profile(path) as profile:
        assert profile.problem is not None
        assert profile.problem.kind is ProblemKind.MISSING
        assert profile.is_lasting
        assert len(profile.last_matches()) == EVERY
    with Profile(path) as profile:
        assert profile.problem is None, "told once"
        assert len(profile.last_matches()) == EVERY
    assert {file.name for file in tmp_path.iterdir()} == {path.name, backup_of(path).name}


def test_a_missing_history_with_a_damaged_backup_has_what_is_readable(ground: Ground) -> None:
    home = ground.folder / "missing"
    home.mkdir()
    path = home / "profile.db"
    whole = backup_of(ground.sound / "profile.db").read_bytes()
    backup_of(path).write_bytes(whole[:-2048])
    with Profile(path) as profile:
        assert profile.problem is not None
        assert profile.problem.kind is ProblemKind.PARTLY
        assert profile.problem.path.read_bytes() == whole[:-2048]
        assert 0 < len(profile.last_matches()) < MATCHES


@pytest.mark.skipif(os.name == "nt", reason="links need a right on Windows")
def test_a_link_to_a_folder_that_is_away_stays_and_the_backup_is_shown(tmp_path: Path) -> None:
    path, away = tmp_path / "profile.db", tmp_path / "stick" / "profile.db"
    fill(path, EVERY)
    path.unlink()
    path.symlink_to(away)
    with Profile(path) as profile:
        assert profile.problem is not None
        assert profile.problem.kind is ProblemKind.READ_ONLY
        assert len(profile.last_matches()) == EVERY
    assert path.is_symlink()
    assert len(seeds_in(backup_of(path))) == EVERY


def test_a_damaged_backup_of_a_damaged_history_is_read_as_far_as_it_goes(ground: Ground) -> None:
    home = ground.folder / "both"
    home.mkdir()
    path = home / "profile.db"
    path.write_bytes(b"nothing of a database")
    whole = backup_of(ground.sound / "profile.db").read_bytes()
    backup_of(path).write_bytes(whole[:-2048])
    with Profile(path) as profile:
        found = len(profile.last_matches())
    assert 0 < found < MATCHES
    assert len(seeds_in(backup_of(path))) == found, "and it has a sound backup again"


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


def test_a_deleted_match_waits_for_a_backup_that_is_being_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It must not return from the backup that was begun before."""
    begun, written, release = Event(), list[Path](), Event()

    def back_up(path: Path) -> None:
        begun.set()
        release.wait(20)
        written.append(path)

    with Profile(tmp_path / "profile.db") as profile:
        monkeypatch.setattr("game.storage.profile._back_up", back_up)
        number = profile.add_match(play_match("1"), NOON)
        assert number is not None
        assert begun.wait(20)
        Timer(0.1, release.set).start()
        assert profile.delete_match(number)
    assert len(written) == 2
