"""What the value network sees of a board.

Written for speed: everything is looked up in flat tables, a whole batch at a time.
"""

from typing import Final

import numpy as np

from game.bots.arrays import Float32s, Int64s
from game.bots.values.chances import NEEDS, NEVER
from game.bots.values.grid import FITTING
from game.bots.values.positions import Positions
from game.bots.values.standard_layout import (
    BAG_AT,
    CHANCE_AT,
    CHANCE_OF_NEED,
    CLOSED,
    DEMAND_AT,
    DUMP_AT,
    FEATURES,
    LENGTH,
    LINE_STATE,
    LINES,
    OPEN,
    POINTS,
    SPACE_AT,
    SPACE_FEATURES,
    SPACE_LINES,
    SPACES,
    SURPLUS,
    SURPLUS_AT,
    TILES,
)

_NOTHING: Final = 64
"""A column of zeros after the 64 wants: what a space that does not ask gets."""
_FIRST: Final = np.arange(LINES) * 30
_WEIGHT: Final = np.repeat([16, 4, 1], 5)
THROUGH: Final = [np.ascontiguousarray(SPACE_LINES[:, d]) for d in range(3)]
"""By direction, the line through each space [19]."""


def _line_needs() -> tuple[Int64s, Int64s, Int64s]:
    """By line, state and tiles on it (450 codes): needs [3] by number, need if alive, dead."""
    needs = np.full((LINES, 5, 6, 3), NEVER)
    alive = np.zeros((LINES, 5, 6, 3), np.int64)
    dead = np.zeros((LINES, 5, 6), np.int64)
    for line, length in enumerate(LENGTH):
        for filled in range(length + 1):
            needs[line, OPEN, filled] = length - filled
            dead[line, CLOSED, filled] = length - filled
            for number in range(3):
                needs[line, number, filled, number] = length - filled
                alive[line, number, filled, number] = length - filled
    return needs.reshape(-1, 3), alive.reshape(-1, 3), dead.ravel()


def _questions() -> Int64s:
    """[65, 4]: for a space with such wants, the wants of all its lines and of each pair.

    A pair asks only when both of its lines are alive; a filled space (64) never asks.
    """
    table = np.full((_NOTHING + 1, 4), _NOTHING)
    for code, (v, r, f) in enumerate(np.ndindex(4, 4, 4)):
        table[code, 0] = code
        if v < 3 and r < 3:
            table[code, 1] = 16 * v + 4 * r + 3
        if v < 3 and f < 3:
            table[code, 2] = 16 * v + 12 + f
        if r < 3 and f < 3:
            table[code, 3] = 48 + 4 * r + f
    return table


_BITS: Final = np.array([1, 2, 4, 7])
_WANTS: Final = (_BITS[:, None, None] << 6 | _BITS[:, None] << 3 | _BITS).ravel()
_MATCHING: Final = np.pad(FITTING[:TILES, _WANTS], ((0, 0), (0, 1)))
"""[27, 65]: whether a tile fits the wanted numbers (3 = any) of three directions."""
_NEED, _ALIVE, _DEAD = _line_needs()
_QUESTIONS: Final = _questions()
_STATE: Final = LINE_STATE.ravel()
_SINGLES: Final = np.array([[15, 31, 47], [51, 55, 59], [60, 61, 62]])
"""The wants of one number of each direction alone."""


def _look_up(p: Positions) -> tuple[Float32s, Int64s, Int64s, Int64s]:
    """Bag tiles fitting each want [n, 65]; tiles of each number [n, 3, 3]; line codes [n, 15];
    and where each line's chance for each number stands in the flat tables [n, 15, 3].
    """
    fitting = p.bag.astype(np.float32) @ _MATCHING
    single = fitting[:, _SINGLES].astype(np.int64)
    # Widened first: numpy 1 keeps the width of small integers, and would wrap around.
    code = p.number.astype(np.int64) * 6
    code += p.filled
    code += _FIRST
    index = _NEED.take(code, 0).reshape(-1, 3, 5, 3)
    index += single[:, :, None] * NEEDS
    return fitting, single, code, index.reshape(-1, LINES, 3)


def hopes(p: Positions) -> Float32s:
    """Each line's points times the chance that enough tiles come [n, 15]: an upper bound.

    For open lines the best of the three numbers; nothing for closed ones.
    """
    *_, index = _look_up(p)
    return largest(CHANCE_OF_NEED[p.placed].ravel().take(index) * POINTS)


def features(p: Positions) -> tuple[Float32s, Float32s]:
    """The feature vectors [n, `FEATURES`] and the `hopes` [n, 15] of the boards."""
    n = len(p)
    fitting, single, code, index = _look_up(p)
    enough = CHANCE_OF_NEED[p.placed].ravel()
    chance = enough.take(index)
    x = np.zeros((n, FEATURES), np.float32)
    x.ravel()[_STATE.take(code) + (np.arange(n) * FEATURES)[:, None]] = 1
    x[:, CHANCE_AT:SURPLUS_AT] = chance.reshape(n, -1)
    x[:, SURPLUS_AT:SPACE_AT] = SURPLUS[p.placed].ravel().take(index).reshape(n, -1)
    _space_features(p, fitting, x)
    x[:, BAG_AT:DEMAND_AT] = p.bag
    # All lines that want one number must share the tiles of that number.
    alive = _ALIVE.take(code, 0).reshape(n, 3, 5, 3)
    demand = alive[:, :, 0] + alive[:, :, 1] + alive[:, :, 2] + alive[:, :, 3] + alive[:, :, 4]
    x[:, DEMAND_AT:DUMP_AT] = enough.take(single * NEEDS + demand).reshape(n, 9)
    x[:, DUMP_AT : DUMP_AT + 3] = _DEAD.take(code).reshape(n, 3, 5).sum(2) / 10
    return x, largest(chance * POINTS)


def largest(points: Float32s) -> Float32s:
    """The largest of each line's three [n, 15, 3], much faster than `max` over so short an axis."""
    one, two, three = points[..., 0], points[..., 1], points[..., 2]
    found: Float32s = np.maximum(np.maximum(one, two), three)
    return found


def _space_features(p: Positions, fitting: Float32s, x: Float32s) -> None:
    """For each empty space: free, and how likely tiles are that fit its wanted numbers."""
    n, columns = len(p), _NOTHING + 1
    wanted = np.minimum(p.number, 3) * _WEIGHT
    v, r, f = THROUGH
    key = wanted.take(v, 1) + wanted.take(r, 1) + wanted.take(f, 1)
    key = np.where(p.empty, key, _NOTHING)
    question = _QUESTIONS.take(key, 0)
    question += (np.arange(n) * columns)[:, None, None]
    chance = CHANCE_OF_NEED[p.placed][:, 1].take(fitting.astype(np.int64))
    cells = x[:, SPACE_AT:BAG_AT].reshape(n, SPACES, SPACE_FEATURES)
    answer = chance.ravel().take(question)
    cells[:, :, 0] = p.empty
    cells[:, :, 1] = answer[:, :, 0]
    cells[:, :, 2] = fitting.ravel().take(question[:, :, 0]) / (TILES - p.placed)
    cells[:, :, 3:] = answer[:, :, 1:]
    assert np.shares_memory(cells, x)
