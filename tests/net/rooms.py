"""A room on this machine without a window: its server is the real one."""

from __future__ import annotations

from typing import Any

from game.net.phones import PhoneServer
from game.page.tables import tables_of
from game.play.phone_room import PhoneRoom
from game.play.table import TableSetup
from game.play.table_control import MatchFlow, TableControl, TableSignal
from game.play.table_game import TableGame
from game.rules.match import Player, PlayerKind
from game.rules.ruleset import Ruleset
from tests.play.engines import ScriptedEngines


class OpenRoom:
    """A room with its server, and the match that it calls."""

    def __init__(self, port: int = 0) -> None:
        self.server = PhoneServer(b"<!doctype html>", port, listen="127.0.0.1")
        self.room = PhoneRoom(self.server, tables_of)
        self.control: TableControl | None = None

    @property
    def link(self) -> str:
        """The address with the letters."""
        return f"http://127.0.0.1:{self.server.port}/#{self.room.code}"

    def begins(self, rules: str, *, bots: int = 0, **options: Any) -> TableGame:
        """Begin a match of the guests who are here, and computers."""
        players = [Player(guest.name) for guest in self.room.guests]
        phones = frozenset(range(len(players)))
        players += [Player(f"Fox {i}", PlayerKind.BOT, "fox") for i in range(bots)]
        setup = TableSetup(Ruleset.parse(rules), tuple(players), "42", phones=phones, **options)
        game = TableGame.start(setup, meta=setup.to_meta())
        self.sit(game)
        return game

    def sit(self, game: TableGame) -> None:
        """Open a match in the room."""
        self.room.seat(game)
        assert self.room.seats is not None
        seats, engines = self.room.seats, ScriptedEngines()
        flow = MatchFlow(lambda: 0.0, lambda dt: seats.take_events(dt, engines))
        self.control = TableControl(game, engines, lambda: 0.0, flow)

    def step(self, dt: float = 0.1) -> bool:
        """Let time pass; return whether a round is over."""
        self.room.poll()
        news = [] if self.control is None else self.control.advance(dt, is_moving=False)
        self.room.poll()
        return TableSignal.OVER in news

    def close(self) -> None:
        """Close all lines."""
        self.room.close()
