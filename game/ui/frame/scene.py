"""The protocol of a scene, and the navigation that it may answer with.

A scene is one screen, or an overlay on the one below. It never touches the stack: `handle`
and `update` return what should happen (`Push`, `Pop`, `Replace`, …), and the stack does it.
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

    `has_work` asks for the next tick's update, as if something moved: pictures are prerendered.
    """

    needs_frame: bool = False
    transition: Navigation | None = None
    has_work: bool = False


STILL: Final = Pulse()
"""Nothing moved: no frame is drawn."""

ANIMATING: Final = Pulse(needs_frame=True)
"""Something moved: draw a frame."""


class Doorway(NamedTuple):
    """A band that leads to another screen, or back: the number whose stripe it is, its place in
    pixels and its colour.
    """

    number: int
    rect: Rect
    colour: Colour


class Scene(Protocol):
    """One screen. Build it from a `Context`; `resize` is called before anything else."""

    is_overlay: bool
    """Whether the scene below is drawn first (dimmed by the overlay itself)."""

    has_entrance: bool
    """Whether it begins with a motion of its own, from what was shown before."""

    def enter(self) -> None:
        """Hear that the scene became the top one: pushed, or uncovered."""

    def leave(self) -> None:
        """Hear that the scene was covered or removed."""

    def resize(self, view: View) -> None:
        """Lay everything out for `view`; also called when language, scale or colours change."""

    def handle(self, intent: Intent) -> Navigation | None:
        """React to an intent. `None` means handled or not, stay and draw; `Ignored()`
        spares the frame.
        """

    @property
    def text_area(self) -> Rect | None:
        """Where text is typed now, None where keys are keys alone. Input methods and keyboards on
        a touch screen are asked for there, and nowhere else.
        """

    def read(self, topic: Topic) -> str:
        """Return what is read aloud about a topic, "" for nothing."""

    def outline(self) -> Outline:
        """Return what is on it, for screen readers."""

    def give_keyboard(self, number: int) -> bool:
        """Let the thing of that number in the outline have the keyboard; whether it can."""

    def update(self, dt: float) -> Pulse:
        """`dt` seconds passed; advance animations, look at threads' results."""

    def doorways(self) -> list[Doorway]:
        """Return the bands that lead to other screens, or back."""

    def lying(self) -> Rect | None:
        """Return the place of what lies over a page and comes from an edge of the window."""

    def draw(self, surface: pygame.Surface) -> None:
        """Draw everything; changes nothing."""


class Push(NamedTuple):
    """Put `scene` on top."""

    scene: Scene


class Pop(NamedTuple):
    """Remove the top scene; then let the uncovered one do `then`, as if it had asked for it."""

    then: Navigation | None = None


class Replace(NamedTuple):
    """Put `scene` in the top scene's place."""

    scene: Scene


class Reset(NamedTuple):
    """Remove every scene and start over with `scene`; it then does `then`."""

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
