"""Expected scores of many boards with their aces; exact on full boards.

Each line has a chance to score and a likeliest number. Points and multiplier are expected values; a
gold ace counts with the chance that its condition is met.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Final

import numpy as np

from game.bots.arrays import Bools, Float32s, Index, Int8s
from game.bots.values.boards import POINTS_BY_SYMBOL, Boards
from game.bots.values.chances import chances
from game.bots.values.grid import STRIPE_MASKS, SUNS
from game.climb.aces import AceName as Ace
from game.climb.score import (
    EARLY_TILES,
    FIRST_MULTIPLIER,
    FREE_NUMBERS,
    LATE_TILES,
    PAIRS,
    SEVEN,
)
from game.rules.ruleset import RayRule, Ruleset
from game.rules.tiles import NUMBERS as STRIPE_NUMBERS
from game.tools.climb_balance.hands import Hands, swap_pay

_DIRECTION_NUMBERS: Final = np.array(list(STRIPE_NUMBERS.values()), np.int8)
"""(3, 3): each direction's numbers, in the order of `DIRECTIONS`."""
_HAS: Final = np.concatenate([(STRIPE_MASKS >> i & 1) for i in range(3)], axis=1).astype(np.float32)
"""(31, 9): whether a tile has a number, by number and direction."""
_SUN: Final = np.stack([SUNS, ~SUNS], axis=1).astype(np.float32)
_HIGHEST: Final = np.array([0, 1, 2, 2, 4, 4, 4, 4], np.uint8)

_LEFTS: Final = 6
_QUARTERS: Final = 4

_MISSING: Final = 0.7
"""The factor on a line's chance for each missing tile, since other lines need the same tiles."""
_OPEN: Final = 0.7
"""The same for a line that can still score with several numbers."""
_DEMAND: Final = 0.15
_LAST_WORD: Final = 0.45
"""Chance that the last tile completes a line, before the last calls."""
_GROWING: Final = 2
"""The factor on a new line for Roots, which pays in later stages too."""


@cache
def _tables(to_come: int) -> Float32s:
    """Return (32, 32, needs): `chances` by the size of the bag."""
    return np.stack([chances(min(to_come, size), size) for size in range(32)])


@cache
def _fine_tables(to_come: int) -> Float32s:
    """Return the same as a flat array, by bag size, quarters of a tile, and at most five missing
    tiles.

    Values between whole numbers of tiles are interpolated.
    """
    whole = _tables(to_come)[:, :, :_LEFTS]
    above = np.concatenate([whole[:, 1:], whole[:, -1:]], axis=1)
    steps = np.arange(_QUARTERS, dtype=np.float32)[None, None, :, None] / _QUARTERS
    fine = whole[:, :, None] * (1 - steps) + above[:, :, None] * steps
    return np.ascontiguousarray(fine, np.float32).reshape(-1)


@dataclass(frozen=True)
class Crowd:
    """Boards with their hands.

    `done` (n, lines) is the number of the tile that completed a line, 0 for open ones; `bags` (n,
    31) are the tiles that can still be called, `swaps` (n,) the unused ones.

    `rules` and `boards` are those of all games, `hands` the aces, `laid` the number of tiles on
    each board.
    """

    rules: Ruleset
    boards: Boards
    done: Int8s
    bags: Bools
    hands: Hands
    swaps: Index
    laid: int

    @property
    def to_come(self) -> int:
        """The number of tiles still to be placed."""
        return self.boards.grid.spaces - self.laid


@dataclass(frozen=True)
class Hope:
    """(n,) each: printed points, points added by aces, the multiplier and gold."""

    printed: Float32s
    added: Float32s
    multiplier: Float32s
    gold: Float32s

    @property
    def total(self) -> Float32s:
        """(n,): the product, rounded down once all of it is known."""
        product: Float32s = (self.printed + self.added) * self.multiplier * self.gold
        return product


def note_completed(boards: Boards, done: Int8s, tile: int) -> Int8s:
    """Return `done` with the lines completed by the tile of this number."""
    is_new = (boards.left == 0) & (boards.bits > 0) & (done == 0)
    return np.where(is_new, np.int8(tile), done)


