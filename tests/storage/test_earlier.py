"""What an earlier build has left is set aside whole and named; nothing of it is deleted."""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from game.storage.earlier import set_earlier_aside
from game.storage.places import HOME_VARIABLE, Places, find_places
from game.storage.problems import ProblemKind
from game.storage.store import open_storage
from tests.storage.matches import play_match

CONTENT = {
    "settings.json": b'{"volume": 0.3}',
    "autosave.json": b"{}",
    "waiting-0123456789abcdef.json": b"{}",
    "profile.backup.db": b"old",
    "apart/journal.jsonl": b"x",
}


@pytest.fixture
def places(tmp_path: Path) -> Places:
    """The places of a folder that an earlier build has written."""
    places = find_places({HOME_VARIABLE: str(tmp_path / "data" / "home")})
    for name, raw in CONTENT.items():
        path = places.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(raw)
    with closing(sqlite3.connect(places.profile)) as old, old:
        old.execute("CREATE TABLE match (id INTEGER PRIMARY KEY, record TEXT)")
        old.execute("INSERT INTO match (record) VALUES ('theirs')")
        old.execute("PRAGMA user_version=5")
    return places


def content(folder: Path) -> dict[str, bytes]:
    files = (path for path in folder.rglob("*") if path.is_file())
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in files}


def told_by(places: Places) -> list[tuple[ProblemKind, Path]]:
    """What the window says at its start."""
    with closing(open_storage(places)) as store:
        store.problems.recall()
        told = []
        while (problem := store.problems.take()) is not None:
            told.append((problem.kind, problem.path))
    return told


def test_it_is_set_aside_whole_and_named_once(places: Places) -> None:
    before = content(places.folder)
    aside = set_earlier_aside(places)
    assert aside is not None
    assert aside.parent == places.folder.parent
    assert content(aside) == before
    assert told_by(places) == [(ProblemKind.EARLIER, aside)]
    assert set_earlier_aside(places) is None
    assert told_by(places) == [], "told once"
    assert content(aside) == before
    with closing(open_storage(places)) as store:
        assert store.settings.load()[0].volume != 0.3
        assert store.profile.add_match(play_match()) == 1


def test_one_that_was_never_closed_is_known_by_its_log(places: Places) -> None:
    places.profile.unlink()
    code = (
        "import os, sqlite3, sys; d = sqlite3.connect(sys.argv[1], isolation_level=None); "
        "d.execute('PRAGMA journal_mode=WAL'); d.execute('CREATE TABLE match (id)'); "
        "d.execute('PRAGMA user_version=5'); os._exit(0)"
    )
    subprocess.run([sys.executable, "-c", code, str(places.profile)], check=True)
    assert places.profile.with_name("profile.db-wal").stat().st_size
    aside = set_earlier_aside(places)
    assert aside is not None
    assert (aside / "profile.db-wal").exists()


def test_two_are_kept_side_by_side(places: Places, tmp_path: Path) -> None:
    copy = tmp_path / "copy"
    shutil.copytree(places.folder, copy)
    first = set_earlier_aside(places)
    shutil.rmtree(places.folder)
    shutil.copytree(copy, places.folder)
    second = set_earlier_aside(places)
    assert first is not None
    assert second is not None
    assert content(first) == content(second)


def test_a_folder_that_cannot_be_renamed_is_emptied_into_one_within(
    places: Places, monkeypatch: pytest.MonkeyPatch
) -> None:
    before, rename = content(places.folder), os.replace

    def refuse(source: Path, target: Path) -> None:
        if Path(source) == places.folder:
            raise OSError("another disk begins here")
        rename(source, target)

    with monkeypatch.context() as patch:
        patch.setattr(os, "replace", refuse)
        aside = set_earlier_aside(places)
    assert aside is not None
    assert aside.parent == places.folder
    assert content(aside) == before
    assert told_by(places) == [(ProblemKind.EARLIER, aside)]
    assert set_earlier_aside(places) is None


@pytest.mark.skipif(
    not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may write everywhere"
)
def test_one_that_cannot_be_moved_at_all_is_left_as_it_is(places: Places) -> None:
    before = content(places.folder)
    for folder in (places.folder, places.folder.parent):
        folder.chmod(0o500)
    try:
        assert set_earlier_aside(places) is None
    finally:
        for folder in (places.folder.parent, places.folder):
            folder.chmod(0o700)
    assert content(places.folder) == before


def test_of_two_starts_at_once_one_sets_it_aside(places: Places) -> None:
    code = (
        "from game.storage.earlier import set_earlier_aside; "
        "from game.storage.places import find_places; print(set_earlier_aside(find_places()))"
    )
    home = {HOME_VARIABLE: str(places.folder)}
    both = [
        subprocess.Popen(
            [sys.executable, "-c", code], stdout=subprocess.PIPE, text=True, env=os.environ | home
        )
        for _ in range(4)
    ]
    answers = [start.communicate()[0].strip() for start in both]
    assert answers.count("None") == 3, answers
    assert len(list(places.folder.parent.iterdir())) == 2


@pytest.mark.parametrize("kind", ["new", "none", "garbage", "another's", "folder", "empty"])
def test_whatever_else_is_there_stays(tmp_path: Path, kind: str) -> None:
    places = find_places({HOME_VARIABLE: str(tmp_path / "home")})
    places.folder.mkdir()
    match kind:
        case "new":
            with closing(open_storage(places)) as store:
                store.profile.add_match(play_match())
        case "garbage":
            places.profile.write_bytes(b"garbage" * 1000)
        case "another's":
            with closing(sqlite3.connect(places.profile)) as other, other:
                other.execute("CREATE TABLE recipes (name)")
                other.execute("PRAGMA user_version=3")
        case "folder":
            places.profile.mkdir()
        case "empty":
            places.profile.touch()
    before = content(places.folder)
    assert set_earlier_aside(places) is None
    assert content(places.folder) == before
