"""A board in the current state: plate, wells, tracks, tiles, badges; one surface, redrawn on
change.
"""

from dataclasses import dataclass, replace
from functools import lru_cache, partial
from typing import Final

import pygame

from game.rules.boards import Board
from game.rules.placement import ASIDE_INDEX, Position
from game.rules.ruleset import RayRule, Ruleset
from game.rules.scoring import LineState, LineStatus, line_status
from game.rules.tiles import Direction, Tile
from game.ui.draw.icons import Icon
from game.ui.draw.painter import Painter
from game.ui.draw.shapes import clear_canvas, opaque_canvas
from game.ui.draw.sprites.lines import LineLook
from game.ui.draw.sprites.wells import Well
from game.ui.draw.surface_cache import make
from game.ui.draw.theme import BLACK, Colour, Sky, TextStyle
from game.ui.layout.hexes import BoardLayout
from game.ui.layout.rects import Point, Rect

LINE_LOOKS: Final = {
    LineState.EMPTY: LineLook.OPEN,
    LineState.ALIVE: LineLook.ALIVE,
    LineState.COMPLETE: LineLook.COMPLETE,
    LineState.DEAD: LineLook.DEAD,
}
"""The look of a line's badge for each state of the line."""


@dataclass(frozen=True)
class BoardLook:
    """The visible state of a board; equal looks give the same picture.

    `legal` are the spaces where a tile may go now (None if no tile is to be placed), `dark_lines`
    lines whose beam is being lit by an animation, `aside_tiles` the tiles on the daffodil if they
    differ from the position's, None for a place that is empty now.

    `rules` and `position` are those of the board. `has_badges` draws the badges at the lines' ends
    and, if `has_names`, the names of empty spaces.
    """

    rules: Ruleset
    position: Position
    legal: tuple[int, ...] | None = None
    dark_lines: frozenset[int] = frozenset()
    has_badges: bool = True
    has_names: bool = True
    aside_tiles: tuple[Tile | None, ...] | None = None
    is_over: bool = False
    """Whether the game is over: scored lines shine, the rest is dim."""
    face_down: frozenset[int] | None = None
    """The spaces with face-down tiles, also of tiles unknown to `position`, in a game that hides
    the lines; None in others."""


@lru_cache(maxsize=32)
def line_states(board: Board, position: Position) -> tuple[LineStatus, ...]:
    """Return the status of every line, in the board's order."""
    return tuple(line_status(line, position) for line in board.lines)


def _is_dead(status: LineStatus, look: BoardLook) -> bool:
    """Whether a line can score no more: after the last tile also a line with a hole."""
    if look.is_over:
        return status.state is not LineState.COMPLETE
    return status.state is LineState.DEAD


def _is_face_down(look: BoardLook, space: int) -> bool:
    return look.face_down is not None and space in look.face_down


def other_end(layout: BoardLayout, line_index: int) -> Point:
    """Beyond the end of a line that has no badge; where its ray is marked."""
    first, last = layout.beyond(line_index, layout.radius * 0.2)
    return first if layout.board.lines[line_index].direction is Direction.FALLING else last


