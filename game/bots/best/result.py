"""The result of a search for the best board; importing it loads no solver."""

from dataclasses import dataclass

from game.rules.tiles import Tile


@dataclass(frozen=True, slots=True)
class BestResult:
    """The best board known: its total, its tiles by space (None if empty), and an upper `bound`.

    The result is `proven` if the total equals the bound.
    """

    total: int
    proven: bool
    board: tuple[Tile | None, ...]
    bound: int


@dataclass(frozen=True, slots=True)
class Progress:
    """The progress of a search: the best total so far (None at first) and an upper bound."""

    best: int | None
    bound: int
