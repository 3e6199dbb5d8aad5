"""The on-screen keyboard, for every text field, used with a gamepad or a mouse."""

from collections.abc import Callable
from functools import partial
from typing import Final

import pygame

from game.ui.draw.icons import Icon
from game.ui.frame.bindings import Action, is_pad
from game.ui.frame.context import Context
from game.ui.frame.intents import Command, Intent, Typed
from game.ui.frame.scene import Navigation, Pop
from game.ui.frame.topics import Topic
from game.ui.layout.rects import Rect
from game.ui.parts import MAIN, Column, PageScene, Panel, Picture, Row, Spacer, Text, Widget
from game.ui.sound.names import Sound
from game.ui.widgets import Button, Look, PressResult, Words, say

_KEY: Final = 54
_GAP: Final = 6
"""Units: thirteen keys of any language's rows fit the smallest window."""


class Keyboard(PageScene):
    """Letters as they lie on the language's keyboards, digits and signs, over the scene below.

    Escape leaves the field as it was; done, or Enter, hands the text to `on_done` and closes. The
    keys of a real keyboard type here too.
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

    def page(self) -> Widget:
        rows = self.context.text("keyboard.rows").split()
        first, columns = rows[1][0], max(map(len, rows))
        return Column(
            Spacer(share=1),
            Panel(
                Text(say(self._title), "caption", lines=1, size=30),
                Picture(self._paint_line, size=48),
                *(
                    Row(
                        Spacer(share=1),
                        *(self._key(key, is_first=key == first) for key in row),
                        Spacer(share=1),
                        gap=_GAP,
                        size=_KEY,
                    )
                    for row in rows
                ),
                self._foot(),
                gap=_GAP,
                pad=20,
                look="card",
                most=columns * (_KEY + _GAP) + 40,
            ),
            pad=16,
        )

    def _key(self, key: str, *, is_first: bool) -> Widget:
        press = partial(self._press, key)
        return Button(self._face(key), press, size=_KEY, id=MAIN if is_first else key)

    def _foot(self) -> Widget:
        text = self.context.text
        case = text(f"keyboard.{'lower' if self._is_upper else 'upper'}")
        return Row(
            Button(case, self._shift),
            Button(text("keyboard.space"), partial(self._add, " ")),
            Button(text("keyboard.erase"), self._erase, icon=Icon.LEFT),
            Button(text("keyboard.paste"), self._paste, icon=Icon.COPY),
            Button(text("keyboard.done"), self._done, icon=Icon.CHECK, look=Look.PRIMARY),
            gap=_GAP,
            even=True,
        )

    def read(self, topic: Topic) -> str:
        if topic is Topic.HEADING:
            return ": ".join(filter(None, (say(self._title), self.text)))
        return super().read(topic)

    def _face(self, key: str) -> str:
        upper = key.upper()
        return upper if self._is_upper and len(upper) == 1 else key

    def _press(self, key: str) -> None:
        self._add(self._face(key))

    def _add(self, text: str) -> None:
        """Write behind what stands there; a name's other letters are small."""
        wanted = "".join(c for c in text if c.isprintable())
        taken = wanted[: max(0, self._max_length - len(self.text))]
        if taken != wanted:
            self.context.sound.play(Sound.REFUSE)
        if taken:
            self.text += taken
            self._is_upper = taken == " "
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
            case Typed(text):
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
        """Paint what is typed, its end with the caret in sight."""
        painter = self.context.painter
        p, types = painter.theme.palette, painter.theme.type
        painter.box(surface, rect, p.sunken, p.accent)
        inner = rect.inset(painter.px(14), painter.px(4))
        shown = self.text
        while painter.text_width(shown, types.strong) > inner.w - painter.px(6):
            shown = shown[1:]
        painter.text(surface, shown, (inner.x, inner.centre[1]), types.strong)
        x = inner.x + painter.text_width(shown, types.strong) + painter.px(1)
        high = painter.px(22)
        surface.fill(p.accent, (x, inner.centre[1] - high // 2, painter.px(2), high))
