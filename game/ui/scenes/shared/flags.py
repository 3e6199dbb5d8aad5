"""A stored result, a board or a step of a count as the bands of a harvest or flag."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.rules.placement import Position
from game.rules.ruleset import Ruleset
from game.rules.scoring import score_position
from game.rules.tiles import Symbol
from game.ui.draw.bands import Kind, ScoreBand, bands_of_score, read_bands

if TYPE_CHECKING:
    from game.play.count_steps import CountStep
    from game.storage.history import SeatResult


def bands_of_result(result: SeatResult) -> tuple[ScoreBand, ...]:
    """Return the bands of a stored result: its lines, and one for rays and bonuses.

    The history stores late lines only as words; then all bands shrink by the same factor.
    """
    lines = read_bands(result.lines)
    points = sum(one.points for one in lines)
    if points > result.total:
        share = result.total / points
        return tuple(one._replace(points=one.points * share) for one in lines)
    rest = result.total - points
    return (*lines, ScoreBand(rest, kind="bonus")) if rest else lines


def bands_of_position(rules: Ruleset, position: Position) -> tuple[ScoreBand, ...]:
    """Return the bands of a board's lines and rays."""
    return bands_of_score(score_position(rules, position))


def band_of_step(step: CountStep) -> ScoreBand:
    """Return the band of a step that scored points."""
    if step.symbol is not None:
        kind: Kind = "sun" if step.symbol is Symbol.SUN else "moon"
        return ScoreBand(step.points, length=step.length, kind=kind)
    if step.line is None:
        return ScoreBand(step.points, kind="bonus")
    return ScoreBand(step.points, step.number, step.length, is_late=step.is_late)
