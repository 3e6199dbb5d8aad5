"""The first question: which language. Shown once, before the menu."""

from functools import partial
from typing import Final

import pygame

from game.locale import Language, load_catalogue, system_language
from game.rules.tiles import Tile
from game.ui.draw.painter import Painter
from game.ui.draw.titles import draw_title
from game.ui.frame.bindings import Action
from game.ui.frame.context import Context
from game.ui.frame.intents import Command, Intent
from game.ui.frame.preferences import speak
from game.ui.frame.scene import Ignored, Navigation, Replace
from game.ui.layout.rects import Rect, View
from game.ui.widgets import OnPress, Widget, WidgetScene

_TILES: Final = tuple(Tile.parse(text) for text in ("294", "618", "753", "798"))
"""One beside each language, for the eye."""


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


class LanguageScene(WidgetScene):
    """Four cards, each in its own language; the menu follows."""

    def __init__(self, context: Context, preselected: Language | None = None) -> None:
        super().__init__(context)
        self._words = {language: load_catalogue(language) for language in Language}
        self._cards = {
            language: LanguageCard(
                language.own_name,
                self._words[language].text("menu.language.greeting"),
                tile,
                partial(self._choose, language),
            )
            for language, tile in zip(Language, _TILES, strict=True)
        }
        self.form.replace(self._cards.values())
        self.form.focus(self._cards[preselected or system_language()], is_shown=True)
        self._title = self._question = self._foot = Rect(0, 0, 0, 0)

    @property
    def chosen(self) -> Language:
        """The language whose card has the focus, in which the question is asked."""
        focused = self.form.focused
        lit = (language for language, card in self._cards.items() if card is focused)
        return next(lit, self.context.catalogue.language)

    def _choose(self, language: Language) -> Navigation:
        speak(self.context, language)
        return Replace(self.context.routes.menu())

    def react(self, intent: Intent) -> Navigation | None:
        """Enter takes the lit card, a digit its place in the list."""
        match intent:
            case Command(Action.CONFIRM, is_repeat=False):
                return self._choose(self.chosen)
            case Command(text=digit) if digit in map(str, range(1, len(self._cards) + 1)):
                return self._choose(list(self._cards)[int(digit) - 1])
            case _:
                return Ignored()

    def resize(self, view: View) -> None:
        """Title above, four cards two by two in the middle."""
        super().resize(view)
        area = view.area.inset(view.px(28))
        self._title, area = area.cut_top(area.h * 34 // 100)
        self._question, area = area.cut_top(view.px(60), view.px(8))
        self._foot, area = area.cut_bottom(view.px(44), view.px(12))
        cards = area.centred(min(area.w, view.px(720)), min(area.h, view.px(250)))
        cells = cards.grid(2, 2, view.px(20))
        self.place_all(self._cards.values(), cells)

    def draw_below(self, surface: pygame.Surface) -> None:
        """Background, title, question."""
        super().draw_below(surface)
        painter = self.context.painter
        words = self._words[self.chosen]
        sprites = painter.sprites
        radius = self._title.h * 0.3
        for text, share in (("713", 0.1), ("254", 0.9)):
            at = (self._title.x + self._title.w * share, self._title.centre[1])
            sprites.draw_tile(surface, Tile.parse(text), at, radius)
        # Between the tiles, however large the interface is.
        room = self._title.centred(self._title.w * 64 // 100, self._title.h)
        draw_title(surface, painter, room, "centre")
        theme = painter.theme.type
        title, later = words.text("menu.language.title"), words.text("menu.language.later")
        painter.text_in(surface, title, self._question, theme.title, "centre")
        painter.text_in(surface, later, self._foot, theme.body, "centre")
