"""Where computers think: beside the frame loop, one question a seat; stale answers are dropped."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from queue import SimpleQueue
from random import Random
from threading import Thread

from game.bots.protocol import Bot
from game.bots.registry import make_bot
from game.rules.match import Match
from game.rules.placement import Placement
from game.rules.seat import Seat

__all__ = ["BotAnswer", "BotDesk"]


@dataclass(frozen=True, slots=True)
class BotAnswer:
    """What a computer decided for the seat as it was `asked`; stale once the seat differs."""

    seat: int
    asked: Seat
    placements: tuple[Placement, ...]
    is_finish: bool


@dataclass(frozen=True, slots=True)
class _Question:
    match: Match
    seat: int
    engine: str


class BotDesk:
    """Computers by seat; `is_threaded` is for tests that cannot wait.

    Each decision's randomness comes from the match's seed and the place in the match, so that
    a match with the same seed and the same people's moves is the same match.
    """

    def __init__(
        self,
        seed: str,
        *,
        is_threaded: bool = True,
        maker: Callable[[str], Bot] = make_bot,
    ) -> None:
        self._seed = seed
        self._maker = maker
        self._bots: dict[tuple[int, str], Bot] = {}
        self._asked: dict[int, Seat] = {}
        self._answers: SimpleQueue[BotAnswer] = SimpleQueue()
        self._questions: SimpleQueue[_Question] | None = None
        self._is_threaded = is_threaded

    def ask(self, match: Match, seat: int, engine: str) -> None:
        """Let the seat's computer think, unless it does already."""
        state = match.round.seats[seat]
        if self._asked.get(seat) is state:
            return
        self._asked[seat] = state
        question = _Question(match, seat, engine)
        if not self._is_threaded:
            self._answers.put(self._think(question))
            return
        if self._questions is None:
            self._questions = SimpleQueue()
            Thread(target=self._work, args=(self._questions,), daemon=True).start()
        self._questions.put(question)

    def answers(self) -> list[BotAnswer]:
        """What has been decided since last time."""
        ready: list[BotAnswer] = []
        while not self._answers.empty():
            ready.append(self._answers.get())
        return ready

    def _work(self, questions: SimpleQueue[_Question]) -> None:
        while True:
            question = questions.get()
            if self._asked.get(question.seat) is question.match.round.seats[question.seat]:
                self._answers.put(self._think(question))

    def _think(self, question: _Question) -> BotAnswer:
        match, seat = question.match, question.seat
        state = match.round.seats[seat]
        key = (seat, question.engine)
        bot = self._bots.get(key)
        if bot is None:
            bot = self._bots[key] = self._maker(question.engine)
        placed = len(state.turns[-1].placements) if state.turns else 0
        place = (self._seed, seat, len(match.rounds), len(state.turns), placed)
        random = Random("/".join(map(str, place)))
        if state.hand:
            return BotAnswer(seat, state, (bot.choose(match, seat, random),), False)
        return BotAnswer(seat, state, bot.choose_finish(match, seat, random), True)
