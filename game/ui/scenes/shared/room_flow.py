"""The continuation of a match on phones, with a player at the big screen or without."""

from functools import partial
from typing import Final

from game.play.phones import PhoneSeats
from game.play.table_control import MatchFlow
from game.ui.frame.context import Context

_LEAST_PAUSE: Final = 1.2
"""Seconds after the last placement in which a phone can still take it back."""


def pause_on_phones(context: Context) -> float | None:
    """Return the seconds before the next call; None where the screen calls by hand."""
    pause = context.preferences.pause_between_calls
    return None if pause is None else max(_LEAST_PAUSE, pause)


def phones_flow(context: Context, seats: PhoneSeats) -> MatchFlow:
    """Return the flow of a match on phones, which shows their moves as they arrive."""
    arrived = lambda dt: seats.take_events(dt, context.engines)  # noqa: E731
    return MatchFlow(partial(pause_on_phones, context), arrived)
