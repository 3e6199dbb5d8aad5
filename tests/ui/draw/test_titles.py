"""The game's name and the board of the first launch: their places and what they show."""

from __future__ import annotations

from typing import Any

import pygame
import pytest

from game.play.examples import ExampleBoard
from game.rules.boards import CLASSIC
from game.rules.placement import empty_position, put_unchecked
from game.rules.ruleset import Ruleset
from game.rules.tiles import TILES
from game.ui.draw.board_picture import BoardLook, BoardPicture
from game.ui.draw.painter import Painter
from game.ui.draw.titles import draw_example, draw_name, name_place, title_column, title_factor
from game.ui.layout.hexes import lay_out_board
from game.ui.layout.rects import Rect, make_view
from tests.ui.written import written_lines


@pytest.mark.parametrize(
    ("size", "factor", "column", "place"),
    [
        ((1280, 800), 1.0, 533.6, Rect(58, 44, 476, 106)),
        ((1600, 800), 1.0, 853.6, Rect(58, 44, 796, 106)),
        ((1024, 768), 1.2, 500.0, Rect(46, 42, 354, 102)),
        ((1080, 1920), 1.35, 500.0, Rect(58, 59, 442, 143)),
    ],
)
def test_the_name_s_place_grows_with_the_window_up_to_a_limit(
    size: tuple[int, int], factor: float, column: float, place: Rect
) -> None:
    view = make_view(size)
    assert (title_factor(view), title_column(view)) == pytest.approx((factor, column))
    assert name_place(view) == place


def test_the_name_is_one_large_line_at_the_left_of_its_place() -> None:
    painter, place = Painter(make_view((1280, 800))), Rect(58, 44, 600, 106)
    with written_lines() as lines:
        draw_name(painter, pygame.Surface((700, 200)), place)
    (line,) = lines
    assert (line.text, line.place.x, line.y) == ("Take It Easy!", 58, 44 + 53)
    assert (line.size, line.style.colour) == (84, painter.theme.palette.ink)
    with written_lines() as lines:
        draw_name(painter, pygame.Surface((700, 200)), place._replace(w=300))
    assert [line.text for line in lines] == ["Take It Easy!"]
    assert lines[0].size < 84


def test_the_first_launch_shows_an_example_without_names(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[tuple[Any, ...]] = []
    monkeypatch.setattr(BoardPicture, "draw", lambda _, *given: drawn.append(given))
    example = ExampleBoard(Ruleset(), put_unchecked(empty_position(CLASSIC), TILES[3], 9))
    surface, room = pygame.Surface((9, 9)), Rect(100, 20, 400, 300)
    draw_example(surface, Painter(make_view((1280, 800))), room, example)
    look = BoardLook(example.rules, example.position, has_names=False)
    assert drawn == [(surface, lay_out_board(CLASSIC, room), look)]
