"""The client of the engines' process, which runs beside the frame loop and serves all scenes."""

from __future__ import annotations

import atexit
from functools import cache
from itertools import count
from random import Random
from typing import TYPE_CHECKING

from game.play.engines import EngineFailed

if TYPE_CHECKING:
    from game.bots.best.result import BestResult
    from game.bots.coach.coach import Advice
    from game.bots.coach.review import Review
    from game.bots.players.outside import OutsideBotError
    from game.bots.protocol import Bot
    from game.bots.service.messages import EngineAnswer, Failure
    from game.bots.service.runner import EngineRunner
    from game.rules.match import Match
    from game.rules.placement import Placement


class EngineClient:
    """Sends questions to the engines and keeps their answers, each under the question's ticket.

    The process is started by the first question, and what speaks with it is imported then;
    every method but `choose_now` and `master_placements` returns at once.
    """

    def __init__(self, runner: EngineRunner | None = None) -> None:
        self._known_runner = runner
        self._bots: dict[str, Bot] = {}
        self._answers: dict[int, EngineAnswer | Failure] = {}
        self._shares: dict[int, float] = {}
        self._bounds: dict[int, int] = {}
        self._refused = count(-1, -1)
        self._failed: dict[str, OutsideBotError] = {}
        self._untold: list[OutsideBotError] = []
        self.outside: tuple[str, ...] = ()
        """The bots from outside that the player has named; no others are ever started."""

    @property
    def _runner(self) -> EngineRunner:
        if self._known_runner is None:
            from game.bots.service.runner import EngineRunner

            self._known_runner = EngineRunner()
        return self._known_runner

    def ask_choice(self, match: Match, seat: int, bot: str, seed: str) -> int:
        """Ask for a bot's next placement or closing moves; the ticket.

        One from outside that has failed is not asked again in its match.
        """
        if ":" not in bot:
            return self._runner.ask_choice(match, seat, bot, seed)
        if len(match.rounds) == 1 and len(match.round.calls) == 1:
            self._failed.pop(bot, None)
        # A record holds as much of a name as it has room for.
        from game.bots.players.outside import Failing, OutsideBotError, recorded_name
        from game.bots.service.messages import Failure

        named = [name for name in self.outside if recorded_name(name) == bot]
        if named and bot not in self._failed:
            return self._runner.ask_outside(match, seat, named[0], seed)
        if not named:
            self._note(OutsideBotError(bot, Failing.UNNAMED))
        ticket = next(self._refused)
        self._answers[ticket] = Failure(ticket, f"{bot} may not play")
        return ticket

    def take_failure(self) -> OutsideBotError | None:
        """Return the next failure of an outside bot, each once; None where there is none."""
        return self._untold.pop(0) if self._untold else None

    def ask_advice(self, match: Match, seat: int) -> int:
        """Ask the coach, who looks as far as `master`, so that the review agrees; the ticket."""
        return self._runner.ask_advice(match, seat, deeply=True)

    def ask_review(self, match: Match, round_index: int, seat: int) -> int:
        """Ask for a review of a round; the ticket."""
        return self._runner.ask_review(match, round_index, seat)

    def ask_level(self, match: Match, seat: int) -> int:
        """Ask for the points of a seat, and how many of them the calls brought; the ticket."""
        return self._runner.ask_level(match, seat)

    def ask_best(self, match: Match, round_index: int) -> int:
        """Ask for the best board of a round's calls; the ticket."""
        return self._runner.ask_best(match, round_index)

    def bound(self, ticket: int) -> int | None:
        """Return what no board exceeds, as known when last looked (`take`) for the best board."""
        return self._bounds.get(ticket)

    def progress(self, ticket: int) -> float:
        """The share of a review that was done when last looked (`take`), 0 to 1."""
        return self._shares.get(ticket, 0.0)

    def take(self, ticket: int) -> EngineAnswer | Failure | None:
        """Return the answer to a ticket, once; None while there is none."""
        from game.bots.service.messages import Bound, EngineAnswer, Failure, ReviewProgress

        for message in self._runner.poll():
            if isinstance(message, EngineAnswer | Failure):
                self._answers[message.ticket] = message
                if isinstance(message, Failure) and message.outside is not None:
                    self._note(message.outside)
                self._shares.pop(message.ticket, None)
                self._bounds.pop(message.ticket, None)
            elif isinstance(message, ReviewProgress):
                self._shares[message.ticket] = message.share
            elif isinstance(message, Bound):
                self._bounds[message.ticket] = message.points
        return self._answers.pop(ticket, None)

    def _note(self, failed: OutsideBotError) -> None:
        """Queue a failure for `take_failure`, once a match; the bot is asked no more in it."""
        from game.bots.players.outside import recorded_name

        bot = recorded_name(failed.name)
        if bot not in self._failed:
            self._untold.append(failed)
        self._failed[bot] = failed

    def take_choice(self, ticket: int) -> tuple[Placement, ...] | None:
        """Return a bot's decision, once; None while there is none. Raises `EngineFailed`."""
        value = self._take_value(ticket)
        if value is not None and not isinstance(value, tuple):
            raise EngineFailed("not a choice")
        return value

    def take_advice(self, ticket: int) -> Advice | None:
        """Return the coach's advice, once; None until it has come. Raises `EngineFailed`."""
        from game.bots.coach.coach import Advice

        value = self._take_value(ticket)
        if value is not None and not isinstance(value, Advice):
            raise EngineFailed("not advice")
        return value

    def _take_value(
        self, ticket: int
    ) -> tuple[Placement, ...] | Advice | Review | dict[str, float] | BestResult | None:
        from game.bots.service.messages import Failure

        message = self.take(ticket)
        if isinstance(message, Failure):
            raise EngineFailed(message.reason)
        return None if message is None else message.value

    def choose_now(self, match: Match, seat: int, bot: str, seed: str) -> tuple[Placement, ...]:
        """Return a bot's next placement or closing moves, thought out here and now."""
        from game.bots.players.registry import make_bot

        if bot not in self._bots:
            self._bots[bot] = make_bot(bot)
        random = Random(seed)
        if match.round.seats[seat].hand:
            return (self._bots[bot].choose(match, seat, random),)
        return self._bots[bot].choose_finish(match, seat, random)

    def master_placements(self, match: Match, seat: int) -> tuple[Placement, ...]:
        """Return what the game master places for a seat that misses this call (M4)."""
        from game.bots.players.game_master import master_placements

        return master_placements(match, seat)

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
        """End the process, if one was started."""
        if self._known_runner is not None:
            self._known_runner.close()


@cache
def shared_engines() -> EngineClient:
    """Return the one set of engines of this run, closed when it ends."""
    engines = EngineClient()
    atexit.register(engines.close)
    return engines
