"""The tiles: 27 regular ones, 4 wild ones, their stripes and symbols (T1-T5)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from game.rules.errors import Fault, FormatError
from game.rules.numbers import FALLING_NUMBERS, RISING_NUMBERS, VERTICAL_NUMBERS
from game.rules.symbols import SUN_TILES


class Direction(StrEnum):
    """The directions of stripes and lines (T1)."""

    VERTICAL = "vertical"
    RISING = "rising"
    FALLING = "falling"


DIRECTIONS: Final = tuple(Direction)
"""The order of directions in a tile's stripes, in `Board.lines_through` and in arrays."""


class Symbol(StrEnum):
    """The mark in the middle of a tile (T5)."""

    SUN = "sun"
    MOON = "moon"


NUMBERS: Final[dict[Direction, tuple[int, int, int]]] = {
    Direction.VERTICAL: VERTICAL_NUMBERS,
    Direction.RISING: RISING_NUMBERS,
    Direction.FALLING: FALLING_NUMBERS,
}
"""Each direction's three numbers, ascending (T1)."""


@dataclass(frozen=True, slots=True, eq=False)
class Tile:
    """One tile: three stripes and a symbol.

    A stripe is its number, or `None` where it is wild (T4). `index` is the tile's place in
    `TILES`. `masks` has three bits for each direction, in the order of `Direction`: the numbers
    that the stripe can count as (1, 2, 4 for the direction's numbers in ascending order). The
    bitwise `and` of the masks along a line is the set of numbers it can score with (S1, S2).

    There are exactly 31 tiles, compared by identity: take them from `TILES` or `Tile.parse`.
    Copying and unpickling give the same ones again.
    """

    rising: int | None
    vertical: int | None
    falling: int | None
    index: int
    symbol: Symbol
    masks: tuple[int, int, int]

    @property
    def is_wild(self) -> bool:
        """Whether any stripe is wild (T4)."""
        return self.index >= 27

    @property
    def is_sun(self) -> bool:
        """Whether the tile bears a sun (T5)."""
        return self.symbol is Symbol.SUN

    def number(self, direction: Direction) -> int | None:
        """Return the stripe's number in `direction`, `None` where it is wild."""
        if direction is Direction.VERTICAL:
            return self.vertical
        return self.rising if direction is Direction.RISING else self.falling

    @classmethod
    def parse(cls, text: str) -> Tile:
        """Return the tile written as left, top, right, `*` for wild (T3).

        Raises `FormatError` if there is no such tile.
        """
        tile = _BY_TEXT.get(text)
        if tile is None:
            raise FormatError(Fault.NO_SUCH_TILE, text=repr(text[:20]))
        return tile

    def __str__(self) -> str:
        return _TEXTS[self.index]

    def __repr__(self) -> str:
        return f"Tile.parse({str(self)!r})"

    def __hash__(self) -> int:
        return self.index

    def __reduce__(self) -> tuple[Callable[[str], Tile], tuple[str]]:
        return Tile.parse, (str(self),)


def _text(rising: int | None, vertical: int | None, falling: int | None) -> str:
    return "".join("*" if n is None else str(n) for n in (rising, vertical, falling))


def _make(index: int, rising: int | None, vertical: int | None, falling: int | None) -> Tile:
    def mask(number: int | None, numbers: tuple[int, int, int]) -> int:
        return 0b111 if number is None else 1 << numbers.index(number)

    return Tile(
        rising,
        vertical,
        falling,
        index=index,
        symbol=Symbol.SUN if _text(rising, vertical, falling) in SUN_TILES else Symbol.MOON,
        masks=(
            mask(vertical, VERTICAL_NUMBERS),
            mask(rising, RISING_NUMBERS),
            mask(falling, FALLING_NUMBERS),
        ),
    )


_STRIPES: Final[tuple[tuple[int | None, int | None, int | None], ...]] = (
    *((r, v, f) for v in VERTICAL_NUMBERS for r in RISING_NUMBERS for f in FALLING_NUMBERS),
    (None, None, None),
    (None, 1, None),
    (2, None, None),
    (None, None, 3),
)
_TEXTS: Final = tuple(_text(*stripes) for stripes in _STRIPES)

TILES: Final[tuple[Tile, ...]] = tuple(_make(i, *stripes) for i, stripes in enumerate(_STRIPES))
"""All 31 tiles by `index`: 27 regular ones ordered by vertical, rising, falling number, then
`***`, `*1*`, `2**`, `**3`."""

REGULAR_TILES: Final = TILES[:27]
WILD_TILES: Final = TILES[27:]

_BY_TEXT: Final = dict(zip(_TEXTS, TILES, strict=True))
