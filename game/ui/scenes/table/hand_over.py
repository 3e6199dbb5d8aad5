"""The curtain between two people at one screen whose boards are hidden."""

from collections.abc import Callable, Sequence

import pygame

from game.play.table_game import TableGame
from game.ui.draw.avatars import draw_seat_mark
from game.ui.draw.icons import Icon
from game.ui.frame.bindings import Action
from game.ui.frame.context import Context
from game.ui.frame.scene import Ignored, Navigation, Pop, Replace, Scene
from game.ui.layout.hexes import SQRT3
from game.ui.layout.rects import Rect
from game.ui.parts import MAIN, QUESTION, SILENT, PageScene, Picture, Spacer, Text, Widget
from game.ui.scenes.shared.starting import to_menu
from game.ui.widgets import Button, Look


class HandOver(PageScene):
    """A curtain over the table until the next person is ready.

    `news` are sentences about what happened to others. `previous` is who may still take a tile
    back (C4), which `take_back` does. `table` is what is then opened, where it does not lie below:
    whoever is not meant by the name can go back to the menu.
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
        self.keys = {Action.TAKE_BACK: self._go_back}
        if table is not None:
            self.keys[Action.CANCEL] = self._leave

    def page(self) -> Widget:
        text, game = self.context.text, self._game
        name = game.player(game.view).name
        sees = text(
            "play.pass_sees",
            call=len(game.match.round.calls),
            calls=len(game.match.rules.call_sizes),
        )
        return self.lifted(
            Picture(self._paint_seat, size=64, reads=SILENT),
            Text(text("play.pass_on", name=name), "title", align="centre", id=QUESTION),
            Text(text("play.pass_body", name=name), align="centre"),
            bool(game.hand()) and Picture(self._paint_tiles, size=124),
            bool(game.hand()) and Text(sees, align="centre"),
            Spacer(size=2),
            Button(text("play.ready"), self._open, look=Look.PRIMARY, id=MAIN, size=54, across=440),
            self._take_back is not None
            and Button(
                text("play.pass_take_back", name=self._previous),
                self._go_back,
                size=54,
                across=440,
            ),
            self._table is not None
            and Button(text("play.menu"), self._leave, icon=Icon.HOME, look=Look.QUIET, across=440),
            bool(self._news) and Text("\n".join(self._news), align="centre", id="news"),
            width=640,
        )

    def _paint_seat(self, surface: pygame.Surface, room: Rect) -> None:
        """Paint the player's picture, or the seat's number on its colour."""
        painter, seat, setup = self.context.painter, self._game.view, self._game.setup
        draw_seat_mark(surface, painter, setup, seat, room.centre, room.h * 1.15, room.h)
        if setup.avatar_of(seat):
            return
        style = painter.theme.type.heading.coloured(painter.theme.palette.ink_dark)
        painter.text(surface, str(seat + 1), room.centre, style, "centre")

    def _paint_tiles(self, surface: pygame.Surface, room: Rect) -> None:
        """Paint what was called and lies in the hand: everybody knows it."""
        tiles = self._game.hand()
        radius = min(room.h / SQRT3, room.w / (2.2 * len(tiles)))
        sprites = self.context.painter.sprites
        sprites.draw_row(surface, tiles, room.centre, radius * 0.95, radius * 2.2)

    def _open(self) -> Navigation:
        return Pop() if self._table is None else Replace(self._table)

    def _leave(self) -> Navigation:
        return to_menu(self.context)

    def _go_back(self) -> Navigation:
        return Ignored() if self._take_back is None else Pop(self._take_back())

    def draw_below(self, surface: pygame.Surface) -> None:
        # The whole table is covered, so that no board can be seen.
        self.context.painter.draw_background(surface)
