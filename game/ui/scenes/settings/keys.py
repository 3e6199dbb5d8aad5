"""The list of keys: what can be done at the table, and with which keys."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import pygame

from game.ui.draw.painter import Painter
from game.ui.frame.bindings import DEFAULT_BINDINGS, Action
from game.ui.layout.rects import Rect, View
from game.ui.scenes.shared.names import key_name
from game.ui.widgets import ScrollArea

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

_ROW: Final = 35
"""The height of a line, in units."""


def make_key_list(context: Context) -> ScrollArea:
    """Each action with its keys as caps at the right."""

    def paint(surface: pygame.Surface, top: int) -> None:
        painter = context.painter
        height = painter.px(_ROW)
        for number, (words, action) in enumerate(KEYS):
            line = Rect(0, number * height - top, area.inner_width, height)
            left = _draw_caps(surface, painter, context, action, line)
            room = Rect(line.x, line.y, max(1, left - line.x - painter.px(8)), line.h)
            label = context.text(f"settings.action.{words}")
            painter.text_in(surface, label, room, painter.theme.type.body.sized(15.5))

    area = ScrollArea(context, paint=paint)
    return area


def place_key_list(area: ScrollArea, rect: Rect, view: View) -> None:
    """Give it its rectangle, and the list its height."""
    area.place(rect)
    area.content_height = len(KEYS) * view.px(_ROW)


def _draw_caps(
    surface: pygame.Surface, painter: Painter, context: Context, action: Action, line: Rect
) -> int:
    """The first two keys of an action, right-aligned; where the leftmost cap begins."""
    p = painter.theme.palette
    style = painter.theme.type.caption
    chords = DEFAULT_BINDINGS.keys(action)
    # Gamepad buttons and the number pad would only crowd the list.
    shown = [chord for chord in chords if not chord.startswith(("pad ", "["))]
    names = list(dict.fromkeys(key_name(context, chord) for chord in shown))
    right = line.right
    # A large interface has room for one key beside the words.
    for name in reversed(names[: 2 if line.w > painter.px(270) else 1]):
        width = painter.text_width(name, style) + painter.px(16)
        cap = Rect(right - width, line.y + painter.px(4), width, line.h - painter.px(9))
        painter.box(surface, cap, p.raised, p.raised_edge, radius=painter.px(6), is_glossy=True)
        painter.text(surface, name, cap.centre, style.coloured(p.ink), "centre")
        right = cap.x - painter.px(6)
    return right
