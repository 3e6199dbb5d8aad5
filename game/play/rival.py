"""A computer that plays the calls of a one-player game on a separate board.

It has no seat: match, record, level and goals do not include it.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final, Protocol

from game.play.keeper import LocalKeeper
from game.play.pending_choices import PendingChoices
from game.play.table import SEAT_COLOURS, TableSetup
from game.play.table_game import TableGame
from game.rules.match import Match, Player, PlayerKind, apply, new_match
from game.rules.moves import BeginRound, Call, Finish, Place
from game.rules.ruleset import CallRule, RayRule

if TYPE_CHECKING:
    from game.play.engines import Engines

RIVAL: Final = -1
"""The rival's number in functions that take a seat."""


def can_have_rival(setup: TableSetup) -> bool:
    """Whether a rival can play at this table of one player.

    Challenges, daily deals, blind games and rules that compare players have none.
    """
    rules = setup.rules
    is_special = setup.challenge or setup.daily is not None or setup.is_blind
    compares = rules.call is CallRule.MAIL or rules.rays is RayRule.BEST_RAY
    return len(setup.players) == 1 and not is_special and not compares


class BesideBoard(Protocol):
    """A board beside that of a single player, which has no seat."""

    @property
    def game(self) -> TableGame: ...
    def poll(self, match: Match) -> bool: ...


class RivalBoard:
    """The computer `bot`, displayed as `name`, with a separate board.

    It answers the calls of the match given to `poll`, as fast as the engines compute, but `game`,
    its displayed state, never has more answers than the player has given. When a match is resumed
    its answers are computed again; they are the same, because they depend on the table's seed.
    """

    def __init__(self, setup: TableSetup, bot: str, name: str, engines: Engines) -> None:
        self.bot, self.name = bot, name
        colour = next(c for c in SEAT_COLOURS if c != setup.colour_of(0))
        shown = replace(
            setup, players=(Player(name, PlayerKind.BOT, bot),), colours=(colour,), avatars=()
        )
        self._match = new_match(shown.rules, shown.players)
        self._choices = PendingChoices(f"{setup.seed}/rival", engines)
        self._steps = [self._match]
        """The match before its first call and after each answer."""
        self._shown = LocalKeeper(self._match)
        self.game = TableGame(shown, self._shown)

    @property
    def total(self) -> float | None:
        """Its total; None until it has answered every call of the match."""
        return self.game.total_now(0) if self.game.match.is_complete else None

    def poll(self, match: Match) -> bool:
        """Request and apply answers to the calls of `match`; return whether `game` changed."""
        for answer in self._choices.answers():
            if answer.asked is self._match.round.seats[0]:
                for p in answer.placements if not answer.is_finish else ():
                    self._match, _ = apply(self._match, Place(0, p.tile, p.space))
                if answer.is_finish:
                    self._match, _ = apply(self._match, Finish(0, answer.placements))
                if not self._match.round.seats[0].hand:
                    self._steps.append(self._match)
        self._take_call(match)
        if not self._is_idle:
            self._choices.ask(self._match, 0, self.bot)
        shown = self._steps[min(len(self._steps) - 1, _answers(match))]
        if shown is self.game.match:
            return False
        self._shown.keep(shown)
        return True

    @property
    def _is_idle(self) -> bool:
        """Whether all calls are answered, and after the last one closing moves are chosen."""
        if not self._match.rounds:
            return True
        seat, rules = self._match.round.seats[0], self._match.rules
        return not seat.hand and (seat.is_done(rules) or not seat.has_played(rules))

    def _take_call(self, match: Match) -> None:
        """Take the next call of the match, and begin the next round if this one is over."""
        rounds = self._match.rounds
        if not self._is_idle or not match.rounds:
            return
        index = max(0, len(rounds) - 1)
        if not rounds or self._match.round.seats[0].is_done(match.rules):
            index = len(rounds)
            if index == len(match.rounds):
                return
            self._match, _ = apply(self._match, BeginRound(None, None))
        calls, made = match.rounds[index].calls, len(self._match.round.calls)
        if made < len(calls):
            self._match, _ = apply(self._match, Call(calls[made]))


def _answers(match: Match) -> int:
    """Return the number of the player's answers, closing moves included."""
    rules, answers = match.rules, 0
    for played in match.rounds:
        seat = played.seats[0]
        answers += len(seat.turns) - bool(seat.hand)
        answers += rules.has_aside and seat.is_done(rules)
    return answers
