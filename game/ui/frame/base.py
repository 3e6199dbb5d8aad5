"""The scene that most scenes start from: it does nothing."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from game.ui.frame.context import Context
from game.ui.frame.intents import Intent
from game.ui.frame.scene import STILL, Ignored, Pulse, Scene, Transition
from game.ui.layout.rects import View

SceneMaker = Callable[[Context], Scene]
"""Builds a scene; what menus and the gallery hold."""


class BaseScene:
    """A scene that does nothing; subclasses override what they need."""

    is_overlay = False

    def __init__(self, context: Context) -> None:
        self.context = context
        self.view = context.painter.view

    def enter(self) -> None:
        """Nothing by default."""

    def leave(self) -> None:
        """Nothing by default."""

    def resize(self, view: View) -> None:
        """Remember the view."""
        self.view = view

    def handle(self, intent: Intent) -> Transition | None:
        """Ignore everything."""
        return Ignored()

    def update(self, dt: float) -> Pulse:
        """Stand still."""
        return STILL

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the quiet background."""
        self.context.painter.draw_background(surface)
