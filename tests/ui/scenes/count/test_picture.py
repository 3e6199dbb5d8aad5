"""The board at the count: its ring."""

from __future__ import annotations

from random import Random

import pygame
import pytest

from game.rules.placement import ASIDE_INDEX, Placement
from game.rules.ruleset import Ruleset
from game.rules.tiles import TILES
from game.ui.draw.sprites.pieces import Sprites
from game.ui.frame.context import Context
from game.ui.layout.rects import Point, Rect
from game.ui.scenes.count.control import CountControl
from game.ui.scenes.count.finish import KeyPlacement
from game.ui.scenes.count.picture import CountPicture
from tests.golden.pages import changed_pages
from tests.rules.random_matches import random_match


def test_the_placement_that_mattered_has_its_ring_on_its_own_board_alone(
    player: Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = random_match(Ruleset(rounds=2), 2, Random(3))
    control = CountControl(match, is_counted=True)
    picture = CountPicture(player, control)
    board = picture.lay_out(Rect(0, 0, 500, 400))
    rings, surface, own = list[Point](), pygame.Surface((1, 1)), control.seat
    monkeypatch.setattr(Sprites, "draw_cursor", lambda _, surface, at, *more: rings.append(at))
    for space, round_index, seat, is_there in (
        (4, 1, own, True),
        (4, 0, own, False),
        (4, 1, 1 - own, False),
        (ASIDE_INDEX, 1, own, False),
    ):
        control.show(seat=seat, round_index=1)
        rings.clear()
        key = KeyPlacement(round_index, Placement(TILES[0], space), 3, 0, 0, "")
        picture.draw_ring(surface, board, key)
        assert rings == ([board.centres[space]] if is_there else [])


def test_pages_are_drawn_and_read_as_they_were() -> None:
    assert changed_pages("count_picture") == []
