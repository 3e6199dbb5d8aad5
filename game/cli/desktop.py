"""`--install-desktop` and `--remove-desktop`: the game among the applications of a Linux desktop.

What is written follows the freedesktop.org specifications: a desktop entry, icons, AppStream
metadata, and a file type, so that a match record opens by a double click.
"""

import errno
import os
import shlex
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Final

from game.resources import asset, read_words

NAME: Final = "take-it-easy"
APPLICATION: Final = "game.take_it_easy.desktop_game"
SIZES: Final = (32, 64, 128, 256, 512)


def data_home() -> Path:
    """Return where this user's applications lie."""
    given = os.environ.get("XDG_DATA_HOME", "")
    home = Path(os.path.expanduser("~"))
    if not (Path(given).is_absolute() or home.is_absolute()):
        raise OSError(errno.ENOENT, os.strerror(errno.ENOENT), "~")
    return Path(given) if Path(given).is_absolute() else home / ".local" / "share"


def desktop_files(share: Path) -> dict[Path, Path]:
    """Return every file that belongs to the desktop, below `share`, and ours that it is a
    copy of.
    """
    icons = share / "icons" / "hicolor"
    files = {
        share / "applications" / f"{NAME}.desktop": asset("desktop", f"{NAME}.desktop"),
        share / "metainfo" / f"{APPLICATION}.metainfo.xml": asset("desktop", "metainfo.xml"),
        share / "mime" / "packages" / f"{NAME}.xml": asset("desktop", "mime.xml"),
        icons / "scalable" / "apps" / f"{NAME}.svg": asset("icon", f"{NAME}.svg"),
    }
    for size in SIZES:
        place = icons / f"{size}x{size}" / "apps" / f"{NAME}.png"
        files[place] = asset("icon", f"{NAME}-{size}.png")
    return files


def write_desktop_files(share: Path, command: str) -> None:
    """Write them; `command` is what starts the game."""
    for place, source in desktop_files(share).items():
        place.parent.mkdir(parents=True, exist_ok=True)
        if place.suffix in (".desktop", ".xml"):
            text = read_words(source).replace("@COMMAND@", command)
            place.write_text(text, encoding="utf-8")
        else:
            shutil.copyfile(source, place)


def install_desktop() -> Path:
    """Put the game among this user's applications; returns the folder. Raises `OSError`."""
    share = data_home()
    write_desktop_files(share, _start_command())
    _refresh(share)
    return share


def remove_desktop() -> Path:
    """Undo `install_desktop`; returns the folder. Raises `OSError`."""
    share = data_home()
    for place in desktop_files(share):
        place.unlink(missing_ok=True)
    _refresh(share)
    return share


def _start_command() -> str:
    """Return what starts this very game, as a desktop entry writes it (its rules for `Exec`)."""
    words = [sys.executable]
    if not getattr(sys, "frozen", False):
        beside = Path(sys.executable).with_name(NAME)
        words = [str(beside)] if beside.exists() else [sys.executable, "-m", "game"]
    quoted = []
    for word in words:
        plain = word.replace("%", "%%")
        if shlex.quote(word) != word:
            for sign in ("\\", '"', "`", "$"):
                plain = plain.replace(sign, f"\\{sign}")
            plain = '"' + plain.replace("\\", "\\\\") + '"'
        quoted.append(plain)
    return " ".join(quoted)


def _refresh(share: Path) -> None:
    """Run the programs that refresh the desktop's menus, where they are installed."""
    for command, folder in (
        ("update-desktop-database", share / "applications"),
        ("update-mime-database", share / "mime"),
        ("gtk-update-icon-cache", share / "icons" / "hicolor"),
    ):
        if shutil.which(command) and folder.is_dir():
            quiet = subprocess.DEVNULL
            subprocess.run([command, str(folder)], check=False, stdout=quiet, stderr=quiet)
