"""A table apart before its match: the invitation, and the players who ask for a seat."""

from __future__ import annotations

import itertools
from concurrent.futures import Future
from dataclasses import replace
from pathlib import Path
from typing import Any

import pygame
import pytest

from game.bots.players.local_engines import LocalEngines
from game.net.journal.store import LeadSettings, TableOpening, TableStore
from game.net.service.service import Service
from game.rules.errors import Fault, FormatError
from game.rules.ruleset import Ruleset
from game.ui.draw.icons import Icon
from game.ui.frame.context import Context
from game.ui.frame.preferences import change_settings
from game.ui.frame.scene import Push
from game.ui.layout.rects import make_view
from game.ui.parts import MAIN, Sign
from game.ui.scenes.apart.carrying import CarryingScene
from game.ui.scenes.apart.lobby import LobbyScene
from game.ui.scenes.apart.waiting import WaitingScene
from game.ui.scenes.apart.words import state_words
from game.ui.scenes.table.scene import TableScene
from game.ui.widgets import say
from tests.gallery import apart as sample
from tests.gallery.apart import table_id
from tests.golden.pages import changed_pages
from tests.ui.scenes.apart.tables import SAMPLES, let_until, wait_for_words
from tests.ui.scenes.stage import Stage
from tests.ui.test_screen_reader import Said


def test_the_game_master_lets_in_who_plays_and_somebody_only_watches(
    context: Context, tmp_path: Path, other: Service, service: Service, shared: str
) -> None:
    opening = TableOpening(
        Ruleset(), 2, 3600, ("Ana",), folder=shared, lead_settings=LeadSettings(lets_in=True)
    )
    table = service.open_table(opening).result(30)
    stage = Stage(context, context.routes.apart_next(table))
    wait_for_words(stage, "1 seat is free")
    said = context.speaker = Said()
    change_settings(context, has_speech=True)
    third = Service(TableStore(tmp_path / "third"), LocalEngines())
    third.open().result(30)
    for home, name in ((other, "Mallory"), (other, "Ben"), (third, "Ana")):
        home.join(service.invitation(table), name, shared).result(30)
        wait_for_words(stage, name)
    told = " ".join(said.texts)
    assert [told.count(f"{name}: Gets a seat.") for name in ("Mallory", "Ben")] == [1, 0]
    assert f"Ben: {context.text('together.asking.in_line')}" in told
    # A guest with a name already there is distinguished by signs of the key.
    wait_for_words(stage, context.text("together.same_name"))
    twice = [one for one in service.snapshots[table].asking if one.mark]
    assert [one.name for one in twice] == ["Ana", "Ana"]
    wait_for_words(stage, f"Ana ({twice[1].mark})")
    wait_for_words(stage, context.text("together.state.full"))
    stage.click(stage.find("Mallory"))
    wait_for_words(stage, context.text("together.let_in"))
    stage.click(stage.find(context.text("together.begin")))
    let_until(stage, TableScene)
    found = service.snapshots[table].table
    assert found is not None
    assert [chair.player.name for chair in found.chairs] == ["Ana", "Ben"]
    third.close()


def test_choosing_who_plays_makes_room_for_the_button_that_begins(
    context: Context, service: Service, shared: str
) -> None:
    table = service.open_table(TableOpening(Ruleset(), 2, 3600, ("Ana",), folder=shared)).result(30)
    stage = Stage(context, context.routes.apart_next(table))
    wait_for_words(stage, "1 seat is free")
    assert context.text("together.begin") not in stage.read()
    stage.click(stage.find(context.text("together.lets_in")))
    wait_for_words(stage, context.text("together.begin"))
    places = [w.rect for w in stage.form.widgets if w.can_focus or not w.is_enabled]
    assert all(place.w > 0 and place.h > 0 for place in places)
    assert not any(pygame.Rect(a).colliderect(b) for a, b in itertools.combinations(places, 2))


def test_who_was_turned_away_leaves_a_seat_free(context: Context) -> None:
    waiting = SAMPLES["apart-waiting"].make(context)
    assert isinstance(waiting, WaitingScene)
    one = waiting.snapshot
    lead_settings = replace(one.seating.lead_settings, lets_in=True)
    one = replace(one, seating=replace(one.seating, lead_settings=lead_settings))
    (ana,) = one.asking
    for asking, words in (
        ((ana,), "1 seat is free"),
        ((ana, replace(ana, key=b"b" * 32, is_sent_away=True)), "1 seat is free"),
        ((ana, replace(ana, key=b"b" * 32)), "All seats are taken"),
    ):
        snapshot = replace(one, asking=asking)
        assert state_words(context, snapshot) == words
        context.apart.service.snapshots = {one.id: snapshot}
        action = Stage(context, WaitingScene(context, one.id)).part(MAIN)
        key = "begin" if words == "All seats are taken" else "copy"
        assert action.spoken(context)[0].startswith(context.text(f"together.{key}"))


