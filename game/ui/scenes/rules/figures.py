"""The pictures on the rules pages; every number in them comes out of the rules."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

import pygame

from game.locale import Catalogue, write_number
from game.play.examples import Example
from game.rules.boards import BOARDS, Board, Line
from game.rules.placement import Position, empty_position, legal_spaces, put
from game.rules.ruleset import RayRule
from game.rules.scoring import ScoredLine, score_line, score_position
from game.rules.tiles import Direction, Tile
from game.ui.draw.icons import Icon
from game.ui.draw.painter import Painter
from game.ui.draw.sprites import LineLook, TileLook, Well
from game.ui.draw.theme import Colour
from game.ui.layout.hexes import BoardLayout, hex_height, lay_out_board
from game.ui.layout.rects import Point, Rect


class Figure(Protocol):
    """A picture of a fixed height in a column whose width its maker was given."""

    @property
    def height(self) -> int:
        """Pixels from top to bottom."""
        ...

    def draw(self, surface: pygame.Surface, painter: Painter, top: int) -> None:
        """Draw it with its upper edge at `top`."""
        ...


@dataclass(frozen=True, slots=True)
class FigureMaker:
    """Makes figures from the pages' directives."""

    catalogue: Catalogue
    examples: Mapping[str, Example]

    def make(self, words: Sequence[str], painter: Painter, width: int) -> Figure:
        """The figure of one directive, laid out for a column `width` pixels wide."""
        match words:
            case ["tiles", *tiles]:
                parsed = tuple(Tile.parse(t) for t in tiles)
                return _Tiles(parsed, painter.px(46), width)
            case ["row", direction, *tiles]:
                parsed = tuple(Tile.parse(t) for t in tiles)
                return self._row(Direction(direction), parsed, painter, width)
            case ["board", name]:
                return _board(self.examples[name], None, painter, width)
            case ["legal", name, tile]:
                return _board(self.examples[name], Tile.parse(tile), painter, width)
            case ["sums", name]:
                return self._sums(self.examples[name], painter, width)
        raise ValueError(f"no such figure: {' '.join(words)}")

    def _row(
        self, direction: Direction, tiles: tuple[Tile, ...], painter: Painter, width: int
    ) -> Figure:
        """Tiles along a line of that direction, with its sum."""
        board, line = _line_for(direction, len(tiles))
        position = empty_position(board)
        for tile, space in zip(tiles, line.spaces, strict=True):
            position = put(position, tile, space)
        scored = score_line(line, position)
        words = self._line_sum(scored)
        room = painter.text_width(words, painter.theme.type.points)
        return _Row(board, line, position, scored, words, painter.px(42), width - room)

    def _line_sum(self, scored: ScoredLine) -> str:
        return self.catalogue.text(
            "score.late_line_sum" if scored.is_late else "score.line_sum",
            length=len(scored.line),
            number=scored.number,
            points=write_number(self.catalogue, scored.points),
        )

    def _sums(self, example: Example, painter: Painter, width: int) -> Figure:
        score = score_position(example.rules, example.position)
        stripes = painter.theme.stripes
        palette = painter.theme.palette
        chips = [(self._line_sum(s), stripes[s.number]) for s in score.lines]
        for ray in score.rays:
            text = self.catalogue.text(
                "score.ray_sum",
                length=len(ray.line),
                number=ray.points // len(ray.line),
                points=write_number(self.catalogue, ray.points),
            )
            is_sun = ray.symbol.value == "sun"
            chips.append((text, palette.sun if is_sun else palette.moon))
        total = self.catalogue.text("score.total", count=score.total)
        return _Sums(tuple(chips), total, width, painter.px(34), painter.px(10), painter.px(150))


def _line_for(direction: Direction, length: int) -> tuple[Board, Line]:
    for board in BOARDS.values():
        for line in board.lines:
            if line.direction is direction and len(line) == length:
                return board, line
    raise ValueError(f"no line of {length} spaces")


