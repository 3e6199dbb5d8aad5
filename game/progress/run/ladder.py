"""The stages of a run: their rules, targets and times, and the figures of the reserve.

The ladder was balanced by simulated runs of the computers; a target is the mean of `fox` by the
stage's rules, less 54 in stage 1 and 24 more with each further stage, to the nearest 5.
"""

from functools import cache
from typing import Final

from game.rules.ruleset import Ruleset

_LADDER: Final = (
    ("classic free single none", 167.2),
    ("classic free single rays", 252.8),
    ("daffodil-1 free single none", 220.5),
    ("classic free pairs none", 171.2),
    ("classic adjacent single none", 157.3),
    ("daffodil-2 free single rays", 321.7),
    ("classic adjacent-symbol single rays", 239.3),
    ("daffodil-1 free pairs none", 224.3),
    ("daffodil-3 adjacent single none", 158.8),
    ("classic adjacent pairs rays", 240.8),
    ("daffodil-4 free single rays", 318.9),
    ("daffodil-4 free pairs rays", 323.8),
    ("daffodil-4 adjacent single rays", 296.4),
)
"""The rules of the stages from 1 up, and the mean that `fox` made of 400 deals of them."""

_AGAIN: Final = 6
"""So many of the last stages come round again, harder."""

BONUS_STAGE: Final = 4
"""Every fourth stage can only fill the reserve."""

FIRST_RESERVE: Final = 25
MOST_RESERVE: Final = 120
FIRST_BANK_SECONDS: Final = 30


def _rung(stage: int) -> tuple[str, float]:
    """The rules of a stage, from 1, and the mean of `fox`."""
    beyond = stage - len(_LADDER)
    return _LADDER[stage - 1] if beyond <= 0 else _LADDER[-_AGAIN + (beyond - 1) % _AGAIN]


@cache
def rules_of(stage: int) -> Ruleset:
    """Return the rules of a stage, from 1."""
    return Ruleset.parse(_rung(stage)[0])


def is_bonus(stage: int) -> bool:
    """Whether the stage cannot drain the reserve."""
    return stage % BONUS_STAGE == 0


def target_of(stage: int) -> int:
    """Return the points that a stage asks for, before rebates."""
    return 5 * round((_rung(stage)[1] - 54 + 24 * (stage - 1)) / 5)


def seconds_of(stage: int) -> int:
    """Return the seconds that a stage adds to the bank: 8 a tile in stage 1, 0.4 less each stage,
    never less than 4.5, to the nearest 5.
    """
    return 5 * round(len(rules_of(stage).grid) * max(4.5, 8 - 0.4 * (stage - 1)) / 5)
