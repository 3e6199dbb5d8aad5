"""The ways to play together, and the list of tables apart."""

from __future__ import annotations

import re
import time
from concurrent.futures import Future
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

import pytest

from game.net.journal.store import StoreBusy, TableOpening, TableStore
from game.net.service.service import Service
from game.net.service.tables import open_table
from game.rules.ruleset import Ruleset
from game.ui.frame.apart import Apart
from game.ui.frame.context import Context
from game.ui.frame.scene import Pop, Scene
from game.ui.parts import MAIN, Dialog, PageScene
from game.ui.scenes.apart.carrying import CarryingScene
from game.ui.scenes.apart.going import GoingScene
from game.ui.scenes.apart.joining import JoinScene
from game.ui.scenes.apart.leading import LeadingScene
from game.ui.scenes.apart.lobby import LobbyScene
from game.ui.scenes.apart.opening import OpeningScene
from game.ui.scenes.apart.waiting import WaitingScene
from game.ui.scenes.count.scene import CountScene
from game.ui.scenes.phones.inviting import InvitingScene
from game.ui.scenes.phones.sitting import SittingScene
from game.ui.scenes.setup.scene import SetupScene
from game.ui.scenes.table.scene import TableScene
from tests.gallery import NOW
from tests.gallery import apart as sample
from tests.gallery.apart import TABLES, table_id
from tests.golden.pages import changed_pages
from tests.ui.scenes.apart.tables import SAMPLES, play_league, until, wait_for, wait_for_words
from tests.ui.scenes.stage import Stage


def test_the_game_master_is_shown_which_guests_ask_for_a_rematch(
    context: Context, tmp_path: Path, other: Service, service: Service
) -> None:
    """On the result, the list and the page that leads, as it comes; until the rematch is open."""
    table = play_league(service, other, tmp_path / "shared")
    words = "Ben would like another game"
    pages = [context.routes.apart_next(table), LobbyScene(context), LeadingScene(context, table)]
    stages = [Stage(context, page) for page in pages]
    for stage in stages:
        stage.let(0.1)
        assert words not in " ".join(stage.read())
    other.ask_for_rematch(table)
    for stage in stages:
        wait_for_words(stage, words)
    service.rematch(table).result(30)
    wait_for(lambda: not service.snapshots[table].wants_rematch)
    for stage in stages:
        stage.let(1.5)
        assert words not in " ".join(stage.read())


def test_damaged_tables_are_told_once_each(context: Context, tmp_path: Path) -> None:
    store = TableStore(tmp_path / "apart")
    tables = [open_table(store, TableOpening(Ruleset(), 2, 3600, ("Ana",), ())) for _ in range(2)]
    requests = tables[0].folder / "requests.json"
    requests.write_text("{")
    (tables[1].folder / "table.json").write_text("{}")
    told: list[str] = []
    for _ in range(2):
        context.apart = Apart(tmp_path / "apart")
        stage = Stage(context, context.routes.apart())
        assert context.apart.opening is not None
        context.apart.opening.result(30)
        for _ in range(6):
            stage.let(0.1)
            if isinstance(stage.top, Dialog):
                told.append(" ".join(stage.read()))
                stage.press("return")
        assert list(context.apart.service.snapshots) == [tables[0].id]
        context.apart.close()
    # A file that was put aside is not reported again.
    words = " ".join(told)
    assert len(told) == 3
    assert words.count("requests.kept-1.json") == 1
    # A long path is broken over lines.
    assert all("table.json" in one.replace(" ", "") for one in told if "requests" not in one)
    assert (tables[1].folder / "table.json").read_text() == "{}"


