"""Settings, autosave and atomic files: nothing is lost, whatever the disk contains."""

from __future__ import annotations

import configparser
import dataclasses
import errno
import json
import os
import shutil
import stat
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from functools import partial
from pathlib import Path
from random import Random
from typing import NoReturn

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import game.storage.files
from game.rules.names import clean_name
from game.rules.record import print_record
from game.storage.autosave import Autosave
from game.storage.database import with_identity
from game.storage.exports import find_downloads, find_folder
from game.storage.files import (
    Lock,
    leftovers,
    path_of,
    quarantine,
    remove,
    typed_path,
    write_atomically,
)
from game.storage.places import HOME_VARIABLE, HOMELESS, find_places, platform_folder
from game.storage.problems import ProblemKind
from game.storage.settings import MAX_SETTINGS_BYTES, Settings, SettingsStore
from game.storage.store import open_storage
from tests.storage.matches import play_match
from tests.terminal import run

reuses_folder = settings(suppress_health_check=[HealthCheck.function_scoped_fixture])

NAMES = [field.name for field in dataclasses.fields(Settings)]

any_settings = st.builds(
    Settings,
    language=st.sampled_from(["", "en", "ro"]),
    player_name=st.text(st.characters(codec="utf-8"), max_size=100),
    volume=st.floats(0, 1),
    is_muted=st.booleans(),
    interface_scale=st.floats(0.75, 2),
    window_width=st.integers(320, 16384),
)


def test_places_can_be_one_directory(tmp_path: Path) -> None:
    places = find_places({"TAKE_IT_EASY_HOME": str(tmp_path)})
    assert {p.parent for p in (places.settings, places.profile, places.autosave)} == {tmp_path}


def test_places_are_the_platforms_otherwise() -> None:
    assert "take-it-easy" in str(find_places({}).profile)


@reuses_folder
@given(any_settings)
def test_settings_round_trip(tmp_path: Path, chosen: Settings) -> None:
    path = tmp_path / "settings.json"
    assert SettingsStore(path).save(chosen) is None
    named = dataclasses.replace(chosen, player_name=clean_name(chosen.player_name))
    assert SettingsStore(path).load() == (named, ())


@pytest.mark.skipif(os.name == "nt", reason="Windows has other paths")
@pytest.mark.parametrize(
    ("given", "path"),
    [
        ("file:///home/ana/a%20b%25.json", "/home/ana/a b%.json"),
        ("FILE://localhost/home/%C8%99.json", "/home/ș.json"),
        ("file:/home/a.json", "/home/a.json"),
        ("file:///home/a #1?.json", "/home/a #1?.json"),
        ("file:///home/a%20%231%3F.json", "/home/a #1?.json"),
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
        ("a~.json", "a~.json"),
    ],
)
def test_a_typed_path_needs_neither_quotes_nor_blanks(
    monkeypatch: pytest.MonkeyPatch, given: str, path: str
) -> None:
    monkeypatch.setenv("HOME", "/home/ana")
    assert typed_path(given) == path


