"""What a seat has to decide now, in the form the estimate computes with."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from game.bots.general.boards import Boards, boards_from
from game.bots.general.bonuses import BonusView, bonus_view
from game.bots.general.final import RAY_HOPES
from game.bots.sight import unseen_tiles
from game.rules.match import Match
from game.rules.placement import Position
from game.rules.ruleset import RayRule, Ruleset
from game.rules.scoring import find_rays, score_lines
from game.rules.standing import BEST_RAY_POINTS
from game.rules.tiles import Symbol, Tile

__all__ = ["Task", "task_of", "task_with"]


@dataclass(frozen=True)
class Task:
    """One board, the tiles to put on it now, and what may still come.

    `hand` holds tile indices, `is_late` (hand,) which of them are late (M2), `bag` (31,) the
    tiles that can still come, of which `to_come` will; `ray_worth` (4, 4) weighs best rays by
    symbol and length less 2 as the other boards stand, None where they do not count (S5);
    `bonus` is set where this call has a bonus of its own (M6). `by_network` asks for the
    networks in place of the tables where they know the rules.
    """

    rules: Ruleset
    board: Boards
    hand: tuple[int, ...]
    is_late: NDArray[np.bool_]
    bag: NDArray[np.bool_]
    to_come: int
    ray_worth: NDArray[np.float32] | None = None
    bonus: BonusView | None = None
    by_network: bool = False


def task_of(match: Match, seat: int) -> Task:
    """What the seat has in hand now."""
    state = match.round.seats[seat]
    return task_with(match, seat, state.position, state.hand, state.owed)


def task_with(
    match: Match,
    seat: int,
    position: Position,
    hand: tuple[Tile, ...],
    late: tuple[Tile, ...],
    owed: tuple[Tile, ...] = (),
) -> Task:
    """To put `hand` on `position`, of which `late` come late; `owed` tiles will follow."""
    rules = match.rules
    coming = unseen_tiles(match, seat)
    bag = np.zeros(31, dtype=np.bool_)
    bag[[t.index for t in (*coming, *owed)]] = True
    return Task(
        rules,
        boards_from(rules, [position]),
        tuple(t.index for t in hand),
        np.array([t in late for t in hand], dtype=np.bool_),
        bag,
        len(owed) + sum(rules.call_sizes[len(match.round.seats[seat].turns) :]),
        _ray_worth(match, seat) if rules.rays is RayRule.BEST_RAY else None,
        bonus_view(match, seat),
    )


def _ray_worth(match: Match, seat: int) -> NDArray[np.float32]:
    """How much of `RAY_HOPES` a best ray is still worth against the other boards (S5).

    A ray shorter than another player's finished one earns nothing; the nearer the end, the
    surer the 60 points for the longest so far.
    """
    rules = match.rules
    worth = np.ones((4, 4), dtype=np.float32)
    played = len(match.round.seats[seat].turns) / len(rules.call_sizes)
    rivals = [s.position for i, s in enumerate(match.round.seats) if i != seat]
    for row, symbol in ((1, Symbol.SUN), (2, Symbol.MOON)):
        longest = max((_longest_ray(rules, p, symbol) for p in rivals), default=0)
        for length in range(2, 6):
            hope = float(RAY_HOPES[length])
            if length < longest:
                worth[row, length - 2] = 0
            elif length == longest:
                worth[row, length - 2] = 0.5
            else:
                sure = played**6
                worth[row, length - 2] = 1 - sure + sure * BEST_RAY_POINTS / hope
    return worth


def _longest_ray(rules: Ruleset, position: Position, symbol: Symbol) -> int:
    scored = {s.line for s in score_lines(rules.grid, position)}
    rays = find_rays(rules.grid, position)
    return max((len(r.line) for r in rays if r.symbol is symbol and r.line in scored), default=0)
