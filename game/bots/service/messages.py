"""The messages between the window and the engines; importing them loads no engine.

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
    """The base of questions about a seat of the match in `record`."""

    record: str
    seat: int


@dataclass(frozen=True, slots=True)
class AskChoice(AskSeat):
    """Asks for a bot's placement, or for its closing moves once the hand is empty."""

    bot: str
    seed: str


@dataclass(frozen=True, slots=True)
class AskOutside(AskChoice):
    """Asks an outside bot for the same; asking starts the program that its name says."""


@dataclass(frozen=True, slots=True)
class AskOwed(AskSeat):
    """Asks where the game master puts the tiles that a seat owes for a missed call (M4)."""


@dataclass(frozen=True, slots=True)
class AskAdvice(AskSeat):
    """Asks for the coach's advice."""

    deeply: bool = False


@dataclass(frozen=True, slots=True)
class AskReview(AskSeat):
    """Asks for the review of a round."""

    round_index: int


@dataclass(frozen=True, slots=True)
class AskLevel(AskSeat):
    """Asks for a seat's points in a finished match, and how many of them the calls brought."""


@dataclass(frozen=True, slots=True)
class AskBest:
    """Asks for the best board of the round's calls."""

    record: str
    round_index: int


Question: TypeAlias = AskChoice | AskOutside | AskOwed | AskAdvice | AskReview | AskLevel | AskBest


@dataclass(frozen=True, slots=True)
class Request:
    """A question with its ticket."""

    ticket: int
    question: Question


@dataclass(frozen=True, slots=True)
class Cancel:
    """Withdraws the question with this ticket."""

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
