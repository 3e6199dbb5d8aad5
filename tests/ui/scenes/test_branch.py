"""Another line from a placement of a review: the table again, with the same calls."""

from __future__ import annotations

import dataclasses
from typing import Any, TypeVar

import pytest

from game.bots.service.answer import EngineAnswer
from game.bots.service.tasks import EngineTask, PlayOutTask
from game.locale import write_percent
from game.play.editions import all_editions
from game.rules.match import Match
from game.rules.ruleset import Ruleset
from game.rules.scoring import score_position
from game.ui.frame.context import Context
from game.ui.scenes.review.branch import BranchMode
from game.ui.scenes.review.control import ReviewControl
from game.ui.scenes.shared.names import bot_name
from game.ui.scenes.table.scene import TableScene
from tests.gallery.records import play_out
from tests.gallery.review import ReadyEngines
from tests.golden.pages import changed_pages
from tests.ui.scenes.stage import Stage

T = TypeVar("T")
RULES = [card.rules for card in all_editions()]


def open_branch(
    context: Context, match: Match, at: int, engines: ReadyEngines | None = None
) -> tuple[Stage, TableScene, BranchMode]:
    context.engines = engines or ReadyEngines()
    control = ReviewControl(match, 0, 0, ReadyEngines())
    control.poll()
    scene = context.routes.branch(match, 0, control.steps[at])
    assert isinstance(scene, TableScene)
    assert isinstance(scene.mode, BranchMode)
    return Stage(context, scene), scene, scene.mode


def play_on(stage: Stage, scene: TableScene, match: Match) -> None:
    """Make the placements of the real game."""
    turns = match.rounds[0].seats[0].turns
    spaces = {p.tile: p.space for turn in turns for p in turn.placements}
    while True:
        stage.let(1.0)
        if not scene.game.hand() or scene.game.seat_state() is None:
            return
        tile = scene.game.hand()[0]
        if not scene.game.match.round.seats[0].hand:
            return
        scene.show(scene.control.place(tile, spaces[tile]))


@pytest.mark.slow
@pytest.mark.parametrize("rules", RULES, ids=str)
def test_the_same_spaces_are_worth_the_same_and_nothing_is_stored(
    context: Context, rules: Ruleset
) -> None:
    names = ("Ana", "Zoe") if rules.conflicts(1) else ("Ana",)
    match = play_out(rules, names, "7")
    stage, scene, mode = open_branch(context, match, 3)
    assert mode.instructions() == context.text("review.branch_same")
    play_on(stage, scene, match)
    assert scene.game.position() == match.rounds[0].seats[0].position
    assert mode.instructions() == context.text("review.branch_same")
    assert not context.store.waiting()
    assert context.store.profile.count_matches(5) == 0


@pytest.mark.slow
def test_undoing_goes_back_to_the_placement_and_no_further(context: Context) -> None:
    match = play_out(Ruleset(), ("Ana",), "42", "standard")
    stage, scene, _ = open_branch(context, match, 7)
    begun = scene.game.match.round.seats[0]
    keys = ("play.key.place", "play.key.take_back", "play.key.coach", "review.branch_back")
    assert [words for _, words in scene.mode.hints()] == [context.text(key) for key in keys]
    for _ in range(3):
        tile = scene.game.hand()[0]
        scene.show(scene.control.place(tile, scene.game.legal(tile)[-1]))
        stage.let(1.5)
    for _ in range(6):
        stage.press("backspace")
        stage.let(0.1)
    assert scene.game.match.round.seats[0] == begun


def test_the_real_board_goes_along_and_the_difference_is_told(context: Context) -> None:
    match = play_out(Ruleset(), ("Ana",), "42", "standard")
    turns = match.rounds[0].seats[0].turns
    for at in (3, 17):
        stage, scene, mode = open_branch(context, match, at)
        said = set()
        for call in range(at, 19):
            played = mode.rival.game.position()
            assert played.filled.bit_count() == call, "each tile but the one in the hand"
            (placement,) = turns[call].placements
            free = [s for s in scene.game.legal(placement.tile) if s != placement.space]
            scene.show(scene.control.place(placement.tile, free[-1] if free else placement.space))
            stage.let(1.0)
            mine, theirs = (
                score_position(match.rules, game.position()).total
                for game in (scene.game, mode.rival.game)
            )
            points = context.text("terms.count.points", count=abs(mine - theirs))
            key = "less" if mine < theirs else "more" if mine > theirs else "same"
            values = {"points": points, "total": f"{mine}", "played": f"{theirs}"}
            words = context.text(f"review.branch_{key}", **({} if key == "same" else values))
            assert mode.instructions() == words
            said.add(key)
        assert mode.rival.game.position() == match.rounds[0].seats[0].position
        assert said > {"same"} or at == 17


@pytest.mark.slow
def test_the_strongest_computer_finishes_a_line_and_taking_back_stops_it(context: Context) -> None:
    class Slow(ReadyEngines):
        """Answers only when it is let."""

        def __init__(self) -> None:
            super().__init__()
            self.asked: list[PlayOutTask] = []
            self.answer = EngineAnswer[Any]()

        def ask(self, task: EngineTask[T]) -> EngineAnswer[T]:
            if not isinstance(task, PlayOutTask):
                return super().ask(task)
            self.asked.append(task)
            self.answer = EngineAnswer[Any]()
            return self.answer

    match = play_out(Ruleset(), ("Ana",), "42", "standard")
    engines = Slow()
    stage, scene, mode = open_branch(context, match, 14, engines)
    stage.click(stage.find(context.text("review.branch_finish", name=bot_name(context, "master"))))
    assert engines.asked[0].bot == "master"
    for share in (0.0, 0.5):
        engines.answer.progress = share
        stage.let(0.1)
        words = write_percent(context.catalogue, share)
        assert mode.instructions() == context.text("review.branch_working", share=words)
    quick = dataclasses.replace(engines.asked[0], bot="greedy")
    engines.answer.give(quick.run(lambda share: None, lambda: False))
    stage.let(1.0)
    assert scene.game.match.is_complete
    stage.let(3.0)
    assert stage.top is scene
    stage.press("backspace")
    stage.let(0.1)
    assert not scene.game.match.is_complete
    mode.finish()
    stage.press("backspace")
    assert engines.answer.cancelled()
    mode.finish()
    engines.answer.fail(RuntimeError("gone"))
    stage.let(0.1)
    assert mode.instructions() == context.text("review.branch_failed")
    mode.finish()
    assert mode.instructions() != context.text("review.branch_failed"), "it is tried again"


def test_pages_are_drawn_and_read_as_they_were() -> None:
    assert changed_pages("branch") == []
