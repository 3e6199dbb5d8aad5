"""The game master's reports: one round so far, and a league's standings over many tables."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace
from enum import Enum

from game.rules.deal import Calls
from game.rules.match import Match
from game.rules.match_score import bonuses_by_call, score_match
from game.rules.placement import Position
from game.rules.scoring import whole
from game.rules.tiles import Tile


class CallMark(Enum):
    """The marks of a seat's answer to one call."""

    ANSWERED = "answered"
    WAITED = "waited"
    """The call is open, and the answer has not arrived."""
    MISSED = "missed"
    TO_COME = "to-come"


@dataclass(frozen=True, slots=True)
class SeatReport:
    """One seat in one round; `lines` are its points without bonuses, `owed` its late tiles.

    `marks` has one mark for each call of a round, `bonuses` the points by call, `bonus` their sum.
    `position` is the board of the player `name` in `seat`.
    """

    seat: int
    name: str
    marks: tuple[CallMark, ...]
    bonuses: tuple[int, ...]
    position: Position
    lines: float
    bonus: int
    owed: tuple[Tile, ...]

    @property
    def total(self) -> float:
        """Points with bonuses."""
        return whole(self.lines + self.bonus)


@dataclass(frozen=True, slots=True)
class Replacement:
    """A change of player (M5): who `came` for the one who `left`, after that many calls of the
    match.
    """

    seat: int
    left: str
    came: str
    after: int


@dataclass(frozen=True, slots=True)
class RoundReport:
    """One round; `answered` has the number of seats that answered each call, `replaced` who has
    come for whom since the match began.

    `number` is from 1, of `rounds` in the match. `calls` are those made so far, of `most_calls`;
    `tiles` is the number of tiles on a full board; `seats` are the reports in seat order.
    """

    number: int
    rounds: int
    calls: Calls
    most_calls: int
    tiles: int
    answered: tuple[int, ...]
    seats: tuple[SeatReport, ...]
    replaced: tuple[Replacement, ...] = ()

    def best_first(self) -> list[tuple[int, SeatReport]]:
        """The seats with their places from 1, best first; equal totals share a place."""
        ordered = sorted(self.seats, key=lambda seat: -seat.total)
        return [(1 + sum(o.total > s.total for o in self.seats), s) for s in ordered]


def report_round(
    match: Match,
    is_open: bool,
    waited: Collection[int] = (),
    index: int = -1,
    replaced: tuple[Replacement, ...] = (),
) -> RoundReport | None:
    """Report on a round, by default the latest; None before the first.

    `is_open` if its last call can still be answered; `waited` are the seats without an answer.
    """
    if not match.rounds:
        return None
    played, rules = match.rounds[index], match.rules
    number = index % len(match.rounds) + 1
    is_open = is_open and number == len(match.rounds)
    most, last = len(rules.call_sizes), len(played.calls) - 1
    score = score_match(match).players
    bonuses = bonuses_by_call(rules, played)
    seats: list[SeatReport] = []
    for seat, state in enumerate(played.seats):
        marks: list[CallMark] = []
        for call in range(most):
            if call > last:
                mark = CallMark.TO_COME
            elif is_open and call == last:
                mark = CallMark.WAITED if seat in waited else CallMark.ANSWERED
            else:
                is_missed = call < len(state.turns) and state.turns[call].is_missed
                mark = CallMark.MISSED if is_missed else CallMark.ANSWERED
            marks.append(mark)
        earned = score[seat].rounds[number - 1]
        owed = state.owed if state.hand else ()
        if state.turns and state.turns[-1].is_missed and not is_open:
            owed = played.calls[last] if last + 1 < most else ()
        seats.append(
            SeatReport(
                seat, match.players[seat].name, tuple(marks), bonuses[seat], state.position,
                whole(earned.total - earned.bonus), earned.bonus, tuple(owed),
            )
        )  # fmt: skip
    answered = tuple(
        sum(seat.marks[call] is CallMark.ANSWERED for seat in seats) for call in range(last + 1)
    )
    tiles = len(rules.grid)
    about = (number, rules.rounds, played.calls, most, tiles, answered)
    return RoundReport(*about, tuple(seats), replaced)


@dataclass(frozen=True, slots=True)
class LeagueStanding:
    """One player of a league: matches begun and won, rounds, points with bonuses; `came_for` are
    those whose seats this one took over (M5).

    `place` is from 1, equal totals share one; `matches` are those begun, `wins` those won, `rounds`
    all rounds played; `total` is the sum of `lines` and `bonus`. `name` identifies the player.
    """

    place: int
    name: str
    matches: int
    wins: int
    rounds: int
    lines: float
    bonus: int
    total: float
    came_for: tuple[str, ...] = ()


def league_standings(
    matches: Iterable[Match], replaced: Collection[Replacement] = ()
) -> tuple[LeagueStanding, ...]:
    """Return the standings over matches and all their rounds, best first.

    Players are identified by name, so that two people need different ones. A seat counts for its
    last player. Only finished matches have winners.
    """
    sums: dict[str, LeagueStanding] = {}
    for match in matches:
        score = score_match(match)
        for seat, (player, earned) in enumerate(zip(match.players, score.players, strict=True)):
            row = sums.get(player.name, LeagueStanding(0, player.name, 0, 0, 0, 0, 0, 0))
            bonus = sum(r.bonus for r in earned.rounds)
            sums[player.name] = replace(
                row,
                matches=row.matches + 1,
                wins=row.wins + (score.is_complete and seat in score.winners),
                rounds=row.rounds + len(earned.rounds),
                lines=whole(row.lines + earned.total - bonus),
                bonus=row.bonus + bonus,
                total=whole(row.total + earned.total),
            )
    rows = sorted(sums.values(), key=lambda row: (-row.total, row.name))
    return tuple(
        replace(
            row,
            place=1 + sum(other.total > row.total for other in rows),
            came_for=tuple(dict.fromkeys(one.left for one in replaced if one.came == row.name)),
        )
        for row in rows
    )
