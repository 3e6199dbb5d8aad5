"""Shows a folder or a file in the system's own program."""

import os
import subprocess
import sys
import webbrowser
from collections.abc import Callable
from pathlib import Path
from time import perf_counter
from typing import Final

from game.processes import NO_CONSOLE
from game.threads import start_thread

_PATIENCE: Final = 10.0
"""Seconds after which a program that ends has been open, whatever its status."""


class Opening:
    """An attempt to open something; a thread waits for it.

    A browser of the terminal, or one that the environment names, ends when it is closed, and
    `xdg-open` starts although it finds no program.
    """

    def __init__(self, start: Callable[[], bool]) -> None:
        """`start` returns whether it has worked, or raises `OSError`."""
        self._start, self._has_failed = start, False
        if start_thread(self._work, "opening") is None:
            self._has_failed = True

    def take_failure(self) -> bool:
        """Return whether nothing was opened: True once."""
        has_failed, self._has_failed = self._has_failed, False
        return has_failed

    def _work(self) -> None:
        began = perf_counter()
        try:
            is_open = self._start()
        except (OSError, webbrowser.Error):
            is_open = False
        self._has_failed = not is_open and perf_counter() - began < _PATIENCE


def open_page(path: Path) -> Opening:
    """Open a page in the browser, another file in its program."""
    return Opening(lambda: webbrowser.open(path.as_uri()))


def open_link(link: str) -> Opening:
    """Open an address in the browser."""
    return Opening(lambda: webbrowser.open(link))


def open_folder(folder: Path) -> Opening:
    """Open a folder in the system's file manager."""
    return Opening(lambda: _show(folder))


def _show(folder: Path) -> bool:
    if sys.platform == "win32":
        os.startfile(folder)
        return True
    command = "open" if sys.platform == "darwin" else "xdg-open"
    quiet = subprocess.DEVNULL
    done = subprocess.run(
        [command, str(folder)],
        stdin=quiet,
        stdout=quiet,
        stderr=quiet,
        start_new_session=True,
        creationflags=NO_CONSOLE,
        check=False,
    )
    return not done.returncode
