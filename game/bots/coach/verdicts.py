"""The verdicts of a review on single placements."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from random import Random
from typing import Final

from game.bots.coach.replay import Moment, ReplayAct, replay_seat
from game.bots.protocol import Worth
from game.rules.boards import Line
from game.rules.match import Match
from game.rules.placement import Placement
from game.rules.scoring import line_status


class Verdict(StrEnum):
    """The verdicts on a placement; values are catalogue keys."""

    BEST = "best"
    GOOD = "good"
    INACCURATE = "inaccurate"
    COSTLY = "costly"


class Cause(StrEnum):
    """The causes of a change of the expected total; values are catalogue keys.

    `TABLE` are the other boards, which decide best rays and bonuses (S5, M6).
    """

    START = "start"
    CALL = "call"
    PLACEMENT = "placement"
    MISSED = "missed"
    CLOSING = "closing"
    TABLE = "table"

    @property
    def is_luck(self) -> bool:
        """Whether the player had no influence on the change."""
        return self in (Cause.CALL, Cause.TABLE)


@dataclass(frozen=True, slots=True)
class CurvePoint:
    """The expected final total `value` after an event in `call` (-1 at the start).

    `previous` is the value before the event; 0 at the start.
    """

    call: int
    cause: Cause
    value: float
    previous: float

    @property
    def change(self) -> float:
        """The change in points; 0 at the start."""
        return 0.0 if self.cause is Cause.START else self.value - self.previous


@dataclass(frozen=True, slots=True)
class ReviewedPlacement:
    """One placement: the expected final total after it, and its `cost` against the best one.

    `choices` are all legal placements with their values, the best first. `is_rare` is the result of
    `is_rarely_found`, `seen_by` that of `who_sees_better`.

    `call` is the call's number from 0, `placement` the one made, `value` the expected final total
    in points, and `verdict` its class by cost.
    """

    call: int
    placement: Placement
    value: float
    cost: float
    verdict: Verdict
    choices: tuple[Worth, ...]
    is_rare: bool = False
    seen_by: str = ""

    @property
    def best(self) -> Worth:
        """The best choice."""
        return self.choices[0]


@dataclass(frozen=True, slots=True)
class LostLine:
    """A line that `placement` broke; `points` is the most it could have earned."""

    line: Line
    call: int
    placement: Placement
    number: int
    points: int
    filled: int


def verdict_on(cost: float) -> Verdict:
    """Return the verdict on a placement that cost `cost` points of the expected total."""
    if cost < 0.5:
        return Verdict.BEST
    if cost < 2:
        return Verdict.GOOD
    return Verdict.INACCURATE if cost < 5 else Verdict.COSTLY


def review_placement(moment: Moment, seat: int, *, deeply: bool) -> ReviewedPlacement:
    """Judge one placement against all legal ones."""
    from game.bots.judge import judge_placements

    choices = judge_placements(moment.before, seat, deeply=deeply)
    (placement,) = moment.placements
    chosen = next(
        w
        for w in choices
        if w.placement.tile == placement.tile and w.placement.space == placement.space
    )
    cost = choices[0].value - chosen.value
    verdict, is_rare = verdict_on(cost), is_rarely_found(moment, seat, chosen, choices)
    seen_by = who_sees_better(moment, seat, chosen, choices)
    return ReviewedPlacement(
        moment.call, placement, chosen.value, cost, verdict, choices, is_rare, seen_by
    )


_RARE: Final = 2.0
"""Points by which a rarely found placement must be better than every other one."""

_ORDINARY: Final = ("magpie", "beaver")
"""The levels that play like most people."""


def is_rarely_found(moment: Moment, seat: int, chosen: Worth, choices: Sequence[Worth]) -> bool:
    """Whether a placement was much better than any other and the `_ORDINARY` levels miss it.

    It takes 2 ms.
    """
    others = [one for one in choices if one.placement != chosen.placement]
    if not others or chosen.value - max(one.value for one in others) < _RARE:
        return False
    from game.bots.players.registry import make_bot

    usual = (make_bot(level).choose(moment.before, seat, Random(0)) for level in _ORDINARY)
    return all(placement != chosen.placement for placement in usual)


LESSON: Final = 3.0
"""Fewest points that a placement cost from which something can be learnt."""


def who_sees_better(moment: Moment, seat: int, chosen: Worth, choices: Sequence[Worth]) -> str:
    """Return the weakest level that regains half of a placement's cost, as all stronger ones do.

    It is `master` where no other does, and "" below `LESSON` points. It takes 5 ms in the standard
    game.
    """
    cost = choices[0].value - chosen.value
    if cost < LESSON:
        return ""
    from game.bots.players.registry import LEVELS, make_bot

    seen_by, values = LEVELS[-1], {one.placement: one.value for one in choices}
    for level in reversed(LEVELS[:-1]):
        placed = make_bot(level, is_steady=True).choose(moment.before, seat, Random(0))
        if values[placed] - chosen.value < cost / 2:
            break
        seen_by = level
    return seen_by


def find_lost_lines(match: Match, round_index: int, seat: int) -> tuple[LostLine, ...]:
    """Return the lines with two or more tiles that the seat's placements broke.

    The one with most points is the first.
    """
    lost: list[LostLine] = []
    for moment in replay_seat(match, round_index, seat):
        if moment.act is not ReplayAct.PLACED or moment.placements[0].space < 0:
            continue
        (placement,) = moment.placements
        before = moment.before.round.seats[seat].position
        after = moment.after.round.seats[seat].position
        for line in match.rules.grid.lines_through[placement.space]:
            old = line_status(line, before)
            if old.filled > 1 and old.numbers and not line_status(line, after).numbers:
                number = old.numbers[-1]
                lost.append(
                    LostLine(line, moment.call, placement, number, line.points(number), old.filled)
                )
    return tuple(sorted(lost, key=lambda x: (-x.points, x.call)))