def test_who_asks_for_a_seat_is_turned_away_and_let_in_again(
    context: Context, requests: list[tuple[Any, ...]], copied: list[str]
) -> None:
    stage = Stage(context, SAMPLES["apart-crowd"].make(context))
    crowd, service = table_id(6), context.apart.service
    snapshot = service.snapshots[crowd]
    settings = snapshot.seating.lead_settings
    keys = {one.name: one.key for one in snapshot.asking}
    assert not stage.part(keys["Ana"]).is_pressable, "she is here"
    for away in ((), (keys["Ben"].hex(),), (keys["Ben"].hex(), keys["Eve"].hex())):
        now = replace(settings, sent_away=away)
        seating = replace(snapshot.seating, lead_settings=now)
        service.snapshots = {crowd: replace(snapshot, seating=seating)}
        stage.click(stage.part(keys["Ben"]))
        left = sorted({*away} ^ {keys["Ben"].hex()})
        assert requests.pop() == ("lead", crowd, replace(now, sent_away=tuple(left)))
    service.snapshots = {crowd: snapshot}
    stage.click(stage.find(context.text("together.lets_in")))
    assert requests.pop() == ("lead", crowd, replace(settings, lets_in=False))
    stage.click(stage.part(MAIN))
    assert requests.pop() == ("lead", crowd, settings, ("goes_on", True))
    stage.click(stage.part("copy"))
    assert copied == [service.invitation(crowd)]
    assert context.text("together.copied") in " ".join(stage.read())
    context.copy_text = lambda _: False
    stage.click(stage.part("copy"))
    assert context.text("menu.not_copied") in " ".join(stage.read())


def test_in_a_narrow_window_a_sign_turns_an_applicant_away(context: Context) -> None:
    context.painter.resize(make_view((900, 800)))
    stage = Stage(context, SAMPLES["apart-crowd"].make(context))
    stage.let(0.1)
    asking = context.apart.service.snapshots[table_id(6)].asking
    keys = {one.name: one.key for one in asking}
    for name, words, icon in (("Ben", "Turn away", Icon.CLOSE), ("Mallory", "Let in", Icon.CHECK)):
        row = stage.part(keys[name])
        assert words in " ".join(row.spoken(context))
        signs = [part for part in row.walk() if isinstance(part, Sign)]
        assert [(sign.icon, say(sign.reads)) for sign in signs] == [(icon, words)]
    assert not [part for part in stage.part(keys["Ana"]).walk() if isinstance(part, Sign)]


def test_an_invitation_is_hidden_until_it_is_shown_and_hidden_again(context: Context) -> None:
    waiting = SAMPLES["apart-waiting"].make(context)
    stage, text = Stage(context, waiting), context.text
    code = context.apart.service.invitation(table_id(3))
    for is_shown in (False, True, False):
        words = "".join(stage.read())
        assert (code[6:40] in words) is is_shown
        key = "hide" if is_shown else "show"
        stage.click(stage.find(text(f"together.{key}")))
    # Why there are no seats yet; then the way back is the likeliest action.
    problem = FormatError(Fault.UNKNOWN, "line", value="x")
    service, seen = context.apart.service, context.apart.service.snapshots[table_id(3)]
    for change, words, main in (
        ({"table": None, "trouble": "x"}, "file:///home/mara/Cloud does not answer", "copy"),
        ({"table": None, "problem": problem}, text("together.state.newer"), "back"),
    ):
        service.snapshots = {seen.id: replace(seen, is_master=False, **change)}
        stage = Stage(context, WaitingScene(context, seen.id))
        assert words in " ".join(stage.read())
        label = text("menu.back") if main == "back" else text("together.copy")
        assert label in stage.part(MAIN).spoken(context)[0]
    # The match begins, or the table goes.
    (begun,) = sample.TABLES["one"]
    lobby = LobbyScene(context)
    for snapshots, kind in (
        ({seen.id: replace(begun, id=seen.id)}, TableScene),
        ({}, LobbyScene),
    ):
        service.snapshots = {seen.id: seen}
        stage = Stage(context, lobby)
        stage.stack.apply(Push(WaitingScene(context, seen.id)))
        stage.let(0.1)
        assert len(stage.stack.scenes) == 2
        service.snapshots = snapshots
        service.changes += 1
        stage.let(0.1)
        assert type(stage.top) is kind


