"""The cost of a still window beside a bare loop's, and its delay at an input (bar: 1.5, 20 ms).

The menu, the Climb's page and a table run in a real window with the keyboard, each on a screen of
its own, music off; a bare loop of `event.get()` and `tick(60)` runs beside it, so that a busy
machine slows both. Both report the share of a core that they used once nothing had moved for a
while. Then keys are pressed at the table, and the time until the next flip is measured: first after
seconds of rest, then while the last one's frame is hardly gone, which is what the machine can do at
best.
"""

from __future__ import annotations

import ctypes
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path
from random import Random
from threading import Thread
from time import monotonic, sleep
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tests.end_to_end.stage import Stage

SECONDS = 20.0
PRESSES = 12

MEASURE = """
import os, threading, time
frames = 0
def measure():
    time.sleep({settle})
    start, busy, before = time.monotonic(), time.process_time(), frames
    time.sleep({seconds})
    share = (time.process_time() - busy) / (time.monotonic() - start)
    print("share", share, frames - before, flush=True)
threading.Thread(target=measure, daemon=True).start()
"""

BARE = """
import pygame
window = pygame.Window("bare", (1280, 800), resizable=True)
window.get_surface().fill((20, 16, 46))
window.flip()
clock = pygame.time.Clock()
while True:
    for event in pygame.event.get():
        pass
    clock.tick(60)
"""

GAME = """
import sys
import game.ui.frame.window
flip = game.ui.frame.window.GameWindow.flip
def count(window):
    global frames
    flip(window)
    frames += 1
    print("flip", time.monotonic(), flush=True)
game.ui.frame.window.GameWindow.flip = count
from game.__main__ import main
main(sys.argv[1:])
"""
"""The game as it is started; each flip's time goes to standard output."""

SETTINGS = '{"language": "en", "has_music": false, "has_auto_call": false, "knows_game": true}'


def main() -> None:
    """Print shares, ratios and latencies."""
    # The board behind the menu plays for half a minute before it rests.
    _measure("menu", 45)
    _measure("climb", 15, key="3")
    _measure("table", 15, "--seed", "42", "--edition", "standard")


def _measure(name: str, settle: float, *arguments: str, key: str = "") -> None:
    from tests.end_to_end.stage import open_stage

    with tempfile.TemporaryDirectory() as folder, open_stage(Path(folder)) as stage:
        (stage.home / "settings.json").write_text(SETTINGS)
        head = MEASURE.format(settle=settle, seconds=SECONDS)
        bare = _start(stage, head + BARE)
        sleep(2)
        # The window opened last has the keyboard.
        game = _start(stage, head + GAME, *arguments)
        try:
            if key:
                sleep(6)
                stage.xdotool("key", key)
            share, frames = _share(game)
            beside, _ = _share(bare)
            told = f"{share:.2%} of one core, {share / beside:.2f} times {beside:.2%}"
            print(f"{name}: {told}, {frames} frames in {SECONDS:.0f} s")
            if name == "table":
                _tell_latencies(game, stage)
        finally:
            bare.kill()
            game.kill()


def _start(stage: Stage, program: str, *arguments: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", program, *arguments],
        env=stage.environment,
        stdout=subprocess.PIPE,
        text=True,
    )


def _share(process: subprocess.Popen[str]) -> tuple[float, int]:
    assert process.stdout is not None
    for line in process.stdout:
        match line.split():
            case ["share", share, frames]:
                return float(share), int(frames)
            case _:
                pass
    raise SystemExit("a program ended before it was measured")


def _tell_latencies(game: subprocess.Popen[str], stage: Stage) -> None:
    """Press keys, and print the times from each press to the flip that follows."""
    flips: list[float] = []
    output = game.stdout
    assert output is not None
    Thread(target=lambda: flips.extend(float(line.split()[1]) for line in output)).start()
    xlib, xtest = ctypes.CDLL("libX11.so.6"), ctypes.CDLL("libXtst.so.6")
    xlib.XOpenDisplay.restype = ctypes.c_void_p
    screen = ctypes.c_void_p(xlib.XOpenDisplay(stage.environment["DISPLAY"].encode()))
    keys = [xlib.XKeysymToKeycode(screen, ctypes.c_ulong(key)) for key in (0xFF53, 0xFF51)]
    random = Random(0)

    def press(pause: float) -> float:
        sleep(pause + random.random() / 5)
        now = monotonic()
        for is_down in (1, 0):
            xtest.XTestFakeKeyEvent(screen, keys[0], is_down, 0)
        xlib.XFlush(screen)
        keys.reverse()
        return now

    # The first frames render what the later ones find.
    for _ in range(4):
        press(0.5)
    for name, pause in (("after rest", 3.0), ("soon after another", 0.3)):
        presses = [press(pause) for _ in range(PRESSES)]
        sleep(1)
        times = [min(at for at in flips if at > start) - start for start in presses]
        median, longest = statistics.median(times), max(times)
        print(f"input {name} shows in {median * 1e3:.0f} ms, {longest * 1e3:.0f} at most")


if __name__ == "__main__":
    main()
