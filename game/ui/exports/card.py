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
from game.play.public_boards import public_board
from game.play.table import TableSetup
from game.rules.match import Match
from game.rules.match_score import score_match, score_round
from game.rules.placement import ASIDE_INDEX
from game.rules.scoring import score_position
from game.rules.tiles import Tile
from game.ui.draw.avatars import draw_avatar
from game.ui.draw.bands import (
    bands_of_score,
    draw_band,
    draw_fold,
    draw_harvest,
    draw_rounds,
    harvest_scale,
)
from game.ui.draw.board_picture import BoardLook, BoardPicture
from game.ui.draw.icons import Icon
from game.ui.draw.painter import Painter
from game.ui.draw.theme import TextStyle
from game.ui.draw.titles import TITLE
from game.ui.layout.hexes import lay_out_board
from game.ui.layout.rects import Rect, View

_PLAY: Final = 9
"""The number whose stripe is the head of an edition."""

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


def board_place(view: View) -> Rect:
    """Return the board's place on a picture."""
    px, area = view.px, view.area
    return Rect(px(30), px(122), area.w * 46 // 100, area.h - px(152))


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
    """Draw the head with the deal's name, below it the board, words about the match, and the
    harvest at the right edge.

    A match of a daily deal has that deal's number and day, and its `medal` once it is over.
    """
    painter.draw_background(surface)
    px, rules, area = painter.px, match.rules, painter.view.area
    _draw_head(surface, painter, catalogue, match, day)
    place = board_place(painter.view)
    board = lay_out_board(rules.grid, place, 0.62, has_aside=rules.has_aside)
    position, face_down = public_board(match, seat, moment.round_index)
    look = BoardLook(
        rules,
        lift(position, *moment.hidden),
        aside_tiles=moment.aside,
        is_over=moment.is_end,
        has_names=False,
        face_down=face_down,
    )
    BoardPicture(painter).draw(surface, board, look)
    column = area.cut_right(area.w * 22 // 100)[0]
    _draw_harvest(surface, painter, catalogue, column, match, seat, moment, look)
    words = Rect(px(30) + place.w, px(140), column.x - place.right - px(30), area.h - px(176))
    _draw_words(surface, painter, catalogue, words, match, seat, moment, look, medal)


def _draw_head(
    surface: pygame.Surface, painter: Painter, catalogue: Catalogue, match: Match, day: date | None
) -> None:
    """Draw the band of the day or of the edition, with the date."""
    daily = daily_deal_of(match)
    title, number = name_of(match, catalogue), _PLAY
    if daily is not None:
        title, day, number = catalogue.text("daily.label", number=str(daily.number)), daily.day, 8
    draw_card_head(
        surface, painter, number, title, "" if day is None else write_date(catalogue, day)
    )


def draw_card_head(
    surface: pygame.Surface, painter: Painter, number: int, title: str, about: str
) -> None:
    """Draw a band of a number's colour, with what the picture is of."""
    px, style, area = painter.px, painter.theme.type.title, painter.view.area
    words = " · ".join(filter(None, (title, about)))
    # A small preview has no letters small enough for all of it.
    if painter.text_width(words, style) > area.w * 2 // 3:
        words = title
    width = min(area.w * 3 // 4, painter.text_width(words, style) + px(58 + 48))
    band, fill = Rect(0, px(34), width, px(74)), painter.theme.stripes[number]
    draw_fold(surface, painter, fill, band, area.right)
    draw_band(surface, painter, fill, band, "fold")
    inner = band.cut_left(px(58))[1].cut_right(px(40))[1]
    with painter.ink_on(fill):
        painter.text_in(surface, words, inner, style, max_lines=1)


def _draw_harvest(
    surface: pygame.Surface,
    painter: Painter,
    catalogue: Catalogue,
    column: Rect,
    match: Match,
    seat: int,
    moment: BoardMoment,
    look: BoardLook,
) -> None:
    """Draw the lines as bands and, above them, the total; of a match that is over all rounds."""
    is_last = moment.is_end and moment.round_index == len(match.rounds) - 1
    score = score_match(match).players[seat]
    rounds = [*map(bands_of_score, score.rounds)]
    if is_last:
        total = score.total
    elif moment.is_end:
        total = score.rounds[moment.round_index].total
        rounds = [rounds[moment.round_index]]
    else:
        shown = score_position(match.rules, look.position)
        total, rounds = shown.total, [bands_of_score(shown)]
    style = painter.theme.type.score.sized(132).coloured(painter.theme.palette.accent)
    above = painter.line_height(style)
    place = column._replace(y=column.y + above, h=column.h - above)
    most = harvest_scale(score.total)
    if len(rounds) > 1:
        top = draw_rounds(surface, painter, place, rounds, most)
    else:
        top = draw_harvest(surface, painter, place, rounds[0], most)
    number = Rect(column.x, top - above, column.w, above)
    painter.text_in(surface, catalogue.number(total), number, style, max_lines=1)


def _draw_words(
    surface: pygame.Surface,
    painter: Painter,
    catalogue: Catalogue,
    area: Rect,
    match: Match,
    seat: int,
    moment: BoardMoment,
    look: BoardLook,
    medal: str,
) -> None:
    """Draw the game's name, who played, how many lines there are and the code, from the foot up."""
    px, types, p, text = painter.px, painter.theme.type, painter.theme.palette, catalogue.text
    rest, soft = area, types.label.coloured(p.ink_soft)
    code, rounds = code_of(match), match.rules.rounds
    is_last = moment.is_end and moment.round_index == len(match.rounds) - 1

    def write(words: str, style: TextStyle, height: float, gap: float = 0) -> None:
        nonlocal rest
        line, rest = rest.cut_bottom(px(height), px(gap))
        painter.text_in(surface, words, line, style, max_lines=1)

    if code is not None:
        write(text("daily.code", code=code), soft, 34, 10)
    if medal and is_last:
        badge, rest = rest.cut_bottom(px(54), px(8))
        radius = px(22)
        painter.sprites.draw_medal(surface, medal, (badge.x + radius, badge.centre[1]), radius)
        beside = badge.cut_left(2 * radius, px(12))[1]
        words = text(f"daily.medal.{medal}")
        painter.text_in(surface, words, beside, types.heading, max_lines=1)
    if len(match.players) > 1 and is_last:
        rows = min(px(_ROW), rest.h * 6 // 10 // len(match.players))
        sheet, rest = rest.cut_bottom(rows * len(match.players), px(14))
        _draw_players(surface, painter, catalogue, sheet, match)
    else:
        if rounds > 1:
            write(text("play.round", round=moment.round_index + 1, rounds=rounds), soft, 34)
        lines: int = len(score_round(match.rules, match.rounds[moment.round_index])[seat].lines)
        if not moment.is_end:
            lines = len(score_position(match.rules, look.position).lines)
        words = text("result.lines", lines=lines, all=len(match.rules.grid.lines))
        write(words, types.heading.coloured(p.ink_soft), 40)
        write(word_holders(find_holders(match)[seat], catalogue), types.title, 52)
    write(TITLE, types.display, 84)


def _draw_players(
    surface: pygame.Surface, painter: Painter, catalogue: Catalogue, area: Rect, match: Match
) -> None:
    """Draw the players with their totals, the best first."""
    score, p, holders = score_match(match), painter.theme.palette, find_holders(match)
    setup = TableSetup.from_match(match)
    ranks = rank_seats([player.total for player in score.players])
    for row, (rank, seat) in zip(area.rows(len(ranks)), ranks, strict=True):
        cells = row.weighted_columns([0.5, 3, 1], painter.px(8))
        if seat in score.winners:
            painter.icon(surface, Icon.TROPHY, cells[0].centre, row.h * 6 // 10, p.gold)
        else:
            small = painter.theme.type.strong
            painter.text_in(surface, f"{rank}.", cells[0], small, "centre", max_lines=1)
        colour = painter.theme.seats[setup.colour_of(seat)]
        strong = painter.theme.type.strong
        name = word_holders(holders[seat], catalogue)
        who, avatar = cells[1], setup.avatar_of(seat)
        if avatar:
            side = min(row.h * 7 // 10, painter.px(34))
            mark, who = who.cut_left(side, painter.px(8))
            draw_avatar(surface, painter, avatar, colour, mark.centre, side)
        name = painter.shorten(name, who.w, strong)
        painter.text_in(surface, name, who, strong.coloured(colour), max_lines=1)
        points = catalogue.number(score.players[seat].total)
        painter.text_in(surface, points, cells[2], strong, "right", max_lines=1)
