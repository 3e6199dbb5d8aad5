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

    def draw(self, surface: pygame.Surface, area: Rect, *, is_high: bool = False) -> None:
        """Draw it at the foot of `area`, or at its head."""
        if self.left <= 0 or not self.words:
            return
        painter = self.context.painter
        p = painter.theme.palette
        style = painter.theme.type.strong
        inner = min(area.w - painter.px(40), painter.px(640))
        height = painter.height_of(self.words, inner, style)
        width = min(inner, painter.text_width(self.words, style) + 2)
        box = Rect(0, 0, width + painter.px(44), height + painter.px(20))
        y = area.y + painter.px(4) if is_high else area.bottom - box.h - painter.px(8)
        box = box.moved(area.centre[0] - box.w // 2, y)
        alpha = min(1.0, self.left / _FADE)
        edge = p.bad if self.is_bad else p.accent
        if alpha > 0.5:
            painter.shadow(surface, box, painter.px(14), painter.px(14), 170)
            painter.box(surface, box, p.panel, edge, radius=painter.px(14))
        inside = box.inset(painter.px(20), painter.px(8))
        painter.text_in(surface, self.words, inside, style, "centre", alpha=alpha)
