"""Ends the sleep of a calm window when another thread has news for it."""

from contextlib import suppress
from typing import Final

import pygame

NEWS: Final = pygame.USEREVENT
"""The type of the event; it carries nothing and is no input."""


def wake() -> None:
    """Let the loop update its scenes in the next tick; any thread may call this.

    Without it a calm window updates every `CALM_STEP` seconds.
    """
    with suppress(pygame.error):
        pygame.event.post(pygame.event.Event(NEWS))
