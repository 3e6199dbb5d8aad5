"""The search for boards by one plan for each direction, the most valuable plans first."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from heapq import heappop, heappush
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from game.bots.best.matching import match
from game.bots.best.pairs import Pairs
from game.bots.best.plans import SINGLE, Plans
from game.bots.best.problem import NO_NUMBER_NEEDED, BoardProblem, LineView


class Stopped(Exception):
    """Raised inside a search when the caller wants it to end."""


@dataclass(frozen=True, slots=True)
class JoinedPlans:
    """Three compatible plans and one matching of tiles.

    `options` maps each space that needs a number to the bitmask of its possible tiles, `tiles` to
    the index of its tile in `BoardProblem.tiles`.
    """

    options: dict[int, int]
    tiles: dict[int, int]


def plans_worth(plans: Sequence[Plans], floor: int) -> tuple[Plans, ...]:
    """Return each direction's plans that can belong to a board of `floor` points or more."""
    if not all(map(len, plans)):
        return tuple(plans)
    bound = sum(int(p.values[0]) for p in plans)
    return tuple(p.worth(floor - bound + int(p.values[0])) for p in plans)


def boards_by_plan(
    pairs: Pairs,
    more: tuple[LineView, ...],
    allowed: tuple[int, ...],
    needed: int,
    plans: tuple[Plans, ...],
    floor: int,
    on_bound: Callable[[int], None] = lambda bound: None,
) -> Iterator[JoinedPlans]:
    """Yield the compatible plans that earn `floor` points or more, the best first.

    `plans` are those of `plans_worth`. `allowed` has each space's tiles, `more` the views that
    follow from them beside the problem's own; the spaces of the bitmask `needed` need a tile for a
    ray even if no plan does. `on_bound` is called often with the current upper bound; it may raise
    `Stopped`.
    """
    if not all(len(p) for p in plans):
        return
    problem = pairs.problem
    joined = _join(pairs, plans, more, floor)
    if joined is None:
        return
    (one, two, three), fits = joined
    fits_two, fits_three, across = fits[0, 1], fits[0, 2], fits[1, 2]
    queue = _pairs((one, two, three), (fits_two, fits_three, across), floor, on_bound)
    judge = _Judge(problem, problem.views + more, one, two, three)
    heap: list[tuple[int, int, int, int, NDArray[np.int64]]] = []
    following = next(queue, None)
    while following or heap:
        if following and (not heap or following[0] > -heap[0][0]):
            bound, i, j = following
            on_bound(bound)
            worth = int(one.values[i] + two.values[j])
            end = int(np.searchsorted(-three.values, worth - floor, side="right"))
            together = fits_three[i, :end] & across[j, :end]
            left = judge.answerable(i, j, together)
            if left.size:
                heappush(heap, (-worth - int(three.values[left[0]]), i, j, 0, left))
            following = next(queue, None)
            continue
        _, i, j, place, left = heappop(heap)
        if place + 1 < left.size:
            worth = int(one.values[i] + two.values[j])
            heappush(heap, (-worth - int(three.values[left[place + 1]]), i, j, place + 1, left))
        labels = (one.labels[i], two.labels[j], three.labels[left[place]])
        options = _options(problem, labels, allowed, needed)
        tiles = match(options)
        if tiles is not None:
            yield JoinedPlans(options, tiles)


def _join(
    pairs: Pairs, plans: Sequence[Plans], more: Sequence[LineView], floor: int
) -> tuple[list[Plans], dict[tuple[int, int], NDArray[np.bool_]]] | None:
    """Return the plans with a compatible partner in both other directions, and the pairs.

    Each step leaves fewer plans for the next. Return None if a direction has none left.
    """
    left = list(plans)
    fits: dict[tuple[int, int], NDArray[np.bool_]] = {}
    for a, b in combinations(range(3), 2):
        third = left[3 - a - b]
        if not all(map(len, left)):
            return None
        least = floor - int(third.values[0])
        together = pairs.compatible(left[a], left[b], more, least)
        fits[a, b] = together
        sides: tuple[tuple[int, NDArray[np.bool_]], ...] = (
            (a, np.logical_or.reduce(together, axis=1)),
            (b, np.logical_or.reduce(together, axis=0)),
        )
        for direction, some in sides:
            left[direction] = left[direction].keep(some)
            for pair, matrix in fits.items():
                if direction in pair:
                    fits[pair] = matrix.compress(some, axis=pair.index(direction))
    return (left, fits) if all(map(len, left)) else None


