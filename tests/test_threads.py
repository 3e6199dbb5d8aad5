"""Helpers' threads, and a system that refuses them."""

from __future__ import annotations

from threading import Thread, current_thread

import pytest

from game.threads import start_thread


def test_work_is_done_in_a_named_thread_for_which_the_program_does_not_wait() -> None:
    seen: list[Thread] = []
    for name, is_daemon in (("helper", True), (None, False)):
        thread = start_thread(lambda: seen.append(current_thread()), name, is_daemon=is_daemon)
        assert thread is not None
        thread.join()
        assert (seen.pop(), thread.daemon) == (thread, is_daemon)
        assert name in (None, thread.name)
    default = start_thread(lambda: None)
    assert default is not None
    assert default.daemon


def test_a_thread_that_cannot_be_started_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(_: Thread) -> None:
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(Thread, "start", refuse)
    assert start_thread(lambda: None) is None
