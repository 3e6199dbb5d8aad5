"""Ticks of the first review at 1920×1080, walked through by keyboard (bar: p99 12 copies).

None above 16.7 ms on a quiet machine, as at the table.
"""

from __future__ import annotations


def main() -> None:
    """Print the figures."""
    from tests.bench._stage import BenchStage, report

    stage = BenchStage()
    stage.load()
    from game.bots.service.tasks import BestBoardTask, ReviewTask
    from game.rules.ruleset import Ruleset
    from game.ui.frame.bindings import Action
    from game.ui.frame.intents import Command
    from game.ui.scenes.review.scene import review_scene
    from tests.gallery.records import play_out
    from tests.gallery.review import ReadyEngines

    match = play_out(Ruleset(), ("Ana",), "42", "standard")
    # What the engines' process would think about is no part of a frame.
    engines = ReadyEngines()
    engines.ask(ReviewTask(match, 0, 0))
    engines.ask(BestBoardTask(match, 0))
    stage.forget()
    stage.open(review_scene(stage.context, match, engines=ReadyEngines()))
    for _ in range(60):
        stage.tick()
    for _ in range(20):
        stage.tick(Command(Action.RIGHT))
        for _ in range(10):
            stage.tick()
    report("first review", stage.times, stage.copies)


if __name__ == "__main__":
    main()
