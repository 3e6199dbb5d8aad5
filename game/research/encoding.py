"""The encoding of boards, hands and bags as bits, and of placements as numbered actions."""

from dataclasses import dataclass
from functools import cached_property
from typing import Final

import numpy as np
from numpy.typing import NDArray

from game.rules.match import Match, legal_placements
from game.rules.placement import ASIDE_INDEX, Placement
from game.rules.ruleset import Ruleset
from game.rules.seat import Seat
from game.rules.tiles import NUMBERS, TILES, Direction, Symbol, Tile

Bits = NDArray[np.int8]

MOST_ASIDE: Final = 3
"""Most tiles on the daffodil (B5)."""

TILE_BITS: Final = 11
"""Bits of a tile: nine for the numbers of the three stripes (a wild stripe has all three of its
direction), one for a sun, one for any tile."""


def _tile_bits(tile: Tile) -> Bits:
    bits = [
        tile.number(direction) in (None, number)
        for direction in Direction
        for number in NUMBERS[direction]
    ]
    return np.array([*bits, tile.symbol is Symbol.SUN, True], np.int8)


TILE_ROWS: Final = np.stack([_tile_bits(tile) for tile in TILES])
"""[31, 11]: the bits of each tile, in the order of `TILES`."""


@dataclass(frozen=True)
class Encoding:
    """The encoding of one ruleset's positions and placements.

    An observation is one row of 0 and 1: the `TILE_BITS` of every space (all 0 if empty), of every
    place of the hand and, under Daffodil 4, of the daffodil; then one bit for every tile in the
    bag, and one that is set if closing moves are to be chosen.

    Action `hand * places + space` puts a tile of the hand on a space; under Daffodil 4 the last
    place is the daffodil, and the next actions are the closing moves `aside * stamens + stamen`
    and one that ends them.
    """

    rules: Ruleset

    @cached_property
    def hand_size(self) -> int:
        """The most tiles in a hand: those of a call, as no call is missed here."""
        return max(self.rules.call_sizes)

    @cached_property
    def places(self) -> int:
        """The number of spaces, and the daffodil if tiles may be set aside."""
        return len(self.rules.grid) + self.rules.has_aside

    @cached_property
    def stamens(self) -> tuple[int, ...]:
        """The spaces of closing moves; () except under Daffodil 4."""
        return self.rules.grid.stamens if self.rules.has_aside else ()

    @cached_property
    def actions(self) -> int:
        """The number of actions."""
        closing = MOST_ASIDE * len(self.stamens) + 1 if self.rules.has_aside else 0
        return self.hand_size * self.places + closing

    @cached_property
    def length(self) -> int:
        """The number of bits in an observation."""
        rows = len(self.rules.grid) + self.hand_size + MOST_ASIDE * self.rules.has_aside
        return rows * TILE_BITS + len(self.rules.grid.tile_set) + 1

    def observe(self, match: Match, index: int, closing: tuple[Placement, ...] = ()) -> Bits:
        """Return a seat's observation; `closing` are its closing moves so far."""
        row = np.zeros(self.length, np.int8)
        if not match.rounds:
            return row
        seat = match.round.seats[index]
        spaces = len(self.rules.grid)
        tiles = list(seat.position.tiles) + [None] * (self.hand_size + MOST_ASIDE)
        tiles[spaces : spaces + len(seat.hand)] = seat.hand
        first = spaces + self.hand_size
        tiles[first : first + len(seat.position.aside)] = seat.position.aside
        for move in closing:
            tiles[move.space] = move.tile
            tiles[first + seat.position.aside.index(move.tile)] = None
        for place, tile in enumerate(tiles):
            if tile is not None:
                row[place * TILE_BITS : (place + 1) * TILE_BITS] = TILE_ROWS[tile.index]
        bag = self.length - 1 - len(self.rules.grid.tile_set)
        for tile in match.bag:
            row[bag + tile.index] = 1
        row[-1] = seat.has_played(self.rules) and self.rules.has_aside
        return row

    def mask(self, match: Match, index: int, closing: tuple[Placement, ...] = ()) -> Bits:
        """Return the action mask of a seat: 1 for every legal action."""
        allowed = np.zeros(self.actions, np.int8)
        if not match.rounds:
            return allowed
        seat = match.round.seats[index]
        for placement in legal_placements(match, index):
            allowed[self.action_of(seat, placement)] = 1
        if self.rules.has_aside and seat.has_played(self.rules) and seat.finish is None:
            first = self.hand_size * self.places
            allowed[-1] = 1
            taken = {move.space for move in closing}
            moved = {move.tile for move in closing}
            for aside, tile in enumerate(seat.position.aside):
                for stamen, space in enumerate(self.stamens):
                    is_free = not seat.position.filled >> space & 1 and space not in taken
                    if is_free and not tile.is_wild and tile not in moved:
                        allowed[first + aside * len(self.stamens) + stamen] = 1
        return allowed

    def action_of(self, seat: Seat, placement: Placement) -> int:
        """Return the action of a placement."""
        place = self.places - 1 if placement.space == ASIDE_INDEX else placement.space
        return seat.hand.index(placement.tile) * self.places + place

    def placement_of(self, seat: Seat, action: int) -> Placement | None:
        """Return the placement or closing move of an action; None ends the closing moves.

        Raises `IndexError` if the hand or the daffodil has no such tile.
        """
        if action == self.actions - 1 and self.rules.has_aside:
            return None
        first = self.hand_size * self.places
        if action >= first:
            aside, stamen = divmod(action - first, len(self.stamens))
            return Placement(seat.position.aside[aside], self.stamens[stamen])
        held, place = divmod(action, self.places)
        is_aside = self.rules.has_aside and place == self.places - 1
        return Placement(seat.hand[held], ASIDE_INDEX if is_aside else place)
