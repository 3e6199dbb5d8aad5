"""A match on phones in the window: invitation, calls, count, rematch, title, and back again."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest

from game.play.editions import all_editions
from game.play.own_seats import people_here
from game.play.table import TableSetup
from game.rules.meta import ROOM_KEY, read_meta
from game.rules.record import parse_record
from game.rules.ruleset import RayRule, Ruleset
from game.storage.history import summarise
from game.ui.frame.bindings import Action
from game.ui.frame.context import Context
from game.ui.frame.intents import CloseAsked
from game.ui.frame.preferences import change_settings
from game.ui.frame.routes import Routes
from game.ui.frame.scene import Scene
from game.ui.parts import MAIN, Dialog, ListRow
from game.ui.scenes.count.scene import CountScene
from game.ui.scenes.phones.calling import CallingScene
from game.ui.scenes.phones.inviting import InvitingScene
from game.ui.scenes.routes import SceneRoutes
from game.ui.scenes.shared import names
from game.ui.scenes.shared.last_room import read_last_room
from game.ui.scenes.shared.pausing import PauseScene
from game.ui.scenes.shared.starting import continue_match, to_title
from game.ui.scenes.table.scene import TableScene
from game.ui.scenes.title.scene import TitleScene
from game.ui.widgets import Stepper
from game.ui.widgets.scenes import BaseScene
from tests.gallery import collect_samples
from tests.golden.pages import changed_pages
from tests.play.phones import House, Phone
from tests.ui.scenes.phones_stage import begins
from tests.ui.scenes.stage import Stage
from tests.ui.unseen import drawn_words

SAMPLES = collect_samples("phones")


def plays(stage: Stage, house: House) -> CountScene:
    """Let the phones, and the players at the table, answer until the count."""
    random = Random(4)
    for _ in range(2_000):
        if isinstance(stage.top, CountScene):
            return stage.top
        if isinstance(stage.top, TableScene):
            game = stage.top.mode.control.game
            if game.hand():
                tile = game.hand()[0]
                stage.top.show(stage.top.mode.control.place(tile, game.legal(tile)[0]))
        house.room.poll()
        for phone in house.phones:
            house.answers(phone, random)
        stage.let(0.3)
    raise AssertionError("it never ends")


def test_a_match_on_phones_from_the_invitation_to_a_rematch(context: Context, house: House) -> None:
    stage = begins(context)
    assert isinstance(stage.top, CallingScene)
    stage.let(0.1)
    words = " ".join(stage.read())
    assert "Waiting for Anna and Björn" in words
    count = plays(stage, house)
    match = count.control.match
    # A guests' game is filed and listed, but is not the player's own.
    (played,) = context.store.profile.last_matches()
    assert summarise([played]).totals == ()
    assert context.store.profile.best(str(match.rules)) is None
    record = context.store.profile.match(played.id)
    assert record is not None
    for one in (record, match):
        assert people_here(one) == ()
        assert ROOM_KEY not in read_meta(one.meta)
        for phone in house.phones:
            assert phone.key not in str(one.meta)
        assert house.room.code not in json.dumps(str(one.meta))
    last = read_last_room(context)
    assert set(last.wins) == {"Anna", "Björn"}
    words = last.words(context)
    assert words == " · ".join(f"{name}: {wins}" for name, wins in last.wins.items())
    assert sum(last.wins.values()) >= 1
    # Each phone can keep its record, as its own.
    house.says(house.phones[1], do="keep")
    (kept,) = [word["record"] for word in house.phones[1].words if "record" in word]
    assert people_here(parse_record(kept)) == (1,)
    # Rematch: everybody is seated.
    stage.let(15.0)
    stage.click(stage.part(MAIN))
    assert isinstance(stage.top, CallingScene)
    stage.let(1.0)
    house.room.poll()
    assert [phone.state["do"] for phone in house.phones] == ["place", "place"]
    assert [phone.state["round"] for phone in house.phones] == [1, 1]


def test_the_rows_of_the_pause_have_their_keys_at_the_big_screen(
    context: Context, house: House
) -> None:
    stage = begins(context)
    scene = stage.top
    assert isinstance(scene, CallingScene)
    stage.press("escape")
    keyed = [(str(row.id), row.shortcut) for row in stage.widgets() if isinstance(row, ListRow)]
    stage.press("escape")
    for words, action in keyed:
        if action is None:
            continue
        stage.press(context.bindings.keys(action)[0])
        opened = stage.top
        assert opened is not scene, words
        stage.press("escape")
        assert stage.top is scene
        stage.click(stage.part("pause"))
        pressed = stage.top
        assert isinstance(pressed, PauseScene)
        stage.click(stage.find(words))
        assert type(stage.top) is type(opened), words
        for _ in range(2):
            if stage.top is not scene:
                stage.press("escape")
    assert [action for _, action in keyed if action is not None] == [Action.HELP, Action.GIVE_UP]


def test_the_title_closes_the_room_and_continue_opens_it_at_its_port(
    context: Context, house: House
) -> None:
    stage = begins(context)
    stage.let(1.0)
    house.room.poll()
    house.answers(house.phones[0], Random(1))
    board = house.phones[0].state["board"]
    stage.stack.apply(to_title(context))
    assert isinstance(stage.top, TitleScene)
    assert house.server.is_closed
    (waiting,) = context.store.waiting()
    stage.stack.apply(continue_match(context, waiting.match))
    assert isinstance(stage.top, CallingScene)
    room = context.phones
    assert room is not None
    assert room is not house.room
    assert (room.server.port, room.code) == (4242, house.room.code)
    assert room.seats is not None
    assert room.seats.view(0)["board"] == board


@pytest.mark.slow
def test_somebody_at_the_big_screen_plays_beside_phones(context: Context, house: House) -> None:
    change_settings(context, player_name="Cleo")
    stage = Stage(context, InvitingScene(context))
    stage.let(0.1)
    stage.click(stage.part("me"))
    stage.click(stage.part(MAIN))
    assert isinstance(stage.top, TableScene)
    stage.let(1.0)
    words = " ".join(stage.read())
    assert "Waiting for Cleo, Anna and Björn" in words
    count = plays(stage, house)
    assert people_here(count.control.match) == (0,)
    (played,) = context.store.profile.last_matches()
    assert played.counts
    assert len(summarise([played]).totals) == 1


def test_the_invitation_begins_the_match_that_it_shows(
    context: Context, house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its edition with that edition's clock, who sits where, open boards or hidden ones."""
    started: list[TableSetup] = []

    def start(routes: Routes, setup: TableSetup) -> Scene:
        started.append(setup)
        return BaseScene(context)

    monkeypatch.setattr(SceneRoutes, "new_table", start)
    change_settings(context, player_name="Anna")
    scene = InvitingScene(context)
    stage = Stage(context, scene)
    stage.let(0.1)
    most = []
    for _ in range(2):
        computers = scene.part("computers")
        assert isinstance(computers, Stepper)
        most.append(max(computers.values))
        stage.click(stage.part("me"))
    assert most == [4, 3]
    stage.click(stage.part("me"))
    twice = context.text("setup.name_twice", name="Anna")
    assert stage.part(MAIN).hint() == twice, "a guest has that name"
    change_settings(context, player_name="Cleo")
    stage.click(stage.part("me"))
    stage.click(stage.part("me"))
    league = all_editions()[4]
    stage.choose("clock", 90)
    stage.click(stage.part(("card", league.name)))
    assert (scene.card, scene.seconds) == (league, league.answer_seconds)
    stage.choose("computers", 2)
    stage.choose("level", "fox")
    stage.choose("clock", 30)
    stage.click(stage.part("open"))
    stage.click(stage.part(MAIN))
    (setup,) = started
    assert [one.name for one in setup.players] == ["Cleo", "Anna", "Björn", "Fox", "Fox 2"]
    assert [one.bot for one in setup.players] == [None, None, None, "fox", "fox"]
    assert setup.phones == {1, 2}
    assert (setup.rules, setup.edition) == (league.rules, league.name)
    assert (setup.answer_seconds, setup.has_hidden_boards) == (30, True)
    assert setup.owner is None
    # Who plays at this screen still does where the page opens again on the same room.
    scene = InvitingScene(context)
    stage = Stage(context, scene)
    assert scene.is_playing
    stage.click(stage.part("me"))
    assert house.room.here == ()
    # The name of a phone can be the player's.
    change_settings(context, player_name="BJÖRN")
    stage.click(stage.part(MAIN))
    assert started[1].owner == 1
    assert not started[1].has_hidden_boards
    assert started[1].phones == {0, 1}


