"""The review of a round: the cost of each placement, luck and skill."""

from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Final

from game.bots.coach.replay import ReplayAct, play_instead, replay_seat
from game.bots.coach.verdicts import (
    Cause,
    CurvePoint,
    LostLine,
    ReviewedPlacement,
    find_lost_lines,
    review_placement,
)
from game.bots.players.registry import make_bot
from game.rules.match import Match
from game.rules.match_score import score_round

MASTER_TIME_SHARE: Final = 0.4


class Cancelled(Exception):
    """Raised when the caller cancels a review."""


@dataclass(frozen=True, slots=True)
class Review:
    """The review of one player's round.

    `start` + `luck` + `skill` == `total`, exactly: the expected final total before the first call,
    the points that the calls added (and the others' boards, under rules that compare players), the
    points that placements lost (0 or less), and the final total (the expected one for an unfinished
    round). `curve` has the same sum step by step. `master_total` is the total of `master` on
    the same calls, None if not requested. `best_of_round` finds the best board separately, because
    its proof can take longer.

    `placements` are the player's, in order; `lost_lines` the lines that they broke.
    """

    placements: tuple[ReviewedPlacement, ...]
    curve: tuple[CurvePoint, ...]
    start: float
    luck: float
    skill: float
    total: float
    lost_lines: tuple[LostLine, ...]
    master_total: float | None


def review_round(
    match: Match,
    round_index: int,
    seat: int,
    *,
    deeply: bool = True,
    with_master: bool = True,
    on_progress: Callable[[float], None] = lambda share: None,
    is_cancelled: Callable[[], bool] = lambda: False,
) -> Review:
    """Review a round, finished or not.

    `on_progress` gets the share done, 0 to 1. Raises `Cancelled` soon after `is_cancelled` returns
    true.
    """
    # The screen imports the type of reviews without loading an engine.
    from game.bots.judge import judge_position, start_value

    def step(share: float) -> None:
        if is_cancelled():
            raise Cancelled
        on_progress(share)

    step(0)
    rules, played = match.rules, match.rounds[round_index]
    review_share = 1 - MASTER_TIME_SHARE * with_master
    moves = max(1, sum(len(t.placements) for t in played.seats[seat].turns))
    value = _round(start_value(rules))
    curve = [CurvePoint(-1, Cause.START, value, 0)]
    placements: list[ReviewedPlacement] = []
    answered = -1
    for moment in replay_seat(match, round_index, seat):
        step(review_share * min(1, len(placements) / moves))
        if moment.act is ReplayAct.PLACED:
            reviewed = review_placement(moment, seat, deeply=deeply)
            if moment.call != answered:
                best_value = _round(reviewed.best.value)
                curve.append(CurvePoint(moment.call, Cause.CALL, best_value, value))
                value = best_value
                answered = moment.call
            placements.append(reviewed)
            after = _round(reviewed.value)
            cause = Cause.PLACEMENT
        else:
            after = _round(judge_position(moment.after, seat))
            cause = Cause.MISSED if moment.act is ReplayAct.MISSED else Cause.CLOSING
        curve.append(CurvePoint(moment.call, cause, after, value))
        value = after
    if played.is_complete(rules):
        total = score_round(rules, played)[seat].total
        curve.append(CurvePoint(len(played.calls) - 1, Cause.TABLE, total, value))
        value = total
    master_total = None
    if with_master:
        done = [0]

        def before_move() -> None:
            step(1 - MASTER_TIME_SHARE * max(0.0, 1 - done[0] / len(rules.grid)))
            done[0] += 1

        instead = play_instead(match, round_index, seat, make_bot("master"), Random(0), before_move)
        master_total = score_round(rules, instead.round)[seat].total
    step(1)
    return Review(
        tuple(placements),
        tuple(curve),
        curve[0].value,
        sum(p.change for p in curve if p.cause.is_luck),
        sum(p.change for p in curve if not p.cause.is_luck),
        value,
        find_lost_lines(match, round_index, seat),
        master_total,
    )


def _round(value: float) -> float:
    """Round to 1/64 of a point, so that sums of luck and skill are exact in floats."""
    return round(value * 64) / 64
