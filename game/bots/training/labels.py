"""Training games, whose boards are labelled with later values."""

from dataclasses import dataclass
from typing import Final

import numpy as np

from game.bots.arrays import Bools, Float32s, Index
from game.bots.values.boards import Boards, best_of_each, empty_boards, placements_of
from game.bots.values.features import Bags
from game.bots.values.grid import grid_of
from game.bots.values.network import Network
from game.bots.values.positions import Positions
from game.bots.values.weigh import answers_to
from game.rules.ruleset import Ruleset

FADE: Final = 0.7
"""Factor by which a later board's error is added to the label of the board before."""
EXPLORED: Final = 0.15
EXPLORING_POINTS: Final = 2.5
"""Share of disturbed choices, and the noise in points."""
LATE_GAMES: Final = 0.06
"""Share of games with late tiles (M3), which are a fifth of their tiles."""


@dataclass(frozen=True)
class LabelledBoards:
    """Boards (n) of one ruleset after a call, and their `targets` (n,).

    `in_pairs`: boards 2i and 2i + 1 are choices for one tile, with the same luck in their targets.
    """

    positions: Positions
    targets: Float32s
    in_pairs: bool = False


@dataclass(frozen=True)
class _TrainingStep:
    """The boards after a call, their estimates `thought`, the mean best answer to the next tile
    `ahead`, and a mask of the boards on which chance chose instead of the network.
    """

    boards: Boards
    bags: Bools
    to_come: int
    thought: Float32s
    ahead: Float32s
    strayed: Bools


def play_lessons(
    rules: Ruleset, judge: Network, games: int, tiles: int, random: np.random.Generator
) -> tuple[list[LabelledBoards], Float32s]:
    """Play `games` games in parallel; return lessons of their boards, and the totals (games,).

    A board's target is the mean value of the best answers to `tiles` tiles of its bag (0: to the
    tile that was called), plus `FADE` times the error of the board after it.
    """
    grid = grid_of(rules.grid)
    each = np.arange(games)
    orders = random.random((games, grid.tiles)).argsort(axis=1)[:, : grid.spaces]
    boards = empty_boards(grid, games)
    bags = np.zeros((games, 31), dtype=np.bool_)
    bags[:, : grid.tiles] = True
    has_late = random.random(games) < LATE_GAMES
    steps: list[_TrainingStep] = []
    for call in range(grid.spaces):
        came, bags, to_come = orders[:, call], bags.copy(), grid.spaces - call - 1
        bags[each, came] = False
        late = has_late & (random.random(games) < 0.2)
        rows, _, children = placements_of(rules, boards, each, came, late)
        values = judge.values(rules, children, rows, Bags.of(bags), to_come)
        judged = values
        if to_come:
            disturbed = random.random(games) < EXPLORED
            noise = random.normal(0, EXPLORING_POINTS, len(values)).astype(np.float32)
            judged = np.asarray(values + disturbed[rows] * noise)
        best, chosen = best_of_each(rows, values), best_of_each(rows, judged)
        boards = children.take(chosen)
        ahead = values[best]
        if to_come and tiles:
            ahead = _look_ahead(rules, judge, boards, bags, to_come, tiles, random)
        steps.append(_TrainingStep(boards, bags, to_come, values[chosen], ahead, chosen != best))
    return _lessons(rules, steps, uses_next=not tiles), steps[-1].thought


def _lessons(
    rules: Ruleset, steps: list[_TrainingStep], *, uses_next: bool
) -> list[LabelledBoards]:
    """Return the steps' boards with targets, except boards before a random choice."""
    later = steps[-1]
    target = later.thought
    lessons: list[LabelledBoards] = []
    for step in reversed(steps[:-1]):
        ahead = later.ahead if uses_next else step.ahead
        fade = np.where(later.strayed, np.float32(0), np.float32(FADE))
        target = ahead + fade * (target - later.thought)
        straight = np.flatnonzero(~later.strayed)
        positions = Positions(rules, step.boards, step.bags, step.to_come).take(straight)
        lessons.append(LabelledBoards(positions, target[straight]))
        later = step
    return lessons


def _look_ahead(
    rules: Ruleset,
    judge: Network,
    boards: Boards,
    bags: Bools,
    to_come: int,
    tiles: int,
    random: np.random.Generator,
) -> Float32s:
    """Return the mean value (n,) of the best answers to `tiles` random tiles of each bag."""
    n, size = len(boards), int(bags[0].sum())
    held = np.nonzero(bags)[1].reshape(n, size)
    drawn = np.take_along_axis(held, random.random((n, size)).argsort(axis=1)[:, :tiles], axis=1)

    def value(children: Boards, rows: Index, after: Bools) -> Float32s:
        return judge.values(rules, children, rows, Bags.of(after), to_come - 1)

    best = answers_to(rules, boards, np.arange(n), bags, drawn, value)
    return np.asarray(best.mean(axis=1), dtype=np.float32)


def some_of(lesson: LabelledBoards, count: int, random: np.random.Generator) -> LabelledBoards:
    """Return at most `count` random boards of a lesson, keeping pairs together."""
    if len(lesson.targets) <= count:
        return lesson
    size = 2 if lesson.in_pairs else 1
    groups = random.permutation(len(lesson.targets) // size)[: count // size]
    rows = (groups[:, None] * size + np.arange(size)).ravel()
    return LabelledBoards(lesson.positions.take(rows), lesson.targets[rows], lesson.in_pairs)
