"""Files that are written whole, moved aside and locked: nothing is lost, whatever the disk has."""

from __future__ import annotations

import errno
import os
import stat
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

import game.storage.files
from game.storage.autosave import Autosave
from game.storage.files import (
    Lock,
    files_named,
    free_name,
    leftovers,
    make_private,
    open_plain,
    path_of,
    quarantine,
    read_bounded,
    remove,
    replace,
    sweep,
    typed_path,
    write_atomically,
)
from game.storage.places import find_places
from game.storage.problems import ProblemKind
from game.storage.settings import Settings, SettingsStore
from game.storage.store import open_storage
from tests.storage.matches import play_match

reuses_folder = settings(suppress_health_check=[HealthCheck.function_scoped_fixture])


@pytest.mark.skipif(os.name == "nt", reason="Windows has other paths")
@pytest.mark.parametrize(
    ("given", "path"),
    [
        ("file:///home/ana/a%20b%25.json", "/home/ana/a b%.json"),
        ("FILE://localhost/home/%C8%99.json", "/home/ș.json"),
        ("file:/home/a.json", "/home/a.json"),
        ("file:///home/a #1?.json", "/home/a #1?.json"),
        ("file:///home/a%20%231%3F.json", "/home/a #1?.json"),
        ("file://pc/share/a%20b.json", "//pc/share/a b.json"),
        ("file://[", "file://["),
        ("/home/100%20.json", "/home/100%20.json"),
        ("files/a.json", "files/a.json"),
    ],
)
def test_a_file_s_address_names_its_path(given: str, path: str) -> None:
    assert path_of(given) == path


@pytest.mark.skipif(os.name == "nt", reason="Windows has other paths")
@pytest.mark.parametrize(
    ("given", "path"),
    [
        (" /home/a b.json\n", "/home/a b.json"),
        ('"/home/a b.json" ', "/home/a b.json"),
        ("'/home/a.json'", "/home/a.json"),
        ('"file:///home/a%20b.json"', "/home/a b.json"),
        ("~/a.json", "/home/ana/a.json"),
        ("file:~/a.json", "/home/ana/a.json"),
        ("a~.json", "a~.json"),
    ],
)
def test_a_typed_path_needs_neither_quotes_nor_blanks(
    monkeypatch: pytest.MonkeyPatch, given: str, path: str
) -> None:
    monkeypatch.setenv("HOME", "/home/ana")
    assert typed_path(given) == path


def test_where_nothing_can_be_written_memory_must_do(tmp_path: Path) -> None:
    # A file where a directory is needed refuses root too, unlike permissions.
    (tmp_path / "home").write_text("in the way", encoding="utf-8")
    storage = open_storage(find_places({"TAKE_IT_EASY_HOME": str(tmp_path / "home")}))
    assert storage.problems.take() == storage.profile.problem
    assert storage.problems.take() is None
    problem = storage.settings.save(Settings(is_muted=True))
    assert problem is not None
    assert problem.kind is ProblemKind.READ_ONLY
    assert storage.settings.load() == (Settings(is_muted=True), ())
    match = play_match(placements=5)
    assert storage.autosave.save(match) is not None
    assert storage.autosave.load().match == match
    storage.autosave.clear()
    assert storage.autosave.load().match is None
    assert storage.profile.add_match(play_match()) is None
    assert len(storage.profile.last_matches()) == 1


def test_setting_aside_overwrites_nothing(tmp_path: Path) -> None:
    kept: list[Path] = []
    for n in range(3):
        path = tmp_path / "a.json"
        path.write_text(str(n), encoding="utf-8")
        kept.append(quarantine(path))
    assert [p.read_text(encoding="utf-8") for p in kept] == ["0", "1", "2"]
    assert [p.name for p in kept] == ["a.kept-1.json", "a.kept-2.json", "a.kept-3.json"]
    if os.name == "posix":
        # A link to a file that is away is a name as well.
        (tmp_path / "a.newer-1.json").symlink_to(tmp_path / "away")
        assert free_name(path, "newer") == tmp_path / "a.newer-2.json"