@dataclass(frozen=True, slots=True)
class _Tiles:
    """Tiles side by side, in the middle."""

    tiles: tuple[Tile, ...]
    radius: int
    width: int

    @property
    def height(self) -> int:
        return round(hex_height(self.radius)) + self.radius // 3

    def draw(self, surface: pygame.Surface, painter: Painter, top: int) -> None:
        step = self.radius * 2.25
        x = self.width / 2 - step * (len(self.tiles) - 1) / 2
        for i, tile in enumerate(self.tiles):
            centre = (x + i * step, top + self.height / 2)
            painter.sprites.draw_tile(surface, tile, centre, self.radius)


@dataclass(frozen=True, slots=True)
class _Row:
    """A line's tiles where a board has them, lit, and what they earn."""

    board: Board
    line: Line
    position: Position
    scored: ScoredLine
    words: str
    radius: int
    width: int
    _layout: BoardLayout = field(init=False)

    def __post_init__(self) -> None:
        radius = float(self.radius)
        layout = BoardLayout(self.board, radius, (0.0, 0.0))
        xs = [layout.centres[i][0] for i in self.line.spaces]
        top = min(layout.centres[i][1] for i in self.line.spaces) - hex_height(radius) / 2
        # The words stand two radii to the right, and the whole in the middle of the column.
        free = self.width - (max(xs) - min(xs) + 4 * radius)
        origin = (radius + free / 2 - min(xs), radius / 2 - top)
        object.__setattr__(self, "_layout", BoardLayout(self.board, radius, origin))

    @property
    def height(self) -> int:
        lowest = max(self._layout.centres[i][1] for i in self.line.spaces)
        return round(lowest + hex_height(self.radius) / 2 + self.radius * 0.5)

    def draw(self, surface: pygame.Surface, painter: Painter, top: int) -> None:
        x, y = self._layout.origin
        layout = BoardLayout(self.board, self._layout.radius, (x, y + top))
        right = 0.0
        for i in self.line.spaces:
            tile = self.position.tiles[i]
            painter.sprites.draw_tile(surface, tile, layout.centres[i], layout.tile_radius)
            right = max(right, layout.centres[i][0] + self.radius)
        colour = _visible(painter.theme.stripes[self.scored.number])
        painter.sprites.draw_beam(surface, layout, self.line.index, colour)
        at = (right + self.radius * 0.9, top + self.height / 2)
        painter.text(surface, self.words, at, painter.theme.type.points)


def _visible(colour: Colour) -> Colour:
    """Black would not light anything."""
    return (168, 170, 196) if sum(colour) < 120 else colour


def _board(example: Example, tile: Tile | None, painter: Painter, width: int) -> Figure:
    height = min(painter.px(440), round(width * 0.75))
    has_side = tile is not None or bool(example.position.aside)
    side = painter.px(130) if has_side else 0
    board = height * 11 // 10
    left = (width - board - side) // 2
    layout = lay_out_board(example.rules.grid, Rect(left, 0, board, height))
    return _BoardFigure(example, tile, layout, Rect(left + board, 0, side, height))


