"""The luck of the calls, which a level subtracts from a total."""

from dataclasses import replace

import numpy as np

from game.bots.values.boards import Boards, empty_boards
from game.bots.values.grid import grid_of
from game.bots.values.standard_values import can_judge
from game.bots.values.task import Task
from game.bots.values.weigh import best_answers, weigh
from game.rules.match import Match
from game.rules.ruleset import Ruleset


def luck_of(match: Match, seat: int) -> float:
    """Return the points by which the round's calls were better for the seat than average.

    For each called tile it is the value of the best answer, minus the mean of that value over all
    tiles that could have been called. This difference is 0 on average for any values, so that a
    total minus its luck has the same mean and a smaller error. Later tiles of a call are judged on
    the board with the best answers to the earlier ones.
    """
    rules, round_ = match.rules, match.round
    boards = empty_boards(grid_of(rules.grid), 1)
    bag = np.zeros(31, dtype=np.bool_)
    bag[[t.index for t in rules.grid.tile_set]] = True
    to_come, luck = len(rules.grid), 0.0
    for call, turn in zip(round_.calls, round_.seats[seat].turns, strict=False):
        thought = boards
        for tile in call:
            here = _task(rules, thought, bag, to_come)
            answers = best_answers(here, thought, np.zeros(1, np.intp), bag[None], to_come)[0]
            luck += float(answers[bag[: tile.index].sum()] - answers.mean())
            bag[tile.index] = False
            to_come -= 1
            if tile is not call[-1]:
                hand = _task(rules, thought, bag, to_come)
                weighed = weigh(replace(hand, hand=(tile.index,), is_late=np.zeros(1, np.bool_)))
                thought = weighed.boards.take(np.array([weighed.plans[0].row]))
        for p in turn.placements:
            boards = boards.put(np.zeros(1, np.intp), np.array([p.tile.index]), np.array([p.space]))
    return luck


def _task(rules: Ruleset, boards: Boards, bag: np.ndarray, to_come: int) -> Task:
    nothing = np.zeros(0, np.bool_)
    return Task(rules, boards, (), nothing, bag.copy(), to_come, is_standard=can_judge(rules))
