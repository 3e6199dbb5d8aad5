"""Variation between computers of one level, so that they do not copy each other's boards.

A computer whose board equals that of an earlier seat of the same level takes the next best
placement if it is hardly worse. Boards then differ early and stay different. The first seat of a
level always plays the best one. The boards at the time of the call are compared, so that the order
of answers does not matter: the same seed gives the same game.
"""

from collections.abc import Sequence
from typing import Final

from game.bots.protocol import Worth
from game.rules.boards import BoardName
from game.rules.match import Match
from game.rules.placement import Placement

TASTE_MARGIN: Final = 0.012
"""Share of the best value that another placement may lose at the first call; twice as much at the
second, four times from the third on, if two boards are still equal then."""


def choose_apart(worths: Sequence[Worth], match: Match, seat: int) -> Placement:
    """Return the best of `worths` (sorted), or the next best if an equal player has the board."""
    state = match.round.seats[seat]
    doubles = count_doubles(match, seat)
    if not doubles or state.turns[-1].placements:
        return worths[0].placement
    # Equal values mean the same plan: several tiles in another order, or on an empty classic board
    # its half turn.
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
    """Return the least value of a placement that may vary a board at a call, counted from 1."""
    return best * (1 - TASTE_MARGIN * (1, 2, 4)[min(call, 3) - 1])


def count_doubles(match: Match, seat: int) -> int:
    """Return the number of computers of the same level before `seat` with its board at the call.

    On the classic board a half turn of the board counts as the same.
    """
    bot, seats = match.players[seat].bot, match.round.seats
    tiles = seats[seat].turn_start.tiles
    alike = [tiles, tiles[::-1]] if match.rules.board is BoardName.CLASSIC else [tiles]
    return sum(
        player.bot == bot is not None and state.turn_start.tiles in alike
        for player, state in zip(match.players[:seat], seats, strict=False)
    )