@dataclass(frozen=True, slots=True)
class _BoardFigure:
    """An example's board: its scoring lines marked, or the spaces open to `tile`."""

    example: Example
    tile: Tile | None
    layout: BoardLayout
    side: Rect

    @property
    def height(self) -> int:
        return self.side.h

    def draw(self, surface: pygame.Surface, painter: Painter, top: int) -> None:
        sprites = painter.sprites
        x, y = self.layout.origin
        layout = BoardLayout(self.layout.board, self.layout.radius, (x, y + top))
        rules, position = self.example.rules, self.example.position
        open_spaces = () if self.tile is None else legal_spaces(rules, position, self.tile)
        sprites.draw_plate(surface, layout)
        for i, tile in enumerate(position.tiles):
            if tile is None:
                is_open = i in open_spaces
                well = _well(i in rules.grid.stamens, is_open)
                sprites.draw_well(surface, layout.centres[i], layout.tile_radius, well)
                if is_open:
                    accent = painter.theme.palette.accent
                    sprites.draw_cursor(surface, layout.centres[i], layout.tile_radius, accent, 0.8)
            else:
                sprites.draw_tile(surface, tile, layout.centres[i], layout.tile_radius)
                if position.is_late(tile):
                    _draw_late(surface, painter, layout.centres[i], layout.radius)
        score = score_position(rules, position)
        for scored in score.lines if self.tile is None else ():
            sprites.draw_badge(surface, layout, scored.line.index, LineLook.COMPLETE, scored.number)
        for ray in score.rays if rules.rays is RayRule.RAYS else ():
            palette = painter.theme.palette
            colour = palette.sun if ray.symbol.value == "sun" else palette.moon
            sprites.draw_beam(surface, layout, ray.line.index, colour, alpha=0.55)
        self._draw_side(surface, painter, top)

    def _draw_side(self, surface: pygame.Surface, painter: Painter, top: int) -> None:
        """The tile in question, or those set aside."""
        tiles = (self.tile,) if self.tile is not None else self.example.position.aside
        radius = self.side.w * 0.38
        step = hex_height(radius) * 1.12
        x = self.side.x + self.side.w / 2
        y = top + self.side.h / 2 - step * (len(tiles) - 1) / 2
        for i, tile in enumerate(tiles):
            look = TileLook.LIFTED if self.tile is not None else TileLook.NORMAL
            painter.sprites.draw_tile(surface, tile, (x, y + i * step), radius, look)


def _draw_late(surface: pygame.Surface, painter: Painter, centre: Point, radius: float) -> None:
    """The mark of a late tile (M2), at its upper right corner."""
    at = (centre[0] + radius * 0.58, centre[1] - radius * 0.5)
    palette = painter.theme.palette
    painter.disc(surface, at, radius * 0.24, palette.panel, palette.bad, max(1.0, radius * 0.04))
    painter.icon(surface, Icon.CLOCK, at, round(radius * 0.34), palette.bad)


def _well(is_stamen: bool, is_legal: bool) -> Well:
    if is_stamen:
        return Well.STAMEN_LEGAL if is_legal else Well.STAMEN
    return Well.LEGAL if is_legal else Well.EMPTY


@dataclass(frozen=True, slots=True)
class _Sums:
    """Sums side by side, as many to a row as fit, and their total below."""

    chips: tuple[tuple[str, Colour], ...]
    total: str
    width: int
    row: int
    gap: int
    chip: int

    @property
    def _columns(self) -> int:
        return max(1, (self.width + self.gap) // (self.chip + self.gap))

    @property
    def height(self) -> int:
        rows = -(-len(self.chips) // self._columns)
        return rows * (self.row + self.gap) + self.row

    def draw(self, surface: pygame.Surface, painter: Painter, top: int) -> None:
        palette = painter.theme.palette
        style = painter.theme.type.strong
        for i, (text, colour) in enumerate(self.chips):
            row, column = divmod(i, self._columns)
            x = column * (self.chip + self.gap)
            rect = Rect(x, top + row * (self.row + self.gap), self.chip, self.row)
            painter.box(surface, rect, palette.sunken, palette.panel_edge, radius=self.row // 2)
            middle = rect.centre[1]
            radius = self.row * 0.2
            painter.disc(
                surface, (x + self.row / 2, middle), radius, colour, palette.ink_muted, 1.0
            )
            inside = Rect(x + self.row, rect.y, self.chip - self.row - self.gap, self.row)
            painter.text_in(surface, text, inside, style, max_lines=1)
        y = top + self.height - self.row / 2
        painter.text(surface, self.total, (0, y), painter.theme.type.points)
