"""The facts of a stage's board that aces are computed from, at any moment (K1-K3)."""

from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final

from game.rules.boards import BoardName
from game.rules.ruleset import Ruleset
from game.rules.scoring import LineState, find_rays, line_status, score_position
from game.rules.seat import Seat
from game.rules.tiles import NUMBERS

LOW_NUMBERS: Final = (1, 2, 3)
LONG: Final = 5

_BLOOM: Final = {BoardName.CLASSIC: 8, BoardName.DAFFODIL: 11}
"""Completed lines that Full Bloom requires."""


@dataclass(frozen=True, slots=True)
class LineFact:
    """A completed, scoring line; `tile` is the number of the completing tile, from 1.

    A hypothetical line has a tile below 0.
    """

    number: int
    length: int
    tile: int

    @property
    def points(self) -> int:
        """The points of the line on the board."""
        return self.number * self.length


@dataclass(frozen=True, slots=True)
class OtherLine:
    """A line that does not score: its length, and the numbers it could score with.

    A broken line has all numbers of its direction.
    """

    length: int
    numbers: tuple[int, ...]


@dataclass(frozen=True)
class StageFacts:
    """A board as aces see it.

    `printed` is the board's score, with rays where they count. `same_symbol` counts full lines of
    only suns or only moons, broken ones too. `living` lines can still score, `broken` ones cannot.
    `bloom` is the number of lines that Full Bloom requires.

    `lines` are the completed, scoring lines. `tiles` counts the placed tiles, `spaces` all spaces,
    `swaps_used` the swaps used in the stage, `crystals` those held.
    """

    printed: int
    lines: tuple[LineFact, ...]
    living: tuple[OtherLine, ...]
    broken: tuple[OtherLine, ...]
    same_symbol: int
    tiles: int
    spaces: int
    bloom: int
    swaps_used: int
    crystals: int

    @property
    def is_full(self) -> bool:
        """Whether every tile of the stage is placed."""
        return self.tiles == self.spaces

    @cached_property
    def counts(self) -> Counter[int]:
        """The number of scoring lines by their number."""
        return Counter(line.number for line in self.lines)

    @property
    def low(self) -> int:
        """The number of lines that score with 1, 2 or 3."""
        return sum(self.counts[number] for number in LOW_NUMBERS)

    @property
    def fives(self) -> int:
        """The number of scoring lines with five tiles."""
        return sum(line.length == LONG for line in self.lines)


def facts_before(facts: StageFacts, places: Collection[int]) -> StageFacts:
    """Return the facts before some completed lines count, given by their indices in `lines`."""
    late = [line for place, line in enumerate(facts.lines) if place in places]
    return replace(
        facts,
        printed=facts.printed - sum(line.points for line in late),
        lines=tuple(line for place, line in enumerate(facts.lines) if place not in places),
        living=(*facts.living, *(OtherLine(line.length, (line.number,)) for line in late)),
    )


def facts_of(rules: Ruleset, seat: Seat, swaps_used: int, crystals: int) -> StageFacts:
    """Return the facts of a seat's board.

    Tiles are numbered in the order of placement, also those of a pair (K3). `crystals` are those
    held during the stage.
    """
    position = seat.position
    order = [placed.space for turn in seat.turns for placed in turn.placements]
    number_of = {space: number for number, space in enumerate(order, 1)}
    score = score_position(rules, position)
    lines = tuple(
        LineFact(
            scored.number,
            len(scored.line),
            max(number_of[space] for space in scored.line.spaces),
        )
        for scored in score.lines
    )
    living, broken = list[OtherLine](), list[OtherLine]()
    for line in rules.grid.lines:
        status = line_status(line, position)
        if status.state is LineState.DEAD:
            broken.append(OtherLine(len(line), NUMBERS[line.direction]))
        elif status.state is not LineState.COMPLETE:
            living.append(OtherLine(len(line), status.numbers))
    return StageFacts(
        int(score.total),
        lines,
        tuple(living),
        tuple(broken),
        len(find_rays(rules.grid, position)),
        len(order),
        len(rules.grid),
        _BLOOM[rules.board],
        swaps_used,
        crystals,
    )
