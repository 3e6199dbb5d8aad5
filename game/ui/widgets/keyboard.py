"""A keyboard on the screen, for hands that hold a gamepad or a mouse: one for every text field."""

from collections.abc import Callable
from functools import partial

import pygame

from game.ui.draw.icons import Icon
from game.ui.frame.bindings import Action, is_pad
from game.ui.frame.context import Context
from game.ui.frame.intents import Command, Intent, Typed
from game.ui.frame.scene import Navigation, Pop
from game.ui.frame.sound_names import Sound
from game.ui.frame.topics import Topic
from game.ui.layout.rects import Rect, View
from game.ui.widgets.base import PressResult, Words, say
from game.ui.widgets.buttons import Button, Look
from game.ui.widgets.scenes import WidgetScene


class Keyboard(WidgetScene):
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
        self._panel = self._title_rect = self._line = Rect(0, 0, 0, 0)
        words = context.text
        self._rows = [
            [Button(partial(self._face, key), partial(self._press, key)) for key in row]
            for row in words("keyboard.rows").split()
        ]
        self._foot = [
            Button(
                lambda: words(f"keyboard.{'lower' if self._is_upper else 'upper'}"), self._shift
            ),
            Button(partial(words, "keyboard.space"), partial(self._add, " ")),
            Button(partial(words, "keyboard.erase"), self._erase, icon=Icon.LEFT),
            Button(partial(words, "keyboard.paste"), self._paste, icon=Icon.COPY),
            Button(partial(words, "keyboard.done"), self._done, icon=Icon.CHECK, look=Look.PRIMARY),
        ]
        self.form.replace([key for row in self._rows for key in row] + self._foot)
        self.form.focus(self._rows[1][0], is_shown=True)

    def read(self, topic: Topic) -> str:
        """What is typed into, and what stands there."""
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
        """A real keyboard's keys, and a gamepad's for what is wanted often; then the widgets."""
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
        return None

    def resize(self, view: View) -> None:
        """Keys as large as there is room for, at the foot of the window."""
        super().resize(view)
        pad, gap, margin = view.px(20), view.px(6), view.px(16)
        columns = max(map(len, self._rows))
        lines = len(self._rows) + 1
        heads = view.px(30) + view.px(48) + 2 * gap
        room = view.area.inset(margin)
        wide = (room.w - 2 * pad + gap) // columns - gap
        high = (room.h - 2 * pad - heads + gap) // lines - gap
        side = max(1, min(view.px(54), wide, high))
        width = columns * (side + gap) - gap + 2 * pad
        height = lines * (side + gap) - gap + heads + 2 * pad
        self._panel = room.cut_bottom(height)[0].centred(width, height)
        rest = self._panel.inset(pad)
        self._title_rect, rest = rest.cut_top(view.px(30), gap)
        self._line, rest = rest.cut_top(view.px(48), gap)
        for row, cells in zip([*self._rows, self._foot], rest.rows(lines, gap), strict=True):
            is_foot = row is self._foot
            wanted = cells.w if is_foot else len(row) * (side + gap) - gap
            line = cells.centred(wanted, side)
            self.place_all(row, line.columns(len(row), gap))

    def draw_below(self, surface: pygame.Surface) -> None:
        """Dim what lies below; draw the panel, what is typed into, and the text with its caret."""
        painter = self.context.painter
        p, types = painter.theme.palette, painter.theme.type
        painter.dim(surface)
        painter.panel(surface, self._panel, is_lifted=True)
        painter.text_in(surface, say(self._title), self._title_rect, types.caption, max_lines=1)
        painter.box(surface, self._line, p.sunken, p.accent)
        inner = self._line.inset(painter.px(14), painter.px(4))
        shown = self.text
        while painter.text_width(shown, types.strong) > inner.w - painter.px(6):
            shown = shown[1:]
        painter.text(surface, shown, (inner.x, inner.centre[1]), types.strong)
        x = inner.x + painter.text_width(shown, types.strong) + painter.px(1)
        high = painter.px(22)
        surface.fill(p.accent, (x, inner.centre[1] - high // 2, painter.px(2), high))
