"""A stored result or a board as the bands of a harvest or flag."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.rules.scoring import score_position
from game.ui.draw.bands import Reaped, reap_line, reap_ray, reap_words

if TYPE_CHECKING:
    from game.rules.placement import Position
    from game.rules.ruleset import Ruleset
    from game.storage.history import SeatResult


def reap_result(result: SeatResult) -> tuple[Reaped, ...]:
    """Return the bands of a stored result: its lines, and one for rays and bonuses.

    The history stores late lines only as words; then all bands shrink by the same factor.
    """
    lines = reap_words(result.lines)
    points = sum(one.points for one in lines)
    if points > result.total:
        share = result.total / points
        return tuple(one._replace(points=one.points * share) for one in lines)
    rest = result.total - points
    return (*lines, Reaped(rest, kind="bonus")) if rest else lines


def reap_position(rules: Ruleset, position: Position) -> tuple[Reaped, ...]:
    """Return the bands of a board's lines and rays."""
    score = score_position(rules, position)
    return (*map(reap_line, score.lines), *map(reap_ray, score.rays))
