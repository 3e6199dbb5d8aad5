"""A decision as the input of the estimate: its bonuses."""

from __future__ import annotations

from random import Random

from game.bots.values.task import BonusView, bonus_view
from game.rules.match_score import score_match
from game.rules.ruleset import Ruleset
from tests.rules.random_matches import walk


def test_bonuses_are_expected_as_they_are_reckoned() -> None:
    """M6: ten for the most, five for the second, both for all who tie, none for no gain."""
    alone = BonusView(0, 0, (27.0, 12.0), 0, 0.5)
    assert [alone.expected(g) for g in (0, 5, 12, 20, 27, 30)] == [0, 0, 5, 5, 10, 10]
    unsure = BonusView(0, 0, (), 1, 0.8)
    assert 5 < unsure.expected(3) < unsure.expected(30) < 10
    rules = Ruleset.parse("classic free mail none")
    for match, _, after in walk(rules, 3, Random(8)):
        if match.is_complete or not after.is_complete:
            continue
        for seat in range(3):
            view = bonus_view(match, seat)
            assert view is not None
            gain = score_match(after).players[seat].rounds[0].bonus - view.banked
            assert gain in (0, 5, 10)