def _pairs(
    plans: tuple[Plans, Plans, Plans],
    fits: tuple[NDArray[np.bool_], NDArray[np.bool_], NDArray[np.bool_]],
    floor: int,
    on_bound: Callable[[int], None],
) -> Iterator[tuple[int, int, int]]:
    """Yield pairs of plans of the first two directions as (bound, plan, plan), best bound first.

    The bound is their points and those of the best plan of the third direction that is compatible
    with both; pairs with a bound under `floor` are left out.
    """
    one, two, three = plans
    fits_two, fits_three, across = fits
    bounds: list[NDArray[np.int64]] = []
    places: list[NDArray[np.int64]] = []
    highest = int(three.values[0])
    for i in range(len(one)):
        first = int(one.values[i])
        if not i & 63:
            on_bound(first + int(two.values[0]) + highest)
        end = int(np.searchsorted(-two.values, first + highest - floor, side="right"))
        rows = np.flatnonzero(fits_two[i, :end])
        if not rows.size:
            continue
        width = int(
            np.searchsorted(-three.values, first + int(two.values[rows[0]]) - floor, side="right")
        )
        together = across[rows, :width] & fits_three[i, :width]
        best = together.argmax(axis=1)
        bound = first + two.values[rows] + three.values[best]
        good = together[np.arange(rows.size), best] & (bound >= floor)
        bounds.append(bound[good])
        places.append(i * len(two) + rows[good])
    if not bounds:
        return
    bound, place = np.concatenate(bounds), np.concatenate(places)
    for n in np.argsort(-bound, kind="stable"):
        i, j = divmod(int(place[n]), len(two))
        yield int(bound[n]), i, j


class _Judge:
    """Compares the numbers that three plans need with the tiles that show exactly these."""

    def __init__(
        self, problem: BoardProblem, views: Sequence[LineView], one: Plans, two: Plans, three: Plans
    ) -> None:
        vertical, rising, falling = ([fits[n] for n in SINGLE] for fits in problem.fitting)
        there = [
            [
                (v & r & f & view.tiles).bit_count()
                for view in views
                for v in vertical
                for r in rising
            ]
            for f in falling
        ]
        self._limits = np.array(there, np.float32)[:, :, None]
        spaces = np.stack([view.spaces for view in views])
        one_shows, two_shows, three_shows = (p.shows[SINGLE] for p in (one, two, three))
        # (plans, views, numbers, spaces), transposed for the third direction.
        self._one = np.ascontiguousarray(
            one_shows.transpose(1, 0, 2)[:, None, :, :] * spaces[None, :, None, :]
        )
        self._two = np.ascontiguousarray(two_shows.transpose(1, 0, 2))
        self._three = np.ascontiguousarray(three_shows.transpose(0, 2, 1))

    def answerable(self, i: int, j: int, thirds: NDArray[np.bool_]) -> NDArray[np.int64]:
        """Return the third direction's plans that fit plans i and j, of those that `thirds` masks.

        They fit if no tile (three numbers) is needed more often than it exists.
        """
        asked = self._one[i][:, :, None, :] * self._two[j]
        count = asked.reshape(-1, asked.shape[-1]) @ self._three[:, :, : thirds.size]
        return np.flatnonzero((count <= self._limits).all(axis=(0, 1)) & thirds)


def _options(
    problem: BoardProblem,
    labels: tuple[NDArray[np.int8], ...],
    allowed: tuple[int, ...],
    needed: int,
) -> dict[int, int]:
    """Return for each space that needs a tile the bitmask of its possible tiles."""
    options: dict[int, int] = {}
    fitting = problem.fitting
    triples = zip(*(row.tolist() for row in labels), strict=True)
    for space, (v, r, f) in enumerate(triples):
        tiles = allowed[space]
        if v == r == f == NO_NUMBER_NEEDED and not needed >> space & 1:
            continue
        if v != NO_NUMBER_NEEDED:
            tiles &= fitting[0][1 << v]
        if r != NO_NUMBER_NEEDED:
            tiles &= fitting[1][1 << r]
        if f != NO_NUMBER_NEEDED:
            tiles &= fitting[2][1 << f]
        options[space] = tiles
    return options
