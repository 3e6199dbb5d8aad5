"""An exported file is saved whole or not at all, under a name that any system takes."""

from __future__ import annotations

import os
import signal
from datetime import datetime
from pathlib import Path

import pytest

from game.storage.exports import find_downloads, find_folder, free_path, write_new
from game.storage.places import HOME_VARIABLE, find_places

RESERVED = {"con", "prn", "aux", "nul", *(f"{p}{n}" for p in ("com", "lpt") for n in range(10))}


@pytest.mark.parametrize("size", [100, 5_000, 2_000_000])
def test_what_has_no_room_leaves_nothing(tmp_path: Path, size: int) -> None:
    resource = pytest.importorskip("resource", reason="limits are POSIX")
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (50, limits[1]))
    try:
        with pytest.raises(OSError, match="large"):
            write_new(tmp_path / "card.png", b"x" * size)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    assert not list(tmp_path.iterdir())
    write_new(tmp_path / "card.png", b"x" * size)
    assert (tmp_path / "card.png").stat().st_size == size


def test_names_of_what_is_saved_are_names_on_every_system(tmp_path: Path) -> None:
    stamp = datetime(2026, 11, 22, 23, 59, 59).strftime("%Y-%m-%d-%H%M%S")
    for suffix in (".png", ".webp", ".html", ".json"):
        for _ in range(3):
            path = free_path(tmp_path, stamp, suffix)
            path.touch()
    pictures = {path.name for path in tmp_path.glob("*.png")}
    assert pictures == {f"take-it-easy-{stamp}{number}.png" for number in ("", "-2", "-3")}
    for path in tmp_path.iterdir():
        assert path.name.isascii()
        assert not set(path.name) & set('<>:"/\\|?*')
        assert path.name.partition(".")[0] not in RESERVED
        assert not path.name.endswith((".", " "))
        assert len(path.name) < 60


def test_pictures_and_pages_lie_where_players_look_for_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for is_picture in (True, False):
        home = {HOME_VARIABLE: str(tmp_path)}
        assert find_folder(home, is_picture=is_picture) == tmp_path
        assert find_folder({}, is_picture=is_picture) != tmp_path
        monkeypatch.setenv(HOME_VARIABLE, str(tmp_path / "here"))
        assert find_folder(is_picture=is_picture) == tmp_path / "here"
    names = ("pictures", "documents", "downloads")
    for name in names:
        monkeypatch.setattr(f"platformdirs.user_{name}_dir", lambda name=name: str(tmp_path / name))
    folders = (find_folder({}, is_picture=True), find_folder({}, is_picture=False))
    assert (*folders, find_downloads({})) == tuple(tmp_path / name for name in names)
    assert find_downloads() == tmp_path / "here"
    for name in ("downloads", "pictures"):
        monkeypatch.setattr(f"platformdirs.user_{name}_dir", lambda: "~")
    assert find_downloads({}) == tmp_path / "documents", "the system names no downloads"
    assert find_folder({}, is_picture=True) == find_places({}).profile.parent


def test_nothing_is_ever_written_over(tmp_path: Path) -> None:
    folder = tmp_path / "new" / "folder"
    for number in range(4):
        path = free_path(folder, "x", ".png")
        write_new(path, bytes([number]))
        with pytest.raises(FileExistsError):
            write_new(path, b"other")
    assert sorted(p.read_bytes() for p in folder.iterdir()) == [bytes([n]) for n in range(4)]
    if os.name == "posix":
        (folder / "take-it-easy-y.png").symlink_to(folder / "nowhere")
        assert free_path(folder, "y", ".png") == folder / "take-it-easy-y-2.png"