def test_the_invitation_begins_with_what_was_played_last(context: Context) -> None:
    """Its edition with that edition's clock, hidden boards, and the wins while no guest is here."""
    first, daffodil = all_editions()[0], all_editions()[3]
    wins = [{"name": "Ana", "wins": 2}, {"name": "Ben", "wins": 0}]
    for last, card, is_open, met in (
        ("", first, True, ""),
        ({"edition": "unknown", "hidden": False, "seats": []}, first, True, ""),
        ({"edition": daffodil.name, "hidden": True, "seats": wins}, daffodil, False, wins),
    ):
        change_settings(context, last_room=json.dumps(last) if last else "")
        empty = House()
        context.phones = empty.room
        scene = InvitingScene(context)
        stage = Stage(context, scene)
        assert (scene.card, scene.seconds) == (card, card.answer_seconds)
        assert (scene.is_open, scene.is_playing, scene.computers) == (is_open, False, 0)
        sat_here = context.text("room.sat_here", names="Ana: 2 · Ben: 0")
        assert (sat_here in stage.read()) is bool(met)
        empty.says(Phone("Eva"), do="join", name="Eva", code=empty.room.code)
        stage.let(0.1)
        words = stage.read()
        assert "Eva" in words
        assert sat_here not in words
        assert context.text("room.nobody") not in words
        context.close_phones()


