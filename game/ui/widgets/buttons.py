"""What is pressed: words, the yellow band of what to do now, or an icon alone."""

from enum import Enum, auto
from typing import Unpack

import pygame

from game.ui.draw.animation import mix_colour
from game.ui.draw.bands import Shade, draw_band, draw_band_focus
from game.ui.draw.icons import Icon
from game.ui.draw.painter import Align, Painter
from game.ui.draw.theme import Colour, TextStyle
from game.ui.frame.context import Context
from game.ui.layout.rects import Rect
from game.ui.widgets.base import OnPress, Widget, WidgetOptions, Words, say


class Look(Enum):
    """The looks of a button, by how much each stands out."""

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
    """Return the ink of what does not work now."""
    p = painter.theme.palette
    return mix_colour(p.sky_foot, p.ink_soft, p.spent)


class LinkOptions(WidgetOptions, total=False):
    """The options of words that are pressed."""

    icon: Icon | None
    look: Look


class Button(Widget):
    """Words that are pressed, perhaps with an icon before them; a primary one is a yellow band."""

    def __init__(
        self,
        label: Words,
        on_press: OnPress,
        *,
        icon: Icon | None = None,
        look: Look = Look.NORMAL,
        **common: Unpack[WidgetOptions],
    ) -> None:
        super().__init__(on_press, **common)
        self.label = label
        self.icon = icon
        self.look = look

    def measure(self, painter: Painter) -> tuple[int, int]:
        width = painter.text_width(say(self.label), painter.theme.type.label)
        width += 2 * painter.px(painter.theme.control_padding)
        return width + self._icon_width(painter), painter.px(painter.theme.control_height)

    def _icon_width(self, painter: Painter) -> int:
        return 0 if self.icon is None else painter.px(22) + painter.px(8)

    def _style(self, painter: Painter) -> TextStyle:
        return painter.theme.type.label

    def height_for(self, painter: Painter, width: int) -> int:
        inner = max(1, width - 2 * painter.px(10) - self._icon_width(painter))
        words = painter.height_of(say(self.label), inner, self._style(painter))
        return max(painter.px(painter.theme.control_height), words + 2 * painter.px(4))

    def least_width(self, painter: Painter) -> int:
        word = painter.widest_word(say(self.label), self._style(painter))
        return word + 2 * painter.px(10) + self._icon_width(painter)

    def draw(self, surface: pygame.Surface, painter: Painter) -> None:
        if self.look is Look.PRIMARY:
            fill = painter.theme.stripes[9]
            draw_band(surface, painter, fill, self.rect, "cut", start="cut", shade=shade_of(self))
            with painter.words_on(fill):
                self._draw_words(surface, painter)
        else:
            self._draw_words(surface, painter)

    def _ink(self, painter: Painter) -> Colour:
        p = painter.theme.palette
        if not self.is_enabled:
            return idle_ink(painter)
        return p.bad if self.look is Look.DANGER else p.ink

    def _draw_words(
        self, surface: pygame.Surface, painter: Painter, align: Align = "centre"
    ) -> None:
        """Draw the icon and the words, underlined under the pointer."""
        inner = self.rect.inset(0 if align == "left" else painter.px(10), painter.px(4))
        if self.is_pressed:
            inner = inner.moved(painter.px(4), 0)
        style = self._style(painter).coloured(self._ink(painter))
        label = say(self.label)
        if self.icon is not None:
            size, gap = painter.px(22), painter.px(8)
            words = min(painter.text_width(label, style), max(1, inner.w - size - gap))
            left = inner.x
            if align == "centre":
                left += max(0, (inner.w - words - size - gap) // 2)
            at = (left + size / 2, inner.centre[1])
            painter.icon(surface, self.icon, at, size, style.colour)
            inner = Rect(left + size + gap, inner.y, inner.right - left - size - gap, inner.h)
            align = "left"
        drawn = painter.text_in(surface, label, inner, style, align)
        if self.is_hovered and self.is_enabled and self.look is not Look.PRIMARY:
            line = drawn._replace(y=drawn.bottom - painter.px(2), h=max(2, painter.px(3)))
            surface.fill(painter.inked(style.colour), line)

    def draw_focus(self, surface: pygame.Surface, painter: Painter) -> None:
        if self.look is Look.PRIMARY:
            draw_band_focus(surface, painter, self.rect, "cut", "cut")
        else:
            around = self.rect.centred(self.rect.w, min(self.rect.h, painter.px(40)))
            draw_band_focus(surface, painter, around, "cut", "cut")


class WordLink(Button):
    """Words that are pressed, at their left end; those that lead to another page end in "›"."""

    def __init__(
        self,
        label: Words,
        on_press: OnPress,
        *,
        leads: bool = False,
        **options: Unpack[LinkOptions],
    ) -> None:
        super().__init__(label, on_press, **options)
        self.name = label
        if leads:
            self.label = lambda: f"{say(self.name)} ›"

    def name_and_state(self, context: Context) -> str:
        return say(self.name)

    def measure(self, painter: Painter) -> tuple[int, int]:
        width = painter.text_width(say(self.label), self._style(painter)) + 1
        return width + self._icon_width(painter), painter.px(48)

    def least_width(self, painter: Painter) -> int:
        word = painter.widest_word(say(self.label), self._style(painter))
        return word + self._icon_width(painter)

    def draw(self, surface: pygame.Surface, painter: Painter) -> None:
        self._draw_words(surface, painter, "left")

    def draw_focus(self, surface: pygame.Surface, painter: Painter) -> None:
        high, lean = min(self.rect.h, painter.px(36)), painter.px(24)
        around = self.rect.centred(self.rect.w + lean, high)
        draw_band_focus(surface, painter, around, "cut", "cut")


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
