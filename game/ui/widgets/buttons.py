"""Buttons: words, the yellow band of the page's action, or an icon alone."""

from enum import Enum, auto
from typing import Unpack

import pygame

from game.ui.draw.bands import End, Shade, draw_band, draw_band_focus, end_around, shaded
from game.ui.draw.icons import Icon
from game.ui.draw.painter import Align, Painter
from game.ui.draw.theme import Colour, TextStyle
from game.ui.frame.context import Context
from game.ui.layout.rects import Rect
from game.ui.widgets.base import OnPress, Widget, WidgetOptions, Words, say


class Look(Enum):
    """The looks of a choice, from the most conspicuous."""

    PRIMARY = auto()
    NORMAL = auto()
    DANGER = auto()


def shade_of(widget: Widget) -> Shade:
    """Return the shade of a band in the widget's state."""
    if not widget.is_enabled:
        return "off"
    if widget.is_pressed:
        return "pressed"
    return "lit" if widget.is_hovered and widget.is_pressable else "rest"


def idle_ink(painter: Painter) -> Colour:
    """Return the ink of a disabled widget."""
    return painter.theme.idle_ink(painter.theme.palette.sky)


class WordLink(Widget):
    """Words that are pressed, at their left end, perhaps with an icon before them; those that lead
    to another page end in "›". One that `is_bad` loses something; an important one `is_large`.
    """

    is_one_line = True

    def __init__(
        self,
        label: Words,
        on_press: OnPress,
        *,
        icon: Icon | None = None,
        leads: bool = False,
        is_bad: bool = False,
        is_large: bool = False,
        **common: Unpack[WidgetOptions],
    ) -> None:
        super().__init__(on_press, **common)
        self.label, self.icon, self.leads, self.is_bad = label, icon, leads, is_bad
        self.is_large = is_large

    def _style(self, painter: Painter) -> TextStyle:
        types = painter.theme.type
        return types.heading if self.is_large else types.label

    def name_and_state(self, context: Context) -> str:
        return say(self.label)

    def _shown(self) -> str:
        return f"{say(self.label)}\N{NO-BREAK SPACE}›" if self.leads else say(self.label)

    def _icon_width(self, painter: Painter) -> int:
        return 0 if self.icon is None else painter.px(22) + painter.px(8)

    def measure(self, painter: Painter) -> tuple[int, int]:
        width = painter.text_width(self._shown(), self._style(painter)) + 1
        return width + self._icon_width(painter), painter.px(48)

    def height_for(self, painter: Painter, width: int) -> int:
        inner = max(1, width - self._icon_width(painter))
        words = painter.height_of(self._shown(), inner, self._style(painter))
        return max(painter.px(painter.theme.control_height), words + 2 * painter.px(4))

    def least_width(self, painter: Painter) -> int:
        word = painter.widest_word(self._shown(), self._style(painter))
        return word + self._icon_width(painter)

    def draw(self, surface: pygame.Surface, painter: Painter) -> None:
        p = painter.theme.palette
        ink = idle_ink(painter) if not self.is_enabled else p.bad if self.is_bad else p.ink
        drawn = self._draw_words(surface, painter, self.rect.inset(0, painter.px(4)), ink)
        if self.is_hovered and self.is_enabled:
            painter.underline(surface, drawn, ink)

    def _draw_words(
        self,
        surface: pygame.Surface,
        painter: Painter,
        inner: Rect,
        ink: Colour,
        align: Align = "left",
    ) -> Rect:
        """Draw the icon and the words; return where the words are."""
        if self.is_pressed:
            inner = inner.moved(painter.px(4), 0)
        style, words = self._style(painter).coloured(ink), self._shown()
        if self.icon is not None:
            size, gap = painter.px(22), painter.px(8)
            width = min(painter.text_width(words, style), max(1, inner.w - size - gap))
            left = inner.x
            if align == "centre":
                left += max(0, (inner.w - width - size - gap) // 2)
            painter.icon(surface, self.icon, (left + size / 2, inner.centre[1]), size, ink)
            inner = Rect(left + size + gap, inner.y, inner.right - left - size - gap, inner.h)
            align = "left"
        return painter.text_in(surface, words, inner, style, align)

    def draw_focus(self, surface: pygame.Surface, painter: Painter) -> None:
        high, lean = min(self.rect.h, painter.px(36)), painter.px(24)
        around = self.rect.centred(self.rect.w + lean, high)
        draw_band_focus(surface, painter, around, "cut", "cut")


class Button(WordLink):
    """The yellow band of what to do now where there is little room: words in its middle."""

    def measure(self, painter: Painter) -> tuple[int, int]:
        width = super().measure(painter)[0] + 2 * painter.px(18)
        return width, painter.px(painter.theme.control_height)

    def height_for(self, painter: Painter, width: int) -> int:
        return super().height_for(painter, width - 2 * painter.px(10))

    def least_width(self, painter: Painter) -> int:
        return super().least_width(painter) + 2 * painter.px(10)

    def draw(self, surface: pygame.Surface, painter: Painter) -> None:
        fill, inner = painter.theme.stripes[9], self._inner(painter)
        end, shade = self._end(painter), shade_of(self)
        draw_band(surface, painter, fill, self.rect, end, start=end, shade=shade)
        with painter.ink_on(shaded(painter.theme, fill, shade)):
            self._draw_words(surface, painter, inner, painter.theme.palette.ink, "centre")

    def _inner(self, painter: Painter) -> Rect:
        return self.rect.inset(painter.px(10), painter.px(4))

    def _end(self, painter: Painter) -> End:
        """Return the ends of the button's band: straight if the band is narrow."""
        room, style = self._inner(painter), painter.theme.type.label
        room = room.cut_left(self._icon_width(painter))[1]
        return end_around(painter, self.rect, self._shown(), room, style)

    def draw_focus(self, surface: pygame.Surface, painter: Painter) -> None:
        end = self._end(painter)
        draw_band_focus(surface, painter, self.rect, end, end)


class IconButton(Widget):
    """A button with an icon alone; the tooltip names it."""

    def __init__(self, icon: Icon, on_press: OnPress, **common: Unpack[WidgetOptions]) -> None:
        super().__init__(on_press, **common)
        self.icon = icon

    def draw(self, surface: pygame.Surface, painter: Painter) -> None:
        x, y = self.rect.centre
        side = min(self.rect.w, self.rect.h)
        ink = painter.theme.palette.ink if self.is_enabled else idle_ink(painter)
        at = (x + (painter.px(4) if self.is_pressed else 0), y)
        painter.icon(surface, self.icon, at, side * 52 // 100, ink)
        if self.is_hovered and self.is_enabled:
            line = Rect(x - side // 4, y + side * 34 // 100, side // 2, max(2, painter.px(3)))
            surface.fill(painter.inked(ink), line)
