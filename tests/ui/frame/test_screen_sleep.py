"""When the screen may sleep while the game is open."""

from __future__ import annotations

import pygame
import pytest

from game.ui.frame.screen_sleep import ScreenSleep


def test_the_screen_sleeps_unless_something_is_watched(monkeypatch: pytest.MonkeyPatch) -> None:
    allowed: list[bool] = []
    monkeypatch.setattr(pygame.display, "set_allow_screensaver", allowed.append)
    for is_moving, is_pad, expected in (
        (False, False, [(1, True)]),
        (True, False, [(1, True), (31, False), (600, True)]),
        (False, True, [(600, True)]),
    ):
        sleep, told = ScreenSleep(), list[tuple[int, bool]]()
        for second in range(700):
            # The first second is that of a touch.
            sleep.follow(1.0, is_touched=not second, is_moving=is_moving, is_pad=is_pad)
            told += [(max(1, second), one) for one in allowed]
            allowed.clear()
        # Only changes are reported to the system.
        assert told == expected


def test_each_touch_begins_the_time_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    allowed: list[bool] = []
    monkeypatch.setattr(pygame.display, "set_allow_screensaver", allowed.append)
    sleep, told = ScreenSleep(), list[tuple[int, bool]]()
    for second in range(1, 1400):
        sleep.follow(1.0, is_touched=second in (1, 500, 700), is_moving=True, is_pad=False)
        told += [(second, one) for one in allowed]
        allowed.clear()
    times = [(1, True), (32, False), (500, True), (531, False), (700, True), (731, False)]
    assert told == [*times, (1300, True)]
