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
from game.ui.layout.rects import Rect, square_around
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
    """Write a few words beside a line's badge: outside, else inside, below or above it, where they
    cover least.
    """
    painter, laid, area = context.painter, table.board, table.board_area
    style = painter.lessened(painter.theme.type.strong.coloured(colour))
    height = painter.line_height(style) + painter.px(4)
    width = painter.text_width(words, style) + 2 * height
    badges = [badge_place(laid, each) for each in range(len(laid.board.lines))]
    (x, y), gap = badges[line.index], laid.radius * 0.36
    is_left = x < laid.bounds().centre[0] - gap
    inside = (x - width * share for share in (0.2, 0.37, 0.5, 0.63, 0.8))
    sides = sorted((x + gap, *inside, x - gap - width), reverse=not is_left)
    boxes = [
        pygame.Rect(round(left), round(y - height / 2 + level), width, height).clamp(area)
        for level in (0, gap + height / 2, -gap - height / 2)
        for left in sides
    ]
    beside = [*(square_around(at, laid.radius * 0.2) for at in badges), *table.blocks]
    cells = [square_around(at, laid.radius * 0.7) for at in laid.centres]
    if table.coach and any(map(boxes[0].colliderect, (table.coach_rows, table.coach))):
        # The coach's reasons say the same.
        return

    def covers(box: pygame.Rect) -> list[int]:
        """Return the pixels that the words would cover of other things and of spaces."""
        clips = ([box.clip(part) for part in parts] for parts in (beside, cells))
        return [sum(clip.w * clip.h for clip in each) for each in clips]

    box = Rect(*min(boxes, key=covers))
    draw_band(surface, painter, painter.theme.palette.sunken, box, "cut", start="cut")
    painter.text(surface, words, box.centre, style, "centre")
