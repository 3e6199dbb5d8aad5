"""The animated change from one screen to the next.

The old frame drifts away over the new one, or a door's band grows over the window and shrinks to
the head of the page behind it. Only the old picture is animated. The new scene has input and time
at once, and any key or press ends the animation.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import ceil
from typing import Final, NamedTuple, Self

import pygame

from game.ui.draw.animation import ease_in_out, ease_out
from game.ui.draw.bands import MITRE
from game.ui.draw.shapes import opaque_canvas
from game.ui.frame.scene import Doorway, Scene
from game.ui.layout.rects import Rect

TRANSITION_SECONDS: Final = 0.2

_OPENING: Final = (0.16, 0.22)
_CLOSING: Final = (0.13, 0.13)
"""Seconds in which a band grows over the window, and in which it shrinks again."""

_IN: Final = 0.2
_ACROSS: Final = 0.16
"""Seconds in which a slab slides in, and in which a band slides in or either slides out."""

_DARKER: Final = 3
"""The steps in which the page below a panel becomes dark or light."""

_DRIFT: Final = 0.05
"""The drift of the old picture, in widths of the window."""

Dim = Callable[[pygame.Surface, float], None]
"""Darkens a picture by a share."""


@dataclass(slots=True, eq=False, repr=False)
class ScreenTransition:
    """The old frame drifting to the left (-1), to the right (1), or fading in place (0)."""

    picture: pygame.Surface
    way: int = 0
    left: float = TRANSITION_SECONDS

    @property
    def hides_all(self) -> bool:
        """Whether the new scene is completely covered."""
        return False

    def advance(self, dt: float, *, is_ready: bool = True) -> bool:
        """Let time pass; return whether it continues. `is_ready`: the new scene can be drawn."""
        self.left -= dt
        return self.left > 0

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the old picture over the new one, paler and further away as time passes."""
        share = ease_out(min(1.0, max(0.0, 1 - self.left / TRANSITION_SECONDS)))
        alpha = round(255 * (1 - share))
        # An alpha of 255 that is set costs forty times as much as none, and looks the same.
        self.picture.set_alpha(alpha if alpha < 255 else None)
        surface.blit(self.picture, (round(self.way * share * _DRIFT * surface.get_width()), 0))


@dataclass(slots=True, eq=False, repr=False, kw_only=True)
class DoorTransition(ScreenTransition):
    """A band of the old screen that grows over the window, and shrinks to one of the new screen."""

    first: Doorway
    second: Doorway
    seconds: tuple[float, float]

    @classmethod
    def through(cls, pair: DoorPair, picture: pygame.Surface) -> Self:
        """Return the transition through a door, `picture` being the old frame."""
        seconds = _OPENING if pair.opens else _CLOSING
        first, second, _ = pair
        return cls(picture, left=sum(seconds), first=first, second=second, seconds=seconds)

    @property
    def hides_all(self) -> bool:
        return self.left >= self.seconds[1]

    def advance(self, dt: float, *, is_ready: bool = True) -> bool:
        # The band waits over the whole window until the new scene's pictures are made.
        least = 0.0 if is_ready else self.seconds[1]
        self.left = max(least, self.left - dt)
        return self.left > 0

    def draw(self, surface: pygame.Surface) -> None:
        # The old picture is seen below the band while that grows.
        whole = Rect(0, 0, *surface.get_size())
        grows, shrinks = self.seconds
        if self.hides_all:
            surface.blit(self.picture, (0, 0))
            share = ease_out(min(1.0, 1 - (self.left - shrinks) / grows))
            before, after, colour = self.first.rect, whole, self.first.colour
        else:
            share = ease_in_out(1 - self.left / shrinks)
            before, after, colour = whole, self.second.rect, self.second.colour
        x, y, w, h = (round(a + (b - a) * share) for a, b in zip(before, after, strict=True))
        lean = round(h * MITRE) if w < whole.w else 0
        points = [(x, y), (x + w - 1 - lean, y), (x + w - 1, y + h - 1), (x, y + h - 1)]
        pygame.draw.polygon(surface, colour, points)


