"""Finds the player's folders for exports (pictures, pages, records), and writes new files there."""

import os
from collections.abc import Mapping
from pathlib import Path

import platformdirs

from game.storage.places import APPLICATION, HOME_VARIABLE, find_places, platform_folder


def find_folder(environ: Mapping[str, str] | None = None, *, is_picture: bool) -> Path:
    """Return the player's pictures or documents, or the game's folder that the environment names.

    If the system knows neither, the folder of the game's own files.
    """
    home = (os.environ if environ is None else environ).get(HOME_VARIABLE)
    if home:
        return Path(home)
    find = platformdirs.user_pictures_dir if is_picture else platformdirs.user_documents_dir
    return platform_folder(find, find_places(environ).profile.parent)


def find_downloads(environ: Mapping[str, str] | None = None) -> Path:
    """Return the player's downloads, or what `find_folder` returns for documents."""
    documents = find_folder(environ, is_picture=False)
    home = (os.environ if environ is None else environ).get(HOME_VARIABLE)
    return documents if home else platform_folder(platformdirs.user_downloads_dir, documents)


def free_path(folder: Path, stamp: str, suffix: str) -> Path:
    """Return a path in `folder` that is free: `take-it-easy-2026-11-22.png`, then `…-2.png`."""
    path = folder / f"{APPLICATION}-{stamp}{suffix}"
    number = 2
    while os.path.lexists(path):
        path = folder / f"{APPLICATION}-{stamp}-{number}{suffix}"
        number += 1
    return path


def write_new(path: Path, raw: bytes) -> None:
    """Write a new file. Raises `OSError`, also if it exists, and leaves no incomplete file."""
    os.makedirs(path.parent, exist_ok=True)
    # Unbuffered: what the disk refuses is refused by `write`, not when the file is closed.
    with path.open("xb", buffering=0) as file:
        try:
            while raw:
                raw = raw[file.write(raw) :]
        except OSError:
            # Windows deletes no open file.
            file.close()
            path.unlink(missing_ok=True)
            raise
