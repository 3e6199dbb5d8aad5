"""The client of the engines' process, which runs beside the frame loop and serves all scenes."""

from __future__ import annotations

import atexit
from functools import cache
from random import Random
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from concurrent.futures import Future

    from game.bots.players.outside import OutsideBotError
    from game.bots.protocol import Bot
    from game.bots.service.answer import EngineAnswer
    from game.bots.service.runner import EngineRunner
    from game.bots.service.tasks import EngineTask
    from game.rules.match import Match
    from game.rules.placement import Placement

T = TypeVar("T")


class EngineClient:
    """Asks the engines; the answers are futures, which a `Question` polls.

    The process is started by the first task, and what speaks with it is imported then; every
    method but `choose_now` and `master_placements` returns at once.
    """

    def __init__(self, runner: EngineRunner | None = None) -> None:
        self._known_runner = runner
        self._bots: dict[str, Bot] = {}
        self._failed: dict[str, OutsideBotError] = {}
        self._unreported: list[OutsideBotError] = []
        self.outside: tuple[str, ...] = ()
        """The bots from outside that the player has named; no others are ever started."""

    @property
    def _runner(self) -> EngineRunner:
        if self._known_runner is None:
            from game.bots.service.runner import EngineRunner

            self._known_runner = EngineRunner()
        return self._known_runner

    def ask(self, task: EngineTask[T]) -> EngineAnswer[T]:
        """Give the engines a task."""
        return self._runner.ask(task)

    def ask_choice(
        self, match: Match, seat: int, bot: str, seed: str
    ) -> Future[tuple[Placement, ...]]:
        """Ask for a bot's next placement or closing moves.

        A bot from outside that has failed is not asked again in its match.
        """
        from game.bots.service.tasks import ChoiceTask, OutsideTask

        if ":" not in bot:
            return self.ask(ChoiceTask(match, seat, bot, seed))
        if len(match.rounds) == 1 and len(match.round.calls) == 1:
            self._failed.pop(bot, None)
        # A record holds as much of a name as it has room for.
        from game.bots.players.outside import Failing, OutsideBotError, recorded_name
        from game.bots.service.answer import EngineAnswer

        named = [name for name in self.outside if recorded_name(name) == bot]
        if named and bot not in self._failed:
            answer = self.ask(OutsideTask(match, seat, named[0], seed))
        else:
            answer = EngineAnswer()
            answer.fail(self._failed.get(bot) or OutsideBotError(bot, Failing.UNNAMED))
        answer.add_done_callback(self._note_failure)
        return answer

    def _note_failure(self, answer: Future[tuple[Placement, ...]]) -> None:
        """Queue a failure for `take_failure`, once a match; the bot is asked no more in it."""
        from game.bots.players.outside import OutsideBotError, recorded_name

        error = None if answer.cancelled() else answer.exception()
        if isinstance(error, OutsideBotError):
            bot = recorded_name(error.name)
            if bot not in self._failed:
                self._unreported.append(error)
            self._failed[bot] = error

    def take_failure(self) -> OutsideBotError | None:
        """Return the next failure of an outside bot, each once; None where there is none."""
        return self._unreported.pop(0) if self._unreported else None

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
        from game.bots.players.game_master import master_placements

        return master_placements(match, seat)

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
