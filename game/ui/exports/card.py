"""The picture of a match to send: the board as crisp as in the game, the score, names, the date."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from typing import Final

import pygame

from game.locale import Catalogue, write_date
from game.page.holders import find_holders, word_holders
from game.page.result import code_of, daily_deal_of, name_of
from game.play.count_steps import rank_seats
from game.play.entering import lift
from game.play.outside import board_outside
from game.play.table import TableSetup
from game.rules.match import Match
from game.rules.placement import ASIDE_INDEX
from game.rules.scoring import score_position
from game.rules.standing import score_match, score_round
from game.rules.tiles import Tile
from game.ui.draw.avatars import draw_avatar
from game.ui.draw.board_picture import BoardLook, BoardPicture
from game.ui.draw.icons import Icon
from game.ui.draw.painter import Painter
from game.ui.draw.titles import draw_title
from game.ui.layout.hexes import lay_out_board
from game.ui.layout.rects import Rect

_ROW: Final = 40
"""The height of a player's row, in units."""


@dataclass(frozen=True, slots=True)
class BoardMoment:
    """A board on its way: in which round, without the spaces that are `hidden`, with the tiles
    that lie aside; the board as it ended where it `is_end`.
    """

    round_index: int
    hidden: frozenset[int] = frozenset()
    aside: tuple[Tile | None, ...] | None = None
    is_end: bool = True


def moments_of(match: Match, seat: int) -> Iterator[BoardMoment]:
    """The seat's board from the empty one to the last, tile by tile, round after round."""
    for index, played in enumerate(match.rounds):
        state = played.seats[seat]
        placed = [p for turn in state.turns for p in turn.placements]
        for count in range(len(placed) + 1):
            lying = {p.space for p in placed[:count]}
            full = range(len(match.rules.grid))
            aside = tuple(p.tile for p in placed[:count] if p.space == ASIDE_INDEX)
            hidden = frozenset(space for space in full if space not in lying)
            yield BoardMoment(index, hidden, aside, is_end=False)
        yield BoardMoment(index)


