"""The values of placements, considering the whole hand jointly, and one call deeper (C3)."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Final

import numpy as np

from game.bots.arrays import Bools, Float32s, Index
from game.bots.values.boards import Boards, best_of_each, empty_boards, placements_of
from game.bots.values.features import Bags
from game.bots.values.final import final_totals
from game.bots.values.grid import grid_of
from game.bots.values.network import network
from game.bots.values.standard_values import can_judge, standard_network
from game.bots.values.task import Task
from game.rules.placement import Placement
from game.rules.ruleset import PlacementRule, RayRule, Ruleset
from game.rules.tiles import TILES

PLAYED_OUT: Final = 32_000
"""Most endings that are computed rather than estimated; they take about 50 ms."""


@dataclass(frozen=True)
class Plan:
    """One way to place the whole hand: the placements in order, its value, its board's row."""

    placements: tuple[Placement, ...]
    value: float
    row: int

    @property
    def together(self) -> frozenset[Placement]:
        """The placements as a set, equal for all orders that lead to the same board."""
        return frozenset(self.placements)


@dataclass(frozen=True)
class Weighed:
    """The best plan found for each first placement, sorted; a plan's `row` is in `boards`."""

    plans: tuple[Plan, ...]
    boards: Boards


@dataclass(frozen=True)
class _Layer:
    """Boards with part of the hand placed.

    `used` (n, hand) marks placed tiles; `path` (n, hand) has tile * 32 + space + 1 in their order.
    """

    boards: Boards
    used: Bools
    path: Index


