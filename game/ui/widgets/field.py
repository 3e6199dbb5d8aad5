"""A field for names and codes."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from game.ui.draw.painter import Painter
from game.ui.frame.bindings import Action
from game.ui.frame.intents import Command, Intent, PointerPressed, Typed
from game.ui.widgets.base import UNUSED, USED, Answer, Outcome, Widget, Words, say

_BLINK = 0.53


class TextField(Widget):
    """One line of text. Enter calls `on_enter`, every change `on_change`."""

    def __init__(
        self,
        text: str = "",
        on_change: Callable[[str], Answer] = lambda text: None,
        *,
        placeholder: Words = "",
        max_length: int = 24,
        on_enter: Callable[[str], Answer] | None = None,
        paste: Callable[[], str] = lambda: "",
        tooltip: Words = "",
    ) -> None:
        super().__init__(tooltip=tooltip)
        self.text = text
        self.placeholder = placeholder
        self.max_length = max_length
        self.caret = len(text)
        self._on_change = on_change
        self._on_enter = on_enter
        self._paste = paste
        self._blink = 0.0

    @property
    def wants_text(self) -> bool:
        """Always."""
        return True

    def measure(self, painter: Painter) -> tuple[int, int]:
        """A comfortable width."""
        return painter.px(240), painter.px(painter.theme.control_height)

    def handle(self, intent: Intent) -> Outcome:
        """Edit."""
        match intent:
            case Typed(text):
                return self._insert(text)
            case Command(Action.PASTE):
                return self._insert(self._paste())
            case Command(key="backspace"):
                return self._delete(self.caret - 1, self.caret)
            case Command(key="delete"):
                return self._delete(self.caret, self.caret + 1)
            case Command(key="left") if self.caret > 0:
                self.caret -= 1
            case Command(key="right") if self.caret < len(self.text):
                self.caret += 1
            case Command(key="home"):
                self.caret = 0
            case Command(key="end"):
                self.caret = len(self.text)
            case Command(Action.CONFIRM, text="") | Command(key="return" | "enter"):
                if self._on_enter is None:
                    return UNUSED
                return Outcome(True, self._on_enter(self.text))
            case PointerPressed():
                self.caret = len(self.text)
            case _:
                return UNUSED
        self._blink = 0.0
        return USED

    def _insert(self, text: str) -> Outcome:
        room = self.max_length - len(self.text)
        text = "".join(c for c in text if c.isprintable())[: max(0, room)]
        self.text = self.text[: self.caret] + text + self.text[self.caret :]
        self.caret += len(text)
        self._blink = 0.0
        return Outcome(True, self._on_change(self.text) if text else None)

    def _delete(self, start: int, end: int) -> Outcome:
        if start < 0 or end > len(self.text):
            return USED
        self.text = self.text[:start] + self.text[end:]
        self.caret = start
        self._blink = 0.0
        return Outcome(True, self._on_change(self.text))

    def update(self, dt: float) -> bool:
        """Blink the caret while focused."""
        if not self.is_focused:
            return False
        was_lit = self._blink % (2 * _BLINK) < _BLINK
        self._blink += dt
        return was_lit != (self._blink % (2 * _BLINK) < _BLINK)

    def draw(self, surface: pygame.Surface, painter: Painter) -> None:
        """Draw the well, the text and the caret; long text scrolls to keep the caret in sight."""
        p = painter.theme.palette
        edge = p.accent if self.is_focused else p.raised_edge if self.is_hovered else p.panel_edge
        painter.box(surface, self.rect, p.sunken, edge)
        inner = self.rect.inset(painter.px(14), painter.px(4))
        style = painter.theme.type.strong
        old_clip = surface.get_clip()
        surface.set_clip(pygame.Rect(inner).clip(old_clip))
        before = painter.text_width(self.text[: self.caret], style)
        shift = max(0, before + painter.px(3) - inner.w)
        middle = inner.centre[1]
        if self.text:
            painter.text(surface, self.text, (inner.x - shift, middle), style)
        elif say(self.placeholder):
            painter.text_in(
                surface,
                say(self.placeholder),
                inner,
                painter.theme.type.body.coloured(p.ink_muted),
                max_lines=1,
            )
        if self.is_focused and self._blink % (2 * _BLINK) < _BLINK:
            height = painter.px(22)
            x = inner.x + before - shift
            surface.fill(p.accent, (x, middle - height // 2, painter.px(2), height))
        surface.set_clip(old_clip)
        if self.shows_focus:
            painter.focus_ring(surface, self.rect)
