"""The score of a stage: points x multiplier x gold, exact, rounded down once (K1, K4-K8).

`score_stage_facts` counts what can no longer be lost. A gold ace whose condition may still fail is
open and multiplies by 1. On a full board it is the final score.
"""

from collections import Counter
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from math import prod
from typing import Final

from game.climb.aces import (
    ACES,
    SWAP_PAY,
    AceEffect,
    AceName,
    Slots,
    force_of,
    swaps_of,
)
from game.climb.facts import LONG, LOW_NUMBERS, StageFacts

FIRST_MULTIPLIER: Final = 10

EARLY_TILES: Final = 10
LATE_TILES: Final = 4
FREE_NUMBERS: Final = 4
"""Different numbers for which Rainbow pays nothing."""
SEVEN: Final = 7
PAIRS: Final = 2
_SHORT: Final = 3
_MIDDLE: Final = (4, 5, 6)
_NINE: Final = 9


class GoldState(StrEnum):
    """The condition of a gold ace: met for good, undecided, or failed."""

    SURE = "sure"
    OPEN = "open"
    LOST = "lost"


@dataclass(frozen=True, slots=True)
class AcePart:
    """A held ace's part of a score.

    `added` is its addition to `effect`; `factor` is a gold ace's factor once its condition is met,
    1 for others. `count` is the number of its payments, or the progress of a gold ace's condition,
    of `wanted`; for Last Word the number of the last tile.

    `ace` is the card's name; `state` is that of a gold ace's condition, None for others.
    """

    ace: AceName
    effect: AceEffect
    count: int
    added: Fraction = Fraction(0)
    factor: Fraction = Fraction(1)
    state: GoldState | None = None
    wanted: int = 0


@dataclass(frozen=True, slots=True)
class ClimbScore:
    """A score with its factors; `parts` are in the order of the slots."""

    points: Fraction
    multiplier: Fraction
    parts: tuple[AcePart, ...]

    @property
    def gold(self) -> Fraction:
        """The product of the gold aces whose condition is met for good."""
        return self._factors(GoldState.SURE)

    @property
    def open_gold(self) -> Fraction:
        """The product of the gold aces that may still multiply; 1 without one."""
        return self._factors(GoldState.OPEN)

    @property
    def total(self) -> int:
        """The score, rounded down once."""
        return int(self.points * self.multiplier * self.gold)

    @property
    def total_with_open(self) -> int:
        """The score if all open conditions of gold aces were met with these points."""
        return int(self.points * self.multiplier * self.gold * self.open_gold)

    def total_with(self, part: AcePart) -> int:
        """Return the score if a gold ace's failed condition had been met."""
        return int(self.points * self.multiplier * self.gold * part.factor)

    def _factors(self, state: GoldState) -> Fraction:
        return prod((p.factor for p in self.parts if p.state is state), start=Fraction(1))


def adding_up(score: ClimbScore) -> tuple[ClimbScore, ...]:
    """Return a final score as it adds up: without aces, then with one more each time.

    They come in the order of their slots, gold aces last; an Echo is part of its neighbour.
    """
    parts = [part for part in score.parts if part.effect is not AceEffect.ECHO]
    parts.sort(key=lambda part: part.effect is AceEffect.GOLD)
    points, multiplier = score.points, score.multiplier
    for part in parts:
        points -= part.added if part.effect is AceEffect.POINTS else 0
        multiplier -= part.added if part.effect is AceEffect.MULTIPLIER else 0
    made = [ClimbScore(points, multiplier, ())]
    for part in parts:
        points += part.added if part.effect is AceEffect.POINTS else 0
        multiplier += part.added if part.effect is AceEffect.MULTIPLIER else 0
        made.append(ClimbScore(points, multiplier, (*made[-1].parts, part)))
    return tuple(made)


def score_stage_facts(slots: Slots, facts: StageFacts) -> ClimbScore:
    """Return the score of a board with aces, as far as it can no longer be lost."""
    points, multiplier = Fraction(facts.printed), Fraction(FIRST_MULTIPLIER)
    parts = []
    for index in range(len(slots)):
        part = _part_of(slots, index, facts)
        parts.append(part)
        if part.effect is AceEffect.POINTS:
            points += part.added
        elif part.effect is AceEffect.MULTIPLIER:
            multiplier += part.added
    return ClimbScore(points, multiplier, tuple(parts))


