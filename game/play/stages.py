"""What a table can wait for, and who has left it."""

from __future__ import annotations

from enum import Enum, auto

from game.rules.match import MISSES_UNTIL_OUT, Match

__all__ = ["Stage", "is_out"]


class Stage(Enum):
    """What the table waits for, seen from the board in view."""

    BEGIN = auto()
    """A round can begin at once: the first one."""
    ACT = auto()
    """The person in view has tiles to place."""
    CLOSE = auto()
    """The person in view chooses the closing moves (P6)."""
    HAND_OVER = auto()
    """Another person is to act; until then takebacks are open."""
    BOTS = auto()
    """Only computers are still to act."""
    CALL = auto()
    """Everybody has answered; until the next call takebacks are open (C4)."""
    ROUND_OVER = auto()
    """A round is over and another follows."""
    MATCH_OVER = auto()
    """All rounds are played."""


def is_out(match: Match, seat: int) -> bool:
    """Whether the seat's player has missed three calls in a row (M5)."""
    for played in match.rounds:
        row = 0
        for turn in played.seats[seat].turns:
            row = row + 1 if turn.is_missed else 0
            if row == MISSES_UNTIL_OUT:
                return True
    return False
