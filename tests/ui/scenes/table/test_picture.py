"""The picture of the table: what is drawn of the selection, and which part is explained where."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable
from functools import partial

import pygame
import pytest

from game.play.rival import RIVAL
from game.play.table_game import Phase as Waits
from game.play.table_game import TableGame
from game.rules.boards import CLASSIC
from game.rules.placement import ASIDE_INDEX
from game.rules.scoring import LineState, line_status
from game.rules.tiles import Tile
from game.ui.draw.board_picture import BoardLook
from game.ui.draw.sprites.pieces import Sprites, badge_place
from game.ui.draw.sprites.tiles import TileLook
from game.ui.frame.context import Context
from game.ui.frame.intents import PointerMoved
from game.ui.layout.rects import Point, make_view
from game.ui.scenes.shared.bag_picture import BAG_NUMBERS
from game.ui.scenes.table.explaining import (
    LineBadge,
    OtherBoard,
)
from game.ui.scenes.table.picture import TablePicture
from tests.golden.pages import changed_pages
from tests.ui.scenes.stage import FRAME
from tests.ui.scenes.table_stage import before_lines, bots, open_table, people
from tests.ui.written import written_lines


def test_a_space_that_takes_no_tile_is_framed_for_keys_alone(
    player: Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    for rules, space, ink in (
        ("classic free single none", "c3", "line"),
        ("classic adjacent single none", "a1", "bad"),
    ):
        stage = open_table(player, rules)
        stage.let_until_waits(Waits.ACT)
        stage.click_space("c3")
        stage.let_until_waits(Waits.ACT)
        framed = list[tuple[int, object]]()
        monkeypatch.setattr(
            stage.table.picture.board,
            "draw_cursor",
            lambda _, __, space, colour, framed=framed: framed.append((space, colour)),
        )
        stage.give(PointerMoved(stage.point(stage.space(space))))
        stage.draw()
        assert framed == []
        stage.press(*space)
        stage.draw()
        colour = getattr(player.painter.theme.palette, ink)
        assert framed == [(stage.space(space), colour)], rules


def test_a_tile_in_the_air_is_not_drawn_at_its_place_too(
    player: Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    stage = open_table(player, "daffodil-4 free single none")
    stage.let_until_waits(Waits.ACT)
    picture, (tile,) = stage.table.picture, stage.game.hand()
    looks = list[BoardLook]()
    monkeypatch.setattr(picture.board, "draw", lambda _, __, look: looks.append(look))
    stage.hit(stage.layout.board.aside[0])
    stage.draw()
    assert stage.game.aside() == (tile,)
    stage.let(2)
    stage.draw()
    picture.selection.dragged = tile
    stage.draw()
    asides = [look.aside_tiles for look in looks]
    assert (asides[0], asides[-2], asides[-1]) == ((), (tile,), (None,)), (
        "it flies, is there, flies"
    )
    picture.selection.dragged = None
    stage.click_space("c3")
    stage.let(2)
    stage.draw()
    placed = looks[-1].position.tiles[stage.space("c3")]
    assert placed is not None
    picture.selection.dragged = placed
    stage.draw()
    assert looks[-1].position.tiles[stage.space("c3")] is None


def test_of_two_tiles_set_aside_the_second_is_in_the_air(
    player: Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    stage = open_table(player, "daffodil-4 free single none")
    looks = list[BoardLook]()
    for _ in range(2):
        stage.let_until_waits(Waits.ACT)
        stage.hit(stage.layout.board.aside[0])
        if len(stage.game.aside()) == 1:
            stage.let(2)
    first, second = stage.game.aside()
    picture = stage.table.picture
    monkeypatch.setattr(picture.board, "draw", lambda _, __, look: looks.append(look))
    stage.draw()
    stage.let(2)
    stage.draw()
    assert [look.aside_tiles for look in looks] == [(first,), (first, second)]


def test_the_line_under_a_table_s_name_is_shortened_where_it_has_no_room(
    player: Context,
) -> None:
    stage = open_table(player)
    short, long = "Classic · Wild", " · ".join(["Classic"] * 40)
    for words, shown in ((short, short), (long, "Classic")):
        with written_lines() as lines:
            stage.table.picture.draw(stage.draw(), stage.layout, ("Name", words))
        assert shown in {line.text for line in lines}
        assert not any("…" in line.text for line in lines)


def test_a_landing_pushes_its_neighbours_but_none_of_a_complete_line(
    player: Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    stage = before_lines(player)
    grid, board, pushed = stage.match.rules.grid, stage.layout.board, dict[int, Point]()
    landed = grid.index_of("c2")
    stage.click_space("c3")
    stage.let_until_waits(Waits.ACT)
    stage.click_space("c2")
    while not stage.table.motion.landings():
        stage.let(FRAME)
    position = stage.game.position()
    near = [s for s in board.board.neighbours[landed] if position.tiles[s]]
    complete = {
        space
        for line in grid.lines
        if line_status(line, position).state is LineState.COMPLETE
        for space in line.spaces
    }
    assert complete & {*near}
    assert {*near} - complete

    def drawn(_: object, __: object, tile: Tile, at: Point, *rest: object, **more: object) -> None:
        pushed[position.tiles.index(tile)] = at

    monkeypatch.setattr(Sprites, "draw_tile", drawn)
    stage.table.picture.draw_moving(stage.draw(), stage.layout)
    pushed.clear()
    stage.table.picture.draw_moving(pygame.Surface((1, 1)), stage.layout)
    pushed.pop(landed)
    assert {*pushed} == {*near} - complete
    middle = board.centres[landed]
    for space, at in pushed.items():
        assert math.dist(middle, at) > math.dist(middle, board.centres[space])
    monkeypatch.setattr(TableGame, "face_down", lambda *_: object())
    pushed.clear()
    stage.table.picture.draw_moving(pygame.Surface((1, 1)), stage.layout)
    assert {*pushed} == {landed}, "a blind board's tiles are not shown"


def test_a_rival_that_was_sent_away_is_drawn_no_more(player: Context) -> None:
    stage = open_table(player)
    stage.let(1)
    picture, rival = stage.table.picture, stage.table.mode.rival
    assert rival is not None
    picture.selection.keyed = OtherBoard(RIVAL)
    for shown in (rival, None):
        picture.seat_rival(shown)
        assert (picture.harvest.beside is None) is (shown is None)
        with written_lines() as lines:
            picture.draw_answer(pygame.Surface((1280, 800)), stage.layout)
        assert bool(lines) is (shown is not None)


def test_no_edge_of_the_bag_is_seen_beside_the_slab_of_another_board(
    player: Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    bags: list[object] = []
    for size, is_over in (((820, 1000), True), ((1280, 800), False)):
        player.painter.resize(make_view(size))
        stage = open_table(player, players=(*people("Ana"), *bots("Bea")))
        stage.let(1)
        picture = stage.table.picture
        monkeypatch.setattr(picture.bag, "draw", lambda *given: bags.append(given))
        for seat, is_hidden, count in ((None, False, 1), (1, False, not is_over), (1, True, 1)):
            picture.selection.keyed = None if seat is None else OtherBoard(seat)
            monkeypatch.setattr(type(stage.game), "is_hidden", lambda *_, it=is_hidden: it)
            bags.clear()
            picture.draw(pygame.Surface(size), stage.layout, ("", ""))
            assert len(bags) == count, (size, seat, is_hidden)


def test_where_a_click_would_move_a_tile_its_ghost_is_shown_but_not_over_the_daffodil(
    player: Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    stage = open_table(player, "daffodil-4 free single none")
    stage.let_until_waits(Waits.ACT)
    tile, board = stage.game.hand()[0], stage.layout.board
    stage.click_space("c3")
    stage.let(1)
    drawn, framed = list[tuple[Point, TileLook]](), list[int]()

    def draw(_: object, __: object, shown: Tile, at: Point, *rest: object, **more: object) -> None:
        if shown is tile and TileLook.GHOST in rest:
            drawn.append((at, TileLook.GHOST))

    monkeypatch.setattr(Sprites, "draw_tile", draw)
    picture = stage.table.picture
    monkeypatch.setattr(
        picture.board, "draw_cursor", lambda _, __, space, **more: framed.append(space)
    )
    for target, ghosts in ((0, [(board.centres[0], TileLook.GHOST)]), (ASIDE_INDEX, [])):
        drawn.clear()
        stage.give(PointerMoved(stage.point(target)))
        assert picture.selection.target == target
        picture.draw(stage.draw(), stage.layout, ("", ""))
        assert drawn[: len(ghosts)] == ghosts
        assert bool(drawn) is bool(ghosts)
        assert framed[-1] == target


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


PREPARE = TablePicture.prepare
"""The function itself: for other tests it does nothing."""


def test_pictures_of_frames_to_come_are_prepared_anew_where_the_table_changes(
    player: Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    prepared: list[list[partial[None]]] = []

    class Listed:
        """Lists the drawings; some are always left."""

        def __init__(self, drawings: Iterable[partial[None]] = ()) -> None:
            prepared.append([*drawings])

        def go_on(self, seconds: float) -> bool:
            return seconds > 1

    monkeypatch.setattr("game.ui.scenes.table.picture.Prerender", Listed)
    stage = open_table(player, "classic free pairs none")
    stage.let(2)
    game, picture, layout = stage.game, stage.table.picture, stage.layout
    prepared.clear()
    work = [PREPARE(picture, layout, seconds) for seconds in (1.0, 1.0, 2.0)]
    assert (work, len(prepared)) == ([True, False, True], 1), "a frame with changes is left alone"
    (drawings,) = prepared
    hand, bag, spaces = game.hand(), game.match.bag, range(len(CLASSIC))
    previews = [one.keywords for one in drawings if one.func.__name__ == "draw_preview"]
    assert [(one["tile"], one["space"], one["after"]) for one in previews] == [
        (tile, space, game.preview(tile, space)) for tile in hand for space in spaces
    ]
    looks = [one.keywords["look"] for one in drawings if "look" in one.keywords]
    boards = [look for look in looks if isinstance(look, BoardLook)]
    assert [look.legal for look in boards[:3]] == [None, *map(game.legal, hand)]
    assert [look.position for look in boards[3:]] == [one["after"] for one in previews]
    bags = [one.keywords["left"] for one in drawings if "left" in one.keywords]
    assert [len(left) for left in bags] == list(range(1, len(bag) + 1))
    tiles = Counter(one.keywords["tile"] for one in drawings if "radius" in one.keywords)
    # Lifted in the hand in two sizes; on the board as a ghost and at rest.
    assert tiles == dict.fromkeys(bag, 4)
    assert not any("line_index" in one.keywords for one in drawings), "no line is begun"
    stage.give(PointerMoved(stage.point(0)))
    assert PREPARE(picture, layout, 1.0)
    assert (PREPARE(picture, layout, 1.0), len(prepared)) == (False, 1), "the same pictures serve"
    stage.click_space("c3")
    assert (PREPARE(picture, layout, 1.0), len(prepared)) == (True, 2)
    beams = [one.keywords for one in prepared[1] if "line_index" in one.keywords]
    through = {line.index for line in CLASSIC.lines_through[CLASSIC.index_of("c3")]}
    assert {one["line_index"] for one in beams} == through
    assert {one["colour"] for one in beams} == {player.painter.theme.palette.bad}


def test_before_the_last_call_no_picture_of_a_later_one_is_prepared(
    player: Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    prepared: list[list[partial[None]]] = []
    stage = open_table(player)
    for space in range(len(CLASSIC) - 1):
        stage.game.place(stage.game.hand()[0], space)
        stage.game.call_next()
    monkeypatch.setattr(
        "game.ui.scenes.table.picture.Prerender", lambda drawings: prepared.append([*drawings])
    )
    PREPARE(stage.table.picture, stage.layout, 1.0)
    (drawings,) = prepared
    spaces = [one.keywords["space"] for one in drawings if "space" in one.keywords]
    assert spaces == [len(CLASSIC) - 1]
    assert not any({"left", "radius"} & {*one.keywords} for one in drawings)


def test_pages_are_drawn_and_read_as_they_were() -> None:
    assert changed_pages("table_picture") == []
