"""The aces of a run: how many of each can be held, what they pay, and which three are offered."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from hashlib import sha256
from typing import Final

from game.rules.deal import SplitMix64
from game.rules.scoring import BoardScore


class Ace(StrEnum):
    """The aces; values are catalogue keys and what a run's record writes."""

    PREVIEW = "preview"
    SWAP = "swap"
    POCKET = "pocket"
    EITHER = "either"
    SECOND_THOUGHT = "second-thought"
    LONG_LINES = "long-lines"
    SMALL_FRY = "small-fry"
    RAINBOW = "rainbow"
    SNOWBALL = "snowball"
    ECHO = "echo"
    HOURGLASS = "hourglass"
    REBATE = "rebate"
    SECOND_WIND = "second-wind"
    FREE_PASS = "free-pass"


MOST_HELD: Final[Mapping[Ace, int]] = {
    Ace.PREVIEW: 1,
    Ace.SWAP: 1,
    Ace.POCKET: 1,
    Ace.EITHER: 1,
    Ace.SECOND_THOUGHT: 1,
    Ace.LONG_LINES: 1,
    Ace.SMALL_FRY: 1,
    Ace.RAINBOW: 1,
    Ace.SNOWBALL: 2,
    Ace.ECHO: 1,
    Ace.HOURGLASS: 2,
}
"""How many of each kept ace one may hold; the others act at once and need no place."""

PLACES: Final = 4
"""How many aces are kept at most; a fifth takes the place of one."""

OFFERED: Final = 3
SWAPS: Final = 2
EITHERS: Final = 2
THOUGHTS: Final = 3
"""How often a stage a `SWAP`, an `EITHER` and a `SECOND_THOUGHT` can be used, each held one."""

REBATE_POINTS: Final = 10
REBATE_STAGES: Final = 3
SECOND_WIND_POINTS: Final = 25
NO_ACE_POINTS: Final = 8
HOURGLASS_SECONDS: Final = 60

_PREVIEW_POINTS: Final = 11
_EITHER_POINTS: Final = 5
_LONG_POINTS: Final = 8
_SMALL_POINTS: Final = 6
_NUMBER_POINTS: Final = 2
_SNOWBALL_POINTS: Final = 8
_HOURGLASS_POINTS: Final = 8
_THOUGHT_POINTS: Final = 4
_LONG: Final = 5
_SMALL: Final = (1, 2, 3)


def ace_values(ace: Ace) -> dict[str, int]:
    """Return the figures of an ace by the names that its description has for them."""
    match ace:
        case Ace.SECOND_THOUGHT:
            return {"times": THOUGHTS, "points": _THOUGHT_POINTS}
        case Ace.PREVIEW:
            return {"points": _PREVIEW_POINTS}
        case Ace.EITHER:
            return {"points": _EITHER_POINTS}
        case Ace.LONG_LINES:
            return {"points": _LONG_POINTS}
        case Ace.SMALL_FRY:
            return {"points": _SMALL_POINTS}
        case Ace.RAINBOW:
            return {"points": _NUMBER_POINTS}
        case Ace.SNOWBALL:
            return {"points": _SNOWBALL_POINTS}
        case Ace.HOURGLASS:
            return {"seconds": HOURGLASS_SECONDS, "points": _HOURGLASS_POINTS}
        case Ace.REBATE:
            return {"points": REBATE_POINTS, "stages": REBATE_STAGES}
        case Ace.SECOND_WIND:
            return {"points": SECOND_WIND_POINTS}
        case _:
            return {}


@dataclass(frozen=True, slots=True)
class HeldAce:
    """An ace that is kept, taken after stage `since`."""

    ace: Ace
    since: int


def pay_of(held: Sequence[HeldAce], stage: int, score: BoardScore, thoughts: int) -> int:
    """Return what the held aces pay for a board; `thoughts` is how many take-backs were used."""
    lengths = [len(scored.line) for scored in score.lines]
    numbers = [scored.number for scored in score.lines]
    pay = 0
    for one in held:
        match one.ace:
            case Ace.PREVIEW:
                pay += _PREVIEW_POINTS
            case Ace.EITHER:
                pay += _EITHER_POINTS
            case Ace.LONG_LINES:
                pay += _LONG_POINTS * lengths.count(_LONG)
            case Ace.SMALL_FRY:
                pay += _SMALL_POINTS * sum(number in _SMALL for number in numbers)
            case Ace.RAINBOW:
                pay += _NUMBER_POINTS * len(set(numbers))
            case Ace.SNOWBALL:
                pay += _SNOWBALL_POINTS * (stage - one.since)
            case Ace.HOURGLASS:
                pay += _HOURGLASS_POINTS
            case Ace.SECOND_THOUGHT:
                pay += _THOUGHT_POINTS * (THOUGHTS - thoughts)
            case _:
                pass
    return pay * (1 + sum(one.ace is Ace.ECHO for one in held))


def offer(seed: str, stage: int, held: Sequence[HeldAce], *, is_timed: bool) -> tuple[Ace, ...]:
    """Return the three aces that can be taken after a stage, each equally likely.

    They depend on the run's seed, the stage and what is held. What one holds the most of is not
    offered, nor is more time in a calm run.
    """
    counts = Counter(one.ace for one in held)
    aces = [ace for ace in Ace if counts[ace] < MOST_HELD.get(ace, 1)]
    if not is_timed:
        aces = [ace for ace in aces if ace is not Ace.HOURGLASS]
    digest = sha256(f"take-it-easy run 1\n{seed}\n{stage}".encode()).digest()
    random = SplitMix64(int.from_bytes(digest[:8], "big"))
    return tuple(aces.pop(random.below(len(aces))) for _ in range(OFFERED))
