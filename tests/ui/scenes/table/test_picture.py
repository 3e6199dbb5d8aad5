"""The picture of the table: what is drawn of the selection, and which part is explained where."""

from __future__ import annotations

import pytest

from game.play.table_game import Phase as Waits
from game.ui.draw.sprites.pieces import badge_place
from game.ui.frame.context import Context
from game.ui.frame.intents import PointerMoved
from game.ui.scenes.shared.bag_picture import BAG_NUMBERS
from game.ui.scenes.table.explaining import (
    LineBadge,
    OtherBoard,
)
from tests.golden.pages import changed_pages
from tests.ui.scenes.table_stage import TableStage, before_lines, bots, open_table, people


def test_a_space_that_takes_no_tile_is_framed_for_keys_alone(
    stage: TableStage, monkeypatch: pytest.MonkeyPatch
) -> None:
    stage.click_space("c3")
    stage.let_until_waits(Waits.ACT)
    framed, board = list[int](), stage.table.picture.board
    monkeypatch.setattr(
        board, "draw_cursor", lambda _, __, space, *___, **____: framed.append(space)
    )
    stage.give(PointerMoved(stage.point(stage.space("c3"))))
    stage.draw()
    assert framed == []
    stage.press("c", "3")
    stage.draw()
    assert framed == [stage.space("c3")]


def test_the_pointer_finds_each_part_that_can_be_explained(player: Context) -> None:
    stage = open_table(player, players=(*people("Ana"), *bots("B", "C", "D")))
    layout, asked_at = stage.layout, stage.table.picture.asked_at
    seats = [asked_at(layout, seat.centre) for seat in layout.seats]
    assert seats == [OtherBoard(1), OtherBoard(2), OtherBoard(3)]
    places = [stage.table.picture.bag.place_of(layout.bag, number) for number in BAG_NUMBERS]
    assert [asked_at(layout, place.centre) for place in places if place] == [*BAG_NUMBERS]
    badges = [asked_at(layout, badge_place(layout.board, i)) for i in range(15)]
    assert badges == [LineBadge(i) for i in range(15)]
    nowhere = (layout.hand, layout.title, layout.harvest)
    assert [asked_at(layout, part.centre) for part in nowhere] == [None] * 3
    far = layout.board.radius
    x, y = badge_place(layout.board, 0)
    assert asked_at(layout, (x, y - far)) is None
    stage = before_lines(player)
    column, asked_at = stage.layout.harvest, stage.table.picture.asked_at
    heights = range(column.bottom - 1, column.y, -2)
    bands = [asked_at(stage.layout, (column.centre[0], y)) for y in heights]
    assert [*filter(None, dict.fromkeys(bands))] == [LineBadge(4), LineBadge(3), LineBadge(0)]
    assert bands[-1] is None


@pytest.mark.usefixtures("pixels")
def test_where_a_tile_may_go_is_shown_once_it_has_come(context: Context) -> None:
    stage = open_table(context)
    assert stage.table.motion.is_running
    x, y = stage.layout.board.centres[0]
    # Above the name, which keeps its colour.
    at = (round(x), round(y - stage.layout.board.tile_radius * 0.4))
    coming = stage.draw().get_at(at)
    stage.let(1.0)
    assert not stage.table.motion.is_running
    assert stage.draw().get_at(at) != coming


def test_a_banner_names_the_board_that_is_looked_at_for_as_long_as_it_is(player: Context) -> None:
    stage = open_table(player, players=(*people("Ana"), *bots("Otto")))
    words = player.text("play.looking", name="Otto")
    assert words not in stage.read()
    stage.press("page down")
    stage.let(10)
    assert words in stage.read()


def test_pages_are_drawn_and_read_as_they_were() -> None:
    assert changed_pages("table_picture") == []
