"""Files that are either the old ones or the new ones, whatever happens in between."""

from __future__ import annotations

import contextlib
import os
import tempfile
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

__all__ = ["Problem", "ProblemKind", "read_bounded", "set_aside", "write_atomically"]


class ProblemKind(StrEnum):
    """What was wrong with something stored; values are catalogue keys."""

    CORRUPT = "corrupt"
    """It could not be read; it was kept aside and a fresh one begun."""

    NEWER = "newer"
    """A newer version of the game wrote it; it was kept and is not touched."""

    READ_ONLY = "read-only"
    """Nothing can be written there; what happens now is forgotten at the end."""

    ODD_VALUE = "odd-value"
    """Some values made no sense and were replaced by their defaults."""


@dataclass(frozen=True, slots=True)
class Problem:
    """Something stored was not as expected: the screen tells it, the game goes on.

    `path` is the file concerned or, where it was kept aside, its new place; `detail` is for
    developers, in English.
    """

    kind: ProblemKind
    path: Path
    detail: str = ""


def write_atomically(path: Path, text: str) -> None:
    """Replace the file by `text`; a crash or power cut leaves the old or the new one whole.

    Makes the directories that it needs. Raises `OSError` where it cannot write.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
    try:
        with open(handle, "w", encoding="utf-8", newline="\n") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        os.replace(name, path)
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(name)
        raise
    _sync_directory(path.parent)


def _sync_directory(directory: Path) -> None:
    # The new name itself lives in the directory; Windows cannot open one, and needs not.
    if os.name != "posix":
        return
    with contextlib.suppress(OSError):
        handle = os.open(directory, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def read_bounded(path: Path, most: int) -> bytes | None:
    """The file's bytes, None where there is no file; at most one byte more than `most`.

    Raises `OSError` for a file that is there and cannot be read.
    """
    try:
        with path.open("rb") as file:
            return file.read(most + 1)
    except FileNotFoundError:
        return None


def set_aside(path: Path, word: str = "kept") -> Path:
    """Rename a file to a free name beside it (`settings.kept-1.json`); returns the new path.

    Raises `OSError` where that is impossible; nothing is ever overwritten.
    """
    number = 1
    while (aside := path.with_name(f"{path.stem}.{word}-{number}{path.suffix}")).exists():
        number += 1
    path.rename(aside)
    return aside
