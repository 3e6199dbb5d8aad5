"""Handles the signals by which the system ends the program: SIGTERM and SIGHUP."""

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager


@contextmanager
def on_termination(leave: Callable[[], object]) -> Iterator[None]:
    """Call `leave` when SIGTERM or SIGHUP arrives.

    SDL would take SIGTERM for a click on the window's cross, which scenes may answer with a
    question; it ignores a signal that has a handler.
    """
    known = [getattr(signal, name, None) for name in ("SIGTERM", "SIGHUP")]
    # Started with `nohup`, which ignores SIGHUP, the game must outlive its terminal.
    before = {s: h for s in known if s and (h := signal.getsignal(s)) is not signal.SIG_IGN}
    for number in before:
        signal.signal(number, lambda *_: leave())
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
