"""The best board: an exact solver for any deal, board and rays (S1, S2, S4, P6)."""

from game.bots.best.problem import Problem, problem_of
from game.bots.best.search import Stopped
from game.bots.best.solver import BestResult, Progress, best_of_round, boards_worth, solve

__all__ = [
    "BestResult",
    "Problem",
    "Progress",
    "Stopped",
    "best_of_round",
    "boards_worth",
    "problem_of",
    "solve",
]
