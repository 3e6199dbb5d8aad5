"""The network's inputs: features of lines, spaces, the bag and the rules (S1-S5, P1-P6, M3).

The first axis of every array is the line, the second the board, so that one matrix product handles
all lines of all boards.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Final

import numpy as np

from game.bots.arrays import Bools, Float32s, Index, Uint8s
from game.bots.values.boards import POINTS_BY_SYMBOL, Boards
from game.bots.values.chances import NEEDS, chances, surpluses
from game.bots.values.final import RAY_HOPES
from game.bots.values.grid import FITTING, SUNS, grid_of
from game.rules.boards import Board
from game.rules.ruleset import PlacementRule, RayRule, Ruleset

LINE_FEATURES: Final = 48
SPACE_FEATURES: Final = 16
BOARD_FEATURES: Final = 31 + 31 + 9 + 6
RULE_FEATURES: Final = 3 + 3 + 5 + 22
"""The numbers of features of a line, a space, a board, and the rules with the tiles to come."""

_SCALE: Final = np.float32(1 / 20)
_STATE: Final = np.array([0, 1, 2, 4, 3, 4, 4, 4], dtype=np.intp)
"""[bits]: a line's state: 0 dead, 1 to 3 its number, 4 any number."""
_SHIFTS: Final = np.array([6, 3, 0], dtype=np.intp)
_OTHERS: Final = np.array([511 & ~(7 << 6), 511 & ~(7 << 3), 511 & ~7], dtype=np.intp)
"""[direction]: the want with any number in the other two directions, to insert a line's own."""


@dataclass(frozen=True, slots=True)
class BoardFeatures:
    """The network's inputs for `n` boards.

    `lines` (lines, n, `LINE_FEATURES`), `spaces` (spaces, n, `SPACE_FEATURES`), `boards`
    (n, `BOARD_FEATURES`); `hopes` (lines, n) are upper bounds of open lines' points, `ray_hopes`
    (lines, n) of rays'; `settled` (n,) are the points already earned.
    """

    lines: Float32s
    spaces: Float32s
    boards: Float32s
    hopes: Float32s
    ray_hopes: Float32s
    settled: Float32s

    def forget_demand(self) -> None:
        """Remove the demand features, as if there were enough tiles for all lines."""
        self.lines[:, :, 28:31] = 1
        self.boards[:, 62:71] = 1


def rule_features(rules: Ruleset, to_come: int) -> Float32s:
    """Return (`RULE_FEATURES`,): one-hot placement, rays, board with variant, and tiles to come."""
    features = np.zeros(RULE_FEATURES, dtype=np.float32)
    features[list(PlacementRule).index(rules.placement)] = 1
    features[3 + list(RayRule).index(rules.rays)] = 1
    features[6 + (rules.daffodil or 0)] = 1
    features[11 + to_come] = 1
    return features


@cache
def _line_codes(board: Board) -> Float32s:
    """Return (lines * 5 states * 6 left, 22): the features of a line that its state determines."""
    grid = grid_of(board)
    table = np.zeros((grid.lines, 5, 6, 22), dtype=np.float32)
    for line in range(grid.lines):
        length = int(grid.lengths[line])
        table[line, :, :, grid.directions[line]] = 1
        table[line, :, :, 3 + length - 2] = 1
        for state in range(5):
            table[line, state, :, 7 + state] = 1
            for number in range(3):
                if state in (1 + number, 4):
                    points = grid.points[line, 1 << number] * _SCALE
                    table[line, state, :, 12 + number] = points
        for left in range(6):
            table[line, :, left, 15 + left] = 1
        table[line, :, :, 21] = grid.online[:-1][grid.stamens][:, line].any()
    return table.reshape(-1, 22)


@dataclass(frozen=True)
class Bags:
    """Bags: `tiles` (m, 31); `fits` (m, 512) tiles that meet each want, `suns` those with suns."""

    tiles: Bools
    fits: Uint8s
    suns: Uint8s

    @classmethod
    def of(cls, tiles: Bools) -> Bags:
        """Count the tiles of bags (m, 31)."""
        return cls(
            tiles,
            (tiles.astype(np.float32) @ FITTING).astype(np.uint8),
            ((tiles & SUNS).astype(np.float32) @ FITTING).astype(np.uint8),
        )


