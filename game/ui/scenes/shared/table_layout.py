"""The layout of the table: rectangles in pixels; no pygame.

The board is as large as the window allows. The harvest is at the right edge, other players' columns
to its left, the called tiles above. The bag is at the lower left, the title at the upper left,
links or keys at the foot.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields, replace
from functools import lru_cache
from typing import Final, NamedTuple

from game.rules.boards import Board
from game.rules.tiles import Tile
from game.ui.layout.hexagon import SQRT3
from game.ui.layout.hexes import BoardLayout, lay_out_board
from game.ui.layout.rects import Point, Rect, View, make_view

NOWHERE: Final = Rect(0, 0, 0, 0)

HARVEST: Final = 150
"""Units of width of the harvest."""

COLUMN: Final = 38
"""Units of width of another player's harvest."""

_CALLED: Final = 264
"""Units of width of the column beside the board: a called tile of 250 and the bag."""

_SCORED: Final = 230
_ROW: Final = 520
_BAND: Final = 44
"""Units for a mode with its own score: widths of its harvest and its row, height of its foot."""

_TALL_ACTION: Final = (750, 56)
"""Units of width of the band of an upright window, and of height below it for the words."""

_SLAB: Final = 2.8
"""The least height of another player's board with its words, in heights of the title."""

_REASON: Final = 24
"""The least height of the coach's reasons, in units: one line."""

_REASONS: Final = 130
"""The height of the coach's reasons between hand and board in an upright window, in units."""

_RANKS: Final = 118
"""Units of height of the coach's best spaces under the called tile."""

_SPARE: Final = 26
"""Units of height below the called tiles."""

_BETWEEN: Final = 8
HEAD: Final = 72
"""Units above a column, for a total and a face."""

_FRAME: Final = 0.62
"""Space around the board's cells, in radii."""

_REACH: Final = 1.2
"""Distance from a cell's centre to the edge of its part of the plate, in radii."""

_SMALLER: Final = (0.52, 0.42)
"""The radius of the hand's other tiles, as a share of the next one's: of few and of many."""

_IN_ROWS: Final = 4
"""The size of a hand whose other tiles are in one column of three."""

_APART: Final = 1.04
"""The distance between tiles of a hand, in their widths."""

_PLACES: Final = 16
_LEAST_SHARE: Final = 0.5
_STEP: Final = 0.02
"""Tries for a board that covers nothing: places, the least share of its radius, and the step."""


@dataclass(frozen=True, slots=True)
class Spot:
    """The place of a tile: centre and radius in pixels."""

    centre: Point
    radius: float


