"""Engines that think of nothing: they answer when a test says so."""

from __future__ import annotations

from concurrent.futures import Future
from typing import Any

from game.bots.service.answer import EngineAnswer
from game.bots.service.tasks import EngineTask
from game.rules.match import Match, legal_placements
from game.rules.placement import Placement
from tests.gallery.review import ReadyEngines

__all__ = ["FailingEngines", "ScriptedEngines", "first_legal"]


def first_legal(match: Match, seat: int) -> tuple[Placement, ...]:
    """The first legal placement, or no closing moves."""
    return (legal_placements(match, seat)[0],) if match.round.seats[seat].hand else ()


class ScriptedEngines:
    """`asked` are all questions: match, seat, bot, seed; `answers` their futures.

    They are answered with the first legal placement while `is_answering`; those of bots in
    `broken` fail.
    """

    def __init__(self, *, is_answering: bool = True, broken: frozenset[str] = frozenset()) -> None:
        self._is_answering = is_answering
        self._broken = broken
        self.owed: tuple[Placement, ...] = ()
        self.asked: list[tuple[Match, int, str, str]] = []
        self.answers: list[Future[tuple[Placement, ...]]] = []
        self.prompt: list[str] = []

    @property
    def is_answering(self) -> bool:
        """Whether questions are answered; those that are open are answered once it is set."""
        return self._is_answering

    @is_answering.setter
    def is_answering(self, is_answering: bool) -> None:
        self._is_answering = is_answering
        self._reply()

    def _reply(self) -> None:
        for (match, seat, bot, _), answer in zip(self.asked, self.answers, strict=True):
            if not self._is_answering or answer.done():
                continue
            if bot in self._broken:
                answer.set_exception(RuntimeError(bot))
            else:
                answer.set_result(first_legal(match, seat))

    def ask_choice(
        self, match: Match, seat: int, bot: str, seed: str
    ) -> Future[tuple[Placement, ...]]:
        """Note the question."""
        self.asked.append((match, seat, bot, seed))
        self.answers.append(Future())
        self._reply()
        return self.answers[-1]

    def choose_now(self, match: Match, seat: int, bot: str, seed: str) -> tuple[Placement, ...]:
        """The first legal placement at once."""
        self.prompt.append(bot)
        return first_legal(match, seat)

    def master_placements(self, match: Match, seat: int) -> tuple[Placement, ...]:
        """Return the placements that the test has set."""
        return self.owed


class FailingEngines(ReadyEngines):
    """Engines that cannot be had."""

    def reply(self, task: EngineTask[Any], answer: EngineAnswer[Any]) -> None:
        answer.fail(RuntimeError("no library"))
