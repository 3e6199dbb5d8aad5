"""An open stage: its deck, its calls, and the tiles that are swapped (K7, K19)."""

from __future__ import annotations

import pytest

from game.climb.stage import SwapTile, SwapUse, begin_climb_stage, calls_with
from game.climb.state import deck_of
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
    replayed = calls_with(again.match.rules, deck_of("swaps", 12), again.swaps)
    assert again.match.round.calls == replayed[:1]
    placed = swapped.play(Place(0, second, 4), 3)
    assert not placed.can_swap(3)
    back = placed.play(TakeBack(0), 3)
    assert back.can_swap(3)
    full = placed.play(Place(0, came, 5), 3)
    later = full.play(Call(full.next_call), 3)
    tile = later.match.round.calls[1][1]
    assert later.play(SwapTile(tile), 3).swaps == (SwapUse(0, first), SwapUse(1, tile))


def test_a_records_calls_follow_from_its_deck_and_its_swaps() -> None:
    """K7, K19"""
    stage = begin_climb_stage("swaps", 12, Player("Ana"))
    rules, deck = stage.match.rules, deck_of("swaps", 12)
    assert stage.deck == deck
    plain = calls_with(rules, deck, ())
    assert [len(call) for call in plain] == list(rules.call_sizes)
    assert tuple(tile for call in plain for tile in call) == deck[: sum(rules.call_sizes)]
    for index, call in enumerate(plain):
        assert stage.next_call == call
        stage = stage.play(Call(call), 3)
        for place, tile in enumerate(call):
            swap = SwapTile(tile)
            assert stage.can_swap(1) is (place == 0)
            if index == 1 and place == 0:
                swapped = stage.play(swap, 1)
                assert swapped.match.round.calls == calls_with(rules, deck, swapped.swaps)[:2]
            stage = stage.play(Place(0, tile, deck.index(tile)), 3)
    assert stage.next_call == ()
    for swaps in ((SwapUse(99, deck[0]),), (SwapUse(1, plain[1][0]), SwapUse(0, plain[0][0]))):
        with pytest.raises(FormatError):
            calls_with(rules, deck, swaps)