@pytest.mark.skipif(os.name == "nt", reason="Windows has other homes")
def test_only_the_store_s_python_has_the_files_in_the_home(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", "/home/ana")
    monkeypatch.setenv("XDG_DATA_HOME", "/data")
    store = r"C:\Program Files\WindowsApps\PythonSoftwareFoundation.Python.3.11"
    for prefix, folder in (
        ("/usr", "/data/take-it-easy"),
        (r"C:\Python311", "/data/take-it-easy"),
        (store, "/home/ana/.take-it-easy"),
    ):
        monkeypatch.setattr("sys.base_prefix", prefix)
        places = find_places({})
        assert places.folder == Path(folder)
        assert [*places, places.unshown] == [
            Path(folder) / name
            for name in ("settings.json", "profile.db", "autosave.json", "unshown.json")
        ]


def test_first_launch_has_defaults(tmp_path: Path) -> None:
    settings, problems = SettingsStore(tmp_path / "none" / "settings.json").load()
    assert problems == ()
    assert {f.name: getattr(settings, f.name) for f in dataclasses.fields(Settings)} == {
        f.name: "" if f.type == "str" else False for f in dataclasses.fields(Settings)
    } | {
        "volume": 0.7,
        "music_volume": 0.7,
        "voice_volume": 0.8,
        "has_music": True,
        "window_width": 1280,
        "window_height": 800,
        "theme": "night",
        "stripes": "box",
        "interface_scale": 1.0,
        "has_auto_call": True,
        "telling": "long",
        "speech_rate": 0.5,
        "speech_volume": 1.0,
        "call_pause": 1.6,
        "has_rival": True,
    }


@pytest.mark.parametrize(
    "content",
    [b"", b"{", b"[]", b"\xff\xfe", b'"x"', b"[" * 100_000, b" " * (MAX_SETTINGS_BYTES + 1)],
    ids=["empty", "open", "list", "bytes", "text", "deep", "large"],
)
def test_corrupt_settings_are_kept_aside(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "settings.json"
    path.write_bytes(content)
    loaded, (problem,) = SettingsStore(path).load()
    assert loaded == Settings()
    assert problem.kind is ProblemKind.CORRUPT
    assert problem.path.name == "settings.kept-1.json"
    assert problem.path.read_bytes() == content
    assert not path.exists()


def test_odd_values_spoil_nothing_else(tmp_path: Path) -> None:
    path = tmp_path / "settings.json"
    odd = {"music_volume": 7, "theme": "none", "volume": -0.5, "window_width": 1024.5}
    path.write_text(json.dumps({**odd, "is_muted": True}), encoding="utf-8")
    loaded, (problem,) = SettingsStore(path).load()
    assert loaded == Settings(is_muted=True)
    assert (problem.kind, problem.detail) == (ProblemKind.ODD_VALUE, ", ".join(odd))


def test_unknown_keys_survive_saving(tmp_path: Path) -> None:
    path = tmp_path / "settings.json"
    path.write_text('{"from_the_future": [1], "is_muted": true}', encoding="utf-8")
    store = SettingsStore(path)
    loaded, problems = store.load()
    assert problems == ()
    store.save(dataclasses.replace(loaded, volume=0.1))
    tree = json.loads(path.read_text(encoding="utf-8"))
    assert (tree["from_the_future"], tree["is_muted"], tree["volume"]) == ([1], True, 0.1)


def test_settings_out_of_bounds_cannot_be_made() -> None:
    for wrong in ({"volume": 1.5}, {"volume": float("nan")}, {"language": "x" * 101}):
        with pytest.raises(ValueError, match="not a setting"):
            Settings(**wrong)


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


def test_settings_that_only_cannot_be_written_are_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = SettingsStore(tmp_path / "settings.json")
    assert store.save(Settings(volume=0.25)) is None

    def refuse(*_: object) -> None:
        raise OSError(errno.ENOSPC, "full")

    wanted = Settings(volume=0.5)
    with monkeypatch.context() as patch:
        patch.setattr(os, "write", refuse)
        problem = store.save(wanted)
    assert problem is not None
    assert (problem.kind, problem.path) == (ProblemKind.READ_ONLY, store.path)
    assert store.load() == (wanted, ())
    store.save_again()
    assert SettingsStore(store.path).load() == (wanted, ())


@pytest.mark.parametrize("placements", [0, 1, 18, None])
def test_autosave_round_trips(tmp_path: Path, placements: int | None) -> None:
    match = play_match(names=("Ana", "Bob"), placements=placements)
    autosave = Autosave(tmp_path / "deep" / "autosave.json")
    assert autosave.load().match is None
    assert autosave.save(match) is None
    assert Autosave(autosave.path).load().match == match
    autosave.clear()
    autosave.clear()
    assert Autosave(autosave.path).load().match is None


@pytest.mark.parametrize(
    ("content", "kind", "name"),
    [
        ("{", ProblemKind.MATCH, "autosave.kept-1.json"),
        ('{"format": "chess", "version": 2}', ProblemKind.MATCH, "autosave.kept-1.json"),
        ('{"format": "take-it-easy"}', ProblemKind.MATCH, "autosave.kept-1.json"),
        (
            '{"format": "take-it-easy", "version": 2, "rules": {}, "players": [], "rounds": []}',
            ProblemKind.NEWER,
            "autosave.newer-1.json",
        ),
        ("[" * 50_000, ProblemKind.MATCH, "autosave.kept-1.json"),
        (" " * (1 << 20) + "{}", ProblemKind.MATCH, "autosave.kept-1.json"),
    ],
    ids=["open", "foreign", "bare", "newer", "deep", "large"],
)
def test_a_bad_autosave_is_kept_aside(
    tmp_path: Path, content: str, kind: ProblemKind, name: str
) -> None:
    path = tmp_path / "autosave.json"
    path.write_text(content, encoding="utf-8")
    saved = Autosave(path).load()
    assert saved.match is None
    assert saved.problem is not None
    assert (saved.problem.kind, saved.problem.path.name) == (kind, name)
    assert saved.problem.path.read_text(encoding="utf-8") == content


@reuses_folder
@given(st.data())
def test_a_mutilated_autosave_never_raises(tmp_path: Path, data: st.DataObject) -> None:
    raw = bytearray(print_record(play_match(placements=7)).encode())
    for _ in range(data.draw(st.integers(1, 4))):
        raw[data.draw(st.integers(0, len(raw) - 1))] = data.draw(st.integers(0, 255))
    path = tmp_path / "autosave.json"
    path.write_bytes(raw)
    saved = Autosave(path).load()
    assert (saved.match is None) is (saved.problem is not None)


def test_setting_aside_overwrites_nothing(tmp_path: Path) -> None:
    kept: list[Path] = []
    for n in range(3):
        path = tmp_path / "a.json"
        path.write_text(str(n), encoding="utf-8")
        kept.append(quarantine(path))
    assert [p.read_text(encoding="utf-8") for p in kept] == ["0", "1", "2"]


def test_a_failed_write_leaves_the_old_file(tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    write_atomically(path, "old")
    with pytest.raises(UnicodeEncodeError):
        write_atomically(path, "\ud800")
    assert [p.name for p in tmp_path.iterdir()] == ["a.json"]
    assert path.read_text(encoding="utf-8") == "old"


WRITER = """
import sys
import time
from pathlib import Path
from game.storage.autosave import Autosave
from tests.storage.matches import play_match
matches = [play_match(placements=n) for n in range(19)]
autosave = Autosave(Path(sys.argv[1]))
autosave.save(matches[0])
print("ready", flush=True)
while True:
    for match in matches:
        autosave.save(match)
"""


def test_an_autosave_survives_being_killed(tmp_path: Path) -> None:
    path = tmp_path / "autosave.json"
    whole = {print_record(play_match(placements=n)) for n in range(19)}
    for _ in range(3):
        writer = subprocess.Popen(
            [sys.executable, "-c", WRITER, str(path)], stdout=subprocess.PIPE, text=True
        )
        assert writer.stdout is not None
        with writer, writer.stdout:
            writer.stdout.readline()
            writer.kill()
        saved = Autosave(path).load()
        assert saved.problem is None
        assert saved.match is not None
        assert print_record(saved.match) in whole


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
    quarantine(tmp_path / "settings.json")
    assert done[3:] == ["name", "folder"]


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


def test_a_setting_that_is_put_back_is_stored(tmp_path: Path) -> None:
    store = SettingsStore(tmp_path / "settings.json")
    usual, _ = store.load()
    for volume in (0.25, usual.volume):
        assert store.save(dataclasses.replace(usual, volume=volume)) is None
        assert SettingsStore(store.path).load()[0].volume == volume


def test_settings_that_cannot_be_read_are_not_written_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "settings.json"
    SettingsStore(path).save(Settings(volume=0.25, language="ro"))
    before = path.read_bytes()

    def refuse(*_: object) -> None:
        raise OSError(errno.EIO, "unreadable")

    with monkeypatch.context() as patch:
        patch.setattr("game.storage.settings.read_bounded", refuse)
        problem = SettingsStore(path).save(Settings(is_muted=True))
    assert problem is not None
    assert (problem.kind, problem.path) == (ProblemKind.READ_ONLY, path)
    assert path.read_bytes() == before


def test_an_odd_value_is_told_once(tmp_path: Path) -> None:
    path = tmp_path / "settings.json"
    path.write_text('{"volume": 7}', encoding="utf-8")
    store = SettingsStore(path)
    settings, problems = store.load()
    assert problems
    store.save(dataclasses.replace(settings, is_muted=True))
    assert SettingsStore(path).load() == (Settings(is_muted=True), ())


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


def test_an_autosave_that_could_not_be_read_is_not_overwritten(tmp_path: Path) -> None:
    path = tmp_path / "autosave.json"
    path.mkdir()
    (path / "mine").touch()
    autosave = Autosave(path)
    assert autosave.load().problem is not None
    assert autosave.save(play_match(placements=1)) is None
    assert (tmp_path / "autosave.kept-1.json" / "mine").exists()


@pytest.mark.skipif(os.name == "nt", reason="files have no such modes there")
def test_what_is_kept_is_the_players_alone(tmp_path: Path) -> None:
    write_atomically(tmp_path / "kept.json", "{}")
    assert (tmp_path / "kept.json").stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize(
    ("version", "kind"),
    [("2", ProblemKind.NEWER), ("true", ProblemKind.MATCH), ('"2"', ProblemKind.MATCH)],
)
def test_only_a_later_version_is_called_newer(
    tmp_path: Path, version: str, kind: ProblemKind
) -> None:
    path = tmp_path / "autosave.json"
    path.write_text('{"format": "take-it-easy", "version": %s}' % version)  # noqa: UP031
    problem = Autosave(path).load().problem
    assert problem is not None
    assert problem.kind is kind


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


ODD_VALUES: tuple[object, ...] = (
    None,
    "x",
    "",
    [],
    {},
    True,
    1,
    0.5,
    -1,
    1e99,
    10**401,
    float("nan"),
    "y" * 5000,
    "\ud800",
)


@pytest.mark.parametrize("name", NAMES)
def test_any_value_of_any_setting_is_taken_or_replaced(tmp_path: Path, name: str) -> None:
    default = getattr(Settings(), name)
    for value in ODD_VALUES:
        path = tmp_path / "settings.json"
        path.write_text(json.dumps({name: value}), encoding="utf-8")
        loaded, problems = SettingsStore(path).load()
        if problems:
            assert (problems[0].kind, problems[0].detail) == (ProblemKind.ODD_VALUE, name)
            assert loaded == Settings()
        else:
            assert getattr(loaded, name) == value
            assert isinstance(value, bool) is isinstance(default, bool)
            assert isinstance(value, str) is isinstance(default, str)


@pytest.mark.parametrize("digits", [401, 4301, 100_000])
def test_a_whole_number_of_any_length_is_odd_and_costs_no_other_setting(
    tmp_path: Path, digits: int
) -> None:
    path = tmp_path / "settings.json"
    path.write_text(f'{{"player_name": "Ana", "volume": {"9" * digits}}}', encoding="utf-8")
    store = SettingsStore(path)
    loaded, (problem,) = store.load()
    assert (problem.kind, problem.detail) == (ProblemKind.ODD_VALUE, "volume")
    assert loaded == Settings(player_name="Ana")
    assert store.save(dataclasses.replace(loaded, volume=0.5)) is None
    assert SettingsStore(path).load() == (Settings(player_name="Ana", volume=0.5), ())


def test_texts_have_their_room() -> None:
    for name, most in (("player_name", 100), ("rules", 200), ("seats", 2000), ("bindings", 4000)):
        Settings(**{name: "x" * most})  # type: ignore[arg-type]
        with pytest.raises(ValueError, match=name):
            Settings(**{name: "x" * (most + 1)})  # type: ignore[arg-type]


def test_every_byte_of_the_settings_may_be_another(tmp_path: Path) -> None:
    """A changed byte leaves settings as they were, repaired or set aside; others can be saved."""
    path = tmp_path / "home" / "settings.json"
    assert SettingsStore(path).save(Settings(player_name="Ana", volume=0.25, language="fr")) is None
    whole = path.read_bytes()
    random = Random(1)
    for place in range(len(whole)):
        byte = random.choice((0, whole[place] ^ 1, random.randrange(256)))
        shutil.rmtree(path.parent)
        path.parent.mkdir()
        path.write_bytes(whole[:place] + bytes([byte]) + whole[place + 1 :])
        store = SettingsStore(path)
        _, problems = store.load()
        assert len(problems) <= 1
        if problems and problems[0].kind is ProblemKind.CORRUPT:
            assert problems[0].path.read_bytes()[place] == byte
        assert store.save(Settings(player_name="Ben")) is None
        again, told = SettingsStore(path).load()
        assert (again.player_name, told) == ("Ben", ())


def test_only_the_last_match_is_set_aside_for_a_finished_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A full disk may still rename; but what is being played stays where it is."""
    autosave = Autosave(tmp_path / "autosave.json")
    playing, finished = (
        replace(match, meta=with_identity(None))
        for match in (play_match("1", placements=5), play_match("2"))
    )
    autosave.save(playing)

    def fail(*_: object, **named: object) -> None:
        raise OSError(errno.ENOSPC, "full")

    with monkeypatch.context() as full:
        full.setattr("game.storage.open_games.write_atomically", fail)
        autosave.defer(finished)
        assert [saved.match for _, saved in autosave.unfiled()] == [finished]
        assert Autosave(autosave.path).load().match == playing
        autosave.defer(playing)
    assert Autosave(autosave.path).load().match is None
    assert [saved.match for _, saved in Autosave(autosave.path).unfiled()] == [playing]


def test_a_match_that_is_put_off_twice_waits_once() -> None:
    autosave, finished = Autosave(None), play_match("2")
    for _ in range(2):
        autosave.defer(finished)
    ((stored, saved),) = autosave.unfiled()
    assert saved.match == finished
    autosave.forget(stored)
    assert autosave.unfiled() == []


def test_settings_that_are_open_already_are_the_storages(tmp_path: Path) -> None:
    places = find_places({"TAKE_IT_EASY_HOME": str(tmp_path)})
    keeper = SettingsStore(places.settings)
    storage = open_storage(places, keeper)
    assert storage.settings is keeper
    storage.close()


def test_settings_may_be_as_large_as_they_may(tmp_path: Path) -> None:
    path = tmp_path / "settings.json"
    path.write_bytes(b'{"is_muted": true}'.ljust(MAX_SETTINGS_BYTES))
    assert SettingsStore(path).load() == (Settings(is_muted=True), ())


@pytest.fixture
def nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    """A user whom the system does not know, without HOME."""

    def unknown(uid: int) -> NoReturn:
        raise KeyError(uid)

    for name in list(os.environ):
        if name in ("HOME", HOME_VARIABLE) or name.startswith("XDG_"):
            monkeypatch.delenv(name)
    monkeypatch.setattr("pwd.getpwuid", unknown)


@pytest.mark.skipif(os.name != "posix", reason="of Unix")
def test_where_there_is_no_home_it_is_told_and_the_game_goes_on(
    nobody: None,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:
    monkeypatch.chdir(tmp_path)
    places = find_places()
    assert {place.parent for place in places} == {HOMELESS}
    assert find_folder(is_picture=True) == find_downloads() == HOMELESS
    status, _, err = run(capsys, "--install-desktop")
    assert (status, "Traceback" in err) == (1, False)
    # Who may write everywhere could make even this folder.
    monkeypatch.setattr("os.makedirs", refuse)
    with closing(open_storage(places)) as store:
        assert store.profile.problem is not None
        assert store.profile.problem.kind is ProblemKind.READ_ONLY
        assert store.settings.save(Settings(volume=0.5)) is not None
        assert store.settings.load()[0].volume == 0.5
    assert not list(tmp_path.iterdir())


def refuse(*_: object, **__: object) -> NoReturn:
    raise PermissionError(errno.EACCES, "Permission denied")


@pytest.mark.parametrize("error", [RuntimeError, KeyError, ValueError, configparser.Error])
def test_a_folder_that_the_system_cannot_name_is_the_game_s_own(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, error: type[Exception]
) -> None:
    def fail() -> NoReturn:
        raise error("malformed user-dirs.dirs")

    for name in ("pictures", "documents", "downloads"):
        monkeypatch.setattr(f"platformdirs.user_{name}_dir", fail)
    own = find_places({}).profile.parent
    assert {find_folder({}, is_picture=True), find_downloads({})} == {own}
    assert platform_folder(lambda: "~/of/nobody", own) == own


@pytest.mark.skipif(not Path("/proc/self/fd").is_dir(), reason="handles are counted there")
def test_a_lock_that_another_holds_leaves_no_handle_open(tmp_path: Path) -> None:
    held, other = Lock(tmp_path / "lock"), Lock(tmp_path / "lock")
    assert held.take()
    before = len(os.listdir("/proc/self/fd"))
    assert not other.take()
    assert len(os.listdir("/proc/self/fd")) == before
    held.release()
