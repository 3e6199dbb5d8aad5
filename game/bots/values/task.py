"""A seat's decision as the input of the estimate."""

from dataclasses import dataclass
from math import exp

import numpy as np

from game.bots.arrays import Bools, Float32s
from game.bots.protocol import unseen_tiles
from game.bots.values.boards import Boards, boards_from
from game.bots.values.final import RAY_HOPES
from game.rules.match import Match
from game.rules.match_score import BEST_RAY_POINTS, BONUS_POINTS, bonus_of, gains_by_call
from game.rules.placement import Position
from game.rules.ruleset import BonusRule, RayRule, Ruleset
from game.rules.scoring import find_rays, score_lines, score_position
from game.rules.tiles import Symbol, Tile


@dataclass(frozen=True, slots=True)
class BonusView:
    """A call's bonuses as a seat sees them.

    `banked` are the bonuses of earlier calls, `before` the board's points at this call's start,
    `known` the points that others have gained in it, `unknown` the number of open seats, each with
    the probability `scoring` of gaining any. `hope` is the later bonus for each point to come;
    lines completed now earn no later bonus.
    """

    banked: float
    before: float
    known: tuple[float, ...]
    unknown: int
    scoring: float
    hope: float = 0.0

    def expected(self, gain: float) -> float:
        """Return the expected bonus of this call for a gain of `gain` points."""
        if gain <= 0:
            return 0.0
        above = {g for g in self.known if g > gain}
        if len(above) > 1:
            return 0.0
        beaten = 1 - self.scoring * exp(-gain / MEAN_GAIN)
        # Probability that none, or exactly one, of the open seats gains more.
        none = beaten**self.unknown
        one = self.unknown * (1 - beaten) * beaten ** max(0, self.unknown - 1)
        first, second = BONUS_POINTS
        return second * none if above else first * none + second * one


MEAN_GAIN = 30.0
"""Mean points of a seat that gains any in a call, roughly."""

LATER = 0.3
"""Bonus points of all seats for each point to come: 0.15 for each of two seats (measured)."""


@dataclass(frozen=True)
class Task:
    """One board, the tiles to place on it now, and the bag.

    `hand` has tile indices, `is_late` (hand,) marks the late ones (M2), `bag` (31,) the tiles that
    can still be called, of which `to_come` will be. `ray_worth` (4, 28) weights best rays by symbol
    and length against the other boards, None if they do not count (S5); `bonus` is set if this
    call has its own bonus (M6). `is_standard` prefers the standard game's network if it knows the
    rules; `is_blind` ignores that lines compete for tiles.

    `rules` are the ruleset; `board` has one row.
    """

    rules: Ruleset
    board: Boards
    hand: tuple[int, ...]
    is_late: Bools
    bag: Bools
    to_come: int
    ray_worth: Float32s | None = None
    bonus: BonusView | None = None
    is_standard: bool = False
    is_blind: bool = False


def task_of(match: Match, seat: int) -> Task:
    """Return the task of a seat's current hand."""
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
    """Return the task to place `hand` on `position`; `late` tiles are late, `owed` ones follow."""
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


def _ray_worth(match: Match, seat: int) -> Float32s:
    """Return the factors of `RAY_HOPES` for best rays against the other boards (S5).

    A ray shorter than another player's finished one earns nothing; towards the end, the longest so
    far gets surer of its 60 points.
    """
    rules = match.rules
    worth = np.ones((4, len(RAY_HOPES)), dtype=np.float32)
    played = len(match.round.seats[seat].turns) / len(rules.call_sizes)
    rivals = [s.position for i, s in enumerate(match.round.seats) if i != seat]
    for row, symbol in ((1, Symbol.SUN), (2, Symbol.MOON)):
        longest = max((_longest_ray(rules, p, symbol) for p in rivals), default=0)
        for length in {len(line) for line in rules.grid.lines}:
            hope = float(RAY_HOPES[length])
            if length < longest:
                worth[row, length] = 0
            elif length == longest:
                worth[row, length] = 0.5
            else:
                sure = played**6
                worth[row, length] = 1 - sure + sure * BEST_RAY_POINTS / hope
    return worth


def _longest_ray(rules: Ruleset, position: Position, symbol: Symbol) -> int:
    scored = {s.line for s in score_lines(rules.grid, position)}
    rays = find_rays(rules.grid, position)
    return max((len(r.line) for r in rays if r.symbol is symbol and r.line in scored), default=0)


def bonus_view(match: Match, seat: int) -> BonusView | None:
    """Return the bonuses of the call that the seat answers; None if calls have none."""
    rules = match.rules
    seats = match.round.seats
    if rules.bonus is not BonusRule.CALL or len(seats) < 2 or not seats[seat].turns:
        return None
    call = len(seats[seat].turns) - 1
    gains = [gains_by_call(rules, s) for s in seats]
    banked = sum(bonus_of([g[i] for g in gains], seat) for i in range(call))
    others = [i for i in range(len(seats)) if i != seat]
    answered = [i for i in others if len(seats[i].turns) > call and not seats[i].hand]
    return BonusView(
        banked,
        score_position(rules, seats[seat].turn_start).total,
        tuple(gains[i][call] for i in answered),
        len(others) - len(answered),
        min(0.85, (call / (len(rules.call_sizes) - 1)) ** 1.5),
        LATER / len(seats) if call + 1 < len(rules.call_sizes) else 0.0,
    )
