"""Reads a player's files without a change to them, and lists all that could not be read.

Opening the history repairs, upgrades and sets aside; the window tells the player what became of
which file. A command that only reads opens a copy in a temporary folder instead: whatever is done
to that, the player's own files are as they were, and what was wrong with them is still to be told.
"""

from __future__ import annotations

import contextlib
import re
import shutil
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from game.storage.backup import backup_of
from game.storage.files import refuse_other_than_file
from game.storage.places import Places
from game.storage.problems import Problem, ProblemKind
from game.storage.settings import Settings
from game.storage.store import Storage, open_storage

_SET_ASIDE: Final = re.compile(r"\.(kept|newer)-[0-9]+(?=\.[^.]*$)")


@dataclass(frozen=True, slots=True)
class StorageCopy:
    """A copy of all the player's files, open; `problems` name the player's own files."""

    store: Storage
    settings: Settings
    problems: tuple[Problem, ...]
    places: Places

    def at_home(self, problem: Problem) -> Problem:
        """Return the problem at the player's own file, which bears its old name."""
        name = _SET_ASIDE.sub("", problem.path.name)
        home = self.places.settings if name == self.places.settings.name else self.places.profile
        return problem._replace(path=home.with_name(name))


@contextlib.contextmanager
def open_copy(places: Places) -> Iterator[StorageCopy]:
    """Open a copy of the player's files, which is gone at the end.

    Raises `OSError` where no copy can be made.
    """
    with TemporaryDirectory(prefix="take-it-easy-", ignore_cleanup_errors=True) as folder:
        data = Path(folder)
        copied = Places(*(data / path.name for path in places))
        unread = [
            Problem(ProblemKind.READ_ONLY, path, error.strerror or str(error))
            for path in _files_of(places)
            if (error := _copy(path, data / path.name)) is not None
        ]
        with contextlib.closing(open_storage(copied)) as store:
            settings, odd = store.settings.load()
            store.file_waiting()
            copy = StorageCopy(store, settings, (), places)
            wrong = map(copy.at_home, (*odd, *_all_problems(store)))
            yield replace(copy, problems=(*unread, *wrong))


def _files_of(places: Places) -> Iterator[Path]:
    """The files there are: settings, the history with its log and backup, matches."""
    history, folder = places.profile, places.autosave.parent
    log = history.with_name(f"{history.name}-wal")
    yield from (path for path in (places.settings, log, history, backup_of(history)) if _is(path))
    with contextlib.suppress(OSError):
        for pattern in (f"{places.autosave.stem}*", "waiting-*"):
            yield from sorted(folder.glob(f"{pattern}{places.autosave.suffix}"))


def _is(path: Path) -> bool:
    with contextlib.suppress(OSError):
        return path.exists()
    # What may not even be looked at may be there.
    return True


def _copy(path: Path, target: Path) -> OSError | None:
    try:
        refuse_other_than_file(path)
        shutil.copyfile(path, target)
    except FileNotFoundError:
        return None
    except OSError as error:
        return error
    return None


def _all_problems(store: Storage) -> list[Problem]:
    """Everything that is wrong with what is open; damaged files are set aside one by one."""
    problems: list[Problem] = []
    while True:
        store.waiting()
        problem = store.problems.take()
        if problem is None:
            return problems
        problems.append(problem)
