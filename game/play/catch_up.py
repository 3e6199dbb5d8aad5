"""The events between the displayed state of a match and its current state."""

from dataclasses import replace

from game.rules.errors import IllegalMove
from game.rules.match import Match, apply
from game.rules.moves import BeginRound, Call, Event, Finish, Miss, Move, Place, TakeBack
from game.rules.seat import Seat


def catch_up(shown: Match, known: Match) -> tuple[Event, ...]:
    """Return the events that lead from `shown` to `known`, in order.

    `shown` may lack calls, turns and rounds of `known`. Placements of the open call that `known`
    lacks or has elsewhere are taken back. If no moves lead from one to the other, return ().
    """
    match = replace(shown, players=known.players)
    events: list[Event] = []

    def do(move: Move) -> None:
        nonlocal match
        match, happened = apply(match, move)
        events.extend(happened)

    try:
        for index in range(max(0, len(match.rounds) - 1), len(known.rounds)):
            goal = known.rounds[index]
            if index == len(match.rounds):
                do(BeginRound(goal.caller, goal.seed))
            first = max(0, len(match.round.calls) - 1)
            for call in range(first, len(goal.calls)):
                if call == len(match.round.calls):
                    do(Call(goal.calls[call]))
                for seat, wanted in enumerate(goal.seats):
                    if _has_answered(wanted, call):
                        for move in _moves(match.round.seats[seat], wanted, seat, call):
                            do(move)
            for seat, wanted in enumerate(goal.seats):
                if wanted.finish is not None and match.round.seats[seat].finish is None:
                    do(Finish(seat, wanted.finish))
    except IllegalMove:
        return ()
    return tuple(events)


def _has_answered(seat: Seat, call: int) -> bool:
    """Whether the seat's turn in a call (from 0) is complete."""
    is_open = call == len(seat.turns) - 1 and bool(seat.hand)
    return call < len(seat.turns) and not is_open


def _moves(shown: Seat, wanted: Seat, index: int, call: int) -> list[Move]:
    """Return the moves from the displayed turn of a seat to the wanted one."""
    turn = wanted.turns[call]
    if call < len(shown.turns) and shown.turns[call] == turn and not shown.hand:
        return []
    if turn.is_missed:
        return [Miss(index, turn.placements)]
    placed = shown.turns[call].placements if call < len(shown.turns) else ()
    back: list[Move] = [TakeBack(index) for _ in placed]
    return [*back, *(Place(index, p.tile, p.space) for p in turn.placements)]