def weigh(task: Task) -> Weighed:
    """Return the best plan found for every legal first placement."""
    size = len(task.hand)
    layer = _Layer(task.board, np.zeros((1, size), np.bool_), np.zeros((1, size), np.intp))
    beam = {1: 1, 2: 8}.get(size, 2)
    for depth in range(size):
        layer = _expand(task, layer, depth)
        values = _value(task, layer, size - depth - 1)
        layer, values = _keep(layer, values, beam)
    layer, values = _keep(layer, values + bonuses_of(task, layer.boards, values), 1)
    order = np.argsort(-values, kind="stable")
    plans = tuple(
        Plan(
            tuple(Placement(TILES[p // 32], int(p % 32) - 1) for p in layer.path[row]),
            float(values[row]),
            int(row),
        )
        for row in order
    )
    return Weighed(plans, layer.boards)


def _expand(task: Task, layer: _Layer, depth: int) -> _Layer:
    rules = task.rules
    # If the order within a call does not matter, one order of the later tiles is enough.
    any_order = rules.placement is PlacementRule.FREE and rules.daffodil not in (2, 3)
    parts: list[_Layer] = []
    for index, tile in enumerate(task.hand):
        usable = ~layer.used[:, index]
        if depth and any_order:
            usable &= layer.used[:, :index].all(axis=1)
        rows = np.flatnonzero(usable)
        if not len(rows):
            continue
        tiles, late = np.full(len(rows), tile), np.full(len(rows), task.is_late[index])
        which, spaces, boards = placements_of(rules, layer.boards, rows, tiles, late)
        used, path = layer.used[rows[which]], layer.path[rows[which]]
        used[:, index] = True
        path[:, depth] = tile * 32 + spaces + 1
        parts.append(_Layer(boards, used, path))
    return _Layer(
        Boards.join([p.boards for p in parts]),
        np.concatenate([p.used for p in parts]),
        np.concatenate([p.path for p in parts]),
    )


def _keep(layer: _Layer, values: Float32s, width: int) -> tuple[_Layer, Float32s]:
    """Return the `width` best boards of each first placement."""
    selected = best_of_each(layer.path[:, 0], values, width)
    return _Layer(layer.boards.take(selected), layer.used[selected], layer.path[selected]), values[
        selected
    ]


def _value(task: Task, layer: _Layer, in_hand: int) -> Float32s:
    """Estimate boards; tiles still in hand count as certain calls from the bag."""
    used, rows = np.unique(layer.used, axis=0, return_inverse=True)
    bags = np.tile(task.bag, (len(used), 1))
    for row, mask in enumerate(used):
        bags[row, [t for t, is_used in zip(task.hand, mask, strict=True) if not is_used]] = True
    return _estimate(task, layer.boards, rows.reshape(-1), bags, task.to_come + in_hand)


def _estimate(task: Task, boards: Boards, rows: Index, bags: Bools, to_come: int) -> Float32s:
    rules = task.rules
    if to_come == 0:
        return final_totals(rules, boards, task.ray_worth)
    if can_play_out(rules, len(boards), int(bags[0].sum()), to_come):
        return _next_call(task, boards, rows, bags, to_come)
    judge = standard_network() if task.is_standard and not boards.late.any() else network()
    return judge.values(rules, boards, rows, Bags.of(bags), to_come, task.ray_worth, task.is_blind)


def can_play_out(rules: Ruleset, boards: int, bag: int, to_come: int) -> bool:
    """Whether at most `PLAYED_OUT` endings are possible, so that all are computed.

    No estimate is as good for the last tiles, least of all before closing moves.
    """
    closings = 34 if rules.has_aside and rules.rays is RayRule.BEST_RAY else 1
    endings = boards * closings
    for left in range(to_come, 0, -1):
        endings *= left * (bag - to_come + left)
    return endings <= PLAYED_OUT


def bonuses_of(task: Task, boards: Boards, values: Float32s) -> Float32s:
    """Return the earned and expected bonuses (n,) of boards with the estimates `values` (M6).

    Expected later bonuses are relative to the board with most points to come.
    """
    view = task.bonus
    if view is None:
        return np.zeros(len(boards), dtype=np.float32)
    points = boards.score(task.rules.rays is RayRule.RAYS)
    gains = points - np.float32(view.before)
    distinct, places = np.unique(gains, return_inverse=True)
    expected = np.array([view.banked + view.expected(float(g)) for g in distinct])
    still = values - points
    bonuses: Float32s = expected[places.reshape(-1)] + view.hope * (still - still.max())
    return bonuses.astype(np.float32)


def value_of(task: Task) -> float:
    """Return the estimate of the task's board with an empty hand."""
    if task.to_come == task.board.grid.spaces:
        # Training starts at the first placed tile.
        return float(look_ahead(task, task.board)[0])
    banked = task.bonus.banked if task.bonus is not None else 0.0
    row = np.zeros(1, dtype=np.intp)
    bags = task.bag[None, :]
    return banked + float(_estimate(task, task.board, row, bags, task.to_come)[0])


def look_ahead(task: Task, boards: Boards) -> Float32s:
    """Return the estimates (n,) of boards with the hand placed and tiles to come, one tile deeper.

    Each is the mean over all possible next tiles of the best answer's value.
    """
    rows = np.zeros(len(boards), dtype=np.intp)
    return _next_call(task, boards, rows, task.bag[None, :], task.to_come)


def _next_call(task: Task, boards: Boards, rows: Index, bags: Bools, to_come: int) -> Float32s:
    """Return the mean over the tiles of a board's bag, `bags[rows]`, of the best answer's value."""
    means: Float32s = best_answers(task, boards, rows, bags, to_come).mean(axis=1)
    return means


def best_answers(task: Task, boards: Boards, rows: Index, bags: Bools, to_come: int) -> Float32s:
    """Return the value (n, tiles of a bag) of the best answer to each tile, in the bag's order."""
    tiles = np.nonzero(bags)[1].reshape(len(bags), -1)

    def value(children: Boards, rows: Index, after: Bools) -> Float32s:
        return _estimate(task, children, rows, after, to_come - 1)

    return answers_to(task.rules, boards, rows, bags, tiles, value)


def answers_to(
    rules: Ruleset,
    boards: Boards,
    rows: Index,
    bags: Bools,
    tiles: Index,
    judge: Callable[[Boards, Index, Bools], Float32s],
) -> Float32s:
    """Return the value (n, count) of the best answer on each board to each tile of its bag.

    Board i has the bag `bags[rows[i]]` and the tiles `tiles[rows[i]]` (m, count). `judge` returns
    the values of boards, given their rows in an array of bags.
    """
    count, after = tiles.shape[1], np.repeat(bags, tiles.shape[1], axis=0)
    after[np.arange(len(after)), tiles.ravel()] = False
    each = np.repeat(np.arange(len(boards)), count)
    next_bags = (rows[:, None] * count + np.arange(count)).ravel()
    which, _, children = placements_of(rules, boards, each, tiles[rows].ravel())
    values = judge(children, next_bags[which], after)
    starts = np.flatnonzero(np.diff(which, prepend=-1))
    best: Float32s = np.maximum.reduceat(values, starts).reshape(-1, count)
    return best


@cache
def start_value(rules: Ruleset) -> float:
    """Return the expected final total before the first call: the mean over the best answers."""
    grid = grid_of(rules.grid)
    bag = np.arange(31) < grid.tiles
    nothing = np.zeros(0, np.bool_)
    boards, is_standard = empty_boards(grid, 1), can_judge(rules)
    return value_of(Task(rules, boards, (), nothing, bag, grid.spaces, is_standard=is_standard))
