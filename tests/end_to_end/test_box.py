"""The box on the table in a real window: a whole evening by mouse, and one by keyboard."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from game.play.caller import CallerGame
from game.play.table import is_called
from game.progress.engine_client import EngineClient
from game.rules.marks import Mark
from game.rules.match import Match
from game.rules.placement import Position
from game.rules.scoring import score_position
from game.ui.frame.context import Context
from game.ui.frame.scene import Scene
from game.ui.parts import MAIN
from game.ui.scenes.box.scene import BoxScene
from game.ui.scenes.caller.scene import CallerScene
from game.ui.scenes.table.scene import TableScene
from game.ui.scenes.title.scene import TitleScene
from tests.end_to_end.hands import (
    QUICK,
    assert_counted,
    finished_matches,
    place_among_widgets,
    prepare,
    widget_at,
)
from tests.end_to_end.stage import Game, Stage
from tests.ui.scenes.stage import Stage as Rehearsal

pytestmark = pytest.mark.window


def resumed(match: Match) -> CallerGame:
    """The evening that was saved."""
    return CallerGame.resume(match, EngineClient())


def wait_for_calls(game: Game, count: int) -> Match:
    """The saved evening once so many tiles are called."""
    return game.wait_for_match(
        f"call {count}", lambda m: is_called(m) and len(m.round.called) == count
    )


def wait_for_tiles(game: Game, count: int) -> Position:
    """The first board once so many tiles are entered."""
    match = game.wait_for_match(
        f"{count} tiles", lambda m: resumed(m).board(0).filled.bit_count() == count
    )
    return resumed(match).board(0)


def caller(match: Match) -> Callable[[Context], Scene]:
    return lambda context: CallerScene(context, resumed(match))


def entry(match: Match) -> Callable[[Context], Scene]:
    return lambda context: context.routes.board_entry(resumed(match))


def count_of(match: Match) -> Callable[[Context], Scene]:
    """The count as the entry opens it."""

    def make(context: Context) -> Scene:
        rehearsal = Rehearsal(context, entry(match)(context))
        rehearsal.click(rehearsal.find(context.text("entry.count")))
        return rehearsal.top

    return make


def spaces_at(match: Match, size: tuple[int, int]) -> list[tuple[int, int]]:
    """The middle of each space of the board that is entered."""
    places: list[tuple[int, int]] = []

    def make(context: Context) -> Scene:
        scene = entry(match)(context)
        assert isinstance(scene, TableScene)
        Rehearsal(context, scene).draw()
        assert scene.layout is not None
        places.extend((round(x), round(y)) for x, y in scene.layout.board.centres)
        return scene

    widget_at(make, "entry.count", size, "en")
    return places


def assert_kept(stage: Stage, board: Position) -> None:
    """The evening is in the records, its only board as it was entered."""
    kept = assert_counted(stage)
    assert kept.rounds[0].seats[0].position == board
    assert kept.meta is not None
    assert Mark.PHYSICAL in kept.meta


def test_an_evening_with_the_box_by_mouse(stage: Stage) -> None:
    prepare(stage)
    game = stage.start_game("--windowed", "1280x800", "--mute")
    size = game.size()
    game.click(*widget_at(TitleScene, "box", size, "en", QUICK))
    game.click(*widget_at(BoxScene, "box.start", size, "en"))
    match = wait_for_calls(game, 0)
    following = widget_at(caller(match), MAIN, size, "en")
    for number in range(1, 20):
        game.click(*following)
        match = wait_for_calls(game, number)
    game.picture("called")
    game.click(*following)
    for number, place in enumerate(spaces_at(match, size), 1):
        game.click(*place)
        board = wait_for_tiles(game, number)
    assert board.tiles == match.round.called
    game.picture("entered")
    match = wait_for_calls(game, 19)
    game.click(*widget_at(entry(match), "entry.count", size, "en"))
    game.picture("counting")
    game.click(10, 10)
    game.wait_until_still()
    game.picture("counted")
    end = widget_at(count_of(match), "entry.keep_and_end", size, "en")
    game.insist("the end", lambda: game.click(*end), lambda: finished_matches(stage) or None)
    assert_kept(stage, board)


def test_an_evening_with_the_box_by_keyboard_with_a_power_cut(stage: Stage) -> None:
    prepare(stage)
    game = stage.start_game("--windowed", "1024x640", "--mute")
    steps = place_among_widgets(TitleScene, "box")
    game.press(*["Tab"] * steps, "Return")
    game.press("Return")
    wait_for_calls(game, 0)
    for number in range(1, 9):
        game.press("n")
        wait_for_calls(game, number)
    # Another tile was on the table.
    match = wait_for_calls(game, 8)
    other = resumed(match).bag[3]
    game.press("x", *str(other))
    match = game.wait_for_match("the correction", lambda m: other in m.round.called)
    game.kill()
    game = stage.start_game("--windowed", "1024x640", "--mute")
    game.press("Return")
    for number in range(9, 20):
        game.press("Return")
        match = wait_for_calls(game, number)
    game.press("b")
    grid = match.rules.grid
    for index in range(19):
        # From the last space to the first, each named before its tile.
        game.press(*grid.name_of(18 - index), "Return")
        board = wait_for_tiles(game, index + 1)
    assert board.tiles == match.round.called[::-1]
    total = score_position(match.rules, board).total
    game.picture("entered")
    game.press("n")
    # Boards of few points are counted in no time: only the end is the same for all.
    game.wait_until_still()
    game.insist("the menu", lambda: game.press("Return"), lambda: game.match() is None)
    assert_kept(stage, board)
    kept = assert_counted(stage)
    assert kept.rounds[0].seed is None
    assert score_position(kept.rules, kept.rounds[0].seats[0].position).total == total
