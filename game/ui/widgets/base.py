"""What every widget is: a rectangle that draws itself and answers intents."""

from collections.abc import Callable
from typing import Final, NamedTuple

import pygame

from game.ui.draw.painter import Painter
from game.ui.draw.surface_cache import recorded_text
from game.ui.frame.context import Context
from game.ui.frame.intents import Intent
from game.ui.frame.scene import Navigation
from game.ui.frame.topics import as_sentences
from game.ui.layout.rects import Rect

Words = str | Callable[[], str]
"""A text, or a function that fetches it, so that it follows a change of language."""

PressResult = Navigation | None
"""What a callback may return: where to go, or `None` to stay."""

OnPress = Callable[[], PressResult]


def say(words: Words) -> str:
    """The text now."""
    return words if isinstance(words, str) else words()


class Outcome(NamedTuple):
    """What came of an intent: whether a widget used it, and the callback's answer."""

    is_used: bool
    transition: Navigation | None = None


UNUSED: Final = Outcome(is_used=False)
USED: Final = Outcome(is_used=True)


class Widget:
    """A thing on screen. `place` it in `resize`; the form sets the states.

    One with `on_press` can be pressed, and then does that. `why_disabled` is `None` for a widget
    that works, else the reason, shown as its tooltip ("" for none). Hidden widgets are skipped
    by everything.
    """

    is_focusable = True

    def __init__(
        self,
        on_press: OnPress | None = None,
        *,
        tooltip: Words = "",
        why_disabled: Words | None = None,
    ) -> None:
        self._on_press = on_press
        self.rect = Rect(0, 0, 0, 0)
        self.tooltip = tooltip
        self.why_disabled = why_disabled
        self.is_hidden = False
        self.is_hovered = False
        self.is_pressed = False
        self.is_focused = False
        self.shows_focus = False

    @property
    def is_enabled(self) -> bool:
        """Whether it works now."""
        return self.why_disabled is None

    @property
    def can_focus(self) -> bool:
        """Whether the keyboard can reach it."""
        return self.is_focusable and self.is_enabled and not self.is_hidden

    @property
    def wants_text(self) -> bool:
        """Whether it is a text field that takes typed characters while focused."""
        return False

    def hint(self) -> str:
        """The tooltip now: the reason where disabled."""
        return say(self.tooltip if self.why_disabled is None else self.why_disabled)

    def read(self, context: Context) -> str:
        """What is spoken of it while it has the focus: its words as drawn, its state, its hint."""
        said = [self.name_and_state(context), self.hint()]
        if not self.is_enabled:
            said.append(context.text("heard.spoken.is_idle"))
        return as_sentences(dict.fromkeys(said))

    def name_and_state(self, context: Context) -> str:
        """Its name and state: what it draws, unless it says more than that."""
        width, height = (max(1, length) for length in self.rect.size)
        scratch = pygame.Surface((self.rect.x + width, self.rect.y + height))
        with recorded_text() as heard:
            self.draw(scratch, context.painter)
        return ", ".join(heard)

    def place(self, rect: Rect) -> None:
        """Give it its rectangle, in pixels."""
        self.rect = rect

    def measure(self, painter: Painter) -> tuple[int, int]:
        """The width and height it would like, in pixels."""
        return self.rect.size

    def handle(self, intent: Intent) -> Outcome:
        """React to an intent that concerns it: pointer inside or captured, key while focused.

        The form has set the states already; `Command(Action.CONFIRM)` and clicks arrive as
        `press` instead.
        """
        return UNUSED

    def enter_by_key(self, direction: int) -> None:
        """The keyboard's focus came from outside, going forwards (1) or backwards (-1)."""

    def press(self) -> PressResult:
        """It was clicked or confirmed."""
        return None if self._on_press is None else self._on_press()

    @property
    def is_pressable(self) -> bool:
        """Whether `press` does something, and so makes the sound of a button."""
        return self._on_press is not None

    def update(self, dt: float) -> bool:
        """Let time pass; whether it needs a frame."""
        return False

    def draw(self, surface: pygame.Surface, painter: Painter) -> None:
        """Draw it; changes nothing."""
