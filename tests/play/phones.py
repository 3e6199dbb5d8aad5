"""A room whose phones are in memory: what each was sent, and hands that play at random."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import count
from random import Random
from typing import Any

from game.page.tables import tables_of
from game.play.phone_room import PhoneRoom, Word
from game.play.table import TableSetup
from game.play.table_control import MatchFlow, TableControl, TableSignal
from game.play.table_game import TableGame
from game.rules.match import Match, Player, PlayerKind
from game.rules.ruleset import Ruleset
from tests.play.engines import ScriptedEngines

RULES = (
    "classic free single none",
    "classic free pairs none",
    "classic free mail none bonus=call",
    "classic free single rays",
    "classic free single best-ray",
    "classic adjacent single none",
    "classic adjacent-symbol single none",
    "daffodil-1 free single none",
    "daffodil-2 free single rays",
    "daffodil-3 adjacent single none",
    "daffodil-4 free single rays",
    "daffodil-4 free pairs none rounds=2",
    "classic free single none rounds=3",
)
"""Every kind of call, placement, board, ray, and several rounds."""


@dataclass(eq=False)
class Phone:
    """An open page: what it was sent, and what it shows."""

    name: str = ""
    address: str = "192.0.2.10"
    key: str = ""
    words: list[Word] = field(default_factory=list)
    is_known: bool = False
    rank: int = field(default_factory=count().__next__)

    @property
    def state(self) -> Word:
        """The latest state that it was sent."""
        return next((word["state"] for word in reversed(self.words) if "state" in word), {})

    @property
    def error(self) -> str:
        """The latest word's error; "" for another word."""
        return str(self.words[-1].get("error", "")) if self.words else ""


class MemoryServer:
    """Passes words without a network."""

    port = 4242

    def __init__(self) -> None:
        self.arrived: list[tuple[Phone, Word | None]] = []
        self.is_closed = False

    def poll(self) -> list[tuple[Phone, Word | None]]:
        """Return the words since the last time."""
        arrived, self.arrived = self.arrived, []
        return arrived

    def send(self, visitor: Phone, value: Word, *, is_state: bool = False) -> None:
        """Let a phone have a word, as it comes through a socket."""
        visitor.words.append(json.loads(json.dumps(value)))
        if "key" in value:
            visitor.key = value["key"]

    def close(self) -> None:
        """Note it."""
        self.is_closed = True


class House:
    """A room, its phones, and the match that one window calls."""

    def __init__(self, *names: str) -> None:
        self.server = MemoryServer()
        self.room = PhoneRoom(self.server, tables_of)
        self.phones = [Phone(name) for name in names]
        self.saved: list[Match] = []
        for phone in self.phones:
            self.says(phone, do="join", name=phone.name, code=self.room.code)

    def says(self, phone: Phone, **word: Any) -> str:
        """Let a phone say a word; return the error that it is answered with."""
        count = len(phone.words)
        self.server.arrived.append((phone, word))
        self.room.poll()
        return next((w["error"] for w in phone.words[count:] if "error" in w), "")

    def goes(self, phone: Phone) -> None:
        """Close a phone's page."""
        self.server.arrived.append((phone, None))
        self.room.poll()

    def begins(self, rules: str, *, bots: int = 0, people: int = 0, **options: Any) -> TableGame:
        """Begin a match of people here, the phones, and computers."""
        players = [Player(f"Here {i}") for i in range(people)]
        players += [Player(phone.name) for phone in self.phones]
        players += [Player(f"Fox {i}", PlayerKind.BOT, "fox") for i in range(bots)]
        seats = frozenset(range(people, people + len(self.phones)))
        setup = TableSetup(Ruleset.parse(rules), tuple(players), "42", phones=seats, **options)
        game = TableGame.start(setup, self.saved.append, setup.to_meta())
        self.room.seat(game)
        return game

    def control(self, game: TableGame, pause: Callable[[], float | None]) -> TableControl:
        """Return the control of the window that calls."""
        assert self.room.seats is not None
        seats, engines = self.room.seats, ScriptedEngines()
        flow = MatchFlow(pause, lambda dt: seats.take_events(dt, engines))
        return TableControl(game, engines, lambda: 0.0, flow)

    def plays(self, game: TableGame, watch: Callable[[], None] = lambda: None) -> None:
        """Play to the end; each phone answers at random what it was shown."""
        control, random = self.control(game, lambda: 0.0), Random(5)
        for _ in range(4_000):
            news = control.advance(0.1, is_moving=False)
            self.room.poll()
            watch()
            if TableSignal.OVER in news:
                if game.match.is_complete:
                    return
                game.begin_round()
                continue
            for phone in self.phones:
                self.answers(phone, random)
        raise AssertionError("it never ends")

    def answers(self, phone: Phone, random: Random) -> None:
        """Let a phone do one thing that it is asked for, and sometimes change its mind."""
        state = phone.state
        if state.get("do") == "close" and (not state["hand"] or random.random() < 0.4):
            assert self.says(phone, do="finish", at=state["at"]) == ""
        elif state.get("do") in ("place", "close"):
            tile = random.choice(state["hand"])
            space = int(random.choice([*tile["spaces"]]))
            word = {"do": "place", "at": state["at"], "tile": tile["tile"], "space": space}
            assert self.says(phone, **word) == ""
        elif state.get("back") and random.random() < 0.2:
            assert self.says(phone, do="back", at=state["at"]) == ""
