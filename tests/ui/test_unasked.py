"""Pages that no press asked for: they take no press that confirms before they can be seen."""

from __future__ import annotations

import pytest

from game.locale import Language
from game.ui.frame.bindings import Action
from game.ui.frame.context import Context
from game.ui.frame.intents import Command, Intent, MouseButton, PointerPressed
from game.ui.frame.loop import HOLD
from game.ui.frame.scene import Pop, Pulse, Push, Replace, Scene
from game.ui.scenes.climb.after import AfterStage
from game.ui.scenes.climb.choice import ChoiceScene
from game.ui.scenes.climb.end import ClimbEndScene
from game.ui.scenes.count.scene import CountScene
from tests.gallery import collect_samples, empty_store, make_context
from tests.ui.scenes.conftest import PromptEngines
from tests.ui.test_loop import Recorder, Stage
from tests.ui.unseen import draw_blank, draw_nothing

ENTER = Command(Action.CONFIRM, key="return")
PRESSES: tuple[Intent, ...] = (
    ENTER,
    Command(Action.CONFIRM, key="return", is_repeat=True),
    Command(Action.NEXT_CALL, key="n", text="n"),
    Command(None, key="2", text="2"),
    PointerPressed((400, 300), MouseButton.PRIMARY),
)


def let(stage: Stage, seconds: float) -> None:
    """Let time pass in frames."""
    for _ in range(round(seconds * 60)):
        stage.loop.step()


def kept(context: Context) -> str:
    """Everything that the history and the files of open games hold."""
    store = context.store
    files = (*store.autosave.games.all(), *store.open_climbs.all())
    return repr((files, store.profile.last_matches(), store.profile.climbs.finished()))


@pytest.mark.slow
def test_six_presses_of_enter_change_nothing_on_a_page_that_no_press_asked_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    draw_blank(monkeypatch)
    draw_nothing(monkeypatch)
    context = make_context(Language.ENGLISH, (1280, 800))
    met: set[type[Scene]] = set()
    for name, sample in collect_samples("climb", "finish", "table", "challenges", "daily").items():
        empty_store(context)
        context.engines = PromptEngines()
        scene = sample.make(context)
        if not scene.unasked:
            continue
        met.add(type(scene))
        stage = Stage(context)
        stage.stack.apply(Push(scene))
        stage.loop.step()
        before = kept(context)
        for _ in range(6):
            stage.loop.take(ENTER)
            assert stage.stack.top is scene, name
            let(stage, 0.25)
        assert kept(context) == before, name
    assert met == {AfterStage, ChoiceScene, ClimbEndScene, CountScene}


def test_a_page_that_came_by_itself_takes_a_press_after_half_a_second_without_one(
    context: Context,
) -> None:
    for press in PRESSES:
        stage, other = Stage(context), Recorder(context, "other")
        stage.loop.step()
        stage.scene.pulse = Pulse(transition=Replace(other))
        stage.loop.step()
        for _ in range(4):
            let(stage, HOLD * 0.8)
            stage.loop.take(press)
        heard = type(press).__name__
        assert heard not in other.log, press
        stage.loop.take(Command(Action.DOWN))
        assert other.log.count("Command") == 1, "what confirms nothing is not held"
        other.log.clear()
        let(stage, HOLD * 1.5)
        stage.loop.take(press)
        assert other.log == [heard]


def test_a_page_that_was_asked_for_takes_the_next_press(context: Context) -> None:
    stage, other, over = (Stage(context), Recorder(context), Recorder(context))
    stage.scene.answer = Push(other)
    for press in (ENTER, ENTER):
        stage.loop.take(press)
    assert "Command" in other.log
    # A page that was marked before is not marked anew by what had lain over it.
    other.unasked = 1
    let(stage, HOLD * 2)
    other.answer = Push(over)
    stage.loop.take(ENTER)
    assert stage.stack.top is over
    over.answer = Pop()
    stage.loop.take(Command(Action.CANCEL))
    other.log.clear()
    stage.loop.take(ENTER)
    assert other.log.count("Command") == 1


def test_a_page_that_is_left_at_once_holds_nothing_of_the_next(context: Context) -> None:
    stage, came, other = Stage(context), Recorder(context), Recorder(context)
    stage.loop.step()
    stage.scene.pulse = Pulse(transition=Replace(came))
    stage.loop.step()
    came.answer = Replace(other)
    stage.loop.take(Command(Action.CANCEL))
    stage.loop.take(ENTER)
    assert other.log.count("Command") == 1


def test_the_end_of_a_moment_holds_presses_anew(context: Context) -> None:
    stage = Stage(context)
    stage.loop.step()
    stage.scene.unasked = 1
    let(stage, HOLD * 2)
    stage.loop.take(ENTER)
    stage.scene.log.clear()

    def end() -> None:
        stage.scene.unasked += 1

    stage.scene.on_handle = end
    stage.loop.take(ENTER)
    stage.loop.take(ENTER)
    assert stage.scene.log.count("Command") == 1
