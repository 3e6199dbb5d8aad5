"""The box on the table in a real window: a whole evening by mouse, and one by keyboard."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from game.play.caller import CallerGame
from game.play.table import Mark, is_called
from game.progress.engine_client import EngineClient
from game.rules.match import Match
from game.rules.placement import Position
from game.rules.scoring import score_position
from game.ui.frame.context import Context
from game.ui.frame.scene import Scene
from game.ui.parts import MAIN
from game.ui.scenes.box.scene import BoxScene
from game.ui.scenes.caller.scene import CallerScene
from game.ui.scenes.entry.scene import EntryScene, called_entry
from game.ui.scenes.title.scene import TitleScene
from game.ui.widgets.tiles import TileGrid
from tests.end_to_end.hands import QUICK, assert_counted, place_among_widgets, prepare, widget_at
from tests.end_to_end.stage import Game, Stage, wait_for
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
    return lambda context: called_entry(context, resumed(match))


def count_of(match: Match) -> Callable[[Context], Scene]:
    """The count as the entry opens it."""

    def make(context: Context) -> Scene:
        rehearsal = Rehearsal(context, called_entry(context, resumed(match)))
        rehearsal.click(rehearsal.find(context.text("entry.count")))
        return rehearsal.top

    return make


def tile_places(match: Match, size: tuple[int, int]) -> list[tuple[int, int]]:
    """Where the called tiles lie beside the board, in the order of the calls."""
    places: list[tuple[int, int]] = []

    def make(context: Context) -> Scene:
        scene = called_entry(context, resumed(match))
        assert isinstance(scene, EntryScene)
        rehearsal = Rehearsal(context, scene)
        rehearsal.draw()
        rack = scene.part("rack")
        assert isinstance(rack, TileGrid)
        spots = [rack.spot(rack.tiles.index(t)) for t in match.round.called]
        places.extend((round(x), round(y)) for x, y in spots)
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
    for number, place in enumerate(tile_places(match, size), 1):
        game.click(*place)
        board = wait_for_tiles(game, number)
    assert board.tiles == match.round.called
    game.picture("entered")
    match = wait_for_calls(game, 19)
    game.click(*widget_at(entry(match), "entry.count", size, "en"))
    game.picture("counting")
    game.click(10, 10)
    game.picture("counted")
    game.click(*widget_at(count_of(match), "entry.keep_and_end", size, "en"))
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
    for index, tile in enumerate(match.round.called):
        # From the last space to the first, each named before its tile.
        game.press(*grid.name_of(18 - index), *str(tile))
        board = wait_for_tiles(game, index + 1)
    assert board.tiles == match.round.called[::-1]
    total = score_position(match.rules, board).total
    game.picture("entered")
    game.press("n")
    game.press("Return")
    game.press("Return")
    wait_for("the menu", lambda: game.match() is None)
    assert_kept(stage, board)
    kept = assert_counted(stage)
    assert kept.rounds[0].seed is None
    assert score_position(kept.rules, kept.rounds[0].seats[0].position).total == total
