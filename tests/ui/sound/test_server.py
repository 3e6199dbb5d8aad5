"""A sound server that accepts and never answers, and Windows without a device."""

from __future__ import annotations

import subprocess
import sys
from ctypes.util import find_library
from pathlib import Path
from types import SimpleNamespace

import pytest

from game.ui.sound import server

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
while before < start + 3:
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


def test_a_server_that_refuses_is_not_reached_and_without_sdl_it_may_be(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    status, asked = 0, list[tuple[str, int]]()

    def begin(flags: int) -> int:
        asked.append(("begin", flags))
        return status

    library = SimpleNamespace(
        SDL_InitSubSystem=begin, SDL_QuitSubSystem=lambda flags: asked.append(("end", flags))
    )
    monkeypatch.setattr(server, "loaded_sdl", lambda: library)
    monkeypatch.setattr(sys, "platform", "linux")
    assert server.reach_server() is True
    status = -1
    assert server.reach_server() is False
    assert asked == [("begin", 0x10), ("end", 0x10), ("begin", 0x10)]
    monkeypatch.setattr(server, "loaded_sdl", lambda: None)
    assert server.reach_server() is True


@pytest.mark.parametrize(("system", "is_reached"), [("win32", False), ("linux", True)])
def test_windows_without_a_device_is_not_asked_for_one(
    monkeypatch: pytest.MonkeyPatch, system: str, is_reached: bool
) -> None:
    """pygame would wait eight seconds for it; elsewhere a driver need not list its devices."""
    asked: list[str] = []
    library = SimpleNamespace(
        SDL_InitSubSystem=lambda _: 0,
        SDL_GetNumAudioDevices=lambda _: 0,
        SDL_QuitSubSystem=lambda _: asked.append("ended"),
    )
    monkeypatch.setattr(server, "loaded_sdl", lambda: library)
    monkeypatch.setattr(sys, "platform", system)
    assert server.reach_server() is is_reached
    for count in (1, -1):
        # A driver that does not know its devices may have some.
        library.SDL_GetNumAudioDevices = lambda _, count=count: count
        assert server.reach_server()
    assert asked == ["ended"] * 3
