"""The time to prove the best board: `python -m tests.bench.best` (two minutes, one core).

CPU time of each of 200 random deals, so that other processes disturb it little; of 20 on the
Daffodil board, 10 with rays on either. The bar is a median of 10 ms for a random 19-tile deal, of 2
s on Daffodil 4 with rays, and 10 s at most there.
"""

from __future__ import annotations

from math import ceil
from time import process_time

from game.bots.best.problem import problem_of
from game.bots.best.solver import best_of_round, boards_worth, solve
from game.rules.boards import BoardName
from game.rules.deal import deal_order
from game.rules.ruleset import RayRule, Ruleset

RULES = {
    "classic": (Ruleset(), 200),
    "daffodil": (Ruleset(BoardName.DAFFODIL, daffodil=1), 20),
    "daffodil 4": (Ruleset(BoardName.DAFFODIL, daffodil=4), 20),
    "classic, rays": (Ruleset(rays=RayRule.RAYS), 10),
    "daffodil 4, rays": (Ruleset(BoardName.DAFFODIL, daffodil=4, rays=RayRule.RAYS), 10),
}


def times_of(rules: Ruleset, deals: int) -> list[float]:
    """Seconds to prove each of the first deals of the benchmark, ascending."""
    times: list[float] = []
    for deal in range(deals):
        called = deal_order(rules.grid, f"bench {deal}")
        start = process_time()
        result = best_of_round(rules, called)
        times.append(process_time() - start)
        if not result.proven:
            raise AssertionError(f"deal {deal} was not proven")
    return sorted(times)


def measure() -> dict[str, float]:
    """Seconds: median, 90th percentile and longest for each kind of deal, and for the
    maximum of the standard game with its sixteen boards.
    """
    figures: dict[str, float] = {}
    for name, (rules, deals) in RULES.items():
        times = times_of(rules, deals)
        figures[f"{name}: median of {deals}"] = times[len(times) // 2]
        figures[f"{name}: p90"] = times[ceil(len(times) * 0.9) - 1]
        figures[f"{name}: longest"] = times[-1]
    start = process_time()
    problem = problem_of(Ruleset(), Ruleset().grid.tile_set)
    boards = list(boards_worth(problem, solve(problem).total))
    figures[f"classic: maximum and its {len(boards)} boards"] = process_time() - start
    return figures


def main() -> None:
    """Print the figures."""
    for name, seconds in measure().items():
        print(f"{name:40} {seconds * 1000:8.0f} ms")


if __name__ == "__main__":
    main()