def test_a_table_that_another_program_leads_is_taken_back_by_one_press(
    context: Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    SAMPLES["apart-lobby"].make(context)
    service, id = context.apart.service, sample.table_id(2)
    service.snapshots = {id: replace(service.snapshots[id], is_stopped=True)}
    taken: list[bytes] = []
    monkeypatch.setattr(service, "lead_here", taken.append)
    stage = Stage(context, LobbyScene(context))
    wait_for_words(stage, context.text("together.led_elsewhere"))
    stage.click(stage.part(id))
    assert taken == [id]


WORDS: Final = {
    "apart-lobby": (
        "Together. Your turn. Standard game: Your turn: 0:42. Ana, Ben and Cléo · Call 8 of 19."
        " until 15 January 2027. Play. Waiting for others. Autumn league: Waiting for Elif and "
        "Tom: 2 d. Mara, Jonas, Elif and Tom · Call 6 of 9 · Correspondence league. until 17 "
        "January 2027. Lead. Standard game: 1 seat is free. Ana. correspondence: 3 days for "
        "each call. Invite. Over. Autumn league: Over; won by Mara, Jonas, Elif and Tom with "
        "174 points. Mara, Jonas, Elif and Tom · 13 January 2027 · Correspondence league. Next "
        "game. At this screen. On phones. I was invited. Elsewhere."
    ),
    "apart-lobby-many": (
        "Together. Your turn. Standard game: Your turn: 0:42. Ana, Ben and Cléo · Call 8 of 19."
        " until 15 January 2027. Play. Standard game: Over; won by Ana and Ben with 123 points."
        " Ana and Ben · 13 January 2027. Join the rematch. Waiting for others. Four rounds: "
        "Waiting for Jonas: 30 h. Ana and Jonas · Call 5 of 76. until 16 January 2027. Look in."
        " Autumn league: Waiting for Elif and Tom: 2 d. Mara, Jonas, Elif and Tom · Call 6 of 9"
        " · Correspondence league. until 17 January 2027. Lead. Standard game: 1 seat is free. "
        "Ana. correspondence: 3 days for each call. Invite. Over. Standard game: Over; won by "
        "Ana, Ben and Émile with 120 points. Ana, Ben and Émile · 13 January 2027. Ben and "
        "Émile would like another game. Rematch. Autumn league: Over; won by Mara, Jonas, Elif "
        "and Tom with 174 points. Mara, Jonas, Elif and Tom · 13 January 2027 · Correspondence "
        "league. Next game. Standard game: Over; won by Ana, Ben and Émile with 120 points. "
        "Ana, Ben and Émile · 13 January 2027. Rematch. 3 older tables. At this screen. On "
        "phones. I was invited. Elsewhere."
    ),
    "apart-carry": (
        "Autumn league · Call 6 of 9 · Waiting for Elif and Tom: 2 days 4 h. Without a shared "
        "folder, send the game master a turn file, and paste the one you get back, or drop it "
        "here. Your key lets you continue on another computer: anyone who has it can play for "
        "you, so keep it to yourself. Copy the turn file. Save the turn file. Paste a turn "
        "file. Copy my key for this table. Back. Remove the table."
    ),
}
"""The words of pages that name a time of day, without it: it depends on where one is."""


@pytest.mark.parametrize("name", WORDS)
def test_each_page_says_the_state_of_its_table_and_what_can_be_done(
    context: Context, name: str
) -> None:
    context.store.clock = lambda: NOW
    scene = SAMPLES[name].make(context)
    stage = Stage(context, scene)
    stage.let(0.3)
    assert isinstance(scene, PageScene)
    words = re.sub(r", \d\d:\d\d(?=\.)", "", scene.spoken(scene.root))
    assert words.replace("\N{NO-BREAK SPACE}", " ") == WORDS[name]


def test_tables_are_listed_by_the_end_of_their_calls_then_from_the_newest(
    context: Context,
) -> None:
    stage = Stage(context, SAMPLES["apart-lobby-many"].make(context))
    service = context.apart.service
    over = service.snapshots[table_id(10)]
    calls = service.snapshots[table_id(11)]
    begun = {20 + day: over.begun_at + 86_400 * day for day in range(1, 6)}
    service.snapshots = {
        table_id(number): replace(over, id=table_id(number), begun_at=at)
        for number, at in begun.items()
    }
    for number, hours in ((30, 9), (31, 5)):
        ends = until(calls, sample.NOW + hours * 3600)
        service.snapshots[table_id(number)] = replace(ends, id=table_id(number))
    stage = Stage(context, LobbyScene(context))

    def listed() -> list[int]:
        ids = [part.id for part in stage.widgets() if isinstance(part.id, bytes)]
        return [one[0] for one in ids]

    assert listed() == [31, 30, 25, 24, 23]
    older = context.text("together.older", count=2)
    assert older in " ".join(stage.read())
    stage.click(stage.part("older"))
    assert listed() == [31, 30, 25, 24, 23, 22, 21]
    assert stage.top.find("older") is None  # type: ignore[attr-defined]


def test_each_way_to_play_together_leads_to_its_page(context: Context) -> None:
    """From an empty list and from one with tables."""
    pages = {"phones": InvitingScene, "join": JoinScene, "elsewhere": OpeningScene}
    for name in ("apart-lobby-empty", "apart-lobby"):
        stage = Stage(context, SAMPLES[name].make(context))
        lobby = stage.top
        stage.click(stage.part("here" if name == "apart-lobby" else MAIN))
        assert isinstance(stage.top, SetupScene)
        assert [seat.bot for seat in stage.top.control.choices.seats] == ["", ""]
        stage.press("escape")
        for part, page in pages.items():
            stage.click(stage.part(part))
            assert isinstance(stage.top, page)
            context.close_phones()
            stage.stack.apply(Pop())
            assert stage.top is lobby
    # What is on the clipboard is pasted where it is an invitation or a room's address.
    for pasted, page in (("hello", JoinScene), ("http://192.168.1.20:8720/KQXR", SittingScene)):
        context.paste_text = lambda pasted=pasted: pasted  # type: ignore[misc]
        stage.click(stage.part("join"))
        assert isinstance(stage.top, page)
        assert getattr(stage.top, "code", "") == ""
        stage.stack.apply(Pop())


def test_the_list_says_that_its_tables_are_loading_or_why_there_are_none(context: Context) -> None:
    for name in ("apart-lobby", "apart-lobby-empty"):
        lobby = SAMPLES[name].make(context)
        opening = context.apart.opening = Future()
        stage = Stage(context, lobby)
        loading = context.text("together.loading")
        assert loading in " ".join(stage.read())
        opening.set_exception(StoreBusy())
        stage.let(1.1)
        shown = " ".join(stage.read())
        assert loading not in shown
        assert context.text("together.busy") in shown
        done = context.apart.opening = Future()
        done.set_result(None)
        stage.let(1.1)
        assert context.text("together.busy") not in " ".join(stage.read())
        context.apart.opening = None


def test_a_press_on_a_table_does_what_its_row_says(
    context: Context, requests: list[tuple[Any, ...]], monkeypatch: pytest.MonkeyPatch
) -> None:
    league, mine, waiting, ended = TABLES["few"]
    again, over = TABLES["many"][5], TABLES["many"][6]
    (watched,), (won,) = TABLES["watched"], TABLES["won"]
    by_mail = replace(mine.seating, invitation=replace(mine.seating.invitation, url=""))
    unsent = replace(mine, is_master=False, unsent=1, seating=by_mail, waited=frozenset({2}))
    handed_in = replace(mine, waited=frozenset({2}))
    invited = replace(over, rematch=again.rematch)
    cases: tuple[tuple[Any, str, type[Scene]], ...] = (
        (again, "rematch_join", GoingScene),
        (over, "rematch", GoingScene),
        (ended, "next_match", GoingScene),
        (invited, "result", CountScene),
        (replace(over, is_master=False), "result", CountScene),
        (replace(won, is_promise_broken=True, own_seats=(), is_master=False), "result", CountScene),
        (unsent, "copy_turns", CarryingScene),
        (mine, "play", TableScene),
        (replace(handed_in, can_go_on=True), "lead", TableScene),
        (league, "lead", LeadingScene),
        (waiting, "invite", WaitingScene),
        (replace(waiting, is_master=False), "look_in", WaitingScene),
        (replace(waiting, table=None, is_master=False), "look_in", WaitingScene),
        (handed_in, "look_in", TableScene),
        (watched, "look_in", TableScene),
    )
    monkeypatch.setattr(Service, "turn_file", lambda *_: Future[str]())
    monkeypatch.setattr(Service, "rematch", lambda *_: Future[bytes]())
    monkeypatch.setattr(Service, "join_rematch", lambda *_: Future[bytes]())
    for snapshot, words, scene in cases:
        page = sample.page(context, "lobby.LobbyScene")
        context.apart.service.snapshots = {snapshot.id: snapshot}
        stage = Stage(context, page)
        is_mine = snapshot.waits_here or snapshot is again
        row = stage.part(MAIN if is_mine else snapshot.id)
        assert row.spoken(context)[-1].endswith(f"{context.text(f'together.{words}')}.")
        stage.click(row)
        assert type(stage.top) is scene, words
    # The points of a row open the rare actions.
    stage = Stage(context, sample.page(context, "lobby.LobbyScene"))
    (points, *_) = (one for one in stage.widgets() if one.hint() == context.text("together.manage"))
    stage.click(points)
    assert isinstance(stage.top, CarryingScene)
    assert stage.top.find("remove") is not None


def test_the_times_of_the_list_are_of_this_second(context: Context) -> None:
    now = [float(sample.NOW)]
    page = sample.page(context, "lobby.LobbyScene", "one")
    service, context.apart = context.apart.service, Apart(now=lambda: now[0])
    context.apart.use(service)
    stage = Stage(context, page)
    stage.let(1.1)
    assert "0:42" in stage.read()
    now[0] += 1.0
    stage.let(0.9)
    assert "0:42" in stage.read()
    stage.let(0.2)
    assert "0:41" in stage.read()


@pytest.mark.skipif(not hasattr(time, "tzset"), reason="times of day depend on the zone")
def test_pages_are_drawn_and_read_as_they_were() -> None:
    assert changed_pages("apart-lobby") == []
