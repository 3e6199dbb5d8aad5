"""Judges close choices by rollouts: the same calls for each of them, many times.

A network sees what a board is worth to within two or three points, and boards that differ by one
placement share most of that error for several calls: looking one or two calls ahead does not
show it. Playing on for some more calls does. What luck adds is kept small by giving every choice
the same calls, every tile of the bag equally often at every place of them.
"""

from dataclasses import dataclass
from typing import Final

import numpy as np

from game.bots.arrays import Bools, Float32s, Int64s
from game.bots.values.classic import SPACES, TILES
from game.bots.values.lookahead import Valuer, judge_spaces
from game.bots.values.positions import Positions
from game.bots.values.shortlist import worth_judging


@dataclass(frozen=True, slots=True)
class Rollouts:
    """How much is played on.

    At most `choices` spaces are compared, none that is more than `margin` points behind the
    best, in at most so many `rounds`; a choice on which going on could gain less than `enough`
    points is left. `boards` bounds the boards judged in a round, and so the time.
    """

    choices: int = 6
    margin: float = 4.0
    rounds: int = 4
    boards: int = 2_800
    enough: float = 0.003

    def length(self, to_come: int) -> int:
        """Calls to play on from boards with so many to come.

        The network's errors last for about five calls; early many spaces make that dear, late
        there are fewer calls left to be wrong about.
        """
        far = 4 if to_come > 13 else 5 if to_come > 9 else 4 if to_come > 6 else 3
        return min(far, to_come)

    def times(self, to_come: int, choices: int) -> int:
        """Return how often each tile of the bag comes at each place, at least once.

        A quick look leaves about two boards to judge for one placement, three early, and judging
        what has become of a board takes as long.
        """
        judged = (3 if to_come > 15 else 2) * (self.length(to_come) + 1)
        tiles = TILES - SPACES + to_come
        return max(1, self.boards // (choices * tiles * judged))


_MOST: Final = 4
_MARGIN: Final = 3.0
"""Of how many spaces each placement is chosen, and how many points they may be behind at a quick
look. Leaving the others out costs a game 0.7 points, as the network sees it; half of all boards
have one left.
"""
_TOGETHER: Final = 500
"""Boards played on in lock-step: their placements stay in the processor's cache."""


def orders(bag: Bools, length: int, times: int, random: np.random.Generator) -> Int64s:
    """Calls to come [tiles * times, length]: each tile comes `times` times at every place.

    Which tiles come, and when, is most of the calls' luck; pairs of them are left to chance.
    Raises `ValueError` if fewer tiles would be left over than in a whole game.
    """
    tiles = np.flatnonzero(bag)
    if len(tiles) - length < TILES - SPACES:
        raise ValueError(f"{length} calls of {len(tiles)} tiles are more than a game has")
    rows = np.arange(len(tiles) * times)
    evenly = rows % len(tiles)
    picked = np.empty((len(rows), length), np.int64)
    is_out = np.zeros((len(rows), len(tiles)), np.bool_)
    for place in range(length):
        column = random.permutation(evenly)
        # Rows that would repeat a tile change with others, where neither then repeats one.
        while (twice := np.flatnonzero(is_out[rows, column])).size:
            for row, other in zip(twice, random.integers(0, len(rows), len(twice)), strict=True):
                one, two = column[row], column[other]
                if not (is_out[row, two] or is_out[other, one]):
                    column[row], column[other] = two, one
        picked[:, place] = column
        is_out[rows, column] = True
    calls: Int64s = tiles[picked]
    return calls


def play_on(judge: Valuer, p: Positions, calls: Int64s) -> Float32s:
    """Return the values of the boards [n, m] after each of the `calls` [m, length]."""
    n, m = len(p), len(calls)
    rows = np.repeat(np.arange(n), m)
    return follow(judge, p, rows, np.tile(calls, (n, 1))).reshape(n, m)


def follow(judge: Valuer, p: Positions, rows: Int64s, calls: Int64s) -> Float32s:
    """Return what becomes of board `rows[i]` with the tiles `calls[i]` called [m, length]: the
    value [m] in the end, by the judge who has placed them too.
    """
    values = np.empty(len(rows), np.float32)
    for first in range(0, len(rows), _TOGETHER):
        part = slice(first, first + _TOGETHER)
        boards = p.take(rows[part])
        for tiles in calls[part].T:
            boards = boards.put(np.arange(len(boards)), tiles, chosen(judge, boards, tiles))
        values[part] = judge(boards)
    return values


def chosen(judge: Valuer, p: Positions, tiles: Int64s) -> Int64s:
    """Return each board's best space [n] for its tile; only those are judged that seem close."""
    is_close = worth_judging(p, tiles, _MOST, _MARGIN)
    best: Int64s = is_close.argmax(1)
    is_open = is_close.sum(1) > 1
    if is_open.any():
        values = judge_spaces(judge, p, tiles, is_close & is_open[:, None])
        best[is_open] = values[is_open].argmax(1)
    return best
