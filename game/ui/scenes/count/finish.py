"""The result of a finished match, which grows while engines and records are asked; no
pygame.

The total on one scale with the average, Master and the best possible board of this very deal, the
placement that mattered most, what was earned, and how all that is to be taken.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, auto
from typing import TYPE_CHECKING, Final

from game.play.own_seats import own_seats, people_here, seat_of_honour
from game.progress.daily import Medal, medal_of, next_medal
from game.progress.goals import Goal
from game.rules.match import find_departures
from game.rules.match_score import has_own_totals, score_match
from game.rules.meta import read_substitutes

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from game.bots.coach.review import Review
    from game.bots.protocol import Worth
    from game.play.rival import RivalBoard
    from game.progress.daily import DailyDeal
    from game.progress.findings import DealFindings
    from game.rules.match import Match
    from game.rules.placement import Placement
    from game.ui.scenes.count.verdict import ChallengeVerdict


_KIND: Final = 0.75
"""The share of one's average below which a game went badly."""

_LEAST: Final = 0.5
"""Points below which no placement mattered."""


class FinishMood(Enum):
    """The tone in which the end of a match is told."""

    RECORD = auto()
    WIN = auto()
    PLAIN = auto()
    KIND = auto()

    @property
    def celebrates(self) -> bool:
        """Whether there is something to celebrate: a record, or a win."""
        return self in (FinishMood.RECORD, FinishMood.WIN)


class Milestone(Enum):
    """What is worth a moment of its own at the end of a match; values are catalogue keys."""

    RECORD = "record"
    WIN = "win"
    MASTER = "master"
    LEVEL = "level"
    """A level is gained; its name says which."""
    FIRST_GAME = "first_game"
    FIRST_FIVE = "first_five"
    FIRST_MEDAL = "first_medal"


@dataclass(frozen=True, slots=True)
class KeyPlacement:
    """The placement that mattered most: `points` more than anywhere else, or, negative, fewer than
    on `better`.
    """

    round_index: int
    placement: Placement
    points: float
    better: Placement


