"""The aces at the table: chips that are pressed, and the choice of the tiles that are called."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Unpack

import pygame

from game.rules.tiles import Tile
from game.ui.draw.icons import Icon
from game.ui.draw.painter import Painter
from game.ui.frame.context import Context
from game.ui.layout.hexes import SQRT3
from game.ui.layout.rects import Rect
from game.ui.widgets import OnPress, Widget, WidgetOptions


class AceChip(Widget):
    """An ace with its key; `tile` is drawn instead of its icon, `state` says what is left of it or
    what it pays. One that `is_lit` can be used now, one that `is_armed` is the pad's choice.
    """

    def __init__(
        self,
        key: str,
        name: str,
        icon: Icon,
        on_press: OnPress,
        *,
        state: str = "",
        tile: Tile | None = None,
        is_lit: bool = False,
        is_armed: bool = False,
        **common: Unpack[WidgetOptions],
    ) -> None:
        super().__init__(on_press, **common)
        self.key, self.name, self.icon, self.state, self.tile = key, name, icon, state, tile
        self.is_lit, self.is_armed = is_lit, is_armed

    # The table's keys go to the board; a chip has a key of its own.
    is_focusable = False

    @property
    def takes_pointer(self) -> bool:
        return True

    def draw(self, surface: pygame.Surface, painter: Painter) -> None:
        p, types, px = painter.theme.palette, painter.theme.type, painter.px
        fill, edge = (p.raised, p.accent) if self.is_lit else (p.panel, p.line)
        ink = p.ink if self.is_lit else p.ink_soft
        painter.box(surface, self.rect, fill, edge)
        if self.is_armed:
            painter.focus_ring(surface, self.rect)
        inner = self.rect.inset(px(6), px(5))
        head, rest = inner.cut_top(px(20))
        badge, beside = head.cut_left(px(20), px(4))
        painter.box(surface, badge, p.sunken, p.panel_edge, radius=px(5))
        colour = p.accent if self.is_lit else p.ink_muted
        painter.text_in(surface, self.key, badge, types.strong.coloured(colour), "centre")
        painter.text_in(
            surface, self.state, beside, types.strong.coloured(ink), "right", max_lines=1
        )
        foot, middle = rest.cut_bottom(min(px(34), rest.h * 45 // 100))
        style = types.caption.coloured(p.ink if self.is_lit else p.ink_soft)
        lines = 2 if " " in self.name else 1
        painter.text_in(surface, self.name, foot, style, "centre", max_lines=lines)
        side = min(middle.h + px(8), middle.w)
        if self.tile is not None:
            painter.sprites.draw_tile(surface, self.tile, middle.centre, side / SQRT3)
        else:
            painter.icon(surface, self.icon, middle.centre, min(side, px(44)), ink)


class TileChoice(Widget):
    """What would be called, with its key: one of those that `EITHER` offers."""

    is_focusable = False

    def __init__(
        self,
        key: str,
        tiles: Sequence[Tile],
        on_press: OnPress,
        *,
        is_armed: bool = False,
        is_hidden_now: bool = False,
        **common: Unpack[WidgetOptions],
    ) -> None:
        super().__init__(on_press, **common)
        self.key, self.tiles, self.is_armed = key, tuple(tiles), is_armed
        self.is_hidden_now = is_hidden_now

    @property
    def takes_pointer(self) -> bool:
        return True

    def draw(self, surface: pygame.Surface, painter: Painter) -> None:
        p, types, px = painter.theme.palette, painter.theme.type, painter.px
        painter.box(surface, self.rect, p.raised, p.accent)
        if self.is_armed:
            painter.focus_ring(surface, self.rect)
        badge = Rect(self.rect.x + px(6), self.rect.y + px(5), px(20), px(20))
        inner = self.rect.inset(px(8), px(8))
        painter.box(surface, badge, p.sunken, p.panel_edge, radius=px(5))
        painter.text_in(surface, self.key, badge, types.strong.coloured(p.accent), "centre")
        if self.is_hidden_now:
            return
        radius = min(inner.h / SQRT3, inner.w / (2.1 * len(self.tiles)))
        painter.sprites.draw_row(surface, self.tiles, inner.centre, radius * 0.95, radius * 2.1)


class EmptyPlace(Widget):
    """A place where an ace can be kept."""

    is_focusable = False

    def __init__(self, key: str, **common: Unpack[WidgetOptions]) -> None:
        super().__init__(**common)
        self.key = key

    def spoken(self, context: Context) -> list[str]:
        return []

    def draw(self, surface: pygame.Surface, painter: Painter) -> None:
        p = painter.theme.palette
        painter.box(surface, self.rect, (*p.sunken, 110), p.panel_edge)
        style = painter.theme.type.strong.coloured(p.ink_muted)
        painter.text_in(surface, self.key, self.rect, style, "centre")
