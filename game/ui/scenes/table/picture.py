"""The table's picture: what stands still, what is aimed at, what moves."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from itertools import product

import pygame

from game.play.table_game import TableGame
from game.rules.placement import ASIDE_INDEX, Position
from game.rules.tiles import Tile
from game.ui.draw.board_picture import BoardLook, BoardPicture
from game.ui.draw.kept import Drawing, Rehearsal
from game.ui.draw.sprites import TileLook
from game.ui.frame.context import Context
from game.ui.scenes.shared.names import edition_name, rules_words
from game.ui.scenes.table.aim import Aim
from game.ui.scenes.table.bag_picture import BagPicture
from game.ui.scenes.table.coach import CoachView
from game.ui.scenes.table.layout import TableLayout
from game.ui.scenes.table.motion import Motion
from game.ui.scenes.table.panels import Panels
from game.ui.scenes.table.preview import draw_preview

__all__ = ["TablePicture"]


@dataclass
class TablePicture:
    """Draws a `TableGame`; keeps what is dear to draw until `forget`.

    `title_words` says what stands at the top left, a name and a line about it.
    """

    context: Context
    game: TableGame
    aim: Aim
    motion: Motion
    panels: Panels
    coach: CoachView

    def __post_init__(self) -> None:
        self.bag = BagPicture(self.context, self.game.match.rules.grid.tile_set)
        self.board = BoardPicture(self.context.painter)
        self._wanted: tuple[Position | None, tuple[Tile, ...], TableLayout] | None = None
        self._rehearsal = Rehearsal()
        self.title_words: Callable[[], tuple[str, str]] = self._match_words

    def forget(self) -> None:
        """Render everything anew next time."""
        self._wanted = None
        self.bag.forget()
        self.board.forget()
        self.panels.forget()

    def prepare(self, layout: TableLayout, seconds: float) -> None:
        """Make some of the pictures that coming frames will need, for about so long.

        First what the board will show once everything has landed, then what the tiles in hand
        would do, then whatever can still be called.
        """
        wanted = (self.game.position(), self.game.hand(), layout)
        if wanted != self._wanted:
            self._wanted = wanted
            self._rehearsal = Rehearsal(self._drawings(layout))
        self._rehearsal.go_on(seconds)

    def _drawings(self, layout: TableLayout) -> Iterator[Drawing]:
        game, board = self.game, layout.board
        position, hand = game.position(), game.hand()
        if position is None:
            return
        rules = game.match.rules
        bare = BoardLook(rules, position, aside=layout.aside, aside_radius=layout.aside_radius)
        for look in (bare, *(replace(bare, legal=game.legal(tile)) for tile in hand)):
            yield partial(self.board.rehearse, layout=board, look=look)
        for tile in hand:
            for space in game.legal(tile):
                after = None if space == ASIDE_INDEX else game.preview(tile, space)
                if after is not None:
                    yield partial(
                        draw_preview,
                        context=self.context,
                        layout=board,
                        before=position,
                        after=after,
                        tile=tile,
                        space=space,
                    )
                    yield partial(
                        self.board.rehearse, layout=board, look=replace(bare, position=after)
                    )
        sprites = self.context.painter.sprites
        bag = game.match.bag
        if not bag:
            return
        held = self.panels.spot(layout.hand, game, bag[0]).radius
        sizes = ((held, held * 0.93), (board.tile_radius,))
        ways = ((TileLook.LIFTED,), (TileLook.GHOST, TileLook.NORMAL))
        yield partial(self.panels.rehearse_call, game=game)
        for count in range(1, len(bag) + 1):
            # As many are left as can be; which of them hardly matters for the words.
            yield partial(self.bag.rehearse, rect=layout.bag, left=frozenset(bag[:count]))
        for radii, shown in zip(sizes, ways, strict=True):
            for tile, radius, way in product(bag, radii, shown):
                yield partial(sprites.draw_tile, tile=tile, centre=(0, 0), radius=radius, look=way)

    def draw(
        self,
        surface: pygame.Surface,
        layout: TableLayout,
        points: float,
        best: float | None,
        dragged: Tile | None,
    ) -> None:
        """Draw everything that stands still, and what is aimed at."""
        game = self.game
        self._draw_title(surface, layout)
        self.bag.draw(surface, layout.bag, frozenset(game.match.bag))
        self.panels.draw_score(surface, layout.score, game, points, best)
        self.panels.draw_hand(surface, layout.hand, game, self.motion, self.aim.chosen, dragged)
        self.panels.draw_seats(surface, layout.seats, game, game.others)
        self._draw_board(surface, layout, dragged)

    def _draw_title(self, surface: pygame.Surface, layout: TableLayout) -> None:
        painter = self.context.painter
        top, below = layout.title.cut_top(layout.title.h * 55 // 100)
        name, words = self.title_words()
        painter.text_in(surface, name, top, painter.theme.type.heading, max_lines=1)
        painter.text_in(surface, words, below, painter.theme.type.small, max_lines=2)

    def _match_words(self) -> tuple[str, str]:
        """The edition, and its rules or, in a match of several rounds, the round (S7, C5)."""
        setup, current = self.game.setup, self.game.round
        name = edition_name(self.context, setup.edition)
        count = setup.rules.rounds
        if count == 1 or current is None:
            return name, rules_words(self.context, setup.rules)
        number = len(self.game.match.rounds)
        if current.caller is None or len(setup.players) == 1:
            return name, self.context.text("play.round", round=number, rounds=count)
        caller = self.game.player(current.caller).name
        words = self.context.text("score.round_caller", number=number, count=count, name=caller)
        return name, words

    def _draw_board(
        self, surface: pygame.Surface, layout: TableLayout, dragged: Tile | None
    ) -> None:
        game = self.game
        position = game.position()
        if position is None:
            return
        hand = game.hand()
        tile = dragged or (hand[min(self.aim.chosen, len(hand) - 1)] if hand else None)
        legal = None if tile is None else game.legal(tile)
        look = BoardLook(
            game.match.rules,
            position,
            self.motion.hidden_spaces(),
            None if legal is None else tuple(i for i in legal if i != ASIDE_INDEX),
            self.motion.dark_lines(),
            layout.aside,
            layout.aside_radius,
            is_aside_legal=legal is not None and ASIDE_INDEX in legal,
        )
        self.board.draw(surface, layout.board, look)
        if self.coach.is_on and tile is not None:
            self.coach.draw(surface, layout, game, tile, self.aim.target)
        if tile is not None:
            self._draw_target(surface, layout, tile)

    def _draw_target(self, surface: pygame.Surface, layout: TableLayout, tile: Tile) -> None:
        target = self.aim.target
        position = self.game.position()
        if target is None or position is None:
            return
        sprites = self.context.painter.sprites
        if target == ASIDE_INDEX:
            places = layout.aside
            index = min(len(position.aside), len(places) - 1)
            if places:
                sprites.draw_cursor(surface, places[index], layout.aside_radius)
            return
        after = self.game.preview(tile, target)
        if after is not None:
            draw_preview(surface, self.context, layout.board, position, after, tile, target)
        elif self.aim.is_keyboard:
            centre = layout.board.centres[target]
            palette = self.context.painter.theme.palette
            is_taken = position.filled >> target & 1
            colour = palette.raised_edge if is_taken else palette.bad
            sprites.draw_cursor(surface, centre, layout.board.tile_radius, colour)
