"""Nothing is announced before it has happened: a tile's effects are shown once it is placed."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import NamedTuple

import pytest
from pygame import Surface

from game.play.table_game import Phase as Waits
from game.rules.boards import CLASSIC
from game.rules.placement import ASIDE_INDEX
from game.rules.tiles import TILES, Tile
from game.ui.draw.bands import ScoreBand
from game.ui.draw.painter import Painter
from game.ui.draw.sprites.pieces import Sprites
from game.ui.draw.theme import Colour
from game.ui.frame.context import Context
from game.ui.layout.hexes import BoardLayout
from game.ui.layout.rects import Point, make_view
from game.ui.scenes.shared.table_layout import Spot, lay_out_table
from game.ui.scenes.table.motion import (
    DROP_SECONDS,
    LAND_SECONDS,
    Motion,
    before_light,
    stroke_seconds,
)
from game.ui.sound.names import Sound
from tests.golden.pages import changed_pages
from tests.ui.conftest import Heard
from tests.ui.scenes.stage import FRAME
from tests.ui.scenes.table_stage import TableStage, open_table

COLUMNS = {"1": "ad", "5": "be", "9": "c"}


def play_until(stage: TableStage, kind: str) -> None:
    """Sort tiles by their middle number until one completes a line (or lets one die)."""
    for _ in range(19):
        stage.let_until_waits(Waits.ACT)
        stage.let(2.0)
        (tile,) = stage.game.hand()
        free = [stage.match.rules.grid.name_of(i) for i in stage.game.legal(tile)]
        order = COLUMNS[str(tile)[1]] + "abcde"
        stage.key_to(min(free, key=lambda name: (order.index(name[0]), name)))
        stage.press("return")
        motion = stage.table.motion
        if motion.dark_lines() if kind == "line" else motion.deaths:
            return
    raise AssertionError(kind)


def test_the_score_rolls_when_its_line_lights(context: Context) -> None:
    stage = open_table(context, seed="3")
    play_until(stage, "line")
    before = stage.table.counter.shown
    goal = stage.game.points_now()
    assert before < goal
    while stage.table.motion.unlit_points:
        assert stage.table.counter.shown == before
        stage.let(1 / 60)
    stage.let(0.4)
    assert stage.table.counter.shown == goal


def test_a_tile_of_the_pointer_is_there_in_its_frame(
    context: Context, heard: Heard, monkeypatch: pytest.MonkeyPatch
) -> None:
    stage = open_table(context)
    stage.let(1.0)
    heard.played.clear()
    stage.click_space("c3")
    delays = {sound: delay for sound, _, _, delay in heard.played}
    assert delays[Sound.PLACE] == 0
    ((_, at, how),), _ = moving(stage, monkeypatch)
    assert math.dist(at, stage.point(stage.space("c3"))) < 1
    assert how["zoom"] > 1.1
    stage.let(LAND_SECONDS + FRAME)
    ((_, _, how),), _ = moving(stage, monkeypatch)
    assert how["zoom"] < 1.02


class Drawn(NamedTuple):
    """A tile as a frame draws it over the table."""

    tile: Tile
    at: Point
    how: dict[str, float]


def moving(stage: TableStage, patch: pytest.MonkeyPatch) -> tuple[list[Drawn], list[int]]:
    """The tiles that a frame draws over the table, and the lines it lights."""
    tiles: list[Drawn] = []
    lines: list[int] = []

    def note(
        sprites: Sprites, surface: Surface, tile: Tile, at: Point, radius: float, **how: float
    ) -> None:
        tiles.append(Drawn(tile, at, how))

    def note_beam(
        sprites: Sprites,
        surface: Surface,
        layout: BoardLayout,
        line: int,
        colour: Colour,
        reach: float = 1.0,
        alpha: float = 1.0,
    ) -> None:
        if reach:
            lines.append(line)

    assert stage.table.layout is not None
    surface = stage.draw()
    with patch.context() as seam:
        seam.setattr(Sprites, "draw_tile", note)
        seam.setattr(Sprites, "draw_beam", note_beam)
        stage.table.picture.draw_moving(surface, stage.table.layout)
    return tiles, lines


def test_the_tile_lands_then_its_neighbours_feel_it_and_the_line_dies(
    context: Context, heard: Heard, monkeypatch: pytest.MonkeyPatch
) -> None:
    stage = open_table(context, seed="3")
    heard.played.clear()
    play_until(stage, "death")
    delays = {sound: delay for sound, _, _, delay in heard.played[-3:]}
    assert delays[Sound.PLACE] == DROP_SECONDS <= delays[Sound.LINE_DIES]
    placed = stage.game.last_placement()
    assert placed is not None
    lies = stage.point(placed.space)
    for _ in range(round(DROP_SECONDS / FRAME) - 1):
        stage.let(FRAME)
        ((tile, at, _),), lines = moving(stage, monkeypatch)
        assert tile == placed.tile
        assert lines == [], "the cause comes first"
    assert math.dist(at, lies) < stage.layout.board.tile_radius / 4, "it has nearly landed"
    stage.let(3 * FRAME)
    (*nudged, (tile, _, _)), lines = moving(stage, monkeypatch)
    assert lines
    assert nudged
    assert tile == placed.tile
    position = stage.game.position()
    assert position is not None
    for neighbour, at, _ in nudged:
        assert math.dist(at, lies) > math.dist(stage.point(position.tiles.index(neighbour)), lies)
    stage.let(0.3)
    assert moving(stage, monkeypatch)[0] == []


def test_a_tile_falls_to_the_board_is_pressed_flat_and_springs_back(
    context: Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    stage = open_table(context)
    stage.let(1.0)
    stage.click_space("c3")
    heights, shapes = [], []
    while stage.table.motion.hidden_spaces():
        ((_, _, how),), _ = moving(stage, monkeypatch)
        if "height" in how:
            heights.append(how["height"])
        else:
            shapes.append((how["zoom"], how["squeeze"]))
        stage.let(FRAME)
    assert heights == sorted(heights, reverse=True)
    assert heights[0] > 0.4 > 0.2 > heights[-1]
    zoom, squeeze = shapes[0]
    assert zoom < 0.97
    assert zoom * squeeze > 1.03, "wider than it lies"
    assert max(zoom for zoom, _ in shapes) > 1.0 > min(zoom for zoom, _ in shapes)
    assert shapes[-1] == pytest.approx((1, 1), abs=0.02)


def test_a_line_lights_once_its_last_tile_lands_and_then_is_never_covered(
    context: Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    stage = open_table(context, seed="3")
    play_until(stage, "line")
    (line,) = stage.table.motion.dark_lines()
    for _ in range(round(DROP_SECONDS / FRAME) - 1):
        stage.let(FRAME)
        assert line not in moving(stage, monkeypatch)[1]
    stage.let(3 * FRAME)
    assert stage.table.motion.timeline.value(("beam", line)) > 0
    lit = {*stage.match.rules.grid.lines[line].spaces}
    near = [lit.intersection(spaces) for spaces in stage.layout.board.board.neighbours]
    touched: set[int] = set()
    while True:
        stage.let_until_waits(Waits.ACT)
        stage.let(2.0)
        (tile,), position = stage.game.hand(), stage.game.position()
        beside = [i for i in stage.game.legal(tile) if near[i]]
        if not beside or position is None:
            break
        stage.click_space(beside[0])
        stage.let(LAND_SECONDS + 2 * FRAME)
        drawn = {d.tile for d in moving(stage, monkeypatch)[0]}
        assert tile in drawn, "it settles"
        assert drawn.isdisjoint(position.tiles[i] for i in lit)
        touched |= near[beside[0]]
    assert touched


def test_a_landing_shows_no_tile_that_lies_face_down(
    context: Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    stage = open_table(context, is_blind=True)
    for space in ("c3", "c4", "c2"):
        stage.let_until_waits(Waits.ACT)
        stage.let(2.0)
        (held,) = stage.game.hand()
        stage.click_space(space)
        while stage.table.motion.hidden_spaces():
            stage.let(FRAME)
            assert {d.tile for d in moving(stage, monkeypatch)[0]} <= {held}


def test_with_reduced_motion_a_tile_simply_lies_there(
    context: Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    context.preferences = replace(context.preferences, has_reduced_motion=True)
    stage = open_table(context)
    stage.let(1.0)
    stage.click_space("c3")
    stage.let(FRAME)
    assert moving(stage, monkeypatch)[0] == []


def test_a_tile_set_aside_falls_onto_its_petal(
    context: Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    stage = open_table(context, "daffodil-4 free single none")
    for petal in range(2):
        stage.let_until_waits(Waits.ACT)
        stage.let(2.0)
        (held,) = stage.game.hand()
        stage.click_space(ASIDE_INDEX)
        lying = list[tuple[Tile | None, ...]]()
        board = stage.table.picture.board
        with monkeypatch.context() as seam:
            seam.setattr(board, "draw", lambda *_, into=lying: into.append(_[2].aside_tiles))
            stage.draw()
        assert lying == [stage.game.aside()[:petal]], "it is not there before it lands"
        stage.let(LAND_SECONDS + FRAME)
        ((tile, at, _),), _ = moving(stage, monkeypatch)
        assert tile == held
        assert math.dist(at, stage.layout.board.aside[petal]) < stage.layout.board.aside_radius / 4


def test_a_stroke_lasts_until_its_last_line_is_in_the_harvest_and_an_impact_fades() -> None:
    motion = Motion()
    for order, line in enumerate(CLASSIC.lines[:3]):
        motion.light(line, (1, 2, 3), ScoreBand(20 / 3, 1, 3), order, 20)
    while motion.timeline.has("stroke"):
        assert motion.coming
        motion.advance(FRAME)
    assert motion.coming == frozenset()
    spot, shares = Spot((0.0, 0.0), 9.0), list[float]()
    motion.drop(TILES[0], 4, spot, spot)
    while motion.hidden_spaces():
        shares += motion.landings().values()
        motion.advance(FRAME)
    assert shares == sorted(shares, reverse=True)
    assert shares[0] > 0.7 > 0.2 > shares[-1]


def test_the_last_tile_takes_its_time_and_waits_for_nobody(stage: TableStage) -> None:
    def flight(*, is_last: bool) -> int:
        motion, layout = Motion(), stage.layout
        start = Spot((0.0, 0.0), 10.0)
        motion.call(TILES[0], start, layout.hand_spot((), TILES[0]), 0, is_last=is_last)
        frames = 0
        while motion.is_running and frames < 600:
            motion.advance(FRAME)
            frames += 1
        return frames

    assert 1.5 < flight(is_last=True) / flight(is_last=False) < 2.5
    motion = Motion()
    motion.call(TILES[0], Spot((0.0, 0.0), 9.0), Spot((9.0, 9.0), 9.0), 0, is_last=True)
    motion.finish()
    assert not motion.is_running


@pytest.mark.usefixtures("pixels")
def test_the_band_of_a_line_comes_to_the_harvest(stage: TableStage) -> None:
    motion, layout = stage.table.motion, stage.layout
    band = ScoreBand(9, 3, 3)
    motion.light(CLASSIC.lines[2], (255, 0, 255), band, 0, 9)
    assert motion.unlit_points == 9
    heights = []
    while motion.is_running:
        heights.append(motion.lift(2.0))
        motion.advance(FRAME)
    assert heights == sorted(heights)
    assert heights[-1] > 17
    assert motion.lift(2.0) == 0
    assert motion.unlit_points == 0
    assert layout.harvest.right == layout.window.right


@pytest.mark.parametrize("points", [9, 27, 45, 60, 120])
def test_the_more_a_stroke_brings_the_longer_it_lasts(points: int) -> None:
    def seconds(*, is_reduced: bool) -> float:
        motion, frames = Motion(is_reduced=is_reduced), 0
        motion.light(CLASSIC.lines[2], (255, 0, 255), ScoreBand(points, 9, 5), 0, points)
        while motion.is_running and frames < 600:
            motion.advance(FRAME)
            frames += 1
        return frames * FRAME

    lasts = stroke_seconds(points)
    expected = DROP_SECONDS + (lasts + before_light(points) if lasts else 0.42)
    assert seconds(is_reduced=False) == pytest.approx(expected, abs=0.05)
    assert seconds(is_reduced=True) <= seconds(is_reduced=False)


def test_a_tile_flies_to_the_hand_when_it_is_called_and_when_it_is_taken_back() -> None:
    spot = Spot((0.0, 0.0), 9.0)
    for is_called in (True, False):
        motion = Motion()
        if is_called:
            motion.call(TILES[0], spot, spot, 0)
        else:
            motion.take_back(TILES[0], spot, spot)
        flying = [motion.is_flying_to_hand(tile) for tile in TILES[:2]]
        assert (flying, motion.hidden_spaces()) == ([True, False], frozenset())
        motion.finish()
        assert not motion.is_flying_to_hand(TILES[0])


def test_a_tile_has_arrived_once_it_settles() -> None:
    motion, spot, seen = Motion(), Spot((0.0, 0.0), 9.0), list[tuple[bool, bool]]()
    motion.drop(TILES[0], 4, spot, spot)
    while motion.hidden_spaces():
        seen.append((motion.arrived.is_flying, bool(motion.landings())))
        motion.advance(FRAME)
    assert {*seen} == {(True, False), (False, True)}
    assert not motion.arrived.is_flying


def test_with_less_motion_words_stay_and_a_great_stroke_lights_as_soon_as_any_line() -> None:
    seconds = []
    for points in (9, 120):
        motion, count = Motion(is_reduced=True), 0
        motion.light(CLASSIC.lines[2], (1, 2, 3), ScoreBand(9, 3, 3), 0, points)
        while motion.unlit and count < 100:
            motion.advance(FRAME)
            count += 1
        seconds.append(count)
    assert seconds[0] == seconds[1]
    motion = Motion(is_reduced=True)
    motion.cheer("Splendid!", (1, 2, 3))
    motion.advance(FRAME)
    assert motion.timeline.has("cheer")


@pytest.mark.parametrize(("points", "is_dim"), [(28, False), (36, True)])
def test_two_short_lines_dim_the_table_where_they_are_great_together(
    player: Context, monkeypatch: pytest.MonkeyPatch, points: int, *, is_dim: bool
) -> None:
    dims, motion = list[float](), Motion()
    monkeypatch.setattr(Painter, "dim", lambda *how: dims.append(how[-1]))
    for order, line in enumerate(CLASSIC.lines[:2]):
        motion.light(line, (1, 2, 3), ScoreBand(points / 2, 1, len(line)), order, points)
    while not motion.dim_share:
        motion.advance(FRAME)
    layout = lay_out_table(make_view((1280, 800)), CLASSIC)
    motion.draw_stroke(Surface((1, 1)), player.painter, layout)
    assert bool(dims) is is_dim


def test_pages_are_drawn_and_read_as_they_were() -> None:
    assert changed_pages("motion") == []
