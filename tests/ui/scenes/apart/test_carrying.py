"""The rare actions on a table apart: turn files, the key, removal."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from game.net.journal.invitations import read_invitation
from game.net.service.service import Service
from game.storage.places import HOME_VARIABLE
from game.ui.frame.context import Context
from game.ui.frame.intents import Dropped
from game.ui.parts import Dialog
from game.ui.scenes.apart.carrying import CarryingScene
from game.ui.scenes.apart.going import GoingScene
from game.ui.scenes.apart.lobby import LobbyScene
from tests.golden.pages import changed_pages
from tests.ui.scenes.apart.tables import LEAGUE, open_for_computers, wait_for, wait_for_words
from tests.ui.scenes.stage import Stage


def test_a_table_is_played_again_its_file_is_dropped_and_it_is_removed(
    context: Context, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, service: Service
) -> None:
    monkeypatch.setenv(HOME_VARIABLE, str(tmp_path / "documents"))
    table = open_for_computers(service)
    wait_for(lambda: service.snapshots[table].is_over)
    path = service.save_turn_file(table).result(30)
    stage = Stage(context, LobbyScene(context))
    stage.click(stage.part(table))
    stage.wait_until(
        lambda: service.snapshots[table].rematch and not isinstance(stage.top, LobbyScene)
    )
    again = next(id for id in service.snapshots if id != table)
    assert read_invitation(service.snapshots[table].rematch).table == again
    assert service.snapshots[again].table is not None
    found = service.snapshots[again].table
    assert found is not None
    assert found.opened.rules == LEAGUE
    # What is dropped on the list leads to its table, and is refused once that is removed.
    stage = Stage(context, LobbyScene(context))
    stage.give(Dropped(str(path)))
    stage.wait_until(lambda: not isinstance(stage.top, LobbyScene))
    assert not isinstance(stage.top, Dialog)
    # Dropped anywhere else it is taken in over what is there.
    stage = Stage(context, context.routes.guests(str(path)))
    stage.wait_until(lambda: not isinstance(stage.top, GoingScene))
    assert not isinstance(stage.top, Dialog)
    # Its result stays within reach where the row offers the rematch.
    stage = Stage(context, CarryingScene(context, table, can_remove=True))
    stage.click(stage.part("result"))
    assert not isinstance(stage.top, CarryingScene)
    stage = Stage(context, CarryingScene(context, table, can_remove=True))
    stage.click(stage.find(context.text("together.remove")))
    stage.click(stage.find(context.text("together.remove")))
    stage = Stage(context, LobbyScene(context))
    wait_for(lambda: table not in service.snapshots)
    stage.give(Dropped(str(path)))
    wait_for_words(stage, context.text("errors.fault.unknown-turn-file"))


@pytest.mark.skipif(not hasattr(time, "tzset"), reason="times of day depend on the zone")
def test_pages_are_drawn_and_read_as_they_were() -> None:
    assert changed_pages("apart-carrying") == []
