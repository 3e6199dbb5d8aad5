"""Rollouts of close choices: many continuations with the same calls for each.

The network errs by two or three points, and boards that differ by one placement share most of that
error for several calls, so that one or two calls of lookahead do not reveal it. Rollouts of more
calls do. Luck is reduced by giving every choice the same calls, with every tile of the bag equally
often at every place.
"""

from dataclasses import dataclass
from typing import Final

import numpy as np

from game.bots.arrays import Bools, Float32s, Int64s
from game.bots.values.classic import SPACE_COUNT, TILE_COUNT
from game.bots.values.lookahead import Valuer, judge_spaces
from game.bots.values.positions import Positions
from game.bots.values.shortlist import worth_judging


@dataclass(frozen=True, slots=True)
class Rollouts:
    """The limits of rollouts.

    At most `choices` spaces within `margin` points of the best are compared, in at most `rounds`
    rounds; a choice is dropped when more rollouts would gain less than `enough` points. `boards`
    is the most boards judged in a round, which limits the time.
    """

    choices: int = 6
    margin: float = 4.0
    rounds: int = 4
    boards: int = 2_800
    enough: float = 0.003

    def length(self, to_come: int) -> int:
        """Return the length of a rollout in calls, with `to_come` tiles to come.

        The network's errors last for about five calls. Early, many spaces make longer rollouts
        expensive; late, fewer calls are left.
        """
        far = 4 if to_come > 13 else 5 if to_come > 9 else 4 if to_come > 6 else 3
        return min(far, to_come)

    def times(self, to_come: int, choices: int) -> int:
        """Return how often each tile of the bag occurs at each place, at least once.

        The estimate of time: `shortlist` leaves about two boards to judge for a placement, three
        early, and the final board takes as long as one of them.
        """
        judged = (3 if to_come > 15 else 2) * (self.length(to_come) + 1)
        tiles = TILE_COUNT - SPACE_COUNT + to_come
        return max(1, self.boards // (choices * tiles * judged))


_MOST: Final = 4
_MARGIN: Final = 3.0
"""Most spaces among which a rollout places, and most points that `shortlist` finds them behind.

The limit costs 0.7 points a game by the network's values; half of all boards have one space left.
"""
_TOGETHER: Final = 500
"""Boards in a batch of rollouts, whose values stay in the processor's cache."""


def orders(bag: Bools, length: int, times: int, random: np.random.Generator) -> Int64s:
    """Return calls [tiles * times, length] with each tile `times` times at every place.

    Single tiles and their places are most of the calls' luck; their combinations are random.
    Raises `ValueError` if fewer tiles would be left over than in a whole game.
    """
    tiles = np.flatnonzero(bag)
    if len(tiles) - length < TILE_COUNT - SPACE_COUNT:
        raise ValueError(f"{length} calls of {len(tiles)} tiles are more than a game has")
    rows = np.arange(len(tiles) * times)
    evenly = rows % len(tiles)
    picked = np.empty((len(rows), length), np.int64)
    is_out = np.zeros((len(rows), len(tiles)), np.bool_)
    for place in range(length):
        column = random.permutation(evenly)
        # Swap entries of rows that repeat a tile with other rows, if neither repeats one then.
        while (twice := np.flatnonzero(is_out[rows, column])).size:
            for row, other in zip(twice, random.integers(0, len(rows), len(twice)), strict=True):
                one, two = column[row], column[other]
                if not (is_out[row, two] or is_out[other, one]):
                    column[row], column[other] = two, one
        picked[:, place] = column
        is_out[rows, column] = True
    calls: Int64s = tiles[picked]
    return calls


def values_after(judge: Valuer, p: Positions, calls: Int64s) -> Float32s:
    """Return the values of the boards [n, m] after each of the `calls` [m, length]."""
    n, m = len(p), len(calls)
    rows = np.repeat(np.arange(n), m)
    return follow_calls(judge, p, rows, np.tile(calls, (n, 1))).reshape(n, m)


def follow_calls(judge: Valuer, p: Positions, rows: Int64s, calls: Int64s) -> Float32s:
    """Return the final value [m] of board `rows[i]` after the calls `calls[i]` [m, length].

    `judge` chooses the placements too.
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
    """Return each board's best space [n] for its tile, judging only those of `shortlist`."""
    is_close = worth_judging(p, tiles, _MOST, _MARGIN)
    best: Int64s = is_close.argmax(1)
    is_open = is_close.sum(1) > 1
    if is_open.any():
        values = judge_spaces(judge, p, tiles, is_close & is_open[:, None])
        best[is_open] = values[is_open].argmax(1)
    return best
