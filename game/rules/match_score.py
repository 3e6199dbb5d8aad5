"""The scores of a match: best rays, league bonuses, totals, winners (S5-S7, M6).

An unfinished match is scored as if it ended now.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from game.rules.boards import Board
from game.rules.match import Match, Round
from game.rules.placement import ASIDE_INDEX, Position
from game.rules.ruleset import BonusRule, RayRule, Ruleset
from game.rules.scoring import (
    ScoredLine,
    ScoredRay,
    find_rays,
    score_lines,
    score_position,
    whole,
)
from game.rules.seat import Seat
from game.rules.tiles import Symbol

BEST_RAY_POINTS: Final = 60
"""Points of the best sun ray and of the best moon ray (S5)."""

BONUS_POINTS: Final = (10, 5)
"""Bonus points for the highest and the second highest gain (M6)."""


@dataclass(frozen=True, slots=True)
class RoundScore:
    """One player's score of a round; `total` includes best rays and `bonus`."""

    lines: tuple[ScoredLine, ...]
    rays: tuple[ScoredRay, ...]
    best_sun: int
    best_moon: int
    bonus: int
    total: float


@dataclass(frozen=True, slots=True)
class PlayerScore:
    """One player's rounds in order and their sum (S7)."""

    rounds: tuple[RoundScore, ...]
    total: float


@dataclass(frozen=True, slots=True)
class MatchScore:
    """Players in seat order; `winners` are the seats with the highest total (S6)."""

    players: tuple[PlayerScore, ...]
    winners: tuple[int, ...]
    is_complete: bool


def has_own_totals(rules: Ruleset) -> bool:
    """Whether no other player's board affects a total, so that a best possible one exists."""
    return rules.rays is not RayRule.BEST_RAY and rules.bonus is None


def score_match(match: Match) -> MatchScore:
    """Compute all scores of a match, finished or not."""
    by_round = [score_round(match.rules, played) for played in match.rounds]
    players: list[PlayerScore] = []
    for seat in range(len(match.players)):
        rounds = tuple(scores[seat] for scores in by_round)
        players.append(PlayerScore(rounds, whole(sum(r.total for r in rounds))))
    best = max(p.total for p in players)
    winners = tuple(i for i, p in enumerate(players) if p.total == best)
    return MatchScore(tuple(players), winners, match.is_complete)


def score_round(rules: Ruleset, played: Round) -> tuple[RoundScore, ...]:
    """Compute the scores of one round, in seat order."""
    boards = [score_position(rules, seat.position) for seat in played.seats]
    suns = moons = bonuses = (0,) * len(boards)
    if rules.rays is RayRule.BEST_RAY:
        positions = [seat.position for seat in played.seats]
        suns = share_best_ray(rules, positions, Symbol.SUN)
        moons = share_best_ray(rules, positions, Symbol.MOON)
    if rules.bonus is not None:
        bonuses = tuple(map(sum, bonuses_by_call(rules, played)))
    return tuple(
        RoundScore(b.lines, b.rays, sun, moon, bonus, whole(b.total + sun + moon + bonus))
        for b, sun, moon, bonus in zip(boards, suns, moons, bonuses, strict=True)
    )


def share_best_ray(
    rules: Ruleset, positions: Sequence[Position], symbol: Symbol
) -> tuple[int, ...]:
    """Return each board's share of the 60 points for `symbol` (S5)."""
    rays = [find_best_ray(rules.grid, position, symbol) for position in positions]
    best = [(len(ray.line), ray.points) if ray else (0, 0) for ray in rays]
    top = max(best)
    if top[0] == 0:
        return (0,) * len(best)
    # Up to six players share 60 points (V6): always whole.
    share = BEST_RAY_POINTS // best.count(top)
    return tuple(share if ray == top else 0 for ray in best)


def find_best_ray(board: Board, position: Position, symbol: Symbol) -> ScoredLine | None:
    """Return the longest scoring line of a board that is also a ray of `symbol`, or None (S5).

    Of equally long lines the one with the most points wins.
    """
    rays = {ray.line for ray in find_rays(board, position) if ray.symbol is symbol}
    scored = (line for line in score_lines(board, position) if line.line in rays)
    return max(scored, key=lambda line: (len(line.line), line.points), default=None)


def bonuses_by_call(rules: Ruleset, played: Round) -> tuple[tuple[int, ...], ...]:
    """Return for each seat its bonus in each call of a full round (M6).

    A bonus for the whole round is in the last call's entry.
    """
    gains = [gains_by_call(rules, seat) for seat in played.seats]
    calls = len(rules.call_sizes)
    if rules.bonus is BonusRule.GAME:
        gains = [(0,) * (calls - 1) + (sum(seat_gains),) for seat_gains in gains]
    if rules.bonus is None or len(gains) < 2:
        return ((0,) * calls,) * len(gains)
    by_call = list(zip(*gains, strict=True))
    return tuple(tuple(bonus_of(g, seat) for g in by_call) for seat in range(len(gains)))


def bonus_of(gains: Sequence[float], seat: int) -> int:
    """Return the bonus of a seat from the `gains` of all seats (M6).

    The highest and the second highest gain earn one; equal gains earn the same.
    """
    places = sorted({gain for gain in gains if gain > 0}, reverse=True)[: len(BONUS_POINTS)]
    return BONUS_POINTS[places.index(gains[seat])] if gains[seat] in places else 0


def gains_by_call(rules: Ruleset, seat: Seat) -> tuple[float, ...]:
    """Return the points of the lines and rays completed in each call of a full round (M6).

    Calls to come have 0. A line belongs to the call in which its last tile was placed; closing
    moves belong to the last call.
    """
    gains: list[float] = [0] * len(rules.call_sizes)
    placed_in: dict[int, int] = {}
    for call, turn in enumerate(seat.turns):
        for p in turn.placements:
            if p.space != ASIDE_INDEX:
                placed_in[p.space] = call
    for p in seat.finish or ():
        placed_in[p.space] = len(gains) - 1
    score = score_position(rules, seat.position)
    earned = [(s.line, s.points) for s in score.lines] + [(r.line, r.points) for r in score.rays]
    for line, points in earned:
        gains[max(placed_in[i] for i in line.spaces)] += points
    return tuple(gains)
