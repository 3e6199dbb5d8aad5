"""The protocol of a scene, and the navigation that it may answer with.

A scene is one screen, or an overlay on the one below. It never touches the stack: `handle` and
`update` return a navigation (`Push`, `Pop`, `Replace`, …), and the stack applies it.
"""

from __future__ import annotations

from typing import Final, NamedTuple, Protocol

import pygame

from game.ui.draw.theme import Colour
from game.ui.frame.intents import Intent
from game.ui.frame.outline import Outline
from game.ui.frame.topics import Topic
from game.ui.layout.rects import Rect, View


class Pulse(NamedTuple):
    """The result of one `update`: whether to draw a frame, and the navigation, if any.

    `has_work` requests the next tick's update without a frame, to prerender pictures.
    """

    needs_frame: bool = False
    transition: Navigation | None = None
    has_work: bool = False


STILL: Final = Pulse()
"""Nothing moved: no frame is drawn."""

ANIMATING: Final = Pulse(needs_frame=True)
"""Something moved: draw a frame."""


class Doorway(NamedTuple):
    """A band that leads to another screen, or back: its stripe's number, place in pixels and
    colour.
    """

    number: int
    rect: Rect
    colour: Colour


class Scene(Protocol):
    """One screen. Build it from a `Context`; `resize` is called before anything else."""

    is_overlay: bool
    """Whether the scene below is drawn first (dimmed by the overlay itself)."""

    has_entrance: bool
    """Whether the scene begins with a motion of its own from the previous frame."""

    unasked: int
    """The number of things that the scene showed without a press: by opening after a game or a
    moment, or by the end of a moment. After each the loop holds presses that confirm.
    """

    @property
    def holds_arrivals(self) -> bool | None:
        """Whether what is pasted or dropped waits for the end of a call, as others or a clock wait;
        False if a press opens it, as a game is in play; None if it is opened at once.
        """

    @property
    def has_unsaved(self) -> bool:
        """Whether the scene shows something that is only in memory, on purpose, and can be lost."""

    def enter(self) -> None:
        """Note that the scene became the top one: pushed, or uncovered."""

    def leave(self) -> None:
        """Note that the scene was covered or removed."""

    def resize(self, view: View) -> None:
        """Lay everything out for `view`; also called when language, scale or colours change."""

    def handle(self, intent: Intent) -> Navigation | None:
        """Handle an intent; return a navigation, None to stay and draw, `Ignored()` to stay as
        shown.
        """

    @property
    def text_area(self) -> Rect | None:
        """The focused text field, None where keys are commands.

        Input methods and keyboards on a touch screen are shown only for it.
        """

    def read(self, topic: Topic) -> str:
        """Return the words to read aloud about a topic, "" for none."""

    def read_on(self, topic: Topic, number: int) -> str:
        """Return the words read when a topic is requested again, `number` times in a row."""

    def outline(self) -> Outline:
        """Return the scene's widgets and texts, for screen readers."""

    def give_keyboard(self, number: int) -> bool:
        """Focus the thing of that number in the outline; return whether that is possible."""

    def update(self, dt: float) -> Pulse:
        """Let `dt` seconds pass: advance animations, poll threads' results."""

    def doorways(self) -> list[Doorway]:
        """Return the bands that lead to other screens, or back."""

    def lying(self) -> Rect | None:
        """Return the place of a panel over the page that slides in from an edge of the window."""

    def draw(self, surface: pygame.Surface) -> None:
        """Draw everything without changing any state."""


class Push(NamedTuple):
    """Put `scene` on top."""

    scene: Scene


class Pop(NamedTuple):
    """Remove the top scene; then apply `then` as the uncovered one's answer."""

    then: Navigation | None = None


class Replace(NamedTuple):
    """Put `scene` in the top scene's place."""

    scene: Scene


class Reset(NamedTuple):
    """Remove every scene and open `scene`; then apply `then` as its answer."""

    scene: Scene
    then: Navigation | None = None


class Refresh:
    """Theme, language or scale changed: lay all scenes out again."""


class ToggleFullscreen:
    """Fill the screen, or go back to the window as it was."""


class Ignored:
    """Nothing on screen changed; no frame is needed."""


class Quit:
    """Leave the game."""


Navigation = Push | Pop | Replace | Reset | Refresh | ToggleFullscreen | Ignored | Quit