def see(
    rules: Ruleset, boards: Boards, rows: Index, bags: Bags, to_come: int, size: int
) -> BoardFeatures:
    """Compute the network's inputs for `boards`; board i has the bag `bags[rows[i]]`.

    Every bag has `size` tiles, of which `to_come` (at least 1) will be called.
    """
    grid, n = boards.grid, len(boards)
    chance_of, surplus_of = chances(to_come, size), surpluses(to_come, size)
    at = rows * 512
    fits, suns = bags.fits.ravel(), bags.suns.ravel()
    bits = np.ascontiguousarray(boards.bits.T).astype(np.intp)
    left = np.ascontiguousarray(boards.left.T).astype(np.intp)
    shift, others = _SHIFTS[grid.directions][:, None], _OTHERS[grid.directions][:, None]
    state = _STATE[bits]
    x = np.zeros((grid.lines, n, LINE_FEATURES), dtype=np.float32)
    code = (np.arange(grid.lines)[:, None] * 5 + state) * 6 + left
    x[:, :, :22] = _line_codes(grid.board)[code]
    is_open = left > 0
    hopes = np.zeros((grid.lines, n), dtype=np.float32)
    held: Uint8s | None = None
    lent: tuple[Bools, Bools] | None = None
    at_stamen = np.zeros((grid.lines, 1), dtype=np.bool_)
    if rules.has_aside:
        regular = boards.aside.copy()
        regular[:, 27:] = False
        held = (regular.astype(np.float32) @ FITTING).astype(np.uint8)
        suns_there = np.asarray((regular & SUNS).any(axis=1))
        lent = (suns_there, np.asarray((regular & ~SUNS).any(axis=1)))
        at_stamen = np.asarray(grid.online[:-1][grid.stamens].any(axis=0))[:, None]
    each = np.arange(n)
    demand = np.empty((n, 9), dtype=np.float32)
    for number in range(3):
        want = others | (1 << number) << shift
        count = fits[want + at]
        alive = bits >> number & 1 > 0
        need = left
        if held is not None:
            need = left - (at_stamen & is_open & (held[each, want] > 0))
        key = count.astype(np.intp) * NEEDS + need
        chance = chance_of.ravel()[key] * alive
        x[:, :, 22 + number] = chance
        x[:, :, 25 + number] = surplus_of.ravel()[key] * alive
        worth = grid.points[:, 1 << number][:, None] * chance
        hopes = np.maximum(hopes, worth)
        wanted = np.where(state == 1 + number, left, 0)
        for direction in range(3):
            mine = grid.directions == direction
            needed = wanted[mine].sum(axis=0)
            count = fits[(_OTHERS[direction] | 1 << number << _SHIFTS[direction]) + at]
            spare = (count * np.float32(to_come / size) - needed) / 4
            value = np.clip(spare, -1.5, 1.5)
            demand[:, direction * 3 + number] = value
            x[mine, :, 28 + number] = value
    if boards.late.any():
        late = boards.late.T
        x[:, :, 31] = late
        hopes = np.where(late, hopes * np.float32(0.5), hopes)
    x[:, :, 32] = hopes * _SCALE
    earned = np.where(is_open, np.float32(0), hopes)
    hopes = np.where(is_open, hopes, np.float32(0))
    ray_hopes = np.zeros_like(hopes)
    if rules.rays is not RayRule.NONE:
        symbols = np.ascontiguousarray(boards.symbols.T).astype(np.intp)
        own_bits = np.where(bits == 0, 7, bits)
        want = others | own_bits << shift
        is_best = rules.rays is RayRule.BEST_RAY
        for symbol in (1, 2):
            can = symbols & symbol > 0
            if is_best:
                can &= bits > 0
                points = RAY_HOPES[grid.lengths.astype(np.intp)][:, None]
            else:
                points = (POINTS_BY_SYMBOL[symbol] * grid.lengths)[:, None]
            lit = suns if symbol == 1 else fits - suns
            any_sun, fit_sun = lit[511 + at][None], lit[want + at]
            need = left
            if lent is not None:
                need = left - (at_stamen & is_open & lent[symbol - 1])
            both = chance_of.ravel()[fit_sun.astype(np.intp) * NEEDS + need] * can
            alone = chance_of.ravel()[any_sun.astype(np.intp) * NEEDS + need] * can
            x[:, :, 32 + symbol] = can
            x[:, :, 34 + symbol] = both
            x[:, :, 36 + symbol] = alone
            x[:, :, 38 + symbol] = surplus_of.ravel()[fit_sun.astype(np.intp) * NEEDS + need] * can
            ray_hopes = np.maximum(ray_hopes, points * (both if is_best else alone))
        x[:, :, 41] = ray_hopes * _SCALE
        if not is_best:
            earned = earned + np.where(is_open, np.float32(0), ray_hopes)
            ray_hopes = np.where(is_open, ray_hopes, np.float32(0))
    spaces = _see_spaces(rules, boards, bits, left, at, bags, chance_of, size, held)
    whole = np.zeros((n, BOARD_FEATURES), dtype=np.float32)
    whole[:, :31] = bags.tiles[rows]
    whole[:, 31:62] = boards.aside
    whole[:, 62:71] = demand
    dead = np.where((bits == 0) & is_open, left, 0)
    for direction in range(3):
        whole[:, 71 + direction] = dead[grid.directions == direction].sum(axis=0) / 10
    whole[:, 74] = boards.aside.sum(axis=1) / 3
    whole[:, 75] = bags.suns[rows, 511] / np.float32(size)
    whole[:, 76] = size / 31
    return BoardFeatures(x, spaces, whole, hopes, ray_hopes, earned.sum(axis=0))


