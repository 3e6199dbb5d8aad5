"""The result of a search for the best board; importing it loads no solver."""

from dataclasses import dataclass

from game.rules.tiles import Tile


@dataclass(frozen=True, slots=True)
class BestResult:
    """The best board known: its total, the board by space (None where empty), and `bound`, a
    total that no board exceeds. `proven` says that the two totals are the same.
    """

    total: int
    proven: bool
    board: tuple[Tile | None, ...]
    bound: int


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a search is: the best total so far (None before the first board) and a total
    that no board exceeds.
    """

    best: int | None
    bound: int
