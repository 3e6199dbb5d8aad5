"""The effects of a placement on the lines through its space, as reasons for or against it."""

from dataclasses import dataclass
from enum import StrEnum

from game.bots.protocol import unseen_tiles
from game.rules.boards import Line
from game.rules.match import Match
from game.rules.placement import ASIDE_INDEX, Placement, Position, put_unchecked
from game.rules.ruleset import RayRule, Ruleset
from game.rules.scoring import (
    LineState,
    LineStatus,
    line_bits,
    line_status,
    ray_points,
    score_line,
    score_with,
    whole,
)
from game.rules.tiles import NUMBERS, Symbol, Tile


class ReasonKind(StrEnum):
    """The effects on a line; values are catalogue keys."""

    COMPLETES = "completes"
    CONTINUES = "continues"
    STARTS = "starts"
    CANNOT_FINISH = "cannot-finish"
    KILLS = "kills"
    ALREADY_DEAD = "already-dead"
    COMPLETES_RAY = "completes-ray"
    CONTINUES_RAY = "continues-ray"
    BREAKS_RAY = "breaks-ray"
    SETS_ASIDE = "sets-aside"


@dataclass(frozen=True, slots=True)
class Reason:
    """One effect of a placement.

    `line` is None for `SETS_ASIDE` alone. `number` is the line's number (the highest still
    possible), `points` the points that the line or ray earns, could earn, or could have earned. An
    open line needs `needed` more tiles; `remaining` tiles that fit it can still be called or are in
    hand. `symbol` is set for rays.

    `kind` is the sort of effect.
    """

    kind: ReasonKind
    line: Line | None = None
    number: int | None = None
    points: float = 0
    needed: int = 0
    remaining: int = 0
    symbol: Symbol | None = None

    def __str__(self) -> str:
        """Return an English clause, such as `breaks a1-a3 as a line of 9: 27 points`."""
        if self.line is None:
            return "sets the tile aside"
        role = f"ray of {self.symbol.value}s" if self.symbol else f"line of {self.number}"
        words = f"{_VERBS[self.kind]} {'-'.join(self.line.ends)}"
        if self.kind is ReasonKind.ALREADY_DEAD:
            return words
        words += f" as a {role}: {whole(self.points)} points"
        return f"{words}; needs {self.needed}, {self.remaining} left" if self.needed else words


def reasons_for(match: Match, seat: int, placement: Placement) -> tuple[Reason, ...]:
    """Return the effects of a placement, the most important first.

    Lines that break or are completed come first, then more points precede fewer, then losses
    gains. Where there are such lines, those that are begun or continued are left out: they are not
    the cause of the placement's value.
    """
    rules = match.rules
    state = match.round.seats[seat]
    if placement.space == ASIDE_INDEX:
        return (Reason(ReasonKind.SETS_ASIDE),)
    before = state.position
    after = put_unchecked(before, placement.tile, placement.space, placement.tile in state.owed)
    left = (*unseen_tiles(match, seat), *(t for t in state.hand if t is not placement.tile))
    reasons: list[Reason] = []
    for line in rules.grid.lines_through[placement.space]:
        reasons.append(_line_reason(line, before, after, left))
        if rules.rays is not RayRule.NONE:
            ray = _ray_reason(rules, line, before, after, left)
            if ray is not None:
                reasons.append(ray)
    if any(reason.kind in _SETTLED for reason in reasons):
        reasons = [reason for reason in reasons if reason.kind not in _HOPED]
    return tuple(sorted(reasons, key=lambda r: (_rank(r.kind), -r.points, r.kind not in LOSSES)))


LOSSES = frozenset({ReasonKind.KILLS, ReasonKind.BREAKS_RAY, ReasonKind.CANNOT_FINISH})
"""The kinds that are reasons against a placement."""

_SETTLED = (
    ReasonKind.KILLS,
    ReasonKind.COMPLETES,
    ReasonKind.BREAKS_RAY,
    ReasonKind.COMPLETES_RAY,
)
_HOPED = (ReasonKind.CONTINUES, ReasonKind.CONTINUES_RAY, ReasonKind.STARTS)
_POSSIBLE = (ReasonKind.CANNOT_FINISH, *_HOPED)


def _rank(kind: ReasonKind) -> int:
    if kind in _SETTLED:
        return 0
    return 1 + (_POSSIBLE.index(kind) if kind in _POSSIBLE else len(_POSSIBLE))


_VERBS = {kind: kind.value.removesuffix("-ray").replace("-", " ") for kind in ReasonKind} | {
    ReasonKind.KILLS: "breaks",
    ReasonKind.ALREADY_DEAD: "lies on the broken line",
}


def _line_reason(line: Line, before: Position, after: Position, left: tuple[Tile, ...]) -> Reason:
    old, new = line_status(line, before), line_status(line, after)
    if not line_bits(line, before):
        return Reason(ReasonKind.ALREADY_DEAD, line)
    if new.state is LineState.DEAD:
        kind = ReasonKind.KILLS
        return Reason(kind, line, old.numbers[-1], points_if_finished(line, old, before))
    if _is_full(line, after):
        scored = score_line(line, after)
        return Reason(ReasonKind.COMPLETES, line, scored.number, scored.points)
    number, remaining = _likeliest(line, new, left)
    needed = len(line) - new.filled
    kind = ReasonKind.STARTS if old.state is LineState.EMPTY else ReasonKind.CONTINUES
    if remaining < needed:
        kind = ReasonKind.CANNOT_FINISH
    points = points_if_finished(line, new, after, number)
    return Reason(kind, line, number, points, needed, remaining)


def _is_full(line: Line, position: Position) -> bool:
    return position.filled & line.mask == line.mask


def _likeliest(line: Line, status: LineStatus, left: tuple[Tile, ...]) -> tuple[int, int]:
    """Return the line's number with most tiles left, and the number of these tiles."""
    choices: list[tuple[int, int]] = []
    for index, number in enumerate(NUMBERS[line.direction]):
        if number in status.numbers:
            fitting = sum(1 for tile in left if tile.masks[line.axis] >> index & 1)
            choices.append((fitting, number))
    remaining, number = max(choices)
    return number, remaining


def points_if_finished(
    line: Line, status: LineStatus, position: Position, number: int | None = None
) -> float:
    """Return the points of the completed line, halved by a late tile (M3)."""
    return score_with(line, number or status.numbers[-1], position).points


def _ray_reason(
    rules: Ruleset, line: Line, before: Position, after: Position, left: tuple[Tile, ...]
) -> Reason | None:
    """Return the effect on the line as a ray (S4, S5); None if it could not become one."""
    old, new = line_status(line, before), line_status(line, after)
    counts = rules.rays is RayRule.RAYS

    def worth(symbol: Symbol) -> float:
        return ray_points(line, symbol) if counts else 0

    if new.symbol is None:
        if old.symbol is None or old.filled < 2:
            return None
        return Reason(ReasonKind.BREAKS_RAY, line, points=worth(old.symbol), symbol=old.symbol)
    if _is_full(line, after):
        if not counts and not line_bits(line, after):
            return None
        return Reason(ReasonKind.COMPLETES_RAY, line, points=worth(new.symbol), symbol=new.symbol)
    if new.filled < 2:
        return None
    remaining = sum(1 for tile in left if tile.symbol is new.symbol)
    return Reason(
        ReasonKind.CONTINUES_RAY,
        line,
        points=worth(new.symbol),
        needed=len(line) - new.filled,
        remaining=remaining,
        symbol=new.symbol,
    )
