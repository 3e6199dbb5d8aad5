"""The demonstration on the title: a simple bot plays a real game.

Frames are drawn only while a tile moves or a line glows. It rests after `REST_AFTER` seconds
without input, so that a forgotten title costs nothing.
"""

import math
from random import Random
from typing import Final

import pygame

from game.bots.players.registry import make_bot
from game.play.table import TableSetup
from game.play.table_game import TableGame
from game.rules.boards import CLASSIC
from game.rules.match import Match, Player, PlayerKind
from game.rules.moves import LineCompleted
from game.rules.placement import empty_position
from game.rules.ruleset import Ruleset
from game.rules.tiles import Tile
from game.ui.draw.animation import (
    Timeline,
    Tween,
    ease_in_out,
    ease_out,
    ease_out_back,
    linear,
    mix_point,
)
from game.ui.draw.board_picture import BoardLook, BoardPicture, line_states
from game.ui.frame.context import Context
from game.ui.layout.hexes import BoardLayout, lay_out_board
from game.ui.layout.rects import Rect

BOT: Final = "greedy"
FIRST_TILES: Final = 11
"""Tiles on the board when the title opens."""

ENTRANCE: Final = 0.07
"""Seconds from one of the first tiles to the next; they drop in after the first frame."""

DROP: Final = 0.28
APPEAR: Final = 0.2
"""Seconds in which a tile drops, and in which the board appears."""

TILE_PAUSE: Final = 1.5
FLIGHT: Final = 0.6
GLOW: Final = 0.7
ADMIRE: Final = 5.0
REST_AFTER: Final = 30.0
"""Seconds without input after which the board rests."""


