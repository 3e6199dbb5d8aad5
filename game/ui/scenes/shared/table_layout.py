"""The layout of the table: rectangles in pixels; no pygame.

The board stands in the middle, as high as the window allows. The bag stands at its left,
score, hand and the other players at its right, the keys at its foot.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from game.rules.boards import Board
from game.rules.tiles import Tile
from game.ui.layout.hexes import SQRT3, BoardLayout, lay_out_board
from game.ui.layout.rects import Point, Rect, View, make_view

SIDE: Final = 226
"""Width of the two side columns, in units."""

NOWHERE: Final = Rect(0, 0, 0, 0)

_KEY_CAP: Final = 30
"""Units of height that a line of keys needs."""

_FRAME: Final = 0.62
"""Free around the board's cells, in their radii."""

_ENDLESS: Final = 10**6

_LOW_HAND: Final = 150
"""A hand lower than this, in units, has its tiles beside its words."""


@dataclass(frozen=True, slots=True)
class Spot:
    """Where a tile is and how large: centre and radius in pixels."""

    centre: Point
    radius: float


@dataclass(frozen=True, slots=True)
class TableLayout:
    """Rectangles in pixels.

    `notices` is the place of what is said and goes away: over the keys, never over the board.
    `hand_area` is what the tiles of the hand have of its panel. `seats` has one rectangle for each
    of the other players, in seat order from the one in view. `coach` is None where it is quiet.
    `above` is the strip above the board, `beside_hand` what a mode has below the hand, where there
    are such.
    """

    title: Rect
    buttons: tuple[Rect, ...]
    bag: Rect
    board_area: Rect
    board: BoardLayout
    score: Rect
    hand: Rect
    hand_area: Rect
    seats: tuple[Rect, ...]
    hints: Rect
    notices: Rect
    coach: Rect | None = None
    above: Rect = NOWHERE
    beside_hand: Rect = NOWHERE

    def side(self, x: float) -> float:
        """Return where a pixel is between the left (-1) and the right (1)."""
        return max(-1.0, min(1.0, (x - self.hints.centre[0]) / (self.hints.w / 2)))

    def seat_at(self, at: Point) -> int | None:
        """Which of the other players' rows a point is in."""
        return next((i for i, rect in enumerate(self.seats) if rect.contains(at)), None)

    @property
    def beside(self) -> Rect:
        """The bag's column as far as the board leaves it free: what covers it covers no space,
        and no line's badge.
        """
        board, bag = self.board, self.bag
        ends = [board.beyond(line.index, board.radius * 0.22) for line in board.board.lines]
        xs = [x for both in ends for x, _ in both]
        reach = round(board.radius * 0.4)
        if bag.x > self.board_area.x:
            left = min(bag.x, round(max(xs)) + reach)
            return Rect(left, bag.y, bag.right - left, bag.h)
        right = max(bag.right, round(min(xs)) - reach)
        return Rect(bag.x, bag.y, right - bag.x, bag.h)

    def with_strip(self, height: int, gap: int) -> TableLayout:
        """The table with room for a strip above the board, so many pixels high."""
        above, rest = self.board_area.cut_top(height, gap)
        board = lay_out_board(self.board.board, rest, _FRAME, has_aside=self.board.has_aside)
        return replace(self, above=above, board_area=rest, board=board)

    def hand_spot(self, hand: tuple[Tile, ...], tile: Tile) -> Spot:
        """Where a tile lies in the hand, or would lie."""
        if tile in hand:
            laid = lay_out_hand(self.hand_area, len(hand))
            return Spot(laid.centres[hand.index(tile)], laid.radius)
        return Spot(self.hand_area.centre, lay_out_hand(self.hand_area, 1).radius)


