"""What can go wrong, as data: the screen words it in the player's language.

`FormatError` is text that cannot be read (a record, a tile, a space); `IllegalMove` is
a well-formed move that the rules forbid; `RulesetError` is a combination of choices that
clause V1 refuses. Each carries a reason from a closed list, so that a catalogue can hold
one sentence for each, and an English `str` for the command line and for developers.
"""

from __future__ import annotations

from enum import StrEnum


class RulesError(Exception):
    """Base of every error that the rules raise on purpose."""


class FormatError(RulesError):
    """Malformed or inconsistent text.

    `where` is a path into the text such as `rounds[0].boards[1].turns[3]` ("" for the whole),
    `reason` an English clause without the place.
    """

    def __init__(self, reason: str, where: str = "") -> None:
        self.reason = reason
        self.where = where
        super().__init__(f"{where}: {reason}" if where else reason)


class IllegalReason(StrEnum):
    """Why a move is refused; values are catalogue keys."""

    NOT_CALLED = "not-called"
    ALREADY_CALLED = "already-called"
    WRONG_CALL_SIZE = "wrong-call-size"
    NOT_IN_TILE_SET = "not-in-tile-set"
    SEATS_NOT_READY = "seats-not-ready"
    ROUND_OVER = "round-over"
    ROUND_NOT_OVER = "round-not-over"
    MATCH_OVER = "match-over"
    NO_ROUND = "no-round"
    NO_SUCH_SPACE = "no-such-space"
    OCCUPIED = "occupied"
    STAMENS_FIRST = "stamens-first"
    STAMENS_LAST = "stamens-last"
    STAMENS_CLOSED = "stamens-closed"
    NOT_ADJACENT = "not-adjacent"
    NOT_ADJACENT_SUN = "not-adjacent-sun"
    NOT_ADJACENT_MOON = "not-adjacent-moon"
    NO_DAFFODIL = "no-daffodil"
    DAFFODIL_FULL = "daffodil-full"
    NOTHING_TO_TAKE_BACK = "nothing-to-take-back"
    TOO_LATE_TO_TAKE_BACK = "too-late-to-take-back"
    NOT_SET_ASIDE = "not-set-aside"
    WILD_STAYS_ASIDE = "wild-stays-aside"
    NOT_A_STAMEN = "not-a-stamen"
    NO_FINISH = "no-finish"
    ALREADY_FINISHED = "already-finished"
    BOARD_NOT_FULL = "board-not-full"
    NO_DEADLINE = "no-deadline"
    ALREADY_ANSWERED = "already-answered"
    MASTER_TILES = "master-tiles"
    NO_SUCH_SEAT = "no-such-seat"


class IllegalMove(RulesError):
    """A move the rules forbid in this state."""

    def __init__(self, reason: IllegalReason, detail: str = "") -> None:
        self.reason = reason
        self.detail = detail
        super().__init__(f"{reason.value.replace('-', ' ')}{f' ({detail})' if detail else ''}")


class Conflict(StrEnum):
    """Why a set of choices cannot be played together (V1); values are catalogue keys."""

    DAFFODIL_NEEDS_BOARD = "daffodil-needs-board"
    BEST_RAY_NEEDS_OPPONENTS = "best-ray-needs-opponents"
    BONUS_NEEDS_MAIL = "bonus-needs-mail"
    TOO_FEW_PLAYERS = "too-few-players"
    TOO_MANY_PLAYERS = "too-many-players"
    NO_ROUNDS = "no-rounds"


class RulesetError(RulesError):
    """Choices that clause V1 refuses, each named."""

    def __init__(self, conflicts: tuple[Conflict, ...]) -> None:
        self.conflicts = conflicts
        super().__init__("; ".join(c.value.replace("-", " ") for c in conflicts))
