"""The first question: which language. Shown once, before the menu."""

from functools import partial
from typing import Final

import pygame

from game.locale import Language, load_catalogue, system_language
from game.rules.tiles import Tile
from game.ui.draw.titles import draw_title
from game.ui.frame.bindings import Action
from game.ui.frame.context import Context
from game.ui.frame.intents import Command, Intent
from game.ui.frame.preferences import speak
from game.ui.frame.scene import STILL, Ignored, Navigation, Pulse, Replace
from game.ui.layout.rects import Rect
from game.ui.parts import (
    QUESTION,
    Cells,
    Column,
    PageScene,
    Picture,
    PressedPanel,
    Row,
    Spacer,
    Text,
    Widget,
)

_TILES: Final = tuple(Tile.parse(text) for text in ("294", "618", "753", "798"))
"""One beside each language, for the eye, over and over."""

_HUSH: Final = 1.2
"""Seconds before the caller says how to have everything read: the music begins first."""


class LanguageScene(PageScene):
    """A card for each language, in its own words; the menu follows."""

    def __init__(self, context: Context, preselected: Language | None = None) -> None:
        super().__init__(context)
        self._catalogues = {language: load_catalogue(language) for language in Language}
        self.chosen = preselected or system_language()
        """The language whose card has the focus, in which the question is asked."""
        self._seconds_to_reading = _HUSH

    def animate(self, dt: float) -> Pulse:
        if self._seconds_to_reading > 0:
            self._seconds_to_reading -= dt
            context = self.context
            if self._seconds_to_reading <= 0 and not context.preferences.has_speech:
                others = (language for language in Language if language is not self.chosen)
                context.sound.tell_reading((self.chosen, *others))
        return STILL

    def leave(self) -> None:
        super().leave()
        self.context.sound.tell_reading(())

    def page(self) -> Widget:
        text = self._catalogues[self.chosen].text
        return Column(
            Picture(self._paint_title, share=34),
            Text(text("menu.language.title"), "title", align="centre", lines=1, id=QUESTION),
            Spacer(share=8),
            Cells(*map(self._card, Language), columns=2, gap=20, most=720),
            Spacer(share=12),
            Text(text("menu.language.later"), align="centre"),
            gap=8,
            pad=28,
        )

    def _card(self, language: Language) -> Widget:
        """A language's name and greeting beside a tile; lit while the focus is on it."""
        tile = _TILES[list(Language).index(language) % len(_TILES)]
        greeting = self._catalogues[language].text("menu.language.greeting")

        def paint(surface: pygame.Surface, room: Rect) -> None:
            self.context.painter.sprites.draw_tile(surface, tile, room.centre, room.h * 0.55)

        is_chosen = language is self.chosen
        return PressedPanel(
            partial(self._choose, language),
            Row(
                Picture(paint, 1.12, size=90),
                Column(
                    Text(language.own_name, "title", valign="bottom", lines=1, share=1.6),
                    Text(greeting, valign="top", lines=1, share=1),
                    share=1,
                ),
                gap=16,
                share=1,
            ),
            pad=(18, 12),
            is_marked=is_chosen,
            id=language.own_name,
        )

    def _choose(self, language: Language) -> Navigation:
        speak(self.context, language)
        return Replace(self.context.routes.menu())

    def renew(self) -> None:
        if self.form.focused is None:
            super().renew()
            self.focus(self.chosen.own_name, is_shown=True)
        focused = self.form.focused
        lit = (one for one in Language if focused is self.find(one.own_name))
        self.chosen = next(lit, self.chosen)
        super().renew()

    def react(self, intent: Intent) -> Navigation | None:
        match intent:
            case Command(Action.CONFIRM, is_repeat=False):
                return self._choose(self.chosen)
            case Command(digit=int(digit)) if 1 <= digit <= len(Language):
                return self._choose(list(Language)[digit - 1])
            case _:
                return Ignored()

    def _paint_title(self, surface: pygame.Surface, room: Rect) -> None:
        painter = self.context.painter
        for text, share in (("713", 0.1), ("254", 0.9)):
            at = (room.x + room.w * share, room.centre[1])
            painter.sprites.draw_tile(surface, Tile.parse(text), at, room.h * 0.3)
        # Between the tiles, however large the interface is.
        draw_title(surface, painter, room.centred(room.w * 64 // 100, room.h), "centre")