def lay_out_table(
    view: View,
    board: Board,
    *,
    others: int = 0,
    buttons: int = 6,
    has_aside: bool = False,
    has_coach: bool = False,
    has_strip: bool = False,
    has_more: bool = False,
    is_mirrored: bool = False,
) -> TableLayout:
    """Lay the table out for a board, `others` more players and so many buttons; mirrored, hand
    and score stand at the left, for a pointer that comes from there. `has_more` says that a mode
    needs room below the hand.

    A larger interface takes nothing from the board: margins stay as they are at 100 %, and the
    side columns grow as far as the board and the words of a strip above it leave room.
    """
    px, usual = view.px, make_view(view.area.size)
    around = usual.px if usual.scale < view.scale else px
    gap = around(14)
    area = view.area.inset(around(20), gap)
    hints, area = area.cut_bottom(max(around(38), px(_KEY_CAP)), around(4))
    widest = min(px(SIDE), area.w // 4)
    room = 0 if has_strip else _room_beside(board, area, gap)
    side = max(min(widest, usual.px(SIDE)), min(widest, room))
    if is_mirrored:
        right, rest = area.cut_left(side, gap)
        left, middle = rest.cut_right(side, gap)
    else:
        left, rest = area.cut_left(side, gap)
        right, middle = rest.cut_right(side, gap)
    title, bag = left.cut_top(px(68), px(6))
    row, right = right.cut_top(px(38), px(10))
    gap = px(5)
    cell = min(px(38), (row.w - gap * (buttons - 1)) // max(1, buttons))
    first = row.x if is_mirrored else row.right - buttons * cell - (buttons - 1) * gap
    cells = tuple(
        Rect(first + i * (cell + gap), row.y + (row.h - cell) // 2, cell, cell)
        for i in range(buttons)
    )
    more = NOWHERE
    if has_more:
        right, more = right.cut_bottom(right.h * 37 // 100, px(10))[::-1]
    score, hand, seats, coach = _lay_out_right(
        view, right, others, has_coach=has_coach, is_low=has_more
    )
    layout = lay_out_board(board, middle, _FRAME, has_aside=has_aside)
    _, hand_area = hand.inset(px(14), px(10)).cut_top(px(26), px(4))
    hand_area = hand_area.cut_bottom(px(40), px(4))[1]
    if hand.h < px(_LOW_HAND):
        # Too low for words above and below: the tiles stand beside them.
        hand_area = hand.inset(px(8), px(6)).cut_left(hand.w * 46 // 100)[0]
    return TableLayout(
        title,
        cells,
        bag,
        middle,
        layout,
        score,
        hand,
        hand_area,
        seats,
        hints,
        Rect(hints.x, hints.y, hints.w, hints.h + px(10)),
        coach,
        beside_hand=more,
    )


def _room_beside(board: Board, area: Rect, gap: int) -> int:
    """Return what a board as high as `area` leaves free at each of its sides."""
    high = lay_out_board(board, area._replace(w=_ENDLESS), _FRAME).radius
    wide = lay_out_board(board, area._replace(h=_ENDLESS), _FRAME).radius
    return int((area.w - area.w * high / wide) / 2) - gap


def _lay_out_right(
    view: View, column: Rect, others: int, *, has_coach: bool, is_low: bool
) -> tuple[Rect, Rect, tuple[Rect, ...], Rect | None]:
    """Score, hand, the rows of the other players, and the coach's panel."""
    px = view.px
    gap = px(10)
    if others == 0 and not has_coach:
        share = 52 if is_low else 38
        score, rest = column.cut_top(min(px(256), column.h * share // 100), gap)
        hand, _ = rest.cut_top(min(px(310), rest.h))
        return score, hand, (), None
    score, rest = column.cut_top(min(px(104), column.h * (14 if has_coach else 20) // 100), gap)
    share = (28 if others else 32) if has_coach else 46 if others < 4 else 40
    hand, rest = rest.cut_top(min(px(236), rest.h * share // 100), gap)
    coach = None
    if has_coach and others:
        coach, rest = rest.cut_bottom(rest.h * 61 // 100, gap)
    elif has_coach:
        return score, hand, (), rest
    row_gap = px(6)
    height = min(px(132), (rest.h - row_gap * (others - 1)) // others)
    return score, hand, tuple(rest.stack([height] * others, row_gap)), coach


@dataclass(frozen=True, slots=True)
class HandLayout:
    """The tiles of a hand inside its panel: centres and the radius they share."""

    centres: tuple[Point, ...]
    radius: float


def lay_out_hand(area: Rect, count: int) -> HandLayout:
    """One to five tiles as large as `area` allows, in one or two rows."""
    if count == 0:
        return HandLayout((), 0.0)
    rows = {1: (1,), 2: (2,), 3: (2, 1), 4: (2, 2), 5: (3, 2)}.get(count, (3, count - 3))
    widest = max(rows)
    radius = min(area.w / (widest * 2.12 + 0.1), area.h / (len(rows) * (SQRT3 + 0.14)))
    pitch_x, pitch_y = radius * 2.12, radius * (SQRT3 + 0.12)
    cx, cy = area.x + area.w / 2, area.y + area.h / 2
    centres: list[Point] = []
    for r, in_row in enumerate(rows):
        y = cy + (r - (len(rows) - 1) / 2) * pitch_y
        for c in range(in_row):
            centres.append((cx + (c - (in_row - 1) / 2) * pitch_x, y))
    return HandLayout(tuple(centres[:count]), radius)
