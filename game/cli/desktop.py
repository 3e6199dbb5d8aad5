"""`--install-desktop` and `--remove-desktop`: the game in this user's applications menu.

On Linux these are files by the freedesktop.org specifications: a desktop entry, icons, AppStream
metadata, and a file type, so that a match record opens by a double click. On Windows it is a link
in the Start menu that opens no console.
"""

import errno
import os
import shlex
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Final

from game import PROGRAM
from game.processes import NO_CONSOLE
from game.resources import asset, read_words
from game.rules.errors import FormatError

DESKTOP_ID: Final = "game.take_it_easy.desktop_game"
SIZES: Final = (32, 64, 128, 256, 512)
SHORTCUT_FILE: Final = "Take It Easy!.lnk"


def data_home() -> Path:
    """Return the folder of this user's applications, by the XDG specification."""
    given = os.environ.get("XDG_DATA_HOME", "")
    home = Path(os.path.expanduser("~"))
    if not (Path(given).is_absolute() or home.is_absolute()):
        raise OSError(errno.ENOENT, os.strerror(errno.ENOENT), "~")
    return Path(given) if Path(given).is_absolute() else home / ".local" / "share"


def desktop_files(share: Path) -> dict[Path, Path]:
    """Return the desktop's files below `share`, each with the game's file to copy."""
    icons = share / "icons" / "hicolor"
    files = {
        share / "applications" / f"{PROGRAM}.desktop": asset("desktop", f"{PROGRAM}.desktop"),
        share / "metainfo" / f"{DESKTOP_ID}.metainfo.xml": asset("desktop", "metainfo.xml"),
        share / "mime" / "packages" / f"{PROGRAM}.xml": asset("desktop", "mime.xml"),
        icons / "scalable" / "apps" / f"{PROGRAM}.svg": asset("icon", f"{PROGRAM}.svg"),
    }
    for size in SIZES:
        place = icons / f"{size}x{size}" / "apps" / f"{PROGRAM}.png"
        files[place] = asset("icon", f"{PROGRAM}-{size}.png")
    return files


def write_desktop_files(share: Path, command: str) -> None:
    """Write the desktop's files below `share`; `command` starts the game."""
    for place, source in desktop_files(share).items():
        place.parent.mkdir(parents=True, exist_ok=True)
        if place.suffix == ".desktop":
            text = read_words(source).replace("@COMMAND@", command)
            place.write_text(text, encoding="utf-8")
        else:
            shutil.copyfile(source, place)


def install_desktop() -> Path:
    """Add the game to this user's applications; return the folder.

    Raises `OSError`, and `FormatError` for a program that no menu can start.
    """
    if sys.platform == "win32":
        return _make_link()
    share = data_home()
    write_desktop_files(share, _start_command())
    _refresh(share)
    return share


def remove_desktop() -> Path:
    """Undo `install_desktop`; return the folder. Raises `OSError`."""
    if sys.platform == "win32":
        link = start_menu() / SHORTCUT_FILE
        link.unlink(missing_ok=True)
        return link.parent
    share = data_home()
    for place in desktop_files(share):
        place.unlink(missing_ok=True)
    _refresh(share)
    return share


def start_menu() -> Path:
    """Return the folder of this user's Start menu on Windows. Raises `OSError`."""
    given = os.environ.get("APPDATA", "")
    if not given:
        raise OSError(errno.ENOENT, os.strerror(errno.ENOENT), "%APPDATA%")
    return Path(given) / "Microsoft" / "Windows" / "Start Menu" / "Programs"


def window_command() -> list[str]:
    """Return the command that opens the window on Windows, without a console."""
    here = Path(sys.executable)
    if getattr(sys, "frozen", False):
        return [str(here.with_name("Take It Easy.exe"))]
    beside = here.with_name("take-it-easy-game.exe")
    if beside.exists():
        return [str(beside)]
    return [str(here.with_name("pythonw.exe")), "-m", "game"]


def _make_link() -> Path:
    """Make the link in the Start menu; return its folder. Raises `OSError`."""
    folder = start_menu()
    folder.mkdir(parents=True, exist_ok=True)
    program, *arguments = window_command()
    (folder / SHORTCUT_FILE).unlink(missing_ok=True)
    # Paths are passed in the environment, which keeps all letters; arguments do not.
    values = {
        "TIE_LINK": str(folder / SHORTCUT_FILE),
        "TIE_PROGRAM": _short_path(program),
        "TIE_ARGUMENTS": " ".join(arguments),
        "TIE_ICON": _short_path(str(asset("icon", f"{PROGRAM}.ico"))),
    }
    try:
        done = subprocess.run(
            ["powershell", "-NoProfile", "-NonInteractive", "-Command", _LINK_SCRIPT],
            env={**os.environ, **values},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=60,
            creationflags=NO_CONSOLE,
        )
    except subprocess.TimeoutExpired:
        raise OSError(errno.ETIMEDOUT, os.strerror(errno.ETIMEDOUT), values["TIE_LINK"]) from None
    # Where scripts are not allowed the program may do nothing, and end well.
    if done.returncode != 0 or not os.path.exists(values["TIE_LINK"]):
        raise OSError(errno.EIO, os.strerror(errno.EIO), values["TIE_LINK"])
    return folder


_LINK_SCRIPT: Final = (
    "$ErrorActionPreference='Stop';"
    "$l=(New-Object -ComObject WScript.Shell).CreateShortcut($env:TIE_LINK);"
    "$l.TargetPath=$env:TIE_PROGRAM;"
    "$l.Arguments=$env:TIE_ARGUMENTS;"
    "$l.WorkingDirectory=$env:USERPROFILE;"
    '$l.IconLocation="$env:TIE_ICON,0";'
    "$l.Save()"
)


def _short_path(path: str) -> str:
    """Return a path's old short name if it has letters that the link's maker would lose."""
    if path.isascii() or sys.platform != "win32":
        return path
    import ctypes

    room = ctypes.create_unicode_buffer(1024)
    length: int = ctypes.windll.kernel32.GetShortPathNameW(path, room, 1024)
    return room.value if 0 < length < 1024 else path


def _start_command() -> str:
    """Return the command that starts this game, quoted for the `Exec` of a desktop entry."""
    words = [sys.executable]
    if not getattr(sys, "frozen", False):
        beside = Path(sys.executable).with_name(PROGRAM)
        words = [str(beside)] if beside.exists() else [sys.executable, "-m", "game"]
    if any("%" in word for word in words):
        # Menus look for the doubled sign itself, and list no entry whose program they do not find.
        raise FormatError("Menus start no program in a folder with % in its name.", words[0])
    quoted = []
    for word in words:
        plain = word
        if shlex.quote(word) != word:
            for sign in ("\\", '"', "`", "$"):
                plain = plain.replace(sign, f"\\{sign}")
            plain = '"' + plain.replace("\\", "\\\\") + '"'
        quoted.append(plain)
    return " ".join(quoted)


def _refresh(share: Path) -> None:
    """Run the installed programs that refresh the desktop's menus."""
    for command, folder in (
        ("update-desktop-database", share / "applications"),
        ("update-mime-database", share / "mime"),
        ("gtk-update-icon-cache", share / "icons" / "hicolor"),
    ):
        if shutil.which(command) and folder.is_dir():
            quiet = subprocess.DEVNULL
            subprocess.run(
                [command, str(folder)],
                check=False,
                stdout=quiet,
                stderr=quiet,
                creationflags=NO_CONSOLE,
            )
