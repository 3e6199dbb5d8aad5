"""Rulesets and line sums in words."""

from game.locale.catalogue import Catalogue
from game.rules.ruleset import CallRule, PlacementRule, RayRule, Ruleset
from game.rules.scoring import ScoredLine


def word_rules(catalogue: Catalogue, rules: Ruleset, *, is_whole: bool = False) -> list[str]:
    """Return the name of the board and the terms of the choices that are not the default ones.

    With `is_whole` return the terms of all choices.
    """
    board = catalogue.text(f"terms.board_name.{rules.board.value}")
    words = [board if rules.daffodil is None else f"{board} {rules.daffodil}"]
    choices = (
        ("placement", rules.placement, PlacementRule.FREE),
        ("call_rule", rules.call, CallRule.SINGLE),
        ("ray_rule", rules.rays, RayRule.NONE),
        ("bonus_rule", rules.bonus if is_whole else None, None),
    )
    for term, chosen, plain in choices:
        if chosen is not None and (is_whole or chosen is not plain):
            words.append(catalogue.text(f"terms.{term}.{chosen.value}"))
    if rules.rounds > 1:
        words.append(catalogue.text("terms.count.rounds", count=rules.rounds))
    return words


def line_sum(catalogue: Catalogue, scored: ScoredLine) -> str:
    """Return a line's score as one would write it on paper: `3 × 9 = 27` (S1, M3)."""
    key = "score.late_line_sum" if scored.is_late else "score.line_sum"
    points = catalogue.number(scored.points)
    return catalogue.text(key, length=len(scored.line), number=scored.number, points=points)
