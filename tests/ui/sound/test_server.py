"""A sound server that accepts and never answers."""

from __future__ import annotations

import subprocess
import sys
from ctypes.util import find_library
from pathlib import Path

import pytest

SILENT_SERVER = """
import os, socket, sys, threading, time
server = socket.socket(socket.AF_UNIX)
server.bind(sys.argv[1])
server.listen()
accepted = []
def accept():
    while True:
        accepted.append(server.accept())
threading.Thread(target=accept, daemon=True).start()
os.environ |= {
    "SDL_AUDIODRIVER": "pulseaudio", "PULSE_SERVER": "unix:" + sys.argv[1],
    "SDL_VIDEODRIVER": "dummy",
}
from pathlib import Path
from game.ui.sound.mixer import Mixer
mixer = Mixer(Path())
mixer.open()
longest, start = 0.0, time.monotonic()
before = start
while before < start + 6:
    time.sleep(0.01)
    now = time.monotonic()
    longest, before = max(longest, now - before), now
print("asked" if accepted else "not asked", longest)
sys.stdout.flush()
os._exit(0)
"""


@pytest.mark.skipif(find_library("pulse-simple") is None, reason="needs PulseAudio's library")
def test_a_sound_server_that_never_answers_stops_no_other_thread(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", SILENT_SERVER, str(tmp_path / "pulse")],
        capture_output=True,
        text=True,
        timeout=100,
    )
    assert done.returncode == 0, done.stderr
    assert float(done.stdout.split()[-1]) < 2
