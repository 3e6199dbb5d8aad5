"""The timing of a lesson: it waits, skips by itself, and passes steps without words."""

from __future__ import annotations

import pytest

from game.play.deal_source import DealSource
from game.play.keeper import LocalKeeper
from game.play.lesson import Lesson, LessonGoal, LessonPhase, load_script
from game.play.lesson_flow import LessonFlow
from game.play.table import TableSetup
from game.play.table_control import (
    MovesApplied,
    TableControl,
    TableSignal,
)
from game.play.table_game import TableGame
from game.resources import seed_file
from game.rules.match import Match, new_match
from tests.play.engines import ScriptedEngines, first_legal
from tests.play.evening import TICK, Evening
from tests.play.playing import ANA


def _learn() -> tuple[Evening, LessonFlow]:
    script = load_script(seed_file("deals", "tutorial.toml"))
    setup = TableSetup(script.rules, (ANA,), "tutorial")
    source = DealSource(setup.rules, setup.seed, (script.order,))
    flow = LessonFlow(Lesson(script), lambda match: True, lambda m: first_legal(m, 0)[0])
    game = TableGame(setup, LocalKeeper(new_match(setup.rules, setup.players)), source)
    evening = Evening(TableControl(game, ScriptedEngines(), lambda: 0.0, flow))
    evening.let(TICK)
    return evening, flow


def _go_to(evening: Evening, flow: LessonFlow, goal: LessonGoal) -> None:
    """Do what the lesson asks for, on the marked spaces, until a step has this goal."""
    game, lesson = evening.game, flow.lesson
    while lesson.step.goal is not goal:
        if game.hand() and lesson.step.goal is not LessonGoal.SKIP:
            tile = game.hand()[0]
            evening.control.place(tile, (*lesson.marked(game.match), *game.legal(tile))[0])
        else:
            evening.control.go_on()


def test_a_lesson_goes_on_once_the_tile_is_placed_and_to_the_count_at_its_end() -> None:
    evening, flow = _learn()
    control = evening.control
    assert not flow.goes_on_by_click
    assert (flow.can_go_on(control), flow.can_place(control)) == (False, True)
    assert control.go_on() == []
    evening.place()
    assert flow.can_go_on(control)
    assert control.go_on() != []
    _go_to(evening, flow, LessonGoal.END)
    assert flow.can_go_on(control)
    assert evening.game.match.is_complete
    assert control.go_on() == [TableSignal.OVER]


def test_skipped_tiles_come_one_by_one_or_all_at_once() -> None:
    for at_once in (False, True):
        evening, flow = _learn()
        _go_to(evening, flow, LessonGoal.SKIP)
        control, game, step = evening.control, evening.game, flow.lesson.step

        def filled(game: TableGame = game) -> int:
            return game.position().filled.bit_count()

        begun = filled()
        assert flow.can_go_on(control)
        assert (control.go_on(), flow.is_skipping, filled()) == ([], True, begun)
        assert not flow.can_place(control)
        counts = []
        for _ in range(3):
            evening.let(0.5)
            counts.append(filled())
        assert counts == [begun + 1, begun + 2, begun + 3], "one in half a second"
        if at_once:
            flow.interrupt(control)
        else:
            evening.let(0.5 * (step.until - begun))
        assert (filled(), flow.is_skipping) == (step.until, False)
        assert flow.lesson.step is not step


def test_a_lesson_waits_for_ever_and_skips_by_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    evening, flow = _learn()
    lesson, match = flow.lesson, evening.game.match
    assert evening.let(60) == []
    _go_to(evening, flow, LessonGoal.SKIP)
    assert evening.game.match is not match
    until = lesson.step.until
    told = [lesson.figures(evening.game.match)[name] for name in ("lost", "least")]
    judged: list[Match] = []
    monkeypatch.setattr(lesson, "place", judged.append)
    evening.control.go_on()
    assert flow.is_skipping
    heard = evening.let(1.0)
    assert any(isinstance(news, MovesApplied) and news.is_helped for news in heard)
    assert flow.is_skipping
    before = evening.game.match
    assert evening.control.place(evening.game.match.bag[0], 0) == []
    assert evening.game.match is before
    evening.control.go_on()
    assert not flow.is_skipping
    filled = sum(t is not None for t in evening.game.match.round.seats[0].position.tiles)
    assert filled == until
    # What the player has placed last is what is talked about, not what the helper did.
    assert judged == []
    assert [lesson.figures(evening.game.match)[name] for name in ("lost", "least")] == told
    monkeypatch.undo()
    while lesson.step.goal is not LessonGoal.TAKE_BACK:
        if evening.game.hand():
            evening.control.place(
                evening.game.hand()[0], evening.game.legal(evening.game.hand()[0])[0]
            )
        else:
            evening.control.go_on()
    evening.control.take_back()
    assert lesson.phase is LessonPhase.MET


def test_a_step_without_words_passes_once_the_picture_is_at_rest(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    evening, flow = _learn()
    monkeypatch.setattr(flow, "_has_words", lambda match: False)
    evening.place()
    assert evening.control.advance(TICK, is_moving=True) == []
    assert evening.control.advance(TICK, is_moving=False) != []
