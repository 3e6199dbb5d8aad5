"""The points that better judging could still gain where the standard network plays on (the classic
board, without rays, singly or in pairs): `python -m tests.bots.ceiling RULES BOT … [--games 60]`.

In games of the first bot each call's close plans, and what the bots would do, are played out to the
end: two halves of `--times` games, with the same calls for all plans. What the better plan by one
half gains by the other half, beside what a bot does, is what play could still gain. The squared
error of a judge is the variance between plans of its values less the means played out; the product
of what it says beside the one and the other half leaves their noise out.
"""

from __future__ import annotations

import argparse
from collections import defaultdict
from dataclasses import replace
from itertools import permutations
from random import Random
from statistics import mean

import numpy as np

from game.bots.arrays import Float32s, Int64s
from game.bots.evaluate import bot_named, standard_error
from game.bots.protocol import Bot
from game.bots.values.boards import Boards, boards_from
from game.bots.values.positions import Positions
from game.bots.values.rollouts import chosen
from game.bots.values.standard_values import can_play_on, played_on, standard_values
from game.bots.values.task import Task, task_of
from game.bots.values.weigh import look_ahead, weigh
from game.rules.deal import deal_calls
from game.rules.match import Match, apply, new_match
from game.rules.moves import BeginRound, Call, Place
from game.rules.placement import Placement
from game.rules.ruleset import Ruleset
from game.rules.state import Player

CLOSE, MOST = 4.0, 5
"""The points that a close plan may be behind the best one at a glance, and the most close plans."""
TOGETHER = 2_000
"""Boards played out in lock-step."""

Plan = frozenset[Placement]


def play_out(task: Task, boards: Boards, calls: Int64s) -> Float32s:
    """Return the totals of the boards [n, m] after each of the `calls` [m, tiles]."""
    n, m = len(boards), len(calls)
    size = task.rules.call_sizes[0]
    totals = np.empty(n * m, np.float32)
    for first in range(0, n * m, TOGETHER):
        each = np.arange(first, min(first + TOGETHER, n * m))
        bags = np.tile(task.bag, (len(each), 1))
        p = Positions(task.rules, boards.take(each // m), bags, task.to_come).without_bounds()
        for at in range(0, task.to_come, size):
            p = _answer(p, calls[each % m, at : at + size])
        totals[each] = p.boards.score(with_rays=False)
    return totals.reshape(n, m)


def _answer(p: Positions, hands: Int64s) -> Positions:
    """The boards with their hands [n, tiles] placed, in the better order by the network."""
    each = np.arange(len(p))
    ways = []
    for order in permutations(hands.T):
        way = p
        for tiles in order:
            way = way.put(each, tiles, chosen(standard_values, way, tiles))
        ways.append(way)
    best = np.argmax([standard_values(way) for way in ways], axis=0)
    boards = Boards.join([way.boards for way in ways]).take(best * len(p) + each)
    return replace(ways[0], boards=boards).without_bounds()


def close_plans(task: Task) -> tuple[dict[Plan, int], Float32s, Boards]:
    """The rows of close plans, the best at a glance first; the glance's values, and all boards."""
    weighed = weigh(task)
    rows: dict[Plan, int] = {}
    values = []
    for plan in weighed.plans:
        is_close = plan.value >= weighed.plans[0].value - CLOSE
        if len(rows) < MOST and is_close and plan.together not in rows:
            rows[plan.together] = plan.row
            values.append(plan.value)
    boards = weighed.boards.take(np.array(list(rows.values())))
    return {plan: row for row, plan in enumerate(rows)}, np.array(values, np.float32), boards


def _answered(match: Match, bot: Bot, random: Random) -> Match:
    while match.round.seats[0].hand:
        placement = bot.choose(match, 0, random)
        match, _ = apply(match, Place(0, placement.tile, placement.space))
    return match


def _error(values: Float32s, halves: list[Float32s]) -> float:
    one, other = (values - values.mean() - (half - half.mean()) for half in halves)
    return float((one * other).sum()) / (len(values) - 1)


def _gain(place: int, halves: list[Float32s]) -> float:
    """Return the gain of the best plan by one half over the one at `place`, by the other half."""
    ways = ((halves[0], halves[1]), (halves[1], halves[0]))
    return mean(float(other[one.argmax()] - other[place]) for one, other in ways)


def main() -> None:
    """Play, play out, and say what each judge and bot leaves."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("rules")
    parser.add_argument("bots", nargs="+")
    parser.add_argument("--games", type=int, default=60)
    parser.add_argument("--times", type=int, default=400)
    options = parser.parse_args()
    rules, bots = Ruleset.parse(options.rules), [bot_named(name) for name in options.bots]
    assert can_play_on(rules)
    errors, left = defaultdict[str, list[float]](list), defaultdict[str, list[float]](list)
    for number in range(options.games):
        draw, lost = np.random.default_rng(number), defaultdict[str, float](float)
        match, _ = apply(new_match(rules, (Player("A"),)), BeginRound())
        for call in deal_calls(rules, f"ceiling {number}"):
            called, _ = apply(match, Call(call))
            seats = [_answered(called, bot, Random(number)).round.seats[0] for bot in bots]
            match = _answered(called, bots[0], Random(number))
            task = task_of(called, 0)
            plans, glance, boards = close_plans(task)
            close = boards
            for seat in seats:
                plan = frozenset(seat.turns[-1].placements)
                if plan not in plans:
                    plans[plan] = len(plans)
                    boards = Boards.join([boards, boards_from(rules, [seat.position])])
            if len(plans) < 2 or not task.to_come:
                continue
            calls = [
                draw.permutation(np.flatnonzero(task.bag))[: task.to_come]
                for _ in range(2 * options.times)
            ]
            played = play_out(task, boards, np.array(calls))
            halves = [played[:, half::2].mean(axis=1) for half in (0, 1)]
            for name, seat in zip(options.bots, seats, strict=True):
                lost[name] += _gain(plans[frozenset(seat.turns[-1].placements)], halves)
            if len(close) > 1:
                ahead = look_ahead(task, close)
                on = played_on(task, close, ahead)
                for name, values in (("a glance", glance), ("one tile", ahead), ("playing on", on)):
                    errors[name].append(_error(values, [half[: len(close)] for half in halves]))
                    lost[name] += _gain(int(values.argmax()), halves)
        for name, gone in lost.items():
            left[name].append(gone)
        for name, points in left.items():
            some = errors[name] or [0.0]
            error = f"{mean(some):.2f} ± {standard_error(some):.2f} points²"
            loss = f"{mean(points):.2f} ± {standard_error(points):.2f} points a game"
            print(f"{number + 1} {name:20} {error:24} {loss}", flush=True)


if __name__ == "__main__":
    main()
