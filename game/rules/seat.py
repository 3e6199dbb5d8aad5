"""One player's part of a round: turns, hand, tiles owed, takeback, closing moves.

Seats advance through the calls each for itself: a seat is ready for the next call once its
hand is empty. All functions return a new `Seat` and raise `IllegalMove` for what the rules
forbid.
"""

from __future__ import annotations

from dataclasses import dataclass

from game.rules.errors import IllegalMove, IllegalReason
from game.rules.placement import (
    ASIDE_INDEX,
    Placement,
    Position,
    empty_position,
    placement_of,
    put,
    refusal,
)
from game.rules.ruleset import CallRule, Ruleset
from game.rules.tiles import Tile

__all__ = [
    "Seat",
    "Turn",
    "answer_next_call",
    "choose_finish",
    "miss_call",
    "new_seat",
    "place_tile",
    "take_back",
]


@dataclass(frozen=True, slots=True)
class Turn:
    """What a seat did in one call: placements in order; `is_missed` makes them the master's."""

    placements: tuple[Placement, ...] = ()
    is_missed: bool = False


@dataclass(frozen=True, slots=True)
class Seat:
    """One player in one round.

    `turns` holds one entry for each call the seat has begun to answer; the last one may still
    grow and be taken back. `hand` is what it must still place in that turn (what the game
    master must, where the call was missed), `owed` the tiles in it from the missed call before
    (M2), and `turn_start` the position to take back to. `finish` is None until the closing
    moves of Daffodil 4 are chosen.
    """

    position: Position
    turns: tuple[Turn, ...]
    hand: tuple[Tile, ...]
    owed: tuple[Tile, ...]
    turn_start: Position
    finish: tuple[Placement, ...] | None = None

    @property
    def misses_in_row(self) -> int:
        """How many calls up to the latest one were missed without an answer between (M5)."""
        count = 0
        for turn in reversed(self.turns):
            if not turn.is_missed:
                break
            count += 1
        return count

    def has_played(self, rules: Ruleset) -> bool:
        """Whether every call of the round is answered; closing moves may still be open."""
        return len(self.turns) == len(rules.call_sizes) and not self.hand

    def is_done(self, rules: Ruleset) -> bool:
        """Whether this board is finished, closing moves included (P6)."""
        return self.has_played(rules) and (self.finish is not None or not rules.has_aside)

    def can_take_back(self) -> bool:
        """Whether `take_back` has something to take back (C4)."""
        return bool(
            self.turns
            and self.turns[-1].placements
            and not self.turns[-1].is_missed
            and self.finish is None
        )


def new_seat(rules: Ruleset) -> Seat:
    """A seat before the first call."""
    position = empty_position(rules.grid)
    return Seat(position, (), (), (), position)


def answer_next_call(seat: Seat, calls: tuple[tuple[Tile, ...], ...]) -> Seat:
    """The seat with the next call in hand, and the tiles of a call just missed (M2)."""
    owed = calls[len(seat.turns) - 1] if seat.turns and seat.turns[-1].is_missed else ()
    call = calls[len(seat.turns)]
    return Seat(seat.position, (*seat.turns, Turn()), owed + call, owed, seat.position)


def place_tile(rules: Ruleset, seat: Seat, tile: Tile, space: int, by_master: bool = False) -> Seat:
    """Put one tile of the hand on `space` (C3, P1-P7); owed tiles and the master's are late."""
    if tile not in seat.hand:
        raise IllegalMove(IllegalReason.NOT_CALLED, str(tile))
    turn = seat.turns[-1]
    if turn.is_missed and not by_master:
        raise IllegalMove(IllegalReason.ALREADY_ANSWERED)
    reason = refusal(rules, seat.position, tile, space)
    if reason is not None:
        where = str(tile)
        if 0 <= space < len(rules.grid):
            where += f"@{rules.grid.name_of(space)}"
        raise IllegalMove(reason, where)
    is_late = by_master or tile in seat.owed
    return Seat(
        put(seat.position, tile, space, is_late),
        (*seat.turns[:-1], Turn((*turn.placements, placement_of(tile, space)), turn.is_missed)),
        tuple([t for t in seat.hand if t is not tile]),
        seat.owed,
        seat.turn_start,
    )


def take_back(seat: Seat) -> tuple[Seat, Placement]:
    """Undo the last placement of this call (C4); also returns what was undone."""
    if not seat.can_take_back():
        raise IllegalMove(IllegalReason.NOTHING_TO_TAKE_BACK)
    *kept, undone = seat.turns[-1].placements
    position = seat.turn_start
    for placement in kept:
        position = put(position, placement.tile, placement.space, placement.tile in seat.owed)
    return (
        Seat(
            position,
            (*seat.turns[:-1], Turn(tuple(kept))),
            (*seat.hand, undone.tile),
            seat.owed,
            seat.turn_start,
        ),
        undone,
    )


def miss_call(rules: Ruleset, seat: Seat) -> Seat:
    """The deadline passed (M1).

    What the player had begun to place in this call goes back: an answer places everything or is
    none (M2). The seat's hand becomes what the game master must now place, late: the tiles owed
    from the call before and, at the last call, those of the call itself (M4).
    """
    if rules.call is not CallRule.MAIL:
        raise IllegalMove(IllegalReason.NO_DEADLINE)
    if not seat.turns:
        raise IllegalMove(IllegalReason.NO_ROUND)
    turn = seat.turns[-1]
    if turn.is_missed or not seat.hand:
        raise IllegalMove(IllegalReason.ALREADY_ANSWERED)
    is_last = len(seat.turns) == len(rules.call_sizes)
    in_call = tuple(p.tile for p in turn.placements) + seat.hand
    must_place = in_call if is_last else seat.owed
    return Seat(
        seat.turn_start,
        (*seat.turns[:-1], Turn((), True)),
        must_place,
        seat.owed,
        seat.turn_start,
    )


def choose_finish(rules: Ruleset, seat: Seat, placements: tuple[Placement, ...]) -> Seat:
    """Move tiles from the daffodil to stamens and close the board (P6)."""
    if not rules.has_aside:
        raise IllegalMove(IllegalReason.NO_FINISH)
    if seat.finish is not None:
        raise IllegalMove(IllegalReason.ALREADY_FINISHED)
    if not seat.has_played(rules):
        raise IllegalMove(IllegalReason.BOARD_NOT_FULL)
    position = seat.position
    for tile, space in ((p.tile, p.space) for p in placements):
        if tile not in position.aside:
            raise IllegalMove(IllegalReason.NOT_SET_ASIDE, str(tile))
        if tile.is_wild:
            raise IllegalMove(IllegalReason.WILD_STAYS_ASIDE, str(tile))
        if space == ASIDE_INDEX or space not in rules.grid.stamens:
            raise IllegalMove(IllegalReason.NOT_A_STAMEN, str(tile))
        if position.filled >> space & 1:
            raise IllegalMove(IllegalReason.OCCUPIED, f"{tile}@{rules.grid.name_of(space)}")
        moved = put(position, tile, space)
        position = Position(
            moved.tiles,
            moved.filled,
            tuple(t for t in position.aside if t is not tile),
            position.late,
        )
    return Seat(position, seat.turns, (), (), position, placements)
