"""The scene for each state of a table apart."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Final

import pytest

from game.ui.frame.context import Context
from game.ui.frame.scene import Push, Scene
from game.ui.scenes.apart.carrying import CarryingScene
from game.ui.scenes.apart.going import play_again
from game.ui.scenes.apart.leading import LeadingScene
from game.ui.scenes.apart.lobby import LobbyScene
from game.ui.scenes.apart.standings import StandingsScene
from game.ui.scenes.apart.waiting import WaitingScene
from game.ui.scenes.count.scene import CountScene
from game.ui.scenes.table.scene import TableScene
from tests.each import some
from tests.gallery import apart as sample
from tests.gallery.apart import TABLES, table_id
from tests.golden.pages import changed_pages
from tests.ui.scenes.apart.tables import SAMPLES, wait_for_words
from tests.ui.scenes.stage import Stage

GONE: Final[dict[str, Callable[[Context, bytes], Scene]]] = {
    "waiting": WaitingScene,
    "leading": LeadingScene,
    "standings": StandingsScene,
    "carrying": lambda context, table: CarryingScene(context, table, can_remove=True),
    "rematch": play_again,
    "next": lambda context, table: context.routes.apart_next(table),
    "table": lambda context, table: context.routes.apart_table(table),
}


@pytest.mark.parametrize("scene", GONE)
@pytest.mark.parametrize("table", some([1, 2, 3], 2))
def test_a_table_that_goes_while_it_is_shown_crashes_nothing(
    context: Context, scene: str, table: int
) -> None:
    """Each button of each page is pressed just after; then the page gives way."""
    context.paste_text = lambda: ""
    context.copy_text = lambda words: True
    sample.page(context, "lobby.LobbyScene")
    service, id = context.apart.service, table_id(table)
    known = service.snapshots
    shown = known[id].table
    if scene == "table" and (shown is None or shown.match is None):
        return
    labels = Stage(context, GONE[scene](context, id)).form.widgets
    for index in range(len(labels)):
        service.snapshots = known
        stage = Stage(context, LobbyScene(context))
        stage.stack.apply(Push(GONE[scene](context, id)))
        service.snapshots = {}
        if index < len(stage.form.widgets):
            stage.click(stage.form.widgets[index])
        stage.press("enter")
        stage.let(0.1)
        stage.draw()
        if scene != "table":
            service.snapshots = {}
            stage.press("escape")
    service.snapshots = {}
    stage = Stage(context, LobbyScene(context))
    if scene != "table":
        stage.stack.apply(Push(GONE[scene](context, id)))
        stage.let(0.1)
        assert isinstance(stage.top, LobbyScene)


@pytest.mark.parametrize(
    ("sample", "words"),
    [
        ("apart-newer", "It was opened by a newer version of the game: update yours"),
        ("apart-unreachable", "file:///home/mara/Cloud does not answer"),
    ],
)
def test_a_table_that_does_not_come_says_why(context: Context, sample: str, words: str) -> None:
    stage = Stage(context, SAMPLES[sample].make(context))
    wait_for_words(stage, words)


def test_each_state_of_a_table_has_its_scene(context: Context) -> None:
    (few, mine, waiting, _), many = TABLES["few"], TABLES["many"]
    (watched,), (lost,), (won,) = TABLES["watched"], TABLES["lost"], TABLES["won"]
    (earlier,) = TABLES["earlier"]
    sample.page(context, "lobby.LobbyScene")
    for snapshot, scene in (
        (earlier, LeadingScene),
        (replace(waiting, table=None), WaitingScene),
        (waiting, WaitingScene),
        (mine, TableScene),
        (watched, TableScene),
        (few, LeadingScene),
        (replace(few, is_master=False), TableScene),
        (many[5], CountScene),
        (lost, CountScene),
        (replace(lost, own_seats=()), CountScene),
        (replace(lost, is_stopped=True), LeadingScene),
        (replace(mine, is_stopped=True), LeadingScene),
    ):
        context.apart.service.snapshots = {snapshot.id: snapshot}
        assert type(context.routes.apart_next(snapshot.id)) is scene
    assert isinstance(context.routes.apart_next(b"unknown"), LobbyScene)
    # A finished game of one's own is filed, and offers another where one may be played.
    context.apart.service.snapshots = {one.id: one for one in (lost, won)}
    for snapshot, words in ((lost, "together.rematch"), (replace(lost, own_seats=()), "")):
        context.apart.service.snapshots = {snapshot.id: snapshot}
        stage = Stage(context, context.routes.apart_next(snapshot.id))
        assert stage.has(context.text("together.rematch")) is bool(words)


def test_pages_are_drawn_and_read_as_they_were() -> None:
    assert changed_pages("apart-next_scene") == []
