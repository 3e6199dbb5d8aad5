"""The rare actions on a table apart: turn files, the key, removal."""

from __future__ import annotations

import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from game.net.journal.invitations import read_invitation
from game.net.service.service import Service
from game.net.service.snapshots import TableSnapshot
from game.storage.places import HOME_VARIABLE
from game.ui.frame.context import Context
from game.ui.frame.intents import Dropped
from game.ui.frame.scene import Pop, Push
from game.ui.parts import MAIN, Dialog
from game.ui.scenes.apart.carrying import CarryingScene
from game.ui.scenes.apart.going import GoingScene
from game.ui.scenes.apart.leading import LeadingScene
from game.ui.scenes.apart.lobby import LobbyScene
from tests.gallery import apart as sample
from tests.gallery.apart import TABLES
from tests.golden.pages import changed_pages
from tests.ui.scenes.apart.tables import (
    LEAGUE,
    answered,
    open_for_computers,
    wait_for,
    wait_for_words,
)
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


def carrying(context: Context, snapshot: TableSnapshot, **how: bool) -> Stage:
    """Open the rare actions on one table over the list."""
    stage = Stage(context, sample.page(context, "lobby.LobbyScene"))
    context.apart.service.snapshots = {snapshot.id: snapshot}
    stage.stack.apply(Push(CarryingScene(context, snapshot.id, **how)))
    return stage


def test_each_table_has_the_actions_that_fit_its_state(context: Context) -> None:
    playing, (watched,), (over,) = TABLES["few"][1], TABLES["watched"], TABLES["lost"]
    by_mail = replace(playing.seating.invitation, url="")
    unsent = replace(
        playing,
        is_master=False,
        unsent=1,
        seating=replace(playing.seating, invitation=by_mail),
    )
    outsider = replace(watched, seating=replace(watched.seating, seats=()))
    seatless = replace(playing, seating=replace(playing.seating, seats=()))
    common = ["copy", "save", "take", "key", MAIN]
    for snapshot, can_remove, ids in (
        (playing, False, common),
        (playing, True, [*common, "remove"]),
        (over, True, [*common, "result", "remove"]),
        (over, False, common),
        (outsider, False, ["copy", "save", "take", MAIN]),
        (seatless, False, common),
        (unsent, False, ["save", "take", "key", MAIN, "back"]),
    ):
        stage = carrying(context, snapshot, can_remove=can_remove)
        assert [part.id for part in stage.widgets() if part.is_pressable] == ids
    copy, back = context.text("together.copy_turns"), context.text("menu.back")
    shown = stage.read()
    assert shown.index(copy) < shown.index(back)
    stage.click(stage.part("back"))
    assert isinstance(stage.top, LobbyScene)


def test_each_action_asks_the_tables_and_says_what_came_of_it(
    context: Context, monkeypatch: pytest.MonkeyPatch, copied: list[str]
) -> None:
    asked: list[tuple[Any, ...]] = []

    def answer(name: str, result: object) -> None:
        def ask(_: Service, *given: object) -> object:
            asked.append((name, *given))
            return result

        monkeypatch.setattr(Service, name, ask)

    answer("turn_file", answered("TIE1T.file"))
    answer("save_turn_file", answered(Path("saved") / "turns.txt"))
    answer("take", answered(bytes(16)))
    answer("seat_key", "TIE1K.key")
    answer("remove", None)
    text, table, (over,) = context.text, TABLES["few"][1], TABLES["lost"]
    context.paste_text = lambda: "TIE1T.pasted"
    saved = text("together.turns_saved", path=str(Path("saved") / "turns.txt"))
    for part, request, words in (
        ("copy", ("turn_file", table.id), text("together.turns_copied")),
        ("save", ("save_turn_file", table.id), saved),
        ("take", ("take", "TIE1T.pasted"), text("together.taken")),
        ("key", ("seat_key", table.id), text("together.key_copied")),
    ):
        stage = carrying(context, table, can_remove=True)
        assert words not in " ".join(stage.read())
        stage.click(stage.part(part))
        stage.let(0.1)
        assert asked.pop() == request
        assert words in " ".join(stage.read())
    assert copied == ["TIE1T.file", "TIE1K.key"]
    stage = carrying(context, table, copies=True)
    stage.let(0.1)
    assert copied[2:] == ["TIE1T.file"], "it copies at once"
    context.copy_text = lambda _: False
    for part in ("copy", "key"):
        stage.click(stage.part(part))
        stage.let(0.1)
        assert text("menu.not_copied") in " ".join(stage.read())
    asked.clear()
    for snapshot, body in ((table, "lost"), (over, "over")):
        stage = carrying(context, snapshot, can_remove=True)
        stage.click(stage.part("remove"))
        assert isinstance(stage.top, Dialog)
        assert stage.top.body == text(f"together.remove_{body}")
        stage.click(stage.find(text("menu.back")))
        assert asked == []
        stage.click(stage.part("remove"))
        stage.click(stage.find(text("together.remove")))
        assert asked == [("remove", snapshot.id)]
        assert isinstance(stage.top, LobbyScene)
        asked.clear()


def test_what_is_wrong_with_a_table_is_shown_until_something_is_done(
    context: Context, copied: list[str]
) -> None:
    table = replace(TABLES["few"][1], trouble="no answer")
    stage = carrying(context, table)
    wrong = context.text("together.unreachable", address="file:///home/mara/Cloud")
    assert wrong in " ".join(stage.read())
    stage.click(stage.part("key"))
    assert wrong not in " ".join(stage.read())
    assert len(copied) == 1
    stage = Stage(context, LeadingScene(context, table.id))
    stage.click(stage.part("carry"))
    assert isinstance(stage.top, CarryingScene)
    stage.stack.apply(Pop())
    assert isinstance(stage.top, LeadingScene)


@pytest.mark.skipif(not hasattr(time, "tzset"), reason="times of day depend on the zone")
def test_pages_are_drawn_and_read_as_they_were() -> None:
    assert changed_pages("apart-carrying") == []
