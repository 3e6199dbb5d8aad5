"""Scoring a finished board, and finding a good one fast: a start for the exact search."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp
from random import Random
from typing import Final

from game.bots.best.problem import DIRECTIONS, Problem, stripe_masks
from game.bots.best.rays import MOON_RAY, SUN_RAY
from game.rules.tiles import NUMBERS

EMPTY: Final = -1

_POINTS: Final = tuple(
    tuple(0 if not mask else NUMBERS[d][mask.bit_length() - 1] for mask in range(8))
    for d in DIRECTIONS
)
"""By direction and the numbers that all stripes of a line can show, points a tile (S1, S2)."""


class _Scorer:
    """Points of single lines on one board with one tile set."""

    def __init__(self, problem: Problem) -> None:
        # The empty space is the last tile: it shows no number and is neither sun nor moon.
        tiles = problem.tiles
        self._masks = [[stripe_masks(t)[d] for t in tiles] + [0] for d in range(3)]
        self._kinds = [1 if t.is_sun else 2 for t in tiles] + [0]
        self._has_rays = problem.has_rays
        self._lines = [(DIRECTIONS.index(x.direction), x.spaces) for x in problem.board.lines]
        self.lines_of: list[list[int]] = [[] for _ in problem.board.spaces]
        for line in problem.board.lines:
            for space in line.spaces:
                self.lines_of[space].append(line.index)

    def line(self, board: Sequence[int], index: int) -> int:
        direction, spaces = self._lines[index]
        masks = self._masks[direction]
        common = 7
        kind = 3 if self._has_rays else 0
        for space in spaces:
            common &= masks[board[space]]
            kind &= self._kinds[board[space]]
        each = _POINTS[direction][common] + (0, SUN_RAY, MOON_RAY)[kind]
        return each * len(spaces)

    def total(self, board: Sequence[int]) -> int:
        return sum(self.line(board, index) for index in range(len(self._lines)))


def points_of(problem: Problem, board: Sequence[int]) -> int:
    """The points of a board given as each space's place in `Problem.tiles`, -1 for empty.

    Lines (S1-S3) and, where the problem has them, rays (S4).
    """
    return _Scorer(problem).total(board)


def fill(problem: Problem, placed: dict[int, int]) -> list[int]:
    """A board with these tiles on these spaces and the others wherever they may lie.

    Spaces with fewer choices come last and tiles with fewer choices first, so that no space
    stays empty that could be filled.
    """
    board = [placed.get(space, EMPTY) for space in range(len(problem.board))]
    used = set(placed.values())
    left = [i for i in range(len(problem.tiles)) if i not in used]
    left.sort(key=lambda i: sum(mask >> i & 1 for mask in problem.allowed))
    free = [space for space, tile in enumerate(board) if tile == EMPTY]
    for space in sorted(free, key=lambda s: -problem.allowed[s].bit_count()):
        tile = next((i for i in left if problem.allowed[space] >> i & 1), None)
        if tile is not None:
            left.remove(tile)
            board[space] = tile
    return board


def climb(problem: Problem, steps: int, random: Random) -> list[int]:
    """A good board by simulated annealing: swap two spaces, or a space and a spare tile.

    The answer is a list by space of places in `Problem.tiles`, -1 for empty.
    """
    scorer = _Scorer(problem)
    spaces = len(problem.board)
    board = fill(problem, {})
    used = set(board)
    board += [i for i in range(len(problem.tiles)) if i not in used]
    masks = [*problem.allowed, *[problem.everything] * (len(board) - spaces)]
    points = scorer.total(board)
    best, best_board = points, board[:spaces]
    for step in range(steps):
        heat = 10 * (1 - step / steps) + 0.5
        a, b = random.randrange(spaces), random.randrange(len(board))
        if not _may_lie(masks[a], board[b]) or not _may_lie(masks[b], board[a]):
            continue
        if b >= spaces and board[a] == EMPTY and masks[a] == problem.everything:
            continue
        lines = set(scorer.lines_of[a])
        if b < spaces:
            lines.update(scorer.lines_of[b])
        before = sum(scorer.line(board, line) for line in lines)
        board[a], board[b] = board[b], board[a]
        gain = sum(scorer.line(board, line) for line in lines) - before
        if gain < 0 and random.random() >= exp(gain / heat):
            board[a], board[b] = board[b], board[a]
            continue
        points += gain
        if points > best:
            best, best_board = points, board[:spaces]
    return best_board


def _may_lie(mask: int, tile: int) -> bool:
    return tile == EMPTY or bool(mask >> tile & 1)
