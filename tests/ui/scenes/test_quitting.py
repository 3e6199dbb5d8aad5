"""No window closes over something that is in memory alone without a question, from any page."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from random import Random

import pytest

from game.bots.players.simple import GreedyBot
from game.climb.game import ClimbKeeper, begin_game
from game.locale import Language, load_catalogue
from game.play.caller import CallerGame, Pace
from game.play.table import TableSetup
from game.progress.match_saving import start_game
from game.rules.match import Player
from game.rules.ruleset import Ruleset
from game.storage.places import HOME_VARIABLE, find_places
from game.storage.problems import ProblemKind
from game.storage.store import open_storage
from game.ui.frame.bindings import Action
from game.ui.frame.context import Context
from game.ui.frame.intents import CloseAsked, Command, Intent
from game.ui.frame.scene import Push, Scene
from game.ui.parts import Dialog
from game.ui.scenes.count.scene import CountScene
from tests.climb.plays import next_act
from tests.play.playing import play_step
from tests.storage.faults import Disk, install
from tests.ui.scenes.conftest import PromptEngines
from tests.ui.scenes.stage import Stage

ONLY_HERE = "storage.problem.only-here"


@pytest.fixture
def disk(monkeypatch: pytest.MonkeyPatch) -> Disk:
    """The disk below the storage, with room until it is `fill`ed."""
    disk = Disk(way="full", stays=True)
    install(disk, monkeypatch)
    return disk


@pytest.fixture
def stored(context: Context, disk: Disk, tmp_path: Path) -> Iterator[Context]:
    """A player whose files are on the disk."""
    context.store = open_storage(find_places({HOME_VARIABLE: str(tmp_path)}))
    context.engines = PromptEngines()
    yield context
    disk.at = None
    context.store.close()


@pytest.fixture
def full(stored: Context, disk: Disk) -> Context:
    """The same, on a disk that is full from now on."""
    fill(disk)
    return stored


def fill(disk: Disk) -> None:
    disk.at = disk.count + 1


def setup_of() -> TableSetup:
    return TableSetup(Ruleset(), (Player("Ana"),), "7", "standard")


def play_table(context: Context) -> Scene:
    table = start_game(context.store, setup_of())
    for _ in range(4):
        play_step(table)
    return context.routes.table(table)


def count_table(context: Context) -> Scene:
    table = start_game(context.store, setup_of())
    while play_step(table):
        pass
    scene = context.routes.count(table)
    assert isinstance(scene, CountScene)
    scene.control.finish()
    return scene


def call_box(context: Context) -> Scene:
    box = CallerGame.start(setup_of(), Pace(), context.engines, context.store.save_match)
    box.call(box.draw())
    return context.routes.caller(box)


def begin_climb(context: Context) -> ClimbKeeper:
    climb = begin_game(context.store, "Ana", seed="1")
    while climb.open.stage is None or climb.open.stage.match.round.seats[0].position.filled < 3:
        climb.act(next_act(climb.open, GreedyBot(), Random(1)))
    return climb


def play_climb(context: Context) -> Scene:
    return context.routes.climb_table(begin_climb(context))


def end_climb(context: Context) -> Scene:
    begin_climb(context).end()
    return context.routes.title()


def calculate(context: Context) -> Scene:
    scene = context.routes.calculator()
    box = scene.mode.game  # type: ignore[attr-defined]
    box.call(box.draw())
    return scene


BEGINNINGS: dict[str, Callable[[Context], Scene]] = {
    "table": play_table,
    "count": count_table,
    "box": call_box,
    "climb": play_climb,
    "ended climb": end_climb,
}
"""Scenes whose state is in memory alone once a disk is full."""

WAYS: dict[str, Intent] = {
    "close button": CloseAsked(),
    "Ctrl+Q": Command(Action.QUIT),
}

OVER: dict[str, Callable[[Context], Scene] | None] = {
    "itself": None,
    "rules": lambda context: context.routes.rules(),
    "settings": lambda context: context.routes.settings(),
    "title": lambda context: context.routes.title(),
}


def asked_on(stage: Stage) -> str:
    """The body of the question in front, "" without one."""
    return str(stage.top.body) if isinstance(stage.top, Dialog) else ""


@pytest.mark.parametrize("begin", BEGINNINGS)
@pytest.mark.parametrize("over", OVER)
def test_the_window_asks_while_something_is_only_here(
    full: Context, disk: Disk, begin: str, over: str
) -> None:
    only_here = full.text(ONLY_HERE)
    stage = Stage(full, BEGINNINGS[begin](full))
    assert not full.store.is_safe
    make = OVER[over]
    if make is not None:
        stage.stack.apply(Push(make(full)))
    for way in WAYS.values():
        stage.give(way)
        assert asked_on(stage) == only_here, (begin, over, way)
        stage.press("return")
        assert not stage.stack.is_empty, "a hasty Enter stays"
        assert asked_on(stage) == ""
    # There is room again: everything is written, and nothing is asked.
    disk.at = None
    stage.give(CloseAsked())
    assert stage.stack.is_empty
    assert full.store.is_safe


@pytest.mark.parametrize("begin", BEGINNINGS)
def test_nothing_is_asked_on_a_sound_disk(stored: Context, begin: str) -> None:
    stage = Stage(stored, BEGINNINGS[begin](stored))
    assert stored.store.is_safe
    stage.give(CloseAsked())
    assert stage.stack.is_empty


def test_the_one_button_that_leaves_leaves(full: Context) -> None:
    stage = Stage(full, count_table(full))
    stage.give(CloseAsked())
    stage.click(stage.find(full.text("menu.quit_dialog.leave")))
    assert stage.stack.is_empty


def test_the_question_of_the_title_says_that_all_is_saved_only_where_it_is(full: Context) -> None:
    play_table(full)
    stage = Stage(full, full.routes.title())
    stage.press("escape")
    assert asked_on(stage) == full.text(ONLY_HERE)


def test_a_calculator_s_board_is_lost_with_the_window_and_that_is_asked(stored: Context) -> None:
    stage = Stage(stored, stored.routes.calculator())
    stage.give(CloseAsked())
    assert stage.stack.is_empty, "no tile yet"
    for way in WAYS.values():
        stage = Stage(stored, calculate(stored))
        stage.stack.apply(Push(stored.routes.rules()))
        stage.give(way)
        assert asked_on(stage) == stored.text("entry.leave_body")


def test_a_draft_of_a_turn_is_asked_about(stored: Context) -> None:
    stored.store.are_others_safe = lambda: False
    stage = Stage(stored, stored.routes.title())
    stage.give(CloseAsked())
    assert asked_on(stage) == stored.text(ONLY_HERE)


# words of pages


@pytest.mark.parametrize("language", Language)
def test_the_count_says_what_is_true(full: Context, language: Language) -> None:
    full.catalogue = load_catalogue(language)
    stage = Stage(full, count_table(full))
    stage.let(0.2)
    assert full.text(ONLY_HERE) in " ".join(stage.read())
    assert full.text("storage.problem.unfiled") not in " ".join(stage.read())


def test_the_climb_s_pause_and_its_end_say_what_is_true(full: Context) -> None:
    stage = Stage(full, play_climb(full))
    stage.press("escape")
    words = " ".join(stage.read())
    assert full.text(ONLY_HERE) in words
    assert full.text("climb.table.paused") not in words


def test_the_caller_says_what_is_true(full: Context) -> None:
    stage = Stage(full, call_box(full))
    stage.press("escape")
    assert asked_on(stage) == full.text(ONLY_HERE)


def test_a_match_that_a_file_took_is_kept(stored: Context) -> None:
    """Another program has the history: the sentence says that the game is kept, and it is."""
    table = start_game(stored.store, setup_of())
    while play_step(table):
        pass
    with closing(sqlite3.connect(stored.store.profile.path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        stage = Stage(stored, stored.routes.count(table))
        assert [one.kind for one in stored.store.problems.unshown] == [ProblemKind.UNFILED]
        assert stored.store.autosave.unfiled()
        stage.give(CloseAsked())
        stage.give(CloseAsked())
        assert stage.stack.is_empty
