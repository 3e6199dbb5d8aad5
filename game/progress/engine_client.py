"""The client of the engine process, one for all scenes."""

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

_T = TypeVar("_T")


class EngineClient:
    """Sends tasks to the engine process; the answers are futures, which a `Question` polls.

    The first task starts the process and imports its runner. All methods return at once except
    `choose_now` and `master_placements`.
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

    def ask(self, task: EngineTask[_T]) -> EngineAnswer[_T]:
        """Queue a task and return its answer."""
        return self._runner.ask(task)

    def ask_choice(
        self, match: Match, seat: int, bot: str, seed: str
    ) -> Future[tuple[Placement, ...]]:
        """Request a bot's next placement or closing moves; an unknown bot's answer fails."""
        from game.bots.service.tasks import ChoiceTask

        return self.ask(ChoiceTask(match, seat, bot, seed))

    def choose_now(self, match: Match, seat: int, bot: str, seed: str) -> tuple[Placement, ...]:
        """Compute a bot's next placement or closing moves in this thread."""
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
        """Start the process before the first task."""
        self._runner.warm_up()

    def close(self) -> None:
        """End the process, if one was started."""
        if self._known_runner is not None:
            self._known_runner.close()


@cache
def shared_engines() -> EngineClient:
    """Return the program's only client; its process ends at exit."""
    engines = EngineClient()
    atexit.register(engines.close)
    return engines
