"""The computer players of network tables, computed in the engine process."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from game.bots.players.local_engines import STAND_IN, LocalEngines
from game.bots.players.registry import BOT_NAMES
from game.bots.service.runner import EngineRunner
from game.bots.service.tasks import ChoiceTask, EngineTask, OwedTask
from game.rules.match import Match
from game.rules.placement import Placement


class ProcessEngines:
    """Implements `game.net.post.computers.TableEngines`; the tables' threads wait for each answer.

    The first request starts the process. If it fails, the answer is computed in the calling thread.
    """

    def __init__(self) -> None:
        self._here = LocalEngines()
        self._runner = EngineRunner()

    def engine(self, name: str | None) -> _Beside:
        return _Beside(self, name if name is not None and name in BOT_NAMES else STAND_IN)

    def place_owed(self, match: Match, seat: int) -> tuple[Placement, ...]:
        placements = self._ask(OwedTask(match, seat))
        return self._here.place_owed(match, seat) if placements is None else placements

    def close(self) -> None:
        """End the process; threads waiting for it compute their answers themselves."""
        self._runner.close()

    def ask_choice(
        self, match: Match, seat: int, bot: str, seed: str
    ) -> tuple[Placement, ...] | None:
        """Return a bot's choice from the process; None if it failed."""
        return self._ask(ChoiceTask(match, seat, bot, seed))

    def _ask(self, task: EngineTask[tuple[Placement, ...]]) -> tuple[Placement, ...] | None:
        try:
            return self._runner.ask(task).result()
        except Exception:
            return None


@dataclass(frozen=True, slots=True)
class _Beside:
    """One computer."""

    all: ProcessEngines
    name: str

    def choose(self, match: Match, seat: int, random: Random) -> Placement:
        placements = self.all.ask_choice(match, seat, self.name, str(random.getrandbits(64)))
        if placements:
            return placements[0]
        return self.all._here.engine(self.name).choose(match, seat, random)

    def choose_finish(self, match: Match, seat: int, random: Random) -> tuple[Placement, ...]:
        placements = self.all.ask_choice(match, seat, self.name, str(random.getrandbits(64)))
        if placements is not None:
            return placements
        return self.all._here.engine(self.name).choose_finish(match, seat, random)