def hope_of(crowd: Crowd) -> Hope:
    """Return the expected scores of boards."""
    chance, number = _lines(crowd)
    grid, hands, boards = crowd.boards.grid, crowd.hands, crowd.boards
    is_final = crowd.to_come == 0
    lengths = grid.lengths.astype(np.float32)
    points = chance * number * lengths
    same = _same_symbol(crowd)
    printed = points.sum(axis=1)
    if crowd.rules.rays is RayRule.RAYS:
        printed = printed + (same * POINTS_BY_SYMBOL[boards.symbols] * lengths).sum(axis=1)
    by_number = np.zeros((len(boards), 10), np.float32)
    missing = np.ones((len(boards), 10), np.float32)
    for direction, numbers in enumerate(_DIRECTION_NUMBERS):
        # Each number belongs to one direction.
        some = grid.directions == direction
        chances_there, numbers_there = chance[:, some], number[:, some]
        for n in numbers:
            part = np.where(numbers_there == n, chances_there, np.float32(0))
            by_number[:, n] = part.sum(axis=1)
            missing[:, n] = (1 - part).prod(axis=1)
    different = 1 - missing
    low, count = by_number[:, 1:4].sum(axis=1), chance.sum(axis=1)
    add = np.full(len(boards), FIRST_MULTIPLIER, np.float32)
    add += hands.of(Ace.NINES) * by_number[:, 9]
    add += hands.of(Ace.LOW_ROAD) * low
    add += hands.of(Ace.MIDDLE_WAY) * by_number[:, 4:7].sum(axis=1)
    fives = chance[:, grid.lengths == 5].sum(axis=1)
    add += hands.of(Ace.LONG_HAUL) * fives
    add += hands.of(Ace.SHORT_CUTS) * chance[:, grid.lengths <= 3].sum(axis=1)
    distinct = different.sum(axis=1)
    add += hands.of(Ace.RAINBOW) * np.maximum(0, distinct - FREE_NUMBERS)
    add += hands.of(Ace.TWINS) * (by_number - different).sum(axis=1)
    broken = (grid.lines - count) / 2
    add += hands.of(Ace.SCRAP) * (np.floor(broken + 1e-4) if is_final else broken)
    add += hands.of(Ace.SUN_AND_MOON) * same.sum(axis=1)
    add += hands.of(Ace.ROOTS) * (hands.grown + fives * (1 if is_final else _GROWING))
    add += hands.of(Ace.MISER) * hands.crystals
    add += swap_pay(hands, crowd.swaps)
    add += _timed(crowd, chance)
    best = np.where(chance > 0.8, points, points * np.float32(0.8)).max(axis=1)
    added = hands.of(Ace.GOLD_MINE) * low + hands.of(Ace.CROWN) * best
    return Hope(printed, added, add, _gold(crowd, by_number, missing, distinct, count, low))


