"""The judge of legal placements, by the best estimate for the rules.

The standard game has its own network; all other rules share one.
"""

from dataclasses import replace
from typing import Final

import numpy as np

from game.bots.protocol import Worth
from game.bots.values.standard_values import can_judge, can_play_on, played_on, space_values
from game.bots.values.task import Task, task_of, task_with
from game.bots.values.weigh import (
    Weighed,
    can_play_out,
    look_ahead,
    start_value,
    value_of,
    weigh,
)
from game.rules.match import Match
from game.rules.placement import Placement, placement_of
from game.rules.ruleset import BonusRule, RayRule
from game.rules.tiles import TILES

__all__ = ["Worth", "judge_placements", "judge_position", "judge_task", "start_value"]

DEEPER_PLANS: Final = 5
PLAN_MARGIN: Final = 6.0
"""Most plans that are evaluated deeper, and the most points that they may be behind the best."""


def judge_placements(match: Match, seat: int, *, deeply: bool = False) -> tuple[Worth, ...]:
    """Return every legal placement of the seat, the best first.

    `deeply` evaluates the promising ones one call further. () if the hand is empty.
    """
    state = match.round.seats[seat]
    if not state.hand or state.turns[-1].is_missed:
        return ()
    task = replace(task_of(match, seat), is_standard=can_judge(match.rules))
    if task.is_standard and deeply and _is_as_single(match, seat):
        return _judge_spaces(task)
    return judge_task(task, deeply=deeply)


def judge_task(task: Task, *, deeply: bool = False) -> tuple[Worth, ...]:
    """Return every legal placement of a task, the best first, by the general estimate."""
    weighed = weigh(task)
    plans, closely = weighed.plans, _look_closely(task, weighed) if deeply else {}
    values = [plan.value for plan in plans]
    if closely:
        # The others keep their distance to the best of those that were evaluated deeper.
        shift, best = closely[plans[0].together] - values[0], max(closely.values())
        values = [closely.get(p.together, min(p.value + shift, best - 0.01)) for p in plans]
    worths = [
        Worth(placement_of(p.placements[0].tile, p.placements[0].space), value)
        for p, value in zip(plans, values, strict=True)
    ]
    return tuple(sorted(worths, key=lambda w: -w.value))


def _look_closely(task: Task, weighed: Weighed) -> dict[frozenset[Placement], float]:
    """Re-evaluate the best plans one tile deeper; return {} where that is impossible.

    The boards of up to `DEEPER_PLANS` plans are evaluated with each possible next tile, and played
    on by the standard network if it knows the rules.
    """
    plans = weighed.plans
    is_exact = len(task.hand) == 1 and can_play_out(
        task.rules, len(plans), int(task.bag.sum()), task.to_come
    )
    # With bonuses for each call, one tile further predicts worse (by 4.6 points a game).
    if is_exact or task.to_come == 0 or task.bonus is not None:
        return {}
    plays_on = can_play_on(task.rules) and not weighed.boards.late.any()
    rows: dict[frozenset[Placement], int] = {}
    for plan in plans if plays_on else plans[:DEEPER_PLANS]:
        if len(rows) < DEEPER_PLANS and plan.value >= plans[0].value - PLAN_MARGIN:
            rows.setdefault(plan.together, plan.row)
    boards = weighed.boards.take(np.array(list(rows.values()), dtype=np.intp))
    if plays_on and task.is_standard:
        outlook = played_on(task, boards)
    else:
        outlook = look_ahead(task, boards)
        if plays_on:
            outlook = played_on(task, boards, outlook)
    return {together: float(v) for together, v in zip(rows, outlook, strict=True)}


def _is_as_single(match: Match, seat: int) -> bool:
    """Whether the estimates of the standard game hold for the seat's last tile of a call."""
    rules, state = match.rules, match.round.seats[seat]
    is_late = state.owed or state.position.late
    has_bonus = rules.bonus is BonusRule.CALL and len(match.players) > 1
    return len(state.hand) == 1 and not is_late and not has_bonus


def _judge_spaces(task: Task) -> tuple[Worth, ...]:
    """Judge one tile's placements by the search of the standard game."""
    (tile,) = task.hand
    values = space_values(task.board, task.bag, tile)
    worths = [
        Worth(placement_of(TILES[tile], space), value)
        for space, value in enumerate(values.tolist())
        if not task.board.filled[0, space]
    ]
    return tuple(sorted(worths, key=lambda w: -w.value))


def judge_position(match: Match, seat: int) -> float:
    """Return the expected final total of a board whose hand is empty.

    A missed call's tiles count as still to come (M2).
    """
    state = match.round.seats[seat]
    turn = state.turns[-1]
    owed = match.round.calls[len(state.turns) - 1] if turn.is_missed else ()
    placed = {p.tile for p in turn.placements}
    following = tuple(t for t in owed if t not in placed)
    task = task_with(match, seat, state.position, (), (), following)
    task = replace(task, is_standard=can_judge(match.rules))
    if state.finish is not None:
        return float(task.board.score(match.rules.rays is RayRule.RAYS)[0])
    return value_of(task)
