"""The folder in which the game stores its files on this machine."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Mapping
from pathlib import Path, PureWindowsPath
from typing import Final, NamedTuple

import platformdirs

HOME_VARIABLE: Final = "TAKE_IT_EASY_HOME"
"""An environment variable that puts everything into one directory, for tests and sticks."""

APPLICATION: Final = "take-it-easy"


HOMELESS: Final = Path("/nonexistent") / APPLICATION
"""Where a user without a home folder keeps nothing: it cannot be made, and the player is told."""


class Places(NamedTuple):
    """The files of one player's game. Nothing needs to exist yet."""

    settings: Path
    profile: Path
    autosave: Path

    @property
    def folder(self) -> Path:
        """The folder of all of them."""
        return self.profile.parent

    @property
    def untold(self) -> Path:
        """In which problems wait to be told."""
        return self.profile.with_name("untold.json")


def platform_folder(find: Callable[[], str], otherwise: Path = HOMELESS) -> Path:
    """Return a folder of the system's; `otherwise` where there is none.

    Without HOME and a known user `~` stays as it is, and old versions of platformdirs raise what
    reading a malformed `user-dirs.dirs` raises.
    """
    try:
        folder = Path(find())
    except Exception:
        return otherwise
    return folder if folder.is_absolute() else otherwise


def _outside_of_store(prefix: str) -> Path | None:
    """Return where the Python of Microsoft's Store keeps a game, None for any other Python.

    What it writes below `AppData` goes into a folder of its own package, and is deleted with it, or
    left behind by the next version.
    """
    parts = {part.casefold() for part in PureWindowsPath(prefix).parts}
    if "windowsapps" not in parts:
        return None
    home = Path(os.path.expanduser("~"))
    return home / ".take-it-easy" if home.is_absolute() else None


def find_places(environ: Mapping[str, str] | None = None) -> Places:
    """Return the files in the platform's folder, or in `TAKE_IT_EASY_HOME` where that is set."""
    home = (os.environ if environ is None else environ).get(HOME_VARIABLE)
    folder = Path(home) if home else _outside_of_store(sys.base_prefix)
    if folder is None:
        folder = platform_folder(lambda: platformdirs.user_data_dir(APPLICATION, appauthor=False))
    return Places(folder / "settings.json", folder / "profile.db", folder / "autosave.json")
