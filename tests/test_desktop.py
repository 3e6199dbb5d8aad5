"""At home on a desktop: entries that validators take, put there and taken away, and the icons."""

from __future__ import annotations

import ctypes
import errno
import os
import shutil
import struct
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pygame
import pytest

from game import __version__
from game.__main__ import main
from game.cli.desktop import (
    DESKTOP_ID,
    data_home,
    desktop_files,
    install_desktop,
    remove_desktop,
    window_command,
    write_desktop_files,
)
from game.resources import asset
from game.tools.app_icon import icon_icns, icon_ico, icon_svg, render_app_icon

REQUIRED = os.environ.get("TAKE_IT_EASY_JOURNEYS") == "required"

menus = pytest.mark.skipif(sys.platform in ("win32", "darwin"), reason="no such desktop there")
elsewhere = pytest.mark.skipif(sys.platform == "win32", reason="Windows itself does it there")


def command_of(share: Path) -> str:
    """Return the command of the desktop entry below `share`."""
    entry = (share / "applications" / "take-it-easy.desktop").read_text(encoding="utf-8")
    (command,) = (line for line in entry.splitlines() if line.startswith("Exec="))
    return command.removeprefix("Exec=")


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


@menus
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
    assert command_of(tmp_path) == "/opt/fifty/python -m game %f"
    assert "StartupWMClass=take-it-easy\n" in entry
    for _ in range(2):  # the second time there is nothing left to take away
        assert main(["--remove-desktop"]) == 0
        assert not [path for path in desktop_files(tmp_path) if path.exists()]
    assert other.exists()
    assert refreshed == [tmp_path] * 3


@menus
@pytest.mark.parametrize(
    ("program", "command"),
    [
        ("/opt/fifty/python", "/opt/fifty/python -m game %f"),
        ("/opt/my games/python", '"/opt/my games/python" -m game %f'),
        (r"""/o "'`$\/python""", r""""/o \\"'\\`\\$\\\\/python" -m game %f"""),
    ],
)
def test_the_command_of_an_entry_is_quoted_twice(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, program: str, command: str
) -> None:
    """A word is quoted by the rules of `Exec`, then escaped as the string of an entry."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setenv("PATH", "")
    monkeypatch.setattr(sys, "executable", program)
    assert main(["--install-desktop"]) == 0
    assert command_of(tmp_path) == command


@menus
def test_an_entry_starts_the_program_that_is_installed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setenv("PATH", "")
    monkeypatch.setattr(sys, "executable", str(tmp_path / "python"))
    beside = tmp_path / "take-it-easy"
    beside.touch()
    assert main(["--install-desktop"]) == 0
    assert command_of(tmp_path) == f"{beside} %f"
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    assert main(["--install-desktop"]) == 0
    assert command_of(tmp_path) == f"{tmp_path / 'python'} %f"


@menus
def test_the_menus_are_refreshed_by_the_programs_that_are_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    share, programs, log = tmp_path / "share", tmp_path / "bin", tmp_path / "log"
    share.mkdir()
    programs.mkdir()
    for name in ("update-desktop-database", "update-mime-database", "gtk-update-icon-cache"):
        program = programs / name
        words = f'echo "${{0##*/}} $*" >> {log}; echo out; echo wrong >&2; exit 1'
        program.write_text(f"#!/bin/sh\n{words}\n", encoding="utf-8")
        program.chmod(0o755)
    monkeypatch.setenv("XDG_DATA_HOME", str(share))
    monkeypatch.setenv("PATH", str(programs))
    assert main(["--remove-desktop"]) == 0
    assert not log.exists(), "there is no folder yet"
    refreshed = [
        f"update-desktop-database {share}/applications",
        f"update-mime-database {share}/mime",
        f"gtk-update-icon-cache {share}/icons/hicolor",
    ]
    for word in ("--install-desktop", "--remove-desktop"):
        capfd.readouterr()
        assert main([word]) == 0
        assert log.read_text(encoding="utf-8").splitlines() == refreshed
        out, err = capfd.readouterr()
        assert (out.count("\n"), err) == (1, "")
        log.unlink()
    (programs / "update-mime-database").unlink()
    assert main(["--install-desktop"]) == 0
    assert log.read_text(encoding="utf-8").splitlines() == [refreshed[0], refreshed[2]]


def test_a_folder_of_nobody_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", "")
    monkeypatch.setattr(os.path, "expanduser", lambda path: path)
    with pytest.raises(FileNotFoundError) as refused:
        data_home()
    assert refused.value.filename == "~"


@menus
def test_a_folder_that_no_menu_can_start_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setattr(sys, "executable", "/opt/50%/python")
    assert main(["--install-desktop"]) == 2
    assert "with % in its name" in capsys.readouterr().err
    assert not [*tmp_path.iterdir()]


@pytest.fixture
def windows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of the Start menu of a Windows that is imitated, where scripts make no link."""

    def run(words: list[str], **_: object) -> object:
        return subprocess.CompletedProcess(words, 0)

    monkeypatch.setattr(subprocess, "run", run)
    monkeypatch.setattr(sys, "platform", "win32")
    monkeypatch.setenv("APPDATA", str(tmp_path))
    kernel = SimpleNamespace(GetShortPathNameW=lambda path, room, size: 0)
    monkeypatch.setattr(ctypes, "windll", SimpleNamespace(kernel32=kernel), raising=False)
    return tmp_path / "Microsoft" / "Windows" / "Start Menu" / "Programs"


