"""Scenes that wait for a table apart, a turn file or a rematch."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import replace
from pathlib import Path

import pytest

from game.net.journal.invitations import Invitation
from game.net.journal.store import StoreBusy, TableOpening
from game.net.post.transport import LedElsewhere
from game.net.service.notice import read_notices
from game.net.service.service import Service
from game.rules.errors import Fault, FormatError
from game.rules.ruleset import Ruleset
from game.ui.frame.apart import Apart
from game.ui.frame.context import Context
from game.ui.frame.intents import Dropped
from game.ui.frame.scene import Push
from game.ui.scenes.apart.going import GoingScene, bring, may_play_again, play_again, rematch_band
from game.ui.scenes.apart.lobby import LobbyScene
from game.ui.scenes.apart.words import failure_words
from game.ui.scenes.table.scene import TableScene
from game.ui.widgets import say
from tests.gallery import apart as sample
from tests.gallery.apart import LOST as SEEN_ELSEWHERE
from tests.golden.pages import changed_pages
from tests.ui.scenes.apart.tables import (
    SAMPLES,
    answered,
    let_until,
    play_league,
    wait_for,
    wait_for_words,
)
from tests.ui.scenes.stage import Stage


def test_a_table_is_led_to_straight_by_its_id_and_one_that_is_gone_to_the_list(
    context: Context, tmp_path: Path, other: Service
) -> None:
    bots = (("Ben", "random"),)
    table = other.open_table(TableOpening(Ruleset(), 2, 3600, ("Ana",), bots)).result(30)
    wait_for(lambda: other.snapshots[table].waits_for_me)
    other.close()
    assert [(n.rules, n.players) for n in read_notices(other.store.folder)] == [
        (Ruleset(), ("Ana", "Ben"))
    ]
    context.apart = Apart(other.store.folder)
    try:
        stage = Stage(context, context.routes.apart(table.hex()))
        let_until(stage, TableScene)
    finally:
        context.apart.close()
    # A table that is not there any more leads to the list.
    context.apart = Apart(tmp_path / "nobody")
    try:
        stage = Stage(context, context.routes.apart("odd"))
        let_until(stage, LobbyScene)
    finally:
        context.apart.close()


def test_one_press_on_the_result_leads_everybody_who_was_there_to_the_rematch(
    context: Context, tmp_path: Path, other: Service, service: Service
) -> None:
    table = play_league(other, service, tmp_path / "shared")
    # The guest presses first, and is at the table as soon as there is one.
    stage = Stage(context, context.routes.apart_next(table))
    stage.click(stage.find(context.text("together.rematch")))
    wait_for_words(stage, context.text("together.rematch_waits"))
    wait_for(lambda: other.snapshots[table].wants_rematch)
    again = other.rematch(table).result(30)
    stage.wait_until(lambda: not isinstance(stage.top, GoingScene))
    wait_for_words(stage, "Ben")
    assert [seat.name for seat in service.snapshots[again].seating.seats] == ["Ben"]
    # A second press opens no second table.
    stage = Stage(context, context.routes.apart_next(table))
    stage.click(stage.find(context.text("together.rematch")))
    stage.let(0.1)
    assert not isinstance(stage.top, GoingScene)
    assert len(service.snapshots) == 2


def test_no_rematch_follows_a_game_that_only_an_earlier_version_could_play(
    service: Service,
) -> None:
    again = str(Invitation(b"n" * 16, bytes(32)))
    seen, table = replace(SEEN_ELSEWHERE, rematch=again), SEEN_ELSEWHERE.table
    assert table is not None
    assert (service.rematch_waits(seen), may_play_again(service, seen)) == (True, True)
    for opened in (replace(table.opened, seconds=60), replace(table.opened, club=True)):
        earlier = replace(seen, table=replace(table, opened=opened))
        assert (service.rematch_waits(earlier), may_play_again(service, earlier)) == (False, False)


def test_a_request_that_fails_says_why(context: Context) -> None:
    for error, words in (
        (StoreBusy(), "Another window or command is using your tables. Close it and come back."),
        (LedElsewhere(), context.text("together.led_elsewhere")),
        (FileNotFoundError(2, "x"), "That did not work: no such file."),
        (FormatError(Fault.CUT, "x"), "That did not work: x: cut in the middle."),
        (ValueError("odd"), "That did not work: ValueError."),
    ):
        assert failure_words(context, error) == words
    # A file that is dropped and cannot be read, and a turn file that is refused.
    service, lost = Service, FileNotFoundError(2, "x")
    for failing in ("read_file", "take"):
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(service, "read_file", lambda *_: answered("TIE1T.x"))
            patch.setattr(service, failing, lambda *_: answered(error=lost))
            carrying = Stage(context, SAMPLES["apart-carry"].make(context))
            carrying.give(Dropped("turns.txt"))
            going = Stage(context, LobbyScene(context))
            below = going.top
            going.stack.apply(Push(bring(context, path="turns.txt")))
            for stage in (carrying, going):
                stage.let(0.1)
                assert "That did not work: no such file." in " ".join(stage.read())
            assert isinstance(going.top, GoingScene)
            going.press("return")
            assert going.top is below


def test_a_rematch_is_opened_joined_or_asked_for_and_led_to(
    context: Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[tuple[str, bytes]] = []
    futures: list[Future[bytes]] = []

    def note(name: str) -> Callable[[Service, bytes], Future[bytes]]:
        def ask(_: Service, table: bytes) -> Future[bytes]:
            asked.append((name, table))
            futures.append(Future())
            return futures[-1]

        return ask

    for name in ("rematch", "join_rematch", "ask_for_rematch"):
        monkeypatch.setattr(Service, name, note(name))
    again, over = sample.TABLES["many"][5], sample.TABLES["many"][6]
    guest = replace(over, is_master=False, own_seats=(1,))
    (begun,) = sample.TABLES["one"]
    text = context.text
    for snapshot, request, words in (
        (over, "rematch", "together.opening"),
        (replace(again, is_master=False), "join_rematch", "together.rematch_waits"),
        (guest, "ask_for_rematch", "together.rematch_waits"),
    ):
        lobby = sample.page(context, "lobby.LobbyScene")
        service = context.apart.service
        service.snapshots = {snapshot.id: snapshot, begun.id: begun}
        stage = Stage(context, lobby)
        stage.stack.apply(Push(play_again(context, snapshot.id, Push)))
        stage.let(0.1)
        assert asked == [(request, snapshot.id)], "one request, however long it takes"
        assert text(words) in " ".join(stage.read())
        asked.clear()
        if request == "ask_for_rematch":
            # The game master's invitation arrives.
            invitation = str(Invitation(begun.id, bytes(32)))
            service.snapshots[snapshot.id] = replace(snapshot, rematch=invitation)
            stage.let(0.1)
            assert asked == []
        else:
            futures[-1].set_exception(StoreBusy())
            stage.let(0.1)
            assert text("together.busy") in " ".join(stage.read())
            stage.press("escape")
            stage.stack.apply(Push(play_again(context, snapshot.id)))
            stage.let(0.1)
            asked.clear()
            futures[-1].set_result(begun.id)
            stage.let(0.1)
        assert type(stage.top) is TableScene
        # The next table covers the page below, or replaces it.
        assert len(stage.stack.scenes) == (2 if request == "ask_for_rematch" else 1)
    # Whose table is gone is led back to what is below.
    stage = Stage(context, lobby)
    stage.stack.apply(Push(play_again(context, guest.id)))
    service.snapshots = {}
    stage.let(0.1)
    assert stage.stack.scenes == (lobby,)


def test_another_game_is_offered_to_players_of_a_correspondence_table(context: Context) -> None:
    lobby = sample.page(context, "lobby.LobbyScene", "many")
    assert lobby
    service, over = context.apart.service, sample.TABLES["many"][6]
    again, league = sample.TABLES["many"][5], sample.TABLES["few"][3]
    for snapshot, words in (
        (over, "rematch"),
        (league, "next_match"),
        (replace(again, own_seats=(0,)), "rematch"),
        (replace(over, is_master=False, own_seats=()), ""),
        (replace(over, is_stopped=True), ""),
        (replace(over, rematch=again.rematch), ""),
        (sample.TABLES["one"][0], ""),
    ):
        assert may_play_again(service, snapshot) is bool(words)
        band = rematch_band(context, snapshot)
        assert (band is None) is (words == "")
        if band is not None:
            assert say(band.label) == context.text(f"together.{words}")


def test_pages_are_drawn_and_read_as_they_were() -> None:
    assert changed_pages("apart-going") == []