def test_the_form_of_an_invitation_says_what_it_chooses_and_why_nothing_can_begin(
    context: Context, house: House
) -> None:
    scene = InvitingScene(context)
    stage = Stage(context, scene)
    stage.let(0.1)
    assert scene.find("level") is None, "without computers there is no level"
    assert stage.part("clock").spoken(context)[0] == context.text("room.no_clock")
    stage.choose("clock", 90)
    assert (
        stage.part("clock").spoken(context)[0]
        == "1\N{NO-BREAK SPACE}min 30\N{NO-BREAK SPACE}s for each tile"
    )
    stage.choose("computers", 1)
    stage.choose("level", "fox")
    assert "Fox" in " ".join(stage.part("level").spoken(context))
    assert context.text("room.computers", count=1) in stage.part("computers").spoken(context)
    # More guests leave fewer seats to computers.
    stage.choose("computers", 4)
    for name in ("Cleo", "Dora", "Eva"):
        house.says(Phone(name), do="join", name=name, code=house.room.code)
    stage.let(0.1)
    computers = scene.part("computers")
    assert isinstance(computers, Stepper)
    assert (list(computers.values), computers.value) == ([0, 1], 1)
    assert stage.part(MAIN).hint() == ""
    # The best ray needs opponents.
    scene.card = scene.card._replace(rules=Ruleset(rays=RayRule.BEST_RAY))
    for guest in house.room.guests[1:]:
        house.room.send_away(guest)
    stage.choose("computers", 0)
    scene.renew()
    assert stage.part(MAIN).hint() == context.text("errors.conflict.best-ray-needs-opponents")


