"""The window as a screen reader has it: its tree is walked and pressed through AT-SPI."""

from __future__ import annotations

import os
import re
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from datetime import date
from pathlib import Path
from random import Random
from typing import Any, Final, NamedTuple

import pytest
from jeepney import DBusAddress, HeaderFields, MatchRule, MessageType, new_method_call
from jeepney.bus_messages import message_bus
from jeepney.io.blocking import DBusConnection, open_dbus_connection

from game.climb.open_climb import FinishStage, begin_climb, print_open_climb
from game.climb.state import day_seed
from game.locale import Language, load_catalogue
from game.net.journal.store import TableStore
from game.net.service.service import Service
from game.storage.open_games import OpenGames
from game.ui.frame.context import Context
from game.ui.scenes.title.scene import TitleScene
from tests.end_to_end.hands import place_among_widgets, prepare
from tests.end_to_end.stage import HELD, JOURNEYS_VARIABLE, Stage, wait_for
from tests.gallery import make_context
from tests.gallery.climb import play_call, play_stage, take_first
from tests.net.worlds import RandomEngines
from tests.ui.test_transcripts import play_first_game
from tests.ui.transcript import Press, heard_in
from tests.ui.unseen import draw_nothing

pytestmark = [pytest.mark.journey, pytest.mark.window]

LAUNCHER: Final = Path("/usr/libexec/at-spi-bus-launcher")
ATSPI: Final = "org.a11y.atspi"
FOCUSED: Final = 1 << 12
"""The bit of the state "focused"."""


QUIET: Final = 0.25
"""Seconds without an event after which a press is answered."""

PATIENCE: Final = 30.0
"""Seconds after which a press without an event is silent.

A busy disk keeps a window for many: the title loads what follows between its frames.
"""

NAMES: Final = {"return": "Return", "backspace": "BackSpace", "tab": "Tab", "escape": "Escape"}
"""Xdotool's names of keys."""

BUTTON, CELL, HEADING, TABLE = 43, 56, 83, 55
"""The bus's numbers of roles."""


class Thing(NamedTuple):
    """One thing of the tree: whose it is and where, its role, its name, and whether it has the
    keyboard.
    """

    owner: str
    path: str
    role: int
    name: str
    is_focused: bool


