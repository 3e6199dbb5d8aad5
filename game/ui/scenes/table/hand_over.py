"""The curtain between two people at one screen whose boards are hidden."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Unpack

import pygame

from game.play.table_game import TableGame
from game.ui.draw.avatars import draw_avatar
from game.ui.draw.bands import draw_hexagon
from game.ui.draw.icons import Icon
from game.ui.draw.theme import Colour, Theme
from game.ui.frame.bindings import Action
from game.ui.frame.context import Context
from game.ui.frame.scene import Ignored, Navigation, Pop, Replace, Scene
from game.ui.layout.hexagon import SQRT3
from game.ui.layout.rects import Rect
from game.ui.parts import (
    MAIN,
    READ_WITH_HEADING,
    SILENT,
    Column,
    Maybe,
    PageScene,
    Picture,
    PressedPanel,
    Row,
    Sign,
    Spacer,
    Text,
    Widget,
    WidgetOptions,
    WordLink,
)
from game.ui.scenes.shared.starting import to_title
from game.ui.widgets import OnPress


class SeatBand(PressedPanel):
    """The band of the next person in the seat's colour; it reaches the right edge."""

    start = "cut"

    def __init__(
        self, on_press: OnPress, *parts: Maybe, seat: str, **common: Unpack[WidgetOptions]
    ) -> None:
        super().__init__(on_press, *parts, pad=(150, 20, 58, 20), **common)
        self.seat = seat

    def fill(self, theme: Theme) -> Colour:
        return theme.seats[self.seat]


class HandOver(PageScene):
    """Covers the table until the next person is ready.

    `news` are sentences about other players. `previous` is the person who may still take a tile
    back (C4) by `take_back`. `table` is opened afterwards if it is not below already.
    """

    is_overlay = True

    def __init__(
        self,
        context: Context,
        game: TableGame,
        news: Sequence[str] = (),
        previous: str = "",
        take_back: Callable[[], Navigation | None] | None = None,
        *,
        table: Scene | None = None,
    ) -> None:
        super().__init__(context)
        self._game, self._news, self._take_back = game, news, take_back
        self._previous, self._table = previous, table
        self.keys = {}

    def page(self) -> Widget:
        text, game = self.context.text, self._game
        name = game.player(game.view).name
        sees = text(
            "play.pass_sees",
            call=len(game.match.round.calls),
            calls=len(game.match.rules.call_sizes),
        )
        has_hand = bool(game.hand())
        band = SeatBand(
            self._open,
            Row(
                Picture(self._paint_seat, 150, size=150, reads=SILENT),
                Column(
                    Spacer(share=1),
                    Text(name, "display", lines=1),
                    Row(Sign(Icon.PLAY, "ink", 26), Text(text("play.ready"), "title"), gap=18),
                    Spacer(share=1),
                    gap=10,
                    share=1,
                ),
                has_hand and Picture(self._paint_tiles, size=230),
                gap=40,
                share=1,
            ),
            seat=game.setup.colour_of(game.view),
            id=MAIN,
            reads=text("play.ready"),
            share=1,
        )
        back = text("play.pass_take_back", name=self._previous)
        return Column(
            Spacer(size=max(82, 0.28 * self.view.units_high - 142)),
            Row(
                Spacer(size=330),
                Text(text("play.pass_on", name=name), "heading", share=1, id=READ_WITH_HEADING),
            ),
            Spacer(size=4),
            Row(Spacer(size=190), band, gap=0, size=250),
            Spacer(size=8),
            Row(
                Spacer(size=330),
                Column(
                    Text(text("play.pass_body", name=name), "body"),
                    has_hand and Text(sees, "body"),
                    bool(self._news) and Text("\n".join(self._news), "strong", id="news"),
                    gap=8,
                    share=1,
                ),
                pad=(0, 0, 58, 0),
            ),
            Spacer(share=1),
            Row(
                self._take_back is not None
                and WordLink(back, self._go_back, shortcut=Action.TAKE_BACK),
                WordLink(
                    text("play.menu"), partial(to_title, self.context), shortcut=Action.CANCEL
                ),
                gap=34,
                pad=(58, 0, 58, 20),
            ),
            gap=10,
        )

    def _paint_seat(self, surface: pygame.Surface, room: Rect) -> None:
        """Paint a hexagon with the player's picture, or the seat's number."""
        painter, seat, setup = self.context.painter, self._game.view, self._game.setup
        colour, radius = painter.theme.seats[setup.colour_of(seat)], min(room.size) * 0.5
        ink = painter.theme.ink_on(colour)
        draw_hexagon(surface, painter, room.centre, radius, colour, ink, painter.px(5))
        avatar = setup.avatar_of(seat)
        if avatar:
            draw_avatar(surface, painter, avatar, colour, room.centre, radius * 1.2)
            return
        style = painter.theme.type.action.coloured(ink)
        painter.text(surface, str(seat + 1), room.centre, style, "centre")

    def _paint_tiles(self, surface: pygame.Surface, room: Rect) -> None:
        """Paint the called tiles in hand, which all players know."""
        tiles = self._game.hand()
        radius = min(room.h / SQRT3, room.w / (2.2 * len(tiles)))
        sprites = self.context.painter.sprites
        sprites.draw_row(surface, tiles, room.centre, radius * 0.95, radius * 2.2)

    def _open(self) -> Navigation:
        return Pop() if self._table is None else Replace(self._table)

    def _go_back(self) -> Navigation:
        return Ignored() if self._take_back is None else Pop(self._take_back())

    def draw_below(self, surface: pygame.Surface) -> None:
        # The curtain covers the whole table, so that no board is visible.
        self.context.painter.draw_background(surface)
