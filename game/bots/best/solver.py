"""The exact solver: the best board of given tiles, and an upper bound on all others."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from heapq import heappop, heappush
from typing import Final

from game.bots.best.matching import all_matchings, fill
from game.bots.best.pairs import Pairs
from game.bots.best.plans import all_plans, possible_plans
from game.bots.best.problem import BoardProblem, problem_of
from game.bots.best.rays import NO_RAYS, RayPlan, bounds_with_rays, ray_plans, without_half_turns
from game.bots.best.result import BestResult, Progress
from game.bots.best.search import JoinedPlans, Stopped, boards_by_plan, plans_worth
from game.rules.ruleset import Ruleset
from game.rules.tiles import Tile

STEP: Final = 18
"""Points below its bound to which a plan is searched at first, and further in each next step."""

CHUNK: Final = 256
"""Ray plans whose bounds are computed in one step; it limits the memory."""

TELL: Final = 500
"""Checks between two reports of progress."""


def best_of_round(
    rules: Ruleset,
    called: tuple[Tile, ...],
    *,
    on_progress: Callable[[Progress], None] | None = None,
    should_stop: Callable[[], bool] | None = None,
) -> BestResult:
    """Return the best board of the called tiles by these rules.

    Lines count (S1, S2), under `rays` also rays (S4), and under Daffodil 4 the spaces on which
    tiles may end (P6); the order of placing, lateness, bonuses and best rays do not. With as many
    tiles as a round calls the board is full, except for stamens closed to all tiles left; of more
    tiles the best are used, with fewer some spaces stay empty.

    `on_progress` is called now and then. When `should_stop` returns true the best board so far is
    returned, `proven` only if it is known to be the best.

    Raises `ValueError` for a repeated tile or one outside this board's set.
    """
    return solve(problem_of(rules, called), on_progress=on_progress, should_stop=should_stop)


def solve(
    problem: BoardProblem,
    *,
    on_progress: Callable[[Progress], None] | None = None,
    should_stop: Callable[[], bool] | None = None,
) -> BestResult:
    """Return the best board of any problem; see `best_of_round`."""
    run = _Run(problem, on_progress, should_stop)
    try:
        run.search()
    except Stopped:
        if run.best is None:
            run.take(fill(problem, {}))
    assert run.best is not None
    points, board = run.best
    return BestResult(points, run.bound <= points, board, max(points, run.bound))


def boards_worth(
    problem: BoardProblem, points: int, *, should_stop: Callable[[], bool] | None = None
) -> Iterator[tuple[Tile, ...]]:
    """Yield every full board whose lines earn `points` or more, each once, in any order.

    A board is its tiles by space; half turns are different boards. Raises `ValueError` if the
    problem counts rays or has too few tiles, and `Stopped` when `should_stop` returns true.
    """
    if problem.has_rays or len(problem.tiles) < len(problem.board):
        raise ValueError("only full boards without rays can be listed")

    def check(bound: int) -> None:
        if should_stop is not None and should_stop():
            raise Stopped

    tried: set[tuple[int, ...]] = set()
    plans = plans_worth(all_plans(problem), points)
    for filling in boards_by_plan(Pairs(problem), (), problem.allowed, 0, plans, points, check):
        options = [filling.options.get(s, mask) for s, mask in enumerate(problem.allowed)]
        for tiles in all_matchings(options):
            check(points)
            if tiles not in tried:
                tried.add(tiles)
                yield tuple(problem.tiles[i] for i in tiles)


class _Run:
    """One search: the best board so far and the bound on all others."""

    def __init__(
        self,
        problem: BoardProblem,
        on_progress: Callable[[Progress], None] | None,
        should_stop: Callable[[], bool] | None,
    ) -> None:
        self._problem = problem
        self._plans = all_plans(problem)
        self._pairs = Pairs(problem)
        self._on_progress = on_progress
        self._should_stop = should_stop
        self._checks = 0
        self.best: tuple[int, tuple[Tile | None, ...]] | None = None
        self.bound = sum(int(plans.values[0]) for plans in self._plans)

    def search(self) -> None:
        """Find the best board; raises `Stopped` if the caller wants no more."""
        if not self._problem.has_rays:
            self._best_first((NO_RAYS,), self.bound)
            return
        rays = without_half_turns(self._problem, ray_plans(self._problem))
        self.bound += rays[0].points
        lines = solve(replace(self._problem, has_rays=False), should_stop=self._should_stop)
        self._keep(lines.board)
        if not lines.proven:
            raise Stopped
        self._best_first(rays, lines.total)

    def take(self, board: list[int]) -> None:
        """Store a board (indices into `BoardProblem.tiles`) if it is the best so far."""
        self._keep(tuple(None if i < 0 else self._problem.tiles[i] for i in board))

    def _keep(self, board: tuple[Tile | None, ...]) -> None:
        points = self._problem.points_of(board)
        if points > self._known():
            self.best = points, board

    def _known(self) -> int:
        return -1 if self.best is None else self.best[0]

    def _best_first(self, rays: Sequence[RayPlan], lines: int) -> None:
        """Search the ray plans by a priority queue of bounds; `lines` bounds the lines' points.

        A chunk of ray plans with the highest bound gets a bound for each plan. A single plan is
        searched down to a little below its bound, and queued again with a lower one if nothing was
        found. The search ends when no bound exceeds the best board's points.
        """
        chunks = range(0, len(rays), CHUNK)
        heap = [(-lines - rays[start].points, True, start) for start in chunks]
        while heap and -heap[0][0] > self._known():
            minus, is_chunk, n = heappop(heap)
            self.bound = -minus
            self._check()
            if is_chunk:
                some = rays[n : n + CHUNK]
                bounds = bounds_with_rays(self._problem, self._plans, some)
                for place, (plan, bound) in enumerate(zip(some, bounds, strict=True), start=n):
                    heappush(heap, (-min(bound, plan.points + lines), False, place))
                continue
            floor = max(self._known() + 1, -minus - STEP)
            filled = self._look(rays[n], floor)
            if filled is not None:
                self.take(fill(self._problem, filled.tiles))
            elif floor > self._known() + 1:
                heappush(heap, (1 - floor, False, n))
        self.bound = self._known()

    def _look(self, rays: RayPlan, floor: int) -> JoinedPlans | None:
        """Return the best plans with these rays that earn at least `floor` points, or None."""
        more, least = rays.views(self._problem), floor - rays.points
        dear = plans_worth(self._plans, least)
        plans = [possible_plans(self._problem, plans, more) for plans in dear]
        boards = boards_by_plan(
            self._pairs,
            more,
            rays.allowed(self._problem),
            rays.suns | rays.moons,
            plans_worth(plans, least),
            least,
            lambda bound: self._check(),
        )
        return next(boards, None)

    def _check(self) -> None:
        """Report progress now and then; raise `Stopped` if the caller stops the search."""
        if self._should_stop is not None and self._should_stop():
            raise Stopped
        self._checks += 1
        if self._on_progress is not None and self._checks % TELL == 1:
            self._on_progress(Progress(self._known() if self.best else None, self.bound))
