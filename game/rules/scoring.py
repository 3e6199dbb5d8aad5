"""The score of one board: lines, rays, and the state of each line (S1-S4, M3).

Points are whole numbers, or end in .5 for a line with a late tile (M3); halves are exact in a
float, so sums are exact too. `game.rules.match_score` compares players (S5, S6, M6).
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from game.rules.boards import Board, Line
from game.rules.placement import Position
from game.rules.ruleset import RayRule, Ruleset
from game.rules.tiles import NUMBERS, Symbol, Tile

RAY_POINTS: Final[dict[Symbol, int]] = {Symbol.SUN: 7, Symbol.MOON: 6}
"""Points for each tile of a complete ray (S4)."""

_HIGHEST: Final = tuple(
    tuple(numbers[bits.bit_length() - 1] if bits else 0 for bits in range(8))
    for numbers in NUMBERS.values()
)
"""[axis][bits]: the number with which a full line scores when `line_bits` is `bits` (S1, S2)."""


@dataclass(frozen=True, slots=True)
class ScoredLine:
    """A line that earned points: length x number, half of it where a tile was late (S1, M3)."""

    line: Line
    number: int
    points: float
    is_late: bool


@dataclass(frozen=True, slots=True)
class ScoredRay:
    """A complete line of one symbol: 7 points a sun, 6 a moon under `rays` (S4)."""

    line: Line
    symbol: Symbol
    points: int


@dataclass(frozen=True, slots=True)
class BoardScore:
    """The score of one board alone; `rays` is () except under the `rays` rule."""

    lines: tuple[ScoredLine, ...]
    rays: tuple[ScoredRay, ...]
    total: float


class LineState(StrEnum):
    """The states of a line; an alive one can still score, a dead one cannot."""

    EMPTY = "empty"
    ALIVE = "alive"
    COMPLETE = "complete"
    DEAD = "dead"


@dataclass(frozen=True, slots=True)
class LineStatus:
    """The state of one line.

    `numbers` are those with which it can still score, or did score (ascending; () if dead).
    `filled` counts its tiles, `symbol` is their common symbol or None.
    """

    line: Line
    state: LineState
    numbers: tuple[int, ...]
    filled: int
    symbol: Symbol | None


def whole(points: float) -> float:
    """Return `points` as an int where they are whole: 27 prints as 27 and 13.5 as 13.5."""
    return int(points) if points == int(points) else points


def score_position(rules: Ruleset, position: Position) -> BoardScore:
    """Score the lines (S1-S3, M3) and, under the `rays` rule, the rays (S4) of one board."""
    lines = score_lines(rules.grid, position)
    rays = find_rays(rules.grid, position) if rules.rays is RayRule.RAYS else ()
    total = sum([s.points for s in lines]) + sum([r.points for r in rays])
    return BoardScore(lines, rays, whole(total))


def score_lines(board: Board, position: Position) -> tuple[ScoredLine, ...]:
    """Return the lines that earn points, in the order of `Board.lines` (S1-S3, M3)."""
    filled = position.filled
    scored: list[ScoredLine] = []
    for line in board.lines:
        if filled & line.mask == line.mask and line_bits(line, position):
            scored.append(score_line(line, position))
    return tuple(scored)


def line_bits(line: Line, position: Position) -> int:
    """Return the numbers `line` can still score with, as bits 1, 2, 4 in ascending order;
    0 if dead.
    """
    axis = line.axis
    tiles = position.tiles
    bits = 0b111
    for i in line.spaces:
        tile = tiles[i]
        if tile is not None:
            bits &= tile.masks[axis]
            if not bits:
                return 0
    return bits


def score_line(line: Line, position: Position) -> ScoredLine:
    """Score a full line that is not broken (S1, S2, M3)."""
    return score_with(line, _HIGHEST[line.axis][line_bits(line, position)], position)


def score_with(line: Line, number: int, position: Position) -> ScoredLine:
    """Return the score of a line if it is completed with a number (S1, M3)."""
    points = line.points(number)
    if position.late and _has_late_tile(line, position):
        return ScoredLine(line, number, whole(points / 2), True)
    return ScoredLine(line, number, points, False)


def _has_late_tile(line: Line, position: Position) -> bool:
    """Whether a tile on `line` is late (M3)."""
    placed = [position.tiles[i] for i in line.spaces]
    return any(tile is not None and position.is_late(tile) for tile in placed)


def find_rays(board: Board, position: Position) -> tuple[ScoredRay, ...]:
    """Return every complete line of one symbol, whatever its stripes, with its S4 points."""
    rays: list[ScoredRay] = []
    for line in board.lines:
        symbol = shared_symbol([position.tiles[i] for i in line.spaces])
        if symbol is not None:
            rays.append(ScoredRay(line, symbol, ray_points(line, symbol)))
    return tuple(rays)


def ray_points(line: Line, symbol: Symbol) -> int:
    """Return the points of a complete ray (S4), in every room."""
    return RAY_POINTS[symbol] * len(line)


def line_status(line: Line, position: Position) -> LineStatus:
    """Return the state of a line and the numbers left to it."""
    placed = [tile for i in line.spaces if (tile := position.tiles[i]) is not None]
    bits = line_bits(line, position)
    numbers = tuple(n for i, n in enumerate(NUMBERS[line.direction]) if bits >> i & 1)
    symbol = shared_symbol(placed)
    if not placed:
        state = LineState.EMPTY
    elif not bits:
        state = LineState.DEAD
    elif len(placed) == len(line):
        state = LineState.COMPLETE
        numbers = numbers[-1:]
    else:
        state = LineState.ALIVE
    return LineStatus(line, state, numbers, len(placed), symbol)


def shared_symbol(tiles: list[Tile] | list[Tile | None]) -> Symbol | None:
    """Return the symbol that all of `tiles` bear; None where one is missing or differs."""
    first = tiles[0] if tiles else None
    if first is None:
        return None
    for tile in tiles:
        if tile is None or tile.symbol is not first.symbol:
            return None
    return first.symbol
