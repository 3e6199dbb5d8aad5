"""A round as one seat's moves, and the round with another player in that seat."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from random import Random

from game.bots.protocol import Bot
from game.rules.deal import Calls
from game.rules.match import Match
from game.rules.placement import Placement
from game.rules.ruleset import Ruleset
from game.rules.seat import Seat, answer_next_call, choose_finish, miss_call, new_seat, place_tile


class ReplayAct(StrEnum):
    """The kinds of moments."""

    PLACED = "placed"
    MISSED = "missed"
    FINISHED = "finished"


@dataclass(frozen=True, slots=True)
class Moment:
    """One act of a seat in call `call` (from 0).

    `placements` is one placement, the game master's for a missed call, or the closing moves.
    `before` and `after` are matches of this round alone, with the calls up to this one and the
    other boards as they were at the call.
    """

    call: int
    act: ReplayAct
    placements: tuple[Placement, ...]
    before: Match
    after: Match


@dataclass(frozen=True, slots=True)
class _ReplayStep:
    call: int
    act: ReplayAct
    placements: tuple[Placement, ...]
    before: Seat
    after: Seat


def placed_moments(match: Match, round_index: int, seat: int) -> list[Moment]:
    """Return the placements of `seat` in a round, in order."""
    return [m for m in replay_seat(match, round_index, seat) if m.act is ReplayAct.PLACED]


def replay_seat(match: Match, round_index: int, seat: int) -> Iterator[Moment]:
    """Yield the acts of `seat` in a round, in order."""
    table = RoundTable(match, round_index, seat)
    played = match.rounds[round_index]
    for step in _steps(match.rules, played.calls, played.seats[seat]):
        yield Moment(
            step.call,
            step.act,
            step.placements,
            table.show(step.call, step.before),
            table.show(step.call, step.after),
        )


def play_instead(
    match: Match,
    round_index: int,
    seat: int,
    bot: Bot,
    random: Random,
    before_move: Callable[[], None] = lambda: None,
    begin: Seat | None = None,
) -> Match:
    """Return a match of the round alone, replayed by `bot` in the seat; other boards stay.

    The bot plays from the first call on, or from the seat `begin`. `before_move` is called before
    each move and may raise an exception to stop.
    """
    rules, played = match.rules, match.rounds[round_index]
    table = RoundTable(match, round_index, seat)
    state = begin or new_seat(rules)
    while state.hand or len(state.turns) < len(played.calls):
        if not state.hand:
            state = answer_next_call(state, played.calls)
            continue
        before_move()
        shown = table.show(len(state.turns) - 1, state)
        chosen = bot.choose(shown, seat, random)
        state = place_tile(rules, state, chosen.tile, chosen.space)
    if rules.has_aside and state.has_played(rules) and state.finish is None:
        shown = table.show(len(played.calls), state)
        state = choose_finish(rules, state, bot.choose_finish(shown, seat, random))
    return table.show(len(played.calls), state)


class RoundTable:
    """One round with the other seats as they were before each call."""

    def __init__(self, match: Match, round_index: int, seat: int) -> None:
        self._match = match
        self._round = match.rounds[round_index]
        self._seat = seat
        self._states = tuple(
            _by_call(match.rules, self._round.calls, other) for other in self._round.seats
        )

    def played(self, call: int) -> Seat:
        """Return the seat as it really was before call `call`; past the last call, at the end."""
        states = self._states[self._seat]
        return states[min(call, len(states) - 1)]

    def show(self, call: int, state: Seat) -> Match:
        """Return the match at call `call` with `state` in the seat; past the last call, its end."""
        seats = tuple(
            state if i == self._seat else states[min(call, len(states) - 1)]
            for i, states in enumerate(self._states)
        )
        current = replace(self._round, calls=self._round.calls[: call + 1], seats=seats)
        return Match(self._match.rules, self._match.players, (current,))


def _by_call(rules: Ruleset, calls: Calls, seat: Seat) -> list[Seat]:
    """Return the seat before each call that it answered, and its last state."""
    states = [new_seat(rules)]
    for step in _steps(rules, calls, seat):
        del states[step.call + 1 :]
        states.append(step.after)
    return [*states[: len(calls)], seat]


def _steps(rules: Ruleset, calls: Calls, seat: Seat) -> Iterator[_ReplayStep]:
    state = new_seat(rules)
    for call, turn in enumerate(seat.turns):
        state = before = answer_next_call(state, calls)
        if turn.is_missed:
            state = miss_call(rules, state)
            for p in turn.placements:
                state = place_tile(rules, state, p.tile, p.space, by_master=True)
            yield _ReplayStep(call, ReplayAct.MISSED, turn.placements, before, state)
            continue
        for p in turn.placements:
            before = state
            state = place_tile(rules, state, p.tile, p.space)
            yield _ReplayStep(call, ReplayAct.PLACED, (p,), before, state)
    if seat.finish is not None and rules.has_aside:
        after = choose_finish(rules, state, seat.finish)
        yield _ReplayStep(len(calls) - 1, ReplayAct.FINISHED, seat.finish, state, after)
