"""The count and the end of a match for the gallery, as if the engines had answered."""

from collections.abc import Callable
from copy import copy
from dataclasses import replace
from datetime import date

from game.bots.coach.replay import ReplayAct, replay
from game.bots.coach.review import Review
from game.bots.coach.verdicts import ReviewedPlacement, Verdict
from game.bots.protocol import Worth
from game.bots.service.messages import EngineAnswer, Failure
from game.play.daily import daily_deal
from game.play.editions import all_editions
from game.play.goals import Goal
from game.rules.match import Match
from game.rules.placement import Placement
from game.rules.ruleset import RayRule, Ruleset
from game.storage.database import deal_of
from game.storage.profile import Profile
from game.tools.gallery import Sample
from game.tools.samples.table import _BEST_RAY, _DAFFODIL, _LEAGUE, _STANDARD, _play, _setup
from game.ui.frame.context import Context
from game.ui.frame.engines import EngineClient
from game.ui.frame.scene import Scene
from game.ui.scenes.count.finish import MatchFinish, seat_of_honour
from game.ui.scenes.count.next_steps import played_count
from game.ui.scenes.shared.findings import DealFindings, key_of


class _Answered(EngineClient):
    """Engines that have answered everything: the best placement was one of the last."""

    def ask_review(self, match: Match, round_index: int, seat: int) -> int:
        """Nothing is asked of anybody."""
        self._review = (match, round_index, seat)
        return 1

    def ask_best(self, match: Match, round_index: int) -> int:
        """Nothing either."""
        return 2

    def ask_level(self, match: Match, seat: int) -> int:
        """Nor this."""
        return 2

    def take(self, ticket: int) -> EngineAnswer | Failure | None:
        """A review in which one placement mattered; no best board."""
        if ticket == 2:
            return Failure(ticket, "kept already")
        match, round_index, seat = self._review
        moments = [m for m in replay(match, round_index, seat) if m.act is ReplayAct.PLACED]
        found = [
            ReviewedPlacement(m.call, p, 150.0, 0.0, Verdict.BEST, (Worth(p, 150.0),))
            for m in moments
            for p in m.placements
        ]
        key = found[-3]
        filled = moments[-3].before.round.seats[seat].position.filled
        free = [i for i in range(len(match.rules.grid)) if not filled >> i & 1]
        other = Placement(key.placement.tile, next(i for i in free if i != key.placement.space))
        found[-3] = replace(key, choices=(Worth(key.placement, 150.0), Worth(other, 136.0)))
        return EngineAnswer(ticket, Review(tuple(found), (), 0, 0, 0, 0, 90.0, (), None))

    def cancel(self, ticket: int) -> None:
        """Nothing was asked."""


def _count(
    rules: Ruleset,
    calls: int,
    *,
    people: int = 1,
    bots: int = 0,
    best: float | None = None,
    average: float | None = None,
    goals: tuple[Goal, ...] = (),
    is_daily: bool = False,
    edition: str = "",
) -> Callable[[Context], Scene]:
    """A maker of the count after so many calls, with the end of a match that is over."""

    def make(context: Context) -> Scene:
        setup = _setup(context, rules, people, bots, edition=edition)
        match = (session := copy(_play(setup, calls, is_waiting=False))).match
        if not match.is_complete:
            return played_count(context, setup, session, best)
        profile = Profile(None)
        known = {key_of(what, i): total for what, total in (("best", 252), ("master", 171))
                 for i in range(len(match.rounds))}  # fmt: skip
        profile.keep_found(deal_of(match), known)
        seat = seat_of_honour(match)
        finish = MatchFinish(
            match,
            DealFindings(profile, match, _Answered(), seat=seat, is_thorough=True),
            record=best,
            average=average,
            daily=daily_deal(date(2026, 11, 21), all_editions()[0]) if is_daily else None,
            goals=iter([goals]),
        )
        return played_count(context, setup, session, best, finish)

    return make


SAMPLES = {
    "breakdown": Sample(_count(_STANDARD, 19, best=187, average=108.4, edition="standard"), 12.0),
    "breakdown-counting": Sample(_count(_STANDARD, 19, edition="standard"), 2.2),
    "breakdown-daffodil": Sample(
        _count(_DAFFODIL, 21, best=80, average=70, goals=(Goal.SUN_AND_MOON,)), 14.0
    ),
    "breakdown-gliding": Sample(_count(_STANDARD, 19, edition="standard"), 0.3),
    "breakdown-kind": Sample(_count(_STANDARD, 19, best=187, average=171), 12.0),
    "breakdown-match": Sample(_count(_BEST_RAY, 19, people=2, bots=4), 14.0),
    "breakdown-league": Sample(_count(_LEAGUE, 9, people=1, bots=3), 14.0),
    "breakdown-record": Sample(
        _count(
            _STANDARD,
            19,
            best=92,
            average=83.2,
            goals=(Goal.LINE_OF_FIVE, Goal.POINTS_100),
            is_daily=True,
            edition="standard",
        ),
        6.1,
    ),
    "breakdown-rounds": Sample(_count(Ruleset(rounds=4, rays=RayRule.RAYS), 57, people=4), 14.0),
    "breakdown-won": Sample(_count(Ruleset(rounds=2), 38, people=1, bots=5), 14.0),
}
