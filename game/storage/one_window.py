"""Lets one window at a time have the player's folder.

A file in the folder is locked by the operating system, which unlocks it when the program ends, even
by a crash. If the file system has no locks, every window plays. A second program calls the first
one's window to the front by creating another file, for which that window polls.
"""

from __future__ import annotations

import contextlib
import os
import time
from pathlib import Path
from typing import Final

from game.storage.files import Lock, remove, write_atomically

_LOOK_SECONDS: Final = 0.4
"""Seconds between two polls for that file."""


class AlreadyOpenError(Exception):
    """Another window has the folder, and was called to the front."""


class OneWindow:
    """The folder of the one window; `is_ours` says whether this program has it."""

    def __init__(self, folder: Path) -> None:
        self._lock = Lock(folder / ".window.lock")
        self._call = folder / ".window.call"
        self._looked = -_LOOK_SECONDS
        self.is_ours = self._lock.take()
        if self.is_ours:
            self.is_called()

    def call(self) -> None:
        """Call the window that has the folder to the front."""
        with contextlib.suppress(OSError):
            write_atomically(self._call, "")

    def is_called(self) -> bool:
        """Whether another program has called since the last poll."""
        now = time.monotonic()
        if now - self._looked < _LOOK_SECONDS:
            return False
        self._looked = now
        if not os.path.lexists(self._call):
            return False
        with contextlib.suppress(OSError):
            remove(self._call)
        return True

    def close(self) -> None:
        """Unlock the folder; safe to repeat."""
        self._lock.release()
