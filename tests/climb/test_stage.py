"""An open stage: its deck, its calls, and the tiles that are swapped (K7, K19)."""

from __future__ import annotations

import pytest

from game.climb.stage import SwapTile, SwapUse, begin_climb_stage
from game.rules.errors import FormatError
from game.rules.match import Player
from game.rules.moves import Call, Place, TakeBack


def test_a_swapped_tile_comes_after_all_others() -> None:
    """K7"""
    stage = begin_climb_stage("swaps", 12, Player("Ana"))
    with pytest.raises(FormatError):
        stage.play(SwapTile(stage.deck[0]), 3)
    stage = stage.play(Call(stage.next_call), 3)
    first, second = stage.match.round.calls[-1]
    came, *rest = stage.deck
    with pytest.raises(FormatError):
        stage.play(SwapTile(came), 3)
    with pytest.raises(FormatError):
        stage.play(SwapTile(first), 0)
    swapped = stage.play(SwapTile(first), 3)
    assert swapped.match.round.calls == ((came, second),)
    assert swapped.deck == (*rest, first)
    assert swapped.swaps == (SwapUse(0, first),)
    again = swapped.play(SwapTile(came), 3).play(SwapTile(second), 3)
    assert not again.can_swap(3)
    assert len(again.swaps) == 3
    placed = swapped.play(Place(0, second, 4), 3)
    assert not placed.can_swap(3)
    back = placed.play(TakeBack(0), 3)
    assert back.can_swap(3)
    full = placed.play(Place(0, came, 5), 3)
    later = full.play(Call(full.next_call), 3)
    tile = later.match.round.calls[1][1]
    assert later.play(SwapTile(tile), 3).swaps == (SwapUse(0, first), SwapUse(1, tile))
