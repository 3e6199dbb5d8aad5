"""The result of a finished match, which grows while engines and records are queried; no pygame.

It compares the total with the average, with Master and with the best possible board of the same
deal. It finds the placement that mattered most, the milestones, and the mood of the page.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from enum import Enum, auto
from typing import TYPE_CHECKING, Final

from game.bots.coach.verdicts import ReviewedPlacement
from game.play.own_seats import own_seats, people_here, seat_of_honour
from game.play.rival import RivalBoard
from game.progress.daily import DailyDeal, Medal, medal_of, next_medal
from game.progress.findings import DealFindings
from game.progress.goals import Goal
from game.rules.match import Match, find_departures
from game.rules.match_score import has_own_totals, score_match
from game.rules.meta import read_substitutes
from game.rules.placement import Placement
from game.ui.scenes.count.verdict import ChallengeVerdict

if TYPE_CHECKING:
    from game.bots.coach.review import Review


_KIND: Final = 0.75
"""The share of the player's average below which a game went badly."""

_LEAST: Final = 0.5
"""Least difference in points for a placement to count as one that mattered."""


class FinishMood(Enum):
    """The tone of the result page."""

    RECORD = auto()
    WIN = auto()
    PLAIN = auto()
    KIND = auto()

    @property
    def celebrates(self) -> bool:
        """Whether the match was a record or a win."""
        return self in (FinishMood.RECORD, FinishMood.WIN)


class Milestone(Enum):
    """An event of the match that gets a title of its own; values are catalogue keys."""

    RECORD = "record"
    WIN = "win"
    MASTER = "master"
    LEVEL = "level"
    """The player reached a new level; `MatchFinish.level_gained` names it."""
    FIRST_GAME = "first_game"
    FIRST_FIVE = "first_five"
    FIRST_MEDAL = "first_medal"


@dataclass(frozen=True, slots=True)
class KeyPlacement:
    """The placement that mattered most.

    It is placement `index` of its round. `points` is its lead over the best other choice; negative
    if it cost points, and then `seen_by` is the weakest computer that sees better.
    """

    round_index: int
    placement: Placement
    points: float
    index: int
    call: int
    seen_by: str


