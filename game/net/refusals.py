"""Why an entry of the game master changes nothing, as data."""

from enum import StrEnum

from game.rules.errors import Fault, FormatError


class Refusal(StrEnum):
    """The reasons; values are catalogue keys below `apart.refusal`."""

    NOT_THE_MASTERS = "not-the-masters"
    """A kind of entry that seats write, in the game master's log."""
    BEGUN_ALREADY = "begun-already"
    NOT_BEGUN = "not-begun"
    WRONG_SEATS = "wrong-seats"
    """Not one for each seat, or a seat that is not there."""
    NO_SIT = "no-sit"
    """What is named is no request for a seat."""
    SITS_ALREADY = "sits-already"
    """Somebody who has or had a seat here, twice, or the game master."""
    CALL_OPEN = "call-open"
    OTHER_VERSION = "other-version"
    """What the version that opened the table does not know."""
    WRONG_TIME = "wrong-time"
    """A call from before the last close, or that ends before it begins."""
    NOT_OVER = "not-over"
    """A rematch before the last close."""
    MATCH_OVER = "match-over"
    WRONG_CALL = "wrong-call"
    """Not the number of the next call, or not the call that is open."""
    WRONG_LINK = "wrong-link"
    """A draw that the chain does not lead to."""
    NOT_ITS_ANSWER = "not-its-answer"
    """What is named is no answer of this seat to this call."""
    WRONG_OPENING = "wrong-opening"
    """Salt and text are not what the seat committed to."""
    NOT_AFTER_HOUSE = "not-after-house"
    """An answer that does not name the house's answers that count."""
    ILLEGAL_TURN = "illegal-turn"
    """A turn that the rules of the game forbid."""
    HOUSE_MISSED = "house-missed"
    EARLY_MISS = "early-miss"
    PLAYER_OUT = "player-out"
    """An answer by who missed three calls in a row (M5)."""
    SEAT_TAKEN = "seat-taken"
    """A substitute for who neither left nor is out."""
    NO_LEAVE = "no-leave"
    """What is named is no leave of who sits there."""


class Refused(Exception):
    """The entry being judged is refused and changes nothing."""

    def __init__(self, reason: Refusal, detail: str = "") -> None:
        self.reason = reason
        self.detail = detail
        super().__init__(f"{reason.value.replace('-', ' ')}{f' ({detail})' if detail else ''}")


def refused_at(place: str, error: FormatError | OSError) -> FormatError:
    """Return the same refusal, found at `place`, a file or a message."""
    if isinstance(error, FormatError):
        return error.at(f"{place}: {error.where}" if error.where else place)
    return FormatError(Fault.SYSTEM, place, text=error.strerror or str(error))
