"""Starts helpers' threads, which a system that is short of memory or of processes refuses."""

from collections.abc import Callable
from threading import Thread


def start_thread(
    work: Callable[[], object], name: str | None = None, *, is_daemon: bool = True
) -> Thread | None:
    """Run `work` in a thread and return the thread; None if no thread can be started.

    The program ends without waiting for a daemon.
    """
    thread = Thread(target=work, name=name, daemon=is_daemon)
    try:
        thread.start()
    except RuntimeError:
        return None
    return thread
