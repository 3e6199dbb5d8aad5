"""The luck of calls."""

from __future__ import annotations

from statistics import fmean

import numpy as np
import pytest

from game.bots.judge import judge_placements
from game.bots.values.boards import Boards, empty_boards
from game.bots.values.grid import grid_of
from game.bots.values.luck import luck_of
from game.bots.values.task import Task
from game.bots.values.weigh import Weighed, weigh
from game.rules.match import Player, apply, legal_placements, new_match
from game.rules.moves import BeginRound, Call, Place, parse_move
from game.rules.ruleset import Ruleset


def test_the_luck_of_a_call_is_what_its_best_answer_is_worth_beside_others() -> None:
    """The differences of luck between first calls are those of the values."""
    rules = Ruleset.parse("classic free single none")
    match, _ = apply(new_match(rules, (Player("Ana"),)), BeginRound())
    lucks, values = [], []
    for tile in rules.grid.tile_set[::12]:
        called, _ = apply(match, Call((tile,)))
        best = judge_placements(called, 0)[0]
        for space in (best.placement.space, 9):
            played, _ = apply(called, Place(0, tile, space))
            lucks.append(luck_of(played, 0))
        assert lucks[-1] == pytest.approx(lucks[-2], abs=0.01), "the answer is no luck"
        values.append(best.value)
    assert max(lucks) > 0 > min(lucks)
    first = lucks[0] - values[0]
    assert lucks[::2] == pytest.approx([value + first for value in values], abs=0.01)


def test_each_tile_of_a_call_is_lucky_by_itself() -> None:
    """C3: the second of a pair beside what could still come, on the board with the first's answer.

    A call is answered on the board that the seat really has.
    """
    rules = Ruleset.parse("classic free pairs none")
    match, _ = apply(new_match(rules, (Player("Ana"), Player("Ben"))), BeginRound())
    boards, bag = empty_boards(grid_of(rules.grid), 1), np.arange(31) < 27
    luck, to_come, spaces = 0.0, 19, iter((3, 9, 15, 1))

    def best_of(board: Boards, tile: int) -> Weighed:
        left = bag & (np.arange(31) != tile)
        late = np.zeros(1, np.bool_)
        return weigh(Task(rules, board, (tile,), late, left, to_come - 1, is_standard=True))

    for call in ("294 758", "618 653"):
        match, _ = apply(match, parse_move(rules.grid, f"call {call}"))
        thought = boards
        for tile in match.round.calls[-1]:
            best = {t: best_of(thought, t) for t in np.flatnonzero(bag).tolist()}
            values = {t: weighed.plans[0].value for t, weighed in best.items()}
            luck += values[tile.index] - fmean(values.values())
            chosen = best[tile.index]
            thought = chosen.boards.take(np.array([chosen.plans[0].row]))
            bag, to_come = bag & (np.arange(31) != tile.index), to_come - 1
        for tile in match.round.calls[-1]:
            match, _ = apply(match, Place(0, tile, legal_placements(match, 0)[0].space))
            space = next(spaces)
            match, _ = apply(match, Place(1, tile, space))
            boards = boards.put(np.zeros(1, np.intp), np.array([tile.index]), np.array([space]))
    assert luck_of(match, 1) == pytest.approx(luck, abs=0.01)
    assert luck_of(match, 0) != pytest.approx(luck, abs=0.1)
