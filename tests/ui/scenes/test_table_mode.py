"""The parts that the modes of tables share."""

from __future__ import annotations

from typing import cast

import pytest

from game.ui.draw.icons import Icon
from game.ui.frame.bindings import Action
from game.ui.frame.context import Context
from game.ui.frame.intents import Command
from game.ui.scenes.shared.table_mode import (
    MATCH_ACTIONS,
    PastTotals,
    TableMode,
    TableScreen,
    table_link,
    table_sign,
    take_back_link,
    undo_links,
)
from game.ui.widgets import UNUSED, say


class Screen:
    """A table that notes what it is to do."""

    def __init__(self) -> None:
        self.acts: list[Action] = []

    def act(self, action: Action) -> None:
        """Note it."""
        self.acts.append(action)


class PlainMode(TableMode):
    """A mode that changes nothing."""


@pytest.fixture
def screen() -> TableScreen:
    return cast(TableScreen, Screen())


def test_each_link_at_the_foot_has_its_words_its_id_and_its_act(
    context: Context, screen: TableScreen
) -> None:
    pressed: list[str] = []
    links = [
        take_back_link(context, screen),
        *undo_links(context, screen),
        table_link(context, "play.coach", lambda: pressed.append("coach"), "c", leads=True),
        table_link(context, "play.skip", lambda: pressed.append("skip")),
    ]
    assert [(say(link.label), link.id, link.leads) for link in links] == [
        ("Take back", Action.TAKE_BACK, False),
        ("Take back", Action.TAKE_BACK, False),
        ("Redo", Action.REDO, False),
        ("Coach", "c", True),
        ("Skip this call", None, False),
    ]
    for link in links:
        link.press()
    assert cast(Screen, screen).acts == [Action.TAKE_BACK, Action.TAKE_BACK, Action.REDO]
    assert pressed == ["coach", "skip"]


def test_the_button_in_the_corner_has_its_icon_its_tooltip_and_its_press(
    context: Context,
) -> None:
    pressed: list[str] = []
    sign = table_sign(context, Icon.PAUSE, "play.paused", lambda: pressed.append("pause"))
    assert (sign.icon, say(sign.tooltip), sign.id) == (
        Icon.PAUSE,
        context.text("play.paused"),
        "sign",
    )
    sign.press()
    assert pressed == ["pause"]


def test_a_mode_that_changes_nothing_has_no_strip_no_score_no_rival_and_no_clock(
    screen: TableScreen,
) -> None:
    mode = cast(TableMode, PlainMode())  # type: ignore[abstract]
    assert (mode.past, mode.score_display, mode.rival) == (PastTotals(None, None), None, None)
    assert mode.is_timed is False
    assert mode.seconds_left() is None
    assert [mode.above(screen), mode.below_hand(screen), mode.beside(screen)] == [None] * 3
    assert [*mode.highest_above()] == []
    assert (mode.instructions(), mode.explain_score()) == ("", "")
    assert mode.use_key(Command(Action.CONFIRM), screen) is UNUSED
    assert Action.TAKE_BACK not in MATCH_ACTIONS
    assert Action.CANCEL not in MATCH_ACTIONS
