"""The pictures on the rules pages; every number in them is computed by the rules."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import pygame

from game.climb.aces import AceName
from game.locale import Catalogue
from game.locale.terms import line_sum
from game.play.examples import ExampleBoard
from game.rules.boards import BOARDS, Board, Line
from game.rules.placement import empty_position, legal_spaces, put_unchecked
from game.rules.scoring import score_line, score_position
from game.rules.tiles import Direction, Tile
from game.ui.draw.bands import bands_of_score, draw_harvest, draw_hero
from game.ui.draw.board_picture import BoardLook, BoardPicture
from game.ui.draw.climb_picture import AceLook, draw_ace, draw_crystal, draw_rope
from game.ui.draw.painter import Painter
from game.ui.draw.shapes import clear_canvas
from game.ui.draw.sprites.tiles import TileLook
from game.ui.layout.hexagon import hex_height
from game.ui.layout.hexes import BoardLayout, lay_out_board
from game.ui.layout.rects import Rect

_ACES: Final = (AceName.NINES, AceName.CROWN, AceName.LAST_WORD)
"""One ace of each rarity, the common one first."""

_THICKEST: Final = 3
"""Most units of thickness for a point in a harvest."""


@dataclass(frozen=True, slots=True)
class FigureMaker:
    """Draws the figures of the pages' directives."""

    catalogue: Catalogue
    examples: Mapping[str, ExampleBoard]

    def make(self, words: Sequence[str], painter: Painter, width: int) -> pygame.Surface:
        """Return the figure of a directive, `width` pixels wide and as high as it needs."""
        match words:
            case ["tiles", *tiles]:
                return _draw_tiles([Tile.parse(t) for t in tiles], painter, width)
            case ["row", direction, *tiles]:
                return self._draw_row(
                    Direction(direction), [Tile.parse(t) for t in tiles], painter, width
                )
            case ["board", name]:
                return _draw_board(self.examples[name], None, painter, width)
            case ["legal", name, tile]:
                return _draw_board(self.examples[name], Tile.parse(tile), painter, width)
            case ["counted", name]:
                return self._draw_counted(self.examples[name], painter, width)
            case ["climb", points, multiplier, gold]:
                return self._draw_climb(int(points), int(multiplier), int(gold), painter, width)
        raise ValueError(f"no such figure: {' '.join(words)}")

    def _draw_row(
        self, direction: Direction, tiles: Sequence[Tile], painter: Painter, width: int
    ) -> pygame.Surface:
        """Return tiles on a line of that direction, lit, with their sum."""
        board, line = _line_for(direction, len(tiles))
        position = empty_position(board)
        for tile, space in zip(tiles, line.spaces, strict=True):
            position = put_unchecked(position, tile, space)
        scored = score_line(line, position)
        words, style = line_sum(self.catalogue, scored), painter.theme.type.points
        room = width - painter.text_width(words, style)
        radius = min(painter.px(35), int(room / (1.5 * len(tiles) + 2.5)))
        centres = [BoardLayout(board, radius, (0.0, 0.0)).centres[i] for i in line.spaces]
        xs, ys = zip(*centres, strict=True)
        # The words are two radii to the right, and the whole figure is centred.
        free = width - painter.text_width(words, style) - (max(xs) - min(xs) + 4 * radius)
        top = min(ys) - hex_height(radius) / 2
        layout = BoardLayout(board, radius, (radius + free / 2 - min(xs), radius / 2 - top))
        canvas = clear_canvas(width, round(max(ys) - min(ys) + hex_height(radius) + radius))
        for tile, space in zip(tiles, line.spaces, strict=True):
            painter.sprites.draw_tile(canvas, tile, layout.centres[space], layout.tile_radius)
        painter.sprites.draw_beam(canvas, layout, line.index, painter.theme.lights[scored.number])
        right = layout.origin[0] + max(xs) + radius * 1.9
        painter.text(canvas, words, (right, canvas.get_height() / 2), style)
        return canvas

    def _draw_counted(self, example: ExampleBoard, painter: Painter, width: int) -> pygame.Surface:
        """Return a board and, beside it, its lines as a harvest with their total."""
        score = score_position(example.rules, example.position)
        column = painter.px(240)
        board = _draw_board(example, None, painter, width - column - painter.px(20))
        canvas = clear_canvas(width, board.get_height())
        canvas.blit(board, (0, 0))
        style = painter.theme.type.display
        above = painter.line_height(style)
        place = Rect(width - column, above, column, canvas.get_height() - above)
        # The harvest fills its column, since no other is compared with it, up to `_THICKEST`.
        most = max(score.total * 1.05, place.h / painter.px(_THICKEST))
        top = draw_harvest(canvas, painter, place, bands_of_score(score), most)
        total = self.catalogue.number(score.total)
        left = place.x + painter.px(12)
        draw_hero(canvas, painter, total, (left, round(top - above / 2)), style)
        return canvas

    def _draw_climb(
        self, points: int, multiplier: int, gold: int, painter: Painter, width: int
    ) -> pygame.Surface:
        """Return a stage's product as at the Climb's table, and below it what a climber holds."""
        p, types, number = painter.theme.palette, painter.theme.type, self.catalogue.number
        factor, label = types.title, types.label.coloured(p.ink_soft)
        product = (
            (number(points), factor),
            (f" × {number(multiplier)}", factor.coloured(p.cool)),
            (f" × {number(gold)}", factor.coloured(p.accent)),
            (" = ", factor.coloured(p.ink_soft)),
            (number(points * multiplier * gold), types.display),
        )
        line, radius = painter.line_height(types.display), painter.px(34)
        foot = line + 3 * radius
        canvas = clear_canvas(width, foot + 2 * painter.line_height(label))
        x = (width - sum(painter.text_width(words, style) for words, style in product)) / 2
        for words, style in product:
            painter.text(canvas, words, (round(x), line / 2), style)
            x += painter.text_width(words, style)
        text = self.catalogue.text
        names = (
            text("climb.ropes", count=1),
            text("climb.crystals", count=1),
            *(text(f"climb.ace.{ace.value}") for ace in _ACES),
        )
        step, y = width / len(names), line + radius * 1.5
        for place, name in enumerate(names):
            at = (step * (place + 0.5), y)
            if place == 0:
                rope = Rect(round(at[0] - radius), round(y - radius / 4), 2 * radius, radius // 2)
                draw_rope(canvas, painter, rope)
            elif place == 1:
                draw_crystal(canvas, painter, at, radius * 1.6)
            else:
                draw_ace(canvas, painter, at, radius, AceLook(_ACES[place - 2]))
            below = Rect(round(step * place), foot, round(step), canvas.get_height() - foot)
            painter.text_in(canvas, name, below, label, "centre", "top", max_lines=2)
        return canvas


def _line_for(direction: Direction, length: int) -> tuple[Board, Line]:
    for board in BOARDS.values():
        for line in board.lines:
            if line.direction is direction and len(line) == length:
                return board, line
    raise ValueError(f"no line of {length} spaces")


def _draw_tiles(tiles: Sequence[Tile], painter: Painter, width: int) -> pygame.Surface:
    """Return tiles side by side, centred."""
    radius = painter.px(46)
    canvas = clear_canvas(width, round(hex_height(radius)) + radius // 3)
    middle = (width / 2, canvas.get_height() / 2)
    painter.sprites.draw_row(canvas, tiles, middle, radius, radius * 2.25)
    return canvas


def _draw_board(
    example: ExampleBoard, tile: Tile | None, painter: Painter, width: int
) -> pygame.Surface:
    """Return an example's board as at the table, with the spaces open to `tile`."""
    height = min(painter.px(370), round(width * 0.75))
    rules, position = example.rules, example.position
    side = painter.px(130) if tile is not None or rules.has_aside else 0
    board = height * 11 // 10
    area = Rect((width - board - side) // 2, 0, board + side, height)
    place = Rect(area.x, 0, board, height)
    layout = lay_out_board(rules.grid, place, has_aside=rules.has_aside)
    look = BoardLook(
        rules,
        position,
        legal=None if tile is None else legal_spaces(rules, position, tile),
        has_badges=tile is None,
        has_names=False,
    )
    canvas = clear_canvas(width, height)
    BoardPicture(painter).draw(canvas, layout, look)
    if tile is not None:
        at = area.cut_right(side)[0].centre
        painter.sprites.draw_tile(canvas, tile, at, side * 0.38, TileLook.LIFTED)
    return canvas
