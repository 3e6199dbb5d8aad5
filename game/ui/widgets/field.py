"""A text field for names and codes."""

import re
from collections.abc import Callable
from itertools import islice
from typing import Final, Unpack

import pygame

from game.ui.draw.icons import Icon
from game.ui.draw.painter import Painter
from game.ui.frame.bindings import Action, is_pad
from game.ui.frame.context import Context
from game.ui.frame.intents import (
    Command,
    Composed,
    Intent,
    MouseButton,
    PointerMoved,
    PointerPressed,
    PointerReleased,
    Typed,
)
from game.ui.frame.outline import Role
from game.ui.frame.scene import Push
from game.ui.frame.topics import labelled
from game.ui.layout.rects import Rect
from game.ui.sound.names import Sound
from game.ui.widgets.base import (
    UNUSED,
    USED,
    Outcome,
    PressResult,
    Widget,
    WidgetOptions,
    Words,
    say,
)

_BLINK: Final = 0.53
_DOUBLE_CLICK: Final = 0.4
_REFUSAL: Final = 0.8
"""Seconds for which a full field shows that no more text was accepted."""

_NEAR: Final = 5
"""Characters left from which on the length is shown."""

_CODE: Final = 40
_CODE_START: Final = 5
"""Most letters of a word that is read in full; so many of a longer one, which is a code."""


def _without_codes(text: str) -> str:
    """Return a text to read aloud, in which long codes are cut to their beginnings."""
    words = text.split(" ")
    return " ".join(word if len(word) <= _CODE else f"{word[:_CODE_START]}…" for word in words)


