"""Short news over the picture, which go away by themselves."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import pygame

from game.ui.frame.context import Context
from game.ui.layout.rects import Rect

_FADE: Final = 0.35
"""Seconds in which a sentence goes away."""


@dataclass(slots=True, eq=False, repr=False)
class Toast:
    """A short sentence that goes away by itself; it is read aloud, too."""

    context: Context
    words: str = ""
    is_bad: bool = False
    left: float = 0.0
    stays: bool = False

    def show(
        self, words: str, seconds: float = 2.6, *, is_bad: bool = False, stays: bool = False
    ) -> None:
        """Say something; it replaces what was said before. What `stays` does not make way."""
        self.words, self.left, self.is_bad, self.stays = words, seconds, is_bad, stays
        self.context.speak(words)

    def fade(self) -> None:
        """Make way: the player goes on."""
        if not self.stays:
            self.left = min(self.left, _FADE)

    def advance(self, dt: float) -> bool:
        """Let time pass; whether the picture changed."""
        if self.left <= 0:
            return False
        self.left = max(0.0, self.left - dt)
        # A frame is needed while it fades and when it is gone.
        return self.left < _FADE

    @property
    def is_shown(self) -> bool:
        """Whether there is something to read."""
        return self.left > 0 and bool(self.words)

    def draw_in(self, surface: pygame.Surface, place: Rect) -> None:
        """Draw it in a place of its own, all of which it fills."""
        if self.is_shown:
            self._draw_box(surface, place)

    def draw(self, surface: pygame.Surface, area: Rect) -> None:
        """Draw it at the foot of `area`."""
        if not self.is_shown:
            return
        painter = self.context.painter
        style = painter.theme.type.strong
        inner = min(area.w - painter.px(40), painter.px(640))
        height = painter.height_of(self.words, inner, style)
        width = min(inner, painter.text_width(self.words, style) + 2)
        box = Rect(0, 0, width + painter.px(44), height + painter.px(20))
        y = area.bottom - box.h - painter.px(8)
        self._draw_box(surface, box.moved(area.centre[0] - box.w // 2, y))

    def _draw_box(self, surface: pygame.Surface, box: Rect) -> None:
        painter = self.context.painter
        p, style = painter.theme.palette, painter.theme.type.strong
        alpha = min(1.0, self.left / _FADE)
        edge = p.bad if self.is_bad else p.accent
        if alpha > 0.5:
            painter.shadow(surface, box, painter.px(14), painter.px(14), 170)
            painter.box(surface, box, p.panel, edge, radius=painter.px(14))
        inside = box.inset(painter.px(20), min(painter.px(8), box.h // 12))
        painter.text_in(surface, self.words, inside, style, "centre", alpha=alpha)
