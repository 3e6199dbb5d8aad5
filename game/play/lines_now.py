"""The numbers of complete, alive and broken lines of a board, as a player counts them."""

from collections import Counter
from dataclasses import dataclass
from functools import lru_cache

from game.rules.boards import Board
from game.rules.placement import Position
from game.rules.ruleset import RayRule, Ruleset
from game.rules.scoring import LineState, LineStatus, line_status, score_with, whole


@dataclass(frozen=True, slots=True)
class LinesNow:
    """The numbers of complete, begun and broken lines; `hope` is the most points of the begun."""

    complete: int
    begun: int
    broken: int
    hope: float


@lru_cache(maxsize=32)
def count_lines(board: Board, position: Position) -> LinesNow:
    """Count the lines of a board; cached, because each frame shows them (0.2 ms)."""
    states = [line_status(line, position) for line in board.lines]
    counts = Counter(status.state for status in states)
    alive = (status for status in states if status.state is LineState.ALIVE)
    hope = sum(points_at_best(status, position) for status in alive)
    return LinesNow(
        counts[LineState.COMPLETE], counts[LineState.ALIVE], counts[LineState.DEAD], whole(hope)
    )


def points_at_best(status: LineStatus, position: Position) -> float:
    """Return the most points of an alive line, halved if a tile on it is late (M3)."""
    return score_with(status.line, status.numbers[-1], position).points


def rays_now(rules: Ruleset, position: Position) -> list[LineStatus]:
    """Return the lines with two or more tiles, all of one symbol, that can still earn for it.

    Under `best-ray` a broken line cannot (S4, S5).
    """
    statuses = (line_status(line, position) for line in rules.grid.lines)
    return [status for status in statuses if is_ray(rules, status)]


def is_ray(rules: Ruleset, status: LineStatus) -> bool:
    """Whether a line is a ray or can become one that counts."""
    is_broken = rules.rays is RayRule.BEST_RAY and status.state is LineState.DEAD
    can_count = rules.rays is not RayRule.NONE and not is_broken
    return can_count and status.symbol is not None and status.filled > 1
