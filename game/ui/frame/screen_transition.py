"""The animated change from one screen to the next: the old frame drifts away over the new one.

Only the old picture is animated. The new scene has input and time at once, and any key or press
ends the animation.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import pygame

from game.ui.draw.animation import ease_out
from game.ui.frame.scene import Scene

SECONDS: Final = 0.2
_DRIFT: Final = 0.05
"""How far the old picture goes, in widths of the window."""


@dataclass(slots=True, eq=False, repr=False)
class ScreenTransition:
    """The old frame on its way: to the left (-1), to the right (1), or nowhere (0)."""

    picture: pygame.Surface
    way: int = 0
    left: float = SECONDS

    def advance(self, dt: float) -> bool:
        """Let time pass; whether it goes on."""
        self.left -= dt
        return self.left > 0

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the old picture over the new one, paler and further away as time passes."""
        share = ease_out(min(1.0, max(0.0, 1 - self.left / SECONDS)))
        alpha = round(255 * (1 - share))
        # An alpha of 255 that is set costs forty times as much as none, and looks the same.
        self.picture.set_alpha(alpha if alpha < 255 else None)
        surface.blit(self.picture, (round(self.way * share * _DRIFT * surface.get_width()), 0))


def direction_between(
    before: tuple[Scene, ...], after: tuple[Scene, ...], *, is_reduced: bool
) -> int | None:
    """Which way the old frame drifts when the open scenes change; None for no animation, where
    the new scene has an entrance of its own.

    Deeper screens come from the right, and go back there. What only lies over the same screen
    fades, and so does everything with less motion.
    """
    if not after or after[-1].has_entrance:
        return None
    if is_reduced or not before or after[-1].is_overlay or before[-1].is_overlay:
        return 0
    return 1 if len(after) < len(before) else -1
