"""The menu's own widgets: rows that slide out under the pointer, and small edition cards."""

from typing import Final

import pygame

from game.rules.tiles import Tile
from game.ui.draw.animation import mix, mix_colour
from game.ui.draw.icons import Icon
from game.ui.draw.painter import Painter
from game.ui.layout.rects import Rect
from game.ui.widgets import Look, OnPress, Widget, Words, say

SLIDE_SECONDS: Final = 0.12


class MenuRow(Widget):
    """An icon, a name, a line about it where there is room. The primary is what most want."""

    def __init__(
        self,
        label: Words,
        on_press: OnPress,
        icon: Icon,
        *,
        body: Words = "",
        look: Look = Look.NORMAL,
        has_motion: bool = True,
    ) -> None:
        super().__init__(on_press)
        self.label = label
        self.body = body
        self.icon = icon
        self.look = look
        self.has_motion = has_motion
        self._slide = 0.0

    def update(self, dt: float) -> bool:
        """Slide towards or away from the pointer."""
        goal = 1.0 if self.is_hovered or self.shows_focus else 0.0
        if self._slide == goal:
            return False
        step = dt / SLIDE_SECONDS if self.has_motion else 1.0
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


class NumberedCard(Widget):
    """A small card with the key that chooses it."""

    def __init__(
        self, number: int, title: Words, on_press: OnPress, *, tooltip: Words = ""
    ) -> None:
        super().__init__(on_press, tooltip=tooltip)
        self.number = number
        self.title = title
        self.is_selected = False

    def draw(self, surface: pygame.Surface, painter: Painter) -> None:
        """Draw box, key cap and title."""
        p = painter.theme.palette
        fill, edge, ink = p.panel, p.panel_edge, p.ink_soft
        if self.is_hovered or self.shows_focus:
            fill, edge, ink = p.raised_hover, p.raised_edge, p.ink
        if self.is_pressed:
            fill = p.raised_press
        width = painter.theme.border
        if self.is_selected:
            fill, edge, ink, width = p.raised, p.accent, p.ink, 2.6
        painter.box(
            surface,
            self.rect,
            fill,
            edge,
            width=max(1.0, width * painter.view.scale),
            is_glossy=True,
        )
        inner = self.rect.inset(painter.px(12), painter.px(7))
        cap = min(painter.px(26), inner.h)
        key = Rect(inner.x, inner.centre[1] - cap // 2, cap, cap)
        key_fill, key_ink = (p.accent, p.ink_dark) if self.is_selected else (p.raised, p.ink)
        painter.box(surface, key, key_fill, p.raised_edge, radius=painter.px(7), is_glossy=True)
        style = painter.theme.type.caption
        painter.text(surface, str(self.number), key.centre, style.coloured(key_ink), "centre")
        title_style = painter.theme.type.strong.sized(16.5).coloured(ink)
        words = inner.cut_left(cap, painter.px(10))[1]
        painter.text_in(surface, say(self.title), words, title_style, max_lines=2)
        if self.shows_focus:
            painter.focus_ring(surface, self.rect)


class LanguageCard(Widget):
    """A language's name and greeting beside a tile; lit while focus or pointer is on it."""

    def __init__(self, name: str, greeting: str, tile: Tile, on_press: OnPress) -> None:
        super().__init__(on_press)
        self.name = name
        self.greeting = greeting
        self.tile = tile

    def draw(self, surface: pygame.Surface, painter: Painter) -> None:
        """Draw box, tile and words."""
        p = painter.theme.palette
        fill, edge = (p.raised, p.accent) if self.is_focused else (p.panel, p.panel_edge)
        if self.is_hovered:
            fill = p.raised_hover
        width = painter.view.scale * (2.6 if self.is_focused else painter.theme.border)
        painter.box(surface, self.rect, fill, edge, width=max(1.0, width), is_glossy=True)
        inner = self.rect.inset(painter.px(18), painter.px(12))
        picture, words = inner.cut_left(inner.h * 112 // 100, painter.px(16))
        painter.sprites.draw_tile(surface, self.tile, picture.centre, inner.h * 0.55)
        top, below = words.cut_top(words.h * 56 // 100)
        title = painter.theme.type.title.sized(30)
        painter.text_in(surface, self.name, top, title, valign="bottom", max_lines=1)
        style = painter.theme.type.body
        painter.text_in(surface, self.greeting, below, style, valign="top", max_lines=1)
        if self.shows_focus:
            painter.focus_ring(surface, self.rect)
