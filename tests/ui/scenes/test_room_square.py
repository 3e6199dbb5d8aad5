"""The square by which a phone finds a room."""

from __future__ import annotations

import pygame

from game.ui.frame.context import Context
from game.ui.parts import MAIN
from game.ui.scenes.phones.inviting import InvitingScene
from game.ui.scenes.table.scene import TableScene
from tests.play.phones import House
from tests.ui.scenes.stage import Stage


def test_the_square_is_beside_the_board_of_who_plays_at_the_big_screen(
    context: Context, house: House
) -> None:
    stage = Stage(context, InvitingScene(context))
    stage.let(0.1)
    stage.click(stage.part("me"))
    stage.click(stage.part(MAIN))
    table = stage.top
    assert isinstance(table, TableScene)
    assert table.layout is not None
    surface = stage.draw()
    white = pygame.surfarray.array2d(surface) == surface.map_rgb((255, 255, 255))
    slab = table.layout.slab
    # Half of a square code is white.
    assert white[slab.x : slab.right, slab.y : slab.bottom].sum() > 74 * 74 // 3
    assert house.room.host in table.mode.instructions()