def _lines(crowd: Crowd) -> tuple[Float32s, Int8s]:
    """Return (n, lines) twice: each line's chance to score, and its likeliest number."""
    boards, hands, grid = crowd.boards, crowd.hands, crowd.boards.grid
    tables, sizes = _fine_tables(crowd.to_come), crowd.bags.sum(axis=1)
    has = (crowd.bags.astype(np.float32) @ _HAS).reshape(-1, 3, 3)
    left = boards.left.astype(np.intp)
    first = sizes[:, None] * (32 * _QUARTERS * _LEFTS) + left
    bits = np.where(left == 0, _HIGHEST[boards.bits], boards.bits)
    is_single = (bits & (bits - 1)) == 0
    low_pay = np.asarray(hands.of(Ace.LOW_ROAD) + hands.of(Ace.GOLD_MINE) / 10, np.float32)
    worth: dict[int, Float32s] = {
        9: hands.of(Ace.NINES),
        **dict.fromkeys((1, 2, 3), low_pay),
        **dict.fromkeys((4, 5, 6), hands.of(Ace.MIDDLE_WAY)),
    }
    nothing = np.zeros(len(hands), np.float32)
    fade = np.float32(_MISSING) ** np.arange(_LEFTS, dtype=np.float32)
    openness = np.where(is_single | (left == 0), np.float32(1), np.float32(_OPEN))
    faded = fade[left] * openness
    best = np.full(bits.shape, -1, np.float32)
    chance, number = np.zeros(bits.shape, np.float32), np.zeros(bits.shape, np.int8)
    directions = np.eye(3, dtype=np.float32)[grid.directions]
    for i in range(3):
        is_it = bits == 1 << i
        wanted = np.where(is_it, left, 0).astype(np.float32)
        rivals = (wanted @ directions)[:, grid.directions] - wanted
        have = np.maximum(0, has[:, i][:, grid.directions] - np.float32(_DEMAND) * rivals)
        quarters = (have * np.float32(_QUARTERS) + np.float32(0.5)).astype(np.intp)
        one = tables.take(first + quarters * _LEFTS) * faded
        numbers = _DIRECTION_NUMBERS[grid.directions, i]
        pays = np.zeros(bits.shape, np.float32)
        for n in np.unique(numbers):
            pays[:, numbers == n] = worth.get(int(n), nothing)[:, None]
        value = one * (numbers * grid.lengths / np.float32(150) + pays / np.float32(25))
        is_better = (bits >> i & 1 > 0) & (value > best)
        best = np.where(is_better, value, best)
        chance = np.where(is_better, one, chance)
        number = np.where(is_better, numbers, number)
    return chance, number


def _same_symbol(crowd: Crowd) -> Float32s:
    """Return (n, lines): the chance of a single symbol on a line; zeros if no hand needs it."""
    boards = crowd.boards
    if crowd.rules.rays is not RayRule.RAYS and not crowd.hands.has(Ace.SUN_AND_MOON):
        return np.zeros(boards.bits.shape, np.float32)
    counts = (crowd.bags.astype(np.float32) @ _SUN).astype(np.intp)
    left, symbols = boards.left.astype(np.intp), boards.symbols
    table, sizes = _tables(crowd.to_come), crowd.bags.sum(axis=1)
    have = np.where(symbols == 1, counts[:, :1], counts[:, 1:])
    chance = table[sizes[:, None], have, left] * np.float32(_MISSING**2) ** left
    return np.where((symbols == 1) | (symbols == 2), chance, np.float32(0)).astype(np.float32)


def _timed(crowd: Crowd, chance: Float32s) -> Float32s:
    """Return (n,): the additions of aces for the tiles that complete lines."""
    hands, done, left = crowd.hands, crowd.done, crowd.boards.left.astype(np.intp)
    spaces, to_come = crowd.boards.grid.spaces, crowd.to_come
    add = np.zeros(len(done), np.float32)
    is_done = done > 0
    coming = np.where(left > 0, chance, np.float32(0))
    if hands.has(Ace.EARLY_BIRD):
        early = (is_done & (done <= EARLY_TILES)).sum(axis=1).astype(np.float32)
        before = EARLY_TILES - crowd.laid
        if before > 0:
            # A line that needs as many tiles as precede the tenth is rarely early.
            rate = np.float32(before / to_come) ** left
            early += (coming * rate).sum(axis=1)
        add += hands.of(Ace.EARLY_BIRD) * early
    if hands.has(Ace.FINALE):
        late = (is_done & (done > spaces - LATE_TILES)).sum(axis=1).astype(np.float32)
        share = min(1.0, 1.3 * LATE_TILES / to_come) if to_come > LATE_TILES else 1.0
        add += hands.of(Ace.FINALE) * (late + share * coming.sum(axis=1))
    if hands.has(Ace.FORK) or hands.has(Ace.STREAK):
        times = np.zeros((len(done), spaces + 2), np.int8)
        for tile in range(1, spaces + 1):
            times[:, tile] = (done == tile).sum(axis=1)
        forks = np.maximum(0, times - 1).sum(axis=1)
        streaks = np.where(times[:, :-1] > 0, times[:, 1:], 0).sum(axis=1)
        crossings = _crossings(crowd) if to_come else np.zeros(len(done), np.float32)
        add += hands.of(Ace.FORK) * (forks + crossings)
        add += hands.of(Ace.STREAK) * (streaks + crossings / 2)
    return add


