"""Decides when the screen may sleep and lock while the game is open."""

from typing import Final

from game.ui.frame.window import keep_screen_awake

_UNTOUCHED: Final = 30.0
"""Seconds without input after which a moving screen is kept awake: none sleeps earlier."""

_AWAKE_FOR: Final = 600.0
"""Seconds without input after which the screen may sleep even if it moves."""


class ScreenSleep:
    """Keeps the screen awake while a clock or a count moves that is watched without a touch, and
    while a gamepad is held, which systems do not count as input; for ten minutes at most.
    """

    def __init__(self) -> None:
        self._untouched_for = 0.0
        # As SDL begins.
        self._is_awake = True

    def follow(self, seconds: float, *, is_touched: bool, is_moving: bool, is_pad: bool) -> None:
        """Let time pass, and pass a change on to the system."""
        self._untouched_for = 0.0 if is_touched else self._untouched_for + seconds
        is_watched = is_moving and self._untouched_for > _UNTOUCHED
        is_awake = (is_watched or is_pad) and self._untouched_for < _AWAKE_FOR
        if is_awake is not self._is_awake:
            self._is_awake = is_awake
            keep_screen_awake(is_awake)
