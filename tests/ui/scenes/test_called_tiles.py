"""The called tiles on a screen that calls for others."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from game.locale import Language
from game.rules.tiles import Tile
from game.ui.frame.context import Context
from game.ui.frame.preferences import change_settings
from game.ui.sound.player import Silence
from tests.play.phones import House
from tests.ui.scenes.phones_stage import begins


@pytest.mark.parametrize("is_still", [False, True])
def test_the_voice_comes_in_the_turn_and_at_once_where_nothing_moves(
    context: Context, house: House, is_still: bool
) -> None:
    change_settings(context, has_reduced_motion=is_still)
    delays: list[float] = []

    class Listener(Silence):
        def call(self, tiles: Sequence[Tile], language: Language, delay: float = 0.0) -> None:
            delays.append(delay)

    context.sound = Listener()
    begins(context).let(1.0)
    assert delays
    assert all((delay == 0) is is_still for delay in delays)
