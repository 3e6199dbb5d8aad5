"""The score sheet: who made what in which round, the best first."""

from functools import partial
from typing import Final

import pygame

from game.play.count_steps import rank_seats
from game.play.table import TableSetup
from game.rules.match import Match
from game.rules.standing import MatchScore
from game.ui.draw.avatars import draw_seat_mark
from game.ui.draw.icons import Icon
from game.ui.draw.portraits import draw_portrait, has_portrait
from game.ui.frame.context import Context
from game.ui.layout.rects import Rect
from game.ui.parts import AlignedRows, Picture, Row, Sign, Spacer, Text, Widget
from game.ui.scenes.shared.names import seat_words

_MOST_ROUNDS: Final = 6

_MARK: Final = 24
"""Units of a person's picture, or of the seat's colour with a computer's face on it."""


def sheet(context: Context, match: Match, setup: TableSetup, score: MatchScore) -> Widget:
    """One row a player; one column a round, at most the last six, and the total."""
    rounds = len(match.rounds)
    shown = range(max(0, rounds - _MOST_ROUNDS), rounds) if rounds > 1 else range(0)
    text, number = context.text, context.catalogue.number

    def paint_dot(surface: pygame.Surface, rect: Rect, seat: int) -> None:
        painter = context.painter
        bot, side = match.players[seat].bot or "", min(rect.size)
        has_face = has_portrait(bot)
        dot = side if has_face else min(side, painter.px(10))
        draw_seat_mark(surface, painter, setup, seat, rect.centre, side, dot)
        if has_face:
            draw_portrait(surface, painter, bot, rect.centre, side * 0.92)

    def row(rank: int, seat: int) -> Widget:
        player = score.players[seat]
        is_winner = seat in score.winners and score.is_complete
        first = (
            Sign(Icon.TROPHY, "accent", 18, reads=f"{rank}.")
            if is_winner
            else Text(f"{rank}.", "small")
        )
        return Row(
            first,
            Picture(partial(paint_dot, seat=seat), size=_MARK),
            Text(seat_words(context, match, seat), "strong", share=1),
            *(Text(number(player.rounds[i].total), "body", align="right") for i in shown),
            Text(number(player.total), "strong", "accent" if is_winner else "ink", align="right"),
            gap=10,
            id=seat,
        )

    heads = [text("breakdown.round_short", number=i + 1) for i in shown]
    head = Row(
        Spacer(),
        Spacer(size=_MARK),
        Spacer(share=1),
        *(Text(words, "small", align="right") for words in heads),
        Text(text("terms.total"), "small", align="right"),
        gap=10,
    )
    ranks = rank_seats([player.total for player in score.players])
    return AlignedRows(
        bool(heads) and head, *(row(*ranked) for ranked in ranks), has_head=bool(heads), gap=1
    )
