"""One player's board, and where a tile may go on it (P1-P7).

A `Position` is immutable. `Position.place` returns the next one, checked; `put_unchecked` is the
same without checks, for searches that place legal tiles only. `legal_spaces` and `refusal`
judge one tile on one board (P4); turns and called tiles are checked by `game.rules.match`.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import compress
from operator import not_
from typing import Final

from game.rules.boards import ASIDE_INDEX as ASIDE_INDEX
from game.rules.boards import BOARDS, CLASSIC, Board
from game.rules.errors import Fault, FormatError, IllegalMove, IllegalReason
from game.rules.ruleset import PlacementRule, Ruleset
from game.rules.svg import board_with, draw_svg
from game.rules.tiles import TILES, Symbol, Tile

ASIDE_ROOM: Final = 3
"""Most tiles on the daffodil (B5)."""


@dataclass(frozen=True, slots=True)
class Placement:
    """A tile and the index of the space it goes to (`ASIDE_INDEX` for the daffodil)."""

    tile: Tile
    space: int


_MOST_SPACES: Final = max(map(len, BOARDS.values()))
_PLACEMENTS: Final = tuple(
    tuple(Placement(tile, space) for space in (*range(_MOST_SPACES), ASIDE_INDEX)) for tile in TILES
)


def placement_of(tile: Tile, space: int) -> Placement:
    """Return the shared `Placement` of `tile` on `space`, which is cheaper than a new one."""
    return _PLACEMENTS[tile.index][space]


def legal_placements_of(rules: Ruleset, position: Position, tile: Tile) -> tuple[Placement, ...]:
    """Return `legal_spaces` as placements of `tile`."""
    shared = _PLACEMENTS[tile.index]
    if rules.is_unbound:
        return tuple(compress(shared, map(not_, position.tiles)))
    return tuple([shared[space] for space in legal_spaces(rules, position, tile)])


@dataclass(frozen=True, slots=True, repr=False)
class Position:
    """The tiles on one player's board and daffodil.

    `tiles` has one entry a space, in the order of `Board.spaces`; `filled` is a bit mask of the
    filled spaces. `aside` has the tiles on the daffodil in the order set aside, `late` is a bit
    mask of the late tiles (M2) over `Tile.index`.
    """

    tiles: tuple[Tile | None, ...]
    filled: int = 0
    aside: tuple[Tile, ...] = ()
    late: int = 0

    def is_late(self, tile: Tile) -> bool:
        """Whether this tile was placed in answer to a later call than its own (M2)."""
        return bool(self.late >> tile.index & 1)

    @classmethod
    def parse(cls, text: str) -> Position:
        """Parse the text that `str` writes. Raises `FormatError`.

        It has a word for each space, a tile's text or `...`, then optionally `, aside …` and
        `, late …`.
        """
        words, *rest = text.split(", ")
        more = {name: _tiles(tiles) for part in rest for name, _, tiles in [part.partition(" ")]}
        tiles = tuple(None if word == "..." else Tile.parse(word) for word in words.split())
        aside, late = more.pop("aside", ()), more.pop("late", ())
        placed = (*filter(None, tiles), *aside)
        if board_with(tiles) is None:
            raise FormatError(Fault.WRONG_TILES, found=len(tiles), wanted=len(CLASSIC))
        if more or len(aside) > ASIDE_ROOM or not set(late) <= set(placed):
            raise FormatError(Fault.NO_SUCH_TILE, text=repr(rest[-1][:20]))
        for tile in placed:
            if placed.count(tile) > 1:
                raise FormatError(Fault.TILE_TWICE, tile=str(tile))
        filled = sum(1 << i for i, tile in enumerate(tiles) if tile is not None)
        return cls(tiles, filled, aside, sum(1 << tile.index for tile in late))

    def __str__(self) -> str:
        words = [" ".join([str(tile or "...") for tile in self.tiles])]
        if self.aside:
            words.append("aside " + " ".join(map(str, self.aside)))
        if self.late:
            words.append("late " + " ".join(str(t) for t in TILES if self.is_late(t)))
        return ", ".join(words)

    def __repr__(self) -> str:
        return f"<Position {self}>"

    def place(self, tile: Tile | str, space: int | str, rules: Ruleset | None = None) -> Position:
        """Return the position with `tile` on `space`; both may be texts: `"294", "c3"`.

        By default each empty space is legal (P1) and the daffodil, `"x"`, is not. Raises
        `FormatError` for the text of no tile or space, and `IllegalMove` if the tile is on the
        board already or belongs to the other board, or if `rules` close the space to it.
        """
        board = board_with(self.tiles)
        assert board is not None
        tile = Tile.parse(tile) if isinstance(tile, str) else tile
        space = board.index_of(space) if isinstance(space, str) else space
        if tile not in board.tile_set:
            raise IllegalMove(IllegalReason.NOT_IN_TILE_SET, str(tile))
        if tile in self.tiles or tile in self.aside:
            raise IllegalMove(IllegalReason.ALREADY_PLACED, str(tile))
        reason = refusal(rules or Ruleset(board.name), self, tile, space)
        if reason is not None:
            raise illegal_placement(board, reason, tile, space)
        return put_unchecked(self, tile, space)

    def svg(self) -> str:
        """Return a picture of the board as a text in SVG."""
        return draw_svg(self.tiles, self.aside)

    _repr_svg_ = svg
    """The method by which notebooks display a position."""


def _tiles(text: str) -> tuple[Tile, ...]:
    return tuple(map(Tile.parse, text.split()))


@cache
def empty_position(board: Board) -> Position:
    """Return the board before the first call."""
    return Position((None,) * len(board))


def put_unchecked(position: Position, tile: Tile, space: int, is_late: bool = False) -> Position:
    """Return the position after `tile` goes to `space`; nothing is checked."""
    late = position.late | 1 << tile.index if is_late else position.late
    if space < 0:
        return Position(position.tiles, position.filled, (*position.aside, tile), late)
    tiles = list(position.tiles)
    tiles[space] = tile
    return Position(tuple(tiles), position.filled | 1 << space, position.aside, late)


def take_from_aside(position: Position, tile: Tile) -> Position:
    """Return the position without `tile` on the daffodil; nothing is checked."""
    aside = tuple([t for t in position.aside if t is not tile])
    return Position(position.tiles, position.filled, aside, position.late)


def legal_spaces(rules: Ruleset, position: Position, tile: Tile) -> tuple[int, ...]:
    """Return the indices of the spaces where `tile` may go, ascending; () on a full board.

    `ASIDE_INDEX` is the first if the daffodil is open (P6).
    """
    if rules.is_unbound:
        return tuple([i for i, t in enumerate(position.tiles) if t is None])
    mask = _reachable(rules, position, tile, _open_spaces(rules, position))
    spaces = tuple([i for i in range(len(position.tiles)) if mask >> i & 1])
    if rules.has_aside and len(position.aside) < ASIDE_ROOM:
        return (ASIDE_INDEX, *spaces)
    return spaces


def refusal(rules: Ruleset, position: Position, tile: Tile, space: int) -> IllegalReason | None:
    """Return the reason why `tile` may not go to `space`; None if it may."""
    if space == ASIDE_INDEX:
        if not rules.has_aside:
            return IllegalReason.NO_DAFFODIL
        return IllegalReason.DAFFODIL_FULL if len(position.aside) >= ASIDE_ROOM else None
    if not 0 <= space < len(position.tiles):
        return IllegalReason.NO_SUCH_SPACE
    if position.filled >> space & 1:
        return IllegalReason.OCCUPIED
    if rules.is_unbound:
        return None
    open_spaces = _open_spaces(rules, position)
    if not open_spaces >> space & 1:
        if rules.daffodil == 2:
            return IllegalReason.STAMENS_FIRST
        return IllegalReason.STAMENS_LAST if rules.daffodil == 3 else IllegalReason.STAMENS_CLOSED
    if _reachable(rules, position, tile, open_spaces) >> space & 1:
        return None
    if rules.placement is PlacementRule.ADJACENT:
        return IllegalReason.NOT_ADJACENT
    return IllegalReason.NOT_ADJACENT_SUN if tile.is_sun else IllegalReason.NOT_ADJACENT_MOON


def illegal_placement(board: Board, reason: IllegalReason, tile: Tile, space: int) -> IllegalMove:
    """Return the error for `tile` on `space`, which may be the index of no space."""
    where = f"@{board.name_of(space)}" if ASIDE_INDEX <= space < len(board) else ""
    return IllegalMove(reason, f"{tile}{where}")


@dataclass(frozen=True, slots=True)
class _Masks:
    """A board as bit masks over space indices."""

    all: int
    stamens: int
    neighbours: tuple[int, ...]


@cache
def _masks(board: Board) -> _Masks:
    def mask(spaces: tuple[int, ...]) -> int:
        return sum(1 << i for i in spaces)

    return _Masks(
        all=(1 << len(board)) - 1,
        stamens=mask(board.stamens),
        neighbours=tuple(mask(n) for n in board.neighbours),
    )


def _open_spaces(rules: Ruleset, position: Position) -> int:
    """Return the mask of the empty spaces that the Daffodil variant allows now (P5, P6)."""
    masks = _masks(rules.grid)
    empty = masks.all & ~position.filled
    match rules.daffodil:
        case 2 if empty & masks.stamens:
            return empty & masks.stamens
        case 3 if empty & ~masks.stamens:
            return empty & ~masks.stamens
        case 4:
            return empty & ~masks.stamens
        case _:
            return empty


def _reachable(rules: Ruleset, position: Position, tile: Tile, open_spaces: int) -> int:
    """Return the `open_spaces` beside an anchor; all of them if there are none (P2, P3, P7)."""
    return _beside_anchors(rules, position, tile, open_spaces) or open_spaces


def _beside_anchors(rules: Ruleset, position: Position, tile: Tile, open_spaces: int) -> int | None:
    """Return the `open_spaces` beside an anchor (P2, P3); None where nothing binds the tile."""
    if rules.placement is PlacementRule.FREE:
        return None
    masks = _masks(rules.grid)
    if rules.daffodil == 2 and open_spaces & masks.stamens:
        return None  # P5: adjacency does not bind the first three tiles
    anchors = _anchors(rules, position, tile)
    if not anchors:
        return None
    touching = 0
    for i, neighbours in enumerate(masks.neighbours):
        if neighbours & anchors:
            touching |= 1 << i
    return open_spaces & touching


def _anchors(rules: Ruleset, position: Position, tile: Tile) -> int:
    """Return the mask of the spaces of which `tile` has to touch one (P2, P3)."""
    if rules.placement is PlacementRule.ADJACENT:
        return position.filled
    return _of_symbol(position, tile.symbol)


def is_set_free(rules: Ruleset, position: Position, tile: Tile) -> bool:
    """Whether `tile` may go to every open space because none is beside an anchor (P7)."""
    open_spaces = _open_spaces(rules, position)
    return bool(open_spaces) and _beside_anchors(rules, position, tile, open_spaces) == 0


def _of_symbol(position: Position, symbol: Symbol) -> int:
    mask = 0
    for i, tile in enumerate(position.tiles):
        if tile is not None and tile.symbol is symbol:
            mask |= 1 << i
    return mask
