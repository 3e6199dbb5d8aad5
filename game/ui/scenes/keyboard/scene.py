"""The on-screen keyboard of every text field, for a gamepad or a mouse."""

from collections.abc import Callable
from functools import partial
from typing import Final, Unpack

import pygame

from game.ui.draw.bands import draw_hexagon, draw_hexagon_focus, shaded
from game.ui.draw.icons import Icon
from game.ui.draw.painter import Painter
from game.ui.frame.bindings import Action, is_pad
from game.ui.frame.context import Context
from game.ui.frame.intents import Command, Composed, Intent, Typed
from game.ui.frame.scene import Navigation, Pop
from game.ui.frame.topics import Topic
from game.ui.layout.hexagon import SQRT3
from game.ui.layout.rects import Rect
from game.ui.parts import (
    MAIN,
    ActionBand,
    Column,
    PageScene,
    Panel,
    Picture,
    Row,
    Spacer,
    Text,
    Widget,
    WidgetOptions,
    WordLink,
)
from game.ui.sound.names import Sound
from game.ui.widgets import OnPress, PressResult, Words, say
from game.ui.widgets.buttons import shade_of

_KEY: Final = 64
_PITCH: Final = 70
_HIGH: Final = 56
"""Units: most width of a key, pitch of keys, height of a row."""


class Key(Widget):
    """A letter in a well."""

    def __init__(self, label: str, on_press: OnPress, **common: Unpack[WidgetOptions]) -> None:
        super().__init__(on_press, **common)
        self.label = label

    def name_and_state(self, context: Context) -> str:
        return self.label

    def least_width(self, painter: Painter) -> int:
        return 0

    def _radius(self) -> float:
        return min(self.rect.w / 2, self.rect.h / SQRT3)

    def draw(self, surface: pygame.Surface, painter: Painter) -> None:
        p, centre = painter.theme.palette, self.rect.centre
        fill = shaded(painter.theme, p.sunken, shade_of(self))
        if shade_of(self) == "rest":
            draw_hexagon(surface, painter, centre, self._radius(), fill)
        else:
            draw_hexagon(surface, painter, centre, self._radius(), fill, p.ink_soft, painter.px(2))
        painter.text(surface, self.label, centre, painter.theme.type.label, "centre")

    def draw_focus(self, surface: pygame.Surface, painter: Painter) -> None:
        draw_hexagon_focus(surface, painter, self.rect.centre, self._radius() - painter.px(4))


class Keyboard(PageScene):
    """Letters in the order of the language's keyboards, digits and signs, over the scene below.

    Escape cancels; Done or Enter passes the text to `on_done` and closes. A real keyboard types
    here too.
    """

    is_overlay = True

    def __init__(
        self,
        context: Context,
        text: str,
        on_done: Callable[[str], PressResult],
        *,
        title: Words = "",
        max_length: int = 24,
    ) -> None:
        super().__init__(context)
        self.text = text
        self._title = title
        self._max_length = max_length
        self._on_done = on_done
        self._is_upper = not text
        self._composed = ""

    @property
    def text_area(self) -> Rect | None:
        return self.view.area

    def page(self) -> Widget:
        text = self.context.text
        rows = text("keyboard.rows").split()
        case = text(f"keyboard.{'lower' if self._is_upper else 'upper'}")
        return Column(
            Spacer(share=1),
            Panel(
                Text(say(self._title), "strong", lines=1),
                Picture(self._paint_line, size=48, most=640, reads=self.text),
                Spacer(size=6),
                *(
                    Row(
                        Spacer(size=_PITCH / 2 * (index % 2)),
                        *(self._key(key, is_first=key == rows[1][0]) for key in row),
                        gap=_PITCH - _KEY,
                        size=_HIGH,
                    )
                    for index, row in enumerate(rows)
                ),
                Row(
                    # Done is in the last row, so that arrow keys reach it along that row.
                    Spacer(share=1),
                    WordLink(case, self._shift),
                    WordLink(text("keyboard.space"), partial(self._add, " ")),
                    WordLink(text("keyboard.erase"), self._erase),
                    WordLink(text("keyboard.paste"), self._paste),
                    ActionBand(text("keyboard.done"), self._done, icon=Icon.CHECK, small=True),
                    gap=34,
                    size=84,
                ),
                gap=4,
                pad=(58, 20, 0, 18),
                look="slab",
                align="left",
            ),
        )

    def _key(self, key: str, *, is_first: bool) -> Widget:
        return Key(
            self._face(key),
            lambda: self._add(self._face(key)),
            share=1,
            most=_KEY,
            id=MAIN if is_first else key,
        )

    def read(self, topic: Topic) -> str:
        if topic is Topic.HEADING:
            return ": ".join(filter(None, (say(self._title), self.text)))
        return super().read(topic)

    def _face(self, key: str) -> str:
        upper = key.upper()
        return upper if self._is_upper and len(upper) == 1 else key

    def _add(self, text: str) -> None:
        """Append a text; letters after a name's first are small."""
        wanted = "".join(c for c in text if c.isprintable())
        added = wanted[: max(0, self._max_length - len(self.text))]
        if added != wanted:
            self.context.sound.play(Sound.REFUSE)
        if added:
            self.text += added
            self._is_upper = added == " "
            self.context.speak(self.text, is_urgent=True)

    def _shift(self) -> None:
        self._is_upper = not self._is_upper

    def _erase(self) -> None:
        self.text = self.text[:-1]
        self.context.speak(self.text, is_urgent=True)

    def _paste(self) -> None:
        self._add(self.context.paste_text())

    def _done(self) -> Navigation:
        return Pop(self._on_done(self.text))

    def handle(self, intent: Intent) -> Navigation | None:
        match intent:
            case Composed(text):
                self._composed = text
            case Typed(text):
                self._composed = ""
                self._add(text)
            case Command(Action.PASTE):
                self._paste()
            case Command(key="return" | "enter", is_repeat=False):
                return self._done()
            case Command(Action.TAKE_BACK):
                self._erase()
            case Command(Action.NEXT_CALL, key=key) if is_pad(key):
                self._add(" ")
            case Command(text=text) if text:
                pass
            case _:
                return super().handle(intent)
        self.renew()
        return None

    def _paint_line(self, surface: pygame.Surface, rect: Rect) -> None:
        """Paint the typed text, scrolled so that the caret at its end is visible."""
        painter = self.context.painter
        p, types = painter.theme.palette, painter.theme.type
        surface.fill(p.sunken, rect)
        surface.fill(p.ink, rect.cut_bottom(painter.px(3))[0])
        inner = rect.inset(painter.px(14), painter.px(4))
        shown = self.text + self._composed
        while painter.text_width(shown, types.label) > inner.w - painter.px(6):
            shown = shown[1:]
        painter.text(surface, shown, (inner.x, inner.centre[1]), types.label)
        x = inner.x + painter.text_width(shown, types.label) + painter.px(1)
        high = painter.px(26)
        surface.fill(p.ink, (x, inner.centre[1] - high // 2, painter.px(2), high))
        composed = min(painter.text_width(self._composed, types.label), x - inner.x)
        surface.fill(p.ink, (x - composed, inner.centre[1] + high // 2, composed, painter.px(2)))
