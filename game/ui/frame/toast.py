"""Short news that disappear by themselves; a page gives them their place."""

from dataclasses import dataclass
from typing import Final

import pygame

from game.ui.draw.bands import SLOPE, draw_band
from game.ui.frame.context import Context
from game.ui.layout.rects import Rect

_FADE: Final = 0.16
"""Seconds in which a sentence fades."""

_LEAST: Final = 3.2
_LETTER: Final = 0.06
"""Seconds of a sentence: the least, and those of each letter."""


@dataclass(slots=True, eq=False, repr=False)
class Toast:
    """A short sentence that disappears after some seconds; most are read aloud, too."""

    context: Context
    words: str = ""
    is_bad: bool = False
    left: float = 0.0
    stays: bool = False

    def show(
        self,
        words: str,
        seconds: float = 0.0,
        *,
        is_bad: bool = False,
        stays: bool = False,
        is_silent: bool = False,
    ) -> None:
        """Show new words instead of the old ones, and read them aloud unless `is_silent`.

        They are shown for as long as reading takes, or for more `seconds`.

        With `stays` they do not fade when the player continues.
        """
        self.left = max(seconds, _LEAST, _LETTER * len(words))
        self.words, self.is_bad, self.stays = words, is_bad, stays
        if not is_silent:
            self.context.speak(words)

    def fade(self) -> None:
        """Fade the words, as the player continues."""
        if not self.stays:
            self.left = min(self.left, _FADE)

    def advance(self, dt: float) -> bool:
        """Let time pass; whether the picture changed."""
        if self.left <= 0:
            return False
        self.left = max(0.0, self.left - dt)
        # A frame is needed while it fades and when it is gone.
        return self.left < _FADE

    def expire(self, dt: float) -> bool:
        """Let time pass for words in a page; return whether they have just disappeared."""
        was_shown = self.is_shown
        self.advance(dt)
        return was_shown and not self.is_shown

    @property
    def is_shown(self) -> bool:
        """Whether there is something to read."""
        return self.left > 0 and bool(self.words)

    def draw_in(self, surface: pygame.Surface, box: Rect) -> None:
        """Draw the words in a place of their own, which they fill."""
        if not self.is_shown:
            return
        painter = self.context.painter
        p, style = painter.theme.palette, painter.theme.type.strong
        alpha = min(1.0, self.left / _FADE)
        fill = p.danger if self.is_bad else p.chosen
        if alpha > 0.5:
            draw_band(surface, painter, fill, box, "cut", start="cut")
        lean = round(box.h * SLOPE)
        inside = box.inset(max(painter.px(20), lean), min(painter.px(8), box.h // 12))
        with painter.ink_on(fill if alpha > 0.5 else None):
            painter.text_in(surface, self.words, inside, style, alpha=alpha)
