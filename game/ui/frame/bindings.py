"""Which key does what, as data; no pygame: keys go by name.

A key's name is its character or SDL's name (`return`, `left`, `f11`, `[7]` for the number
pad), with `ctrl+`, `alt+` and `shift+` before it in that order; gamepad buttons are `pad 0`
(A), `pad 1` (B), … and directions `pad up`. The letters a to f and the digits are left free:
on the board they name columns and spaces.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum, auto
from types import MappingProxyType
from typing import Final


class Action(Enum):
    """What a key can mean; the scene on top decides what comes of it."""

    UP = auto()
    DOWN = auto()
    LEFT = auto()
    RIGHT = auto()
    UP_LEFT = auto()
    UP_RIGHT = auto()
    DOWN_LEFT = auto()
    DOWN_RIGHT = auto()
    CONFIRM = auto()
    CANCEL = auto()
    NEXT = auto()
    PREVIOUS = auto()
    FIRST = auto()
    LAST = auto()
    PAGE_UP = auto()
    PAGE_DOWN = auto()
    TAKE_BACK = auto()
    DELETE = auto()
    NEXT_CALL = auto()
    NEXT_TILE = auto()
    RESTART = auto()
    NEW_DEAL = auto()
    GIVE_UP = auto()
    COACH = auto()
    HELP = auto()
    COPY = auto()
    PASTE = auto()
    MUTE = auto()
    FULLSCREEN = auto()
    QUIT = auto()


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
    MappingProxyType(
        {
            "up": Action.UP,
            "down": Action.DOWN,
            "left": Action.LEFT,
            "right": Action.RIGHT,
            "[8]": Action.UP,
            "[2]": Action.DOWN,
            "[5]": Action.CONFIRM,
            "[4]": Action.LEFT,
            "[6]": Action.RIGHT,
            "[7]": Action.UP_LEFT,
            "[9]": Action.UP_RIGHT,
            "[1]": Action.DOWN_LEFT,
            "[3]": Action.DOWN_RIGHT,
            "return": Action.CONFIRM,
            "enter": Action.CONFIRM,
            "space": Action.CONFIRM,
            "escape": Action.CANCEL,
            "tab": Action.NEXT,
            "shift+tab": Action.PREVIOUS,
            "home": Action.FIRST,
            "end": Action.LAST,
            "page up": Action.PAGE_UP,
            "page down": Action.PAGE_DOWN,
            "pageup": Action.PAGE_UP,
            "pagedown": Action.PAGE_DOWN,
            "backspace": Action.TAKE_BACK,
            "ctrl+z": Action.TAKE_BACK,
            "delete": Action.DELETE,
            "n": Action.NEXT_CALL,
            "x": Action.NEXT_TILE,
            "r": Action.RESTART,
            "ctrl+n": Action.NEW_DEAL,
            "ctrl+g": Action.GIVE_UP,
            "h": Action.COACH,
            "f1": Action.HELP,
            "ctrl+c": Action.COPY,
            "ctrl+v": Action.PASTE,
            "m": Action.MUTE,
            "f11": Action.FULLSCREEN,
            "alt+return": Action.FULLSCREEN,
            "ctrl+q": Action.QUIT,
            "pad up": Action.UP,
            "pad down": Action.DOWN,
            "pad left": Action.LEFT,
            "pad right": Action.RIGHT,
            "pad up-left": Action.UP_LEFT,
            "pad up-right": Action.UP_RIGHT,
            "pad down-left": Action.DOWN_LEFT,
            "pad down-right": Action.DOWN_RIGHT,
            "pad 0": Action.CONFIRM,
            "pad 1": Action.CANCEL,
            "pad 2": Action.TAKE_BACK,
            "pad 3": Action.NEXT_CALL,
            "pad 4": Action.PREVIOUS,
            "pad 5": Action.NEXT,
            "pad 7": Action.CANCEL,
        }
    )
)
