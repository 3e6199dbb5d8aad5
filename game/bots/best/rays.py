"""Ray plans: the lines that shall become suns and moons (S4)."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from game.bots.best.plans import Plans
from game.bots.best.problem import BoardProblem, LineView
from game.rules.scoring import RAY_POINTS
from game.rules.tiles import Symbol

SUN_RAY: Final = RAY_POINTS[Symbol.SUN]
MOON_RAY: Final = RAY_POINTS[Symbol.MOON]


@dataclass(frozen=True, slots=True)
class RayPlan:
    """The spaces that need suns and moons (bitmasks), and the points of their rays."""

    points: int
    suns: int
    moons: int

    def views(self, problem: BoardProblem) -> tuple[LineView, ...]:
        """Return the views of the rays' spaces, in addition to the problem's own."""
        moons = problem.everything & ~problem.suns
        asked = [(self.suns, problem.suns), (self.moons, moons)]
        return tuple(LineView(_vector(problem, spaces), tiles) for spaces, tiles in asked if spaces)

    def allowed(self, problem: BoardProblem) -> tuple[int, ...]:
        """Return for each space the bitmask of the tiles that these rays allow."""
        return tuple(
            mask & problem.suns
            if self.suns >> space & 1
            else mask & ~problem.suns
            if self.moons >> space & 1
            else mask
            for space, mask in enumerate(problem.allowed)
        )


NO_RAYS: Final = RayPlan(0, 0, 0)


def _vector(problem: BoardProblem, spaces: int) -> NDArray[np.float32]:
    return np.array([spaces >> s & 1 for s in range(len(problem.board))], np.float32)


def ray_plans(problem: BoardProblem) -> list[RayPlan]:
    """Return all ray plans for which there are enough suns and moons, the most points first.

    Plans with the same spaces are one plan, with all rays on those spaces.
    """
    most_suns = problem.suns.bit_count()
    most_moons = len(problem.tiles) - most_suns
    lines = sorted(
        ((sum(1 << s for s in line.spaces), len(line)) for line in problem.board.lines),
        key=lambda line: -line[1],
    )
    points: dict[tuple[int, int], int] = {}

    def extend(place: int, suns: int, moons: int, so_far: int) -> None:
        if place == len(lines):
            points[suns, moons] = max(so_far, points.get((suns, moons), 0))
            return
        line, length = lines[place]
        if not line & ~suns:
            extend(place + 1, suns, moons, so_far + SUN_RAY * length)
            return
        if not line & ~moons:
            extend(place + 1, suns, moons, so_far + MOON_RAY * length)
            return
        extend(place + 1, suns, moons, so_far)
        if not line & moons and (suns | line).bit_count() <= most_suns:
            extend(place + 1, suns | line, moons, so_far + SUN_RAY * length)
        if not line & suns and (moons | line).bit_count() <= most_moons:
            extend(place + 1, suns, moons | line, so_far + MOON_RAY * length)

    extend(0, 0, 0, 0)
    plans = [RayPlan(earned, *spaces) for spaces, earned in points.items()]
    return sorted(plans, key=lambda plan: (-plan.points, plan.suns, plan.moons))


def without_half_turns(problem: BoardProblem, rays: Sequence[RayPlan]) -> list[RayPlan]:
    """Return one of every two ray plans that are half turns of each other.

    Return all if the board or its allowed tiles have no such symmetry.
    """
    board = problem.board
    last = len(board) - 1
    turned = {(line.direction, frozenset(last - s for s in line.spaces)) for line in board.lines}
    lines = {(line.direction, frozenset(line.spaces)) for line in board.lines}
    if turned != lines or problem.allowed != problem.allowed[::-1]:
        return list(rays)

    def turn(spaces: int) -> int:
        return sum(1 << last - s for s in range(last + 1) if spaces >> s & 1)

    return [plan for plan in rays if (plan.suns, plan.moons) <= (turn(plan.suns), turn(plan.moons))]


def bounds_with_rays(
    problem: BoardProblem, plans: Sequence[Plans], rays: Sequence[RayPlan]
) -> list[int]:
    """Return an upper bound on the points of each ray plan; -1 if no lines fit it.

    The bound is the rays' points and, for each direction alone, the points of its best plan that
    needs no more suns or moons of a number than there are. `rays` must not be empty.
    """
    bounds = np.array([plan.points for plan in rays], np.int64)
    alive = np.ones(len(rays), np.bool_)
    kinds = (
        (problem.suns, [_vector(problem, plan.suns) for plan in rays]),
        (problem.everything & ~problem.suns, [_vector(problem, plan.moons) for plan in rays]),
    )
    for direction in plans:
        fitting = problem.fitting[direction.direction]
        possible = np.ones((len(direction), len(rays)), np.bool_)
        for tiles, vectors in kinds:
            spaces = np.stack(vectors, axis=1)
            for wanted in range(1, 8):
                there = (fitting[wanted] & tiles).bit_count()
                possible &= direction.shows[wanted] @ spaces <= there
        best = possible.argmax(axis=0)
        alive &= possible[best, np.arange(len(rays))]
        bounds += direction.values[best]
    return [int(bound) for bound in np.where(alive, bounds, -1)]
