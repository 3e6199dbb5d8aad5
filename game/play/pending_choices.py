"""Requests for computers' choices, one a seat; a request is dropped when its seat changes."""

from dataclasses import dataclass
from typing import Final

from game.play.engines import Engines
from game.play.question import Question, QuestionFailed
from game.play.table import TableSetup
from game.rules.match import Match, Player, PlayerKind
from game.rules.placement import Placement
from game.rules.seat import Seat

SUBSTITUTE: Final = "greedy"
"""The bot that plays when no other can: it needs no time and cannot fail."""


SUCCESSOR: Final = "beaver"
"""The computer that plays on for a person who leaves one screen, where none is chosen."""


def substitute_for(setup: TableSetup, seat: int) -> Player:
    """Return the computer that takes the seat of a player who is out (M5); its `bot` says which."""
    names = setup.substitutes
    bot = names[seat % len(names)] if names else SUBSTITUTE
    return Player(bot, PlayerKind.BOT, bot)


def successor_for(setup: TableSetup, seat: int) -> str:
    """Return the bot that takes over a seat whose player leaves a table at one screen (V3)."""
    return substitute_for(setup, seat).bot or SUBSTITUTE if setup.substitutes else SUCCESSOR


def choice_seed(table: str, match: Match, seat: int) -> str:
    """Return the seed for a seat's next random choice, derived from the match's seed."""
    turns = match.round.seats[seat].turns
    placed = len(turns[-1].placements) if turns else 0
    return "/".join(map(str, (table, seat, len(match.rounds), len(turns), placed)))


@dataclass(frozen=True, slots=True)
class BotAnswer:
    """A computer's choice for the seat state `asked`; stale once the seat differs."""

    seat: int
    asked: Seat
    placements: tuple[Placement, ...]
    is_finish: bool


@dataclass(frozen=True, slots=True)
class _SeatQuestion:
    match: Match
    asked: Seat
    seed: str
    choice: Question[tuple[Placement, ...]]


class PendingChoices:
    """The open requests by seat; a request is dropped when its seat changes.

    Each choice is seeded by the match's seed and the place in the match, so that the same seed and
    the same moves of people always give the same match.
    """

    def __init__(self, seed: str, engines: Engines) -> None:
        self._seed = seed
        self._engines = engines
        self._by_seat: dict[int, _SeatQuestion] = {}

    def ask(self, match: Match, seat: int, engine: str) -> None:
        """Request the seat's next choice, unless that is already requested."""
        state = match.round.seats[seat]
        before = self._by_seat.get(seat)
        if before is not None and before.asked is state:
            return
        choice = Question[tuple[Placement, ...]]() if before is None else before.choice
        seed = choice_seed(self._seed, match, seat)
        choice.ask(self._engines.ask_choice(match, seat, engine, seed))
        self._by_seat[seat] = _SeatQuestion(match, state, seed, choice)

    def answers(self) -> list[BotAnswer]:
        """Return the choices that have arrived since the last call."""
        ready: list[BotAnswer] = []
        for seat, question in self._by_seat.items():
            try:
                placements = question.choice.poll()
            except QuestionFailed:
                # A failed engine must not stop the match: the substitute decides.
                placements = self._engines.choose_now(
                    question.match, seat, SUBSTITUTE, question.seed
                )
            if placements is not None:
                ready.append(BotAnswer(seat, question.asked, placements, not question.asked.hand))
        return ready
