"""The page of the goals."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from itertools import count

import pytest

from game.progress.goals import Goal
from game.storage.history import PlayedMatch
from game.ui.frame.context import Context
from game.ui.frame.intents import PointerMoved
from game.ui.frame.scene import Push
from game.ui.scenes.climb.end import ClimbEndScene
from game.ui.scenes.count.scene import CountScene
from game.ui.scenes.goals.scene import GoalCard, GoalsScene
from game.ui.scenes.shared import goals_control
from game.ui.widgets import ScrollArea
from tests.gallery import collect_samples, empty_store
from tests.gallery.climb import keep_climb, play_climb
from tests.golden.pages import changed_pages
from tests.ui.scenes.stage import FRAME, Stage


def open_goals(context: Context) -> tuple[Stage, GoalsScene]:
    empty_store(context)
    scene = collect_samples("challenges")["goals"].make(context)
    assert isinstance(scene, GoalsScene)
    return Stage(context, scene), scene


def test_goals_are_shown_with_day_and_match(player: Context) -> None:
    stage, scene = open_goals(player)
    stage.let(1)
    cards = [card for card in scene.root.walk() if isinstance(card, GoalCard)]
    assert sorted(card.state.goal for card in cards) == sorted(Goal)
    sizes = [card.state.played is None for card in cards]
    assert sizes == sorted(sizes), "those earned come first"
    earned = [card for card in cards if card.state.played is not None]
    assert 0 < len(earned) < len(cards)
    stage.click(earned[0])
    top = stage.top
    assert isinstance(top, CountScene)
    meta = json.loads(top.control.match.meta or "")
    played = earned[0].state.played
    assert played is not None
    assert meta["id"] == played.identity


def test_reading_many_records_holds_nobody_up(player: Context) -> None:
    _, whole = open_goals(player)
    fresh = GoalsScene(player)
    stage = Stage(player, fresh)
    assert not fresh.control.is_done
    matches, _ = fresh.control.entries
    assert player.text("goals.reading", done=0, count=matches) in stage.read()
    stage.let(3)
    assert fresh.control.is_done
    assert fresh.control.states() == whole.control.states()
    assert stage.let(1) == 0


def test_nothing_is_earned_at_first(player: Context) -> None:
    stage = Stage(player, GoalsScene(player))
    stage.let(0.5)
    assert f"0 of {len(Goal)} earned" in stage.read()
    assert player.text("goals.nearest") not in stage.read(), "none is begun"


def test_goals_are_near_by_their_share_and_named_at_the_foot(player: Context) -> None:
    stage, scene = open_goals(player)
    stage.let(1)
    states = scene.control.states()
    left = [one for one in states if one.played is None and one.done]
    shares = sorted((one.done / one.wanted for one in left), reverse=True)
    cards = [part for part in scene.root.walk() if isinstance(part, GoalCard)]
    near = [card for card in cards if card.state.played is None][:3]
    assert [card.state.done / card.state.wanted for card in near] == shares[:3]
    earned = [card for card in cards if card.state.played is not None]
    assert f"{len(earned)} of {len(Goal)} earned" in stage.read()
    words = scene.spoken(scene.root)
    assert player.text("goals.others", count=len(cards) - len(earned) - 3) in words
    high = "High five: Complete a line of five. Earned on 2 November 2026."
    assert high in words
    assert "Veteran: Finish a hundred games. 17 of 100." in words
    for card in (earned[0], near[0], cards[-1]):
        scene.form.focus(card, is_shown=True)
        drawn = stage.read()
        assert drawn[-2:] == [card.name, card.about] or card.name in drawn
        assert card.is_pressable is (card in earned)


def test_a_named_goal_is_focused_and_a_climb_s_goal_leads_to_the_climb(player: Context) -> None:
    stage, scene = open_goals(player)
    stage.let(1)
    *_, last = (one for one in scene.control.states() if one.played is not None)
    scene = GoalsScene(player, last.goal.value)
    stage = Stage(player, scene)
    stage.let(1)
    area = stage.form.focused
    assert isinstance(area, ScrollArea)
    assert area.form.focused is scene.part(last.goal)
    stage.press("return")
    assert isinstance(stage.top, CountScene)
    climb = keep_climb(player, play_climb("4", "magpie").record)
    states = (replace(one, played=climb) for one in scene.control.states() if one.goal is last.goal)
    (state,) = states
    scene.control.states = lambda: (state,)  # type: ignore[method-assign]
    scene.renew()
    pressed = scene.part(last.goal).press()
    assert isinstance(pressed, Push)
    assert isinstance(pressed.scene, ClimbEndScene)


def test_a_goal_is_focused_once_while_the_records_are_read(
    player: Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A frame reads one record, shows what it has earned and is drawn, up to the last one."""
    _, whole = open_goals(player)
    earned = [one for one in whole.control.states() if isinstance(one.played, PlayedMatch)]
    goal = min(earned, key=lambda one: one.played.finished_at).goal  # type: ignore[union-attr]
    ticks = count(0, 0.004)
    monkeypatch.setattr(goals_control, "perf_counter", lambda: next(ticks))
    scene = GoalsScene(player, goal.value)
    stage, (matches, _) = Stage(player, scene), scene.control.entries
    drawn = [stage.let(FRAME)]
    assert scene.part(goal).is_pressable
    assert scene.control.earned != scene.control.read == 1
    assert player.text("goals.reading", done=1, count=matches) in stage.read()
    assert scene.focused_leaf() is scene.part(goal)
    stage.press("tab")
    left = scene.focused_leaf()
    assert left is not scene.part(goal)
    while not scene.control.is_done:
        drawn.append(stage.let(FRAME))
    assert set(drawn) == {1}
    assert len(drawn) > matches
    focused = scene.focused_leaf()
    assert focused is not None
    assert left is not None
    assert focused.id == left.id


def test_the_goal_under_the_pointer_is_named_at_the_foot(player: Context) -> None:
    stage, scene = open_goals(player)
    stage.let(1)
    card = next(part for part in scene.root.walk() if isinstance(part, GoalCard))
    assert card.about not in stage.read()
    stage.give(PointerMoved(stage.place_of(card)))
    assert card.about in stage.read()


def test_the_day_of_a_goal_is_the_player_s(player: Context, zone: Callable[[str], None]) -> None:
    zone("Pacific/Kiritimati")
    stage, scene = open_goals(player)
    stage.let(1)
    assert "High five: Complete a line of five. Earned on 3 November 2026." in scene.spoken(
        scene.root
    )


def test_pages_are_drawn_and_read_as_they_were() -> None:
    assert changed_pages("goals") == []