@elsewhere
@pytest.mark.parametrize("folder", ["C:/Games/Jürgen's", "C:/Program Files"])
def test_the_start_menu_gets_a_link(
    windows: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    folder: str,
) -> None:
    started: list[dict[str, str]] = []
    link = windows / "Take It Easy!.lnk"

    def run(words: list[str], *, env: dict[str, str], timeout: float, **_: object) -> object:
        # No word of a path is read by the shell.
        assert folder not in "".join(words)
        assert (env["APPDATA"], timeout) == (os.environ["APPDATA"], 60)
        assert not link.exists()
        started.append({key: value for key, value in env.items() if key.startswith("TIE_")})
        Path(env["TIE_LINK"]).touch()
        return subprocess.CompletedProcess(words, 0)

    monkeypatch.setattr(subprocess, "run", run)
    monkeypatch.setattr(sys, "executable", f"{folder}/python.exe")
    for _ in range(2):
        assert main(["--install-desktop"]) == 0
        assert str(windows) in capsys.readouterr().out
        assert started.pop() == {
            "TIE_LINK": str(link),
            "TIE_PROGRAM": f"{folder}/pythonw.exe",
            "TIE_ARGUMENTS": "-m game",
            "TIE_ICON": str(asset("icon", "take-it-easy.ico")),
        }
    for _ in range(2):
        assert main(["--remove-desktop"]) == 0
        assert str(windows) in capsys.readouterr().out
        assert not link.exists()


@elsewhere
def test_a_link_that_is_not_made_is_an_error_that_names_it(
    windows: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    link = windows / "Take It Easy!.lnk"

    def fail(words: list[str], *, env: dict[str, str], **_: object) -> object:
        Path(env["TIE_LINK"]).touch()
        return subprocess.CompletedProcess(words, 1)

    def wait(words: list[str], *, timeout: float, **_: object) -> object:
        raise subprocess.TimeoutExpired(words, timeout)

    # Where scripts are not allowed PowerShell ends well and has done nothing.
    for run, reason in (
        (subprocess.run, errno.EIO),
        (fail, errno.EIO),
        (wait, errno.ETIMEDOUT),
    ):
        monkeypatch.setattr(subprocess, "run", run)
        with pytest.raises(OSError, match="lnk") as refused:
            install_desktop()
        assert (refused.value.errno, refused.value.filename) == (reason, str(link))
    monkeypatch.setenv("APPDATA", "")
    for change in (install_desktop, remove_desktop):
        with pytest.raises(FileNotFoundError) as missing:
            change()
        assert missing.value.filename == "%APPDATA%"
    assert main(["--install-desktop"]) == 1
    assert "%APPDATA%" in capsys.readouterr().err


@elsewhere
def test_a_link_starts_the_program_that_is_installed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "executable", str(tmp_path / "python.exe"))
    assert window_command() == [str(tmp_path / "pythonw.exe"), "-m", "game"]
    beside = tmp_path / "take-it-easy-game.exe"
    beside.touch()
    assert window_command() == [str(beside)]
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    assert window_command() == [str(tmp_path / "Take It Easy.exe")]


