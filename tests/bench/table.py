"""Ticks of a whole game at 1920×1080, the first table included (bar: p99 12 copies).

A solo game is played by pointer with a preview before each placement, in the game's own loop;
each tick's input, time and drawing are timed together, the flip excluded.
"""

from __future__ import annotations

from random import Random

OPENING_FRAMES = 60
FRAMES_AFTER_PLACING = 40


def main() -> None:
    """Print the figures of the opening, and of everything."""
    from game.bots.players.simple import GreedyBot
    from game.play.table import TableSetup
    from game.play.table_game import Stage
    from game.rules.match import Player
    from game.rules.ruleset import Ruleset
    from game.ui.frame.intents import MouseButton, PointerMoved, PointerPressed, PointerReleased
    from game.ui.scenes.table.scene import TableScene
    from tests.bench._stage import BenchStage, report

    stage = BenchStage()
    for _ in range(90):
        stage.tick()
    stage.forget()
    scene = stage.context.routes.new_table(TableSetup(Ruleset(), (Player("Ana"),), "42"))
    assert isinstance(scene, TableScene)
    stage.open(scene)
    for _ in range(OPENING_FRAMES):
        stage.tick()
    report("first table", stage.times, stage.copies)
    assert scene.layout is not None
    bot = GreedyBot()
    for _ in range(len(scene.game.match.rules.grid)):
        while scene.game.stage() is not Stage.ACT:
            stage.tick()
        choice = bot.choose(scene.game.match, scene.game.view, Random(0))
        at = scene.layout.board.centres[choice.space]
        stage.tick(PointerMoved(at))
        primary = MouseButton.PRIMARY
        stage.tick(PointerPressed(at, primary), PointerReleased(at, primary, at))
        for _ in range(FRAMES_AFTER_PLACING):
            stage.tick()
    report("whole game", stage.times, stage.copies)


if __name__ == "__main__":
    main()
