"""The memory of one process after one game, and after a hundred (bar: 150 MB, 200 MB, then level).

Solo games at 1280×800 in the dummy driver, from the menu to the counted result and back, each on
another deal; a real window adds some 70 MB. Resident memory, in MB. `GAMES` changes how many.
"""

from __future__ import annotations

import gc
import os
from pathlib import Path
from random import Random

SIZE = (1280, 800)
GAMES = int(os.environ.get("GAMES", "120"))
TOLD = (1, 5, 10, 20, 40, 60, 80, 100, 120, 150, 200)
FRAMES_AFTER_PLACING = 6


def main() -> None:
    """Print the memory after so many games."""
    os.environ["SDL_VIDEODRIVER"] = "dummy"
    import pygame

    from game.bots.players.simple import GreedyBot
    from game.locale import Language
    from game.play.table import TableSetup
    from game.play.table_game import Phase
    from game.rules.match import Player
    from game.rules.ruleset import Ruleset
    from game.ui.frame.intents import MouseButton, PointerMoved, PointerPressed, PointerReleased
    from game.ui.frame.loop import Loop
    from game.ui.frame.scene import Push, Reset
    from game.ui.frame.stack import SceneStack
    from game.ui.frame.window import GameWindow
    from game.ui.scenes.count.scene import CountScene
    from game.ui.scenes.table.scene import TableScene
    from game.ui.scenes.title.scene import TitleScene
    from tests.gallery import make_context

    class Clock:
        def tick(self, rate: int) -> float:
            return 1 / 60

    window = GameWindow("memory", SIZE)
    context = make_context(Language("en"), window.size)
    stack = SceneStack(TitleScene(context), context.painter.view)
    loop = Loop(window, context, stack, clock=Clock(), events=list)
    bot, primary = GreedyBot(), MouseButton.PRIMARY

    def play(seed: int) -> None:
        setup = TableSetup(Ruleset(), (Player("Ana"),), str(seed))
        scene = context.routes.new_table(setup)
        assert isinstance(scene, TableScene)
        stack.apply(Push(scene))
        while not isinstance(stack.top, CountScene):
            loop.step()
            if scene.game.phase() is Phase.ACT and not scene.motion.is_running:
                assert scene.layout is not None
                choice = bot.choose(scene.game.match, scene.game.view, Random(seed))
                at = scene.layout.board.centres[choice.space]
                loop.take(PointerMoved(at))
                loop.step()
                loop.take(PointerPressed(at, primary))
                loop.take(PointerReleased(at, primary, at))
                for _ in range(FRAMES_AFTER_PLACING):
                    loop.step()
        for _ in range(60):
            loop.step()

    for _ in range(120):
        loop.step()
    print(f"menu {_resident():.0f} MB", flush=True)
    for number in range(1, GAMES + 1):
        play(number)
        stack.apply(Reset(context.routes.title()))
        for _ in range(30):
            loop.step()
        if number in TOLD:
            gc.collect()
            print(f"{number} games {_resident():.0f} MB", flush=True)
    pygame.quit()
    context.engines.close()


def _resident() -> float:
    status = Path("/proc/self/status").read_text(encoding="ascii")
    line = next(line for line in status.splitlines() if line.startswith("VmRSS"))
    return int(line.split()[1]) / 1024


if __name__ == "__main__":
    main()
