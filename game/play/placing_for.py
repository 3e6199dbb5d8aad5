"""The moves of a seat that a computer plays for a call: its own, or for a player who missed it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from game.rules.match import Match, apply
from game.rules.moves import Finish, Miss, Move, Place
from game.rules.placement import Placement
from game.rules.ruleset import CallRule

Choose: TypeAlias = Callable[[Match, int], tuple[Placement, ...]]
"""Returns a computer's next placement, or its closing moves once its hand is empty."""


def place_for(
    match: Match,
    seat: int,
    choose: Choose,
    owe: Choose | None = None,
    tried: tuple[Placement, ...] = (),
) -> tuple[Move, ...]:
    """Return all moves of a seat in the open call, the closing moves after the last (P6).

    With `owe`, the game master's placements, the player has missed the call: by post it is missed
    (M4), else a computer places in full value (V4). `tried` are the closing moves of a player who
    has placed every tile and missed the end alone.
    """
    rules, moves = match.rules, list[Move]()

    def make(move: Move) -> None:
        nonlocal match
        match, _ = apply(match, move)
        moves.append(move)

    has_placed = not match.round.seats[seat].hand
    if owe is not None and rules.call is CallRule.MAIL and not has_placed:
        make(Miss(seat, owe(match, seat)))
    else:
        while match.round.seats[seat].hand:
            (chosen,) = choose(match, seat)
            make(Place(seat, chosen.tile, chosen.space))
    is_last = len(match.round.calls) == len(rules.call_sizes)
    if rules.has_aside and is_last and not match.round.seats[seat].is_done(rules):
        make(Finish(seat, tried if has_placed else choose(match, seat)))
    return tuple(moves)
