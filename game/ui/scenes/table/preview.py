"""Draws the preview of a placement: the tile as a ghost, and the changes to its three lines."""

import pygame

from game.locale.terms import line_sum
from game.play.lines_now import points_at_best
from game.rules.boards import Line
from game.rules.placement import Position
from game.rules.scoring import LineState, LineStatus, line_status, score_line
from game.rules.tiles import Tile
from game.ui.draw.bands import draw_band
from game.ui.draw.board_picture import LINE_LOOKS
from game.ui.draw.icons import Icon
from game.ui.draw.sprites.pieces import badge_place
from game.ui.draw.sprites.tiles import TileLook
from game.ui.draw.theme import Colour
from game.ui.frame.context import Context
from game.ui.layout.hexes import BoardLayout
from game.ui.layout.rects import Rect
from game.ui.scenes.shared.table_layout import TableLayout


def draw_preview(
    surface: pygame.Surface,
    context: Context,
    table: TableLayout,
    before: Position,
    after: Position,
    tile: Tile,
    space: int,
    *,
    has_words: bool = True,
) -> None:
    """Draw `tile` as a ghost on `space`, and the changes to its lines, beside the hand, the bag
    and the columns of the `table`.

    `has_words` is False where the changes are worded elsewhere.
    """
    painter, layout = context.painter, table.board
    sprites = painter.sprites
    centre = layout.centres[space]
    for line in layout.board.lines_through[space]:
        now = line_status(line, after)
        if now.state is LineState.ALIVE:
            sprites.draw_track(surface, layout, line.index, now.numbers[-1], 0.9)
    sprites.draw_tile(surface, tile, centre, layout.tile_radius, TileLook.GHOST)
    sprites.draw_cursor(surface, centre, layout.tile_radius)
    for line in layout.board.lines_through[space]:
        was, now = line_status(line, before), line_status(line, after)
        if now.state is LineState.DEAD and was.state is not LineState.DEAD:
            sprites.draw_beam(surface, layout, line.index, painter.theme.palette.bad, alpha=0.28)
        if now.state is LineState.DEAD and was.state is LineState.DEAD:
            continue
        if now.state is LineState.DEAD:
            _draw_death(surface, context, layout, line.index)
            if was.state is LineState.ALIVE and has_words:
                lost = context.catalogue.number(-points_at_best(was, before))
                _draw_beside(surface, context, table, line, lost, painter.theme.palette.bad)
            continue
        number = now.numbers[-1] if now.numbers else None
        sprites.draw_badge(surface, layout, line.index, LINE_LOOKS[now.state], number, zoom=1.35)
        if has_words:
            _draw_words(surface, context, table, now, after)


def _draw_death(
    surface: pygame.Surface, context: Context, layout: BoardLayout, line_index: int
) -> None:
    """Draw a red cross over the badge of a line that would die."""
    painter = context.painter
    p = painter.theme.palette
    at = badge_place(layout, line_index)
    radius = max(7.0, layout.radius * 0.24)
    painter.disc(surface, at, radius, p.sunken, p.bad, max(1.5, radius * 0.13))
    painter.icon(surface, Icon.CLOSE, at, max(8, round(radius * 1.25)), p.bad)


def _draw_words(
    surface: pygame.Surface,
    context: Context,
    table: TableLayout,
    status: LineStatus,
    after: Position,
) -> None:
    """Write a line's points, or its progress, beside its badge."""
    painter = context.painter
    line = status.line
    if status.state is LineState.COMPLETE:
        words = line_sum(context.catalogue, score_line(line, after))
        colour = painter.theme.palette.accent
    else:
        words = context.text(
            "play.line_progress",
            needed=len(line) - status.filled,
            points=context.text("terms.count.points", count=points_at_best(status, after)),
        )
        colour = painter.theme.palette.ink_soft
    _draw_beside(surface, context, table, line, words, colour)


def _draw_beside(
    surface: pygame.Surface,
    context: Context,
    table: TableLayout,
    line: Line,
    words: str,
    colour: Colour,
) -> None:
    """Write a few words beside a line's badge."""
    painter = context.painter
    style = painter.lessened(painter.theme.type.strong.coloured(colour))
    height = painter.line_height(style) + painter.px(4)
    width = painter.text_width(words, style) + 2 * height
    x, y = badge_place(table.board, line.index)
    gap, area = table.board.radius * 0.36, table.board_area
    # Away from the middle, where no other line's badge is.
    is_left = x < table.board.bounds().centre[0] - gap
    left = x - gap - width if is_left else x + gap
    wanted = pygame.Rect(round(left), round(y - height / 2), width, height)
    if table.coach and any(map(wanted.colliderect, (table.coach_rows, table.coach))):
        # The coach's reasons say the same.
        return
    met = [part for part in table.blocks if wanted.colliderect(part)]
    first = max([area.x, *(part.right for part in met if part.x < x)])
    last = min([area.right, *(part.x for part in met if part.x > x)]) - width
    inside = min(max(left, first), last)
    box = Rect(round(inside), round(y - height / 2), width, height)
    if inside != left:
        # Words too long for the margin go below the badge, or above it.
        down = round(gap + height / 2)
        low = pygame.Rect(box.moved(0, down))
        box = box.moved(0, -down if any(map(low.colliderect, table.blocks)) else down)
    draw_band(surface, painter, painter.theme.palette.sunken, box, "cut", start="cut")
    painter.text(surface, words, box.centre, style, "centre")
