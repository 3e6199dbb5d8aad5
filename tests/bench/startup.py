"""Time to the first frame beside a bare pygame window's, in the same run (bar: 3 times).

Each is started as a process of its own, in turn, and the medians are compared. Set
SDL_VIDEODRIVER=x11 (or whatever the machine has) to measure with a real window.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
from time import perf_counter

RUNS = 7

BARE = """
import pygame
window = pygame.Window("bare", (1280, 800), resizable=True)
window.get_surface().fill((20, 16, 46))
window.flip()
"""

GAME = """
from game.locale import Language, load_catalogue
from game.ui.context import Context
from game.ui.layout import make_view
from game.ui.loop import Loop
from game.ui.painter import Painter
from game.ui.stack import SceneStack
from game.ui.window import GameWindow
from game.ui.scenes.menu import MenuScene
window = GameWindow("game", (1280, 800))
context = Context(Painter(make_view(window.size)), load_catalogue(Language("en")))
Loop(window, context, SceneStack(MenuScene(context), context.painter.view)).draw_frame()
"""


def seconds_of(program: str) -> float:
    """The time that a Python process running `program` takes."""
    environment = {"SDL_VIDEODRIVER": "dummy", "PYGAME_HIDE_SUPPORT_PROMPT": "1", **os.environ}
    start = perf_counter()
    subprocess.run([sys.executable, "-c", program], check=True, env=environment)
    return perf_counter() - start


def main() -> None:
    """Print both medians and how they compare."""
    seconds_of(BARE)
    seconds_of(GAME)
    pairs = [(seconds_of(BARE), seconds_of(GAME)) for _ in range(RUNS)]
    bare, game = (statistics.median(times) for times in zip(*pairs, strict=True))
    print(f"bare window {bare * 1e3:.0f} ms, game {game * 1e3:.0f} ms: {game / bare:.2f} times")


if __name__ == "__main__":
    main()