class MatchFinish:
    """The end of a complete match.

    `record` and `average` are those before it, None where there is nothing to compare; `is_new`
    says that it has just been played, so that it can be celebrated, and `remark` why it does not
    count. `goals` yields None while it is looked for them (`game.progress.match_goals`). The
    `verdict` is a challenge's: where tiles lay already, the deal's own bests mean nothing. While it
    `is_secret` how it is played better, there is no `key`. `had_medal` says whether an earlier deal
    of a day brought one, `streak` how many days in a row this one makes.
    Where it `is_early`, one of the player's first games, nothing is measured against the Master.
    """

    def __init__(
        self,
        match: Match,
        findings: DealFindings,
        *,
        record: float | None = None,
        average: float | None = None,
        is_new: bool = True,
        remark: str = "",
        daily: DailyDeal | None = None,
        verdict: ChallengeVerdict | None = None,
        goals: Iterator[tuple[Goal, ...] | None] | None = None,
        is_secret: bool = False,
        had_medal: bool = True,
        streak: int = 0,
        is_early: bool = False,
    ) -> None:
        self.match, self.findings = match, findings
        self.score = score_match(match)
        self.record, self.remark, self.daily, self.is_new = record, remark, daily, is_new
        self.verdict = verdict
        self.tonight: Mapping[str, int] = {}
        """What the people at this screen have won of each other tonight."""
        self.rival: RivalBoard | None = None
        """The computer that played beside the player."""
        self.goals: tuple[Goal, ...] = ()
        self._goals = goals
        self.can_earn = goals is not None
        self.had_medal, self.streak, self._is_early = had_medal, streak, is_early
        self.level_gained: str | None = None
        """The level that this match has brought, where it is known and higher than before."""
        self.seat = seat_of_honour(match)
        self.average = average if self.is_for_one_player else None
        self.is_secret = is_secret and verdict is not None and not verdict.is_met
        self._key: KeyPlacement | None = None
        self._reviewed = 0

    # what is known from the beginning

    @property
    def is_alone(self) -> bool:
        """Whether there was nobody else."""
        return len(self.match.players) == 1

    @property
    def is_for_one_player(self) -> bool:
        """Whether one person here played, to the end, and it is that person's result."""
        return people_here(self.match) == own_seats(self.match) == (self.seat,)

    @property
    def total(self) -> float:
        """What the seat made."""
        return self.score.players[self.seat].total

    @property
    def mood(self) -> FinishMood:
        """How it is to be taken."""
        if not self.is_new:
            return FinishMood.PLAIN
        if not self.is_alone:
            is_won = self.seat in self.score.winners and self.seat in own_seats(self.match)
            return FinishMood.WIN if is_won else FinishMood.PLAIN
        if self.verdict is not None:
            return FinishMood.WIN if self.verdict.is_met else FinishMood.PLAIN
        if self.remark or not self.is_for_one_player:
            return FinishMood.PLAIN
        if self.record is not None and self.total > self.record:
            return FinishMood.RECORD
        is_bad = self.average is not None and self.total < _KIND * self.average
        return FinishMood.KIND if is_bad else FinishMood.PLAIN

    @property
    def _counts(self) -> bool:
        """Whether it is a first, unaided attempt of the one person here, and no challenge."""
        return self.is_for_one_player and not self.remark and self.verdict is None

    @property
    def is_first(self) -> bool:
        """Whether it is the player's first game by these rules."""
        has_before = self.record is not None or self.average is not None
        return self.is_new and self._counts and not has_before

    @property
    def milestones(self) -> tuple[Milestone, ...]:
        """What is worth a moment of its own as far as it is known, the weightiest first."""
        if not self.is_new:
            return ()
        is_beaten = self.compared_master is not None and self.total > self.compared_master
        has = {
            Milestone.RECORD: self.mood is FinishMood.RECORD,
            Milestone.WIN: self.mood is FinishMood.WIN,
            Milestone.MASTER: self._counts and is_beaten,
            Milestone.LEVEL: self.level_gained is not None,
            Milestone.FIRST_GAME: self.is_first,
            Milestone.FIRST_FIVE: Goal.LINE_OF_FIVE in self.goals,
            Milestone.FIRST_MEDAL: self.medal is not None and not self.had_medal,
        }
        return tuple(milestone for milestone, is_reached in has.items() if is_reached)

    # what comes

    @property
    def key(self) -> KeyPlacement | None:
        """The placement that mattered most, once it is known and no secret."""
        return None if self.is_secret else self._key

    @property
    def master(self) -> float | None:
        """What Master makes of the deal, in the seat's place."""
        return None if self._laid else self.findings.master

    @property
    def compared_master(self) -> float | None:
        """What the total is measured against of what Master makes of the deal."""
        return None if self._is_early else self.master

    @property
    def best(self) -> float | None:
        """The best possible total, None where totals are not a board's own."""
        return self.findings.best if has_own_totals(self.match.rules) and not self._laid else None

    @property
    def bound(self) -> float | None:
        """What no total exceeds, while the best one is looked for."""
        return None if self._laid else self.findings.bound

    @property
    def _laid(self) -> int:
        """How many tiles lay before anybody played."""
        return 0 if self.verdict is None else self.verdict.laid

    @property
    def marks(self) -> dict[str, float]:
        """What is known to be marked on the scale, by its catalogue key."""
        asked = None if self.verdict is None else self.verdict.asked
        known = {"average": self.average, "master": self.compared_master, "best": self.best}
        marks = {key: points for key, points in known.items() if points not in (None, asked)}
        return marks if asked is None else marks | {"asked": asked}

    @property
    def medal(self) -> Medal | None:
        """What the day's deal earned; None too while Master or a best board that there is is not
        known.
        """
        has_best = has_own_totals(self.match.rules)
        if self.daily is None or self.master is None or (has_best and self.best is None):
            return None
        return medal_of(self.total, self.best, self.master)

    @property
    def short_of(self) -> tuple[Medal, float] | None:
        """The next medal of the day's deal and the points missing; None where there is none."""
        if self.daily is None or self.master is None or self.medal is Medal.MASTER:
            return None
        return next_medal(self.total, self.best, self.master)

    @property
    def computers(self) -> dict[str, float]:
        """What each computer made of the day's deal; empty for any other, and until all are
        known.
        """
        return {} if self.daily is None else self.findings.computers

    @property
    def is_asking(self) -> bool:
        """Whether more is to come from the engines."""
        return self.findings.is_asking

    def poll(self) -> bool:
        """Take answers that have come, and search further for goals; return whether
        something is new.
        """
        has_news = self.rival is not None and self.rival.poll(self.match)
        has_news |= self.findings.poll()
        if len(self.findings.reviews) > self._reviewed:
            self._reviewed = len(self.findings.reviews)
            self._key = key_placement(self.match, self.seat, self.findings.reviews, self._laid)
        if self._goals is not None:
            goals = next(self._goals, ())
            if goals is not None:
                self.goals, self._goals = goals, None
                has_news |= bool(goals)
        return has_news

    def stop(self) -> None:
        """Withdraw what the engines were asked; `poll` asks again."""
        self.findings.stop()


def key_placement(
    match: Match, seat: int, reviews: dict[int, Review], laid: int = 0
) -> KeyPlacement | None:
    """What gained most over every other choice, or cost most; None where nothing did either.

    The first `laid` placements of a round were nobody's, and after whoever sat there had left a
    substitute's (M5).
    """
    left = [(d.round_index, d.call) for d in find_departures(match) if d.seat == seat]
    calls = len(match.rules.call_sizes)
    came = (came for came in read_substitutes(match.meta) if came.seat == seat)
    left = sorted([*left, *(divmod(one.after_call - 1, calls) for one in came)])
    stakes = [
        KeyPlacement(index, reviewed.placement, *_stake(reviewed.choices, reviewed.placement))
        for index, review in sorted(reviews.items())
        for reviewed in review.placements[laid:]
        if not left or (index, reviewed.call) <= left[0]
    ]
    most = max(stakes, key=lambda key: abs(key.points), default=None)
    return None if most is None or abs(most.points) < _LEAST else most


def _stake(choices: Sequence[Worth], placement: Placement) -> tuple[float, Placement]:
    """What a choice among `choices`, the best first, gained or cost, beside which other one."""
    chosen = next(w for w in choices if w.placement == placement)
    other = next((w for w in choices if w.placement != placement), chosen)
    return chosen.value - other.value, other.placement