class BoardPicture:
    """Draws boards at one layout; keeps the last look's surface until the sprites are cleared.

    One that `is_first` is drawn straight over the backdrop, before all else: its surface holds the
    backdrop too, of another `sky` where there is one, and has no alpha, which makes it cheaper by
    half, and begins as a copy of the bare plate.
    """

    def __init__(self, painter: Painter, *, is_first: bool = False) -> None:
        self._painter = painter
        self._is_first = is_first
        self.sky: Sky | None = None
        self._key: tuple[BoardLook, BoardLayout] | None = None
        self._version = painter.sprites.version
        self._surface: pygame.Surface | None = None
        self._ground: pygame.Surface | None = None
        self._at = (0, 0)

    def draw(self, surface: pygame.Surface, layout: BoardLayout, look: BoardLook) -> None:
        """Draw the board."""
        surface.blit(self._picture(surface, layout, look), self._at)

    @staticmethod
    def area(layout: BoardLayout) -> Rect:
        """Return the rectangle of a board's picture, with badges and shadows."""
        return layout.bounds().inset(-round(layout.radius * 0.9))

    def draw_cursor(
        self,
        surface: pygame.Surface,
        layout: BoardLayout,
        space: int,
        colour: Colour | None = None,
        *,
        lying: int = 0,
    ) -> None:
        """Draw the cursor on a space, or on the daffodil's place that follows `lying` tiles."""
        at, radius = layout.place_of(space, lying)
        self._painter.sprites.draw_cursor(surface, at, radius, colour)

    def prerender(self, stage: pygame.Surface, layout: BoardLayout, look: BoardLook) -> None:
        """Draw every piece of a look to come on `stage`; the board shown stays as it is."""
        self._painter.sprites.draw_plate(stage, layout)
        self._draw_pieces(stage, layout, look)

    def _picture(
        self, target: pygame.Surface, layout: BoardLayout, look: BoardLook
    ) -> pygame.Surface:
        """Return the board's picture in the current look; drawn at `_at`."""
        sprites, key = self._painter.sprites, (look, layout)
        if self._version != sprites.version:
            self._version = sprites.version
            self._surface = None
        if self._surface is not None and self._key == key:
            return self._surface
        # Given up half-way for want of time, it must not be taken for the look before.
        self._key = None
        area = self.area(layout)
        size = (area.w, area.h)
        if self._surface is None or self._surface.get_size() != size:
            self._surface = opaque_canvas(size) if self._is_first else clear_canvas(*size)
            self._ground = None
        canvas = self._surface
        at = (area.x, area.y)
        if self._at != at:
            self._at, self._ground = at, None
        x, y = layout.origin
        inner = replace(layout, origin=(x - area.x, y - area.y))
        if self._ground is not None:
            canvas.blit(self._ground, (0, 0))
        elif self._is_first:
            backdrop = self._painter.background(target.get_size(), self.sky)
            canvas.blit(backdrop, (-area.x, -area.y))
            sprites.draw_plate(canvas, inner)
            # Beside the last of the plate it would be too much for one tick.
            self._ground = make(partial(_copied, canvas))
        else:
            canvas.fill((*BLACK, 0))
            sprites.draw_plate(canvas, inner)
        self._draw_pieces(canvas, inner, look)
        self._key = key
        return canvas

    def _draw_pieces(self, canvas: pygame.Surface, layout: BoardLayout, look: BoardLook) -> None:
        sprites, position = self._painter.sprites, look.position
        states = line_states(layout.board, position) if look.face_down is None else ()
        radius = layout.tile_radius
        for space, tile in enumerate(position.tiles):
            if tile is None and not _is_face_down(look, space):
                sprites.draw_well(canvas, layout.centres[space], radius, _well(look, space))
                if look.has_badges and look.has_names:
                    self._draw_name(canvas, layout, space)
        for status in states:
            if status.state is LineState.ALIVE and not look.is_over:
                for number in status.numbers[-1:]:
                    sprites.draw_track(canvas, layout, status.line.index, number)
            elif self._is_lit(status, look) and self._painter.theme.palette.is_flat:
                index, number = status.line.index, status.numbers[-1]
                sprites.draw_track(canvas, layout, index, number, is_complete=True)
        for space, tile in enumerate(position.tiles):
            if tile is not None or _is_face_down(look, space):
                self._draw_tile(canvas, layout, look, states, space, tile)
        self._draw_aside(canvas, layout, look)
        for status in states:
            if self._is_lit(status, look):
                colour = self._painter.theme.lights[status.numbers[-1]]
                # Digits dim and lit at the end make brighter rails than the table's.
                alpha = 0.85 if look.is_over else 0.6
                sprites.draw_beam(canvas, layout, status.line.index, colour, alpha=alpha)
        if look.is_over and states:
            self._draw_scored(canvas, layout, look, states)
        if look.has_badges:
            self._draw_badges(canvas, layout, look, states)

    def _draw_scored(
        self,
        canvas: pygame.Surface,
        layout: BoardLayout,
        look: BoardLook,
        states: tuple[LineStatus, ...],
    ) -> None:
        """Draw the digits of complete lines over all light: the board reads as its lines."""
        for space, tile in enumerate(look.position.tiles):
            lit = frozenset(
                line.direction
                for line in layout.board.lines_through[space]
                if self._is_lit(states[line.index], look)
            )
            if tile is not None and lit:
                centre, radius = layout.centres[space], layout.tile_radius
                fixed = _settled(layout, states, space, tile)
                self._painter.sprites.draw_digits(canvas, tile, centre, radius, lit, fixed)

    @staticmethod
    def _is_lit(status: LineStatus, look: BoardLook) -> bool:
        return status.state is LineState.COMPLETE and status.line.index not in look.dark_lines

    def _draw_name(self, canvas: pygame.Surface, layout: BoardLayout, space: int) -> None:
        """Draw a space's name (B1) at the well's foot: typing it moves the cursor there."""
        painter = self._painter
        p = painter.theme.palette
        size = layout.radius * 0.2 / painter.view.scale
        style = TextStyle(size, p.ink_name, is_bold=True)
        x, y = layout.centres[space]
        at = (x + layout.tile_radius * 0.28, y + layout.tile_radius * 0.63)
        painter.text(canvas, layout.board.name_of(space), at, style, "centre")

    def _draw_tile(
        self,
        canvas: pygame.Surface,
        layout: BoardLayout,
        look: BoardLook,
        states: tuple[LineStatus, ...],
        space: int,
        tile: Tile | None,
    ) -> None:
        centre = layout.centres[space]
        dead = frozenset(
            line.direction
            for line in layout.board.lines_through[space]
            if states and _is_dead(states[line.index], look)
        )
        face = None if _is_face_down(look, space) else tile
        self._painter.sprites.draw_tile(
            canvas,
            face,
            centre,
            layout.tile_radius,
            faded=dead,
            settled=_settled(layout, states, space, face),
        )
        if tile is not None and look.position.is_late(tile):
            draw_late_mark(canvas, self._painter, centre, layout.tile_radius)

    def _draw_badges(
        self,
        canvas: pygame.Surface,
        layout: BoardLayout,
        look: BoardLook,
        states: tuple[LineStatus, ...],
    ) -> None:
        sprites = self._painter.sprites
        for status in states:
            number = status.numbers[-1] if status.numbers else None
            badge = LineLook.DEAD if _is_dead(status, look) else LINE_LOOKS[status.state]
            if badge in (LineLook.OPEN, LineLook.DEAD):
                number = None
            elif len(status.numbers) > 1:
                badge, number = LineLook.OPEN, None
            sprites.draw_badge(canvas, layout, status.line.index, badge, number)
            if look.rules.rays is not RayRule.NONE and status.symbol is not None:
                self._draw_ray_mark(canvas, layout, look, status)

    def _draw_ray_mark(
        self, canvas: pygame.Surface, layout: BoardLayout, look: BoardLook, status: LineStatus
    ) -> None:
        """Draw a sun or moon at a line's far end while the line can still become a ray (S4, S5)."""
        is_full = status.filled == len(status.line)
        if not is_full and (status.filled < 2 or look.is_over):
            return
        if look.rules.rays is RayRule.BEST_RAY and status.state is LineState.DEAD:
            return
        radius = layout.radius * (0.19 if is_full else 0.13)
        at = other_end(layout, status.line.index)
        if is_full:
            palette = self._painter.theme.palette
            glow = palette.sun if status.symbol == "sun" else palette.moon
            self._painter.disc(canvas, at, radius * 1.28, (*glow, 120))
        self._painter.sprites.draw_symbol(canvas, at, radius, is_sun=status.symbol == "sun")

    def _draw_aside(self, canvas: pygame.Surface, layout: BoardLayout, look: BoardLook) -> None:
        """Draw the daffodil beside the board with the tiles set aside (B5)."""
        painter, radius = self._painter, layout.aside_radius
        p = painter.theme.palette
        for place in layout.aside:
            painter.disc(canvas, place, radius * 1.30, p.plate_edge)
        for place in layout.aside:
            painter.disc(canvas, place, radius * 1.24, p.plate)
        lying = look.position.aside if look.aside_tiles is None else look.aside_tiles
        is_legal = look.legal is not None and ASIDE_INDEX in look.legal
        for i, place in enumerate(layout.aside):
            tile = lying[i] if i < len(lying) else None
            if tile is None:
                well = Well.LEGAL if is_legal and i == len(lying) else Well.EMPTY
                painter.sprites.draw_well(canvas, place, radius, well)
                continue
            painter.sprites.draw_tile(canvas, tile, place, radius)
            if look.position.is_late(tile):
                draw_late_mark(canvas, painter, place, radius)