def test_a_page_before_the_match_says_what_its_reader_waits_for(context: Context) -> None:
    waiting = SAMPLES["apart-waiting"].make(context)
    assert isinstance(waiting, WaitingScene)
    seen, service, text = waiting.snapshot, context.apart.service, context.text
    watching = replace(seen.seating, seats=())
    nameless = replace(seen.seating, seats=(replace(seen.seating.seats[0], name=""),))
    for snapshot, about in (
        (seen, "invitation"),
        (replace(seen, is_master=False), "joined"),
        (replace(seen, is_master=False, seating=watching), "watching"),
        (replace(seen, is_master=False, seating=nameless), "watching"),
    ):
        service.snapshots = {seen.id: snapshot}
        words = " ".join(Stage(context, WaitingScene(context, seen.id)).read())
        assert text(f"together.{about}_about") in words
        assert (text("together.limits") in words) is not snapshot.is_master
        assert (text("together.lets_in") in words) is snapshot.is_master


def test_pages_are_drawn_and_read_as_they_were() -> None:
    assert changed_pages("apart-waiting") == []


def test_what_waits_to_be_sent_is_copied_and_the_invitation_stays_a_link(
    context: Context, copied: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    file = Future[str]()
    file.set_result("TIE1T.file")
    monkeypatch.setattr(Service, "turn_file", lambda *_: file)
    waiting = SAMPLES["apart-waiting"].make(context)
    assert isinstance(waiting, WaitingScene)
    seen, service, text = waiting.snapshot, context.apart.service, context.text
    invitation = replace(seen.seating.invitation, url="")
    seating = replace(seen.seating, invitation=invitation)
    service.snapshots = {seen.id: replace(seen, seating=seating, unsent=1)}
    stage = Stage(context, WaitingScene(context, seen.id))
    assert text("together.copy_turns") in stage.part(MAIN).spoken(context)[0]
    stage.click(stage.part("copy"))
    assert copied == [service.invitation(seen.id)]
    for part, files in (("carry", []), (MAIN, ["TIE1T.file"])):
        copied.clear()
        stage.click(stage.part(part))
        assert isinstance(stage.top, CarryingScene)
        stage.let(0.1)
        assert copied == files
        stage.press("escape")


def test_rows_say_who_has_a_seat_and_which_are_free(context: Context) -> None:
    waiting = SAMPLES["apart-waiting"].make(context)
    assert isinstance(waiting, WaitingScene)
    seen, service, text = waiting.snapshot, context.apart.service, context.text
    (ana,) = seen.asking
    ben, eve = (replace(ana, key=bytes([n]) * 32, is_here=False) for n in (1, 2))
    away = replace(eve, is_sent_away=True)
    for asking, free in (((ana, ben), 0), ((ana, away), 1), ((ana,), 1), ((), 2)):
        service.snapshots = {seen.id: replace(seen, asking=asking)}
        stage = Stage(context, WaitingScene(context, seen.id))
        assert stage.read().count(text("together.free_seat")) == free
    twice = (ana, replace(ben, mark="ab"), replace(eve, mark="cd"))
    service.snapshots = {seen.id: replace(seen, asking=twice)}
    stage = Stage(context, WaitingScene(context, seen.id))
    same = text("together.same_name")
    for one, state in ((ben, "seated"), (eve, "in_line")):
        words = " ".join(stage.part(one.key).spoken(context))
        assert text(f"together.asking.{state}") in words
        assert same in words


def test_an_unreachable_place_is_named_before_a_message_and_the_code_fits(
    context: Context,
) -> None:
    waiting = SAMPLES["apart-waiting"].make(context)
    assert isinstance(waiting, WaitingScene)
    seen, service = waiting.snapshot, context.apart.service
    for trouble, shown in (("", "a message"), ("no answer", "does not answer")):
        service.snapshots = {seen.id: replace(seen, trouble=trouble)}
        words = " ".join(Stage(context, WaitingScene(context, seen.id, "a message")).read())
        assert shown in words
        assert ("a message" in words) is not bool(trouble)
    longest = []
    for size in ((1280, 800), (900, 800), (1900, 800)):
        context.painter.resize(make_view(size))
        scene = WaitingScene(context, seen.id)
        scene.is_shown = True
        code = service.invitation(seen.id)
        (lines,) = (line for line in Stage(context, scene).read() if code[:20] in line)
        longest.append(max(map(len, lines.split())))
    assert longest[0] == longest[2] == 44 > longest[1]
