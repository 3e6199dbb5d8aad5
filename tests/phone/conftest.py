"""A real server and room, which a thread serves as the window's loop does, and a real browser."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TypeVar

import pytest
from selenium.webdriver import Chrome

from game.locale import Language
from game.net.phones import PhoneServer
from game.page.phone import phone_page
from game.page.tables import tables_of
from game.play.phone_room import PhoneRoom
from game.play.table import TableSetup
from game.play.table_game import TableGame
from game.rules.match import Player, PlayerKind
from game.rules.ruleset import Ruleset
from tests.page.conftest import browser as browser
from tests.page.conftest import visitor as visitor

T = TypeVar("T")


class Host:
    """A window's part: it polls the room sixty times a second until it is closed."""

    def __init__(self) -> None:
        self.server = PhoneServer(phone_page(Language.ENGLISH), listen="127.0.0.1")
        self.room = PhoneRoom(self.server, tables_of)
        self.lock = threading.Lock()
        self._is_open = True
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    @property
    def address(self) -> str:
        """The link that a square holds."""
        return self.room.link

    def _run(self) -> None:
        while self._is_open:
            with self.lock:
                self.room.poll()
            time.sleep(1 / 60)

    def begins(
        self,
        rules: str = "classic free single none",
        bots: int = 0,
        answer_seconds: int | None = None,
    ) -> TableGame:
        """Begin a match of the guests, and make its first call."""
        with self.lock:
            players = [Player(guest.name) for guest in self.room.guests]
            players += [Player(f"Fox {i}", PlayerKind.BOT, "fox") for i in range(bots)]
            seats = frozenset(range(len(self.room.guests)))
            setup = TableSetup(
                Ruleset.parse(rules),
                tuple(players),
                "42",
                phones=seats,
                answer_seconds=answer_seconds,
            )
            game = TableGame.start(setup, meta=setup.to_meta())
            self.room.seat(game)
            game.begin_round()
        return game

    def does(self, act: Callable[[], T]) -> T:
        """Do something to the match between two polls."""
        with self.lock:
            return act()

    def close(self) -> None:
        """Stop serving."""
        self._is_open = False
        self._thread.join()
        self.room.close()


@contextmanager
def hosting() -> Iterator[Host]:
    """A room while it is needed."""
    host = Host()
    try:
        yield host
    finally:
        host.close()


@pytest.fixture
def host(browser: Chrome) -> Iterator[Host]:
    """A room on this machine; pages are closed before it."""
    with hosting() as one:
        yield one
        browser.get("about:blank")
