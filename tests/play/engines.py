"""Engines that think of nothing: they answer when a test says so."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import count

from game.play.engines import EngineFailed
from game.rules.match import Match, legal_placements
from game.rules.placement import Placement

__all__ = ["ScriptedEngines", "first_legal"]


def first_legal(match: Match, seat: int) -> tuple[Placement, ...]:
    """The first legal placement, or no closing moves."""
    return (legal_placements(match, seat)[0],) if match.round.seats[seat].hand else ()


@dataclass
class ScriptedEngines:
    """`asked` are all questions by ticket: match, seat, bot, seed.

    They are answered with the first legal placement while `is_answering`; those of bots in
    `broken` fail.
    """

    is_answering: bool = True
    broken: frozenset[str] = frozenset()
    owed: tuple[Placement, ...] = ()
    asked: dict[int, tuple[Match, int, str, str]] = field(default_factory=dict)
    cancelled: list[int] = field(default_factory=list)
    prompt: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._tickets = count(1)
        self._open: set[int] = set()

    def ask_choice(self, match: Match, seat: int, bot: str, seed: str) -> int:
        """Note the question."""
        ticket = next(self._tickets)
        self.asked[ticket] = (match, seat, bot, seed)
        self._open.add(ticket)
        return ticket

    def take_choice(self, ticket: int) -> tuple[Placement, ...] | None:
        """The answer, once, if it is time."""
        if not self.is_answering or ticket not in self._open:
            return None
        self._open.remove(ticket)
        match, seat, bot, _ = self.asked[ticket]
        if bot in self.broken:
            raise EngineFailed(bot)
        return first_legal(match, seat)

    def cancel(self, ticket: int) -> None:
        """Forget a question."""
        self._open.discard(ticket)
        self.cancelled.append(ticket)

    def choose_now(self, match: Match, seat: int, bot: str, seed: str) -> tuple[Placement, ...]:
        """The first legal placement at once."""
        self.prompt.append(bot)
        return first_legal(match, seat)

    def master_placements(self, match: Match, seat: int) -> tuple[Placement, ...]:
        """What the test says."""
        return self.owed
