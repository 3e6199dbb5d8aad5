"""From boards to places in the tables: everything the estimate looks at (S1-S4, P5, P6)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from math import comb
from typing import Final

import numpy as np
from numpy.typing import NDArray

from game.bots.general.boards import Boards
from game.bots.general.grid import FITTING, KINDS, SUNS

Ints = NDArray[np.int32]

CHANCES: Final = 12
"""Steps in which the chance that a line's tiles will come is told apart."""

RAY_ENTRIES: Final = 6 * CHANCES * 2
"""Entries of the rays' table for one symbol and one length."""

_STEPS: Final = np.array([0, 0.02, 0.06, 0.12, 0.2, 0.3, 0.42, 0.55, 0.7, 0.83, 0.93, 2])

SIZES: Final[dict[str, tuple[int, int]]] = {
    "lines": (7, KINDS * 5 * 6 * CHANCES),
    "demand": (7, 9 * 12 * 10),
    "spaces": (4, 11 * 11 * 11 * 6 + 1),
    "stamens": (4, 11 * 11 * 11 * 6 + 1),
    "rays": (7, 4 * 4 * 6 * CHANCES * 2),
    "light": (4, 64 * 16 + 1),
    "aside": (21, 16),
    "start": (21, 1),
}
"""Each table's stages and entries a stage. The last entry of `spaces`, `stamens` and
`light` stands for a filled space and stays 0."""

_STATE: Final = np.array([0, 1, 2, 4, 3, 4, 4, 4], dtype=np.int32)
"""Bits to a line's state: dead, one of the three numbers, any."""

_FIT: Final = np.array([0, 1, 2, 3, 4, 4, 4] + [5] * 25, dtype=np.int32)
_POWERS: Final = np.array([121, 11, 1], dtype=np.int32)
_SHIFTS: Final = np.array([6, 3, 0], dtype=np.int32)


@dataclass(frozen=True)
class Counts:
    """What the bags hold: `fits` and `suns` (n, 512) count tiles, and sun tiles, by want."""

    fits: NDArray[np.uint8]
    suns: NDArray[np.uint8]

    @classmethod
    def of(cls, bags: NDArray[np.bool_]) -> Counts:
        """The counts of bags given as (n, 31)."""
        return cls(
            (bags.astype(np.float32) @ FITTING).astype(np.uint8),
            ((bags & SUNS).astype(np.float32) @ FITTING).astype(np.uint8),
        )


@dataclass(frozen=True)
class Features:
    """Places in the tables of one stage: each array is (n, so many), `None` if not in play.

    `late` marks the lines that earn half (M3).
    """

    lines: Ints
    late: NDArray[np.bool_] | None
    demand: Ints
    spaces: Ints
    stamens: Ints | None
    rays: Ints | None
    light: Ints | None
    aside: Ints | None


def line_stage(to_come: int) -> int:
    """The stage of all tables but the spaces' with so many tiles to come (at least 1)."""
    return (to_come - 1) // 3


def space_stage(to_come: int) -> int:
    """The stage of the spaces' tables."""
    return 0 if to_come <= 3 else 1 if to_come <= 6 else 2 if to_come <= 11 else 3


@cache
def _chances(to_come: int, bag: int) -> NDArray[np.int32]:
    """(32, 6): the step of the chance that at least k of m tiles in the bag will be called."""
    table = np.zeros((32, 6), dtype=np.int32)
    every = comb(bag, to_come)
    for m in range(32):
        have = min(m, bag)
        for k in range(6):
            ways = sum(
                comb(have, i) * comb(bag - have, to_come - i)
                for i in range(k, min(have, to_come) + 1)
            )
            table[m, k] = max(0, int(np.searchsorted(_STEPS, ways / every, side="right")) - 1)
    return table


def _codes() -> NDArray[np.int32]:
    """(5 states, 6 spaces left): what a space sees of a line: dead, any, a number by 1, 2, 3+."""
    table = np.zeros((5, 6), dtype=np.int32)
    table[4] = 1
    for number in range(3):
        for left in range(6):
            table[1 + number, left] = 2 + 3 * (min(max(left, 1), 3) - 1) + number
    return table


_CODES: Final = _codes()


