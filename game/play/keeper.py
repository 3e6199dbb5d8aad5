"""The one owner of a match that is being played.

A `TableGame` applies no move itself: it asks its keeper, which applies the move once and stores the
new state before it returns the events, so that everything displayed is stored. There are three:

- `LocalKeeper`, below: any match at one screen; `save` is the autosave's, the caller's for a board
  that is entered, or nothing for a lesson and for another line of a review
- `game.climb.game.ClimbKeeper`: the open stage of a climb; a move is an act of the climb
- `game.net.service.table_flow.ApartKeeper`: a table apart; what is placed here is stored as a draft

The boxed game has two: its caller keeps the evening by a `LocalKeeper`, and each board that is
entered has one whose `save` enters it there.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final, Protocol

from game.play.clock import has_left, note_left
from game.rules.match import Match, apply

if TYPE_CHECKING:
    from game.rules.moves import Event, Move


@dataclass(frozen=True, slots=True)
class SeatsApart:
    """The seats of a table whose players are not all at this screen."""

    elsewhere: frozenset[int] = frozenset()
    """Seats of players at other screens; their moves arrive over the network."""
    answered: frozenset[int] = frozenset()
    """Seats elsewhere whose turn of the open call has arrived but is not displayed yet."""
    substitutes: frozenset[int] = frozenset()
    """Seats of players who are out whose substitute is a person at this screen (M5)."""


ALL_HERE: Final = SeatsApart()


class MatchKeeper(Protocol):
    """Owns a match; see the module's docstring."""

    @property
    def match(self) -> Match:
        """The present state, which is stored."""

    @property
    def apart(self) -> SeatsApart:
        """The seats that are not played at this screen."""

    def perform(self, move: Move) -> tuple[Event, ...]:
        """Apply a move, store the match, return the events.

        Raises `IllegalMove` and changes nothing then.
        """

    def keep(self, match: Match) -> None:
        """Store another state that no move leads to: with other `meta`, or before a call."""


class LocalKeeper:
    """A match at one screen. `save` gets every new state before it can be displayed."""

    def __init__(
        self,
        match: Match,
        save: Callable[[Match], None] = lambda match: None,
        apart: SeatsApart = ALL_HERE,
    ) -> None:
        self.match, self._save, self.apart = match, save, apart

    def perform(self, move: Move) -> tuple[Event, ...]:
        match, events = apply(self.match, move)
        if has_left(match):
            # The seconds left belong to the answer that this move changes.
            match = replace(match, meta=note_left(match, 0, None))
        self.keep(match)
        return events

    def keep(self, match: Match) -> None:
        self.match = match
        self._save(match)