class Reader:
    """A screen reader that sees what the bus says, and presses."""

    def __init__(self, session: str) -> None:
        bus = open_dbus_connection(session)
        launcher = DBusAddress("/org/a11y/bus", "org.a11y.Bus", "org.a11y.Bus")
        status = launcher.with_interface("org.freedesktop.DBus.Properties")
        for name in ("IsEnabled", "ScreenReaderEnabled"):
            values = ("org.a11y.Status", name, ("b", True))
            call(bus, new_method_call(status, "Set", "ssv", values))
        (address,) = call(bus, new_method_call(launcher, "GetAddress"))
        self._session = bus
        self._bus = open_dbus_connection(address)
        rule = MatchRule(type="signal", interface=f"{ATSPI}.Event.Object")
        call(self._bus, message_bus.AddMatch(rule))
        registry = f"{ATSPI}.Registry", "/org/a11y/atspi/accessible/root"
        register = DBusAddress("/org/a11y/atspi/registry", registry[0], registry[0])
        call(self._bus, new_method_call(register, "RegisterEvent", "s", ("object:",)))
        self._root = registry
        self.heard: list[str] = []
        self._focus: tuple[str, str] | None = None

    def ask(self, owner: str, path: str, interface: str, member: str, *values: Any) -> Any:
        """Call a method of a thing."""
        address = DBusAddress(path, owner, f"{ATSPI}.{interface}")
        signature = "i" * len(values)
        message = new_method_call(address, member, signature or None, values)
        return call(self._bus, message)

    def things(self) -> list[Thing]:
        """Walk all applications."""
        found: list[Thing] = []
        todo = list(self.ask(*self._root, "Accessible", "GetChildren")[0])
        while todo:
            owner, path = todo.pop(0)
            # What is gone meanwhile is not there.
            with suppress(LookupError):
                (role,) = self.ask(owner, path, "Accessible", "GetRole")
                name = self._name(owner, path)
                ((low, _),) = self.ask(owner, path, "Accessible", "GetState")
                found.append(Thing(owner, path, role, name, bool(low & FOCUSED)))
                todo = [*self.ask(owner, path, "Accessible", "GetChildren")[0], *todo]
        return found

    def name_in_focus(self) -> str:
        """Return the name of what got the keyboard last, "" for what is gone."""
        with suppress(LookupError):
            if self._focus is not None:
                return self._name(*self._focus)
        return ""

    def _name(self, owner: str, path: str) -> str:
        properties = DBusAddress(path, owner, "org.freedesktop.DBus.Properties")
        wanted = (f"{ATSPI}.Accessible", "Name")
        ((_, name),) = call(self._bus, new_method_call(properties, "Get", "ss", wanted))
        return str(name)

    def things_of(self, role: int) -> list[str]:
        """Return the names of all things of a role."""
        return [thing.name for thing in self.things() if thing.role == role]

    def find(self, role: int, words: str) -> Thing:
        """Return the first thing of a role whose name has these words, once there is one."""

        def look() -> Thing | None:
            things = self.things()
            return next((t for t in things if t.role == role and words in t.name), None)

        return wait_for(f"the {role} {words}", look)

    def press(self, role: int, words: str) -> None:
        """Do with a thing what a reader's own key does."""
        thing = self.find(role, words)
        assert self.ask(thing.owner, thing.path, "Action", "DoAction", 0) == (True,)

    def wait_to_hear(self, words: str) -> None:
        """Wait until a sentence with these words is announced."""
        end = time.monotonic() + 30
        while not any(words in said for said in self.heard):
            assert time.monotonic() < end, (words, self.heard)
            with suppress(TimeoutError):
                message = self._bus.receive(timeout=0.2)
                if message.header.fields.get(HeaderFields.member) == "Announcement":
                    self.heard.append(message.body[3][1])

    def events(self, patience: float) -> list[str]:
        """Wait until the bus says something, and then until it is quiet; what it said."""
        heard: list[str] = []
        end = time.monotonic() + patience
        while time.monotonic() < end:
            with suppress(TimeoutError):
                message = self._bus.receive(timeout=0.1)
                member = str(message.header.fields.get(HeaderFields.member))
                kind, is_on, _, (_, value), _ = message.body
                if kind == "focused" and is_on:
                    fields = message.header.fields
                    self._focus = (fields[HeaderFields.sender], fields[HeaderFields.path])
                heard.append(f"{member} {kind} {value}")
                if member == "Announcement":
                    self.heard.append(str(value))
                end = time.monotonic() + QUIET
        return heard

    def close(self) -> None:
        self._bus.close()
        self._session.close()


def call(bus: DBusConnection, message: Any) -> Any:
    """Return the answer's values; `LookupError` if no program answers."""
    answer = bus.send_and_get_reply(message, timeout=20)
    if answer.header.message_type is MessageType.error:
        raise LookupError(answer.body)
    return answer.body


