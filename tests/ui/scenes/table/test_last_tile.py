"""The last tile of a game: the board dims before it but for its lines, and it lands slowly."""

from __future__ import annotations

from dataclasses import replace

import pygame
import pytest

from game.play.table_game import Phase
from game.rules.moves import LineCompleted
from game.rules.scoring import LineState, line_status
from game.ui.frame.context import Context
from game.ui.scenes.table.last_tile import SLOWER
from game.ui.scenes.table.motion import LAND_SECONDS
from game.ui.scenes.table.scene import TableScene
from tests.ui.scenes.stage import FRAME, Stage
from tests.ui.scenes.table_stage import TableStage, open_table


def tiles_drawn(stage: Stage) -> list[bytes]:
    """Return the pixels in the middle of each space."""
    table, picture = stage.top, stage.draw()
    assert isinstance(table, TableScene)
    assert table.layout is not None
    layout = table.layout.board
    half = layout.radius / 2
    areas = [pygame.Rect(x - half, y - half, 2 * half, 2 * half) for x, y in layout.centres]
    return [pygame.image.tobytes(picture.subsurface(area), "RGB") for area in areas]


def dimmed_spaces(stage: TableStage) -> set[int]:
    """Return the spaces that look different without animations."""
    motion = stage.table.motion
    stage.let(1.5)
    moving = tiles_drawn(stage)
    motion.timeline.is_reduced = True
    stage.let(FRAME)
    still = tiles_drawn(stage)
    motion.timeline.is_reduced = False
    stage.let(1.5)
    return {at for at, pair in enumerate(zip(moving, still, strict=True)) if len({*pair}) > 1}


def play_to(stage: TableStage, free: int) -> None:
    """Play until so many spaces are free and the next tile is in the hand."""
    while stage.game.position().tiles.count(None) > free:
        stage.play_call()
    stage.let_until_waits(Phase.ACT)


def lit_spaces(stage: TableStage) -> set[int]:
    """Return the spaces of the lines that the tile of the hand would complete somewhere."""
    game, (tile,) = stage.game, stage.game.hand()
    lit = set[int]()
    for space in game.legal(tile):
        after = game.preview(tile, space)
        assert after is not None
        for line in game.match.rules.grid.lines_through[space]:
            if line_status(line, after).state is LineState.COMPLETE:
                lit.update(line.spaces)
    return lit


def is_dim(stage: TableStage) -> bool:
    """Return whether the board is darker than usual."""
    return stage.table.picture.last_tile.dusk > 0


def landing_frames(stage: TableStage) -> int:
    """Place the last tile; return the frames until it has landed."""
    stage.place_somewhere()
    motion, frames = stage.table.motion, 0
    while motion.hidden_spaces() - motion.landings().keys():
        stage.let(FRAME)
        frames += 1
    return frames


def test_the_board_dims_before_the_last_tile_of_a_game_but_for_its_lines(
    player: Context,
) -> None:
    stage = open_table(player, seed="5")
    play_to(stage, 2)
    assert dimmed_spaces(stage) == set()
    play_to(stage, 1)
    game, lit = stage.game, lit_spaces(stage)
    assert lit, "the tile would complete a line"
    free = game.position().tiles.index(None)
    assert dimmed_spaces(stage) == {*range(len(game.match.rules.grid.spaces))} - lit - {free}
    assert landing_frames(stage) == pytest.approx((LAND_SECONDS + SLOWER) / FRAME, abs=1)
    stage.let(0.5)
    assert not is_dim(stage), "it has landed"


def test_with_less_motion_the_board_keeps_its_light_and_the_tile_is_there_at_once(
    player: Context,
) -> None:
    player.preferences = replace(player.preferences, has_reduced_motion=True)
    stage = open_table(player, seed="5")
    play_to(stage, 1)
    stage.let(1.0)
    assert not is_dim(stage)
    assert landing_frames(stage) == 0


def test_a_round_that_another_follows_ends_in_full_light(player: Context) -> None:
    stage = open_table(player, "classic free single none rounds=2", seed="5")
    play_to(stage, 1)
    assert dimmed_spaces(stage) == set()
    line = LineCompleted(0, stage.match.rules.grid.lines[0], 9, 27, False)
    assert stage.table.picture.last_tile.slowing((line,)) == 0
