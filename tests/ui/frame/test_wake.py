"""The event that ends the sleep of a calm window."""

from __future__ import annotations

import pygame
import pytest

from game.ui.frame.wake import NEWS, wake


def test_news_are_one_event_and_without_a_window_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    pygame.event.clear()
    wake()
    assert [event.type for event in pygame.event.get()] == [NEWS]

    def fail(_: object) -> None:
        raise pygame.error("video system not initialized")

    monkeypatch.setattr(pygame.event, "post", fail)
    wake()
