"""Turns standard error off while libraries complain about devices that the machine lacks."""

import os
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def muted_stderr() -> Iterator[None]:
    """Turn off the process's standard error for a while.

    ALSA writes a page of complaints to the terminal where there is no sound card, Wayland a
    line where there is no session; the game says in its own words what matters.
    """
    try:
        saved = os.dup(2)
    except OSError:
        yield
        return
    try:
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, 2)
        os.close(nowhere)
        yield
    finally:
        os.dup2(saved, 2)
        os.close(saved)
