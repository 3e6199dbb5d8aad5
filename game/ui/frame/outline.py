"""The outline of a scene: a tree of its widgets and texts, for screen readers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from enum import Enum
from typing import Final, NamedTuple

from game.ui.layout.rects import Rect

SCENE_NUMBERS: Final = 1000
"""The first of a scene's numbers for things that are no widgets; widgets have larger numbers."""


class Role(Enum):
    """The kinds of things, each by its name among AccessKit's roles."""

    BUTTON = "BUTTON"
    CELL = "CELL"
    CHOICE = "COMBO_BOX"
    DIALOG = "DIALOG"
    FIELD = "TEXT_INPUT"
    GRID = "GRID"
    GROUP = "GROUP"
    HEADING = "HEADING"
    LABEL = "LABEL"
    PICTURE = "IMAGE"
    ROW = "ROW"
    SLIDER = "SLIDER"
    SWITCH = "SWITCH"


class Node(NamedTuple):
    """One thing on screen.

    `number` is the same as long as the thing exists; `value` is an editable text, `is_on` the state
    of a switch, None for other things.

    `role` is the kind for a screen reader, `name` the label, `about` a longer explanation, `rect`
    the place in window pixels. `is_enabled`, `can_focus` and `is_chosen` are states; `children` are
    the things inside.
    """

    number: int
    role: Role
    name: str
    rect: Rect
    about: str = ""
    value: str = ""
    is_on: bool | None = None
    is_enabled: bool = True
    can_focus: bool = False
    is_chosen: bool = False
    children: tuple[Node, ...] = ()

    def walk(self) -> Iterator[Node]:
        """Yield the thing and all that it contains."""
        yield self
        for child in self.children:
            yield from child.walk()


class Outline(NamedTuple):
    """All things of a scene, and the number of the focused one, None for none.

    `around` are the numbers of what the focus is in, the nearest first.
    """

    nodes: tuple[Node, ...]
    focus: int | None = None
    around: tuple[int, ...] = ()

    def numbers(self) -> list[int]:
        """Return the numbers of all things, those inside of others too."""
        return [one.number for node in self.nodes for one in node.walk()]

    def mended(self) -> Outline:
        """Return the outline as a reader can take it: a number comes once, and a missing focus is
        the nearest thing around, else the window.
        """
        numbers = self.numbers()
        nodes, known = self.nodes, set(numbers)
        if len(known) < len(numbers):
            nodes = tuple(_first_of_each(nodes, set()))
        focus = next((number for number in (self.focus, *self.around) if number in known), None)
        return Outline(nodes, focus)


def _first_of_each(nodes: Iterable[Node], known: set[int]) -> Iterator[Node]:
    for node in nodes:
        if node.number not in known:
            known.add(node.number)
            yield node._replace(children=tuple(_first_of_each(node.children, known)))
