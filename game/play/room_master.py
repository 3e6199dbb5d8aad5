"""The game master of a room without a window: it waits, calls, gives each call its time, ends.

Nothing here draws, opens a connection or touches a file.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from game.play.engines import Engines
from game.play.keeper import LocalKeeper
from game.play.phone_room import PhoneRoom
from game.play.table import TableSetup
from game.play.table_control import MatchFlow, TableControl
from game.play.table_game import Phase, TableGame
from game.rules.match import Match, Player
from game.rules.ruleset import Ruleset

CALL_PAUSE: Final = 2.0
"""Seconds after the last placement in which it can still be taken back."""

COUNT_SECONDS: Final = 20.0
"""Seconds for the count between two rounds."""

_LONGEST_STEP: Final = 1.0
"""Most seconds that pass in one step: after a machine has slept, no player misses a call."""


@dataclass(frozen=True, slots=True)
class RoomPlan:
    """What a room is opened for: the rules, the people, the computers beside them, the time."""

    rules: Ruleset
    people: int
    bots: tuple[Player, ...] = ()
    answer_seconds: int = 90


class RoomMaster:
    """Leads one match with the guests of a room; `save` stores every act.

    While no guest is there, the match waits.
    """

    def __init__(
        self,
        room: PhoneRoom,
        plan: RoomPlan,
        engines: Engines,
        save: Callable[[Match], None],
        stored: Match | None = None,
    ) -> None:
        self.room, self.plan = room, plan
        self.game: TableGame | None = None
        self._engines, self._save = engines, save
        self._control: TableControl | None = None
        self._full_for, self._counted, self._now = 0.0, 0.0, 0.0
        room.here = tuple(player.name for player in plan.bots)
        if stored is not None:
            setup = TableSetup.from_match(stored)
            self._lead(TableGame(setup, LocalKeeper(stored, save)))

    @property
    def match(self) -> Match | None:
        """The match, None before it begins."""
        return None if self.game is None else self.game.match

    def step(self, dt: float) -> None:
        """Do what the guests ask for and what is due after `dt` seconds."""
        self.room.poll()
        dt = min(dt, _LONGEST_STEP)
        self._now += dt
        if self._control is None:
            self._begin_when_all_are_here(dt)
        elif any(guest.is_here for guest in self.room.guests):
            self._go_on(self._control, dt)
        for guest in tuple(self.room.asking):
            self.room.let_in(guest)

    def _begin_when_all_are_here(self, dt: float) -> None:
        """Begin with the last guest; for one whose phone sleeps it waits as long as for a call."""
        guests, plan = self.room.guests, self.plan
        if len(guests) < plan.people:
            self._full_for = 0.0
            return
        self._full_for += dt
        if self._full_for < plan.answer_seconds and not all(guest.is_here for guest in guests):
            return
        players = (*(Player(guest.name) for guest in guests), *plan.bots)
        # Nobody may guess the calls to come from those that were made.
        setup = TableSetup(
            plan.rules,
            players,
            secrets.token_hex(16),
            answer_seconds=plan.answer_seconds,
            phones=frozenset(range(plan.people)),
        )
        self._lead(TableGame.start(setup, self._save, setup.to_meta()))

    def _lead(self, game: TableGame) -> None:
        self.game = game
        self.room.seat(game)
        seats = self.room.seats
        assert seats is not None
        seats.on_out = self.room.rest
        flow = MatchFlow(lambda: CALL_PAUSE, lambda dt: seats.take_events(dt, self._engines))
        self._control = TableControl(game, self._engines, lambda: self._now, flow)

    def _go_on(self, control: TableControl, dt: float) -> None:
        game = control.game
        if game.phase() is Phase.ROUND_OVER:
            self._counted += dt
            if self._counted < COUNT_SECONDS:
                return
            control.begin_round()
        self._counted = 0.0
        if not game.match.is_complete:
            control.advance(dt, is_moving=False)
