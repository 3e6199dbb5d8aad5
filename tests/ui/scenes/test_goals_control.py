"""The earned goals and the progress of the others."""

from __future__ import annotations

from game.progress.goals import Goal
from game.rules.ruleset import Ruleset
from game.storage.database import identity_of
from game.storage.history import PlayedMatch
from game.ui.frame.context import Context
from game.ui.scenes.shared.goals_control import GoalsControl
from tests.gallery.records import play_out


def test_a_goal_belongs_to_the_first_match_that_earned_it(player: Context) -> None:
    matches = [play_out(Ruleset(), ("Ana",), seed, "standard") for seed in ("3", "36")]
    for match in matches:
        player.store.profile.add_match(match)
    control = GoalsControl(player)
    while control.advance(1.0):
        pass
    earned = {state.goal: state.played for state in control.states() if state.played}
    assert control.entries == (2, 0)
    first, second = earned[Goal.POINTS_100], earned[Goal.POINTS_150]
    assert isinstance(first, PlayedMatch)
    assert isinstance(second, PlayedMatch)
    assert [first.identity, second.identity] == [*map(identity_of, matches)]
    assert control.earned == len(earned)
