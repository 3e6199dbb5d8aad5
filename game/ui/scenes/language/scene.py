"""The choice of a language, shown once before the title."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final

import pygame

from game.locale import Language, load_catalogue, system_language
from game.resources import seed_file
from game.ui.draw.bands import MITRE
from game.ui.draw.titles import (
    NAME_HEIGHT,
    NAME_LEFT,
    NAME_TOP,
    TITLE,
    draw_example,
    draw_name,
    title_column,
    title_factor,
)
from game.ui.frame.bindings import Action
from game.ui.frame.context import Context
from game.ui.frame.intents import Command, Intent
from game.ui.frame.preferences import set_language
from game.ui.frame.scene import ANIMATING, STILL, Ignored, Navigation, Pulse, Reset
from game.ui.layout.rects import Rect
from game.ui.parts import (
    READ_WITH_HEADING,
    SILENT,
    Column,
    Door,
    PageScene,
    Picture,
    Row,
    Spacer,
    Text,
    Widget,
)
from game.ui.scenes.shared.title_board import beside_or_below

if TYPE_CHECKING:
    from game.play.examples import ExampleBoard

_STRIPES: Final = (9, 8, 3, 4)
"""The numbers whose stripe colours the languages have, the system's language first."""

_TOP: Final = 208
_THICK: Final = 170
_THIN: Final = 86
_GAP: Final = 8
"""The top of the first band, the heights and the gaps, for a window 800 units high."""

_STACKED: Final = 100
"""Units of height above which a greeting is below the language's name."""

_WORDS_END: Final = 540
"""Most units from the left to the end of a greeting."""

_HUSH: Final = 1.2
"""Seconds before the caller says how to turn on reading aloud: the music begins first."""


class LanguageScene(PageScene):
    """A band for each language, in its own words; the title follows."""

    def __init__(self, context: Context, preselected: Language | None = None) -> None:
        super().__init__(context)
        self._catalogues = {language: load_catalogue(language) for language in Language}
        self.chosen = preselected or system_language()
        """The language of the focused band, in which the page is worded."""
        self._system = self.chosen
        self._seconds_to_reading = _HUSH
        self._is_shown = False
        self._example: ExampleBoard | None = None

    def animate(self, dt: float) -> Pulse:
        if self._seconds_to_reading > 0:
            self._seconds_to_reading -= dt
            context = self.context
            if self._seconds_to_reading <= 0 and not context.is_heard:
                others = (language for language in Language if language is not self.chosen)
                context.sound.tell_reading((self.chosen, *others))
        if self._example is not None:
            return STILL
        if self._is_shown:
            # The first frame does not wait for the board.
            from game.play.examples import load_examples

            self._example = load_examples(seed_file("deals", "examples.toml"))["standard"]
        self._is_shown = True
        return ANIMATING

    def leave(self) -> None:
        super().leave()
        self.context.sound.tell_reading(())

    def page(self) -> Widget:
        part, width = title_factor(self.view), title_column(self.view)
        question = self._catalogues[self.chosen].text("menu.language.title")
        left = Column(
            Spacer(size=NAME_TOP * part),
            Row(
                Picture(partial(draw_name, self.context.painter), share=1, least=40, reads=TITLE),
                pad=(NAME_LEFT, 0, 0, 0),
                size=NAME_HEIGHT * part,
            ),
            Row(
                Text(question, "label", "ink_soft", lines=1, id=READ_WITH_HEADING),
                pad=(58, 0, 0, 0),
                size=(_TOP - 150) * part,
            ),
            *self._bands(part, width - 96),
            Spacer(share=1),
            align="left",
            size=width,
        )
        board = Picture(self._paint_board, share=1, reads=SILENT)
        above = _TOP + _THICK + _GAP + (len(Language) - 1) * (_THIN + _GAP)
        return beside_or_below(self.view, left, board, above * part)

    def _bands(self, part: float, fold: float) -> list[Widget]:
        """Return the bands of the languages; their folds start on one line, 15 degrees off
        vertical.
        """
        others, foot = iter(_STRIPES[1:]), 0.0
        bands: list[Widget] = []
        for language in Language:
            is_first = language is self._system
            bands += [Spacer(size=_GAP * part)] if bands else []
            height = (_THICK if is_first else _THIN) * part
            end = fold + (foot + height) * MITRE
            foot += height + _GAP * part
            words = Text(language.own_name, "display" if is_first else "title", lines=1)
            about = self._catalogues[language].text("menu.language.greeting")
            body = (
                Column(
                    Spacer(share=1),
                    words,
                    Text(about, "label", lines=2),
                    Spacer(share=1),
                    align="left",
                    share=1,
                )
                if height > _STACKED
                else Row(words, Text(about, "strong", align="right", lines=1, share=1), share=1)
            )
            bands.append(
                Door(
                    _STRIPES[0] if is_first else next(others),
                    partial(self._choose, language),
                    body,
                    # The words end before the fold of the narrowest band.
                    pad=(58, 0, end - min(fold - 24, _WORDS_END), 0),
                    size=height,
                    across=end,
                    id=language.own_name,
                )
            )
        return bands

    def _choose(self, language: Language) -> Navigation:
        set_language(self.context, language)
        return Reset(self.context.routes.title(self._example))

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
            case Command(Action.CONFIRM | Action.CANCEL, is_repeat=False):
                return self._choose(self.chosen)
            case Command(digit=int(digit)) if 1 <= digit <= len(Language):
                return self._choose(list(Language)[digit - 1])
            case _:
                return Ignored()

    def _paint_board(self, surface: pygame.Surface, room: Rect) -> None:
        if self._example is not None:
            draw_example(surface, self.context.painter, room, self._example)
