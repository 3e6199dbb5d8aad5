"""The count and the end of a match for the gallery, as if the engines had answered."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from typing import Any

from game.bots.coach.replay import ReplayAct, replay_seat
from game.bots.coach.review import Review
from game.bots.coach.verdicts import ReviewedPlacement, Verdict
from game.bots.players.registry import LEVELS
from game.bots.protocol import Worth
from game.bots.service.answer import EngineAnswer
from game.bots.service.tasks import EngineTask, ReviewTask
from game.play.editions import all_editions
from game.play.keeper import LocalKeeper
from game.play.own_seats import seat_of_honour
from game.play.rival import RivalBoard
from game.play.table_game import TableGame
from game.progress.daily import daily_deal
from game.progress.deal_totals import key_of
from game.progress.findings import DealFindings
from game.progress.goals import Goal
from game.rules.placement import Placement
from game.storage.database import deal_of
from game.storage.profile import Profile
from game.ui.frame.context import Context
from game.ui.frame.scene import Scene
from game.ui.scenes.count.finish import MatchFinish
from game.ui.scenes.count.next_steps import played_count
from game.ui.scenes.shared.names import bot_name
from tests.gallery.review import ReadyEngines
from tests.gallery.table import PromptEngines, play_calls, seated


class Answered(ReadyEngines):
    """Engines that have answered everything: the best placement was one of the last."""

    def reply(self, task: EngineTask[Any], answer: EngineAnswer[Any]) -> None:
        if not isinstance(task, ReviewTask):
            answer.fail(RuntimeError("stored already"))
            return
        seat = task.seat
        moments = [
            m for m in replay_seat(task.match, task.round_index, seat) if m.act is ReplayAct.PLACED
        ]
        placed = [
            ReviewedPlacement(m.call, p, 150.0, 0.0, Verdict.BEST, (Worth(p, 150.0),))
            for m in moments
            for p in m.placements
        ]
        key = placed[-3]
        filled = moments[-3].before.round.seats[seat].position.filled
        free = [i for i in range(len(task.match.rules.grid)) if not filled >> i & 1]
        other = Placement(key.placement.tile, next(i for i in free if i != key.placement.space))
        choices = (Worth(other, 164.0), Worth(key.placement, 150.0))
        placed[-3] = replace(key, cost=14.0, choices=choices, seen_by="squirrel")
        answer.give(Review(tuple(placed), (), 0, 0, 0, 0, (), None))


def count(
    context: Context,
    *,
    calls: int = 19,
    best: float | None = None,
    average: float | None = None,
    goals: Sequence[str] = (),
    is_daily: bool = False,
    possible: int = 252,
    has_rival: bool = False,
    **seats: Any,
) -> Scene:
    """The count after so many calls, with the end of a match that is over."""
    setup = seated(context, **seats)
    match = play_calls(setup, calls, is_waiting=False)
    game = TableGame(setup, LocalKeeper(match))
    if not match.is_complete:
        return played_count(context, game)
    profile = Profile(None)
    known = {key_of(what, i): total for what, total in (("best", possible), ("master", 171))
             for i in range(len(match.rounds))}  # fmt: skip
    if is_daily:
        made = dict(zip(LEVELS, (62, 118, 134, 139, 158, 171), strict=True))
        known |= {key_of(level, 0): total for level, total in made.items()}
    profile.store_findings(deal_of(match), known)
    seat = seat_of_honour(match)
    finish = MatchFinish(
        match,
        DealFindings(profile, match, Answered(), seat=seat, is_thorough=True),
        record=best,
        average=average,
        daily=daily_deal(date(2026, 11, 21), all_editions()[0]) if is_daily else None,
        goals=iter([tuple(map(Goal, goals))]),
        had_medal=False,
    )
    if has_rival:
        finish.rival = RivalBoard(setup, "beaver", bot_name(context, "beaver"), PromptEngines())
        for _ in range(2 * calls):
            finish.rival.poll(match)
    return played_count(context, game, finish)