class TextField(Widget):
    """One line of text with the usual editing keys. Enter calls `on_enter`, every change
    `on_change`.

    A gamepad's confirm opens an on-screen keyboard, whose end is a change and Enter. Arrows leave
    the field at the ends of its text. The selection is between `anchor` and `caret`, both counted
    in characters. The page must pass the text that `on_change` last got: any other text replaces
    the typed one.
    """

    state_names = Widget.state_names | {
        "text", "caret", "anchor", "_blink", "_refused", "_is_held", "_pressed_at",
        "_composed"
    }  # fmt: skip
    role = Role.FIELD

    def __init__(
        self,
        context: Context,
        text: str = "",
        on_change: Callable[[str], PressResult] = lambda text: None,
        *,
        placeholder: Words = "",
        max_length: int = 24,
        on_enter: Callable[[str], PressResult] | None = None,
        **common: Unpack[WidgetOptions],
    ) -> None:
        super().__init__(**common)
        self._context = context
        self.text = text
        self.placeholder = placeholder
        self.max_length = max_length
        self.caret = self.anchor = len(text)
        self._on_change = on_change
        self._on_enter = on_enter
        self._blink = self._refused = 0.0
        self._is_held = False
        self._pressed_at = -_DOUBLE_CLICK
        self._composed = Composed("")

    @property
    def text_area(self) -> Rect | None:
        return self.rect

    @property
    def selection(self) -> tuple[int, int]:
        """The first and last end of the selection."""
        return min(self.anchor, self.caret), max(self.anchor, self.caret)

    def adopt(self, newer: Widget) -> None:
        super().adopt(newer)
        if isinstance(newer, TextField):
            self.show(newer.text)

    def measure(self, painter: Painter) -> tuple[int, int]:
        return painter.px(240), painter.px(painter.theme.control_height)

    def name_and_state(self, context: Context) -> str:
        words = labelled([*filter(None, (say(self.placeholder), _without_codes(self.text)))])
        return ", ".join(filter(None, (words, context.text("heard.spoken.field"))))

    def value_and_state(self, context: Context) -> tuple[str, bool | None]:
        return self.text, None

    def plain_name(self, context: Context) -> str:
        return say(self.placeholder) or context.text("heard.spoken.field")

    def show(self, text: str) -> None:
        """Show a text, with the caret behind it."""
        if text != self.text:
            self.text = text
            self.caret = self.anchor = len(text)

    def enter_by_key(self, direction: int) -> None:
        self.anchor, self.caret = 0, len(self.text)

    def handle(self, intent: Intent) -> Outcome:
        if isinstance(intent, Command) and self._composed.text:
            # The keys are the input method's; some systems report them to the window as well.
            if intent.action is Action.CANCEL:
                self._composed = Composed("")
            return USED
        if isinstance(intent, Command) and not intent.text and intent.key in _PAD_WITHOUT_LOCK:
            # Without NumLock the number pad moves the caret, and presses nothing.
            key = _PAD_WITHOUT_LOCK[intent.key]
            if not key:
                return USED
            intent = intent._replace(key=key, action=None)
        before, caret = self.text, self.caret
        outcome = self._edit(intent)
        if outcome.is_used and outcome.transition is None:
            self._echo(intent, before, caret)
        return outcome

    def _echo(self, intent: Intent, before: str, caret: int) -> None:
        """Read aloud what was typed, deleted or passed, as screen readers do, and no more."""
        context, words = self._context, ""
        if self._refused == _REFUSAL:
            words = context.text("heard.spoken.full", count=self.max_length)
        elif isinstance(intent, Typed):
            # The space says which word it ends.
            is_word = intent.text.isspace()
            words = before[:caret].split(" ")[-1] if is_word else intent.text
        elif self.text != before:
            lost = len(before) - len(self.text)
            words = before[self.caret : self.caret + lost] if lost > 0 else self.text
            words = _without_codes(words)
        elif isinstance(intent, Command) and intent.key in ("left", "right", "home", "end"):
            start, end = self.selection
            after = self.text[self.caret :]
            one = after.split(" ")[0] if intent.is_ctrl and after[:1].strip() else after[:1]
            words = self.text[start:end] or one or context.text("heard.spoken.field_end")
        elif isinstance(intent, Command) and self.anchor != self.caret:
            words = _without_codes(self.text)
        if words:
            is_blank = not words.strip()
            context.speak(context.text("heard.spoken.blank") if is_blank else words, is_urgent=True)

    def _edit(self, intent: Intent) -> Outcome:
        self._blink = 0.0
        match intent:
            case Composed():
                self._composed = intent
            case Typed(text):
                self._composed = Composed("")
                return self._replace(text)
            case Command(Action.PASTE):
                return self._replace(self._context.paste_text())
            case Command(Action.COPY) | Command(key="x", is_ctrl=True):
                start, end = self.selection
                if start == end or not self._context.copy_text(self.text[start:end]):
                    return USED
                return USED if intent.action is Action.COPY else self._replace("")
            case Command(key="a", is_ctrl=True):
                self.anchor, self.caret = 0, len(self.text)
            case Command(key="backspace" | "delete" as key):
                if self.anchor == self.caret:
                    way = "left" if key == "backspace" else "right"
                    self.caret = self._target(way, is_word=intent.is_ctrl)
                return self._replace("")
            case Command(key="left" | "right" | "home" | "end" as key):
                start, end = self.selection
                if start == end == self._target(key) and key[0] in "lr" and not intent.is_shift:
                    return UNUSED
                if start < end and not (intent.is_shift or intent.is_ctrl) and key[0] in "lr":
                    self.caret = start if key == "left" else end
                else:
                    self.caret = self._target(key, is_word=intent.is_ctrl)
                if not intent.is_shift:
                    self.anchor = self.caret
            case Command(Action.CONFIRM, key=key) if is_pad(key):
                return self._open_keyboard()
            case Command(Action.CONFIRM, text=""):
                if self._on_enter is None:
                    # A blind player must not land on a button that starts something.
                    return USED if self._context.is_heard else UNUSED
                return Outcome(True, self._on_enter(self.text))
            case PointerPressed(at, MouseButton.PRIMARY):
                self._composed = Composed("")
                self._press(self._index_at(at[0]))
            case PointerMoved((x, _)) if self._is_held:
                self.caret = self._index_at(x)
            case PointerReleased():
                self._is_held = False
            case _:
                return UNUSED
        return USED

    def _open_keyboard(self) -> Outcome:
        self._is_held = False
        title = self.placeholder if say(self.placeholder) else self.tooltip
        length = self.max_length
        route = self._context.routes.keyboard
        keys = route(self.text, self._take, title=say(title), max_length=length)
        return Outcome(True, Push(keys))

    def _take(self, text: str) -> PressResult:
        """Take over the text that was typed with the keyboard on the screen."""
        self.anchor, self.caret = 0, len(self.text)
        answer = self._replace(text).transition
        return answer if self._on_enter is None else self._on_enter(self.text)

    def _press(self, index: int) -> None:
        """Set the caret; pressed twice, select the word."""
        now = self._context.now()
        is_double = now - self._pressed_at < _DOUBLE_CLICK
        self._pressed_at, self._is_held = now, not is_double
        self.anchor = self.caret = index
        if is_double:
            words = re.finditer(r"\w+|\W+", self.text)
            word = next((w for w in words if w.start() <= index < w.end()), None)
            self.anchor, self.caret = word.span() if word else (0, len(self.text))

    def _target(self, key: str, *, is_word: bool = False) -> int:
        """Return the caret's place after a key."""
        if key in ("home", "end"):
            return 0 if key == "home" else len(self.text)
        if not is_word:
            step = -1 if key == "left" else 1
            return min(len(self.text), max(0, self.caret + step))
        starts = [word.start() for word in re.finditer(r"\w+", self.text)]
        if key == "left":
            return max((start for start in starts if start < self.caret), default=0)
        return min((start for start in starts if start > self.caret), default=len(self.text))

    def _replace(self, text: str) -> Outcome:
        """Replace the selection by `text`, as far as there is room."""
        start, end = self.selection
        room = max(0, self.max_length - len(self.text) + end - start)
        # The clipboard may hold a whole book.
        wanted = "".join(islice((c for c in text if c.isprintable()), room + 1))
        inserted = wanted[:room]
        if inserted != wanted:
            self._refused = _REFUSAL
            self._context.sound.play(Sound.REFUSE)
        was = self.text
        self.text = was[:start] + inserted + was[end:]
        self.caret = self.anchor = start + len(inserted)
        return Outcome(True, self._on_change(self.text) if self.text != was else None)

    def update(self, dt: float) -> bool:
        was_refused, self._refused = self._refused > 0, max(0.0, self._refused - dt)
        if not self.is_focused:
            self._composed = Composed("")
            return was_refused
        was_lit = self._blink % (2 * _BLINK) < _BLINK
        self._blink += dt
        return was_refused or was_lit != (self._blink % (2 * _BLINK) < _BLINK)

    # places in the text

    def _inner(self) -> Rect:
        """The area of the text, left of the length if that is shown."""
        painter = self._context.painter
        inner = self.rect.inset(painter.px(14), painter.px(4))
        return inner.cut_right(painter.px(50))[1] if self.length_words() else inner

    def length_words(self) -> str:
        """Return how much of the allowed length is used; empty while there is room."""
        is_near = self.is_focused and len(self.text) > self.max_length - _NEAR
        return f"{len(self.text)}/{self.max_length}" if is_near else ""

    def shown(self) -> str:
        """Return the text including that of an input method."""
        return self.text[: self.caret] + self._composed.text + self.text[self.caret :]

    def x_of(self, index: int) -> int:
        """Return the left edge of a shown character; long text is shifted to centre the caret."""
        painter, inner = self._context.painter, self._inner()
        style, shown = painter.theme.type.strong, self.shown()
        caret = self.caret + self._composed.caret
        before = painter.text_width(shown[:caret], style) if self.is_focused else 0
        spare = painter.text_width(shown, style) + painter.px(3) - inner.w
        shift = max(0, min(before - inner.w // 2, spare))
        return inner.x + painter.text_width(shown[:index], style) - shift

    def _index_at(self, x: float) -> int:
        return min(range(len(self.text) + 1), key=lambda index: abs(self.x_of(index) - x))

    def draw(self, surface: pygame.Surface, painter: Painter) -> None:
        p = painter.theme.palette
        edge = p.ink if self.is_focused else p.ink_soft if self.is_hovered else p.line
        surface.fill(p.sunken, self.rect)
        thick = max(2, painter.px(3))
        foot = self.rect._replace(y=self.rect.bottom - thick, h=thick)
        surface.fill(p.bad if self._refused else edge, foot)
        inner = self._inner()
        # A window into the surface: drawing may be given up in its middle, a clip would stay.
        area = pygame.Rect(inner).clip(surface.get_rect())
        if area.w and area.h:
            self._draw_text(surface.subsurface(area), painter, area)
        middle = inner.centre[1]
        if self.length_words():
            is_full = len(self.text) >= self.max_length
            ink = painter.theme.type.strong.coloured(p.bad if is_full else p.ink_soft)
            at = (self.rect.right - painter.px(10), middle)
            painter.text(surface, self.length_words(), at, ink, "right")

    def _draw_text(self, surface: pygame.Surface, painter: Painter, area: pygame.Rect) -> None:
        """Draw selection, text and caret on the part of the surface that is at `area`."""
        p, style = painter.theme.palette, painter.theme.type.strong
        inner = self._inner().moved(-area.x, -area.y)
        middle, height = inner.centre[1], painter.px(22)
        composed = self._composed
        parts = (self.caret, self.caret + len(composed.text)) if composed.text else self.selection
        start, end = (self.x_of(index) - area.x for index in parts)
        if self.is_focused and start < end:
            # Text being composed is underlined, as usual; selected text has a ground.
            thick = painter.px(2) if composed.text else height
            surface.fill(
                p.ink if composed.text else p.card,
                (start, middle + height // 2 - thick, end - start, thick),
            )
        if self.shown():
            painter.text(surface, self.shown(), (self.x_of(0) - area.x, middle), style)
        elif say(self.placeholder):
            # A pen and small letters, so that it does not look like typed text.
            words = painter.theme.type.body
            pen, room = inner.cut_left(painter.px(14), painter.px(8))
            if not self.is_focused:
                # The caret is there.
                painter.icon(surface, Icon.PEN, pen.centre, pen.w, p.ink_soft)
            painter.text_in(surface, say(self.placeholder), room, words, max_lines=1)
        if self.is_focused and self._blink % (2 * _BLINK) < _BLINK:
            x = self.x_of(self.caret + composed.caret) - area.x
            surface.fill(p.ink, (x, middle - height // 2, painter.px(2), height))


_PAD_WITHOUT_LOCK: Final = {
    "[4]": "left",
    "[6]": "right",
    "[7]": "home",
    "[1]": "end",
    "[.]": "delete",
    **dict.fromkeys(("[0]", "[3]", "[5]", "[9]"), ""),
}