def draw_card(
    surface: pygame.Surface,
    painter: Painter,
    catalogue: Catalogue,
    match: Match,
    seat: int,
    moment: BoardMoment,
    day: date | None,
    medal: str = "",
) -> None:
    """Draw the board at the left; the game's name, the total and who played at the right.

    A match of a daily deal has that deal's number and day, and its `medal` once it is over.
    """
    painter.draw_background(surface)
    px, rules = painter.px, match.rules
    area = painter.view.area.inset(px(34), px(26))
    right, left = area.cut_right(area.w * 38 // 100, px(30))
    board = lay_out_board(rules.grid, left, 0.62, has_aside=rules.has_aside)
    position, face_down = board_outside(match, seat, moment.round_index)
    look = BoardLook(
        rules,
        lift(position, *moment.hidden),
        aside_tiles=moment.aside,
        is_over=moment.is_end,
        has_names=False,
        face_down=face_down,
    )
    BoardPicture(painter).draw(surface, board, look)
    _draw_words(surface, painter, catalogue, right, match, seat, moment, look, day, medal)


def _draw_words(
    surface: pygame.Surface,
    painter: Painter,
    catalogue: Catalogue,
    area: Rect,
    match: Match,
    seat: int,
    moment: BoardMoment,
    look: BoardLook,
    day: date | None,
    medal: str,
) -> None:
    px, types, p = painter.px, painter.theme.type, painter.theme.palette
    text = catalogue.text
    head, rest = area.cut_top(px(104), px(16))
    draw_title(surface, painter, head, "centre")
    name, rest = rest.cut_top(px(40))
    daily, title = daily_deal_of(match), name_of(match, catalogue)
    about = [] if day is None else [write_date(catalogue, day)]
    if daily is not None:
        about = [write_date(catalogue, daily.day), title]
        title = text("daily.label", number=str(daily.number))
    painter.text_in(surface, title, name, types.heading, "centre", max_lines=1)
    under, rest = rest.cut_top(px(30))
    rounds = match.rules.rounds
    if rounds > 1:
        about.append(text("play.round", round=moment.round_index + 1, rounds=rounds))
    soft = types.caption.coloured(p.ink_soft)
    # A small preview has no letters small enough for all of it.
    while len(about) > 1 and painter.text_width(" · ".join(about), soft) > under.w:
        about.pop()
    painter.text_in(surface, " · ".join(about), under, soft, "centre", max_lines=1)
    foot, rest = rest.cut_bottom(px(30))
    code = code_of(match)
    if code is not None:
        words = text("daily.code", code=code)
        painter.text_in(surface, words, foot, soft, "centre", max_lines=1)
    is_last = moment.is_end and moment.round_index == len(match.rounds) - 1
    players = len(match.players)
    rows = 0
    if players > 1 and is_last:
        rows = min(px(_ROW), rest.h // 2 // players)
        sheet, rest = rest.cut_bottom(rows * players, px(14))
        _draw_players(surface, painter, catalogue, sheet, match)
    if medal and is_last:
        badge, rest = rest.cut_bottom(px(56), px(8))
        words = text(f"daily.medal.{medal}")
        radius, width = px(24), painter.text_width(words, types.heading)
        left = badge.centre[0] - (width + 2 * radius + px(12)) // 2
        painter.sprites.draw_medal(surface, medal, (left + radius, badge.centre[1]), radius)
        beside = Rect(left + 2 * radius + px(12), badge.y, width + 1, badge.h)
        painter.text_in(surface, words, beside, types.heading, max_lines=1)
    shows_name = players == 1 or not is_last
    height = min(px(190), rest.h - px(84))
    block = rest.centred(rest.w, height + px(84))
    who, block = block.cut_top(px(42))
    number, lines = block.cut_top(height)
    earned = score_round(match.rules, match.rounds[moment.round_index])[seat]
    if moment.is_end:
        count = len(earned.lines)
        total = score_match(match).players[seat].total if is_last else earned.total
    else:
        shown = score_position(match.rules, look.position)
        count, total = len(shown.lines), shown.total
    if shows_name:
        holders = word_holders(find_holders(match)[seat], catalogue)
        painter.text_in(surface, holders, who, types.title, "centre", max_lines=1)
    style = types.number.sized(number.h * 0.9 / painter.view.scale).coloured(p.accent)
    painter.text_in(surface, catalogue.number(total), number, style, "centre", max_lines=1)
    words = text("result.lines", lines=count, all=len(match.rules.grid.lines))
    painter.text_in(
        surface, words, lines, types.heading.coloured(p.ink_soft), "centre", max_lines=1
    )


def _draw_players(
    surface: pygame.Surface, painter: Painter, catalogue: Catalogue, area: Rect, match: Match
) -> None:
    """Draw the players with their totals, the best first."""
    score, p, holders = score_match(match), painter.theme.palette, find_holders(match)
    setup = TableSetup.from_match(match)
    ranks = rank_seats([player.total for player in score.players])
    for row, (rank, seat) in zip(area.rows(len(ranks)), ranks, strict=True):
        cells = row.inset(painter.px(30), 0).weighted_columns([0.5, 3, 1], painter.px(8))
        if seat in score.winners:
            painter.icon(surface, Icon.TROPHY, cells[0].centre, row.h * 6 // 10, p.accent)
        else:
            small = painter.theme.type.small
            painter.text_in(surface, f"{rank}.", cells[0], small, "centre", max_lines=1)
        colour = painter.theme.seats[setup.colour_of(seat)]
        strong = painter.theme.type.strong
        name = word_holders(holders[seat], catalogue)
        who, avatar = cells[1], setup.avatar_of(seat)
        if avatar:
            side = min(row.h * 7 // 10, painter.px(34))
            mark, who = who.cut_left(side, painter.px(8))
            draw_avatar(surface, painter, avatar, colour, mark.centre, side)
        painter.text_in(surface, name, who, strong.coloured(colour), max_lines=1)
        points = catalogue.number(score.players[seat].total)
        painter.text_in(surface, points, cells[2], strong, "right", max_lines=1)
