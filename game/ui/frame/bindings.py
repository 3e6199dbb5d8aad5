"""Which key does what, as data; no pygame: keys go by name.

A key's name is its character or SDL's name (`return`, `left`, `f11`, `[7]` for the number
pad), with `ctrl+`, `alt+` and `shift+` before it in that order; gamepad buttons are `pad 0`
(A), `pad 1` (B), … and directions `pad up`. The letters a to f and the digits are left free:
on the board they name columns and spaces.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from types import MappingProxyType
from typing import Final


class Action(Enum):
    """What a key can mean; the scene on top decides what comes of it. The values are the chords
    it is bound to at first, the one to show in hints before the others.
    """

    UP = "up", "[8]", "pad up"
    DOWN = "down", "[2]", "pad down"
    LEFT = "left", "[4]", "pad left"
    RIGHT = "right", "[6]", "pad right"
    UP_LEFT = "[7]", "pad up-left"
    UP_RIGHT = "[9]", "pad up-right"
    DOWN_LEFT = "[1]", "pad down-left"
    DOWN_RIGHT = "[3]", "pad down-right"
    CONFIRM = "[5]", "return", "enter", "space", "pad 0"
    CANCEL = "escape", "pad 1", "pad 7"
    NEXT = "tab", "pad 5"
    PREVIOUS = "shift+tab", "pad 4"
    FIRST = ("home",)
    LAST = ("end",)
    PAGE_UP = "page up", "pageup"
    PAGE_DOWN = "page down", "pagedown"
    TAKE_BACK = "backspace", "ctrl+z", "pad 2"
    DELETE = ("delete",)
    NEXT_CALL = "n", "pad 3"
    NEXT_TILE = ("x",)
    RESTART = ("r",)
    NEW_DEAL = ("ctrl+n",)
    GIVE_UP = ("ctrl+g",)
    COACH = ("h",)
    HELP = ("f1",)
    COPY = ("ctrl+c",)
    PASTE = ("ctrl+v",)
    MUTE = ("m",)
    FULLSCREEN = "f11", "alt+return"
    QUIT = ("ctrl+q",)


@dataclass(frozen=True, slots=True)
class Bindings:
    """Chord → action."""

    chords: Mapping[str, Action]

    def action(self, chord: str) -> Action | None:
        """What `chord` means; an unbound shift is ignored."""
        found = self.chords.get(chord)
        if found is None and chord.startswith("shift+"):
            found = self.chords.get(chord.removeprefix("shift+"))
        return found

    def keys(self, action: Action) -> tuple[str, ...]:
        """The chords bound to `action`, the one to show in hints first."""
        return tuple(c for c, a in self.chords.items() if a is action)


DEFAULT_BINDINGS: Final = Bindings(
    MappingProxyType({chord: action for action in Action for chord in action.value})
)
