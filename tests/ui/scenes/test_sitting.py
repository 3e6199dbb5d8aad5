"""The form that asks a room for a seat, and the wait for its match."""

from __future__ import annotations

import json
from random import Random

import pytest

from game.play.room_address import RoomAddress, read_address
from game.rules.ruleset import Ruleset
from game.ui.frame.context import Context
from game.ui.frame.opening import Opening
from game.ui.frame.preferences import change_settings
from game.ui.frame.scene import Push
from game.ui.scenes.phones import sitting
from game.ui.scenes.phones.sitting import SittingScene, resume_seat
from game.ui.scenes.title.scene import TitleScene
from tests.gallery import collect_samples
from tests.golden.pages import changed_pages
from tests.play.room_guest import Guest
from tests.rules.random_matches import random_match
from tests.ui.scenes.stage import Stage


def test_the_form_of_a_seat_asks_for_what_is_missing_and_sends_it(
    context: Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An address with its letters or a key needs less; a key is sent to its own room alone."""
    sent: list[tuple[RoomAddress, dict[str, str]]] = []

    def take(context: Context, address: RoomAddress, **named: str) -> None:
        sent.append((address, named))

    monkeypatch.setattr(sitting, "take_seat", take)
    text, place = context.text, "192.168.178.24:32875"
    stage = Stage(context, SittingScene(context))
    scene = stage.top
    assert isinstance(scene, SittingScene)
    address = read_address(place)
    assert address is not None
    last = json.dumps({"at": address.place + address.folder, "key": "k" * 22})
    change_settings(context, last_seat=last)
    for link, letters, name, why, has_letters in (
        ("", "", "Anna", "room.seat.needs_address", False),
        (place, "", "Anna", "phone.code", True),
        (place, "znvc", " ", "phone.error.name", True),
        (place, " znvc ", " Anna ", "", True),
        (f"http://{place}/#ABCD", "", "Anna", "", False),
    ):
        scene.link, scene.letters, scene.name = link, letters, name
        scene.renew()
        assert stage.part("sit").hint() == (text(why) if why else "")
        assert (scene.find("letters") is not None) is has_letters
        is_known = why != "room.seat.needs_address"
        assert stage.part("browser").hint() == ("" if is_known else text("room.seat.needs_address"))
        stage.click(stage.part("sit"))
    assert context.preferences.player_name == "Anna"
    assert [(address.letters, named) for address, named in sent] == [
        ("ZNVC", {"name": "Anna", "key": "k" * 22}),
        ("ABCD", {"name": "Anna", "key": "k" * 22}),
    ]
    # Another room, or settings that are damaged, have no key.
    here = f"{place}/#ABCD"
    for seen, link in ((last, "192.0.2.9:80/#ABCD"), ("{", here), ("[" * 1_999, here)):
        change_settings(context, last_seat=seen)
        scene.link = link
        scene.renew()
        stage.form.focus(stage.part("name"))
        stage.press("return")
        assert sent.pop()[1] == {"name": "Anna", "key": ""}, "Enter in a field sends the form"
    # The link of a seat needs no name, and the player's own stays.
    scene.link, scene.name = f"http://{place}/#{'k0' * 11}", ""
    scene.renew()
    stage.click(stage.part("sit"))
    assert sent.pop()[1]["name"] == ""
    assert context.preferences.player_name == "Anna"


def test_a_form_that_is_sent_twice_asks_once_until_the_room_has_refused(
    context: Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The room would hear two lines ask under one name, and refuse the second."""
    asked: list[str] = []

    def take(context: Context, address: RoomAddress, *, name: str, **_: str) -> None:
        asked.append(name)
        seat = context.room_seat = Guest(None).seat
        seat.address, seat.name = address, name

    monkeypatch.setattr(sitting, "take_seat", take)
    stage = Stage(context, SittingScene(context, "http://192.168.178.24:32875/#ZNVC"))
    scene = stage.top
    assert isinstance(scene, SittingScene)
    for name in ("Anna", "Anna", "Ben", "Ben"):
        scene.name = name
        scene.renew()
        stage.click(stage.part("sit"))
    assert asked == ["Anna", "Ben"]
    for field in ("error", "end"):
        setattr(context.room_seat, field, "taken" if field == "error" else "away")
        scene.renew()
        stage.click(stage.part("sit"))
    assert asked == ["Anna", "Ben", "Ben", "Ben"]


def test_a_seat_without_a_thread_or_a_browser_says_so_until_something_is_typed(
    context: Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise OSError

    monkeypatch.setattr(sitting, "take_seat", refuse)
    opened: list[str] = []

    def fail_to_open(link: str) -> Opening:
        opened.append(link)
        return Opening(lambda: False)

    monkeypatch.setattr(sitting, "open_link", fail_to_open)
    change_settings(context, player_name="Anna")
    link = "http://192.168.178.24:32875/#ZNVC"
    stage = Stage(context, SittingScene(context, link))
    for part, words in (
        ("sit", context.text("room.no_thread")),
        ("browser", context.text("together.no_browser", link=link)),
    ):
        stage.click(stage.part(part))
        stage.wait_until(lambda words=words: words in " ".join(stage.read()))  # type: ignore[misc]
        stage.form.focus(stage.part("name"))
        stage.type("x")
        assert words not in " ".join(stage.read())
    assert opened == [link]
    address = read_address(link)
    assert address is not None
    kept = random_match(Ruleset(), 1, Random(3))
    assert context.text("room.no_thread") in str(resume_seat(context, address, kept).body)  # type: ignore[attr-defined]


def test_a_seat_that_waits_is_left_by_its_link(context: Context) -> None:
    scene = collect_samples("phones")["phones-sit-waiting"].make(context)
    stage = Stage(context, TitleScene(context))
    stage.stack.apply(Push(scene))
    stage.let(0.1)
    assert context.room_seat is not None
    # By its key a window that is killed comes back.
    assert json.loads(context.preferences.last_seat)["key"] == context.room_seat.key
    stage.click(stage.part("leave"))
    assert context.room_seat is None
    assert isinstance(stage.top, TitleScene)


def test_who_asks_for_a_seat_where_no_guest_is_left_reads_so(context: Context) -> None:
    """The room has no name to send: a computer has taken over the seat of its only guest."""
    seat = context.room_seat = Guest(None).seat
    seat.line.phone.words += [  # type: ignore[attr-defined]
        {"key": "k" * 22, "name": "Gast"},
        {"waiting": [], "asks": True},
    ]
    seat.poll()
    stage = Stage(context, SittingScene(context))
    stage.let(0.1)
    assert context.text("phone.asks") in " ".join(stage.read())
    assert stage.part("leave")
    assert json.loads(context.preferences.last_seat)["key"] == seat.key


def test_pages_are_drawn_and_read_as_they_were() -> None:
    assert changed_pages("sitting") == []
