"""The keys of each action, as data without pygame: keys are names.

A key's name is its character or SDL's name (`return`, `left`, `f11`, `[7]` for the number pad),
with `ctrl+`, `alt+` and `shift+` before it in that order. Gamepad buttons are `pad 0` (A), `pad 1`
(B), … directions `pad up`, those of the right stick `pad rs-up`, triggers `pad lt`, and with a
trigger held `pad lt+rs-up`. The letters a to f and the digits are not bound: on the board they name
columns and spaces. Nor is the guide button (`pad 8`), which systems reserve.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import Enum
from types import MappingProxyType
from typing import Final, NamedTuple


class Action(Enum):
    """The meanings of keys; the top scene decides their effect.

    The values are the default chords, first the one shown in hints.
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
    PAGE_UP = "page up", "pageup", "pad lt"
    PAGE_DOWN = "page down", "pagedown", "pad rt"
    TAKE_BACK = "backspace", "ctrl+z", "pad 2"
    REDO = "ctrl+y", "shift+backspace", "pad lt+rs-left"
    DELETE = ("delete",)
    NEXT_CALL = "n", "pad 3"
    NEXT_TILE = ("x",)
    RESTART = ("r",)
    NEW_DEAL = ("ctrl+n",)
    GIVE_UP = ("ctrl+g",)
    COACH = "h", "pad 6"
    EXPLAIN = "i", "pad 9"
    HELP = ("f1",)
    COPY = ("ctrl+c",)
    PASTE = ("ctrl+v",)
    MUTE = ("m",)
    MUSIC = ("u",)
    SPEECH = "f2", "pad 10"
    SAY_NOW = "f3", "pad rs-up"
    SAY_BOARD = "f4", "pad rs-left"
    SAY_LINES = "f5", "pad rs-right"
    SAY_SCORE = "f6", "pad rs-down"
    SAY_AGAIN = "f7", "pad lt+rs-up"
    SAY_HERE = "f8", "pad lt+rs-right"
    FULLSCREEN = "f11", "alt+return", "ctrl+f"
    QUIT = ("ctrl+q",)


ESSENTIAL: Final = (
    Action.UP,
    Action.DOWN,
    Action.LEFT,
    Action.RIGHT,
    Action.CONFIRM,
    Action.CANCEL,
)
"""Actions without which the game cannot be played; each keeps a key and a button."""

RESERVED: Final = frozenset("abcdef0123456789")
"""Characters that name columns, spaces and cards."""

_MOST: Final = 40
"""Most characters of a chord: SDL's longest names have half as many."""


def is_pad(chord: str) -> bool:
    """Whether a chord is a gamepad's."""
    return chord.startswith("pad ")


class Bindings(NamedTuple):
    """The action of each chord."""

    chords: Mapping[str, Action]

    def action(self, chord: str) -> Action | None:
        """Return the action of `chord`; without one, that of the chord without shift."""
        action = self.chords.get(chord)
        if action is None and chord.startswith("shift+"):
            action = self.chords.get(chord.removeprefix("shift+"))
        return action

    def keys(self, action: Action) -> tuple[str, ...]:
        """Return the chords bound to `action`, the one to show in hints first."""
        return tuple(c for c, a in self.chords.items() if a is action)

    def shown(self, action: Action, *, on_pad: bool = False) -> str:
        """Return the chord to show for `action`, "" if that device has none; the number pad's
        last.
        """
        chords = [c for c in self.keys(action) if is_pad(c) is on_pad]
        return min(chords, key=lambda chord: chord.startswith("["), default="")

    def can_take(self, action: Action, chord: str) -> bool:
        """Whether binding `chord` leaves every essential action a chord of its device."""
        other = self.chords.get(chord)
        if other is None or other not in ESSENTIAL:
            return True
        on_pad = is_pad(chord)
        left = [c for c in self.keys(other) if is_pad(c) is on_pad and c != chord]
        return bool(left or self.shown(action, on_pad=on_pad))

    def bind(self, action: Action, chord: str) -> Bindings:
        """Return bindings in which `chord` replaces the one shown for `action` on its device.

        An action that had `chord` before gets the replaced one in exchange, if there was one.
        """
        old, other = self.shown(action, on_pad=is_pad(chord)), self.chords.get(chord)
        lists = self._lists()
        if other is action:
            return self
        if other is not None:
            place = lists[other].index(chord)
            lists[other][place : place + 1] = [old] if old else []
        if old:
            lists[action][lists[action].index(old)] = chord
        else:
            lists[action].append(chord)
        return _from_lists(lists)

    def _lists(self) -> dict[Action, list[str]]:
        return {action: list(self.keys(action)) for action in Action}

    def __str__(self) -> str:
        """Return the differences from the defaults, a line an action: `next_call = j | pad 9`."""
        return "\n".join(
            f"{action.name.lower()} = {' | '.join(chords)}"
            for action, chords in self._lists().items()
            if tuple(chords) != action.value
        )

    @classmethod
    def parse(cls, text: str) -> Bindings:
        """Parse the text of `str`. Raises `ValueError` for an invalid one.

        A chord in the text is taken from the defaults of actions that the text does not name: the
        defaults of an older version may have been others.
        """
        read: dict[Action, list[str]] = {}
        for line in text.splitlines():
            name, equals, chords = line.partition(" =")
            if not equals or name != name.lower() or name.upper() not in Action.__members__:
                raise ValueError(f"no binding: {line!r}")
            read[Action[name.upper()]] = chords.strip().split(" | ") if chords.strip() else []
        in_text = {chord for bound in read.values() for chord in bound}
        lists = {a: read.get(a, [c for c in a.value if c not in in_text]) for a in Action}
        every = [chord for bound in lists.values() for chord in bound]
        if len(set(every)) != len(every) or not all(map(_is_chord, every)):
            raise ValueError("a chord that is none, or is bound twice")
        made = _from_lists(lists)
        for action in ESSENTIAL:
            if not (made.shown(action) and made.shown(action, on_pad=True)):
                raise ValueError(f"nothing is bound to {action.name}")
        return made


def _is_chord(text: str) -> bool:
    return 0 < len(text) <= _MOST and text.isprintable() and text == text.strip()


def _from_lists(lists: Mapping[Action, Sequence[str]]) -> Bindings:
    return Bindings(MappingProxyType({c: action for action, bound in lists.items() for c in bound}))


DEFAULT_BINDINGS: Final = _from_lists({action: action.value for action in Action})
