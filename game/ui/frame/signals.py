"""Handles the signals by which the system ends the program: SIGTERM and SIGHUP."""

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager


@contextmanager
def on_termination(leave: Callable[[], object]) -> Iterator[None]:
    """Call `leave` when SIGTERM or SIGHUP arrives, whatever is being done.

    SDL would take SIGTERM for a click on the window's cross, which scenes may answer with a
    question; it leaves a signal alone that somebody already listens to.
    """
    known = [getattr(signal, name, None) for name in ("SIGTERM", "SIGHUP")]
    # Whoever started the game with `nohup` wants it to outlive its terminal.
    before = {s: h for s in known if s and (h := signal.getsignal(s)) is not signal.SIG_IGN}
    for number in before:
        signal.signal(number, lambda *_: leave())
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
