"""Where computers think: beside the frame loop, one question a seat; stale answers are dropped."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from game.bots.players.registry import make_bot
from game.bots.protocol import Bot
from game.bots.service.messages import Answer
from game.rules.match import Match
from game.rules.placement import Placement
from game.rules.seat import Seat
from game.rules.tiles import Tile
from game.ui.frame.engines import shared_engines

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
    ticket: int
    match: Match
    asked: Seat
    engine: str
    seed: str


class BotDesk:
    """Computers by seat; `is_threaded=False` lets them answer at once, for tests.

    Each decision's randomness comes from the match's seed and the place in the match, so that
    a match with the same seed and the same people's moves is the same match.
    """

    def __init__(self, seed: str, *, is_threaded: bool = True) -> None:
        self._seed = seed
        self._is_threaded = is_threaded
        self._bots: dict[str, Bot] = {}
        self._open: dict[int, _Question] = {}
        self._ready: list[BotAnswer] = []

    def ask(self, match: Match, seat: int, engine: str) -> None:
        """Let the seat's computer think, unless it does already."""
        state = match.round.seats[seat]
        question = self._open.get(seat)
        if question is not None:
            if question.asked is state:
                return
            if self._is_threaded:
                shared_engines().cancel(question.ticket)
        placed = len(state.turns[-1].placements) if state.turns else 0
        place = (self._seed, seat, len(match.rounds), len(state.turns), placed)
        seed = "/".join(map(str, place))
        ticket = 0
        if self._is_threaded:
            ticket = shared_engines().ask_choice(match, seat, engine, seed)
        self._open[seat] = _Question(ticket, match, state, engine, seed)
        if not self._is_threaded:
            self._ready.append(self._think(seat, self._open[seat]))

    def answers(self) -> list[BotAnswer]:
        """What has been decided since last time."""
        ready, self._ready = self._ready, []
        if not self._is_threaded:
            return ready
        for seat, question in list(self._open.items()):
            message = shared_engines().take(question.ticket)
            if message is None:
                continue
            if isinstance(message, Answer) and isinstance(message.value, tuple):
                placements = tuple(
                    Placement(Tile.parse(str(p.tile)), p.space) for p in message.value
                )
                is_finish = not question.asked.hand
                ready.append(BotAnswer(seat, question.asked, placements, is_finish))
            else:
                # An engine that failed must not stop the evening.
                ready.append(self._think(seat, question, "greedy"))
        return ready

    def _think(self, seat: int, question: _Question, engine: str | None = None) -> BotAnswer:
        name = engine or question.engine
        bot = self._bots.get(name)
        if bot is None:
            bot = self._bots[name] = make_bot(name)
        random = Random(question.seed)
        if question.asked.hand:
            choice = bot.choose(question.match, seat, random)
            return BotAnswer(seat, question.asked, (choice,), False)
        moves = bot.choose_finish(question.match, seat, random)
        return BotAnswer(seat, question.asked, moves, True)