def features_of(
    boards: Boards,
    rows: NDArray[np.intp],
    counts: Counts,
    to_come: int,
    bag: int,
    has_rays: bool,
    has_aside: bool,
) -> Features:
    """Where to look for each board.

    `rows` says for each board which row of `counts` is its bag, `to_come` how many tiles of the
    bag will still be called, `bag` how many tiles it holds.
    """
    grid = boards.grid
    chances = _chances(to_come, bag)
    state = _STATE[boards.bits]
    left = boards.left.astype(np.int32)
    own = np.where(boards.bits == 0, 0, boards.bits).astype(np.int32)
    want = np.array([7 << 3 | 7, 7 << 6 | 7, 7 << 6 | 7 << 3], dtype=np.int32)[grid.directions]
    shift = _SHIFTS[grid.directions]
    in_bag = counts.fits[rows[:, None], want | own << shift]
    chance = chances[in_bag, left]
    lines = ((grid.kinds * 5 + state) * 6 + left) * CHANCES + chance

    demand = _demand(boards, state, left, rows, counts)

    # Each space adds up what its three lines ask for; the low nine bits are the want.
    asks = np.where(own == 0, 7, own) << shift
    seen = (_CODES[state, left] * _POWERS[grid.directions] << 9) + asks
    through = grid.through
    at = seen[:, through[:, 0]] + seen[:, through[:, 1]] + seen[:, through[:, 2]]
    wanted = at & 511
    code = (at >> 9) * 6
    fit = counts.fits[rows[:, None], wanted]
    empty = SIZES["spaces"][1] - 1
    spaces = np.where(boards.filled, empty, code + _FIT[fit])
    stamens = aside = rays = light = None
    if has_aside:
        lying = boards.aside.sum(axis=1)
        regular = boards.aside.copy()
        regular[:, 27:] = False
        held = (regular.astype(np.float32) @ FITTING).astype(np.int32)
        have = np.take_along_axis(held, wanted, axis=1)
        may_come = (lying < 3)[:, None] & (fit > 0)
        stamens = np.where(
            boards.filled | ~grid.stamens, empty, code + np.minimum(have, 2) * 2 + may_come
        )
        spaces = np.where(grid.stamens, empty, spaces)
        aside = (lying * 4 + regular.sum(axis=1)).astype(np.int32)[:, None]
    if has_rays:
        alive = own > 0
        any_number = np.where(alive, want | own << shift, 511)
        suns = counts.suns[rows[:, None], any_number]
        shining = np.where(boards.symbols == 2, counts.fits[rows[:, None], any_number] - suns, suns)
        kind = boards.symbols.astype(np.int32) * 4 + grid.lengths - 2
        rays = ((kind * 6 + left) * CHANCES + chances[shining, left]) * 2 + alive
        light = _light(boards, counts, rows, wanted, fit)
    late = boards.late if boards.late.any() else None
    return Features(lines, late, demand, spaces, stamens, rays, light, aside)


def _light(
    boards: Boards, counts: Counts, rows: NDArray[np.intp], wanted: Ints, fit: NDArray[np.uint8]
) -> Ints:
    """For each space: what its lines can shine as, and how many suns and moons would fit."""
    symbols = boards.symbols.astype(np.int32) * np.array([16, 4, 1])[boards.grid.directions]
    through = boards.grid.through
    code = symbols[:, through[:, 0]] + symbols[:, through[:, 1]] + symbols[:, through[:, 2]]
    suns = counts.suns[rows[:, None], wanted]
    place = code * 16 + np.minimum(suns, 3) * 4 + np.minimum(fit - suns, 3)
    return np.where(boards.filled, SIZES["light"][1] - 1, place).astype(np.int32)


def _demand(
    boards: Boards, state: Ints, left: Ints, rows: NDArray[np.intp], counts: Counts
) -> Ints:
    """For each direction and number: how many tiles its lines need, how many the bag holds."""
    grid = boards.grid
    found: list[Ints] = []
    for direction in range(3):
        mine = grid.directions == direction
        states, lefts = state[:, mine], left[:, mine]
        others = 511 & ~(7 << int(_SHIFTS[direction]))
        for number in range(3):
            needed = np.minimum((lefts * (states == 1 + number)).sum(axis=1), 11)
            held = counts.fits[rows, others | (1 << number) << int(_SHIFTS[direction])]
            place = (direction * 3 + number) * 120 + needed * 10 + np.minimum(held, 9)
            found.append(place)
    return np.stack(found, axis=1).astype(np.int32)
