"""The sentences for the state of a room."""

from __future__ import annotations

from random import Random

from game.locale import write_clock
from game.ui.frame.context import Context
from game.ui.frame.preferences import change_settings
from game.ui.scenes.phones.calling import CallingScene
from game.ui.scenes.shared.room_flow import pause_on_phones
from game.ui.scenes.shared.room_words import gone_words, player_words, waiting_words
from tests.play.phones import House
from tests.ui.scenes.phones_stage import begins


def test_a_phone_has_a_moment_to_take_back_and_a_room_says_who_is_awaited(
    context: Context, house: House
) -> None:
    for pause, has_auto_call, seconds in ((0.0, True, 1.2), (3.0, True, 3.0), (3.0, False, None)):
        change_settings(context, call_pause=pause, has_auto_call=has_auto_call)
        assert pause_on_phones(context) == seconds
    stage = begins(context)
    stage.let(0.5)
    assert isinstance(stage.top, CallingScene)
    game = house.room.seats.game  # type: ignore[union-attr]
    assert [player_words(context, house.room, game, seat) for seat in (0, 1)] == [
        context.text("room.is_awaited", name=name) for name in ("Anna", "Björn")
    ]
    house.goes(house.phones[1])
    away = context.text("room.is_away", name="Björn")
    assert player_words(context, house.room, game, 1) == away
    assert gone_words(context, house.room, game) == context.text("room.waits_gone", name="Björn")
    awaited = context.text("room.waits", names="Anna and Björn")
    assert waiting_words(context, game, None) == awaited
    assert waiting_words(context, game, 9.0) == f"{awaited} · {write_clock(9.0)}"
    house.answers(house.phones[0], Random(4))
    placed = context.text("room.has_placed", name="Anna")
    assert player_words(context, house.room, game, 0) == placed
