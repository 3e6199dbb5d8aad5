"""Rows of a menu or a list, which slide out under the pointer."""

from typing import Final, Unpack

import pygame

from game.ui.draw.animation import mix, mix_colour
from game.ui.draw.bands import draw_band, draw_band_focus
from game.ui.draw.icons import Icon
from game.ui.draw.painter import Painter
from game.ui.draw.theme import TextStyle
from game.ui.frame.context import Context
from game.ui.layout.rects import Rect
from game.ui.widgets import Look, OnPress, Widget, Words, say
from game.ui.widgets.base import WidgetOptions

SLIDE_SECONDS: Final = 0.12


class MenuRow(Widget):
    """A row with an icon, a name, and a line about it where there is room; one can be primary."""

    state_names = Widget.state_names | {"_slide"}

    def __init__(
        self,
        context: Context,
        label: Words,
        on_press: OnPress,
        icon: Icon,
        *,
        body: Words = "",
        look: Look = Look.NORMAL,
        height: float = 50,
        **common: Unpack[WidgetOptions],
    ) -> None:
        super().__init__(on_press, **common)
        self._context = context
        self.label = label
        self.body = body
        self.icon = icon
        self.look = look
        self._height = height
        self._slide = 0.0

    def measure(self, painter: Painter) -> tuple[int, int]:
        style, small = self._styles(painter)
        words = painter.text_width(say(self.label), style)
        about = painter.text_width(say(self.body), small)
        return max(words, about) + self._beside_words(painter), painter.px(self._height)

    def height_for(self, painter: Painter, width: int) -> int:
        words = sum(self._heights(painter, max(1, width - self._beside_words(painter))))
        return max(painter.px(self._height), words + 2 * painter.px(4))

    def least_width(self, painter: Painter) -> int:
        style, small = self._styles(painter)
        word = painter.widest_word(say(self.label), style)
        about = painter.widest_word(say(self.body), small)
        return max(word, about) + self._beside_words(painter)

    def _pad(self, painter: Painter) -> int:
        return painter.px(16 if self.look is Look.PRIMARY else 12)

    def _icon_size(self, painter: Painter) -> int:
        return painter.px(28)

    def _beside_words(self, painter: Painter) -> int:
        return 3 * self._pad(painter) + self._icon_size(painter)

    def _body(self, painter: Painter) -> Rect:
        return self.rect.moved(round(mix(0, painter.px(4), self._slide)), 0)

    def _styles(self, painter: Painter) -> tuple[TextStyle, TextStyle]:
        types = painter.theme.type
        return types.label, types.body

    def _heights(self, painter: Painter, width: int) -> tuple[int, int]:
        style, small = self._styles(painter)
        about = say(self.body)
        below = painter.height_of(about, width, small) if about else 0
        return painter.height_of(say(self.label), width, style), below

    def update(self, dt: float) -> bool:
        goal = 1.0 if self.is_hovered or self.shows_focus else 0.0
        if self._slide == goal:
            return False
        step = 1.0 if self._context.preferences.has_reduced_motion else dt / SLIDE_SECONDS
        self._slide = min(goal, self._slide + step) if goal else max(0.0, self._slide - step)
        return True

    def draw(self, surface: pygame.Surface, painter: Painter) -> None:
        p = painter.theme.palette
        lit = self._slide
        is_loud = self.look is Look.PRIMARY
        body = self._body(painter)
        if is_loud:
            fill = mix_colour(p.accent, p.light, 0.2 * lit)
            ink, soft = p.ink_dark, mix_colour(p.ink_dark, p.accent, 0.12)
        else:
            fill = mix_colour(p.sunken, p.faint, lit)
            ink = p.ink
            soft = mix_colour(p.ink_soft, p.ink, lit * 0.5)
        if self.is_pressed:
            fill = p.accent if is_loud else p.sunken
        draw_band(surface, painter, fill, body)
        pad = self._pad(painter)
        inner = body.inset(pad, painter.px(4))
        size = min(self._icon_size(painter), inner.h)
        painter.icon(surface, self.icon, (inner.x + size / 2, inner.centre[1]), size, ink)
        words = inner.cut_left(size, pad)[1]
        style, small = self._styles(painter)
        style, small = style.coloured(ink), small.coloured(soft)
        about = say(self.body)
        if about and words.h >= painter.px(36):
            above, both = words.h * 54 // 100, self._heights(painter, words.w)
            wide = max(painter.text_width(say(self.label), style), painter.text_width(about, small))
            if wide > words.w and sum(both) <= words.h:
                above, words = both[0], words.centred(words.w, sum(both))
            top, below = words.cut_top(above)
            painter.text_in(surface, say(self.label), top, style)
            painter.text_in(surface, about, below, small, valign="top")
        else:
            painter.text_in(surface, say(self.label), words, style)

    def draw_focus(self, surface: pygame.Surface, painter: Painter) -> None:
        draw_band_focus(surface, painter, self._body(painter))
