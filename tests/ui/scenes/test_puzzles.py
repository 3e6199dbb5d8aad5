"""Puzzles from one's own mistakes: the position as it was, judged as the review judged."""

from __future__ import annotations

import time
from dataclasses import replace
from typing import Any

import pytest

from game.bots.coach.replay import ReplayAct, replay_seat
from game.bots.coach.verdicts import LESSON
from game.bots.service.answer import EngineAnswer
from game.bots.service.runner import EngineRunner
from game.bots.service.tasks import EngineTask
from game.locale import write_duration
from game.play.table import TableSetup
from game.progress.challenges import all_challenges, solve_challenge
from game.progress.engine_client import EngineClient
from game.progress.puzzles import (
    PuzzleFigures,
    find_puzzles,
    position_of,
    read_figures,
    store_puzzles,
)
from game.rules.marks import Mark
from game.rules.match import Match
from game.rules.placement import Placement
from game.rules.ruleset import Ruleset
from game.storage.profile import Profile
from game.storage.store import Storage
from game.ui.frame.context import Context
from game.ui.frame.intents import MouseButton, PointerReleased
from game.ui.frame.scene import Pop, Push
from game.ui.parts import Dialog
from game.ui.scenes.puzzles.control import RUSH_SECONDS, PuzzlesControl
from game.ui.scenes.puzzles.scene import PuzzlesScene, puzzles_scene
from game.ui.sound.names import Sound
from tests.gallery.guests import WeighedEngines, list_all, reviewed
from tests.gallery.records import play_out
from tests.ui.conftest import Heard
from tests.ui.scenes.stage import FRAME, Stage

COSTS = {2: 4.0, 7: 11.5, 11: 2.9, 15: 3.0}


@pytest.fixture
def match(player: Context) -> Match:
    """A kept match of which four placements were no good."""
    match = play_out(Ruleset(), ("Ana",), "42", "standard")
    player.store.profile.add_match(match)
    store_puzzles(player.store.profile, match, 0, 0, reviewed(placed(match), COSTS))
    list_all(player.store.profile, match)
    return match


def placed(match: Match) -> tuple[Placement, ...]:
    return tuple(p for turn in match.rounds[0].seats[0].turns for p in turn.placements)


def worst(control: PuzzlesControl) -> int:
    assert control.advice is not None
    return control.advice.placements[-1].placement.space


def test_puzzles_are_the_dear_placements_of_kept_matches(player: Context, match: Match) -> None:
    puzzles = find_puzzles(player.store.profile)
    wanted = sorted((c for c in COSTS.values() if c >= LESSON), reverse=True)
    assert [p.cost for p in puzzles] == wanted
    moments = [m for m in replay_seat(match, 0, 0) if m.act is ReplayAct.PLACED]
    for puzzle in puzzles:
        found = position_of(player.store.profile, puzzle)
        assert found is not None
        before, own = found
        assert own == moments[puzzle.index].placements[0]
        assert (
            before.round.seats[0].position == moments[puzzle.index].before.round.seats[0].position
        )
        assert own.tile in before.round.seats[0].hand
    player.store.profile.delete_match(puzzles[0].number)
    assert find_puzzles(player.store.profile) == ()


def test_what_lay_before_anybody_played_is_no_puzzle() -> None:
    challenge, profile = next(c for c in all_challenges() if c.placed), Profile(None)
    solved = solve_challenge(challenge)
    setup = TableSetup(solved.rules, solved.players, "", challenge=challenge.name)
    setup, laid = setup.marked(Mark.CHALLENGE), len(challenge.placed)
    review = reviewed(placed(solved), {laid - 1: 9.0, laid: 8.0})
    helped = replace(solved, meta=setup.marked(Mark.COACHED).to_meta())
    solved = replace(solved, meta=setup.to_meta())
    for match, places in ((helped, []), (solved, [laid])):
        profile.add_match(match)
        store_puzzles(profile, match, 0, 0, review)
        # Until it is met, nothing may show how it is played better.
        assert [puzzle.index for puzzle in find_puzzles(profile, match)] == places
        list_all(profile, match)
    assert len(find_puzzles(profile)) == 2


