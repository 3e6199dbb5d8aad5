"""One player's part of a round: turns, hand, tiles owed, takeback, closing moves.

Each seat advances through the calls by itself: it takes the next call once its hand is empty. All
functions return a new `Seat` and raise `IllegalMove` for what the rules forbid.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from game.rules.deal import Calls
from game.rules.errors import IllegalMove, IllegalReason
from game.rules.placement import (
    Placement,
    Position,
    empty_position,
    illegal_placement,
    placement_of,
    put_unchecked,
    refusal,
    take_from_aside,
)
from game.rules.ruleset import CallRule, Ruleset
from game.rules.tiles import Tile


@dataclass(frozen=True, slots=True)
class Turn:
    """A seat's placements in one call, in order; of a missed call they are the game master's."""

    placements: tuple[Placement, ...] = ()
    is_missed: bool = False


_NOTHING_YET: Final = Turn()

MISSES_UNTIL_OUT: Final = 3
"""Calls missed in a row that cost a player the seat (M5)."""


@dataclass(frozen=True, slots=True, repr=False)
class Seat:
    """One player in one round.

    `turns` has an entry for each call that the seat has begun to answer; the last one may be
    partial. `hand` has the tiles still to place in that turn (by the game master, if the call was
    missed), `owed` those among them of a call missed before (M2). `finish` is None until the
    closing moves of Daffodil 4 are chosen. `before` is this seat before the turn's latest
    placement, for taking it back; None at the turn's start. Comparisons ignore it.
    """

    position: Position
    turns: tuple[Turn, ...] = ()
    hand: tuple[Tile, ...] = ()
    owed: tuple[Tile, ...] = ()
    finish: tuple[Placement, ...] | None = None
    before: Seat | None = field(default=None, compare=False)

    @property
    def turn_start(self) -> Position:
        """The position before this turn's first placement."""
        seat = self
        while seat.before is not None:
            seat = seat.before
        return seat.position

    @property
    def misses_in_row(self) -> int:
        """The number of calls missed in a row, the latest one included: 0 to 3 (M5).

        It starts at 1 again after three, because a new player has taken the seat.
        """
        count = 0
        for turn in reversed(self.turns):
            if not turn.is_missed:
                break
            count += 1
        return (count - 1) % MISSES_UNTIL_OUT + 1 if count else 0

    def has_played(self, rules: Ruleset) -> bool:
        """Whether every call of the round is answered; closing moves may still be open."""
        return len(self.turns) == len(rules.call_sizes) and not self.hand

    def is_done(self, rules: Ruleset) -> bool:
        """Whether this board is finished, closing moves included (P6)."""
        return self.has_played(rules) and (self.finish is not None or not rules.has_aside)

    def can_take_back(self) -> bool:
        """Whether `take_back` has something to take back (C4)."""
        return self.before is not None

    def __repr__(self) -> str:
        words = [repr(self.position), f"{len(self.turns)} turns"]
        if self.hand:
            words.append("hand " + " ".join(map(str, self.hand)))
        if self.owed:
            words.append("owed " + " ".join(map(str, self.owed)))
        if self.finish is not None:
            words.append("finished")
        return f"<Seat {', '.join(words)}>"


def new_seat(rules: Ruleset) -> Seat:
    """Return a seat before the first call."""
    return Seat(empty_position(rules.grid))


def answer_next_call(seat: Seat, calls: Calls) -> Seat:
    """Return the seat with the next call in hand, and the tiles of a call just missed (M2)."""
    turns = seat.turns
    owed = calls[len(turns) - 1] if turns and turns[-1].is_missed else ()
    return Seat(seat.position, (*turns, _NOTHING_YET), owed + calls[len(turns)], owed)


def place_tile(rules: Ruleset, seat: Seat, tile: Tile, space: int, by_master: bool = False) -> Seat:
    """Put one tile of the hand on `space` (C3, P1-P7); owed tiles and the master's are late.

    Raises `IllegalMove` where the tile is not the seat's to place or may not go there.
    """
    hand, turns, owed = seat.hand, seat.turns, seat.owed
    if tile not in hand:
        raise IllegalMove(IllegalReason.NOT_CALLED, str(tile))
    turn = turns[-1]
    if turn.is_missed and not by_master:
        raise IllegalMove(IllegalReason.ALREADY_ANSWERED)
    reason = refusal(rules, seat.position, tile, space)
    if reason is not None:
        raise illegal_placement(rules.grid, reason, tile, space)
    left = list(hand)
    left.remove(tile)
    return Seat(
        put_unchecked(seat.position, tile, space, by_master or tile in owed),
        (*turns[:-1], Turn((*turn.placements, placement_of(tile, space)), turn.is_missed)),
        tuple(left),
        owed,
        None,
        None if by_master else seat,
    )


def take_back(seat: Seat) -> tuple[Seat, Placement]:
    """Return the seat before its last placement of this call (C4), and that placement."""
    if seat.before is None:
        raise IllegalMove(IllegalReason.NOTHING_TO_TAKE_BACK)
    return seat.before, seat.turns[-1].placements[-1]


def miss_call(rules: Ruleset, seat: Seat) -> Seat:
    """Return the seat after a missed deadline (M1).

    Tiles already placed in this call go back to the hand: a partial answer does not count (M2).
    The hand becomes the tiles that the game master must place, late: those owed from the call
    before and, at the last call, those of the call itself (M4).
    """
    if rules.call is not CallRule.MAIL:
        raise IllegalMove(IllegalReason.NO_DEADLINE)
    if not seat.turns:
        raise IllegalMove(IllegalReason.NO_ROUND)
    if seat.turns[-1].is_missed or not seat.hand:
        raise IllegalMove(IllegalReason.ALREADY_ANSWERED)
    while seat.before is not None:
        seat = seat.before
    is_last = len(seat.turns) == len(rules.call_sizes)
    must_place = seat.hand if is_last else seat.owed
    return Seat(seat.position, (*seat.turns[:-1], Turn((), True)), must_place, seat.owed)


def choose_finish(rules: Ruleset, seat: Seat, placements: tuple[Placement, ...]) -> Seat:
    """Move tiles from the daffodil to stamens and close the board (P6)."""
    if not rules.has_aside:
        raise IllegalMove(IllegalReason.NO_FINISH)
    if seat.finish is not None:
        raise IllegalMove(IllegalReason.ALREADY_FINISHED)
    if not seat.has_played(rules):
        raise IllegalMove(IllegalReason.BOARD_NOT_FULL)
    position = seat.position
    for placement in placements:
        position = _move_to_stamen(rules, position, placement)
    return Seat(position, seat.turns, finish=placements)


def _move_to_stamen(rules: Ruleset, position: Position, placement: Placement) -> Position:
    tile, space = placement.tile, placement.space
    if tile not in position.aside:
        raise IllegalMove(IllegalReason.NOT_SET_ASIDE, str(tile))
    if tile.is_wild:
        raise IllegalMove(IllegalReason.WILD_STAYS_ASIDE, str(tile))
    if space not in rules.grid.stamens:
        raise IllegalMove(IllegalReason.NOT_A_STAMEN, str(tile))
    if position.filled >> space & 1:
        raise IllegalMove(IllegalReason.OCCUPIED, f"{tile}@{rules.grid.name_of(space)}")
    return take_from_aside(put_unchecked(position, tile, space), tile)
