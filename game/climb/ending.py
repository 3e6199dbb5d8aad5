"""The gain of a card, the shortfall of a missed target, and squares to share (K17, K26)."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from game.climb.aces import AceName, Slots, with_card
from game.climb.facts import LineFact, StageFacts
from game.climb.record import ClimbStep
from game.climb.score import GoldState, score_stage_facts
from game.climb.stage_rules import boss_of
from game.climb.state import StageEnd

FALLEN, MISSED, SQUARES = "🟥", "🟧", ("🟩", "🟦", "🟪", "🟨")
"""Squares of the stage that ended a climb, of a missed one, and of passed ones by crystals."""

_NO_TILE: Final = -9
"""The tile number of a line that was not completed; no real tile has it."""


@dataclass(frozen=True, slots=True)
class FailedGold:
    """A gold ace whose condition failed, and the score if it had been met."""

    ace: AceName
    total: int


@dataclass(frozen=True, slots=True)
class MissingLine:
    """A line that would have reached the target: its number and its length."""

    number: int
    length: int


@dataclass(frozen=True, slots=True)
class Shortfall:
    """The shortfall of a missed stage: the missing score and the failed gold aces.

    `line` is the smallest broken line that would have reached the target; None if no single one
    would.
    """

    short: int
    failed: tuple[FailedGold, ...]
    line: MissingLine | None


def card_gain(before: Slots, end: StageEnd, card: AceName, replaced: AceName | None = None) -> int:
    """Return the change of the last stage's score if a card had been held (K17).

    `before` are the aces held in it; the card takes the slot it would take now.
    """
    return score_stage_facts(with_card(before, card, replaced), end.facts).total - end.score.total


def shortfall_of(before: Slots, end: StageEnd) -> Shortfall:
    """Return the shortfall of a missed stage (K26); `before` are the aces held in it."""
    return Shortfall(end.shortfall, failed_gold(end), _missing_line(before, end))


def failed_gold(end: StageEnd) -> tuple[FailedGold, ...]:
    """Return the gold aces of a stage whose condition failed."""
    return tuple(
        FailedGold(part.ace, end.score.total_with(part))
        for part in end.score.parts
        if part.state is GoldState.LOST
    )


def _missing_line(before: Slots, end: StageEnd) -> MissingLine | None:
    """Return the broken line with the fewest points that would have reached the target, or None.

    It counts for all aces except those about the completing tile.
    """
    facts = end.facts
    lines = {
        (number * line.length, number, line.length)
        for line in facts.broken
        for number in line.numbers
    }
    for _, number, length in sorted(lines):
        if score_stage_facts(before, _with_line(facts, number, length)).total >= end.target:
            return MissingLine(number, length)
    return None


def _with_line(facts: StageFacts, number: int, length: int) -> StageFacts:
    place = next(
        i for i, x in enumerate(facts.broken) if x.length == length and number in x.numbers
    )
    return replace(
        facts,
        printed=facts.printed + number * length,
        lines=(*facts.lines, LineFact(number, length, _NO_TILE)),
        broken=(*facts.broken[:place], *facts.broken[place + 1 :]),
    )


def climb_squares(steps: Sequence[ClimbStep]) -> str:
    """Return a square for each stage, coloured by its crystals, a boss's in brackets."""
    return "".join(map(_square, steps))


def _square(step: ClimbStep) -> str:
    if step.end.is_passed:
        square = SQUARES[min(step.end.crystals, len(SQUARES)) - 1]
    else:
        square = FALLEN if step.after.is_over else MISSED
    return square if boss_of(step.end.stage) is None else f"[{square}]"
