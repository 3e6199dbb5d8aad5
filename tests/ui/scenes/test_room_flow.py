"""The pace of a match on phones."""

from __future__ import annotations

from random import Random

from game.play.table_control import MovesApplied, TableControl
from game.play.table_game import Phase
from game.rules.moves import Placed
from game.ui.frame.context import Context
from game.ui.frame.preferences import change_settings
from game.ui.scenes.shared.room_flow import pause_on_phones, phones_flow
from tests.gallery.table import PromptEngines
from tests.play.phones import House


def test_a_phone_has_a_moment_to_take_back_before_the_next_call(context: Context) -> None:
    for pause, has_auto_call, seconds in (
        *((0.0, True, 1.2), (1.5, True, 1.5), (3.0, True, 3.0)),
        *((0.0, False, None), (3.0, False, None)),
    ):
        change_settings(context, call_pause=pause, has_auto_call=has_auto_call)
        assert pause_on_phones(context) == seconds


def test_moves_of_phones_are_shown_as_they_arrive_and_the_next_call_follows(
    context: Context,
) -> None:
    house = House("Anna", "Björn")
    game = house.begins("classic free single none")
    assert house.room.seats is not None
    context.engines = PromptEngines()
    change_settings(context, call_pause=0.0, has_auto_call=True)
    flow = phones_flow(context, house.room.seats)
    control = TableControl(game, context.engines, lambda: 0.0, flow)
    control.advance(0.1, is_moving=False)
    for phone in house.phones:
        house.room.poll()
        house.answers(phone, Random(1))
        (applied,) = control.advance(0.1, is_moving=False)
        assert isinstance(applied, MovesApplied)
        assert [type(event) for event in applied.events][:1] == [Placed]
    assert game.phase() is Phase.CALL
    # With no pause of the player's own a phone has its moment; by hand nothing is called.
    control.advance(0.1, is_moving=False)
    calls = []
    for seconds, has_auto_call in ((1.1, True), (60.0, False), (0.2, True)):
        change_settings(context, has_auto_call=has_auto_call)
        control.advance(seconds, is_moving=False)
        calls.append(len(game.match.round.calls))
    assert calls == [1, 1, 2]
