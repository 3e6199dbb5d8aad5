"""The owner of a match: a move is applied once and stored before anything shows it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from game.play.clock import has_left, note_left
from game.play.keeper import ALL_HERE, LocalKeeper, SeatsApart
from game.rules.errors import IllegalMove
from game.rules.match import apply
from game.rules.moves import Place
from tests.play.engines import first_legal
from tests.play.playing import ANA, BEN, sit


def test_a_move_forgets_the_seconds_left_and_nothing_else_of_the_table() -> None:
    game = sit(ANA, BEN)
    game.begin_round()
    saved: list[object] = []
    keeper = LocalKeeper(replace(game.match, meta=note_left(game.match, 0, 3)), saved.append)
    (move,) = first_legal(keeper.match, 0)
    assert keeper.perform(Place(0, move.tile, move.space))
    assert (has_left(keeper.match), keeper.match.meta) == (False, game.match.meta)
    assert saved == [keeper.match], "stored once"
    keeper.keep(game.match)
    assert saved[-1] is keeper.match is game.match


def test_a_move_is_stored_as_it_is_applied_and_a_refused_one_changes_nothing() -> None:
    begun = sit(ANA, BEN)
    begun.begin_round()
    saved: list[object] = []
    keeper = LocalKeeper(begun.match, saved.append)
    (move,) = first_legal(keeper.match, 1)
    place = Place(1, move.tile, move.space)
    after, events = apply(begun.match, place)
    assert (keeper.perform(place), keeper.match, saved) == (events, after, [after])
    with pytest.raises(IllegalMove):
        keeper.perform(place)
    assert (keeper.match, saved) == (after, [after])
    assert keeper.apart == ALL_HERE == SeatsApart(frozenset(), frozenset(), frozenset())