def _copied(canvas: pygame.Surface) -> pygame.Surface:
    copy = opaque_canvas(canvas.get_size())
    copy.blit(canvas, (0, 0))
    return copy


def _well(look: BoardLook, space: int) -> Well:
    is_stamen = space in look.rules.grid.stamens
    if look.legal is None:
        return Well.STAMEN if is_stamen else Well.EMPTY
    if space in look.legal:
        return Well.STAMEN_LEGAL if is_stamen else Well.LEGAL
    return Well.STAMEN if is_stamen else Well.CLOSED


def _settled(
    layout: BoardLayout, states: tuple[LineStatus, ...], space: int, tile: Tile | None
) -> frozenset[int]:
    """Return the numbers that a tile's wild stripes have in lines with only one left."""
    if tile is None or not states:
        return frozenset()
    lines = (states[line.index] for line in layout.board.lines_through[space])
    return frozenset(
        status.numbers[0]
        for status in lines
        if len(status.numbers) == 1 and tile.number(status.line.direction) is None
    )


_LEAST_MARKED: Final = 12
"""Pixels of a tile's radius below which a mark would not be visible."""


def draw_late_mark(
    canvas: pygame.Surface,
    painter: Painter,
    centre: Point,
    radius: float,
    place: Point = (0.0, 0.60),
) -> None:
    """Draw a clock on a late tile, or one that will be late (M2), `place` radii from the middle."""
    if radius < _LEAST_MARKED:
        return
    p = painter.theme.palette
    at = (centre[0] + radius * place[0], centre[1] + radius * place[1])
    painter.disc(canvas, at, radius * 0.2, p.sunken, p.bad, max(1.0, radius * 0.03))
    painter.icon(canvas, Icon.CLOCK, at, max(6, round(radius * 0.26)), p.bad)
