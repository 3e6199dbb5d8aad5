"""The folder in which the game stores its files on this machine."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Mapping
from pathlib import Path, PureWindowsPath
from typing import Final, NamedTuple

import platformdirs

HOME_VARIABLE: Final = "TAKE_IT_EASY_HOME"
"""An environment variable with one directory for all files, for tests and memory sticks."""

APPLICATION: Final = "take-it-easy"


HOMELESS: Final = Path("/nonexistent") / APPLICATION
"""The folder for a user without a home folder: it cannot be made, and the player is shown that."""


class Places(NamedTuple):
    """The files of one player's game, which need not exist yet."""

    settings: Path
    profile: Path
    autosave: Path

    @property
    def folder(self) -> Path:
        """The folder of all these files."""
        return self.profile.parent

    @property
    def unshown(self) -> Path:
        """The file of problems that no window has shown yet."""
        return self.profile.with_name("unshown.json")


def platform_folder(find: Callable[[], str], otherwise: Path = HOMELESS) -> Path:
    """Return a folder that the system names; `otherwise` if it names none.

    Without HOME and a known user `~` stays as it is. Old versions of platformdirs raise the errors
    of reading a malformed `user-dirs.dirs`.
    """
    try:
        folder = Path(find())
    except Exception:
        return otherwise
    return folder if folder.is_absolute() else otherwise


def _outside_of_store(prefix: str) -> Path | None:
    """Return the game's folder under the Python of Microsoft's Store, None under any other.

    Files that this Python writes below `AppData` go into its package's folder, and are deleted with
    it or not found by its next version.
    """
    parts = {part.casefold() for part in PureWindowsPath(prefix).parts}
    if "windowsapps" not in parts:
        return None
    home = Path(os.path.expanduser("~"))
    return home / ".take-it-easy" if home.is_absolute() else None


def find_places(environ: Mapping[str, str] | None = None) -> Places:
    """Return the files in the platform's folder, or in `TAKE_IT_EASY_HOME` if set."""
    home = (os.environ if environ is None else environ).get(HOME_VARIABLE)
    folder = Path(home) if home else _outside_of_store(sys.base_prefix)
    if folder is None:
        folder = platform_folder(lambda: platformdirs.user_data_dir(APPLICATION, appauthor=False))
    return Places(folder / "settings.json", folder / "profile.db", folder / "autosave.json")
