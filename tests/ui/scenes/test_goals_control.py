"""The earned goals and the progress of the others."""

from __future__ import annotations

from itertools import count

import pytest

from game.climb.earned import earning_climbs, progress_of_climbs
from game.progress.goals import Goal, earning, progress_of
from game.progress.match_goals import read_past_matches
from game.rules.ruleset import Ruleset
from game.storage.database import identity_of
from game.storage.history import PlayedMatch
from game.storage.profile import Profile
from game.ui.frame.context import Context
from game.ui.scenes.shared import goals_control
from game.ui.scenes.shared.goals_control import GoalsControl, GoalState
from tests.gallery.climb import keep_climb, play_climb
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


def test_a_goal_belongs_to_its_match_behind_records_that_cannot_be_read(
    player: Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    profile = player.store.profile
    matches = [play_out(Ruleset(), ("Ana",), seed, "standard") for seed in ("5", "3", "36")]
    for match in matches:
        profile.add_match(match)
    broken = profile.last_matches()[-1].id
    read = Profile.match
    monkeypatch.setattr(
        Profile, "match", lambda own, number: None if number == broken else read(own, number)
    )
    control = GoalsControl(player)
    control.advance(60.0)
    earned = {state.goal: state.played for state in control.states() if state.played}
    past = list(read_past_matches(profile, profile.last_matches()[::-1], player.store.today))
    first_of = {
        goal: played
        for (played, _), goals in zip(past, earning(one for _, one in past), strict=True)
        for goal in goals
    }
    assert [played.identity for played, _ in past] == [*map(identity_of, matches[1:])]
    assert earned == first_of
    assert control.read == 2


def test_the_whole_state_follows_from_the_records_however_they_are_read(player: Context) -> None:
    profile = player.store.profile
    for seed in ("3", "36"):
        profile.add_match(play_out(Ruleset(), ("Ana",), seed, "standard"))
    keep_climb(player, play_climb("5", "magpie").record)
    keep_climb(player, play_climb("4", "squirrel", most=6).record)
    whole = GoalsControl(player)
    assert (whole.entries, whole.earned, whole.read, whole.is_done) == ((2, 2), 0, 0, False)
    assert {state.goal for state in whole.states()} == {*Goal}
    assert all(state == GoalState(state.goal) for state in whole.states())
    assert whole.advance(60.0)
    assert (whole.read, whole.is_done) == (2, True)
    assert not whole.advance(60.0)
    today = player.store.today
    past = [match for _, match in read_past_matches(profile, profile.last_matches()[::-1], today)]
    own = profile.climbs.finished()
    progress = {**progress_of(past), **progress_of_climbs(own)}
    earned = {goal: climb for climb, goals in earning_climbs(own) for goal in goals}
    assert {goal: climb.seed for goal, climb in earned.items()} == {Goal.CLIMB_STAGE_6: "4"}
    states = whole.states()
    assert [state.goal for state in states] == [*Goal]
    for state in states:
        assert (state.done, state.wanted) == progress.get(state.goal, (0, 0))
        is_match = isinstance(state.played, PlayedMatch)
        assert is_match or state.played == earned.get(state.goal)
    in_steps = GoalsControl(player)
    with pytest.MonkeyPatch.context() as patch:
        clock = count()
        patch.setattr(goals_control, "perf_counter", lambda: next(clock))
        steps = 0
        while in_steps.advance(2.0):
            steps += 1
        assert steps == 5, "a step for each record, and one at the end"
    assert in_steps.states() == states
