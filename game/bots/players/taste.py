"""Computers of one level are individuals: they do not copy each other's boards.

Whoever finds its board laid out as that of an equal who sits before it takes the next best
placement, if that is hardly worse: as two people of one strength part at a choice that is hard
to make, their boards part early, and stay apart by themselves. The first of a level at a table
plays as the level does. What counts is how boards were when the call came, so that it does not
matter who is quicker: the same seed is still the same game.
"""

from collections.abc import Sequence
from typing import Final

from game.bots.protocol import Worth
from game.rules.boards import BoardName
from game.rules.match import Match
from game.rules.placement import Placement

MARGIN: Final = 0.012
"""Which share of what the best is worth another may be worth less at the first call; twice as much
at the second, four times from the third on, if nothing has parted two boards by then."""


def choose_apart(worths: Sequence[Worth], match: Match, seat: int) -> Placement:
    """Return the best of `worths` (the best first), or the next best where equals have
    the same board.
    """
    state = match.round.seats[seat]
    doubles = count_doubles(match, seat)
    if not doubles or state.turns[-1].placements:
        return worths[0].placement
    # Of several tiles each may come first, and an empty classic board looks the same from either
    # side: what is worth the same is then the same plan.
    is_classic = match.rules.board is BoardName.CLASSIC
    has_twins = len(state.hand) > 1 or (is_classic and not state.position.filled)
    apart: list[Worth] = []
    for worth in worths:
        if worth.value < least_worth(worths[0].value, len(state.turns)):
            break
        if not (has_twins and apart and abs(apart[-1].value - worth.value) < 0.02):
            apart.append(worth)
    return apart[min(doubles, len(apart) - 1)].placement


def least_worth(best: float, call: int) -> float:
    """Return what a placement must be worth to part two boards at a call, counted from 1."""
    return best * (1 - MARGIN * (1, 2, 4)[min(call, 3) - 1])


def count_doubles(match: Match, seat: int) -> int:
    """Return how many computers of the same level before `seat` had its board when the
    call came.

    On the classic board, which a half turn leaves as it was, the same turned by 180 degrees too.
    """
    bot, seats = match.players[seat].bot, match.round.seats
    tiles = seats[seat].turn_start.tiles
    alike = [tiles, tiles[::-1]] if match.rules.board is BoardName.CLASSIC else [tiles]
    return sum(
        player.bot == bot is not None and state.turn_start.tiles in alike
        for player, state in zip(match.players[:seat], seats, strict=False)
    )
