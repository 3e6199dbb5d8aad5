"""At home on a desktop: entries that validators take, put there and taken away, and the icons."""

from __future__ import annotations

import os
import shutil
import struct
import subprocess
import sys
from pathlib import Path

import pygame
import pytest

from game import __version__
from game.__main__ import main
from game.cli.arguments import name_the_file
from game.cli.desktop import DESKTOP_ID, data_home, desktop_files, write_desktop_files
from game.resources import asset
from game.tools.app_icon import icon_svg

REQUIRED = os.environ.get("TAKE_IT_EASY_JOURNEYS") == "required"


def run_tool(*command: str) -> None:
    """Run a validator; it may be missing only where nothing is required."""
    if shutil.which(command[0]) is None and not REQUIRED:
        pytest.skip(f"no {command[0]} here")
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("command", ["take-it-easy", '"/opt/my \\\\$games/take-it-easy"'])
def test_the_validators_take_it(tmp_path: Path, command: str) -> None:
    write_desktop_files(tmp_path, command)
    run_tool("desktop-file-validate", str(tmp_path / "applications" / "take-it-easy.desktop"))
    metainfo = tmp_path / "metainfo" / f"{DESKTOP_ID}.metainfo.xml"
    run_tool("appstreamcli", "validate", "--no-net", "--pedantic", str(metainfo))
    told = metainfo.read_text(encoding="utf-8")
    assert f'version="{__version__}"' in told
    assert "@" not in told


@pytest.mark.skipif(sys.platform in ("win32", "darwin"), reason="no such desktop there")
def test_installing_and_its_undo(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", "not/absolute")
    assert data_home() == Path.home() / ".local" / "share"
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setattr(sys, "executable", "/opt/fifty/python")
    refreshed: list[Path] = []
    monkeypatch.setattr("game.cli.desktop._refresh", refreshed.append)
    other = tmp_path / "applications" / "other.desktop"
    other.parent.mkdir()
    other.write_text("[Desktop Entry]\n", encoding="utf-8")
    assert main(["--install-desktop"]) == 0
    assert str(tmp_path) in capsys.readouterr().out
    assert all(path.is_file() for path in desktop_files(tmp_path))
    entry = (tmp_path / "applications" / "take-it-easy.desktop").read_text(encoding="utf-8")
    (line,) = (line for line in entry.splitlines() if line.startswith("Exec="))
    assert Path(line[5:].split()[0]).is_absolute()
    assert line == "Exec=/opt/fifty/python -m game %f"
    assert "StartupWMClass=take-it-easy\n" in entry
    for _ in range(2):  # the second time there is nothing left to take away
        assert main(["--remove-desktop"]) == 0
        assert not [path for path in desktop_files(tmp_path) if path.exists()]
    assert other.exists()
    assert refreshed == [tmp_path] * 3


@pytest.mark.skipif(sys.platform in ("win32", "darwin"), reason="no such desktop there")
def test_a_folder_that_no_menu_can_start_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setattr(sys, "executable", "/opt/50%/python")
    assert main(["--install-desktop"]) == 2
    assert "with % in its name" in capsys.readouterr().err
    assert not [*tmp_path.iterdir()]


def test_a_record_is_told_by_name_and_by_content(tmp_path: Path) -> None:
    write_desktop_files(tmp_path, "take-it-easy")
    run_tool("update-mime-database", str(tmp_path / "mime"))
    assert b"*.take-it-easy" in (tmp_path / "mime" / "globs").read_bytes()
    assert b'"format":"take-it-easy"' in (tmp_path / "mime" / "magic").read_bytes()


def test_a_file_alone_is_opened(tmp_path: Path) -> None:
    file = tmp_path / "match.json"
    file.touch()
    assert name_the_file([str(file)]) == ["--open", str(file)]
    for options in (["--mute"], ["--lang", "de", "--windowed", "900x700"], ["--windowed"]):
        assert name_the_file([*options, str(file)]) == [*options, "--open", str(file)]
    assert name_the_file(["gone.json"]) == ["--open", "gone.json"]
    for words in (
        [],
        ["score"],
        ["score", str(file)],
        ["--lang", "de", "score", str(file)],
        ["--seed", str(file)],
        [str(tmp_path)],
        ["--mute"],
        ["--seed", "7"],
    ):
        assert name_the_file(words) == words


def test_icons_hold_every_size() -> None:
    for side in (32, 64, 128, 256, 512):
        assert (
            pygame.image.load(asset("icon", f"take-it-easy-{side}.png")).get_size() == (side,) * 2
        )
    windows = asset("icon", "take-it-easy.ico").read_bytes()
    _, kind, count = struct.unpack_from("<HHH", windows)
    sides = []
    for i in range(count):
        width, _, _, _, _, _, length, offset = struct.unpack_from("<BBBBHHII", windows, 6 + 16 * i)
        assert windows[offset : offset + 8] == b"\x89PNG\r\n\x1a\n"
        assert offset + length <= len(windows)
        sides.append(width or 256)
    assert (kind, sides) == (1, [16, 24, 32, 48, 64, 256])
    mac = asset("icon", "take-it-easy.icns").read_bytes()
    assert struct.unpack_from(">4sI", mac) == (b"icns", len(mac))
    picture = pygame.image.load(asset("icon", "take-it-easy.svg"))
    assert picture.get_width() == picture.get_height()
    assert asset("icon", "take-it-easy.svg").read_text(encoding="utf-8") == icon_svg()
