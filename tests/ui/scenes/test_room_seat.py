"""A window that sits at a real room: by its address, through the match, to the count."""

from __future__ import annotations

import json
from collections.abc import Iterator
from random import Random

import pytest

from game.play.keeper import LocalKeeper
from game.play.own_seats import own_seats
from game.play.room_address import RoomAddress, read_address
from game.play.room_seat import RoomSeat
from game.play.table_game import Phase, TableGame
from game.rules.match_score import score_match
from game.rules.meta import ROOM_KEY, read_meta
from game.rules.ruleset import Ruleset
from game.storage.history import summarise
from game.ui.frame.bindings import Action
from game.ui.frame.context import Context
from game.ui.frame.intents import Command
from game.ui.frame.opening import Opening
from game.ui.frame.preferences import change_settings
from game.ui.frame.scene import Pop, Push
from game.ui.parts import Dialog, Text
from game.ui.scenes.count.scene import CountScene
from game.ui.scenes.phones import sitting
from game.ui.scenes.phones.sitting import SittingScene, resume_seat
from game.ui.scenes.rules.scene import RulesScene
from game.ui.scenes.settings.scene import SettingsScene
from game.ui.scenes.shared.pausing import PauseScene
from game.ui.scenes.shared.room_words import seat_trouble
from game.ui.scenes.shared.starting import continue_match, to_title
from game.ui.scenes.table.scene import TableScene
from game.ui.scenes.title.scene import TitleScene
from tests.gallery import collect_samples
from tests.golden.pages import changed_pages
from tests.net.rooms import OpenRoom
from tests.rules.random_matches import random_match
from tests.ui.scenes.stage import Stage


@pytest.fixture
def room(context: Context) -> Iterator[OpenRoom]:
    """A room on this machine."""
    change_settings(context, player_name="Anna")
    one = OpenRoom()
    yield one
    context.leave_room()
    one.close()


class Window:
    """A stage whose loop polls its seat, beside the room."""

    def __init__(self, context: Context, room: OpenRoom) -> None:
        self.room, self.context = room, context
        self.stage = Stage(context, SittingScene(context, room.link))
        self.is_over = False

    def tick(self) -> None:
        """Let both go on."""
        self.is_over |= self.room.step()
        if self.context.room_seat is not None:
            self.context.room_seat.poll()

    def until(self, what: object) -> None:
        """Let real time pass until something is so."""

        def look() -> object:
            self.tick()
            return what()  # type: ignore[operator]

        self.stage.wait_until(look)

    def sits(self) -> None:
        """Press the yellow band, and wait until the room has the name."""
        self.stage.let(0.1)
        self.stage.click(self.stage.part("sit"))
        self.until(lambda: self.room.room.guests)
        self.until(lambda: "You are in." in " ".join(self.stage.read()))

    def plays(self) -> CountScene:
        """Place by keys until the count."""

        def places() -> bool:
            top = self.stage.top
            if isinstance(top, TableScene) and top.game.phase() is Phase.ACT:
                space = top.game.legal(top.game.hand()[0])[0]
                name = top.game.match.rules.grid.name_of(space)
                self.stage.press(*name, "return")
            if isinstance(top, TableScene) and top.game.phase() is Phase.CLOSE:
                self.stage.press("n")
            return isinstance(top, CountScene)

        self.until(places)
        assert isinstance(self.stage.top, CountScene)
        return self.stage.top


