"""Ticks of a whole game and of a climb's stage at 1920×1080, each first table too (bar: p99 12
copies).

They are played by pointer with a preview before each placement, in the game's own loop; each
tick's input, time and drawing are timed together, the flip excluded.
"""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from game.ui.frame.scene import Scene
    from tests.bench._stage import BenchStage

OPENING_FRAMES = 60
FRAMES_AFTER_PLACING = 40


def main() -> None:
    """Print the figures of the openings, and of everything."""
    from game.play.table import TableSetup
    from game.rules.match import Player
    from game.rules.ruleset import Ruleset
    from tests.bench._stage import BenchStage
    from tests.gallery.climb import table

    stage = BenchStage()
    stage.load()
    setup = TableSetup(Ruleset(), (Player("Ana"),), "42")
    _play(stage, stage.context.routes.new_table(setup), "game")
    stage.context.now = lambda: stage.ticks / 60
    _play(stage, table(stage.context, calls=0), "stage of a climb")


def _play(stage: BenchStage, scene: Scene, name: str) -> None:
    """Play the table's board to its last placement."""
    from game.bots.players.simple import GreedyBot
    from game.play.table_game import Phase
    from game.ui.frame.intents import MouseButton, PointerMoved, PointerPressed, PointerReleased
    from game.ui.scenes.table.scene import TableScene
    from tests.bench._stage import report

    assert isinstance(scene, TableScene)
    stage.forget()
    stage.open(scene)
    for _ in range(OPENING_FRAMES):
        stage.tick()
    report(f"first table of a {name}", stage.times, stage.copies)
    assert scene.layout is not None
    bot = GreedyBot()
    for _ in range(len(scene.game.match.rules.grid)):
        while scene.game.phase() is not Phase.ACT:
            stage.tick()
        choice = bot.choose(scene.game.match, scene.game.view, Random(0))
        at = scene.layout.board.centres[choice.space]
        stage.tick(PointerMoved(at))
        primary = MouseButton.PRIMARY
        stage.tick(PointerPressed(at, primary), PointerReleased(at, primary, at))
        for _ in range(FRAMES_AFTER_PLACING):
            stage.tick()
    report(f"whole {name}", stage.times, stage.copies)


if __name__ == "__main__":
    main()