def test_solving_one_is_kept_and_moves_it_to_the_end(player: Context, match: Match) -> None:
    control = PuzzlesControl(player.store.profile, WeighedEngines())
    assert control.poll()
    dearest = control.puzzle
    best = control.best
    assert best is not None
    wrong = worst(control)
    assert control.try_space(wrong)
    assert not control.is_right
    assert control.try_space(best.placement.space)
    assert control.is_right
    assert not control.try_space(wrong)
    again = find_puzzles(player.store.profile)
    assert [p.is_solved for p in again] == [False, False, True]
    assert again[-1].key == dearest.key
    assert PuzzlesControl(player.store.profile, WeighedEngines()).puzzle.key != dearest.key


def test_the_answer_can_be_shown_but_does_not_count(player: Context, match: Match) -> None:
    player.engines = WeighedEngines()
    stage = Stage(player, puzzles_scene(player))
    scene = stage.top
    assert isinstance(scene, PuzzlesScene)
    stage.let(FRAME)
    stage.click(stage.find(player.text("puzzles.show")))
    best = scene.control.best
    assert best is not None
    name = match.rules.grid.name_of(best.placement.space)
    assert player.text("puzzles.answer", space=name) in " ".join(stage.read())
    assert not any(p.is_solved for p in find_puzzles(player.store.profile))
    first = scene.control.puzzle
    stage.press("n")
    assert scene.control.puzzle != first


def test_what_has_been_shown_cannot_be_solved_and_after_the_last_comes_the_first(
    player: Context, match: Match
) -> None:
    control = PuzzlesControl(player.store.profile, WeighedEngines())
    assert control.poll()
    best, first = control.best, control.puzzle
    assert best is not None
    control.show_answer()
    assert not control.try_space(best.placement.space)
    assert not any(p.is_solved for p in find_puzzles(player.store.profile))
    for _ in control.puzzles:
        control.go_on()
    assert control.puzzle == first


@pytest.mark.parametrize(
    ("loss", "is_right", "key"),
    [(0.4, True, "right"), (2.5, True, "near"), (2.6, False, "wrong_plain")],
)
def test_an_answer_that_regains_three_quarters_is_right(
    player: Context, match: Match, loss: float, is_right: bool, key: str
) -> None:
    player.engines = WeighedEngines()
    scene = puzzles_scene(player)
    assert isinstance(scene, PuzzlesScene)
    control = scene.control
    assert control.poll()
    assert control.advice is not None
    played = control.played
    best, second = [a for a in control.advice.placements if a.placement != played][:2]
    rows = [
        best,
        replace(second, value=best.value - loss),
        replace(best, placement=played, value=best.value - 10),
    ]
    control.advice = replace(control.advice, placements=tuple(rows))
    assert control.try_space(second.placement.space)
    assert control.is_right is is_right
    best_space, space = (match.rules.grid.name_of(one.placement.space) for one in (best, second))
    named = space if key == "wrong_plain" else best_space
    assert scene.verdict()[0] == player.text(
        f"puzzles.{key}", **({} if key == "right" else {"space": named})
    )


def test_of_several_tiles_in_hand_the_one_that_was_placed_is_judged(player: Context) -> None:
    pairs = play_out(Ruleset.parse("classic free pairs none"), ("Ana",), "42")
    player.store.profile.add_match(pairs)
    for index in range(0, 10, 2):
        costs = {index: 9.0 + index}
        store_puzzles(player.store.profile, pairs, 0, 0, reviewed(placed(pairs), costs))
        control = PuzzlesControl(player.store.profile, WeighedEngines(), pairs)
        assert control.poll()
        assert len(control.hand) == 2
        assert control.best is not None
        assert control.best.placement.tile == control.tile


