"""The picture of the bag: a bar for each number, with the tiles that are left."""

from __future__ import annotations

from random import Random

import pygame
import pytest

from game.rules.boards import CLASSIC, DAFFODIL, Board
from game.rules.tiles import Tile
from game.ui.frame.context import Context
from game.ui.layout.rects import Rect
from game.ui.scenes.shared.bag_picture import BAG_NUMBERS, BagPicture
from tests.ui.written import Written

ROOM = Rect(30, 20, 420, 160)


def runs(surface: pygame.Surface, place: Rect, colour: tuple[int, ...]) -> int:
    """Return how many pieces of a colour are below each other in the middle of a bar."""
    x = round(place.centre[0])
    column = [surface.get_at((x, y))[:3] == colour[:3] for y in range(place.y, place.bottom - 26)]
    return sum(here and not above for above, here in zip([False, *column], column, strict=False))


@pytest.mark.usefixtures("pixels")
@pytest.mark.parametrize("board", [CLASSIC, DAFFODIL], ids=["classic", "daffodil"])
def test_each_bar_has_as_many_tiles_as_are_left_with_its_number(
    context: Context, board: Board
) -> None:
    bag, tiles = BagPicture(context, board.tile_set), list(board.tile_set)
    Random(4).shuffle(tiles)
    stripes, wild = context.painter.theme.stripes, context.painter.theme.palette.ink_soft
    for many in (len(tiles), 11, 0):
        left = frozenset(tiles[:many])
        surface = pygame.Surface((480, 200))
        surface.fill(context.painter.theme.palette.sky)
        bag.draw(surface, ROOM, left)
        for one in BAG_NUMBERS:
            place = bag.place_of(ROOM, one)
            assert place is not None
            wanted = sum(tile.number(one.direction) == one.number for tile in left)
            assert runs(surface, place, stripes[one.number]) == wanted, one
        jokers = bag.place_of(ROOM, None)
        assert (jokers is None) is (board is CLASSIC)
        if jokers is not None:
            assert runs(surface, jokers, wild) == sum(tile.is_wild for tile in left)


def test_a_point_of_the_bag_asks_about_the_number_whose_bar_is_there(context: Context) -> None:
    bag = BagPicture(context, CLASSIC.tile_set)
    places = [bag.place_of(ROOM, one) for one in BAG_NUMBERS]
    assert [place.x for place in places if place] == sorted(place.x for place in places if place)
    for one, place in zip(BAG_NUMBERS, places, strict=True):
        assert place is not None
        assert bag.asked_at(ROOM, place.centre) == one
        assert ROOM.x - 1 <= place.x
        assert place.right <= ROOM.right + 1
        assert place.bottom == ROOM.bottom
    assert bag.asked_at(ROOM, (ROOM.x - 5, ROOM.y + 80)) is None
    assert bag.asked_at(ROOM, (ROOM.x + 20, ROOM.y + 2)) is None, "the words above"
    moved = ROOM.moved(50, 10)
    first, other = bag.place_of(ROOM, BAG_NUMBERS[0]), bag.place_of(moved, BAG_NUMBERS[0])
    assert first is not None
    assert other == first.moved(50, 10)


def test_the_bag_says_how_many_tiles_are_left_and_names_its_bars(context: Context) -> None:
    bag, left = BagPicture(context, CLASSIC.tile_set), frozenset({Tile.parse("213")})
    written = Written((480, 200))
    with written.listening():
        bag.prerender(pygame.Surface((480, 200)), ROOM, left)
    numbers = [str(one.number) for one in BAG_NUMBERS]
    assert written.words == [context.text("play.bag_left", count=1), *numbers]
