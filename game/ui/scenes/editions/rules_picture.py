"""A small board on which a line scores by some rules, with the spaces open to the next tile.

The position is played by the rules themselves, so that it shows only legal spaces.
"""

from functools import lru_cache
from itertools import product
from typing import Final

import pygame

from game.locale.terms import line_sum
from game.rules.boards import Line
from game.rules.placement import ASIDE_INDEX, Position, empty_position, legal_spaces, put_unchecked
from game.rules.ruleset import Ruleset
from game.rules.scoring import ScoredLine, score_position
from game.rules.tiles import Tile
from game.ui.draw.board_picture import BoardLook, BoardPicture
from game.ui.frame.context import Context
from game.ui.layout.hexes import lay_out_board
from game.ui.layout.rects import Rect

CALLED: Final = (Tile.parse("758"), Tile.parse("613"), Tile.parse("798"))
"""The tiles of the first call in the picture; the rules use one to three."""

_MOST_OTHERS: Final = 6
"""Most other tiles placed before those of the example's line."""


@lru_cache(maxsize=64)
def example_position(rules: Ruleset) -> tuple[Position, ScoredLine, tuple[int, ...]]:
    """Return a position on which one line scores, that line, and the spaces open to a tile.

    ValueError if no line can score.
    """
    grid = rules.grid
    order = sorted(grid.lines, key=lambda line: (-len(line), line.index))
    for line, number in product(order, range(9, 0, -1)):
        showing = [t for t in grid.tile_set if t.number(line.direction) == number and not t.is_wild]
        # Suns first: some rules require that each touches another sun.
        fitting = sorted(set(showing) - set(CALLED), key=lambda tile: (not tile.is_sun, tile.index))
        position = _fill_line(rules, line, fitting[: len(line)])
        scored = () if position is None else score_position(rules, position).lines
        if position is not None and len(scored) == 1:
            return position, scored[0], legal_spaces(rules, position, CALLED[0])
    raise ValueError(f"no line can score by {rules}")


def _fill_line(rules: Ruleset, line: Line, tiles: list[Tile]) -> Position | None:
    """Return a position with `tiles` on a line; None if the rules forbid it.

    Other tiles come first where placement rules require that.
    """
    position, used = empty_position(rules.grid), {*tiles, *CALLED}
    others = [t for t in rules.grid.tile_set if t not in used and not t.is_wild][:_MOST_OTHERS]
    if len(tiles) < len(line):
        return None
    for tile, space in zip(tiles, line.spaces, strict=True):
        while space not in (legal := legal_spaces(rules, position, tile)):
            aside = [s for s in legal if s != ASIDE_INDEX and s not in line.spaces]
            if not others or not aside:
                return None
            position = put_unchecked(position, others.pop(), aside[0])
        position = put_unchecked(position, tile, space)
    return position


class RulesPicture:
    """Draws the example of some rules; caches the last board's surface."""

    def __init__(self, context: Context) -> None:
        self._context = context
        self._board = BoardPicture(context.painter)

    def draw(
        self, surface: pygame.Surface, rules: Ruleset, rect: Rect, *, has_sum: bool = True
    ) -> None:
        """Draw the board with its scoring line, its score, and the spaces open to the next tile."""
        context, painter = self._context, self._context.painter
        position, line, legal = example_position(rules)
        foot, rect = rect.cut_bottom(painter.px(34 if has_sum else 0))
        layout = lay_out_board(rules.grid, rect, 0.35, has_aside=rules.has_aside)
        self._board.draw(surface, layout, BoardLook(rules, position, legal=legal, has_badges=False))
        if not has_sum:
            return
        words = line_sum(context.catalogue, line)
        painter.text_in(surface, words, foot, painter.theme.type.points, "centre", max_lines=1)
