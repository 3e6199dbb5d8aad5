"""A placement is applied once and written once, with every keeper of a match."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from types import FrameType
from typing import Any

import pytest

import game.rules.match as rules
import game.storage.files as files
from game.bots.players.simple import GreedyBot
from game.climb.game import begin_game
from game.play.caller import CallerGame, Pace
from game.play.table import TableSetup
from game.play.table_control import TableControl
from game.progress.match_saving import start_game
from game.rules.match import Player, legal_placements
from game.rules.moves import Place
from game.rules.ruleset import Ruleset
from game.storage.places import HOME_VARIABLE, find_places
from game.storage.store import open_storage
from game.ui.frame.context import Context
from game.ui.frame.scene import Scene
from game.ui.scenes.table.scene import TableScene
from tests.climb.plays import next_act
from tests.net.test_table_flow import Evening
from tests.ui.scenes.conftest import PromptEngines

WATCHED = {
    rules.apply.__code__: "apply",
    files.write_atomically.__code__: "write",
}


@pytest.fixture
def stored(context: Context, tmp_path: Path) -> Iterator[Context]:
    """A player whose files are on the disk."""
    context.store = open_storage(find_places({HOME_VARIABLE: str(tmp_path)}))
    context.engines = PromptEngines()
    yield context
    context.store.close()


def setup_of() -> TableSetup:
    return TableSetup(Ruleset(), (Player("Ana"),), "7", "standard")


def control_of(scene: Scene) -> TableControl:
    assert isinstance(scene, TableScene)
    return scene.control


def match_table(context: Context, _: Path) -> TableControl:
    table = start_game(context.store, setup_of())
    table.begin_round()
    return control_of(context.routes.table(table))


def stage_table(context: Context, _: Path) -> TableControl:
    climb = begin_game(context.store, "Ana", seed="1")
    while not isinstance(act := next_act(climb.open, GreedyBot(), Random(1)), Place):
        climb.act(act)
    return control_of(context.routes.climb_table(climb))


def apart_table(_: Context, folder: Path) -> TableControl:
    evening = Evening(folder / "apart")
    evening.keep_drafts()
    return evening.control


def box_table(context: Context, _: Path) -> TableControl:
    box = CallerGame.start(setup_of(), Pace(), context.engines, context.store.save_match)
    while not box.is_round_called:
        box.call(box.draw())
    control = control_of(context.routes.board_entry(box))
    while not control.game.hand():
        control.advance(0.1, is_moving=False)
    return control


TABLES: dict[str, Callable[[Context, Path], TableControl]] = {
    "match": match_table,
    "stage": stage_table,
    "apart": apart_table,
    "box": box_table,
}


@pytest.mark.parametrize("kind", TABLES)
def test_a_placement_is_one_apply_and_one_write(stored: Context, tmp_path: Path, kind: str) -> None:
    control = TABLES[kind](stored, tmp_path)
    for _ in range(2):
        seen: Counter[str] = Counter()

        def note(frame: FrameType, event: str, _: Any, seen: Counter[str] = seen) -> None:
            if event == "call" and frame.f_code in WATCHED:
                seen[WATCHED[frame.f_code]] += 1

        chosen = legal_placements(control.game.match, control.game.view)[0]
        sys.setprofile(note)
        try:
            control.place(chosen.tile, chosen.space)
        finally:
            sys.setprofile(None)
        assert control.game.position().tiles[chosen.space] is chosen.tile
        assert seen == {"apply": 1, "write": 1}
        if kind == "apart":
            # The next call is the game master's.
            return
        for _ in range(200):
            if control.game.hand():
                break
            control.advance(0.1, is_moving=False)