@dataclass(slots=True, eq=False, repr=False, kw_only=True)
class SlideTransition(ScreenTransition):
    """A panel over a page that slides in from its edge of the window, or out again.

    `area` is the window's, `picture` the old frame: while a panel comes, all of it is seen below.
    `dim` darkens a page by a share below a panel that darkens it, in a few steps.
    """

    rect: Rect
    area: Rect
    comes: bool
    seconds: float
    dim: Dim | None
    _moving: pygame.Surface | None = None

    @classmethod
    def along(cls, lay: Lying, area: Rect, picture: pygame.Surface, dim: Dim | None = None) -> Self:
        """Return the transition of a panel over a page, `picture` being the old frame."""
        rect, comes = lay
        seconds = _IN if comes and rect.h >= area.h else _ACROSS
        return cls(
            picture, left=seconds, rect=rect, area=area, comes=comes, seconds=seconds, dim=dim
        )

    def draw(self, surface: pygame.Surface) -> None:
        done = ease_out(min(1.0, max(0.0, 1 - self.left / self.seconds)))
        away, (x, y, w, h) = 1 - done if self.comes else done, self.rect
        right, foot = self.area.right, self.area.bottom
        if h < self.area.h and self.rect.bottom >= foot:
            at = (x, round(y + away * h))
        elif h >= self.area.h and self.rect.right >= right:
            at = (round(x + away * w), y)
        else:
            at = (round(x - away * w), y)
        moving = self._moving = self._moving or opaque_canvas((w, h))
        if self.comes:
            moving.blit(surface, (0, 0), self.rect)
            surface.blit(self.picture, (0, 0))
        else:
            moving.blit(self.picture, (0, 0), self.rect)
        if self.dim is not None:
            self.dim(surface, ceil((1 - away) * _DARKER) / _DARKER)
        surface.blit(moving, at)


class Lying(NamedTuple):
    """The place of a panel over a page, and whether it slides in or out."""

    rect: Rect
    comes: bool


def lying_between(
    before: tuple[Scene, ...], after: tuple[Scene, ...], was: Rect | None, now: Rect | None
) -> Lying | None:
    """Return the panel that slides in or out; None if the screens change otherwise."""
    is_over = len(after) > len(before) and after[-1].is_overlay
    if now is not None and (is_over or (was is None and after == before)):
        return Lying(now, True)
    if was is not None and (after == before[:-1] or (now is None and after == before)):
        return Lying(was, False)
    return None


class DoorPair(NamedTuple):
    """The same door in the old screen and in the new one, and whether it opens to the new one."""

    first: Doorway
    second: Doorway
    opens: bool


def door_between(before: tuple[Scene, ...], after: tuple[Scene, ...]) -> DoorPair | None:
    """Return the door by which a page was opened, or left; None without a single shared one."""
    if not before or not after or len(before) == len(after):
        return None
    if before[-1].is_overlay or after[-1].is_overlay:
        return None
    old, new = ({way.number: way for way in scene.doorways()} for scene in (before[-1], after[-1]))
    shared = old.keys() & new.keys()
    if len(shared) != 1:
        return None
    number = shared.pop()
    return DoorPair(old[number], new[number], len(after) > len(before))


def direction_between(
    before: tuple[Scene, ...], after: tuple[Scene, ...], *, is_reduced: bool
) -> int | None:
    """Return the direction in which the old frame drifts; None for a new scene with an entrance.

    Deeper screens come from the right, and go back there. Overlays fade, and so does everything
    with less motion.
    """
    if not after or after[-1].has_entrance:
        return None
    if is_reduced or not before or after[-1].is_overlay or before[-1].is_overlay:
        return 0
    return 1 if len(after) < len(before) else -1
