"""A round's score as the steps of a count on paper."""

from dataclasses import dataclass, replace
from enum import Enum, auto

from game.rules.boards import Line
from game.rules.match import Match, find_departures
from game.rules.match_score import RoundScore, bonus_of, find_best_ray, gains_by_call, score_round
from game.rules.ruleset import BonusRule, RayRule
from game.rules.scoring import RAY_POINTS, whole
from game.rules.tiles import Symbol


class StepKind(Enum):
    """The kinds of steps in a count."""

    LINE = auto()
    RAY = auto()
    BEST_RAY = auto()
    BONUS = auto()
    MISSED = auto()
    LEFT = auto()


@dataclass(frozen=True, slots=True)
class CountStep:
    """One step of a count: its points and their source.

    LINE and RAY: `length` times `number`, halved where `is_late` (S1, S4, M3), on `line`.
    BEST_RAY: the 60 points or a share of them for the ray on `line` (S5).
    BONUS: for the points gained in `call`, counted from 0, or in the whole round if None (M6);
    `gain` are those points.
    Steps with 0 points explain missing ones. BEST_RAY: `holders` are the other seats that have it
    (`tie` is their line's points and this board's, if the rays are equally long). MISSED: the
    `calls` in which the game master placed `length` tiles (M4). LEFT: the `call` whose third miss
    in a row cost the player the seat (M5).

    `kind` is the step's source, `points` are what it adds. `symbol` is the ray's, None for other
    steps. `is_shared`: several seats share the ray's points.
    """

    kind: StepKind
    points: float
    line: Line | None = None
    length: int = 0
    number: int = 0
    symbol: Symbol | None = None
    is_late: bool = False
    is_shared: bool = False
    call: int | None = None
    gain: float = 0
    holders: tuple[int, ...] = ()
    tie: tuple[float, float] | None = None
    calls: tuple[int, ...] = ()


def steps_of_count(match: Match, round_index: int, seat: int) -> tuple[CountStep, ...]:
    """Return the steps of a seat's round in counting order; their points sum to its total."""
    played = match.rounds[round_index]
    scores = score_round(match.rules, played)
    score = scores[seat]
    steps = [
        CountStep(StepKind.LINE, s.points, s.line, len(s.line), s.number, is_late=s.is_late)
        for s in score.lines
    ]
    steps += [
        CountStep(StepKind.RAY, r.points, r.line, len(r.line), RAY_POINTS[r.symbol], r.symbol)
        for r in score.rays
    ]
    if match.rules.rays is RayRule.BEST_RAY:
        for symbol in Symbol:
            steps += _best_ray_steps(match, round_index, seat, symbol, scores)
    if score.bonus:
        steps += _bonus_steps(match, round_index, seat)
    return (*steps, *_miss_steps(match, round_index, seat))


def earned_steps(match: Match, round_index: int, seat: int) -> tuple[CountStep, ...]:
    """Return the steps with points in the order in which they were completed.

    All bonuses are one step; best rays and bonus, known only at the end, are the last.
    """
    steps = [step for step in steps_of_count(match, round_index, seat) if step.points]
    bonuses = [step for step in steps if step.kind is StepKind.BONUS]
    earned = [step for step in steps if step.kind is not StepKind.BONUS]
    played = match.rounds[round_index].seats[seat]
    placed = [placement.space for turn in played.turns for placement in turn.placements]
    placed += [placement.space for placement in played.finish or ()]
    when = {space: number for number, space in enumerate(placed)}

    def finished(step: CountStep) -> tuple[bool, int]:
        spaces = () if step.line is None else step.line.spaces
        is_last = step.kind is StepKind.BEST_RAY
        return is_last, max((when.get(space, -1) for space in spaces), default=-1)

    earned.sort(key=finished)
    if bonuses:
        points = whole(sum(step.points for step in bonuses))
        earned.append(replace(bonuses[0], points=points))
    return tuple(earned)


def _miss_steps(match: Match, round_index: int, seat: int) -> list[CountStep]:
    turns = match.rounds[round_index].seats[seat].turns
    missed = {call: turn for call, turn in enumerate(turns) if turn.is_missed}
    if not missed:
        return []
    tiles = sum(len(turn.placements) for turn in missed.values())
    steps = [CountStep(StepKind.MISSED, 0, length=tiles, calls=tuple(missed))]
    left = [d for d in find_departures(match) if (d.round_index, d.seat) == (round_index, seat)]
    return steps + [CountStep(StepKind.LEFT, 0, call=d.call) for d in left]


def _best_ray_steps(
    match: Match, round_index: int, seat: int, symbol: Symbol, scores: tuple[RoundScore, ...]
) -> list[CountStep]:
    shares = [s.best_sun if symbol is Symbol.SUN else s.best_moon for s in scores]
    positions = [one.position for one in match.rounds[round_index].seats]
    best = find_best_ray(match.rules.grid, positions[seat], symbol)
    if not shares[seat]:
        holders = tuple(i for i, share in enumerate(shares) if share)
        if not holders:
            return []
        nobodys = CountStep(StepKind.BEST_RAY, 0, symbol=symbol, holders=holders)
        theirs = find_best_ray(match.rules.grid, positions[holders[0]], symbol)
        if best is not None and theirs is not None and len(best.line) == len(theirs.line):
            nobodys = replace(nobodys, length=len(best.line), tie=(theirs.points, best.points))
        return [nobodys]
    assert best is not None
    is_shared = sum(1 for share in shares if share) > 1
    return [
        CountStep(
            StepKind.BEST_RAY, shares[seat], best.line, len(best.line),
            symbol=symbol, is_shared=is_shared,
        )
    ]  # fmt: skip


def _bonus_steps(match: Match, round_index: int, seat: int) -> list[CountStep]:
    gains = [gains_by_call(match.rules, s) for s in match.rounds[round_index].seats]
    if match.rules.bonus is BonusRule.GAME:
        totals = [whole(sum(g)) for g in gains]
        return [CountStep(StepKind.BONUS, bonus_of(totals, seat), gain=totals[seat])]
    steps: list[CountStep] = []
    for call, in_call in enumerate(zip(*gains, strict=True)):
        points = bonus_of(in_call, seat)
        if points:
            steps.append(CountStep(StepKind.BONUS, points, call=call, gain=in_call[seat]))
    return steps


def rank_seats(totals: list[float]) -> list[tuple[int, int]]:
    """Return (rank, seat), best first; equal totals share a rank, the next one is skipped (S6)."""
    order = sorted(range(len(totals)), key=lambda i: (-totals[i], i))
    return [(1 + sum(1 for t in totals if t > totals[i]), i) for i in order]
