"""Time to the first frame beside a bare pygame window's, in the same run (bar: 1.6, menu 2.3).

Each is started as a process of its own, in turn, and the medians are compared, of the time that
passed and of the processor's time, which a busy machine changes less; bytecode is kept between
them, as an installed game has it. Set SDL_VIDEODRIVER=x11 (or whatever the machine has) to measure
with a real window.
"""

from __future__ import annotations

import os
import resource
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path
from time import perf_counter

RUNS = 15

HOME = Path(tempfile.gettempdir(), "take-it-easy-bench")
"""A profile that has chosen its language, so that no question comes before the menu."""

BARE = """
import pygame
window = pygame.Window("bare", (1280, 800), resizable=True)
window.get_surface().fill((20, 16, 46))
window.flip()
"""

GAME = """
import game.ui.frame.window
flips = {flips}
flip = game.ui.frame.window.GameWindow.flip
def count(window):
    global flips
    flip(window)
    flips -= 1
    if flips == 0:
        raise SystemExit
game.ui.frame.window.GameWindow.flip = count
from game.__main__ import main
main([])
"""
"""The game as it is started, until it has flipped so often: the title, then the menu."""


def seconds_of(program: str) -> tuple[float, float]:
    """The time that a Python process running `program` takes, and the processor's."""
    environment = {
        "SDL_VIDEODRIVER": "dummy",
        "PYGAME_HIDE_SUPPORT_PROMPT": "1",
        "TAKE_IT_EASY_HOME": str(HOME),
        **os.environ,
    }
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    start, busy = perf_counter(), _busy_seconds()
    subprocess.run([sys.executable, "-c", program], check=True, env=environment)
    return perf_counter() - start, _busy_seconds() - busy


def _busy_seconds() -> float:
    """The processor's time of all processes that have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def main() -> None:
    """Print the medians and how they compare."""
    HOME.mkdir(exist_ok=True)
    (HOME / "settings.json").write_text('{"language": "en"}')
    title, menu = GAME.format(flips=1), GAME.format(flips=2)
    for program in (BARE, title, menu):
        seconds_of(program)
    runs = [(seconds_of(BARE), seconds_of(title), seconds_of(menu)) for _ in range(RUNS)]
    for index, kind in enumerate(("passed", "processor")):
        bare, first, second = (
            statistics.median(times[index] for times in programs)
            for programs in zip(*runs, strict=True)
        )
        print(
            f"{kind}: bare window {bare * 1e3:.0f} ms; title {first * 1e3:.0f} ms, "
            f"{first / bare:.2f} times; menu {second * 1e3:.0f} ms, {second / bare:.2f} times"
        )


if __name__ == "__main__":
    main()