class MatchFinish:
    """The result of a complete match.

    `record` and `average` are those before this match, None without earlier matches. `is_new`: the
    match has just been played, so its result is celebrated. `remark` says why the match does not
    count, "" if it does. `goals` yields None while the search goes on
    (`game.progress.match_goals`). A challenge has a `verdict`; its board does not start empty, so
    Master's total and the bound do not apply. `is_secret` hides the `key` of an unmet challenge.
    `had_medal`: an earlier daily deal earned a medal. `streak` counts consecutive days with this
    one. `is_early`: one of the player's first games, which is not compared with Master.
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
        """Wins per person among the people at this screen, since this evening began."""
        self.rival: RivalBoard | None = None
        """The computer that played beside the player."""
        self.goals: tuple[Goal, ...] = ()
        self._goals = goals
        self.had_medal, self.streak, self._is_early = had_medal, streak, is_early
        self.level_gained: str | None = None
        """The level gained by this match; None while unknown or not higher than before."""
        self.seat = seat_of_honour(match)
        self.average = average if self.is_for_one_player else None
        self.is_secret = is_secret and verdict is not None and not verdict.is_met
        self._key: KeyPlacement | None = None
        self.level: str | None = None
        """The player's level, as far as known when `key` was found."""
        self._reviewed = 0

    # the result

    @property
    def is_alone(self) -> bool:
        """Whether the match had one player."""
        return len(self.match.players) == 1

    @property
    def is_for_one_player(self) -> bool:
        """Whether exactly one local person played, to the end, and the result is theirs."""
        return people_here(self.match) == own_seats(self.match) == (self.seat,)

    @property
    def total(self) -> float:
        """The total of the seat on display."""
        return self.score.players[self.seat].total

    @property
    def mood(self) -> FinishMood:
        """The tone of the result: record, win, plain, or kind after a bad game."""
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
        """Whether this is a first, unaided attempt of one local person, and no challenge."""
        return self.is_for_one_player and not self.remark and self.verdict is None

    @property
    def is_first(self) -> bool:
        """Whether it is the player's first game by these rules."""
        has_before = self.record is not None or self.average is not None
        return self.is_new and self._counts and not has_before

    @property
    def milestones(self) -> tuple[Milestone, ...]:
        """The milestones known so far, the most important first."""
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

    # the engines' findings

    @property
    def key(self) -> KeyPlacement | None:
        """The placement that mattered most; None while unknown or secret."""
        return None if self.is_secret else self._key

    @property
    def master(self) -> float | None:
        """The total Master reaches with this deal in this seat, None while unknown."""
        return None if self._laid else self.findings.master

    @property
    def compared_master(self) -> float | None:
        """Master's total, None in the player's first games, which are not compared with it."""
        return None if self._is_early else self.master

    @property
    def best(self) -> float | None:
        """The best possible total; None while unknown, or where one board's score needs the
        others.
        """
        return self.findings.best if has_own_totals(self.match.rules) and not self._laid else None

    @property
    def _laid(self) -> int:
        """The number of tiles on the board before the first placement."""
        return 0 if self.verdict is None else self.verdict.laid

    @property
    def marks(self) -> dict[str, float]:
        """The totals marked on the scale, by catalogue key."""
        asked = None if self.verdict is None else self.verdict.asked
        known = {"average": self.average, "master": self.compared_master, "best": self.best}
        marks = {key: points for key, points in known.items() if points not in (None, asked)}
        return marks if asked is None else marks | {"asked": asked}

    @property
    def medal(self) -> Medal | None:
        """The medal of the daily deal; None for other deals, and until its measures are known."""
        has_best = has_own_totals(self.match.rules)
        if self.daily is None or self.master is None or (has_best and self.best is None):
            return None
        return medal_of(self.total, self.best, self.master)

    @property
    def short_of(self) -> tuple[Medal, float] | None:
        """The next medal of the daily deal and the points missing; None for other deals and at the
        top.
        """
        if self.daily is None or self.master is None or self.medal is Medal.MASTER:
            return None
        return next_medal(self.total, self.best, self.master)

    @property
    def computers(self) -> dict[str, float]:
        """Each computer's total with the daily deal; empty for other deals, and until all are
        known.
        """
        return {} if self.daily is None else self.findings.computers

    @property
    def is_asking(self) -> bool:
        """Whether engines still compute something for this result."""
        return self.findings.is_asking

    def poll(self) -> bool:
        """Take new answers from the engines and continue the search for goals; return whether
        something changed.
        """
        has_news = self.rival is not None and self.rival.poll(self.match)
        has_news |= self.findings.poll()
        if len(self.findings.reviews) > self._reviewed:
            self._reviewed = len(self.findings.reviews)
            self.find_key()
        if self._goals is not None:
            goals = next(self._goals, ())
            if goals is not None:
                self.goals, self._goals = goals, None
                has_news |= bool(goals)
        return has_news

    def find_key(self) -> None:
        """Find the placement that mattered most, without those that were tried as puzzles."""
        reviews, tried = self.findings.reviews, self.findings.tried(self.seat)
        self.level = self.findings.level
        self._key = key_placement(self.match, self.seat, reviews, self._laid, tried)

    def stop(self) -> None:
        """Withdraw the requests to the engines; `poll` sends them again."""
        self.findings.stop()


def key_placement(
    match: Match,
    seat: int,
    reviews: dict[int, Review],
    laid: int = 0,
    tried: Collection[tuple[int, int]] = (),
) -> KeyPlacement | None:
    """Return the placement that gained or cost most against the best other choice.

    None below `_LEAST` points, or if it cost so little that nothing can be learnt. The first `laid`
    placements of a round belong to the challenge, those after a player left to a substitute (M5):
    both are skipped, as are those `tried` as puzzles, by round and index.
    """
    left = [(d.round_index, d.call) for d in find_departures(match) if d.seat == seat]
    calls = len(match.rules.call_sizes)
    came = (came for came in read_substitutes(match.meta) if came.seat == seat)
    left = sorted([*left, *(divmod(one.after_call - 1, calls) for one in came)])
    stakes = [
        KeyPlacement(i, one.placement, _stake(one), index, one.call, one.seen_by)
        for i, review in sorted(reviews.items())
        for index, one in enumerate(review.placements)
        if index >= laid and (not left or (i, one.call) <= left[0]) and (i, index) not in tried
    ]
    stakes = [key for key in stakes if key.points > 0 or key.seen_by]
    most = max(stakes, key=lambda key: abs(key.points), default=None)
    return None if most is None or abs(most.points) < _LEAST else most


def _stake(reviewed: ReviewedPlacement) -> float:
    """Return the points gained over the best other choice, the best being the first."""
    others = (one.value for one in reviewed.choices if one.placement != reviewed.placement)
    return reviewed.value - next(others, reviewed.value)
