"""The pictures that the standard game's table needs first, for a scene that has time before it."""

from collections.abc import Iterator
from functools import partial
from itertools import product
from typing import Final

from game.rules.boards import CLASSIC
from game.rules.tiles import Tile
from game.ui.draw.sprites.wells import Well
from game.ui.draw.surface_cache import Drawing
from game.ui.frame.context import Context
from game.ui.layout.rects import View
from game.ui.scenes.shared.table_layout import lay_out_table

_EACH_NUMBER: Final = tuple(map(Tile.parse, ("213", "654", "798")))
"""Tiles with all nine numbers, whose parts all other tiles share."""


def drawings_ahead(context: Context, view: View) -> Iterator[Drawing]:
    """Yield the drawings of the plate, of free spaces, and of tiles in flight and in the hand."""
    sprites, settings = context.painter.sprites, context.preferences
    layout = lay_out_table(
        view, CLASSIC, others=int(settings.has_rival), is_mirrored=settings.is_left_handed
    )
    board, held = layout.board, layout.hand_spot((), _EACH_NUMBER[0]).radius
    flying, resting = held, held * 0.93
    yield partial(sprites.draw_plate, layout=board)
    for radius, well in (
        (board.tile_radius, Well.EMPTY),
        (board.tile_radius, Well.LEGAL),
        (resting, Well.CLOSED),
    ):
        yield partial(sprites.draw_well, centre=(0, 0), radius=radius, well=well)
    for radius, tile in product((flying, resting), (None, *_EACH_NUMBER)):
        yield partial(sprites.draw_tile, tile=tile, centre=(0, 0), radius=radius)
