"""The marks that a match's record bears, in its `meta` and in the history."""

from enum import StrEnum
from typing import Final


class Mark(StrEnum):
    """A mark of a match: a reason why it is no first, unaided attempt at its deal, or a handicap.

    Matches are compared only with matches of the same `HANDICAPS`.
    """

    COACHED = "coached"
    """The coach was asked."""
    TOOK_BACK = "took_back"
    """A tile was taken back after the next call had come (C4)."""
    AGAIN = "again"
    """The deal had been seen before."""
    CHALLENGE = "challenge"
    """It was a challenge, with a given start and given calls."""
    TIMED = "timed"
    """Every call had a time limit, outside a league (M1)."""
    BLIND = "blind"
    """Placed tiles were face down until the count."""
    PHYSICAL = "physical"
    """It was played with the box on a real table."""
    OTHER_NAME = "other_name"
    """The first person's name is not this installation's player's."""
    LEFT = "left"
    """The first person missed three calls in a row and left the seat (M5)."""
    ROOM = "room"
    """It was played on a phone in a room, and kept: it counts for no day, goal or streak (V5)."""
    UNSIGNED = "unsigned"
    """It was kept from a room, and no window has signed it as it is (V5)."""


HANDICAPS: Final = frozenset({Mark.TIMED, Mark.BLIND})
"""The marks that are chosen at the setup."""

DAYLESS: Final = frozenset({Mark.LEFT, Mark.ROOM})
"""The marks of matches that are no day's game in a row of days."""

COUNTING: Final = HANDICAPS | {Mark.ROOM}
"""The marks with which a first attempt still enters the best, the mean and the level."""