def _see_spaces(
    rules: Ruleset,
    boards: Boards,
    bits: Index,
    left: Index,
    at: Index,
    bags: Bags,
    chance_of: Float32s,
    size: int,
    held: Uint8s | None,
) -> Float32s:
    grid, n = boards.grid, len(boards)
    v, r, f = grid.through.T
    shift = _SHIFTS[grid.directions][:, None]
    is_alive = bits > 0
    ask = np.where(is_alive, bits, 7) << shift
    av, ar, af = ask[v], ask[r], ask[f]
    lv, lr, lf = is_alive[v], is_alive[r], is_alive[f]
    wanted = av + ar + af
    empty = np.ascontiguousarray(~boards.filled.T)
    y = np.zeros((grid.spaces, n, SPACE_FEATURES), dtype=np.float32)
    fits, suns = bags.fits.ravel(), bags.suns.ravel()
    any_of = chance_of[:, 1]
    fit = fits[wanted + at]
    y[:, :, 0] = empty
    y[:, :, 1] = any_of[fit]
    y[:, :, 2] = fit * np.float32(1 / size)
    y[:, :, 3] = any_of[fits[av + ar + 7 + at]] * (lv & lr)
    y[:, :, 4] = any_of[fits[av + 56 + af + at]] * (lv & lf)
    y[:, :, 5] = any_of[fits[448 + ar + af + at]] * (lr & lf)
    y[:, :, 6] = lv * np.float32(1) + lr + lf
    y[:, :, 7] = grid.stamens[:, None]
    if rules.placement is not PlacementRule.FREE:
        filled = boards.filled.T.astype(np.float32)
        near = grid.neighbours @ filled
        y[:, :, 8] = near > 0
        y[:, :, 9] = near * np.float32(1 / 6)
        if rules.placement is PlacementRule.ADJACENT_SYMBOL:
            lit = boards.suns.T.astype(np.float32)
            y[:, :, 10] = grid.neighbours @ lit > 0
            y[:, :, 11] = grid.neighbours @ (filled - lit * filled) > 0
    if rules.rays is not RayRule.NONE or rules.placement is PlacementRule.ADJACENT_SYMBOL:
        bright = suns[wanted + at]
        y[:, :, 12] = any_of[bright]
        y[:, :, 13] = any_of[fit - bright]
    if held is not None:
        have = held[np.arange(n), wanted]
        y[:, :, 14] = np.minimum(have, 2) * grid.stamens[:, None]
        y[:, :, 15] = (have == 0) & grid.stamens[:, None]
    return y
