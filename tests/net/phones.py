"""Phones without a browser: players that answer at random and lose their lines, and floods."""

from __future__ import annotations

import asyncio
import contextlib
import json
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from random import Random
from typing import Any, Protocol

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from game.play.phone_room import PhoneRoom
from game.play.table import TableSetup
from game.play.table_game import TableGame
from game.rules.match import Player
from game.rules.ruleset import Ruleset

LATE = ("late", "illegal")
"""The refusals of a placement that a lost line had already brought in."""


class Runner(Protocol):
    """Anything that `running` runs."""

    async def run(self) -> None:
        """Run to the end."""


class PhonePlayer:
    """A phone that joins by `code` and plays to the count.

    It drops its line after a placement with probability `drops`, and thinks for `thinks` seconds.
    A refusal that nothing explains, or a tile that has vanished, is an `AssertionError`.
    """

    def __init__(
        self, url: str, name: str, code: str, *, drops: float = 0.0, thinks: float = 0.0
    ) -> None:
        self.state: dict[str, Any] = {"do": "wait"}
        """The state that it was sent last."""
        self.answers: list[float] = []
        """Seconds from each placement to the answer, where the line held."""
        self.called: dict[str, float] = {}
        """When it first saw each call, by round and call; of `time.perf_counter`."""
        self._url, self._drops, self._thinks = url, drops, thinks
        self._random, self._key = Random(name), ""
        self._join = {"do": "join", "code": code, "name": name}

    async def run(self) -> None:
        """Play until the last count."""
        while not self._is_over():
            with contextlib.suppress(ConnectionClosed, OSError):
                async with connect(self._url, compression=None) as line:
                    await self._play(line)
            await asyncio.sleep(0.02)

    def _is_over(self) -> bool:
        return self.state["do"] == "over" and bool(self.state["last_round"])

    async def _play(self, line: ClientConnection) -> None:
        sit = {"do": "sit", "key": self._key}
        await line.send(json.dumps(sit if self._key else self._join))
        asked, since = "", 0.0
        async for text in line:
            word = json.loads(text)
            self._key = word.get("key", self._key)
            if "error" in word:
                assert word["error"] in LATE, word
                asked = ""
            if "state" not in word:
                continue
            self._follow(word["state"])
            if self._is_over():
                return
            is_asked = self.state["do"] == "place"
            # A state that another phone's placement made is no answer.
            if asked and not (is_asked and asked == self.state["at"]):
                self.answers.append(time.perf_counter() - since)
                asked = ""
            if is_asked and not asked:
                await asyncio.sleep(self._thinks)
                asked, since = self.state["at"], time.perf_counter()
                await line.send(json.dumps(self._placement()))
                if self._random.random() < self._drops:
                    line.transport.abort()
                    return

    def _follow(self, state: dict[str, Any]) -> None:
        before, self.state = self.state, state
        self.called.setdefault(state["at"], time.perf_counter())
        if before.get("round") == state["round"]:
            pairs = zip(before["board"]["tiles"], state["board"]["tiles"], strict=True)
            assert all(old in (-1, new) for old, new in pairs), (before, state)

    def _placement(self) -> dict[str, Any]:
        tile = self._random.choice(self.state["hand"])
        space = int(self._random.choice([*tile["spaces"]]))
        return {"do": "place", "at": self.state["at"], "tile": tile["tile"], "space": space}


class Flood:
    """Says words of no seat, with wrong letters, much too late: as fast as the line takes them, or
    one every `pause` seconds.
    """

    def __init__(self, url: str, pause: float = 0.0) -> None:
        self.said = 0
        self._pause = pause
        self._url, self._is_over = url, threading.Event()

    def stop(self) -> None:
        """End it, from any thread."""
        self._is_over.set()

    async def run(self) -> None:
        """Flood until it is stopped; a line that is closed is opened again."""
        words = (
            {"do": "place", "at": "1.1", "tile": 0, "space": 0},
            {"do": "join", "code": "XXXXX", "name": "Eve"},
        )
        while not self._is_over.is_set():
            with contextlib.suppress(ConnectionClosed, OSError, TimeoutError):
                async with connect(self._url, compression=None) as line:
                    while not self._is_over.is_set():
                        word = json.dumps(words[self.said % 2])
                        await asyncio.wait_for(line.send(word), 0.5)
                        await asyncio.sleep(self._pause)
                        self.said += 1


@contextmanager
def running(runners: Sequence[Runner]) -> Iterator[Callable[[], bool]]:
    """Run them in a thread of their own; yields whether they run, and raises what one raised."""
    raised: list[Exception] = []

    async def everybody() -> None:
        await asyncio.gather(*(runner.run() for runner in runners))

    def run() -> None:
        try:
            asyncio.run(everybody())
        except Exception as error:
            raised.append(error)

    thread = threading.Thread(target=run, daemon=True)
    thread.start()

    def is_alive() -> bool:
        # The window looks sixty times a second at most; here it leaves the phones some time.
        time.sleep(0.005)
        return thread.is_alive()

    yield is_alive
    thread.join()
    for error in raised:
        raise error


def begin(room: PhoneRoom, rules: str = "classic free single none") -> TableGame:
    """Begin a match of all guests."""
    players = tuple(Player(guest.name) for guest in room.guests)
    phones = frozenset(range(len(players)))
    setup = TableSetup(Ruleset.parse(rules), players, "sim", phones=phones)
    game = TableGame.start(setup, meta=setup.to_meta())
    room.seat(game)
    game.begin_round()
    return game
