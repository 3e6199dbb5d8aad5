"""Frames of a real game at 1920×1080, previews, placements and lines included (same bars).

A whole solo game is played by pointer with a preview before each placement; every frame's
drawing is timed on its own, the flip excluded.
"""

from __future__ import annotations

import os
import statistics
from random import Random
from time import perf_counter

FRAMES_AFTER_PLACING = 40


def main() -> None:
    """Print median, p99 and the slowest frame."""
    os.environ["SDL_VIDEODRIVER"] = "dummy"
    import pygame

    from game.bots.players.simple import GreedyBot
    from game.locale import Language
    from game.play.table import TableSetup
    from game.play.table_game import Stage
    from game.rules.match import Player
    from game.rules.ruleset import Ruleset
    from game.tools.gallery import make_context
    from game.ui.frame.intents import MouseButton, PointerMoved, PointerPressed, PointerReleased
    from game.ui.scenes.table.scene import TableScene

    pygame.display.init()
    surface = pygame.display.set_mode((1920, 1080))
    context = make_context(Language("en"), surface.get_size())
    scene = context.doors.new_table(TableSetup(Ruleset(), (Player("Ana"),), "42"))
    assert isinstance(scene, TableScene)
    scene.resize(context.painter.view)
    assert scene.layout is not None
    bot, times = GreedyBot(), []

    def draw_frame() -> None:
        scene.update(1 / 60)
        start = perf_counter()
        scene.draw(surface)
        times.append((perf_counter() - start) * 1e3)

    for _ in range(60):
        draw_frame()
    times.clear()
    for _ in range(len(scene.game.match.rules.grid)):
        while scene.game.stage() is not Stage.ACT:
            draw_frame()
        choice = bot.choose(scene.game.match, scene.game.view, Random(0))
        at = scene.layout.board.centres[choice.space]
        scene.handle(PointerMoved(at))
        draw_frame()
        scene.handle(PointerPressed(at, MouseButton.PRIMARY))
        scene.handle(PointerReleased(at, MouseButton.PRIMARY, at))
        for _ in range(FRAMES_AFTER_PLACING):
            draw_frame()
    times.sort()
    plain = pygame.Surface(surface.get_size())
    start = perf_counter()
    for _ in range(200):
        surface.blit(plain, (0, 0))
    yardstick = (perf_counter() - start) / 200 * 1e3
    print(
        f"{len(times)} frames: median {statistics.median(times):.2f} ms, "
        f"p99 {times[len(times) * 99 // 100]:.2f} ms, slowest {times[-1]:.2f} ms "
        f"(one opaque full-screen blit here and now: {yardstick:.2f} ms; 0.2 on a quiet machine)"
    )


if __name__ == "__main__":
    main()
