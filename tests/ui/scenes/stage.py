"""A stage for scenes: a stack without a window, driven by intents and a clock of its own."""

from __future__ import annotations

import time
from collections.abc import Callable, Hashable, Iterator

import pygame

from game.ui.frame.bindings import DEFAULT_BINDINGS
from game.ui.frame.context import Context
from game.ui.frame.intents import (
    Command,
    Intent,
    MouseButton,
    PointerMoved,
    PointerPressed,
    PointerReleased,
    Typed,
)
from game.ui.frame.scene import Scene
from game.ui.frame.stack import SceneStack
from game.ui.layout.rects import Point, make_view
from game.ui.parts import PageScene, PressedPanel, Text
from game.ui.widgets import Form, ScrollArea, Segmented, Stepper, Widget, say
from tests.ui.written import Written

__all__ = ["FRAME", "Stage", "place_in"]

FRAME = 1 / 60


class Stage:
    """Scenes on a stack, as the loop would run them."""

    def __init__(self, context: Context, scene: Scene) -> None:
        self.context = context
        self.stack = SceneStack(scene, context.painter.view)
        self.stack.before_quit = lambda scenes: context.routes.quit_question(scenes)
        self.stack.take_in = lambda *given: context.routes.take_in(*given)
        self.size = context.painter.view.area.size

    @property
    def top(self) -> Scene:
        """The scene with the keyboard."""
        return self.stack.top

    def give(self, intent: Intent) -> None:
        """Hand over one intent, and serve a wish to lay everything out again."""
        self.stack.handle(intent)
        if self.stack.wants_refresh:
            self.stack.wants_refresh = False
            view = make_view(self.size, self.context.preferences.interface_scale)
            self.context.painter.resize(view)
            self.stack.resize(view)

    def press(self, *chords: str) -> None:
        """Press keys by name, as they are bound; a single character types itself too."""
        for chord in chords:
            text = chord if len(chord) == 1 else ""
            self.give(Command(DEFAULT_BINDINGS.action(chord), key=chord, text=text))
            if text:
                self.give(Typed(text))

    def type(self, text: str) -> None:
        """Enter text, character by character."""
        for character in text:
            self.give(Command(None, key=character, text=character))
            self.give(Typed(character))

    def click(self, widget: Widget) -> None:
        """Click the middle of a widget of the top scene."""
        self.hit(self.place_of(widget))

    def hit(self, at: Point, button: MouseButton = MouseButton.PRIMARY) -> None:
        """Click a pixel."""
        self.give(PointerMoved(at))
        self.give(PointerPressed(at, button))
        self.give(PointerReleased(at, button, at))

    def drag(self, start: Point, end: Point) -> None:
        """Drag from one pixel to another."""
        self.give(PointerMoved(start))
        self.give(PointerPressed(start, MouseButton.PRIMARY))
        for step in (1, 2, 3):
            x = start[0] + (end[0] - start[0]) * step / 3
            y = start[1] + (end[1] - start[1]) * step / 3
            self.give(PointerMoved((x, y), start, True))
        self.give(PointerReleased(end, MouseButton.PRIMARY, start, True))

    def let(self, seconds: float) -> int:
        """Let time pass, frame by frame; how many frames had to be drawn."""
        return sum(self.stack.update(FRAME) for _ in range(round(seconds / FRAME)))

    def wait_until(self, what: Callable[[], object]) -> None:
        """Let real seconds pass, for what another thread or process does."""
        end = time.monotonic() + 300
        while not what():
            assert time.monotonic() < end, self.read()
            self.let(0.05)
            time.sleep(0.01)

    def draw(self) -> pygame.Surface:
        """The picture now."""
        surface = pygame.Surface(self.size)
        self.stack.draw(surface)
        return surface

    def read(self) -> list[str]:
        """The words on the picture now, all inside the window."""
        written = Written(self.size)
        with written.listening():
            self.draw()
        assert written.outside == []
        return written.words

    @property
    def form(self) -> Form:
        """The top scene's widgets."""
        form: Form = self.top.form  # type: ignore[attr-defined]
        return form

    def widgets(self) -> Iterator[Widget]:
        """All widgets of the top scene, those in scrolling areas too."""
        for widget in self.form.widgets:
            yield widget
            if isinstance(widget, ScrollArea):
                yield from widget.form.widgets

    def find(self, words: str) -> Widget:
        """The widget that bears these words."""
        for widget in self.widgets():
            for name in ("label", "title"):
                label = getattr(widget, name, None)
                if label is not None and say(label) == words:
                    return widget
            if isinstance(widget, PressedPanel):
                named = (part for part in widget.walk() if isinstance(part, Text))
                if any(say(part.words) == words for part in named):
                    return widget
        raise LookupError(words)

    def widget(self, id: Hashable) -> Widget:
        """The widget of that `id`, on a page that is no tree."""
        return next(widget for widget in self.widgets() if widget.id == id)

    def part(self, id: Hashable) -> Widget:
        """The part of that `id` on the page."""
        assert isinstance(self.top, PageScene)
        return self.top.part(id)

    def choose(self, id: Hashable, chosen: object) -> None:
        """Choose a value of the part of that `id` by the arrow keys."""
        part = self.part(id)
        assert isinstance(part, Segmented | Stepper)
        assert isinstance(self.top, PageScene)
        if isinstance(part, Segmented):
            values = [value for value, _ in part.options]
        else:
            values = list(part.values)
        steps = values.index(chosen) - values.index(part.value)
        self.top.focus(id, is_shown=True)
        self.press(*["right" if steps > 0 else "left"] * abs(steps))

    def has(self, words: str) -> bool:
        """Whether a widget bears these words."""
        try:
            self.find(words)
        except LookupError:
            return False
        return True

    def place_of(self, widget: Widget) -> tuple[float, float]:
        """The middle of a widget of the top scene, in the window."""
        return place_in(self.form, widget)


def place_in(form: Form, widget: Widget) -> tuple[float, float]:
    """The middle of a widget in the window, wherever its area is scrolled to."""
    for area in form.widgets:
        if isinstance(area, ScrollArea) and widget in area.form.widgets:
            x, y = widget.rect.centre
            return area.rect.x + x, area.rect.y + y - area.top
    return widget.rect.centre