def test_a_window_sits_down_by_address_and_plays_to_its_own_count(
    context: Context, room: OpenRoom
) -> None:
    window = Window(context, room)
    stage = window.stage
    window.sits()
    game = room.begins("classic free single none", bots=1, has_hidden_boards=True)
    window.until(lambda: isinstance(stage.top, TableScene))
    window.until(lambda: "Waiting for Anna" in " ".join(stage.read()))
    assert isinstance(stage.top, TableScene)
    assert "Waiting for" not in stage.top.mode.instructions()
    # The coach is the room's to allow.
    stage.press("h")
    assert "No coach here" in " ".join(stage.read())
    count = window.plays()
    match = count.control.match
    window.until(lambda: game.match.is_complete)
    assert [r.seats for r in match.rounds] == [r.seats for r in game.match.rounds]
    assert own_seats(match) == (0,)
    assert ROOM_KEY not in read_meta(match.meta)
    (played,) = context.store.profile.last_matches()
    assert summarise([played]).totals == (score_match(game.match).players[0].total,)
    assert context.store.waiting() == ()
    # Rematch: the same room begins again, and the count leads there.
    room.begins("classic free single none", bots=1)
    stage.let(15.0)
    window.until(lambda: "The room has called the next tile" in " ".join(stage.read()))
    stage.click(stage.find("Back to the room"))
    assert isinstance(stage.top, TableScene)
    window.plays()
    assert len(context.store.profile.last_matches()) == 2


def test_a_window_that_left_continues_where_it_was(context: Context, room: OpenRoom) -> None:
    window = Window(context, room)
    stage = window.stage
    window.sits()
    game = room.begins("daffodil-4 free pairs none", bots=1)
    window.until(lambda: isinstance(stage.top, TableScene))
    # Nothing is placed yet, and still the seat waits on the title.
    stage.stack.apply(to_title(context))
    assert context.room_seat is None
    (waiting,) = context.store.waiting()
    room.close()
    stage.stack.apply(continue_match(context, waiting.match))
    window.room = OpenRoom()
    window.until(lambda: "does not answer: trying again" in " ".join(stage.read()))
    assert isinstance(stage.top, TableScene)
    # While the line is cut nothing can be placed.
    table = stage.top
    assert table.control.place(table.game.hand()[0], 0) == []
    window.room.close()
    window.room = OpenRoom(room.server.port)
    window.room.sit(TableGame(game.setup, LocalKeeper(game.match)))
    count = window.plays()
    window.room.close()
    assert own_seats(count.control.match) == (0,)


def test_a_round_ends_in_its_count_and_the_room_leads_on(context: Context, room: OpenRoom) -> None:
    window = Window(context, room)
    stage = window.stage
    window.sits()
    game = room.begins("classic free single none rounds=2", bots=1)
    count = window.plays()
    assert len(count.control.match.rounds) == 1
    assert not context.store.profile.last_matches()
    stage.let(15.0)
    stage.click(stage.find("Back to the room"))
    assert isinstance(stage.top, SittingScene)
    stage.let(0.1)
    assert {"Wait for the others.", "Fox 0"} <= {*stage.read()}
    game.begin_round()
    count = window.plays()
    assert count.control.match.is_complete
    assert [r.seats for r in count.control.match.rounds] == [r.seats for r in game.match.rounds]


@pytest.mark.parametrize(
    ("link", "words"),
    [
        ("http://127.0.0.1:9/#ABCD", "nothing answers there"),
        ("http://no-such-name.invalid:4242/#ABCD", "no computer of that name"),
        ("not an address", "The address of a room"),
    ],
)
def test_an_address_without_a_room_is_told_in_a_sentence(
    context: Context, room: OpenRoom, link: str, words: str
) -> None:
    window = Window(context, room)
    window.stage = stage = Stage(context, SittingScene(context, link))
    stage.let(0.1)
    if context.room_seat is None and "not" not in link[:4]:
        stage.click(stage.part("sit"))
        window.until(lambda: words in " ".join(stage.read()))
    else:
        assert words in str(stage.part("sit").why_disabled)


def test_wrong_letters_and_a_taken_name_are_told_and_can_be_corrected(
    context: Context, room: OpenRoom
) -> None:
    window = Window(context, room)
    link = room.link.partition("#")[0]
    window.stage = stage = Stage(context, SittingScene(context, link + "#XXXX"))
    stage.let(0.1)
    stage.click(stage.part("sit"))
    window.until(lambda: "not the letters" in " ".join(stage.read()))
    scene = stage.top
    assert isinstance(scene, SittingScene)
    scene.link = room.link
    stage.let(0.1)
    stage.click(stage.part("sit"))
    window.until(lambda: room.room.guests)
    # A window that was killed before the match has the key of its place in its settings.
    window.until(lambda: "You are in." in " ".join(stage.read()))
    assert context.room_seat is not None
    key = context.room_seat.key
    context.room_seat.line.close()
    # The window is killed: it says nothing any more.
    context.room_seat = None
    window.stage = stage = Stage(context, SittingScene(context, room.link))
    stage.let(0.1)
    stage.click(stage.part("sit"))
    window.until(lambda: "You are in." in " ".join(stage.read()))
    again: RoomSeat | None = context.room_seat
    assert again is not None
    assert again.key == key
    assert len(room.room.guests) == 1


