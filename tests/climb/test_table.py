"""The stage of a climb at a table, and its time."""

from __future__ import annotations

from pathlib import Path

import pytest

from game.climb.aces import AceName
from game.climb.game import (
    ClimbKeeper,
    begin_game,
)
from game.climb.open_climb import OpenClimb
from game.climb.stage import begin_climb_stage
from game.climb.state import ClimbState
from game.climb.table import StageFlow, stage_game
from game.play.table_control import TableControl
from game.rules.match import Player
from game.rules.moves import Call, Called, Place, Placed
from tests.climb.boards import slots
from tests.climb.stores import DAY, play, store_at
from tests.play.engines import ScriptedEngines


def test_a_table_plays_the_stage_of_its_climb(tmp_path: Path) -> None:
    """K7, K19: its tiles are the deck's, each move is stored; after a stage it is the last one."""
    store, state = store_at(tmp_path), ClimbState("table", slots=slots(AceName.SWAP))
    stage = begin_climb_stage("table", 1, Player("Ana"))
    game = ClimbKeeper(store, "", OpenClimb("Ana", state, stage=stage))
    assert game.match == stage.match
    assert game.seed_of(0) is None
    with pytest.raises(NotImplementedError):
        game.keep(game.match)
    for index, tile in enumerate(stage.deck[:2]):
        called = (tile,)
        assert game.next_call(game.match.round, index) == called
        assert game.perform(Call(called)) == (Called(index, called),)
        if index == 0:
            events = game.perform(Place(0, tile, 4))
            assert events == (Placed(0, tile, 4, is_late=False),)
    instead = game.next_call(game.match.round, 2)
    assert game.swap(stage.deck[1]) == (Called(1, instead),)
    assert game.open.swaps_left == 2
    assert game.match.round.calls == (stage.deck[:1], instead)
    game = begin_game(store, "Ana", seed="9")
    while len(game.open.steps) < 2:
        if game.open.stage is not None and game.open.stage.match.is_complete:
            step = game.finish_stage()
            assert step == game.open.steps[-1]
            assert game.match == step.entry.match
        else:
            play(game, 1)


def test_a_table_s_time_is_its_stage_s_time(tmp_path: Path) -> None:
    """It begins at the stage's time so far, and runs while a call waits for its answer."""
    store, now, told = store_at(tmp_path), [0.0], list[int]()
    game = begin_game(store, "Ana", day=DAY)
    game.take_time(4000)
    flow = StageFlow(game, lambda: 0.0, lambda: now[0], lambda: told.append(len(told)))
    control = TableControl(stage_game(game), ScriptedEngines(), lambda: now[0], flow)
    assert control.game.match == game.match
    while not game.match.round.calls:
        control.advance(0.1, is_moving=False)
    assert told
    assert game.open.milliseconds == 4000
    for seconds, milliseconds in ((1.25, 5250), (2.0, 6000), (1.5, 6000)):
        now[0] = seconds
        control.advance(0.1, is_moving=False)
        assert game.open.milliseconds == milliseconds
    (tile,) = game.match.round.calls[-1]
    control.place(tile, 0)
    assert len(told) > 1