def test_a_failed_write_leaves_the_old_file(tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    write_atomically(path, "old")
    with pytest.raises(UnicodeEncodeError):
        write_atomically(path, "\ud800")
    assert [p.name for p in tmp_path.iterdir()] == ["a.json"]
    assert path.read_text(encoding="utf-8") == "old"


def test_a_file_that_is_too_large_is_read_one_byte_too_far(tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    assert read_bounded(path, 3) is None
    for raw in (b"", b"abc", b"abcd", b"abcde"):
        path.write_bytes(raw)
        assert read_bounded(path, 3) == raw[:4]


@pytest.mark.skipif(os.name != "posix", reason="a folder cannot be opened there")
def test_what_has_a_name_is_on_the_disk_and_so_is_the_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    done: list[str] = []
    sync, move = os.fsync, os.replace

    def note_sync(handle: int) -> None:
        done.append("folder" if stat.S_ISDIR(os.fstat(handle).st_mode) else "file")
        sync(handle)

    def note_move(source: Path, target: Path) -> None:
        done.append("name")
        move(source, target)

    monkeypatch.setattr(os, "fsync", note_sync)
    monkeypatch.setattr(os, "replace", note_move)
    write_atomically(tmp_path / "settings.json", "{}")
    assert done == ["file", "name", "folder"]
    write_atomically(tmp_path / "settings.json", "{}", is_flushed=False)
    assert done[3:] == ["file", "name"], "the name may come later"
    quarantine(tmp_path / "settings.json")
    assert done[5:] == ["name", "folder"]


@pytest.mark.skipif(os.name != "posix", reason="a folder cannot be opened there")
def test_the_folder_that_a_file_moved_into_is_synced(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    synced: list[int] = []
    monkeypatch.setattr(os, "fsync", lambda handle: synced.append(os.fstat(handle).st_ino))
    source, target = tmp_path / "old" / "a.json", tmp_path / "new" / "b.json"
    for path in (source, target):
        path.parent.mkdir()
    source.write_text("{}", encoding="utf-8")
    replace(source, target)
    assert synced == [target.parent.stat().st_ino]


def test_a_lock_that_was_released_closes_no_other_file(tmp_path: Path) -> None:
    lock = Lock(tmp_path / "lock")
    for _ in range(2):
        assert lock.take()
        lock.release()
        with (tmp_path / "other").open("wb") as other:
            lock.release()
            other.write(b"x")
    assert lock.take()
    lock.release()


@pytest.mark.skipif(os.name != "posix", reason="links and pipes are POSIX")
def test_links_are_written_through_and_pipes_left_alone(tmp_path: Path) -> None:
    (tmp_path / "far").mkdir()
    path, target = tmp_path / "autosave.json", tmp_path / "far" / "match.json"
    path.symlink_to(target)
    autosave = Autosave(path)
    for _ in range(2):
        assert autosave.save(play_match(placements=3)) is None
        assert path.is_symlink()
        assert target.is_file()
        autosave.clear()
        assert not target.exists()
    settings = tmp_path / "settings.json"
    os.mkfifo(settings)
    store = SettingsStore(settings)
    loaded, (problem,) = store.load()
    assert (loaded, problem.kind) == (Settings(), ProblemKind.READ_ONLY)
    assert store.save(Settings(is_muted=True)) is not None
    assert settings.is_fifo()


def test_what_a_kill_left_is_swept_at_the_start(tmp_path: Path) -> None:
    home = find_places({"TAKE_IT_EASY_HOME": str(tmp_path)})
    for name in (".settings.json.77.new", ".autosave.json.77.new"):
        (tmp_path / name).write_text("half", encoding="utf-8")
    storage = open_storage(home)
    storage.settings.load()
    assert not list(tmp_path.glob("*.new"))
    storage.close()


@pytest.mark.skipif(os.name == "nt", reason="files have no such modes there")
def test_what_is_kept_is_the_players_alone(tmp_path: Path) -> None:
    path, shown, fresh = (tmp_path / name for name in ("kept.json", "page.html", "far/fresh"))
    write_atomically(path, "{}")
    write_atomically(shown, "", 0o644)
    assert [each.stat().st_mode & 0o777 for each in (path, shown)] == [0o600, 0o644]
    for each in (shown, fresh):
        make_private(each)
    assert [each.stat().st_mode & 0o777 for each in (shown, fresh)] == [0o600, 0o600]


@pytest.mark.skipif(os.name != "posix", reason="devices and pipes are POSIX")
def test_what_is_no_file_is_neither_read_nor_written_nor_left_open(tmp_path: Path) -> None:
    folder, pipe = tmp_path / "folder", tmp_path / "pipe"
    folder.mkdir()
    os.mkfifo(pipe)
    lowest = os.dup(0)
    os.close(lowest)
    for path in (folder, pipe, Path("/dev/null")):
        for act in (open_plain, partial(read_bounded, most=9), make_private):
            with pytest.raises(OSError, match=r"not a file|directory"):
                act(path)
        with pytest.raises(OSError, match="not a file"):
            write_atomically(path, "text")
    free = os.dup(0)
    os.close(free)
    assert free <= lowest, "every handle was closed again"
    assert sorted(one.name for one in tmp_path.iterdir()) == ["folder", "pipe"]


@pytest.mark.skipif(os.name != "posix", reason="links need a right on Windows")
def test_through_a_link_a_killed_writer_s_files_are_found_and_swept(tmp_path: Path) -> None:
    far, path = tmp_path / "new" / "far.json", tmp_path / "settings.json"
    path.symlink_to(far)
    write_atomically(path, b"{}")
    assert (path.is_symlink(), far.read_bytes()) == (True, b"{}")
    left = far.with_name(".far.json.7.new")
    left.touch()
    (tmp_path / ".settings.json.7.new").touch()
    assert leftovers(path) == [left]
    sweep(path)
    assert [one.name for one in far.parent.iterdir()] == ["far.json"]
    assert leftovers(tmp_path / "nowhere" / "x.json") == []


def test_files_are_found_by_both_ends_of_their_names_in_order(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    names = ["b.new", "a.2.new", "a.1.new", "a.1.old", "xa.1.new"]
    monkeypatch.setattr(os, "listdir", lambda folder: names)
    assert files_named(tmp_path, "a.", ".new") == [tmp_path / "a.1.new", tmp_path / "a.2.new"]


@pytest.mark.parametrize(("number", "is_ours"), [(errno.ENOLCK, True), (errno.EAGAIN, False)])
def test_a_lock_is_ours_where_there_are_none_and_not_where_another_has_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: int, is_ours: bool
) -> None:
    def refuse(handle: int) -> None:
        raise OSError(number, "no")

    monkeypatch.setattr(game.storage.files, "lock_file", refuse)
    assert Lock(tmp_path / "lock").take() is is_ours


@pytest.mark.parametrize("seconds", [0.05, 0.3, 0.9, 3.0])
def test_a_scanner_that_has_the_file_open_is_waited_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, seconds: float
) -> None:
    """Windows refuses to replace or delete what another program has open; most have it for a
    moment.
    """
    path, other = tmp_path / "settings.json", tmp_path / "autosave.json"
    write_atomically(path, "old")
    write_atomically(other, "old")
    passed = [0.0]

    def refuse(name: str) -> Callable[..., None]:
        real: Callable[..., None] = getattr(os, name)

        def act(*paths: Path) -> None:
            if passed[0] < seconds and not Path(paths[0]).name.startswith("."):
                raise PermissionError(errno.EACCES, "in use")
            if passed[0] < seconds and name == "replace":
                raise PermissionError(errno.EACCES, "in use")
            real(*paths)

        return act

    def wait(pause: float) -> None:
        passed[0] += pause

    monkeypatch.setattr(game.storage.files, "_PATIENCE", 1.0)
    monkeypatch.setattr(time, "sleep", wait)
    monkeypatch.setattr(time, "monotonic", lambda: passed[0])
    for name in ("replace", "unlink"):
        monkeypatch.setattr(os, name, refuse(name))
    for act in (partial(write_atomically, path, "new"), partial(remove, other)):
        passed[0] = 0.0
        if seconds < 1:
            act()
        else:
            with pytest.raises(PermissionError):
                act()
    passed[0] = seconds
    assert path.read_text() == ("new" if seconds < 1 else "old")
    assert other.exists() is (seconds > 1)
    assert not leftovers(path)


@pytest.mark.skipif(not Path("/proc/self/fd").is_dir(), reason="handles are counted there")
def test_a_lock_that_another_holds_leaves_no_handle_open(tmp_path: Path) -> None:
    held, other = Lock(tmp_path / "lock"), Lock(tmp_path / "lock")
    assert held.take()
    before = len(os.listdir("/proc/self/fd"))
    assert not other.take()
    assert len(os.listdir("/proc/self/fd")) == before
    held.release()
