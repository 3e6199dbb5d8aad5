"""Rows of a menu or a list, which slide out under the pointer."""

from typing import Final, Unpack

import pygame

from game.ui.draw.animation import mix, mix_colour
from game.ui.draw.icons import Icon
from game.ui.draw.painter import Painter
from game.ui.frame.context import Context
from game.ui.widgets import Look, OnPress, Widget, Words, say
from game.ui.widgets.base import Told

SLIDE_SECONDS: Final = 0.12


class MenuRow(Widget):
    """An icon, a name, a line about it where there is room. The primary is what most want."""

    own = Widget.own | {"_slide"}

    def __init__(
        self,
        context: Context,
        label: Words,
        on_press: OnPress,
        icon: Icon,
        *,
        body: Words = "",
        look: Look = Look.NORMAL,
        **told: Unpack[Told],
    ) -> None:
        super().__init__(on_press, **told)
        self._context = context
        self.label = label
        self.body = body
        self.icon = icon
        self.look = look
        self._slide = 0.0

    def update(self, dt: float) -> bool:
        """Slide towards or away from the pointer."""
        goal = 1.0 if self.is_hovered or self.shows_focus else 0.0
        if self._slide == goal:
            return False
        is_still = self._context.preferences.has_reduced_motion
        step = 1.0 if is_still else dt / SLIDE_SECONDS
        self._slide = min(goal, self._slide + step) if goal else max(0.0, self._slide - step)
        return True

    def draw(self, surface: pygame.Surface, painter: Painter) -> None:
        """Draw body, icon and words."""
        p = painter.theme.palette
        lit = self._slide
        is_loud, is_quiet = self.look is Look.PRIMARY, self.look is Look.QUIET
        body = self.rect.moved(round(mix(0, painter.px(4), lit)), 0)
        if is_loud:
            fill = mix_colour(p.accent, p.accent_hover, lit)
            edge, ink, soft = p.accent_edge, p.ink_dark, mix_colour(p.ink_dark, p.accent, 0.12)
        else:
            fill = mix_colour(p.panel, p.raised_hover, lit)
            edge = mix_colour(p.panel_edge, p.raised_edge, lit)
            ink = mix_colour(p.ink_soft, p.ink, lit) if is_quiet else p.ink
            soft = mix_colour(p.ink_soft, p.ink, lit * 0.5)
        if self.is_pressed:
            fill = p.accent_press if is_loud else p.raised_press
        if is_loud or lit > 0.5:
            painter.shadow(surface, body, painter.px(painter.theme.radius), painter.px(8), 120)
        painter.box(surface, body, fill, edge, is_glossy=True)
        pad = painter.px(16 if is_loud else 12)
        inner = body.inset(pad, painter.px(4))
        size = min(painter.px(20 if is_quiet else 28), inner.h)
        painter.icon(surface, self.icon, (inner.x + size / 2, inner.centre[1]), size, ink)
        words = inner.cut_left(size, pad)[1]
        style = painter.theme.type.label.coloured(ink).sized(16.5 if is_quiet else 19)
        about = say(self.body)
        if about and words.h >= painter.px(36):
            top, below = words.cut_top(words.h * 54 // 100)
            painter.text_in(surface, say(self.label), top, style, max_lines=1)
            small = painter.theme.type.small.coloured(soft)
            painter.text_in(surface, about, below, small, valign="top", max_lines=1)
        else:
            painter.text_in(surface, say(self.label), words, style, max_lines=1)
        if self.shows_focus:
            painter.focus_ring(surface, body)
