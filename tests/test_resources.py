"""The game's files are found in a checkout and in what a wheel installs."""

from __future__ import annotations

import locale
from pathlib import Path

import pytest

from game import resources
from game.resources import ResourceError, asset, read_table, read_words, resource_root, seed_file
from game.ui.scenes.about import credits


def make_files(root: Path) -> None:
    (root / "assets" / "locale").mkdir(parents=True)
    (root / "seeds").mkdir()


def test_files_are_found_here() -> None:
    assert asset("locale", "ro").is_dir()
    assert seed_file("editions").is_dir()


def test_the_top_level_holds_no_other_folders() -> None:
    # What a run leaves behind there was once committed with all else. LICENSES is where the REUSE
    # specification looks for the licences' texts.
    known = {"LICENSES", "assets", "game", "seeds", "tests"}
    ignored = {"build", "dist", "gallery"}
    folders = {path.name for path in resource_root().iterdir() if path.is_dir()}
    assert {name for name in folders if name[0] != "."} - ignored == known


@pytest.mark.parametrize("place", ["game/data", "."])
def test_files_are_found_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, place: str) -> None:
    monkeypatch.setattr(resources, "__file__", str(tmp_path / "game" / "resources.py"))
    with pytest.raises(ResourceError, match="install it again"):
        resource_root()
    make_files(tmp_path / place)
    assert resource_root() == (tmp_path / place).resolve()
    for find, name in ((asset, "assets/nothing/here"), (seed_file, "seeds/nothing/here")):
        with pytest.raises(ResourceError, match=f"file {name} is missing"):
            find("nothing", "here")
    (tmp_path / place / "assets" / "locale").rename(tmp_path / place / "assets" / "other")
    with pytest.raises(ResourceError, match="install it again"):
        resource_root()


def test_the_wheels_files_come_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(resources, "__file__", str(tmp_path / "game" / "resources.py"))
    make_files(tmp_path)
    make_files(tmp_path / "game" / "data")
    assert resource_root() == (tmp_path / "game" / "data").resolve()
    # Half of them are not the game's.
    (tmp_path / "game" / "data" / "seeds").rename(tmp_path / "elsewhere")
    assert resource_root() == tmp_path.resolve()


@pytest.mark.parametrize("raw", [b"\xff", b"= broken", b"a = " + b"[" * 100_000, None])
def test_a_damaged_file_of_the_game_is_named(tmp_path: Path, raw: bytes | None) -> None:
    path = tmp_path / "card.toml"
    if raw is not None:
        path.write_bytes(raw)
    with pytest.raises(ResourceError, match=r"card\.toml is damaged: install the game again"):
        read_table(path)


def test_files_are_read_as_utf_8_in_every_locale(tmp_path: Path) -> None:
    path, before = tmp_path / "words.toml", locale.setlocale(locale.LC_CTYPE)
    path.write_bytes('word = "șah"\n'.encode())
    try:
        locale.setlocale(locale.LC_CTYPE, "C")
        assert read_words(path) == 'word = "șah"\n'
        assert read_table(path) == {"word": "șah"}
    finally:
        locale.setlocale(locale.LC_CTYPE, before)


@pytest.mark.parametrize("raw", [b"", b"\n\n\n\nOne", b"- One\n\n\n\n\n- Two"])
def test_credits_of_any_text_are_shown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, raw: bytes
) -> None:
    (tmp_path / "CREDITS.md").write_bytes(raw)
    monkeypatch.setattr(credits, "asset", lambda name: tmp_path / name)
    assert " ".join(part.words for part in credits.read_credits()).split() == [
        word for word in raw.decode().split() if word != "-"
    ]
