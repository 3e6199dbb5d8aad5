"""The stages of a climb: rules, bosses, targets, crystals and ropes (K9-K14)."""

from enum import StrEnum
from fractions import Fraction
from functools import cache
from typing import Final

from game.rules.ruleset import Ruleset

BASES: Final = (
    *(700, 1_200, 2_000, 3_800, 6_500, 10_000, 14_500, 20_000, 27_000, 36_000),
    *(49_000, 66_000, 88_000, 117_000, 155_000),
)
"""Targets of the stages 1 to 15 before a boss's factor; they set the difficulty."""

SUMMIT: Final = 12
FIRST_ROPES: Final = 1
REROLL_PRICE: Final = 1

_BOSS_STEP: Final = 3
_FIRST_ROPE_PRICE: Final = 6
_ROPE_PRICE_STEP: Final = 3
_CRYSTAL_STEPS: Final = (Fraction(1), Fraction(3, 2), Fraction(2), Fraction(3), Fraction(5))


class Boss(StrEnum):
    """The rules of every third stage; values are catalogue keys."""

    SUNRISE = "sunrise"
    RIDGE = "ridge"
    MEADOW = "meadow"
    TWIN_PEAKS = "twin-peaks"
    CRATER = "crater"


_BOSSES: Final = tuple(Boss)
_RULES: Final = {
    None: Ruleset.parse("classic free single none"),
    Boss.SUNRISE: Ruleset.parse("classic free single rays"),
    Boss.RIDGE: Ruleset.parse("classic adjacent single none"),
    Boss.MEADOW: Ruleset.parse("daffodil-1 free single none"),
    Boss.TWIN_PEAKS: Ruleset.parse("classic free pairs rays"),
    Boss.CRATER: Ruleset.parse("daffodil-1 adjacent single rays"),
}
FACTORS: Final = {
    None: Fraction(1),
    Boss.SUNRISE: Fraction(8, 5),
    Boss.RIDGE: Fraction(3, 4),
    Boss.MEADOW: Fraction(9, 4),
    Boss.TWIN_PEAKS: Fraction(8, 5),
    Boss.CRATER: Fraction(5, 2),
}


def boss_of(stage: int) -> Boss | None:
    """Return the boss of a stage, from 1 (K10).

    Five come in order, then the last two and the second and third in turn.
    """
    if stage % _BOSS_STEP:
        return None
    number = stage // _BOSS_STEP
    if number <= len(_BOSSES):
        return _BOSSES[number - 1]
    return (Boss.RIDGE, Boss.MEADOW, Boss.TWIN_PEAKS, Boss.CRATER)[number % 4]


def rules_at(stage: int) -> Ruleset:
    """Return the rules of a stage, from 1 (K9, K10)."""
    return _RULES[boss_of(stage)]


@cache
def target_at(stage: int) -> int:
    """Return the target of a stage, rounded to two digits, a half to the even digit (K11)."""
    base = Fraction(BASES[min(stage, len(BASES)) - 1])
    for beyond in range(stage - len(BASES)):
        base *= Fraction(14 + beyond, 10)
    exact = base * FACTORS[boss_of(stage)]
    unit = int(10 ** max(0, len(str(int(exact))) - 2))
    digits: int = round(exact / unit)
    return digits * unit


def crystal_mark(stage: int, number: int) -> Fraction:
    """Return the score at which a stage gives its crystal `number`, from 1 (K13).

    1, 1.5, 2, 3 and 5 times the target, then 10, 20, 40 times and so on.
    """
    steps = len(_CRYSTAL_STEPS)
    if number <= steps:
        return _CRYSTAL_STEPS[number - 1] * target_at(stage)
    doubled = int(2 ** (number - steps))
    return _CRYSTAL_STEPS[-1] * doubled * target_at(stage)


def crystals_for(stage: int, score: int) -> int:
    """Return the crystals for a stage's score, without a limit (K13)."""
    count = 0
    while score >= crystal_mark(stage, count + 1):
        count += 1
    return count


def ropes_lost(stage: int, score: int) -> int:
    """Return the ropes that a score costs: one below the target, two below half of it (K12)."""
    target = target_at(stage)
    return 0 if score >= target else 1 if 2 * score >= target else 2


def rope_price(bought: int) -> int:
    """Return the crystals for a rope after `bought` ones in this climb (K14)."""
    return _FIRST_ROPE_PRICE + _ROPE_PRICE_STEP * bought