def test_a_puzzle_is_tried_by_mouse_and_by_keyboard(
    player: Context, match: Match, heard: Heard
) -> None:
    player.engines = WeighedEngines()
    stage = Stage(player, puzzles_scene(player))
    scene = stage.top
    assert isinstance(scene, PuzzlesScene)
    stage.let(FRAME)
    best = scene.control.best
    assert best is not None
    wrong = worst(scene.control)
    stage.hit(scene.layout.centres[wrong])
    assert scene.control.tried is not None
    assert scene.control.tried.placement.space == wrong
    assert not scene.control.is_right
    assert heard.sounds[-1:] == [Sound.PLACE]
    stage.press("up")
    assert scene.cursor.space is not None
    scene.cursor.put(next(s for s in range(19) if s not in scene.control.legal))
    stage.press("return")
    assert heard.sounds[-1:] == [Sound.REFUSE]
    scene.cursor.put(best.placement.space)
    stage.press("return")
    assert scene.control.is_right
    assert player.text("puzzles.right") in " ".join(stage.read())
    assert heard.sounds[-1] is Sound.RIGHT
    solved = scene.control.puzzle
    stage.press("return")
    assert scene.control.puzzle != solved, "a second press goes on"
    scene.control.begin_rush()
    stage.let(FRAME)
    hasty = scene.control.puzzle
    scene.cursor.put(scene.control.legal[0])
    stage.press("return")
    assert scene.control.puzzle != hasty, "there is no time to look back"
    stage.press("tab")
    assert scene.cursor.space is None


class LateEngines(WeighedEngines):
    """Engines that answer when a test says so."""

    def reply(self, task: EngineTask[Any], answer: EngineAnswer[Any]) -> None:
        pass

    def reply_late(self, index: int) -> None:
        """Answer a task, unless it was withdrawn."""
        super().reply(self.tasks[index], self.answers[index])


def test_an_open_puzzle_is_asked_about_once(player: Context, match: Match) -> None:
    engines = player.engines = LateEngines()
    stage = Stage(player, puzzles_scene(player))
    stage.let(0.5)
    assert len(engines.tasks) == 1
    stage.stack.apply(Push(player.routes.calculator()))
    assert engines.answers[0].cancelled()
    stage.stack.apply(Pop())
    assert len(engines.tasks) == 2


def test_an_engine_that_fails_is_said(player: Context, match: Match) -> None:
    engines = player.engines = LateEngines()
    stage = Stage(player, puzzles_scene(player))
    stage.let(FRAME)
    engines.answers[0].fail(RuntimeError("no library"))
    stage.let(0.5)
    assert player.text("puzzles.failed") in " ".join(stage.read())


@pytest.mark.parametrize("has_come", [False, True])
def test_the_advice_for_one_puzzle_never_reaches_the_next(
    player: Context, match: Match, has_come: bool
) -> None:
    engines = LateEngines()
    control = PuzzlesControl(player.store.profile, engines)
    if has_come:
        engines.reply_late(0)
    control.go_on()
    assert engines.answers[0].cancelled() is not has_come
    assert not control.poll()
    assert control.advice is None
    engines.reply_late(1)
    assert control.poll()
    assert control.best is not None
    assert control.best.placement.tile == control.tile


def test_the_engine_judges_as_the_review_did(player: Context, match: Match) -> None:
    player.engines = EngineClient(EngineRunner(in_process=False))
    control = PuzzlesControl(player.store.profile, player.engines)
    end = time.monotonic() + 60
    while not control.poll() and time.monotonic() < end:
        time.sleep(0.02)
    assert control.best is not None
    assert control.advice is not None
    worths = [a.value for a in control.advice.placements]
    assert control.best.value == max(worths)
    assert {a.placement.space for a in control.advice.placements} == set(control.legal)
    player.engines.close()


def test_without_mistakes_it_is_said_how_to_come_by_some(player: Context) -> None:
    player.store = Storage.in_memory()
    scene = puzzles_scene(player)
    assert isinstance(scene, Dialog)


