"""The stages of a run: their rules, targets and times, and the figures of the reserve.

The figures were balanced by simulated runs of the computers; `README.md` beside this file says how
far each of them comes.
"""

from functools import cache
from typing import Final

from game.rules.ruleset import Ruleset

_LADDER: Final = (
    ("classic free single none", 80),
    ("classic free single rays", 160),
    ("daffodil-1 free single none", 240),
    ("classic free pairs none", 185),
    ("classic adjacent single none", 275),
    ("daffodil-2 free single rays", 415),
    ("classic adjacent-symbol single rays", 365),
    ("daffodil-1 free pairs none", 300),
    ("daffodil-3 adjacent single none", 365),
    ("classic adjacent pairs rays", 505),
    ("daffodil-4 free single rays", 765),
    ("daffodil-4 free pairs rays", 680),
    ("daffodil-4 adjacent single rays", 810),
)
"""The rules and targets of the stages from 1 up."""

_AGAIN: Final = 6
_HIGHER: Final = 280
"""So many of the last stages come round again and again, each time with so much higher targets."""

BONUS_STAGE: Final = 4
"""Every fourth stage can only fill the reserve."""

FIRST_RESERVE: Final = 25
MOST_RESERVE: Final = 120
FIRST_BANK_SECONDS: Final = 30


def _rung(stage: int) -> tuple[int, int]:
    """The place of a stage, from 1, on the ladder, and how often its rules have come round."""
    rounds = max(0, -(-(stage - len(_LADDER)) // _AGAIN))
    return stage - 1 - rounds * _AGAIN, rounds


@cache
def rules_of(stage: int) -> Ruleset:
    """Return the rules of a stage, from 1."""
    return Ruleset.parse(_LADDER[_rung(stage)[0]][0])


def is_bonus(stage: int) -> bool:
    """Whether the stage cannot drain the reserve."""
    return stage % BONUS_STAGE == 0


def target_of(stage: int) -> int:
    """Return the points that a stage asks for, before rebates."""
    place, rounds = _rung(stage)
    return _LADDER[place][1] + _HIGHER * rounds


def seconds_of(stage: int) -> int:
    """Return the seconds that a stage adds to the bank: 7.4 a tile in stage 1, 0.4 less each stage,
    never less than 4.2, to the nearest 5.
    """
    return 5 * round(len(rules_of(stage).grid) * max(4.2, 7.4 - 0.4 * (stage - 1)) / 5)
