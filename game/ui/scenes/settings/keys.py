"""The list of keys: what can be done at the table, and with which keys."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import pygame

from game.ui.draw.painter import Painter
from game.ui.frame.bindings import DEFAULT_BINDINGS, Action
from game.ui.layout.rects import Rect
from game.ui.scenes.shared.names import key_name
from game.ui.widgets import Widget

if TYPE_CHECKING:
    from game.ui.frame.context import Context


KEYS: Final = (
    ("move", Action.UP),
    ("confirm", Action.CONFIRM),
    ("take_back", Action.TAKE_BACK),
    ("next_call", Action.NEXT_CALL),
    ("next_tile", Action.NEXT_TILE),
    ("restart", Action.RESTART),
    ("new_deal", Action.NEW_DEAL),
    ("give_up", Action.GIVE_UP),
    ("coach", Action.COACH),
    ("help", Action.HELP),
    ("copy", Action.COPY),
    ("mute", Action.MUTE),
    ("fullscreen", Action.FULLSCREEN),
    ("cancel", Action.CANCEL),
    ("quit", Action.QUIT),
)
"""The words under `settings.action` and what is bound to them, in the order of the list."""


class KeyCaps(Widget):
    """The keys of an action as caps."""

    is_focusable = False

    def __init__(self, context: Context, action: Action) -> None:
        super().__init__()
        self._context = context
        self._action = action

    def draw(self, surface: pygame.Surface, painter: Painter) -> None:
        """The first two keys, right-aligned."""
        p = painter.theme.palette
        style = painter.theme.type.caption
        chords = DEFAULT_BINDINGS.keys(self._action)
        # Gamepad buttons and the number pad would only crowd the list.
        shown = [chord for chord in chords if not chord.startswith(("pad ", "["))]
        names = list(dict.fromkeys(key_name(self._context, chord) for chord in shown))
        right = self.rect.right
        for name in reversed(names[:2]):
            width = painter.text_width(name, style) + painter.px(16)
            cap = Rect(right - width, self.rect.y, width, self.rect.h).inset(0, painter.px(8))
            painter.box(surface, cap, p.raised, p.raised_edge, radius=painter.px(6), is_glossy=True)
            painter.text(surface, name, cap.centre, style.coloured(p.ink), "centre")
            right = cap.x - painter.px(6)
