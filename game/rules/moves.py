"""Moves, the events they cause, and moves as text.

`BeginRound`, `Call` and `Miss` are moves too: chance and the clock decide outside the rules.
"""

import re
from dataclasses import dataclass
from typing import Final, TypeAlias

from game.rules.boards import Board, Line
from game.rules.deal import MAX_DERIVED_LENGTH, check_seed
from game.rules.errors import Fault, FormatError
from game.rules.placement import Placement
from game.rules.tiles import Symbol, Tile


@dataclass(frozen=True, slots=True)
class BeginRound:
    """A round begins; `caller` is a seat, or None if the computer calls (C5)."""

    caller: int | None = None
    seed: str | None = None


@dataclass(frozen=True, slots=True)
class Call:
    """The next tiles are called, the same for all seats (C1, C2)."""

    tiles: tuple[Tile, ...]


@dataclass(frozen=True, slots=True)
class Place:
    """A seat puts one tile of its hand on a space, or on the daffodil (P1-P6)."""

    seat: int
    tile: Tile
    space: int


@dataclass(frozen=True, slots=True)
class TakeBack:
    """A seat takes its last placement of this call back (C4)."""

    seat: int


@dataclass(frozen=True, slots=True)
class Miss:
    """A seat let the deadline pass; `placements` are the game master's for it (M4)."""

    seat: int
    placements: tuple[Placement, ...] = ()


@dataclass(frozen=True, slots=True)
class Finish:
    """A seat moves none to three tiles from the daffodil to the stamens (P6)."""

    seat: int
    placements: tuple[Placement, ...] = ()


Move: TypeAlias = BeginRound | Call | Place | TakeBack | Miss | Finish


@dataclass(frozen=True, slots=True)
class RoundBegan:
    """Round `index` (from 0) began."""

    index: int


@dataclass(frozen=True, slots=True)
class Called:
    """Call `index` (from 0) named these tiles."""

    index: int
    tiles: tuple[Tile, ...]


@dataclass(frozen=True, slots=True)
class Placed:
    """A tile was placed; `by_master` if the game master did it (M4)."""

    seat: int
    tile: Tile
    space: int
    is_late: bool
    by_master: bool = False


@dataclass(frozen=True, slots=True)
class LineCompleted:
    """A line was completed and scores `points` with `number`, half if it `is_late` (S1, M3)."""

    seat: int
    line: Line
    number: int
    points: float
    is_late: bool


@dataclass(frozen=True, slots=True)
class LineDied:
    """A line lost its last number and can no longer score (S2)."""

    seat: int
    line: Line


@dataclass(frozen=True, slots=True)
class RayCompleted:
    """A line was filled with one symbol, in a match that counts rays (S4, S5)."""

    seat: int
    line: Line
    symbol: Symbol


@dataclass(frozen=True, slots=True)
class TakenBack:
    """A tile went back to the hand (C4)."""

    seat: int
    tile: Tile
    space: int


@dataclass(frozen=True, slots=True)
class Missed:
    """A seat missed the call; `in_a_row` (1 to 3) counts it and those just before it (M5)."""

    seat: int
    in_a_row: int


@dataclass(frozen=True, slots=True)
class PlayerOut:
    """A player missed a third call in a row: a substitute takes the seat (M5)."""

    seat: int


@dataclass(frozen=True, slots=True)
class Finished:
    """A seat has chosen its closing moves (P6)."""

    seat: int
    placements: tuple[Placement, ...]


@dataclass(frozen=True, slots=True)
class RoundEnded:
    """Every board of round `index` is done."""

    index: int


@dataclass(frozen=True, slots=True)
class MatchEnded:
    """The last round ended."""


Event: TypeAlias = (
    RoundBegan
    | Called
    | Placed
    | LineCompleted
    | LineDied
    | RayCompleted
    | TakenBack
    | Missed
    | PlayerOut
    | Finished
    | RoundEnded
    | MatchEnded
)


def format_placement(board: Board, placement: Placement) -> str:
    """Return the text `TILE@SPACE`."""
    return f"{placement.tile}@{board.name_of(placement.space)}"


def parse_placement(board: Board, text: str) -> Placement:
    """Return the placement written `TILE@SPACE`. Raises `FormatError`."""
    tile, at, space = text.partition("@")
    if not at:
        raise FormatError(Fault.NOT_A_PLACEMENT, text=repr(text[:20]))
    return Placement(Tile.parse(tile), board.index_of(space))


def format_move(board: Board, move: Move) -> str:
    """Return a move's text, which `parse_move` reads back.

    `round 0 42` (caller or `-`, then the seed if any), `call 294 753`, `1 294@c3`, `1 back`,
    `1 miss 294@c3`, `1 finish 294@b2`, where the leading number is the seat.
    """
    match move:
        case BeginRound(caller, seed):
            words = ["round", "-" if caller is None else str(caller)]
            return " ".join(words if seed is None else [*words, seed])
        case Call(tiles):
            return " ".join(["call", *map(str, tiles)])
        case Place(seat, tile, space):
            return f"{seat} {tile}@{board.name_of(space)}"
        case TakeBack(seat):
            return f"{seat} back"
        case Miss(seat, placements) | Finish(seat, placements):
            word = "miss" if isinstance(move, Miss) else "finish"
            return " ".join([f"{seat} {word}", *(format_placement(board, p) for p in placements)])


_SEAT: Final = re.compile(r"[0-9]{1,2}")


def parse_move(board: Board, text: str) -> Move:
    """Return the move that `format_move` wrote. Raises `FormatError`."""
    head, _, rest = text.partition(" ")
    if head == "round":
        caller, space, seed = rest.partition(" ")
        if caller != "-" and not _SEAT.fullmatch(caller):
            raise FormatError(Fault.NOT_A_CALLER, text=repr(caller[:20]))
        if space:
            check_seed(seed, MAX_DERIVED_LENGTH)
        return BeginRound(None if caller == "-" else int(caller), seed if space else None)
    if head == "call":
        return Call(tuple(Tile.parse(word) for word in rest.split(" ")))
    if not _SEAT.fullmatch(head):
        raise FormatError(Fault.NOT_A_MOVE, text=repr(text[:40]))
    seat, (word, *more) = int(head), rest.split(" ")
    if word in ("miss", "finish"):
        placements = tuple(parse_placement(board, p) for p in more)
        return Miss(seat, placements) if word == "miss" else Finish(seat, placements)
    if more:
        raise FormatError(Fault.NOT_A_MOVE, text=repr(text[:40]))
    if word == "back":
        return TakeBack(seat)
    placement = parse_placement(board, word)
    return Place(seat, placement.tile, placement.space)
