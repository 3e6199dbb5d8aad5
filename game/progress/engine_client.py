"""The client of the engines' process, which runs beside the frame loop and serves all scenes."""

from __future__ import annotations

import atexit
from functools import cache
from random import Random
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from concurrent.futures import Future

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
        """Ask for a bot's next placement or closing moves; one that is not the game's own fails."""
        from game.bots.service.tasks import ChoiceTask

        return self.ask(ChoiceTask(match, seat, bot, seed))

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
