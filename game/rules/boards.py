"""The two boards: spaces, neighbours, lines (B1-B5)."""

from collections.abc import Callable
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property
from string import ascii_lowercase
from typing import Final

from game.rules.errors import Fault, FormatError
from game.rules.tiles import REGULAR_TILES, TILES, Direction, Tile

ASIDE: Final = "x"
"""The name of the daffodil in texts; tiles are set aside there (B5)."""

ASIDE_INDEX: Final = -1
"""The index of the daffodil, which is no space of the board (B5)."""

NEIGHBOUR_STEPS: Final = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0))
"""Axial steps clockwise from straight up (B3)."""


class BoardName(StrEnum):
    """The boards' names as records write them."""

    CLASSIC = "classic"
    DAFFODIL = "daffodil"


@dataclass(frozen=True, slots=True)
class Space:
    """One space: its text (B1), its axial coordinates (B3) and its index on its board."""

    name: str
    q: int
    r: int
    index: int

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True, slots=True, repr=False)
class Line:
    """A straight row of spaces from edge to edge, top or left end first (B4).

    `spaces` are indices into `Board.spaces`, `mask` the same as a bit mask; `index` is the
    line's place in `Board.lines`, `axis` its direction's place in `Direction`, `ends` the texts
    of its first and last space.
    """

    direction: Direction
    spaces: tuple[int, ...]
    index: int
    mask: int
    axis: int
    ends: tuple[str, str]

    def __len__(self) -> int:
        return len(self.spaces)

    def points(self, number: int) -> int:
        """Return the points of the complete line with a number (S1).

        Every room asks this, engines too: a rule that changes it changes the game everywhere.
        """
        return number * len(self.spaces)

    def __repr__(self) -> str:
        return f"<Line {self.direction.value} {'-'.join(self.ends)}>"


@dataclass(frozen=True, eq=False)
class Board:
    """A board's fixed geometry; one instance for each, compared by identity.

    Spaces are known by their index (0 up, column by column from the left, top to bottom);
    `name_of` and `index_of` translate to and from texts such as `c1`, and the daffodil (B5).
    """

    name: BoardName
    spaces: tuple[Space, ...]
    lines: tuple[Line, ...]
    stamens: tuple[int, ...]
    tile_set: tuple[Tile, ...]
    _index: dict[str, int] = field(repr=False)

    def __len__(self) -> int:
        """Return how many spaces the board has, which is how many tiles a round calls (C1)."""
        return len(self.spaces)

    def __repr__(self) -> str:
        return f"<Board {self.name.value}>"

    def name_of(self, index: int) -> str:
        """Return the text of a space or of the daffodil (B1, B5). Raises `IndexError`."""
        if index < ASIDE_INDEX:
            raise IndexError(f"the {self.name} board has no space {index}")
        return ASIDE if index == ASIDE_INDEX else self.spaces[index].name

    def index_of(self, text: str) -> int:
        """Return the index of the space or daffodil written `text`. Raises `FormatError`."""
        index = self._index.get(text)
        if index is None:
            raise FormatError(Fault.NO_SUCH_SPACE, board=self.name, text=repr(text[:20]))
        return index

    @cached_property
    def neighbours(self) -> tuple[tuple[int, ...], ...]:
        """For each space the indices of the spaces it touches, clockwise from the top."""
        at = {(s.q, s.r): s.index for s in self.spaces}
        return tuple(
            tuple(at[p] for dq, dr in NEIGHBOUR_STEPS if (p := (s.q + dq, s.r + dr)) in at)
            for s in self.spaces
        )

    @cached_property
    def lines_through(self) -> tuple[tuple[Line, Line, Line], ...]:
        """For each space its vertical, rising and falling line."""
        through: list[dict[Direction, Line]] = [{} for _ in self.spaces]
        for line in self.lines:
            for i in line.spaces:
                through[i][line.direction] = line
        v, r, f = Direction.VERTICAL, Direction.RISING, Direction.FALLING
        return tuple((t[v], t[r], t[f]) for t in through)


def build_board(
    name: BoardName,
    columns: tuple[tuple[int, int, int], ...],
    stamens: tuple[str, ...],
    tile_set: tuple[Tile, ...],
) -> Board:
    """Return a board from its columns, each (q, r of the top space, number of spaces).

    Raises `ValueError` with the board's name where the tiles cannot fill it (C1).
    """
    spaces: list[Space] = []
    for letter, (q, top, length) in zip(ascii_lowercase[: len(columns)], columns, strict=True):
        for n in range(length):
            spaces.append(Space(f"{letter}{n + 1}", q, top + n, len(spaces)))
    if len(spaces) > len(tile_set):
        raise ValueError(f"board {name}: {len(spaces)} spaces, but {len(tile_set)} tiles")
    constant: dict[Direction, Callable[[Space], int]] = {
        Direction.VERTICAL: lambda s: s.q,
        Direction.RISING: lambda s: s.q + s.r,
        Direction.FALLING: lambda s: s.r,
    }
    lines: list[Line] = []
    for axis, (direction, key) in enumerate(constant.items()):
        for value in sorted({key(s) for s in spaces}):
            on_line = [s.index for s in spaces if key(s) == value]
            # Column by column is left to right; within a column it is top to bottom.
            mask = sum(1 << i for i in on_line)
            ends = (spaces[on_line[0]].name, spaces[on_line[-1]].name)
            lines.append(Line(direction, tuple(on_line), len(lines), mask, axis, ends))
    index = {s.name: s.index for s in spaces} | {ASIDE: ASIDE_INDEX}
    return Board(
        name, tuple(spaces), tuple(lines), tuple(index[s] for s in stamens), tile_set, index
    )


CLASSIC: Final = build_board(
    BoardName.CLASSIC,
    ((0, 0, 3), (1, -1, 4), (2, -2, 5), (3, -2, 4), (4, -2, 3)),
    (),
    REGULAR_TILES,
)
"""19 spaces in columns of 3, 4, 5, 4, 3; 15 lines (B2)."""

DAFFODIL: Final = build_board(
    BoardName.DAFFODIL,
    ((-1, 0, 2), (0, -1, 5), (1, -1, 5), (2, -1, 4), (3, -2, 3), (4, -2, 2)),
    ("b2", "c4", "e2"),
    TILES,
)
"""Three flowers of seven around the stamens b2, c4, e2; 18 lines (B3)."""

BOARDS: Final[dict[BoardName, Board]] = {b.name: b for b in (CLASSIC, DAFFODIL)}
