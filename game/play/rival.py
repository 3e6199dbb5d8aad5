"""A computer that plays the tiles of a game alone on a board of its own, beside the player.

It has no seat: the match knows nothing of it, and neither do record, level and goals.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from game.play.pending_choices import PendingChoices
from game.play.table import SEAT_COLOURS, TableSetup
from game.play.table_game import TableGame
from game.rules.match import Match, Player, PlayerKind, apply, new_match
from game.rules.moves import BeginRound, Call, Finish, Place
from game.rules.ruleset import CallRule, RayRule

if TYPE_CHECKING:
    from game.play.engines import Engines

RIVAL: Final = -1
"""The number of the rival's board where boards are asked for by seat."""


def can_have_rival(setup: TableSetup) -> bool:
    """Whether a computer can play beside this table: a quick game of one person, open tiles."""
    rules = setup.rules
    is_special = setup.challenge or setup.daily is not None or setup.is_blind
    compares = rules.call is CallRule.MAIL or rules.rays is RayRule.BEST_RAY
    return len(setup.players) == 1 and not is_special and not compares


class RivalBoard:
    """The computer `bot`, called `name` here, on a board of its own.

    It gets the calls of the match that `poll` is given. It thinks as fast as the engines answer,
    but `game`, which is what may be seen, never holds more answers than the player has given. A
    match that is resumed is thought out again: all chance comes from the table's seed.
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
        self.game = TableGame(shown, self._match)

    @property
    def total(self) -> float | None:
        """Its points in all; None until it has played every call of the match."""
        return self.game.total_now(0) if self.game.match.is_complete else None

    def poll(self, match: Match) -> bool:
        """Ask and take answers for the calls of `match`; whether something else is to be seen."""
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
        self.game.show_match(shown)
        return True

    @property
    def _is_idle(self) -> bool:
        """Whether all that was called is answered, and the closing moves where no call follows."""
        if not self._match.rounds:
            return True
        seat, rules = self._match.round.seats[0], self._match.rules
        return not seat.hand and (seat.is_done(rules) or not seat.has_played(rules))

    def _take_call(self, match: Match) -> None:
        """Take the next call of the match, in the next round where this one is over."""
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
    """Return how many answers the player has given, with those of closing moves."""
    rules, answers = match.rules, 0
    for played in match.rounds:
        seat = played.seats[0]
        answers += len(seat.turns) - bool(seat.hand)
        answers += rules.has_aside and seat.is_done(rules)
    return answers
