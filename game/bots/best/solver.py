"""The exact solver: the best board of given tiles, with its proof or how far it came."""

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
"""How many points under its bound a plan is first searched, and then again further down."""

CHUNK: Final = 256
"""Ray plans that get their bounds at once; a bound on memory."""

TELL: Final = 500
"""How many checks pass between two reports of progress."""


def best_of_round(
    rules: Ruleset,
    called: tuple[Tile, ...],
    *,
    on_progress: Callable[[Progress], None] | None = None,
    should_stop: Callable[[], bool] | None = None,
) -> BestResult:
    """The highest total that a board of the called tiles can have by these rules.

    Lines count (S1, S2), under `rays` also rays (S4), under Daffodil 4 the spaces on which
    tiles may end (P6); the order of placing, lateness, bonuses and best rays do not. With as
    many tiles as a round calls the board is full (but for stamens that nothing may go on);
    of more tiles the best are taken, with fewer some spaces stay empty.

    `on_progress` is told now and then how far the search is; when `should_stop` answers true
    the result is what was found until then, `proven` only if that is known to be the best.

    Raises `ValueError` for a tile given twice or not of this board's set.
    """
    return solve(problem_of(rules, called), on_progress=on_progress, should_stop=should_stop)


def solve(
    problem: BoardProblem,
    *,
    on_progress: Callable[[Progress], None] | None = None,
    should_stop: Callable[[], bool] | None = None,
) -> BestResult:
    """As `best_of_round`, for any problem."""
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
    """Every full board that earns `points` or more by its lines, each once, in no set order.

    A board is the tiles by space: boards that are half turns of each other are two. Rays must
    not be in the problem, and there must be tiles for every space.

    Raises `ValueError` if they are not so, and `Stopped` when `should_stop` answers true.
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
        """Keep a board, by places in `BoardProblem.tiles`, if it is better than what there is."""
        self._keep(tuple(None if i < 0 else self._problem.tiles[i] for i in board))

    def _keep(self, board: tuple[Tile | None, ...]) -> None:
        points = self._problem.points_of(board)
        if points > self._known():
            self.best = points, board

    def _known(self) -> int:
        return -1 if self.best is None else self.best[0]

    def _best_first(self, rays: Sequence[RayPlan], lines: int) -> None:
        """Search with each of the ray plans, best first, knowing what lines alone can earn.

        What has the highest bound is taken first: a chunk of ray plans gets bounds for each
        of them, a ray plan is searched a little below its bound and put back with a lower
        one if there is nothing. It ends when no bound exceeds the best board's points.
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
        """The best that goes with these rays, if it has `floor` points or more with them."""
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
        """Now and then tell how it goes; raise `Stopped` if the caller wants no more."""
        if self._should_stop is not None and self._should_stop():
            raise Stopped
        self._checks += 1
        if self._on_progress is not None and self._checks % TELL == 1:
            self._on_progress(Progress(self._known() if self.best else None, self.bound))