def _crossings(crowd: Crowd) -> Float32s:
    """Return (n,): the number of tiles that may complete two lines, on spaces of nearly full
    lines.
    """
    boards, grid = crowd.boards, crowd.boards.grid
    is_begun = (boards.bits > 0) & (boards.left < grid.lengths) & (boards.left > 0)
    near = np.where(is_begun, 1 / np.maximum(1, boards.left).astype(np.float32) ** 2, 0)
    through = near[:, grid.through]
    is_crossing = ((through > 0).sum(axis=2) >= 2) & ~boards.filled
    rate = np.float32(0.12)
    crossings = (through.sum(axis=2) * is_crossing).sum(axis=1) * rate
    return np.asarray(crossings, np.float32)


def _rise(x: Float32s, is_final: bool) -> Float32s:
    """Return the chance of a condition from its distance; 0 or 1 on full boards."""
    chance = np.where(x > 0, 1, 0) if is_final else 1 / (1 + np.exp(-x))
    return chance.astype(np.float32)


def _gold(
    crowd: Crowd,
    by_number: Float32s,
    missing: Float32s,
    distinct: Float32s,
    count: Float32s,
    low: Float32s,
) -> Float32s:
    """Return (n,): the product of gold aces, each with the chance of its condition."""
    hands, is_final = crowd.hands, crowd.to_come == 0
    gold = np.ones(len(hands), np.float32)
    bloom = 11 if crowd.boards.grid.spaces > 19 else 8
    if hands.has(Ace.TWO_PAIRS):
        pairs = np.sort(_rise(4 * (by_number - (PAIRS - 0.4)), is_final), axis=1)
        gold *= 1 + hands.of(Ace.TWO_PAIRS) * pairs[:, -1] * pairs[:, -2]
    if hands.has(Ace.FULL_BLOOM):
        met = _rise(1.6 * (count - (bloom - 0.6)), is_final)
        gold *= 1 + hands.of(Ace.FULL_BLOOM) * met
    if hands.has(Ace.HIGH_LIFE):
        none = missing[:, 1:4].prod(axis=1) + np.float32(1e-9)
        is_met = np.where(low < 1.5, 1, 0)
        met = is_met if is_final else np.minimum(1, none * (1 - np.log(none)))
        gold *= 1 + hands.of(Ace.HIGH_LIFE) * met.astype(np.float32)
    if hands.has(Ace.SEVEN_COLOURS):
        met = _rise(2.2 * (distinct - (SEVEN - 0.6)), is_final)
        gold *= 1 + hands.of(Ace.SEVEN_COLOURS) * met
    if hands.has(Ace.LAST_WORD):
        gold *= 1 + hands.of(Ace.LAST_WORD) * _last_word(crowd)
    return gold


def _last_word(crowd: Crowd) -> Float32s:
    """Return (n,): the chance that the last tile completes a line."""
    boards, grid = crowd.boards, crowd.boards.grid
    if crowd.to_come == 0:
        met: Bools = (crowd.done == grid.spaces).any(axis=1)
        return met.astype(np.float32)
    if crowd.to_come > 6:
        return np.full(len(boards), _LAST_WORD, np.float32)
    has = (crowd.bags.astype(np.float32) @ _HAS).reshape(-1, 3, 3)
    fits = sum(
        np.where(boards.bits >> i & 1 > 0, has[:, i][:, grid.directions], np.float32(0))
        for i in range(3)
    )
    share = np.minimum(1, fits / np.maximum(1, crowd.bags.sum(axis=1))[:, None])
    none = (1 - share[:, grid.through]).prod(axis=2)
    return np.asarray(np.where(boards.filled, 0, 1 - none).max(axis=1), np.float32)