def _part_of(slots: Slots, index: int, facts: StageFacts) -> AcePart:
    slot, force = slots[index], force_of(slots, index)
    rule = ACES[slot.ace]
    if rule.effect is AceEffect.ECHO:
        return AcePart(slot.ace, rule.effect, 0)
    if rule.effect is AceEffect.GOLD:
        state, count, wanted = _gold(slot.ace, facts)
        factor = 1 + rule.number * force
        return AcePart(slot.ace, rule.effect, count, factor=factor, state=state, wanted=wanted)
    if slot.ace is AceName.SWAP:
        left = max(0, swaps_of(slots) - facts.swaps_used)
        return AcePart(slot.ace, rule.effect, left, Fraction(SWAP_PAY * left))
    count = _roots(slot.grown, facts) if slot.ace is AceName.ROOTS else _count(slot.ace, facts)
    return AcePart(slot.ace, rule.effect, count, rule.number * force * count)


def _roots(grown: int, facts: StageFacts) -> int:
    return grown + facts.fives


def _count(ace: AceName, facts: StageFacts) -> int:
    """Return the number of an ace's payments (K4, K5); for Crown the points of the best line."""
    lines, counts = facts.lines, facts.counts
    by_tile = Counter(line.tile for line in lines)
    match ace:
        case AceName.NINES:
            return counts[_NINE]
        case AceName.LOW_ROAD | AceName.GOLD_MINE:
            return facts.low
        case AceName.MIDDLE_WAY:
            return sum(counts[number] for number in _MIDDLE)
        case AceName.LONG_HAUL:
            return sum(line.length == LONG for line in lines)
        case AceName.SHORT_CUTS:
            return sum(line.length <= _SHORT for line in lines)
        case AceName.RAINBOW:
            return max(0, len(counts) - FREE_NUMBERS)
        case AceName.TWINS:
            return len(lines) - len(counts)
        case AceName.EARLY_BIRD:
            return sum(0 < line.tile <= EARLY_TILES for line in lines)
        case AceName.SCRAP:
            return len(facts.broken) // 2
        case AceName.FINALE:
            return sum(line.tile > facts.spaces - LATE_TILES for line in lines)
        case AceName.FORK:
            return len(lines) - len(by_tile)
        case AceName.STREAK:
            return sum(line.tile - 1 in by_tile for line in lines)
        case AceName.SUN_AND_MOON:
            return facts.same_symbol
        case AceName.CROWN:
            return max((line.points for line in lines), default=0)
        case AceName.MISER:
            return facts.crystals
        case _:
            raise ValueError(ace)


def _gold(ace: AceName, facts: StageFacts) -> tuple[GoldState, int, int]:
    """Return a gold ace's state, the progress of its condition, and the required number."""
    counts, living = facts.counts, facts.living
    match ace:
        case AceName.LAST_WORD:
            count = sum(line.tile == facts.spaces for line in facts.lines)
            return _state_of(count > 0, bool(living)), min(count, 1), facts.spaces
        case AceName.TWO_PAIRS:
            may = Counter(counts)
            for line in living:
                may.update(line.numbers)
            count = sum(n >= PAIRS for n in counts.values())
            most = sum(n >= PAIRS for n in may.values())
            return _state_of(count >= PAIRS, most >= PAIRS), count, PAIRS
        case AceName.FULL_BLOOM:
            count, wanted = len(facts.lines), facts.bloom
            return _state_of(count >= wanted, count + len(living) >= wanted), count, wanted
        case AceName.HIGH_LIFE:
            may_be_low = sum(any(n in LOW_NUMBERS for n in line.numbers) for line in living)
            is_sure = facts.low + may_be_low <= 1
            return _state_of(is_sure, facts.low <= 1), facts.low, 1
        case AceName.SEVEN_COLOURS:
            most = len(set(counts).union(*(line.numbers for line in living)))
            return _state_of(len(counts) >= SEVEN, most >= SEVEN), len(counts), SEVEN
        case _:
            raise ValueError(ace)


def _state_of(is_sure: bool, is_possible: bool) -> GoldState:
    if is_sure:
        return GoldState.SURE
    return GoldState.OPEN if is_possible else GoldState.LOST
