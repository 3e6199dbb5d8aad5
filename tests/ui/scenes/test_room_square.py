"""The square by which a phone finds a room."""

from __future__ import annotations

import pygame
import pytest
import segno

from game.ui.frame.context import Context
from game.ui.layout.rects import Rect
from game.ui.parts import MAIN
from game.ui.scenes.phones.inviting import InvitingScene
from game.ui.scenes.shared.room_square import draw_square
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
    corner = table.layout.corner
    # Half of a square code is white.
    assert white[corner.x : corner.right, corner.y : corner.bottom].sum() > 74 * 74 // 3
    assert house.room.host in table.mode.instructions()


@pytest.mark.usefixtures("pixels")
def test_the_square_is_black_on_white_with_four_modules_of_quiet_around_it() -> None:
    link = "http://192.168.1.20:8720/#KQXR"
    rows = [list(row) for row in segno.make(link, error="m", micro=False).matrix]
    count = len(rows) + 8
    for room, size in (
        (Rect(7, 5, count * 3 + 2, count * 4), 3),
        (Rect(9, 3, count * 4, count * 2), 2),
    ):
        surface = pygame.Surface((200, 200))
        surface.fill("red")
        draw_square(surface, room, link)
        left = room.x + (room.w - size * count) // 2
        top = room.y + (room.h - size * count) // 2
        for y in range(-4, len(rows) + 4):
            for x in range(-4, len(rows) + 4):
                is_dark = y in range(len(rows)) and x in range(len(rows)) and rows[y][x]
                at = left + (x + 4) * size, top + (y + 4) * size
                wanted = (0, 0, 0) if is_dark else (255, 255, 255)
                assert surface.get_at(at)[:3] == wanted
        assert surface.get_at((left - 1, top))[:3] == (255, 0, 0)
        assert surface.get_at((left, top - 1))[:3] == (255, 0, 0)
