"""An alternative continuation of a reviewed round, by the player or an engine; never stored."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from game.bots.coach.replay import RoundTable
from game.bots.protocol import unseen_tiles
from game.bots.service.tasks import PlayOutTask
from game.rules.placement import legal_placements_of
from game.rules.seat import answer_next_call, choose_finish, place_tile

if TYPE_CHECKING:
    from game.bots.service.tasks import Rest
    from game.progress.review_steps import ReviewStep
    from game.rules.match import Match
    from game.rules.placement import Position
    from game.rules.seat import Seat
    from game.rules.tiles import Tile


class Branch:
    """An alternative continuation of a seat's round: the same calls, other spaces.

    It begins before the placement of a `ReviewStep`. `state` is the seat in this continuation,
    `tile` the tile of its hand to place next, None at the end.
    """

    def __init__(self, match: Match, round_index: int, step: ReviewStep) -> None:
        self.rules = match.rules
        self.seat = step.seat
        self._match = match
        self._round = match.rounds[round_index]
        self._table = RoundTable(match, round_index, step.seat)
        self.tile: Tile | None = step.reviewed.placement.tile
        self.state = step.match.round.seats[step.seat]
        self._before: list[tuple[Seat, Tile | None]] = []
        """The earlier states of the seat, each with the tile chosen then, for taking back."""

    @property
    def position(self) -> Position:
        """The board of this continuation."""
        return self.state.position

    @property
    def call(self) -> int:
        """The number of the call being answered, from 0; of the last one at the end."""
        return len(self.state.turns) - 1

    @property
    def hand(self) -> tuple[Tile, ...]:
        """The tiles still to be placed in this call."""
        return self.state.hand

    @property
    def is_over(self) -> bool:
        """Whether every call is answered; closing moves may still be open (P6)."""
        return not self.hand

    @property
    def is_closed(self) -> bool:
        """Whether nothing is left to do, closing moves included (P6)."""
        state = self.state
        can_close = self.rules.has_aside and state.has_played(self.rules)
        return self.is_over and not (can_close and state.finish is None)

    @property
    def has_moves(self) -> bool:
        """Whether this continuation has placements."""
        return bool(self._before)

    @property
    def legal(self) -> tuple[int, ...]:
        """The spaces where the chosen tile may be placed (P1-P7)."""
        if self.tile is None:
            return ()
        placements = legal_placements_of(self.rules, self.position, self.tile)
        return tuple(placement.space for placement in placements)

    @property
    def played(self) -> Position:
        """The board of the real game at this continuation's call; at the end its final board."""
        call = self.call + 1 if self.is_over else self.call
        return self._table.played(call).position

    @property
    def unseen(self) -> tuple[Tile, ...]:
        """The tiles that can still be called, as the seat knows it."""
        return unseen_tiles(self._table.show(self.call, self.state), self.seat)

    def ask(self, bot: str) -> PlayOutTask:
        """Return the engine task that plays this continuation to its end by `bot`."""
        seats = list(self._round.seats)
        seats[self.seat] = self.state
        played = replace(self._round, seats=tuple(seats))
        return PlayOutTask(replace(self._match, rounds=(played,)), self.seat, 0, bot)

    def choose(self, tile: Tile) -> None:
        """Take another tile of the hand."""
        if tile in self.hand:
            self.tile = tile

    def place(self, space: int) -> bool:
        """Place the chosen tile; return whether it may go there."""
        if self.tile is None or space not in self.legal:
            return False
        self._put(self.tile, space)
        return True

    def _put(self, tile: Tile, space: int) -> None:
        self.tile = tile
        state = place_tile(self.rules, self.state, tile, space)
        if not state.hand and len(state.turns) < len(self._round.calls):
            state = answer_next_call(state, self._round.calls)
        self._add(state)

    def _add(self, state: Seat) -> None:
        self._before.append((self.state, self.tile))
        self.state = state
        self.tile = state.hand[0] if state.hand else None

    def play_out(self, rest: Rest) -> None:
        """Add an engine's placements, and its closing moves."""
        for placement in rest.placements:
            self._put(placement.tile, placement.space)
        if rest.finish is not None:
            self._add(choose_finish(self.rules, self.state, rest.finish))

    def take_back(self) -> bool:
        """Take the latest placement or closing moves back; return whether there were any."""
        if not self._before:
            return False
        self.state, self.tile = self._before.pop()
        return True
