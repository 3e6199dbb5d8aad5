"""The picture of the players of a room: a harvest, a face with its sign, a name for each."""

from collections.abc import Sequence
from typing import Final, NamedTuple

import pygame

from game.play.phone_room import PhoneRoom
from game.play.table_game import TableGame
from game.rules.scoring import BoardScore, score_position
from game.ui.draw.bands import bands_of_score, draw_harvest, draw_hexagon, harvest_scale
from game.ui.draw.icons import Icon
from game.ui.draw.painter import Painter
from game.ui.draw.portraits import draw_portrait
from game.ui.frame.context import Context
from game.ui.layout.rects import Rect

_FACE: Final = 58
_NAME: Final = 46
_POINTS: Final = 34
"""Units: the height of a face, of a name on two lines, of the points."""


class ColumnScore(NamedTuple):
    """The score of a board, and the total with the points of earlier rounds."""

    board: BoardScore
    total: float


def score_columns(game: TableGame) -> list[ColumnScore]:
    """Return the scores of all players, in seat order."""
    seats = range(len(game.match.players))
    boards = [score_position(game.match.rules, game.position(i)) for i in seats]
    return [ColumnScore(one, game.points_before(i) + one.total) for i, one in enumerate(boards)]


def draw_players(
    surface: pygame.Surface,
    context: Context,
    area: Rect,
    room: PhoneRoom,
    game: TableGame,
    scores_now: Sequence[ColumnScore],
) -> None:
    """Draw a column for each player; with hidden boards it has no harvest and no points.

    `scores_now` are the scores of all players.
    """
    painter = context.painter
    count, is_open = len(game.match.players), not game.setup.has_hidden_boards
    scores = [one.board for one in scores_now]
    most = harvest_scale(max(score.total for score in scores))
    foot = painter.px(_FACE + _NAME + (_POINTS if is_open else 0) + 14)
    p, types = painter.theme.palette, painter.theme.type
    widest = painter.px(170)
    columns = area.columns(count, painter.px(14) if count < 6 else 0)
    for seat, column in enumerate(columns):
        below, top = column.cut_bottom(min(foot, column.h))
        if is_open:
            narrow = top.centred(min(top.w - painter.px(2), widest), top.h)
            draw_harvest(surface, painter, narrow, bands_of_score(scores[seat]), most)
            surface.fill(p.line, (narrow.x, top.bottom, narrow.w, max(2, painter.px(3))))
            points, below = below.cut_bottom(painter.px(_POINTS))
            words = context.catalogue.number(scores_now[seat].total)
            painter.text_in(surface, words, points, types.heading, "centre", max_lines=1)
        name, below = below.cut_bottom(painter.px(_NAME))
        _draw_face(surface, painter, below, room, game, seat)
        parts = game.name_of(seat).split(" ")
        words = " ".join(painter.shorten(part, name.w, types.strong) for part in parts)
        painter.text_in(surface, words, name, types.strong, "centre", "top", max_lines=2)


def _draw_face(
    surface: pygame.Surface,
    painter: Painter,
    area: Rect,
    room: PhoneRoom,
    game: TableGame,
    seat: int,
) -> None:
    """Draw the hexagon in the seat's colour: check, hourglass, cross, or a computer's face."""
    p, side = painter.theme.palette, painter.px(_FACE)
    colour = painter.theme.seats[game.setup.colour_of(seat)]
    draw_hexagon(surface, painter, area.centre, side / 2, p.well, colour, painter.px(4))
    is_phone = seat in game.apart.elsewhere
    if not is_phone and not game.is_person(seat):
        draw_portrait(surface, painter, game.engine_of(seat), area.centre, side * 0.6)
        return
    icon, ink = Icon.CHECK, p.good
    if is_phone and not room.is_here(seat):
        icon, ink = Icon.CLOSE, p.bad
    elif seat in game.awaited():
        icon, ink = Icon.HOURGLASS, p.accent
    painter.icon(surface, icon, area.centre, painter.px(34), ink)