def test_without_a_guest_or_a_room_nothing_begins(
    context: Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    empty = House()
    context.phones = empty.room
    stage = Stage(context, InvitingScene(context))
    stage.let(0.1)
    assert stage.part(MAIN).hint() == context.text("room.too_few")
    assert context.text("room.nobody") in stage.read()
    computers = stage.part("computers")
    assert isinstance(computers, Stepper)
    assert max(computers.values) == 4 + 1, "a guest has a seat in any case"
    assert not stage.has(context.text("room.next_address"))
    # Guests of a machine with several addresses may need another one.
    empty.room.addresses = ("127.0.0.1", "192.0.2.7")
    assert isinstance(stage.top, InvitingScene)
    stage.top.renew()
    for address in ("192.0.2.7", "127.0.0.1"):
        stage.click(stage.part("next"))
        assert address in " ".join(stage.read())
    context.close_phones()

    def refuse(*_: object) -> None:
        raise OSError(13, "no")

    monkeypatch.setattr("game.ui.scenes.phones.inviting.open_room", refuse)
    scene = InvitingScene(context)
    stage = Stage(context, scene)
    assert scene.room is None
    assert scene.find(MAIN) is None
    assert len(" ".join(stage.read())) > 20


@pytest.mark.slow
def test_a_phone_with_the_players_name_is_the_players_own(context: Context, house: House) -> None:
    change_settings(context, player_name="BJÖRN")
    count = plays(begins(context), house)
    assert people_here(count.control.match) == (1,)
    (played,) = context.store.profile.last_matches()
    assert played.result.name == "Björn"


def test_a_computer_is_offered_first_for_those_who_are_away(context: Context, house: House) -> None:
    stage = begins(context)
    stage.let(0.5)
    for away, order in ((1, ["Björn", "Anna"]), (0, ["Anna", "Björn"])):
        house.goes(house.phones[away])
        stage.let(0.5)
        stage.click(stage.part("over"))
        dialog = stage.top
        assert isinstance(dialog, Dialog)
        assert [words for words in stage.read() if words in ("Anna", "Björn")][-2:] == order
        stage.press("escape")
        again = Phone(house.phones[away].name, key=house.phones[away].key)
        assert house.says(again, do="sit", key=again.key) == ""
        house.phones[away] = again


def test_strangers_are_sent_away_and_late_ones_let_in(context: Context, house: House) -> None:
    stage = Stage(context, InvitingScene(context))
    stranger = Phone("Eva")
    house.says(stranger, do="join", name="Eva", code=house.room.code)
    stage.let(0.1)
    assert "Eva" in stage.read()
    stage.click(stage.part(("away", house.room.guests[-1].digest)))
    assert stranger.error == "away"
    stage.top.computers = 1  # type: ignore[attr-defined]
    stage.click(stage.part(MAIN))
    stage.let(1.0)
    house.says(stranger, do="join", name="Dora", code=house.room.code)
    stage.let(0.1)
    stage.click(stage.find("Let Dora in"))
    house.room.poll()
    assert stranger.state["you"] == 2
    stage.let(0.1)
    assert "Dora" in " ".join(stage.read())
    # Who has gone is named, and a computer can take the seat. If the computer before her had
    # placed already, she is awaited from the next call on.
    house.goes(stranger)
    assert house.room.seats is not None
    for _ in range(50):
        if 2 in house.room.seats.game.awaited():
            break
        for phone in house.phones:
            if phone.state["do"] == "place":
                house.answers(phone, Random(1))
        stage.let(0.3)
        house.room.poll()
    stage.let(0.1)
    assert "Dora is not connected." in stage.read()
    stage.click(stage.part("over"))
    stage.click(stage.find("Dora"))
    stage.let(0.1)
    assert house.room.seats.game.engine_of(2) == "beaver"


def test_a_match_that_is_filed_after_a_power_cut_has_nothing_of_its_room(
    context: Context, house: House
) -> None:
    game = house.begins("classic free single none")
    house.plays(game)
    assert ROOM_KEY in read_meta(game.match.meta)
    number = context.store.profile.add_match(game.match)
    assert number is not None
    record = context.store.profile.match(number)
    assert record is not None
    assert ROOM_KEY not in read_meta(record.meta)
    assert house.room.code not in str(record.meta)


def test_the_window_asks_before_closing_while_phones_sit_there(
    context: Context, house: House
) -> None:
    stage = begins(context)
    stage.stack.before_quit = context.routes.quit_question
    stage.give(CloseAsked())
    assert context.text("room.quit_body", names="Anna and Björn") in stage.read()
    stage.click(stage.find(context.text("menu.quit_dialog.stay")))
    assert isinstance(stage.top, CallingScene)
    # Nobody is asked for phones that have gone.
    for phone in house.phones:
        house.goes(phone)
    stage.give(CloseAsked())
    assert stage.stack.is_empty


def test_an_invitation_to_a_room_opens_the_browser(
    context: Context, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened = tmp_path / "opened"
    browser = tmp_path / "browser"
    browser.write_text(f'#!/bin/sh\necho "$1" > {opened}.new && mv {opened}.new {opened}\n')
    browser.chmod(0o755)
    monkeypatch.setenv("BROWSER", f"{browser} %s")
    monkeypatch.setattr("webbrowser._tryorder", None)
    stage = Stage(context, context.routes.join("192.168.178.24:32875/ZNVC"))
    stage.let(0.1)
    stage.click(stage.part("browser"))
    stage.wait_until(opened.exists)
    assert opened.read_text().strip() == "http://192.168.178.24:32875/ZNVC"


@pytest.mark.parametrize("asks", [True, False])
def test_what_windows_asks_is_said_before(
    context: Context, monkeypatch: pytest.MonkeyPatch, asks: bool
) -> None:
    """Whoever refuses the firewall's question stays alone, and nothing else would say why."""
    monkeypatch.setattr(names, "ASKS_FIREWALL", asks)
    scene = SAMPLES["phones-invite"].make(context)
    scene.resize(context.painter.view)
    heard = " ".join(drawn_words(scene.draw, context.painter.view.area.size))
    assert ("firewall" in heard) is asks


def test_pages_are_drawn_and_read_as_they_were() -> None:
    assert changed_pages("phones") == []
