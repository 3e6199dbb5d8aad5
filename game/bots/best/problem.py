"""The solver's problem: spaces, tiles, and the tiles allowed on each space (P6, S1-S4)."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

import numpy as np
from numpy.typing import NDArray

from game.rules.boards import Board
from game.rules.placement import Position
from game.rules.ruleset import RayRule, Ruleset
from game.rules.scoring import find_rays, score_lines
from game.rules.tiles import Tile

NO_NUMBER_NEEDED: Final = 3
"""The label of a space that needs no number of a direction; 0, 1, 2 need its numbers."""


@dataclass(frozen=True, slots=True)
class LineView:
    """Some spaces and the only tiles allowed there.

    `spaces` is 1.0 for each of these spaces (by space index), `tiles` a bitmask over
    `BoardProblem.tiles`. The numbers needed on these spaces must come from these tiles, so that
    each view limits the counts of a board.
    """

    spaces: NDArray[np.float32]
    tiles: int


@dataclass(frozen=True, eq=False)
class BoardProblem:
    """The tiles that may be used and the spaces of the board.

    `allowed` has for each space a bitmask over `tiles`. There may be more or fewer tiles than
    spaces: a space that no scoring line needs may stay empty.
    """

    board: Board
    tiles: tuple[Tile, ...]
    allowed: tuple[int, ...]
    has_rays: bool

    @cached_property
    def everything(self) -> int:
        """The bitmask of all tiles."""
        return (1 << len(self.tiles)) - 1

    @cached_property
    def fitting(self) -> tuple[tuple[int, ...], ...]:
        """[direction][set]: the bitmask of the tiles that can show a number of the set (S2).

        Sets of a direction's three numbers are bitmasks, 0 to 7.
        """
        stripes = tuple(zip(*[tile.masks for tile in self.tiles], strict=True)) or ((), (), ())
        return tuple(
            tuple(sum(1 << i for i, m in enumerate(masks) if m & wanted) for wanted in range(8))
            for masks in stripes
        )

    @cached_property
    def suns(self) -> int:
        """The bitmask of the sun tiles (T5)."""
        return sum(1 << i for i, tile in enumerate(self.tiles) if tile.is_sun)

    def points_of(self, placed: Sequence[Tile | None]) -> int:
        """Return the points of tiles by space: lines (S1-S3) and, if counted, rays (S4)."""
        filled = sum(1 << space for space, tile in enumerate(placed) if tile is not None)
        position = Position(tuple(placed), filled)
        points = sum(scored.points for scored in score_lines(self.board, position))
        if self.has_rays:
            points += sum(ray.points for ray in find_rays(self.board, position))
        return int(points)

    @cached_property
    def views(self) -> tuple[LineView, ...]:
        """The views that do not depend on rays: the whole board, and the restricted spaces."""
        views = [LineView(np.ones(len(self.board), np.float32), self.everything)]
        for tiles in sorted(set(self.allowed) - {self.everything}):
            spaces = [float(mask == tiles) for mask in self.allowed]
            views.append(LineView(np.array(spaces, np.float32), tiles))
        return tuple(views)


def problem_of(rules: Ruleset, tiles: tuple[Tile, ...]) -> BoardProblem:
    """Return the problem of a round with these called tiles.

    It has only the limits of the final board: under Daffodil 4 no wild tile is on a stamen (P6).
    Best rays compare players and add nothing to a single board (S5).

    Raises `ValueError` if a tile is repeated or is not in the board's set.
    """
    board = rules.grid
    if len(set(tiles)) != len(tiles):
        raise ValueError("a tile is there only once")
    if not set(tiles) <= set(board.tile_set):
        raise ValueError(f"a tile that the {board.name.value} board does not use")
    everything = (1 << len(tiles)) - 1
    tame = sum(1 << i for i, tile in enumerate(tiles) if not tile.is_wild)
    closed = board.stamens if rules.has_aside else ()
    allowed = tuple(tame if space in closed else everything for space in range(len(board)))
    return BoardProblem(board, tiles, allowed, rules.rays is RayRule.RAYS)
