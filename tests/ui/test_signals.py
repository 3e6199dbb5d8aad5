"""The system's goodbyes, in a process of their own: it leaves, asks nothing, loses nothing."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from time import monotonic, sleep

import pytest

from game.storage.autosave import Autosave
from game.storage.places import find_places
from game.ui.frame.signals import on_termination
from tests.each import some

pytestmark = pytest.mark.skipif(not hasattr(signal, "SIGHUP"), reason="signals of Unix")

PATIENCE = 40.0
"""Seconds, on the busiest machine."""


def test_both_signals_are_handled_for_a_while_and_not_where_nohup_ignores_them() -> None:
    both = (signal.SIGTERM, signal.SIGHUP)
    before = {one: signal.getsignal(one) for one in both}
    left: list[str] = []
    try:
        for ignored in ((), (signal.SIGHUP,)):
            for one in both:
                signal.signal(one, signal.SIG_IGN if one in ignored else signal.SIG_DFL)
            known = [signal.getsignal(one) for one in both]
            with on_termination(lambda: left.append("left")):
                for one in set(both) - set(ignored):
                    signal.raise_signal(one)
                for one in both:
                    assert (signal.getsignal(one) is signal.SIG_IGN) is (one in ignored)
            assert [signal.getsignal(one) for one in both] == known
    finally:
        for one, handler in before.items():
            signal.signal(one, handler)
    assert left == ["left"] * 3


HANGING = """
import sys, time
from game.ui.frame.signals import on_termination
with on_termination(sys.exit):
    print("ready", flush=True)
    time.sleep(600)
"""


STUCK = """
import sys, time, pygame
from game.__main__ import main
from game.ui.sound import worker as sound_worker
sound_worker._open_device = pygame.quit = lambda: time.sleep(600)
sys.exit(main())
"""
"""A sound card that does not answer, not even when it is given back."""


def start(home: Path, arguments: Sequence[str]) -> subprocess.Popen[bytes]:
    """A Python process with a profile of its own and nothing to see or hear."""
    quiet = {"SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy"}
    environment = {**os.environ, **quiet, "TAKE_IT_EASY_HOME": str(home)}
    return subprocess.Popen(
        [sys.executable, *arguments],
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        # Whoever was started to outlive its terminal, as by `nohup`, rightly ignores a hangup.
        preexec_fn=lambda: signal.signal(signal.SIGHUP, signal.SIG_DFL),
    )


@pytest.mark.parametrize("name", some(["SIGTERM", "SIGHUP"], 2))
@pytest.mark.parametrize("how", [("-m", "game"), ("-c", STUCK)], ids=["sound", "stuck sound"])
def test_a_goodbye_during_a_match_leaves_and_the_match_waits(
    tmp_path: Path, name: str, how: tuple[str, str]
) -> None:
    places = find_places({"TAKE_IT_EASY_HOME": str(tmp_path)})
    process = start(tmp_path, [*how, "--seed", "goodbye", "--lang", "de"])
    try:
        end = monotonic() + PATIENCE
        while not list(tmp_path.glob("autosave*")) and monotonic() < end:
            assert process.poll() is None
            sleep(0.05)
        process.send_signal(getattr(signal, name))
        out, _ = process.communicate(timeout=PATIENCE)
    finally:
        process.kill()
    assert process.returncode == 0, out
    assert b"Traceback" not in out
    saved = Autosave(places.autosave).load()
    assert saved.match is not None
    assert saved.problem is None


def test_a_goodbye_is_heard_while_the_start_hangs(tmp_path: Path) -> None:
    process = start(tmp_path, ["-c", HANGING])
    try:
        assert process.stdout is not None
        assert process.stdout.readline() == b"ready\n"
        process.terminate()
        out, _ = process.communicate(timeout=PATIENCE)
    finally:
        process.kill()
    assert (process.returncode, out) == (0, b"")
