"""The score sheet: who made what in which round, the best first."""

from typing import Final

import pygame

from game.play.count_steps import rank_seats
from game.play.table import TableSetup
from game.rules.match import Match
from game.rules.standing import MatchScore
from game.ui.draw.icons import Icon
from game.ui.frame.context import Context
from game.ui.layout.rects import Rect
from game.ui.scenes.shared.names import seat_words

SHEET_ROW: Final = 34
"""The height of a row, in units."""

_MOST_ROUNDS: Final = 6


def sheet_rows(match: Match) -> int:
    """How many rows there are; only several rounds need a head."""
    return len(match.players) + (len(match.rounds) > 1)


def draw_sheet(
    surface: pygame.Surface,
    context: Context,
    rect: Rect,
    match: Match,
    setup: TableSetup,
    score: MatchScore,
) -> None:
    """One row a player; one column a round, at most the last six, and the total."""
    painter = context.painter
    theme = painter.theme
    has_head = len(match.rounds) > 1
    first = max(0, len(match.rounds) - _MOST_ROUNDS) if has_head else len(match.rounds)
    shown = range(first, len(match.rounds))
    row_height = min(painter.px(SHEET_ROW), rect.h // sheet_rows(match))
    rows = rect.stack([row_height] * sheet_rows(match))
    weights = [0.5, 2.6, *([1.0] * len(shown)), 1.3]
    small = theme.type.small
    if has_head:
        head = rows.pop(0).weighted_columns(weights, painter.px(4))
        for cell, index in zip(head[2:-1], shown, strict=True):
            words = context.text("breakdown.round_short", number=index + 1)
            painter.text_in(surface, words, cell, small, "right", max_lines=1)
        painter.text_in(surface, context.text("terms.total"), head[-1], small, "right", max_lines=1)
    ranks = rank_seats([player.total for player in score.players])
    for row, (rank, seat) in zip(rows, ranks, strict=True):
        cells = row.weighted_columns(weights, painter.px(4))
        player = score.players[seat]
        is_winner = seat in score.winners and score.is_complete
        ink = theme.palette.accent if is_winner else theme.palette.ink
        if is_winner:
            size = row_height * 6 // 10
            painter.icon(surface, Icon.TROPHY, cells[0].centre, size, theme.palette.accent)
        else:
            painter.text_in(surface, f"{rank}.", cells[0], small, "centre", max_lines=1)
        dot, room = cells[1].cut_left(painter.px(12), painter.px(8))
        painter.disc(surface, dot.centre, painter.px(5), theme.seats[setup.colour_of(seat)])
        words = seat_words(context, match, seat)
        painter.text_in(surface, words, room, theme.type.strong, max_lines=1)
        for cell, index in zip(cells[2:-1], shown, strict=True):
            points = context.catalogue.number(player.rounds[index].total)
            painter.text_in(surface, points, cell, theme.type.body, "right", max_lines=1)
        total = context.catalogue.number(player.total)
        style = theme.type.strong.coloured(ink)
        painter.text_in(surface, total, cells[-1], style, "right", max_lines=1)
