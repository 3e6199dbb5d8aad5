"""The engines of this run: one process beside the frame loop, shared by all that ask."""

from __future__ import annotations

import atexit
from functools import cache

from game.bots.service.messages import Answer, Bound, Failure, Progress
from game.bots.service.runner import EngineRunner
from game.rules.match import Match

__all__ = ["Engines", "shared_engines"]


class Engines:
    """Questions by ticket, and their answers once they have come.

    The process is started by the first question; every method returns at once.
    """

    def __init__(self, runner: EngineRunner | None = None) -> None:
        self._runner = runner or EngineRunner()
        self._answers: dict[int, Answer | Failure] = {}
        self._shares: dict[int, float] = {}
        self._bounds: dict[int, int] = {}

    def ask_choice(self, match: Match, seat: int, bot: str, seed: str) -> int:
        """Ask for a bot's next placement or closing moves; the ticket."""
        return self._runner.ask_choice(match, seat, bot, seed)

    def ask_advice(self, match: Match, seat: int) -> int:
        """Ask the coach, who looks as far as `master`, so that the review agrees; the ticket."""
        return self._runner.ask_advice(match, seat, deeply=True)

    def ask_review(self, match: Match, round_index: int, seat: int) -> int:
        """Ask for a review of a round; the ticket."""
        return self._runner.ask_review(match, round_index, seat)

    def ask_best(self, match: Match, round_index: int) -> int:
        """Ask for the best board of a round's calls; the ticket."""
        return self._runner.ask_best(match, round_index)

    def bound(self, ticket: int) -> int | None:
        """What no board exceeds, as known when last looked (`take`) for the best board."""
        return self._bounds.get(ticket)

    def progress(self, ticket: int) -> float:
        """The share of a review that was done when last looked (`take`), 0 to 1."""
        return self._shares.get(ticket, 0.0)

    def take(self, ticket: int) -> Answer | Failure | None:
        """The answer to a ticket, once; None while there is none."""
        for message in self._runner.poll():
            if isinstance(message, Answer | Failure):
                self._answers[message.ticket] = message
                self._shares.pop(message.ticket, None)
                self._bounds.pop(message.ticket, None)
            elif isinstance(message, Progress):
                self._shares[message.ticket] = message.share
            elif isinstance(message, Bound):
                self._bounds[message.ticket] = message.points
        return self._answers.pop(ticket, None)

    def cancel(self, ticket: int) -> None:
        """Forget a question, answered or not."""
        self._runner.cancel(ticket)
        self._answers.pop(ticket, None)
        self._shares.pop(ticket, None)
        self._bounds.pop(ticket, None)

    def warm_up(self) -> None:
        """Start the engines before they are needed."""
        self._runner.warm_up()

    def close(self) -> None:
        """End the process."""
        self._runner.close()


@cache
def shared_engines() -> Engines:
    """The one set of engines of this run, closed when it ends."""
    engines = Engines()
    atexit.register(engines.close)
    return engines
