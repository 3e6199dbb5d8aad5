"""Computers for tables apart, which think in a process beside the window's frames."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from threading import Lock
from typing import Final

from game.bots.players.registry import BOT_NAMES
from game.bots.players.stand_ins import STAND_IN, StandIns
from game.bots.service.messages import EngineAnswer, Failure
from game.bots.service.runner import EngineRunner
from game.rules.match import Match
from game.rules.placement import Placement

LOOK_SECONDS: Final = 0.005


class StandInsBeside:
    """What `game.net.engines.HouseEngines` asks for; tables' threads wait for each answer.

    One question at a time is with the process, which is started by the first. What it fails to
    answer is answered here.
    """

    def __init__(self) -> None:
        self._here = StandIns()
        self._runner = EngineRunner()
        self._lock = Lock()

    def engine(self, name: str | None) -> _Beside:
        """Return the computer of that name; an unknown one, and None, give the one that
        stands in.
        """
        return _Beside(self, name if name is not None and name in BOT_NAMES else STAND_IN)

    def place_owed(self, match: Match, seat: int) -> tuple[Placement, ...]:
        """Return the game master's placements for a seat that misses this call of the
        league (M4).
        """
        found = self._ask(lambda: self._runner.ask_owed(match, seat))
        return self._here.place_owed(match, seat) if found is None else found

    def close(self) -> None:
        """End the process."""
        with self._lock:
            self._runner.close()

    def ask_choice(
        self, match: Match, seat: int, bot: str, seed: str
    ) -> tuple[Placement, ...] | None:
        """Return a bot's decision; None where the process has none to give."""
        return self._ask(lambda: self._runner.ask_choice(match, seat, bot, seed))

    def _ask(self, ask: Callable[[], int]) -> tuple[Placement, ...] | None:
        with self._lock:
            ticket = ask()
            while True:
                for message in self._runner.poll():
                    if message.ticket == ticket and isinstance(message, Failure):
                        return None
                    if message.ticket == ticket and isinstance(message, EngineAnswer):
                        return message.value if isinstance(message.value, tuple) else None
                time.sleep(LOOK_SECONDS)


@dataclass(frozen=True, slots=True)
class _Beside:
    """One computer."""

    all: StandInsBeside
    name: str

    def choose(self, match: Match, seat: int, random: Random) -> Placement:
        """One of `legal_placements(match, seat)`."""
        found = self.all.ask_choice(match, seat, self.name, str(random.getrandbits(64)))
        return found[0] if found else self.all._here.engine(self.name).choose(match, seat, random)

    def choose_finish(self, match: Match, seat: int, random: Random) -> tuple[Placement, ...]:
        """Return the closing moves of Daffodil 4 (P6)."""
        found = self.all.ask_choice(match, seat, self.name, str(random.getrandbits(64)))
        if found is not None:
            return found
        return self.all._here.engine(self.name).choose_finish(match, seat, random)
