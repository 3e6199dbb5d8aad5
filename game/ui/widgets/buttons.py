"""Buttons: with words, or with an icon alone."""

from enum import Enum, auto
from typing import Unpack

import pygame

from game.ui.draw.icons import Icon
from game.ui.draw.painter import Painter
from game.ui.draw.theme import Colour, TextStyle
from game.ui.layout.rects import Rect
from game.ui.widgets.base import OnPress, Widget, WidgetOptions, Words, say


class Look(Enum):
    """The looks of a button, by how much each stands out."""

    PRIMARY = auto()
    NORMAL = auto()
    QUIET = auto()
    DANGER = auto()


def button_colours(painter: Painter, widget: Widget, look: Look) -> tuple[Colour, Colour, Colour]:
    """Fill, edge and ink of a button in its state."""
    p = painter.theme.palette
    if not widget.is_enabled:
        return p.panel, p.panel_edge, p.ink_muted
    if look is Look.PRIMARY:
        fill = (
            p.accent_press
            if widget.is_pressed
            else (p.accent_hover if widget.is_hovered else p.accent)
        )
        return fill, p.accent_edge, p.ink_dark
    is_lit = widget.is_hovered and widget.is_pressable
    fill = p.raised_press if widget.is_pressed else p.raised_hover if is_lit else p.raised
    if look is Look.DANGER:
        return fill, p.bad, p.ink if is_lit else p.bad
    if look is Look.QUIET:
        calm = fill if is_lit or widget.is_pressed else p.panel
        return calm, p.panel_edge, p.ink if is_lit else p.ink_soft
    return fill, p.raised_edge, p.ink


class Button(Widget):
    """A button with words, perhaps with an icon before them; `zoom` makes both larger."""

    def __init__(
        self,
        label: Words,
        on_press: OnPress,
        *,
        icon: Icon | None = None,
        look: Look = Look.NORMAL,
        zoom: float = 1.0,
        **common: Unpack[WidgetOptions],
    ) -> None:
        super().__init__(on_press, **common)
        self.label = label
        self.icon = icon
        self.look = look
        self.zoom = zoom

    def measure(self, painter: Painter) -> tuple[int, int]:
        width = painter.text_width(say(self.label), painter.theme.type.label)
        width += 2 * painter.px(painter.theme.control_padding)
        return width + self._icon_width(painter), painter.px(painter.theme.control_height)

    def _icon_width(self, painter: Painter) -> int:
        return 0 if self.icon is None else painter.px(22 * self.zoom) + painter.px(8)

    def _style(self, painter: Painter) -> TextStyle:
        style = painter.theme.type.label
        return style.sized(style.size * self.zoom)

    def height_for(self, painter: Painter, width: int) -> int:
        inner = max(1, width - 2 * painter.px(10) - self._icon_width(painter))
        words = painter.height_of(say(self.label), inner, self._style(painter))
        return max(painter.px(painter.theme.control_height), words + 2 * painter.px(4))

    def least_width(self, painter: Painter) -> int:
        word = painter.widest_word(say(self.label), self._style(painter))
        return word + 2 * painter.px(10) + self._icon_width(painter)

    def draw(self, surface: pygame.Surface, painter: Painter) -> None:
        fill, edge, ink = button_colours(painter, self, self.look)
        radius = painter.px(painter.theme.radius)
        if self.is_enabled and self.look is not Look.QUIET and not self.is_pressed:
            painter.shadow(surface, self.rect, radius, painter.px(6), 110)
        painter.box(surface, self.rect, fill, edge, radius=radius, is_glossy=self.is_enabled)
        inner = self.rect.inset(painter.px(10), painter.px(4))
        if self.is_pressed:
            inner = inner.moved(0, painter.px(1.5))
        style = self._style(painter).coloured(ink)
        if self.icon is not None:
            size = painter.px(22 * self.zoom)
            gap = painter.px(8)
            words = min(painter.text_width(say(self.label), style), max(1, inner.w - size - gap))
            left = inner.x + max(0, (inner.w - words - size - gap) // 2)
            painter.icon(surface, self.icon, (left + size / 2, inner.centre[1]), size, ink)
            inner = Rect(left + size + gap, inner.y, inner.right - left - size - gap, inner.h)
            painter.text_in(surface, say(self.label), inner, style, "left")
        else:
            painter.text_in(surface, say(self.label), inner, style, "centre")


class IconButton(Widget):
    """A button with an icon alone; the tooltip names it."""

    def __init__(
        self,
        icon: Icon,
        on_press: OnPress,
        *,
        look: Look = Look.QUIET,
        **common: Unpack[WidgetOptions],
    ) -> None:
        super().__init__(on_press, **common)
        self.icon = icon
        self.look = look

    def measure(self, painter: Painter) -> tuple[int, int]:
        side = painter.px(painter.theme.control_height)
        return side, side

    def draw(self, surface: pygame.Surface, painter: Painter) -> None:
        fill, edge, ink = button_colours(painter, self, self.look)
        painter.box(surface, self.rect, fill, edge, is_glossy=self.is_enabled)
        x, y = self.rect.centre
        size = min(self.rect.w, self.rect.h) * 52 // 100
        shift = painter.px(1.5) if self.is_pressed else 0
        painter.icon(surface, self.icon, (x, y + shift), size, ink)