@elsewhere
@pytest.mark.parametrize("length", [0, 9, 1023, 1024])
def test_a_link_has_the_short_name_of_a_path_that_its_maker_would_lose(
    windows: Path, monkeypatch: pytest.MonkeyPatch, length: int
) -> None:
    """Windows returns the length of a short name, 0 after an error, or the size that it needs."""
    short = "C:/JRGEN~1/pythonw.exe"

    def name_shortly(path: str, room: Any, size: int) -> int:
        assert path in ("C:/Jürgen/pythonw.exe", "C:/Jürgen/icon.ico")
        assert (size, len(room)) == (1024, 1024)
        room.value = short
        return length

    paths: list[str] = []

    def run(words: list[str], *, env: dict[str, str], **options: object) -> object:
        assert "creationflags" in options, "no console opens"
        paths.extend((env["TIE_PROGRAM"], env["TIE_ICON"]))
        Path(env["TIE_LINK"]).touch()
        return subprocess.CompletedProcess(words, 0)

    ctypes.windll.kernel32.GetShortPathNameW = name_shortly  # type: ignore[attr-defined]
    monkeypatch.setattr(subprocess, "run", run)
    for folder in ("C:/Jürgen", "C:/Games"):
        icon = Path(f"{folder}/icon.ico")
        monkeypatch.setattr("game.cli.desktop.asset", lambda *names, icon=icon: icon)
        monkeypatch.setattr(sys, "executable", f"{folder}/python.exe")
        assert install_desktop() == windows
    long = ["C:/Jürgen/pythonw.exe", "C:/Jürgen/icon.ico"]
    assert paths[:2] == ([short] * 2 if length in (9, 1023) else long)
    assert paths[2:] == ["C:/Games/pythonw.exe", "C:/Games/icon.ico"]


def test_a_record_is_told_by_name_and_by_content(tmp_path: Path) -> None:
    write_desktop_files(tmp_path, "take-it-easy")
    run_tool("update-mime-database", str(tmp_path / "mime"))
    assert b"*.take-it-easy" in (tmp_path / "mime" / "globs").read_bytes()
    assert b'"format":"take-it-easy"' in (tmp_path / "mime" / "magic").read_bytes()


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


def test_the_icons_of_windows_and_macos_are_made_of_these_pictures() -> None:
    pictures = {
        side: asset("icon", f"take-it-easy-{side}.png").read_bytes()
        for side in (512, 64, 32, 128, 256)
    }
    mac = asset("icon", "take-it-easy.icns").read_bytes()
    assert icon_icns(pictures) == mac
    stored = asset("icon", "take-it-easy.ico").read_bytes()
    held: dict[int, bytes] = {}
    for number in range(struct.unpack_from("<HHH", stored)[2]):
        entry = struct.unpack_from("<BBBBHHII", stored, 6 + 16 * number)
        side, (length, offset) = entry[0] or 256, entry[-2:]
        assert entry[1:6] == (side % 256, 0, 0, 1, 32)
        held[side] = stored[offset : offset + length]
    assert {side: held[side] for side in (32, 64, 256)} == {
        side: pictures[side] for side in (32, 64, 256)
    }
    assert icon_ico(dict(reversed(held.items()))) == stored


def test_the_icon_is_drawn_as_it_is_stored() -> None:
    drawn, stored = render_app_icon(64), pygame.image.load(asset("icon", "take-it-easy-64.png"))
    first, second = (
        np.frombuffer(pygame.image.tobytes(one, "RGBA"), np.uint8).astype(int)
        for one in (drawn, stored)
    )
    difference = np.abs(first - second)
    assert (difference.max() <= 8, difference.mean() < 0.5) == (True, True)
