"""The folder of the game's files: the platform's, one that is named, or none."""

from __future__ import annotations

import configparser
import errno
import os
from contextlib import closing
from pathlib import Path
from typing import NoReturn

import pytest

from game.storage.exports import find_downloads, find_folder
from game.storage.places import HOME_VARIABLE, HOMELESS, find_places, platform_folder
from game.storage.problems import ProblemKind
from game.storage.settings import Settings
from game.storage.store import open_storage
from tests.terminal import run


def test_places_can_be_one_directory(tmp_path: Path) -> None:
    places = find_places({"TAKE_IT_EASY_HOME": str(tmp_path)})
    assert {p.parent for p in (places.settings, places.profile, places.autosave)} == {tmp_path}


def test_places_are_the_platforms_otherwise() -> None:
    assert "take-it-easy" in str(find_places({}).profile)


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
        assert find_places({HOME_VARIABLE: ""}) == places, "no folder is named"
        assert find_places({HOME_VARIABLE: "/stick"}).folder == Path("/stick")
    monkeypatch.setattr(os.path, "expanduser", lambda path: path)
    assert find_places({}).folder == Path("/data/take-it-easy"), "no home is known"


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
