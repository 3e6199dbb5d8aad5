"""The game's files are found in a checkout and in what a wheel installs."""

from __future__ import annotations

from pathlib import Path

import pytest

from game import resources
from game.resources import ResourceError, asset, resource_root, seed_file


def make_files(root: Path) -> None:
    (root / "assets" / "locale").mkdir(parents=True)
    (root / "seeds").mkdir()


def test_files_are_found_here() -> None:
    assert asset("locale", "ro").is_dir()
    assert seed_file("editions").is_dir()


@pytest.mark.parametrize("place", ["game/data", "."])
def test_files_are_found_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, place: str) -> None:
    monkeypatch.setattr(resources, "__file__", str(tmp_path / "game" / "resources.py"))
    with pytest.raises(ResourceError, match="install it again"):
        resource_root()
    make_files(tmp_path / place)
    assert resource_root() == (tmp_path / place).resolve()
    with pytest.raises(ResourceError, match="assets/nothing"):
        asset("nothing")


def test_the_wheels_files_come_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(resources, "__file__", str(tmp_path / "game" / "resources.py"))
    make_files(tmp_path)
    make_files(tmp_path / "game" / "data")
    assert resource_root() == (tmp_path / "game" / "data").resolve()