class Attract:
    """Plays a standard game for one seat, over and over; `resize` sets the room of its board."""

    def __init__(self, context: Context) -> None:
        self._context = context
        self._timeline = Timeline(is_reduced=context.preferences.has_reduced_motion)
        self._flying: tuple[Tile, int] | None = None
        self._lit: tuple[int, ...] = ()
        self._idle = 0.0
        self._picture = BoardPicture(context.painter)
        self._layout: BoardLayout | None = None
        self._game = self._new_game()
        is_still = self._context.preferences.has_reduced_motion
        count = len(self.match.rules.grid) if is_still else FIRST_TILES
        for _ in range(count):
            self._place_next()
        self._lit = ()
        if not is_still:
            length = ENTRANCE * FIRST_TILES + DROP
            self._timeline.play("enter", Tween(length, 0.0, length, easing=linear))
            self._timeline.wait("next", length + TILE_PAUSE, self._start_flight)

    @property
    def match(self) -> Match:
        """The game on display."""
        return self._game.match

    @property
    def is_resting(self) -> bool:
        """Whether nothing moves until the next input."""
        return not self._timeline.is_running

    def _new_game(self) -> TableGame:
        self._bot = make_bot(BOT)
        seed = str(self._context.random.getrandbits(30))
        game = TableGame.start(TableSetup(Ruleset(), (Player("", PlayerKind.BOT, BOT),), seed))
        game.begin_round()
        return game

    def wake(self) -> None:
        """Resume after an input."""
        self._idle = 0.0
        if self.is_resting and not self._context.preferences.has_reduced_motion:
            self._timeline.wait("next", TILE_PAUSE, self._start_flight)

    def advance(self, dt: float) -> bool:
        """Advance the game and its animations; return whether the picture changed."""
        self._idle += dt
        was_moving = self._is_moving
        self._timeline.advance(dt)
        return was_moving or self._is_moving

    @property
    def _is_moving(self) -> bool:
        is_bare = self._flying is None and not self._lit
        return not is_bare or self._timeline.has("leave") or self._timeline.has("enter")

    def _choose(self) -> tuple[Tile, int]:
        if not self._game.match.round.seats[0].hand:
            self._game.call_next()
        chosen = self._bot.choose(self._game.match, 0, Random(0))
        return chosen.tile, chosen.space

    def _place_next(self) -> None:
        tile, space = self._choose()
        self._game.place(tile, space)

    def _start_flight(self) -> None:
        if self._idle > REST_AFTER:
            return
        match = self._game.match
        if len(match.round.calls) == len(match.rules.call_sizes):
            self._timeline.play("leave", Tween(0.7, 1.0, 0.0, easing=ease_in_out), self._start_over)
            return
        self._flying = self._choose()
        self._timeline.play("fly", Tween(FLIGHT, easing=ease_out), self._land)

    def _start_over(self) -> None:
        self._game = self._new_game()
        self._timeline.wait("next", TILE_PAUSE / 2, self._start_flight)

    def _land(self) -> None:
        assert self._flying is not None
        tile, space = self._flying
        self._flying = None
        events = self._game.place(tile, space)
        self._lit = tuple(e.line.index for e in events if isinstance(e, LineCompleted))
        if self._lit:
            self._timeline.play("glow", Tween(GLOW, easing=ease_out_back), self._darken)
        match = self._game.match
        is_full = len(match.round.calls) == len(match.rules.call_sizes)
        self._timeline.wait("next", ADMIRE if is_full else TILE_PAUSE, self._start_flight)

    def _darken(self) -> None:
        self._lit = ()

    def resize(self, area: Rect) -> None:
        """Lay the board out in `area`."""
        self._layout = lay_out_board(CLASSIC, area)

    @property
    def is_appearing(self) -> bool:
        """Whether what is behind the board is still seen."""
        return self._timeline.value("enter", math.inf) < APPEAR

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the board, its appearing or disappearing tiles, and the tile in flight."""
        layout = self._layout
        if layout is None:
            return
        share = self._timeline.value("enter", math.inf) / APPEAR
        behind = surface.copy() if share < 1 else None
        self._draw_board(surface, layout)
        if behind is not None:
            behind.set_alpha(round(255 * (1 - share)))
            surface.blit(behind, (0, 0))

    def _draw_board(self, surface: pygame.Surface, layout: BoardLayout) -> None:
        sprites = self._context.painter.sprites
        match = self._game.match
        position = match.round.seats[0].position
        is_changing = self._timeline.has("enter") or self._timeline.has("leave")
        shown = empty_position(layout.board) if is_changing else position
        look = BoardLook(match.rules, shown, dark_lines=frozenset(self._lit), has_names=False)
        self._picture.draw(surface, layout, look)
        if is_changing:
            self._draw_change(surface, layout)
        for status in line_states(layout.board, position):
            if status.line.index in self._lit and status.numbers:
                colour = self._context.painter.theme.lights[status.numbers[0]]
                reach = self._timeline.value("glow", 1.0)
                sprites.draw_beam(surface, layout, status.line.index, colour, reach)
        self._draw_flight(surface, layout)

    def _draw_change(self, surface: pygame.Surface, layout: BoardLayout) -> None:
        """Draw the first tiles dropping in by order of their calls, and the last game's fading
        out.
        """
        played = self._game.match.round
        tiles = played.seats[0].position.tiles
        fade = self._timeline.value("leave", 1.0)
        seconds = self._timeline.value("enter", math.inf)
        for place, tile in enumerate(played.called):
            share = (seconds - place * ENTRANCE) / DROP
            if share <= 0:
                break
            share = ease_out(min(1.0, share))
            self._context.painter.sprites.draw_tile(
                surface,
                tile,
                layout.centres[tiles.index(tile)],
                layout.tile_radius,
                zoom=1.3 - 0.3 * share,
                height=0.8 * (1 - share),
                alpha=share * fade,
            )

    def _draw_flight(self, surface: pygame.Surface, layout: BoardLayout) -> None:
        if self._flying is None:
            return
        tile, space = self._flying
        share = self._timeline.value("fly", 1.0)
        bounds = layout.bounds()
        start = (bounds.right + layout.radius * 1.2, bounds.y - layout.radius * 0.6)
        at = mix_point(start, layout.centres[space], share)
        # The tile starts face down and turns over in flight.
        turn = min(1.0, share / 0.55)
        squeeze = max(0.04, abs(2 * turn - 1))
        shown = tile if turn > 0.5 else None
        self._context.painter.sprites.draw_tile(
            surface,
            shown,
            at,
            layout.tile_radius,
            squeeze=squeeze,
            height=1 - share,
            alpha=min(1.0, share * 4),
        )
