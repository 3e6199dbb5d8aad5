"""Dates and times on pages: midnight, clock changes in both directions, another zone on the way."""

from __future__ import annotations

import ast
from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta
from functools import partial
from zoneinfo import ZoneInfo

import pytest

from game.storage.autosave import WaitingMatch
from game.ui.frame.context import Context
from game.ui.frame.preferences import change_settings
from game.ui.frame.scene import Scene
from game.ui.scenes.challenges.scene import ChallengesScene
from game.ui.scenes.climb.start import MountainScene
from game.ui.scenes.daily.scene import DailyScene
from game.ui.scenes.records.scene import RecordsScene
from game.ui.scenes.title.scene import TitleScene
from game.ui.scenes.waiting.scene import WaitingMatchesScene
from tests.sources import MODULES, nodes_of
from tests.storage.matches import play_match
from tests.ui.scenes.stage import Stage


def test_no_moment_takes_the_offset_of_another() -> None:
    """`tzinfo` may be asked whether there is one; handed on, it is the offset of one moment."""
    found = []
    for path in MODULES:
        text = path.read_text(encoding="utf-8")
        if ".tzinfo" not in text:
            continue
        nodes = nodes_of(path)
        asked = {
            id(node.left)
            for node in nodes
            if isinstance(node, ast.Compare)
            and all(isinstance(op, ast.Is | ast.IsNot) for op in node.ops)
        }
        found += [
            f"{path.name}:{node.lineno}"
            for node in nodes
            if isinstance(node, ast.Attribute) and node.attr == "tzinfo" and id(node) not in asked
        ]
    assert found == []


def test_a_match_was_left_at_the_hour_that_the_clock_showed_then(
    player: Context, zone: Callable[[str], None]
) -> None:
    zone("Europe/Berlin")
    scene = WaitingMatchesScene(player)
    for now in ("2026-10-25T12:00", "2026-07-01T12:00", "2026-12-01T12:00"):
        player.store.clock = partial(datetime.astimezone, datetime.fromisoformat(now))
        for saved in ("2026-10-24T21:30", "2026-10-25T09:15", "2026-03-29T04:00"):
            when = datetime.fromisoformat(saved).replace(tzinfo=ZoneInfo("Europe/Berlin"))
            waiting = WaitingMatch("x", play_match(placements=3), when.timestamp())
            assert saved[-5:] in scene.saved_words(waiting)


@pytest.mark.parametrize(
    "open_page",
    [TitleScene, DailyScene, WaitingMatchesScene, RecordsScene, ChallengesScene, MountainScene],
    ids=lambda c: c.__name__,
)
def test_an_open_page_turns_at_midnight(
    player: Context, open_page: Callable[[Context], Scene]
) -> None:
    day = date(2026, 11, 21)
    change_settings(player, knows_game=True)
    player.store.clock = lambda: datetime(2026, 11, 21, 23, 59, 59, tzinfo=UTC)
    opened: list[date] = []
    stage = Stage(player, open_page(player))
    stage.let(0.5)
    enter = stage.top.enter

    def enter_and_note() -> None:
        opened.append(player.store.today)
        enter()

    stage.top.enter = enter_and_note  # type: ignore[method-assign]
    stage.let(0.5)
    assert opened == []
    player.store.clock = lambda: datetime(2026, 11, 22, 0, 0, 1, tzinfo=UTC)
    assert stage.let(1.5) > 0
    assert opened == [day + timedelta(days=1)]
    if open_page is TitleScene:
        assert isinstance(stage.top, TitleScene)
        assert "22 November" in stage.top.spoken(stage.part("today"))


@pytest.mark.parametrize("day", [1, 4])
def test_the_title_opens_where_the_clock_is_before_the_first_week_s_end(
    player: Context, day: int
) -> None:
    """No day before the first deal has one."""
    change_settings(player, knows_game=True)
    player.store.clock = lambda: datetime(2026, 1, day, 12, tzinfo=UTC)
    stage = Stage(player, TitleScene(player))
    stage.let(0.5)
    assert isinstance(stage.top, TitleScene)