def test_first_tries_make_a_streak_and_a_rush_is_over_in_time(
    player: Context, match: Match
) -> None:
    profile = player.store.profile
    control = PuzzlesControl(profile, WeighedEngines())

    def solve(is_missed: bool = False) -> None:
        assert control.poll()
        best = control.best
        assert best is not None
        if is_missed:
            control.try_space(worst(control))
        assert control.try_space(best.placement.space)
        control.go_on()

    solve()
    solve()
    assert control.figures == PuzzleFigures(2, 2, 0)
    solve(is_missed=True)
    assert read_figures(profile) == PuzzleFigures(0, 2, 0), "a second try is no first one"
    solve()
    assert control.poll()
    control.show_answer()
    assert read_figures(profile).streak == 0, "and neither is giving up"
    control.go_on()
    control.begin_rush()
    assert not control.run_clock(RUSH_SECONDS), "weighing takes nobody's time"
    assert control.rush == RUSH_SECONDS
    solve()
    assert control.rushed == 1
    assert control.poll()
    assert control.run_clock(RUSH_SECONDS + 1)
    left: float | None = control.rush
    assert (left, control.figures.best_rush) == (None, 1)
    # Each puzzle comes once, but the one whose answer was shown.
    control.begin_rush()
    for _ in control.puzzles[1:]:
        solve()
    assert control.rush is None
    assert PuzzlesControl(profile, WeighedEngines()).figures.best_rush == len(control.puzzles) - 1


@pytest.mark.parametrize("shown", [(0,), (1,), (0, 1), (0, 2), (1, 2), (0, 1, 2)])
@pytest.mark.parametrize("comes_back", [False, True])
def test_no_rush_has_a_puzzle_whose_answer_was_shown(
    player: Context, match: Match, shown: tuple[int, ...], comes_back: bool
) -> None:
    """Neither at first nor later, nor after the page was left; nor does it make a streak."""
    profile = player.store.profile
    control = PuzzlesControl(profile, WeighedEngines())
    seen = set()
    for index in range(3):
        assert control.poll()
        if index in shown:
            control.show_answer()
            seen.add(control.puzzle.key)
        if index != max(shown):
            control.go_on()
        else:
            break
    if comes_back:
        control = PuzzlesControl(profile, WeighedEngines())
        assert control.puzzle.key not in seen or len(seen) == 3
    assert control.can_rush is (len(seen) < 3)
    control.begin_rush()
    came = []
    while control.rush is not None:
        came.append(control.puzzle.key)
        assert control.poll()
        assert control.best is not None
        control.try_space(control.best.placement.space)
        control.go_on()
    assert len(came) == len(set(came)) == 3 - len(seen)
    assert not seen.intersection(came)
    assert control.figures.best_rush == control.figures.streak == len(came)
    while control.puzzle.key not in seen:
        control.go_on()
    control.poll()
    assert control.best is not None
    control.try_space(control.best.placement.space)
    assert control.figures.streak == len(came)


def test_a_rush_does_not_begin_with_the_puzzle_just_solved(player: Context, match: Match) -> None:
    control = PuzzlesControl(player.store.profile, WeighedEngines())
    assert control.poll()
    assert control.best is not None
    control.try_space(control.best.placement.space)
    solved = control.puzzle
    control.begin_rush()
    assert control.puzzle != solved


def test_a_rush_is_begun_and_goes_on_by_itself(player: Context, match: Match) -> None:
    player.engines = WeighedEngines()
    stage = Stage(player, puzzles_scene(player))
    stage.let(0.2)
    scene = stage.top
    assert isinstance(scene, PuzzlesScene)
    stage.click(scene.part("rush"))
    stage.let(1.5)
    time_left = write_duration(player.catalogue, 179)
    assert player.text("puzzles.rush_now", solved=0, time=time_left) in " ".join(stage.read())
    best, at = scene.control.best, scene.control.at
    assert best is not None
    stage.give(PointerReleased(scene.layout.centres[best.placement.space], MouseButton.PRIMARY))
    assert scene.control.at == at + 1
    assert scene.control.rushed == 1
