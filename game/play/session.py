"""Drives one match: whose turn it is, what comes next, and the events of each move.

A `Session` owns the current `Match` and the source of its calls. Everything a person, a bot or
the clock does goes through `perform` or one of the named methods; each returns the events for
the screen to show, and an illegal one raises `IllegalMove` and changes nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TypeAlias

from game.play.deal_source import DealSource
from game.play.table import CallerRule, is_called
from game.rules.match import Match, Player, PlayerKind, apply, new_match
from game.rules.moves import BeginRound, Call, Event, Finish, Miss, Move, Place, TakeBack
from game.rules.placement import Placement
from game.rules.ruleset import Ruleset
from game.rules.tiles import Tile


@dataclass(frozen=True, slots=True)
class NextRound:
    """Round `index` can begin; until then the players may look at the last one."""

    index: int


@dataclass(frozen=True, slots=True)
class NextCall:
    """Everybody has answered: the next call can come, until then takebacks are open (C4)."""


@dataclass(frozen=True, slots=True)
class Act:
    """`seats` still have tiles to place in the current call, in the order they act."""

    seats: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Choose:
    """`seats` have played all their tiles and must still choose closing moves (P6)."""

    seats: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class MatchOver:
    """All rounds are played."""


Next: TypeAlias = NextRound | NextCall | Act | Choose | MatchOver


def has_progress(match: Match) -> bool:
    """Whether starting again would lose anything."""
    rounds = match.rounds
    if is_called(match):
        return any(played.calls for played in rounds)
    return len(rounds) > 1 or any(seat.position.filled for r in rounds for seat in r.seats)


class Session:
    """Drives one match; see the module's docstring.

    `on_change` is called after every accepted move with the new match, before `perform`
    returns: it is where the autosave hangs, so that nothing is shown that is not saved.
    `elsewhere` are seats whose players are apart: what they do comes from outside, and whoever
    is here never waits for them with closing moves.
    """

    def __init__(
        self,
        match: Match,
        source: DealSource,
        caller: CallerRule = CallerRule.COMPUTER,
        on_change: Callable[[Match], None] | None = None,
    ) -> None:
        self.match = match
        self.source = source
        self.caller = caller
        self.elsewhere: frozenset[int] = frozenset()
        self.answered: frozenset[int] = frozenset()
        """Seats elsewhere whose turn of the open call is in, though nobody sees it yet."""
        self._on_change = on_change

    @classmethod
    def start(
        cls,
        rules: Ruleset,
        players: tuple[Player, ...],
        seed: str,
        caller: CallerRule = CallerRule.COMPUTER,
        on_change: Callable[[Match], None] | None = None,
        meta: str | None = None,
    ) -> Session:
        """Return a new match before its first round. Raises `RulesetError` (V1)."""
        match = new_match(rules, players, meta)
        return cls(match, DealSource(rules, seed), caller, on_change)

    def note(self, meta: str | None) -> None:
        """Keep another `meta` with the match, saved like a move."""
        self.match = replace(self.match, meta=meta)
        if self._on_change is not None:
            self._on_change(self.match)

    def perform(self, move: Move) -> tuple[Event, ...]:
        """Apply any move. Raises `IllegalMove` and leaves everything as it was."""
        self.match, events = apply(self.match, move)
        if self._on_change is not None:
            self._on_change(self.match)
        return events

    def next(self) -> Next:
        """Return what the match waits for."""
        match = self.match
        rules = match.rules
        if not match.rounds:
            return NextRound(0)
        current = match.rounds[-1]
        acting = tuple(i for i in self.order() if current.seats[i].hand)
        has_called_all = len(current.calls) == len(rules.call_sizes)
        choosing = tuple(
            i
            for i in self.order()
            if has_called_all and i not in acting and not current.seats[i].is_done(rules)
        )
        is_closing_here = not self.elsewhere.issuperset(choosing)
        if acting and not (is_closing_here and self.elsewhere.issuperset(acting)):
            return Act(acting)
        if not has_called_all:
            return NextCall()
        if choosing:
            return Choose(choosing)
        return MatchOver() if match.is_complete else NextRound(len(match.rounds))

    def order(self) -> tuple[int, ...]:
        """Seats in the order they act at one screen: the caller first, then round the table."""
        count = len(self.match.players)
        first = (self.match.rounds[-1].caller or 0) if self.match.rounds else 0
        return tuple((first + i) % count for i in range(count))

    def begin_round(self) -> tuple[Event, ...]:
        """Begin the next round, with its caller (C5) and seed."""
        index = len(self.match.rounds)
        return self.perform(BeginRound(self.caller_of(index), self.source.seed_of(index)))

    def caller_of(self, index: int) -> int | None:
        """Return the seat that calls in round `index`, or None where the computer does (C5)."""
        match self.caller:
            case CallerRule.COMPUTER:
                return None
            case CallerRule.FIRST:
                return 0
            case CallerRule.ROTATING:
                return index % len(self.match.players)

    def call_next(self) -> tuple[Event, ...]:
        """Draw and call the next tiles."""
        index = len(self.match.rounds) - 1
        return self.perform(Call(self.source.next_call(self.match.round, index)))

    def place(self, seat: int, tile: Tile, space: int) -> tuple[Event, ...]:
        """Put a tile of the seat's hand on a space (`ASIDE_INDEX` for the daffodil)."""
        return self.perform(Place(seat, tile, space))

    def take_back(self, seat: int) -> tuple[Event, ...]:
        """Take the seat's last placement of this call back (C4)."""
        return self.perform(TakeBack(seat))

    def miss(self, seat: int, placements: tuple[Placement, ...]) -> tuple[Event, ...]:
        """Return the seat's deadline passed; `placements` are the game master's (M4)."""
        return self.perform(Miss(seat, placements))

    def finish(self, seat: int, placements: tuple[Placement, ...]) -> tuple[Event, ...]:
        """Return the seat's closing moves (P6)."""
        return self.perform(Finish(seat, placements))

    def is_bot(self, seat: int) -> bool:
        """Whether a computer sits there."""
        return self.match.players[seat].kind is PlayerKind.BOT
