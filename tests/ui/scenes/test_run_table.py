"""A run at the table: its clock, its aces, what is between two stages, two windows."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from random import Random
from types import SimpleNamespace
from typing import cast

import pygame
import pytest

from game.bots.players.registry import make_bot
from game.play.table_game import Stage as Waits
from game.progress.run.aces import NO_ACE_POINTS, Ace, HeldAce, ace_values
from game.progress.run.game import RunGame, begin_run, open_runs, resume_run
from game.progress.run.ladder import seconds_of
from game.progress.run.state import RunState, StageResult, after_stage
from game.progress.run.table import StageTable
from game.ui.frame.bindings import Action
from game.ui.frame.context import Context
from game.ui.frame.intents import Command, FocusChanged
from game.ui.frame.preferences import change_settings
from game.ui.frame.topics import Topic
from game.ui.layout.rects import make_view
from game.ui.scenes.menu.scene import MenuScene
from game.ui.scenes.run.between import AceChoiceScene, StageCount
from game.ui.scenes.run.mode import RunMode
from game.ui.scenes.run.pause import RunPause
from game.ui.scenes.run.words import moment_of
from game.ui.scenes.run_pages.end import RunEndScene
from game.ui.scenes.table.scene import TableScene
from game.ui.sound.names import Sound
from tests.ui.conftest import Heard
from tests.ui.scenes.stage import FRAME, Stage
from tests.ui.scenes.table_stage import TableStage

ACES = (Ace.PREVIEW, Ace.POCKET, Ace.EITHER, Ace.SECOND_THOUGHT)


class RunStage(TableStage):
    """A run on a stage."""

    def __init__(self, context: Context, *, is_timed: bool = True, seed: str = "77") -> None:
        self.run: RunGame = begin_run(context.store, "Ana", is_timed=is_timed, seed=seed)
        super().__init__(context, context.routes.run_table(self.run))

    def call(self) -> None:
        """Wait for the next call, and until its tile has come."""
        self.let_until_waits(Waits.ACT)
        self.let(1.0)

    def place_any(self) -> None:
        """Place the hand where a computer would."""
        while self.waits() is Waits.ACT:
            chosen = make_bot("greedy").choose(self.match, 0, Random(1))
            self.click_space(chosen.space)

    def play_stage(self) -> None:
        """Place everything, and wait for the count."""
        while isinstance(self.top, TableScene):
            if self.waits() is Waits.ACT:
                self.place_any()
            self.let(0.3)


@pytest.fixture
def holding(monkeypatch: pytest.MonkeyPatch) -> None:
    """Runs begin with four aces."""

    def begin(seed: str, is_timed: bool) -> RunState:
        held = tuple(HeldAce(ace, 0) for ace in ACES)
        return RunState(seed, is_timed, reserve=60, aces=held)

    monkeypatch.setattr("game.progress.run.record.RunState", begin)


def test_the_clock_runs_while_a_call_is_open_and_stands_while_covered(player: Context) -> None:
    stage = RunStage(player)
    assert stage.run.open.milliseconds == 0
    stage.call()
    stage.let(3.0)
    took = stage.run.open.milliseconds
    assert 3000 <= took <= 5500
    stage.press("escape")
    assert isinstance(stage.top, RunPause)
    assert player.text("run.table.paused_clock") in " ".join(stage.read())
    paused = stage.run.open.milliseconds
    stage.let(20.0)
    assert stage.run.open.milliseconds == paused
    assert stage.table.mode.title()[0] not in stage.read()
    stage.press("escape")
    assert stage.table.mode.title()[0] in stage.read()
    stage.let(2.0)
    assert 1900 <= stage.run.open.milliseconds - paused <= 2300


def test_no_clock_runs_between_two_calls_unless_the_player_has_it_wait(player: Context) -> None:
    stage = RunStage(player)
    stage.call()
    stage.place_any()
    before = stage.run.open.milliseconds
    stage.let_until_waits(Waits.ACT)
    assert stage.run.open.milliseconds - before <= 100
    stage.place_any()
    before = stage.run.open.milliseconds
    # Whoever points at the tile just placed has the next one wait, and pays for it.
    stage.table.selection.is_held = True
    stage.let(5.0)
    assert stage.waits() is Waits.CALL
    assert stage.run.open.milliseconds - before >= 4500
    stage.table.selection.is_held = False
    stage.call()
    change_settings(player, has_auto_call=False)
    stage.place_any()
    before = stage.run.open.milliseconds
    stage.let(5.0)
    assert stage.waits() is Waits.CALL
    assert stage.run.open.milliseconds - before >= 4500
    fresh = RunStage(player, seed="78")
    fresh.let(5.0)
    assert (fresh.waits(), fresh.run.open.milliseconds) == (Waits.CALL, 0)


@pytest.mark.parametrize("aces", [(Ace.PREVIEW,), (Ace.PREVIEW, Ace.ECHO)])
def test_what_an_ace_pays_is_doubled_by_the_echo(
    player: Context, monkeypatch: pytest.MonkeyPatch, aces: tuple[Ace, ...]
) -> None:
    held = tuple(HeldAce(ace, 0) for ace in aces)
    state = partial(RunState, reserve=60, aces=held)
    monkeypatch.setattr("game.progress.run.record.RunState", state)
    table = StageTable(begin_run(player.store, "Ana", is_timed=True))
    paid = ace_values(Ace.PREVIEW)["points"] * len(aces)
    assert table.pay_now(Ace.PREVIEW) == table.pay_now() == paid


def test_the_bank_s_last_seconds_tick_and_the_target_is_cheered_once(
    player: Context, heard: Heard, monkeypatch: pytest.MonkeyPatch
) -> None:
    stage = RunStage(player)
    stage.call()
    mode, bank = stage.table.mode, [0.0]
    assert isinstance(mode, RunMode)
    monkeypatch.setattr(StageTable, "seconds_left", property(lambda _: bank[0]))
    near = [player.text("run.table.less_than", seconds=f"{seconds}") for seconds in (60, 30)]
    empty = player.text("run.table.empty")
    for left, words, step in (
        (61.0, None, None),
        (60.0, near[0], None),
        (5.5, near[1], None),
        (5.0, near[1], 5),
        (-2.0, empty, 0),
    ):
        bank[0] = left
        heard.played.clear()
        stage.let(1.5)
        told = mode.instructions().splitlines()
        assert [line for line in told if line in (*near, empty)] == [words] * bool(words)
        ticks = {at for sound, at, *_ in heard.played if sound is Sound.RUN_TICK}
        assert ticks == ({step} if step is not None else set())
        assert mode.seconds_left() == max(0, left)
    heard.sounds.clear()
    monkeypatch.setattr(RunMode, "points", property(lambda _: 80))
    stage.place_any()
    stage.let(1.0)
    assert player.text("run.table.reached") in stage.read()
    stage.call()
    stage.place_any()
    assert heard.sounds.count(Sound.GOAL) == 1


@pytest.mark.parametrize("stages", [0, 1])
def test_a_run_that_is_given_up_is_over(player: Context, stages: int) -> None:
    stage = RunStage(player, is_timed=False)
    if stages:
        stage.play_stage()
        stage.press("return", "return", "0")
    stage.call()
    stage.press("escape")
    stage.click(stage.find(player.text("run.table.give_up")))
    body = "give_up_body" if stages else "give_up_first"
    assert player.text(f"run.table.{body}") in " ".join(stage.read())
    assert open_runs(player.store)
    stage.click(stage.find(player.text("run.table.give_up")))
    assert open_runs(player.store) == []
    assert [run.stage for run in player.store.profile.runs.finished()] == [stages]
    assert isinstance(stage.top, RunEndScene if stages else MenuScene)


@pytest.mark.parametrize(
    ("reserve", "surplus", "moment"),
    [
        *((60, -5, "missed"), (60, 20, "passed"), (120, 134, "passed"), (10, -5, "saved")),
        *((9, 4, "passed"), (11, -1, "missed"), (0, -40, "saved")),
    ],
)
def test_a_stage_that_reaches_its_target_is_passed_and_one_that_drains_the_reserve_saved(
    reserve: int, surplus: int, moment: str
) -> None:
    """The reserve has a limit: what a stage added to it is not what it had above its target."""
    result = StageResult(3, 100 + surplus, 0, 0, 100, surplus)
    assert moment_of(RunState("7", False, reserve=reserve), result) == moment
    assert moment_of(RunState("7", False, reserve=reserve, is_over=True), result) == "over"


@pytest.mark.usefixtures("pixels")
@pytest.mark.parametrize("total", [40, 99, 100, 149, 150, 400])
@pytest.mark.parametrize("reserve", [0, 3, 60, 120])
def test_only_a_stage_that_is_passed_is_celebrated(
    player: Context, total: int, reserve: int
) -> None:
    """One far above its target most, whatever became of the reserve; a miss not at all."""
    result = StageResult(1, total, 0, 0, 100, total - 100)
    before = RunState("7", False, reserve=reserve)
    after = after_stage(before, result, 0)
    run = cast("RunGame", SimpleNamespace(state=after))
    pictures = []
    for is_still in (False, True):
        change_settings(player, has_reduced_motion=is_still)
        count = StageCount(player, run, before, result)
        count.resize(make_view((1280, 800)))
        count.animate(1.6)
        surface = pygame.Surface((1280, 800))
        count.draw_below(surface)
        pictures.append(pygame.surfarray.array2d(surface))
    changed = int((pictures[0] != pictures[1]).sum())
    assert bool(changed) is (total >= 100)
    # Light over the whole picture is for what is far above the target.
    assert (changed > 1280 * 800 / 10) is (total >= 150), changed


def test_a_window_without_the_keyboard_hides_the_table(player: Context) -> None:
    stage = RunStage(player)
    stage.call()
    stage.give(FocusChanged(has_focus=False))
    assert isinstance(stage.top, RunPause)


def test_whoever_places_thinks_and_takes_back_has_used_the_time(player: Context) -> None:
    stage = RunStage(player)
    stage.call()
    before, start = stage.run.open.milliseconds, stage.clock
    for _ in range(4):
        stage.place_any()
        stage.let(0.8)
        stage.press("backspace")
        assert stage.waits() is Waits.ACT
    stage.let(FRAME)
    took = stage.run.open.milliseconds - before
    assert took == pytest.approx(1000 * (stage.clock - start), abs=100)


def test_a_calm_run_has_no_clock_and_is_not_hidden(player: Context) -> None:
    stage = RunStage(player, is_timed=False)
    stage.call()
    stage.give(FocusChanged(has_focus=False))
    assert isinstance(stage.top, TableScene)
    assert stage.table.mode.seconds_left() is None
    stage.press("escape")
    assert player.text("run.table.paused_calm") in " ".join(stage.read())


@pytest.mark.usefixtures("holding")
def test_aces_are_used_by_their_digits(player: Context) -> None:
    stage = RunStage(player)
    stage.call()
    (first,), play = stage.game.hand(), stage.run.play
    assert play is not None
    following = play.deck.tiles[0]
    stage.press("2")
    assert stage.game.hand() == (following,)
    assert play is not stage.run.play
    stage.let(1.0)
    stage.place_any()
    stage.call()
    (second,) = stage.game.hand()
    stage.press("3")
    assert stage.run.play is not None
    choice = stage.run.play.choice
    assert choice[0] is second
    # Nothing is placed before it is chosen what is called.
    stage.press("up", "return")
    assert stage.run.play.choice == choice
    stage.press("2")
    assert stage.game.hand() == (choice[1],)
    stage.place_any()
    stage.call()
    (third,) = stage.game.hand()
    stage.press("4")
    assert stage.game.hand() == (choice[1],)
    stage.place_any()
    stage.call()
    assert stage.game.hand() == (third,)
    stage.press("2")
    assert stage.game.hand() == (first,), "the tile in the pocket"
    uses = [use.kind.value for use in stage.run.play.uses]
    assert uses == ["pocket", "either", "second-thought", "pocket"]


@pytest.mark.usefixtures("holding")
def test_a_digit_behind_a_column_s_letter_names_a_space(player: Context) -> None:
    stage = RunStage(player)
    stage.call()
    hand = stage.game.hand()
    stage.press("c", "2")
    assert stage.game.hand() == hand
    assert stage.table.selection.target == stage.space("c2")
    stage.press("2")
    assert stage.game.hand() != hand


NUMBERS = "²¹③½٣五𝟙"
"""One of each kind that counts as a number without being one of 0 to 9."""


@pytest.mark.usefixtures("holding")
def test_a_sign_that_only_counts_as_a_number_uses_no_ace(player: Context) -> None:
    stage = RunStage(player, is_timed=False, seed="5")
    stage.call()
    hand = stage.game.hand()
    stage.press(*NUMBERS)
    assert stage.game.hand() == hand
    stage.play_stage()
    stage.press("return", "return")
    choice = stage.top
    assert isinstance(choice, AceChoiceScene)
    stage.press(*NUMBERS)
    assert stage.top is choice


@pytest.mark.usefixtures("holding")
def test_aces_are_used_by_click_and_by_pad(player: Context, heard: Heard) -> None:
    stage = RunStage(player)
    stage.call()
    hand = stage.game.hand()
    stage.click(stage.widget(("ace", 1)))
    assert stage.game.hand() != hand
    stage.let(1.0)
    player.is_pad_held = True
    stage.press("pad rt", "pad rt", "pad 3")
    assert stage.run.play is not None
    assert len(stage.run.play.choice) == 2
    choice = stage.run.play.choice
    stage.press("pad rt", "pad 0")
    assert stage.game.hand() == (choice[1],)
    stage.place_any()
    stage.call()
    heard.sounds.clear()
    stage.press("3")
    assert heard.sounds == [Sound.PICK]
    choice = stage.run.play.choice
    stage.click(stage.widget(("choice", 1)))
    assert stage.game.hand() == (choice[1],)


@pytest.mark.usefixtures("holding")
def test_an_ace_that_cannot_be_used_says_why(player: Context) -> None:
    stage = RunStage(player)
    stage.call()
    for digit, words in (("1", "next tile"), ("4", "only before")):
        stage.press(digit)
        assert any(words in line for line in stage.read()), words
    for _ in range(2):
        stage.press("3")
        stage.press("1")
    stage.press("3")
    assert any("used up" in line for line in stage.read())


def test_coach_review_and_other_deals_are_closed(player: Context) -> None:
    stage = RunStage(player)
    stage.call()
    for action in (Action.COACH, Action.RESTART, Action.NEW_DEAL, Action.GIVE_UP):
        stage.give(Command(action, key="x"))
        assert isinstance(stage.top, TableScene)
        assert not stage.table.coach.is_on
    stage.place_any()
    stage.call()
    stage.press("backspace")
    assert len(stage.match.round.calls) == 2, "a call is not gone back behind"


def test_the_stage_is_read_aloud(player: Context) -> None:
    stage = RunStage(player)
    stage.call()
    heading, score = stage.table.read(Topic.HEADING), stage.table.read(Topic.SCORE)
    for words in ("Stage 1", "Classic", "0 of 80 points", "25 in reserve", "minutes left"):
        assert words in heading
    assert "25 in reserve" in score
    for _ in range(20):
        stage.press("i")
        if any("what the reserve can pay" in words for words in stage.read()):
            break
    else:
        raise AssertionError("the bars are not explained")


def test_a_stage_is_counted_and_an_ace_is_chosen(player: Context, heard: Heard) -> None:
    stage = RunStage(player)
    stage.play_stage()
    count = stage.top
    assert isinstance(count, StageCount)
    assert count.moment in ("passed", "saved")
    result = stage.run.open.results[-1]
    stage.let(2.0)
    said = count.read(Topic.BOARD)
    assert f"Board +{result.board}" in said
    assert f"Reserve from 25 to {stage.run.state.reserve}" in said
    ends = [sound for sound in heard.sounds if sound in (Sound.RUN_PASSED, Sound.RUN_SAVED)]
    assert ends == [Sound.RUN_PASSED if count.moment == "passed" else Sound.RUN_SAVED]
    assert heard.sounds.count(Sound.COUNT) > 2
    # Two seconds, then it goes on by itself.
    stage.let(2.0)
    assert isinstance(stage.top, AceChoiceScene)
    offered = stage.run.state.offered
    assert any("Next: Stage 2" in words for words in stage.read())
    chosen = stage.top.read(Topic.BOARD)
    values = {"target": f"{stage.run.state.target}", "seconds": f"{seconds_of(2)}"}
    assert player.text("run.between.next_clock", **values) in chosen
    stage.press("2")
    assert isinstance(stage.top, TableScene)
    assert stage.run.state.stage == 2
    assert stage.run.open.record.stages[0].taken is offered[1]


@pytest.mark.parametrize("setting", ["has_reduced_motion", "has_speech"])
def test_the_count_is_skipped_by_a_key_and_waits_for_one_who_cannot_look(
    player: Context, setting: str
) -> None:
    change_settings(player, **{setting: True})
    stage = RunStage(player)
    stage.play_stage()
    stage.let(20.0)
    assert isinstance(stage.top, StageCount)
    stage.press("return")
    assert isinstance(stage.top, AceChoiceScene)
    reserve = stage.run.state.reserve
    stage.press("0")
    assert isinstance(stage.top, TableScene)
    assert stage.run.state.reserve == reserve + NO_ACE_POINTS


@pytest.mark.usefixtures("holding")
def test_a_fifth_ace_asks_which_one_it_replaces(player: Context) -> None:
    stage = RunStage(player, is_timed=False, seed="5")
    stage.play_stage()
    stage.press("return", "return")
    assert isinstance(stage.top, AceChoiceScene)
    keeps = [ace for ace in stage.run.state.offered if ace not in ("rebate", "second-wind")]
    kept = next(ace for ace in keeps if ace != "free-pass")
    stage.press(str(stage.run.state.offered.index(kept) + 1))
    assert isinstance(stage.top, AceChoiceScene)
    stage.press("escape")
    stage.press(str(stage.run.state.offered.index(kept) + 1), "3")
    assert isinstance(stage.top, TableScene)
    held = [one.ace for one in stage.run.state.aces]
    assert held == [ACES[0], ACES[1], ACES[3], kept]


def test_a_resumed_run_stands_where_it_was(player: Context) -> None:
    stage = RunStage(player)
    stage.call()
    stage.let(2.5)
    stage.press("escape")
    open_run = stage.run.open
    resumed = resume_run(player.store, is_timed=True)
    assert resumed is not None
    assert resumed.open == open_run
    again = TableStage(player, player.routes.run_table(resumed))
    assert again.waits() is Waits.ACT
    assert again.game.hand() == stage.game.hand()
    again.let(1.0)
    assert 900 <= resumed.open.milliseconds - open_run.milliseconds <= 1100


@pytest.mark.parametrize(("reserve", "surplus"), [(51, -214), (0, -1), (120, -121)])
def test_the_count_of_the_last_stage_says_what_was_lacking(
    player: Context, reserve: int, surplus: int
) -> None:
    """A reserve that is drained to 0 has not lost all that the stage lacked."""
    change_settings(player, has_reduced_motion=True)
    run = begin_run(player.store, "Ana", is_timed=False, seed="7")
    before = replace(run.state, stage=6, reserve=reserve, points=4000)
    result = StageResult(6, 240 + surplus, 0, 0, 240, surplus)
    run.state = after_stage(before, result, 0)
    assert run.state.is_over
    stage = Stage(player, StageCount(player, run, before, result))
    stage.let(0.1)
    words = " ".join(stage.read())
    assert f"0  (−{-surplus})" in words
    assert (
        player.text(
            "run.between.times",
            total=str(240 + surplus),
            stage="6",
            points=player.catalogue.number(run.state.points),
        )
        in words
    )
