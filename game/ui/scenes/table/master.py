"""The game master's placements (M4)."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from game.bots.registry import make_bot
from game.rules.match import Match
from game.rules.placement import Placement
from game.rules.seat import Turn, place_tile
from game.rules.tiles import Tile

__all__ = ["master_placements"]


def master_placements(match: Match, seat: int, tiles: tuple[Tile, ...]) -> tuple[Placement, ...]:
    """Where the game master puts `tiles` on the seat's board as it was before this call.

    Each tile is placed as well as the line-builder can; the result is legal in its order.
    """
    current = match.round
    state = current.seats[seat]
    state = replace(
        state,
        position=state.turn_start,
        turns=(*state.turns[:-1], Turn()),
        hand=tiles,
    )
    bot = make_bot("greedy")
    placements: list[Placement] = []
    while state.hand:
        seats = (*current.seats[:seat], state, *current.seats[seat + 1 :])
        shown = replace(match, rounds=(*match.rounds[:-1], replace(current, seats=seats)))
        choice = bot.choose(shown, seat, Random(0))
        placements.append(choice)
        state = place_tile(match.rules, state, choice.tile, choice.space, by_master=True)
    return tuple(placements)