@dataclass(frozen=True, slots=True)
class TableLayout:
    """The rectangles of the table's screen, in pixels.

    `sign` is the pause button. `notices` is for passing messages, at the foot and off the board.
    `hand_area` is the part of `hand` for its tiles. `seats` are the other players' columns, in seat
    order after the seat in view. `coach` is None without a coach. `above` is a strip over the
    board, `action` the band that ends the closing moves. A mode with its own score has a row above
    the harvest (`score_row`), room below the hand (`beside_hand`), and a band at the `foot` with
    its `purse`.

    `window` is the whole screen, `title` the heading's line, `bag` the bag's, `board_area` the room
    of `board`, `harvest` the score's column, `hints` the keys at the foot. With `is_mirrored` left
    and right are exchanged.
    """

    window: Rect
    title: Rect
    sign: Rect
    bag: Rect
    board_area: Rect
    board: BoardLayout
    harvest: Rect
    hand: Rect
    hand_area: Rect
    seats: tuple[Rect, ...]
    hints: Rect
    notices: Rect
    action: Rect
    coach: Rect | None = None
    above: Rect = NOWHERE
    beside_hand: Rect = NOWHERE
    score_row: Rect = NOWHERE
    foot: Rect = NOWHERE
    purse: Rect = NOWHERE
    is_mirrored: bool = False

    def side(self, x: float) -> float:
        """Return a pixel's place between the left (-1) and the right (1), for stereo sound."""
        return max(-1.0, min(1.0, (x - self.window.centre[0]) / (self.window.w / 2)))

    def seat_at(self, at: Point) -> int | None:
        """Return the index of the other player's column at a point, or None."""
        return next((i for i, rect in enumerate(self.seats) if rect.contains(at)), None)

    @property
    def has_column(self) -> bool:
        """Whether the bag is below the called tile."""
        return self.bag.x == self.hand.x

    @property
    def slab(self) -> Rect:
        """Another player's board opens here: in the corner, or in an upright window over the bag
        where that is larger.
        """
        bottom, foot = self._board_with_badges().bottom, min(self.hints.y, self.harvest.bottom)
        below = self._beside(bottom, max(bottom, foot), [self.harvest, *self.seats])
        return max(self.corner, below, key=lambda part: min(part.w, part.h))

    @property
    def corner(self) -> Rect:
        """The part from the window's edge, below the title.

        It covers no space of the player's board, no line's badge, and nothing of the hand; the bag
        only where words are so large that little room is left for a board. In an upright window it
        is above the board, beside the hand.
        """
        window, board = self.window, self._board_with_badges()
        if board.y - self.title.bottom > 2 * self.title.h:
            beside = [self.hand, *self.seats, *filter(None, (self.coach,))]
            return self._beside(self.title.bottom, board.y, beside)
        high = self.bag.y - self.title.bottom
        if high < _SLAB * self.title.h:
            high = self.bag.bottom - self.title.bottom
        if self.is_mirrored:
            return Rect(board.right, self.title.bottom, window.right - board.right, high)
        return Rect(window.x, self.title.bottom, board.x - window.x, high)

    def _board_with_badges(self) -> Rect:
        """Return the rectangle of the spaces, the lines beyond them, and their badges."""
        laid, reach = self.board, round(self.board.radius * 0.4)
        lines = [laid.beyond(line.index, laid.radius * 0.22) for line in laid.board.lines]
        xs, ys = ([at[way] for ends in lines for at in ends] for way in (0, 1))
        left, top, right, bottom = map(round, (min(xs), min(ys), max(xs), max(ys)))
        return Rect(left, top, right - left, bottom - top).inset(-reach)

    def _beside(self, top: int, bottom: int, parts: Sequence[Rect]) -> Rect:
        """Return the part of the window between two heights, from its edge to these parts."""
        whole = self.window._replace(y=top, h=bottom - top)
        if self.is_mirrored:
            return whole.cut_left(max(part.right for part in parts))[1]
        return whole.cut_left(min(part.x for part in parts))[0]

    @property
    def coach_rows(self) -> Rect:
        """The rows with the coach's best spaces: over the harvest beside the hand, or in one
        column under the called tile.
        """
        if self.has_column and self.coach is not None:
            below = self.hand_area.bottom
            return self.coach._replace(y=below, h=self.coach.y - below)
        if self.is_mirrored:
            column = self.harvest.cut_left((self.sign.x - self.window.x) // 2)[1]
        else:
            column = self.harvest.cut_right((self.window.right - self.sign.right) // 2)[1]
        top = self.sign.bottom
        return column._replace(y=top, h=max(0, self.hand.bottom - top))

    def with_action(self) -> TableLayout:
        """Return the layout with the band that ends the closing moves, under a lower harvest and
        right of the words at the foot, above them in an upright window; a bag below the called tile
        moves up.
        """
        action, between = self.action, (self.window.bottom - self.action.bottom) // 2
        hints, bag = self.hints, self.bag
        if self.has_column:
            bottom = min(bag.bottom, action.y - between)
            top = max(self.hand.bottom, bottom - bag.h)
            bag = bag._replace(y=top, h=bottom - top)
        if hints.y >= action.bottom:
            between //= 4
        elif self.is_mirrored:
            hints = hints._replace(x=max(hints.x, action.right + between))
            hints = hints._replace(w=self.hints.right - hints.x)
        else:
            hints = hints._replace(w=min(hints.w, action.x - between - hints.x))
        harvest, *seats = (
            column._replace(h=action.y - between - column.y)
            for column in (self.harvest, *self.seats)
        )
        return replace(self, harvest=harvest, seats=tuple(seats), hints=hints, bag=bag)

    def with_strip(self, height: int, gap: int, head: int) -> TableLayout:
        """Return the layout with a strip `height` pixels high above the board; the hand and the
        harvest, with its number `head` pixels high, move below.
        """
        ends = (self.title.right, self.sign.x)
        if self.is_mirrored:
            ends = (self.sign.right, self.title.x)
        above, room = self.board_area.cut_top(height, gap)
        beside = self.sign.w // 6
        above = above._replace(x=ends[0] + beside, w=ends[1] - ends[0] - 2 * beside)
        down = max(0, room.y - self.hand.y)
        top = max(0, room.y + head - self.harvest.y)
        lower = replace(
            self,
            above=above,
            harvest=self.harvest.cut_top(top)[1],
            seats=tuple(seat.cut_top(top)[1] for seat in self.seats),
            board_area=room,
            coach=None if self.coach is None else self.coach.cut_top(down)[1],
        )
        hand, spare = self.hand.moved(0, down), self.hand.h - self.hand_area.h
        hands = [hand]
        for step in range(1, 1 if self.has_column else 8):
            wide = hand.w - hand.w * step // 32
            part = hand.cut_left(wide)[0] if self.is_mirrored else hand.cut_right(wide)[0]
            hands.append(part._replace(h=hand.h * wide // hand.w))
        blocks = replace(lower, hand=NOWHERE).blocks
        board, hand = _beside(self.board.board, room, blocks, hands, self.board.has_aside)
        return replace(lower, board=board, hand=hand, hand_area=hand.cut_bottom(spare)[1])

    @property
    def strip_width(self) -> int:
        """The width of a strip above the board, in pixels."""
        left, right = (self.sign, self.title) if self.is_mirrored else (self.title, self.sign)
        return right.x - left.right - 2 * (self.sign.w // 6)

    @property
    def blocks(self) -> list[Rect]:
        """The rectangles that the board must not cover."""
        parts = (
            self.title,
            self.bag,
            self.hand,
            *self.seats,
            self.beside_hand,
            self.score_row,
            self.coach,
        )
        return [part for part in parts if part]

    def hand_spot(self, hand: tuple[Tile, ...], tile: Tile, chosen: int = 0) -> Spot:
        """Return the place of a tile in the hand, or of a tile that would be alone in it."""
        if tile in hand:
            return lay_out_hand(self.hand_area, len(hand), chosen)[hand.index(tile)]
        return lay_out_hand(self.hand_area, 1)[0]


# Tables of one size are opened again and again: each takes 3 ms.
@lru_cache(maxsize=16)
def lay_out_table(
    view: View,
    board: Board,
    *,
    others: int = 0,
    has_aside: bool = False,
    has_coach: bool = False,
    has_score: bool = False,
    most_tiles: int = 1,
    is_mirrored: bool = False,
) -> TableLayout:
    """Lay the table out for a board and `others` more players.

    `is_mirrored` puts hand and harvest at the left, for left-handed players. `has_score`: the mode
    has its own score. `most_tiles` is the size of the largest call. The board is as large at every
    interface scale: what is around it is enlarged as far as it covers nothing of the board and
    leaves the coach a line.
    """
    needs = _Needs(board, others, has_aside, has_coach, has_score, most_tiles)
    usual = make_view(view.area.size)
    layout = _lay_out(needs, usual)
    percents = range(round(100 * view.scale / usual.scale), 100, -1)
    scales = [usual.scale * each / 100 for each in percents]
    outline = _outline(layout.board)
    for scale in scales if view.scale > usual.scale else [view.scale]:
        scaled = _lay_out(needs, View(view.area, scale), like=layout)
        has_room = scaled.coach is None or scaled.coach.h >= _REASON * scale
        if has_room and not _covers(outline, [*scaled.blocks, scaled.hints]):
            layout = scaled
            break
    return _mirrored(layout) if is_mirrored else layout


class _Needs(NamedTuple):
    """The options of `lay_out_table` that say what there is around a board."""

    board: Board
    others: int
    has_aside: bool
    has_coach: bool
    has_score: bool
    most_tiles: int

    @property
    def is_plain(self) -> bool:
        """Whether one tile at a time is called to a single player, with the usual score."""
        return not (self.others or self.has_score or self.most_tiles > 1)


class _Parts(NamedTuple):
    """The parts of a `TableLayout` that are placed before the board."""

    title: Rect
    bag: Rect
    harvest: Rect
    hand: Rect
    hints: Rect
    seats: tuple[Rect, ...] = ()
    beside_hand: Rect = NOWHERE
    score_row: Rect = NOWHERE
    foot: Rect = NOWHERE
    purse: Rect = NOWHERE


def _lay_out(needs: _Needs, view: View, like: TableLayout | None = None) -> TableLayout:
    """Lay the table out at the view's scale, or around the board and in the way of another."""
    px, area = view.px, view.area
    if needs.is_plain and needs.has_coach:
        # His words are in the one column, so that nothing moves when he is called.
        solo = _lay_out(needs._replace(has_coach=False), view, like)
        if solo.has_column:
            top = solo.hand_area.bottom + px(_RANKS)
            high = solo.bag.y - px(_BETWEEN) - top
            return replace(solo, coach=solo.hand._replace(y=top, h=high))
    sign = Rect(area.right - px(70), area.y + px(24), px(48), px(48))
    parts = _score_parts(view) if needs.has_score else _usual_parts(needs, view, sign)
    title, bag, harvest, hand, hints, seats, beside_hand, score_row, *_ = parts
    around = px(14)
    top = beside_hand.bottom if needs.has_score and view.is_upright else area.y + around
    wide = harvest.x - area.x - 2 * around
    room = Rect(area.x + around, top, wide, area.bottom - px(52) - top)

    def reasons_from(top: int) -> Rect:
        left, right = min(hand.x, harvest.x - px(300)), (sign.right + area.right) // 2
        return Rect(left, top, right - left, harvest.y - px(80) - top)

    coach = reasons_from(hand.bottom) if needs.has_coach and view.is_upright else None
    blocks = [part for part in (title, bag, *seats, beside_hand, score_row, coach) if part]
    is_alone = not needs.has_score and needs.most_tiles == 1 and coach is None
    hands = [*_larger(hand, view), hand] if is_alone else [hand]
    laid, hand = _beside(needs.board, room, blocks, hands, needs.has_aside, like)
    if needs.is_plain and not needs.has_coach:
        wide = px(_CALLED)
        beside = _beside_column(needs, view, parts, room, laid, like)
        if beside is not None:
            laid, edge = beside, _right_of(beside)
            x = edge + (harvest.x - edge - wide) // 2
            hand = Rect(x, area.y + px(36), wide, px(296))
            bag = Rect(x, area.bottom - px(226), wide, px(200))
            hints = hints._replace(x=title.x, w=bag.x - px(24) - title.x)
        else:
            # In a wide window the hand is next to the board instead of at the far edge.
            edge = _right_of(laid)
            hand = hand._replace(x=min(hand.x, max(edge, (edge + harvest.x - hand.w) // 2)))
    if needs.has_coach and coach is None:
        hand = hand._replace(w=min(hand.w, harvest.x - px(_BETWEEN) - hand.x))
        coach = reasons_from(hand.bottom - px(_SPARE))
        if _covers(_outline(laid), [coach]):
            left = round(laid.bounds().right + laid.radius * 0.54)
            coach = coach.cut_left(left - coach.x)[1]
    hand, bag, coach = _gathered(laid, hand, bag, coach, px(_REASONS))
    wide, lift = _TALL_ACTION if view.is_upright else (440, 0)
    action = Rect(area.right - px(wide), area.bottom - px(136 + lift), px(wide), px(104))
    if view.is_upright and bag.bottom > action.y:
        action = action.cut_left(max(0, bag.right - action.x))[1]
    return TableLayout(
        area,
        sign=sign,
        board_area=room,
        board=laid,
        hand_area=hand.cut_bottom(px(_SPARE))[1],
        notices=hints,
        action=action,
        coach=coach,
        **parts._replace(bag=bag, hand=hand, hints=hints)._asdict(),
    )


def _usual_parts(needs: _Needs, view: View, sign: Rect) -> _Parts:
    """Return the parts around the board of a table with the usual score."""
    px, area, others = view.px, view.area, needs.others
    is_call_large = needs.most_tiles > 1
    free = 430 if is_call_large else 360 if others else 150
    top = min(px(450 if needs.has_coach else free), area.h * 6 // 10)
    if needs.has_coach:
        top = max(top, area.h * 36 // 100)
    harvest = Rect(area.right - px(HARVEST), area.y + top, px(HARVEST), area.h - top)
    seats = tuple(
        Rect(
            harvest.x - px(2 * _BETWEEN) - (others - i) * px(COLUMN + _BETWEEN) + px(_BETWEEN),
            harvest.y - px(HEAD),
            px(COLUMN),
            harvest.h + px(HEAD),
        )
        for i in range(others)
    )
    title = Rect(area.x + px(44), area.y + px(24), px(226), px(112))
    bag = Rect(area.x + px(44), area.bottom - px(214), px(196), px(172))
    tile = min(px(290 if is_call_large else 210), area.w // 4)
    high = px(270 if needs.most_tiles > 2 else 196)
    hand = Rect(harvest.x - px(16) - tile, area.y + px(52), tile, high)
    if is_call_large and not view.is_upright:
        hand = Rect(sign.x - px(_BETWEEN + 350), area.y + px(36), px(350), px(270))
    wide = min((rect.x for rect in seats), default=harvest.x) - bag.right - px(24)
    hints = Rect(bag.right + px(12), area.bottom - px(52) + px(2), wide, px(44))
    return _Parts(title, bag, harvest, hand, hints, seats)


def _score_parts(view: View) -> _Parts:
    """Return the parts around the board of a table whose mode has its own score."""
    px, area = view.px, view.area
    foot = Rect(area.x, area.bottom - px(_BAND), area.w, px(_BAND))
    purse = foot._replace(w=px(420))
    title = Rect(area.x + px(44), area.y + px(24), px(226), px(156))
    bag = Rect(area.x + px(44), area.bottom - px(214) - px(14), px(196), px(172))
    wide = max(px(HARVEST), min(px(_SCORED), area.w - px(1050)))
    harvest = Rect(area.right - wide, area.y + px(100), wide, foot.y - area.y - px(100))
    wide = min(px(_ROW), area.w * 42 // 100)
    row = Rect(area.right - px(92) - wide, area.y + px(22), wide, px(70))
    wide = min(px(310), area.w * 27 // 100)
    hand = Rect(harvest.x - wide, row.bottom, wide - px(50), px(230))
    top = hand.bottom + px(6)
    high = px(400) if view.is_upright else min(px(560), foot.y - px(8) - top)
    beside = Rect(hand.x, top, wide - px(80), high)
    wide = harvest.x - purse.right - px(24)
    hints = Rect(purse.right + px(12), foot.y, wide, px(44))
    return _Parts(title, bag, harvest, hand, hints, (), beside, row, foot, purse)


def _right_of(laid: BoardLayout) -> int:
    """Return where the room right of a board begins."""
    return round(laid.bounds().right + laid.radius * 0.9)


def _beside_column(
    needs: _Needs,
    view: View,
    parts: _Parts,
    room: Rect,
    laid: BoardLayout,
    like: TableLayout | None,
) -> BoardLayout | None:
    """Return the board beside which called tile and bag are in one column; None if it would be
    smaller than the one that is `laid` between them.
    """
    if like is not None:
        return like.board if like.has_column else None
    px, wide = view.px, view.px(_CALLED)
    narrow = room._replace(w=parts.harvest.x - px(24) - wide - room.x)
    beside = _largest(needs.board, narrow, (parts.title,), has_aside=needs.has_aside)
    free = parts.harvest.x - px(12) - _right_of(beside)
    return beside if beside.radius >= laid.radius and free >= wide else None


def _beside(
    board: Board,
    room: Rect,
    blocks: Sequence[Rect],
    hands: Sequence[Rect],
    has_aside: bool,
    like: TableLayout | None = None,
) -> tuple[BoardLayout, Rect]:
    """Return the first of the `hands` beside which the board is as large as beside the last, and
    that board; with `like` its board.
    """
    if like is not None:
        outline = _outline(like.board)
        return like.board, next((h for h in hands if not _covers(outline, [h])), hands[-1])
    least = _largest(board, room, (*blocks, hands[-1]), has_aside=has_aside)
    whole = lay_out_board(board, room, _FRAME, has_aside=has_aside)
    placed = ((_placed(whole, least.radius, room, (*blocks, h)), h) for h in hands[:-1])
    return next(((laid, h) for laid, h in placed if laid is not None), (least, hands[-1]))


def _larger(hand: Rect, view: View) -> list[Rect]:
    """Return places for one called tile at the top that are larger than `hand`, the largest
    first.
    """
    px = view.px
    wides = [px(_CALLED - step) for step in range(0, 54, 9)]
    right = hand.right + px(_BETWEEN)
    return [
        Rect(right - wide, view.area.y + px(30), wide, wide - px(_BETWEEN))
        for wide in wides
        if wide > hand.w
    ]


def _gathered(
    laid: BoardLayout, hand: Rect, bag: Rect, coach: Rect | None, reasons: int
) -> tuple[Rect, Rect, Rect | None]:
    """Return the places of the hand, the bag and the coach: in an upright window the hand is over
    the board's middle, or over the coach's `reasons` in pixels, and the bag below the board, close
    to it.
    """
    bounds, margin = laid.bounds(), round(laid.radius * 0.9)
    top, foot = bounds.y - margin, bounds.bottom + margin
    if coach is not None:
        down = max(0, min(top, coach.bottom) - reasons - hand.bottom)
        hand, coach = hand.moved(0, down), coach.moved(0, down)
        coach = coach._replace(h=min(coach.h, reasons)) if down else coach
    elif hand.bottom < top:
        hand = hand._replace(x=bounds.centre[0] - hand.w // 2, y=top - hand.h)
    if bag.y > foot:
        bag = bag._replace(x=bounds.centre[0] - bag.w // 2, y=foot)
    return hand, bag, coach


def _mirrored(layout: TableLayout) -> TableLayout:
    """Return the layout with its sides swapped; letters and the board stay."""
    window, board = layout.window, layout.board

    def flip(rect: Rect) -> Rect:
        return rect._replace(x=window.x + window.right - rect.right)

    bounds = board.bounds()
    x = board.origin[0] + flip(bounds).x - bounds.x
    moved = BoardLayout(board.board, board.radius, (x, board.origin[1]), board.has_aside)
    parts = ((field.name, getattr(layout, field.name)) for field in fields(layout))
    flipped = {name: flip(part) for name, part in parts if isinstance(part, Rect)}
    seats = tuple(map(flip, layout.seats))
    return replace(layout, **flipped, board=moved, seats=seats, is_mirrored=True)


def _largest(board: Board, room: Rect, blocks: Sequence[Rect], *, has_aside: bool) -> BoardLayout:
    """Return the largest board in `room` that covers no block; of equal ones the most central."""
    laid = lay_out_board(board, room, _FRAME, has_aside=has_aside)
    for step in range(round((1 - _LEAST_SHARE) / _STEP)):
        placed = _placed(laid, laid.radius * (1 - step * _STEP), room, blocks)
        if placed is not None:
            return placed
    return _resized(laid, laid.radius * _LEAST_SHARE)


def _placed(
    laid: BoardLayout, radius: float, room: Rect, blocks: Sequence[Rect]
) -> BoardLayout | None:
    """Return the most central board of a radius in `room` that covers no block; None without."""
    sized = _resized(laid, radius)
    half = sized.bounds().w / 2 + radius * _FRAME
    free = max(0.0, room.w / 2 - half)
    pitch = max(1.0, free / _PLACES)
    covering = list(_covering_shifts(_outline(sized), blocks))
    for place in range(_PLACES + 1):
        for way in (1, -1):
            shift = way * min(free, place * pitch)
            if not any(least < shift < most for least, most in covering):
                x, y = sized.origin
                return BoardLayout(laid.board, radius, (x + shift, y), laid.has_aside)
    return None


def _resized(laid: BoardLayout, radius: float) -> BoardLayout:
    """Return the board with another radius around the same centre."""
    x, y = laid.bounds().centre
    share = radius / laid.radius
    origin = (x + (laid.origin[0] - x) * share, y + (laid.origin[1] - y) * share)
    return BoardLayout(laid.board, radius, origin, laid.has_aside)


_Circles = list[tuple[Point, float]]
"""Circles around a board, its plate and its lines' badges: centres and radii in pixels."""


def _outline(laid: BoardLayout) -> _Circles:
    reach, radius = laid.radius * _REACH, laid.radius
    outline = [(at, reach) for at in laid.centres]
    outline += [(at, laid.aside_radius * _REACH) for at in laid.aside]
    for line in laid.board.lines:
        outline += [(at, radius * 0.3) for at in laid.beyond(line.index, radius * 0.22)]
    return outline


def _covers(outline: _Circles, blocks: Sequence[Rect]) -> bool:
    """Return whether a board overlaps a block."""
    return any(least < 0 < most for least, most in _covering_shifts(outline, blocks))


def _covering_shifts(outline: _Circles, blocks: Sequence[Rect]) -> Iterator[tuple[float, float]]:
    """Yield the spans of pixels to the right by which a moved board would overlap a block."""
    for rect in blocks:
        left, top, right, bottom = rect.x, rect.y, rect.right, rect.bottom
        for (x, y), radius in outline:
            away = top - y if y < top else y - bottom if y > bottom else 0.0
            if away < radius:
                beside = math.sqrt(radius * radius - away * away)
                yield left - beside - x, right + beside - x


def lay_out_hand(area: Rect, count: int, chosen: int = 0) -> list[Spot]:
    """Lay out a hand as large as `area` allows: the `chosen` tile, and columns of the others."""
    others = list(range(count - 1))
    rows = 3 if count == _IN_ROWS else 2
    share = _SMALLER[count >= _IN_ROWS]
    across, down = 2 * share * _APART, SQRT3 * share * _APART
    wide = 2 + math.ceil(len(others) / rows) * across
    high = max(SQRT3, min(rows, len(others)) * down)
    radius = min(area.w / (wide + 0.1), area.h / (high + 0.1))
    x, y = area.centre[0] - wide * radius / 2, area.centre[1]
    spots = []
    for first in others[::rows]:
        column = others[first : first + rows]
        at = x + (2 + across * (first // rows + 0.5)) * radius
        top = y - (len(column) - 1) / 2 * down * radius
        spots += [Spot((at, top + n * down * radius), radius * share) for n in range(len(column))]
    spots.insert(chosen, Spot((x + radius, y), radius))
    return spots[:count]
