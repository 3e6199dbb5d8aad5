"""The curtain between two people with hidden boards: what it names, and what it lets through."""

from __future__ import annotations

from itertools import product

import pytest

from game.play.table_game import Phase as Waits
from game.storage.store import Storage
from game.ui.frame.context import Context
from game.ui.frame.topics import Topic
from game.ui.parts import Dialog, Text
from game.ui.scenes.count.steps import substitute_name
from game.ui.scenes.shared.names import bot_name
from game.ui.scenes.table.hand_over import HandOver
from game.ui.scenes.table.scene import TableScene
from game.ui.scenes.title.scene import TitleScene
from game.ui.widgets import say
from tests.golden.pages import changed_pages
from tests.ui.scenes.stage import FRAME
from tests.ui.scenes.table_stage import open_table, people, picture_bytes, reopen_table

SINGLE = "classic free single none"


def told_on(scene: HandOver) -> str:
    """Return the news on the screen that covers the table, "" for no news."""
    part = scene.find("news")
    return say(part.words) if isinstance(part, Text) else ""


@pytest.mark.usefixtures("pixels")
def test_hidden_boards_stay_behind_the_curtain(player: Context) -> None:
    def behind(space: str) -> tuple[bytes, bytes]:
        # The deal is new to both.
        player.store = Storage.in_memory()
        stage = open_table(player, SINGLE, people("Ana", "Ben"), has_hidden_boards=True)
        stage.click_space(space)
        stage.let_until(lambda: isinstance(stage.top, HandOver))
        stage.let(3)
        curtain = picture_bytes(stage)
        stage.press("return")
        assert isinstance(stage.top, TableScene)
        assert stage.game.view == 1
        stage.let(3)
        return curtain, picture_bytes(stage)

    assert behind("a1") == behind("c5")


def test_the_next_person_sees_no_cursor_of_the_last_one(player: Context) -> None:
    stage = open_table(player, SINGLE, people("Ana", "Ben"), has_hidden_boards=True)
    stage.key_to("a1")
    stage.press("return")
    stage.let_until(lambda: isinstance(stage.top, HandOver))
    stage.press("return")
    assert stage.game.view == 1
    assert stage.table.selection.target is None


def test_the_curtain_names_the_person_the_call_and_the_seat(player: Context) -> None:
    rules = "classic free mail none"
    stage = open_table(player, rules, people("Ana", "Ben"), has_hidden_boards=True)
    for call, name in ((1, "Ben"), (2, "Ana")):
        while not isinstance(stage.top, HandOver):
            if stage.waits() is Waits.ACT:
                stage.click_space(stage.game.legal(stage.game.hand()[0])[0])
            stage.let(FRAME)
        words = stage.read()
        seat = "12"[["Ana", "Ben"].index(name)]
        sees = player.text("play.pass_sees", call=call, calls=9)
        assert [each in words for each in (name, seat, sees)] == [True] * 3
        stage.press("return")


def test_behind_the_curtain_the_last_tile_can_be_taken_back(player: Context) -> None:
    stage = open_table(player, SINGLE, people("Ana", "Ben"), has_hidden_boards=True)
    for way in ("key", "button"):
        stage.click_space("a1")
        stage.let_until(lambda: isinstance(stage.top, HandOver))
        if way == "key":
            stage.press("backspace")
        else:
            stage.click(stage.find(player.text("play.pass_take_back", name="Ana")))
        # Nobody sees a board before its owner is there.
        assert isinstance(stage.top, HandOver)
        assert player.text("play.pass_on", name="Ana") in " ".join(stage.read())
        stage.press("return")
        assert (stage.game.view, stage.waits()) == (0, Waits.ACT)
        assert stage.match.round.seats[0].position.filled == 0