@pytest.fixture
def session() -> Iterator[str]:
    """A session bus of its own."""
    if not LAUNCHER.exists():
        message = "a reader needs at-spi2-core"
        if os.environ.get(JOURNEYS_VARIABLE) == "required":
            pytest.fail(message)
        pytest.skip(message)
    daemon = subprocess.Popen(
        ["dbus-daemon", "--session", "--nofork", "--print-address"],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    assert daemon.stdout is not None
    try:
        yield daemon.stdout.readline().strip()
    finally:
        daemon.terminate()
        daemon.wait(10)


def test_a_reader_walks_the_tree_and_plays_a_tile(stage: Stage, session: str) -> None:
    text = load_catalogue(Language.ENGLISH).text
    reader = Reader(session)
    arguments = ("--lang", "en", "--edition", "standard", "--seed", "a reader")
    game = stage.start_game(*arguments, DBUS_SESSION_BUS_ADDRESS=session)
    # The board is a grid: a row for each of its columns, a cell for each of its spaces.
    assert reader.find(TABLE, text("terms.board"))
    free = [text("heard.spoken.free", space=f"c{i}") for i in range(1, 6)]
    cells = [thing.name for thing in reader.things() if thing.role == CELL]
    assert len(cells) == 19
    assert [name for name in cells if name.startswith("c")] == free
    # Its own keys move the focus, and say what the tile would do there.
    game.press("c", "3")
    wait_for("c3 has the focus", lambda: reader.find(CELL, "c3").is_focused)
    # Pressed by the reader, the space has the tile, which is announced.
    reader.press(CELL, "e1")
    reader.wait_to_hear("e1")
    wait_for(
        "the tile on e1",
        lambda: text("heard.spoken.free", space="e1") not in reader.find(CELL, "e1").name,
    )
    # A dialog comes with its buttons.
    game.press("Escape")
    reader.press(BUTTON, text("play.menu"))
    assert reader.find(BUTTON, text("menu.settings"))
    reader.close()
    game.close()


class Walk:
    """Keys pressed one after the other; those that nothing answers are remembered."""

    def __init__(self, stage: Stage, session: str, *arguments: str) -> None:
        self.reader = Reader(session)
        self.game = stage.start_game(*arguments, "--mute", DBUS_SESSION_BUS_ADDRESS=session)
        self.silent: list[str] = []
        self._pressed: list[str] = []
        self.reader.events(PATIENCE)

    def press(self, *keys: str) -> None:
        """Press keys, each once the one before is answered."""
        for key in keys:
            self.game.press(NAMES.get(key, key))
            self._pressed.append(key)
            answers = self.reader.events(PATIENCE)
            self.game.check_alive()
            if not answers:
                self.silent.append(" ".join(self._pressed[-5:]))

    def type(self, text: str) -> None:
        """Type a text."""
        self.game.stage.xdotool("type", "--delay", "30", text)
        assert self.reader.events(PATIENCE)

    def wait_for_free_spaces(self) -> list[str]:
        """Return the names of the spaces that a called tile may go to, once there are some."""
        free = load_catalogue(Language.ENGLISH).text("heard.spoken.free", space="")
        return wait_for(
            "a free space",
            lambda: [name[:2] for name in self.reader.things_of(CELL) if free in name] or None,
        )

    def seek(self, words: str) -> None:
        """Press Tab until what has the keyboard has these words in its name."""
        for _ in range(40):
            if words in self.reader.name_in_focus():
                return
            self.press("tab")
        raise AssertionError((words, self.reader.name_in_focus()))

    def press_until_heard(self, words: str) -> None:
        """Press Enter until a sentence with these words was announced."""
        for _ in range(6):
            if any(words in heard for heard in self.reader.heard):
                return
            # A page that came by itself only says what an early press is for.
            time.sleep(HELD)
            self.press("return")
        raise AssertionError((words, self.reader.heard))

    def close(self) -> None:
        """End the game; nothing was silent."""
        self.game.check_alive()
        self.reader.close()
        self.game.close()
        assert self.silent == []


def presses_of(play: Callable[[Context], object]) -> list[Press]:
    """The keys of a game that is played by ear here, and what they were answered."""
    context = make_context(Language.ENGLISH, (1280, 800))
    with pytest.MonkeyPatch.context() as patch:
        draw_nothing(patch)
        return [press for press in heard_in(play, context).presses if press.key]


def test_a_newcomer_with_a_reader_plays_the_first_game_to_its_end(
    stage: Stage, session: str
) -> None:
    text = load_catalogue(Language.ENGLISH).text
    presses = presses_of(play_first_game)
    walk = Walk(stage, session, "--lang", "en")
    walk.reader.press(BUTTON, text("menu.first_about"))
    walk.reader.find(TABLE, text("terms.board"))
    for press in presses:
        walk.press(press.key)
        skipped = re.search(r"\d+ tiles placed\.", " ".join(press.said))
        # With motion the lesson waits for one more Enter here and there.
        if skipped is not None:
            walk.press_until_heard(skipped[0])
    # From the full board to the count, whose verdict is the last word.
    walk.press("return")
    walk.reader.wait_to_hear(presses[-1].said[-1])
    walk.close()


@pytest.mark.parametrize("door", ["new", "settings"])
def test_a_page_is_walked_with_a_reader(stage: Stage, session: str, door: str) -> None:
    prepare(stage)
    walk = Walk(stage, session, "--lang", "en")
    walk.press(*["tab"] * place_among_widgets(TitleScene, door), "return", *["tab", "Right"] * 9)
    walk.press("F3", "F4", "F8", "escape")
    walk.close()


def test_a_challenge_and_its_review_are_played_with_a_reader(stage: Stage, session: str) -> None:
    text = load_catalogue(Language.ENGLISH).text
    prepare(stage)
    walk = Walk(stage, session, "--lang", "en")
    walk.press(*["tab"] * place_among_widgets(TitleScene, "you"), "return")
    walk.seek(text("you.challenges"))
    walk.press("return", "return")
    walk.reader.find(TABLE, text("terms.board"))
    for space in walk.wait_for_free_spaces():
        walk.press(*space, "return")
    walk.seek(text("review.title"))
    walk.press("return", "Left", "Left", "F3", "F5", "escape")
    walk.close()


def nearly_climbed(seed: str, stages: int) -> str:
    """A climb with so many stages made, whose next one lacks its last tile."""
    climb, random = begin_climb(seed, "Ana"), Random(seed)
    for _ in range(stages):
        climb = take_first(play_stage(climb).act(FinishStage()))
    while climb.facts.tiles < 18:
        climb = play_call(climb, "squirrel", random)
    return print_open_climb(climb)


def test_a_climb_is_continued_at_two_choices_with_a_reader(stage: Stage, session: str) -> None:
    text = load_catalogue(Language.ENGLISH).text
    prepare(stage)
    today = date.today()
    open_climbs = OpenGames(stage.home, "climb")
    open_climbs.save(today.isoformat(), nearly_climbed(day_seed(today), 0))
    open_climbs.save("", nearly_climbed("11", 1))
    walk = Walk(stage, session, "--lang", "en")
    walk.press(*["tab"] * place_among_widgets(TitleScene, "climb"), "return")
    links = text("climb.start.go_on"), text("climb.start.go_on_free", stage="2")
    for number, link in enumerate(links, 2):
        walk.seek(link)
        walk.press("return")
        (space,) = walk.wait_for_free_spaces()
        walk.press(*space, "return")
        walk.press_until_heard("Take one of 3")
        walk.reader.heard.clear()
        time.sleep(HELD)
        walk.press("1", "2", "2")
        walk.press_until_heard(f"Stage {number}")
        walk.press("c", "3", "return", "escape")
        walk.seek(text("play.menu"))
        walk.press("return")
        if number == 2:
            walk.press(*["tab"] * place_among_widgets(TitleScene, "climb"), "return")
    walk.close()


@contextmanager
def guest(folder: Path, shared: Path, invitation: str) -> Iterator[Service]:
    """Another program that asks for a seat."""
    service = Service(TableStore(folder), RandomEngines())
    service.open().result(20)
    service.join(invitation, "Ben", str(shared)).result(20)
    try:
        yield service
    finally:
        service.close()


def test_a_table_by_post_is_opened_and_played_with_a_reader(
    stage: Stage, session: str, tmp_path: Path
) -> None:
    text = load_catalogue(Language.ENGLISH).text
    prepare(stage)
    shared = tmp_path / "shared"
    shared.mkdir()
    walk = Walk(stage, session, "--lang", "en")
    walk.press(*["tab"] * place_among_widgets(TitleScene, "together"), "return")
    walk.seek(text("together.elsewhere"))
    walk.press("return")
    walk.seek(text("together.folder"))
    walk.type(str(shared))
    walk.press("return")
    walk.reader.find(HEADING, text("together.invitation"))
    store = TableStore(stage.home / "apart")
    stored = store.table(next(iter(store.tables())))
    with guest(tmp_path / "guest", shared, str(stored.seating.invitation)):
        walk.wait_for_free_spaces()
        time.sleep(HELD)
        walk.press("a", "1", "return", "F3", "escape")
    walk.close()