SEATS = {
    "phones-seat": ("Classic", "", None, ["place", "coach", "menu", "explain"]),
    "phones-seat-done": (
        "Round 1 of 2",
        "Waiting for Björn, Ștefan and Großmutter Hildegard",
        None,
        ["take back", "menu", "explain"],
    ),
    "phones-seat-cut": (
        "Classic",
        "192.0.2.1:4242 does not answer: trying again. Your placements so far are saved.",
        None,
        ["place", "coach", "menu", "explain"],
    ),
    "phones-seat-clock": (
        "Classic · By correspondence",
        "The next tile has been called.",
        30,
        ["place", "other tile", "coach", "menu", "explain"],
    ),
}
"""The words beside the title, those read aloud, the seconds left, and the keys of each seat."""


@pytest.mark.parametrize("name", SEATS)
def test_a_seat_says_what_is_waited_for_and_which_keys_there_are(
    context: Context, name: str
) -> None:
    beside, read, seconds, keys = SEATS[name]
    scene = collect_samples("phones")[name].make(context)
    assert isinstance(scene, TableScene)
    stage = Stage(context, scene)
    stage.let(0.3)
    mode = scene.mode
    assert mode.title() == ("Your own rules", beside)
    assert (mode.instructions(), mode.seconds_left()) == (read, seconds)
    assert [words for _, words in mode.hints()] == keys
    above = read or "Waiting for Zoé, Björn and Ștefan"
    assert above in " ".join(stage.read())
    # Leaving is offered by the pause, and ends nothing.
    stage.press("escape")
    assert isinstance(stage.top, PauseScene)
    for words, page in (("play.rules", RulesScene), ("play.settings", SettingsScene)):
        stage.click(stage.find(context.text(words)))
        assert isinstance(stage.top, page)
        stage.stack.apply(Pop())
    stage.click(stage.find(context.text("play.menu")))
    assert isinstance(stage.top, TitleScene)
    assert context.room_seat is None


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
    for seen, link in ((last, "192.0.2.9:80/#ABCD"), ("{", f"{place}/#ABCD")):
        change_settings(context, last_seat=seen)
        scene.link = link
        scene.renew()
        stage.form.focus(stage.part("name"))
        stage.press("return")
        assert sent.pop()[1] == {"name": "Anna", "key": ""}, "Enter in a field sends the form"


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


def test_a_seat_that_rests_comes_back_by_any_key(context: Context) -> None:
    scene = collect_samples("phones")["phones-seat"].make(context)
    seat = context.room_seat
    assert isinstance(scene, TableScene)
    assert seat is not None
    stage, resting = Stage(context, scene), context.text("phone.resting")
    stage.let(0.1)
    for key, is_back in (("held", False), ("n", True), ("h", True)):
        seat.is_resting = True
        (strip,) = (part for part in scene.mode.above(scene).walk() if isinstance(part, Text))  # type: ignore[union-attr]
        assert (strip.words, scene.mode.instructions()) == (resting, resting)
        if key == "held":
            stage.give(Command(Action.NEXT_CALL, key="n", is_repeat=True))
        else:
            stage.press(key)
        assert seat.is_resting is not is_back
    # A room that has closed ends in a notice.
    seat.end = "unknown"
    ended = scene.mode.count()
    assert isinstance(ended, Dialog)
    assert ended.body == seat_trouble(context, seat)
    seat.end = ""
    assert isinstance(scene.mode.count(), CountScene)


def test_pages_are_drawn_and_read_as_they_were() -> None:
    assert changed_pages("room_seat") == []