@pytest.mark.usefixtures("pixels")
def test_taking_back_before_one_has_placed_asks_before_it_uncovers_a_board(
    player: Context,
) -> None:
    stage = open_table(player, SINGLE, people("Ana", "Ben", "Chloé"), has_hidden_boards=True)
    stage.click_space("a1")
    stage.let_until(lambda: isinstance(stage.top, HandOver))
    assert "call 1 of 19" in stage.top.read(Topic.BOARD)
    stage.press("return")
    # All other boards are hidden: there is nothing to leaf through.
    assert player.text("play.key.others") not in " ".join(stage.read())
    # Who uses keys sees them.
    stage.press("left")
    before = picture_bytes(stage)
    for answer in ("escape", "return"):
        stage.press("backspace")
        assert isinstance(stage.top, Dialog)
        stage.press(answer)
        assert (stage.game.view, picture_bytes(stage)) == (1, before)
    stage.press("backspace")
    stage.click(stage.find(player.text("play.pass_take_back", name="Ana")))
    assert isinstance(stage.top, HandOver)
    stage.press("return")
    assert (stage.game.view, stage.waits()) == (0, Waits.ACT)
    assert stage.match.round.seats[0].position.filled == 0


def test_the_curtain_tells_what_the_league_did(player: Context) -> None:
    stage = open_table(
        player,
        "classic free mail none",
        people("Ana", "Ben"),
        has_hidden_boards=True,
        answer_seconds=10,
    )
    stage.place_somewhere()
    (placed,) = stage.match.round.seats[0].turns[0].placements
    told: list[str] = []
    while not stage.game.is_out(0):
        stage.let_until(lambda: isinstance(stage.top, HandOver) or stage.waits() is Waits.ACT)
        if isinstance(stage.top, HandOver):
            told.append(told_on(stage.top))
            stage.press("return")
        elif stage.game.view == 1:
            stage.play_call()
        else:
            stage.let(11)
    text = player.text
    assert isinstance(stage.top, HandOver)
    last = told_on(stage.top)
    (first,) = (entry for entry in told if entry)
    assert text("play.missed", name="Ana", call=1) in first
    assert text("play.tiles_back", tiles="–".join(str(placed.tile))) in first
    calls = stage.match.round.calls
    names = ", ".join("–".join(str(tile)) for tile in calls[0])
    assert text("play.owed", tiles=names) in first
    assert text("play.missed", name="Ana", call=2) in last
    assert all("–".join(str(tile)) in last for tile in calls[0])
    substitute = bot_name(player, stage.game.engine_of(0))
    assert text("play.is_out", name="Ana", substitute=substitute) in last
    assert substitute_name(player, stage.match, 0) == substitute


def test_with_hidden_boards_a_fallen_tile_is_told_on_the_pass_screen(player: Context) -> None:
    stage = open_table(
        player, SINGLE, people("Ana", "Ben"), has_hidden_boards=True, answer_seconds=10
    )
    (tile,) = stage.game.hand()
    stage.let(10.2)
    stage.let_until(lambda: isinstance(stage.top, HandOver))
    assert isinstance(stage.top, HandOver)
    words = player.text("play.time_up_of", name="Ana", tiles="–".join(str(tile)))
    assert told_on(stage.top) == words


def test_the_curtain_waits_as_long_as_it_takes(player: Context) -> None:
    stage = open_table(player, SINGLE, people("Ana", "Ben"), has_hidden_boards=True)
    stage.click_space("c3")
    stage.let(60)
    assert isinstance(stage.top, HandOver)
    assert len(stage.match.round.calls) == 1
    stage.press("return")
    for _ in range(2):
        stage.click_space(stage.game.legal(stage.game.hand()[0])[0])
        stage.let(60)
    assert isinstance(stage.top, HandOver)
    assert len(stage.match.round.calls) == 2


def test_the_curtain_leads_back_to_the_menu(player: Context) -> None:
    for way, is_reopened in product(("key", "button"), (False, True)):
        stage = open_table(player, SINGLE, people("Ana", "Ben"), has_hidden_boards=True)
        stage.place_somewhere()
        stage.let(4)
        match = stage.match
        again = reopen_table(player) if is_reopened else stage
        if way == "key":
            again.press("escape")
        else:
            again.click(again.find(player.text("play.menu")))
        assert isinstance(again.top, TitleScene)
        assert [w.match for w in player.store.autosave.waiting()] == [match]
        again.click(again.find(player.text("menu.continue")))
        assert isinstance(again.top, HandOver)
        player.store.autosave.clear()


def test_pages_are_drawn_and_read_as_they_were() -> None:
    assert changed_pages("hand_over") == []
