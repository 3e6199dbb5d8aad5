"""Facts of boards by hand, for tests of one ace."""

from __future__ import annotations

from game.climb.aces import AceName, AceSlot, Slots
from game.climb.facts import LineFact, OtherLine, StageFacts
from game.climb.score import ClimbScore, score_stage_facts


def slots(*names: AceName | tuple[AceName, int]) -> Slots:
    """Slots of aces, at level 1 or the one given."""
    return tuple(AceSlot(*name) if isinstance(name, tuple) else AceSlot(name) for name in names)


def board(
    *lines: tuple[int, int, int],
    broken: int = 0,
    living: tuple[tuple[int, ...], ...] = (),
    tiles: int = 19,
    spaces: int = 19,
    same_symbol: int = 0,
    swaps_used: int = 0,
    crystals: int = 0,
) -> StageFacts:
    """A board with lines (number, length, tile that completed it)."""
    return StageFacts(
        sum(number * length for number, length, _ in lines),
        tuple(LineFact(*line) for line in lines),
        tuple(OtherLine(3, numbers) for numbers in living),
        tuple(OtherLine(3, (1, 5, 9)) for _ in range(broken)),
        same_symbol,
        tiles,
        spaces,
        8 if spaces == 19 else 11,
        swaps_used,
        crystals,
    )


def scored(facts: StageFacts, *names: AceName | tuple[AceName, int]) -> ClimbScore:
    """The score of a board with aces."""
    return score_stage_facts(slots(*names), facts)
