"""What travels between the screen and the engines; importing it loads no engine.

Matches travel as records, so that both sides have their own tiles and boards.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from game.rules.placement import Placement

if TYPE_CHECKING:
    from game.bots.best.result import BestResult
    from game.bots.coach.coach import Advice
    from game.bots.coach.review import Review
    from game.bots.players.outside import OutsideBotError


@dataclass(frozen=True, slots=True)
class AskSeat:
    """Something about a seat of the match in `record`."""

    record: str
    seat: int


@dataclass(frozen=True, slots=True)
class AskChoice(AskSeat):
    """What would this bot do? Its placement, or its closing moves once the hand is empty."""

    bot: str
    seed: str


@dataclass(frozen=True, slots=True)
class AskOutside(AskChoice):
    """What would this bot from outside do? Asking starts what its name says."""


@dataclass(frozen=True, slots=True)
class AskOwed(AskSeat):
    """Where does the game master put what a seat owes that misses this call (M4)?"""


@dataclass(frozen=True, slots=True)
class AskAdvice(AskSeat):
    """What does the coach say?"""

    deeply: bool = False


@dataclass(frozen=True, slots=True)
class AskReview(AskSeat):
    """How was the round?"""

    round_index: int


@dataclass(frozen=True, slots=True)
class AskLevel(AskSeat):
    """What did the seat make of a finished match, and how much of it did the calls bring?"""


@dataclass(frozen=True, slots=True)
class AskBest:
    """What is the best board of the round's calls?"""

    record: str
    round_index: int


Question: TypeAlias = AskChoice | AskOutside | AskOwed | AskAdvice | AskReview | AskLevel | AskBest


@dataclass(frozen=True, slots=True)
class Request:
    """A question under its ticket."""

    ticket: int
    question: Question


@dataclass(frozen=True, slots=True)
class Cancel:
    """The question under this ticket needs no answer any more."""

    ticket: int


@dataclass(frozen=True, slots=True)
class EngineAnswer:
    """Placements for a choice, an `Advice`, a `Review`, an attempt's points, or the best board."""

    ticket: int
    value: tuple[Placement, ...] | Advice | Review | dict[str, float] | BestResult


@dataclass(frozen=True, slots=True)
class ReviewProgress:
    """The share of a review that is done, 0 to 1."""

    ticket: int
    share: float


@dataclass(frozen=True, slots=True)
class Bound:
    """While the best board is looked for: a total that no board exceeds."""

    ticket: int
    points: int


@dataclass(frozen=True, slots=True)
class Failure:
    """The question raised an error; `reason` is for developers, `outside` how a bot failed."""

    ticket: int
    reason: str
    outside: OutsideBotError | None = None


EngineMessage: TypeAlias = EngineAnswer | ReviewProgress | Bound | Failure
