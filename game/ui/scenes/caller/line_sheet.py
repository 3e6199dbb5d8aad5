"""The score sheet of the classic board: its points by what each line scores, without tiles."""

from functools import partial

import pygame

from game.rules.boards import CLASSIC, Line
from game.rules.placement import empty_position
from game.rules.ruleset import Ruleset
from game.rules.tiles import DIRECTIONS, NUMBERS, Tile
from game.ui.draw.board_picture import BoardLook, BoardPicture
from game.ui.draw.sprites.lines import LineLook
from game.ui.frame.context import Context
from game.ui.layout.hexes import lay_out_board
from game.ui.layout.rects import Rect
from game.ui.parts import SILENT, Column, PageScene, Picture, Row, Scroll, Text, Widget
from game.ui.widgets import Segmented


class LineSheet(PageScene):
    """Each line has the number it scores with, 0 where it is broken; nothing is stored."""

    counted = ("total",)
    larger = (1.2,)

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self.numbers = dict.fromkeys(CLASSIC.lines, 0)
        self._board = BoardPicture(context.painter)

    def page(self) -> Widget:
        text, chosen = self.context.text, self.numbers.items()
        total = sum(line.points(number) for line, number in chosen)
        points = Text(text("terms.count.points", count=total), "title", id="total")
        rows: list[Widget] = []
        for direction in DIRECTIONS:
            rows.append(Text(text(f"terms.direction.{direction.value}"), "heading"))
            lines = (line for line in CLASSIC.lines if line.direction is direction)
            rows += map(self._row, lines)
        return self.headed(
            text("entry.sheet"),
            Column(
                Text(text("entry.sheet_about"), "label", "ink_soft"),
                Row(
                    Scroll(*rows, gap=8, size=330),
                    Picture(self._paint_board, reads=SILENT, share=1),
                    gap=34,
                    share=1,
                ),
                Row(
                    points,
                    Text(self._fault(), "strong", "bad", lines=2, share=1, id="fault"),
                    gap=34,
                ),
                gap=14,
                pad=(20, 0, 0, 0),
                share=1,
            ),
        )

    def _row(self, line: Line) -> Widget:
        number = self.context.catalogue.number
        options = [(one, number(one) if one else "–") for one in (0, *NUMBERS[line.direction])]
        choose = partial(self.numbers.__setitem__, line)
        ends = "–".join(line.ends)
        chosen = Segmented(options, self.numbers[line], choose, id=line.index)
        return Row(Text(ends, "label", size=64), chosen)

    def _paint_board(self, surface: pygame.Surface, rect: Rect) -> None:
        """Paint the board with the chosen lines lit."""
        painter, layout = self.context.painter, lay_out_board(CLASSIC, rect, 0.6)
        look = BoardLook(Ruleset(), empty_position(CLASSIC), has_badges=False)
        self._board.draw(surface, layout, look)
        for line, number in self.numbers.items():
            if number:
                colour = painter.theme.lights[number]
                painter.sprites.draw_beam(surface, layout, line.index, colour)
                painter.sprites.draw_badge(surface, layout, line.index, LineLook.COMPLETE, number)

    def _fault(self) -> str:
        """Return why no board can have these lines, "" if one may."""
        text, numbers = self.context.text, self.numbers
        tiles: dict[Tile, int] = {}
        for space, lines in enumerate(CLASSIC.lines_through):
            vertical, rising, falling = (numbers[line] for line in lines)
            if vertical and rising and falling:
                tile = Tile.parse(f"{rising}{vertical}{falling}")
                other = tiles.setdefault(tile, space)
                if other != space:
                    names = {"one": CLASSIC.name_of(other), "other": CLASSIC.name_of(space)}
                    return text("entry.sheet_doubled", tile=str(tile), **names)
        for number in {*numbers.values()} - {0}:
            needed = sum(len(line) for line, one in numbers.items() if one == number)
            there = sum(number in (t.rising, t.vertical, t.falling) for t in CLASSIC.tile_set)
            if needed > there:
                return text("entry.sheet_many", tiles=there, number=number)
        return ""
