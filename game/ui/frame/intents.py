"""Intents: input of any device as the player's wish; no scene sees pygame's events.

`Translator` turns pygame events into intents. A key becomes a `Command` with the action that
`bindings` gives it, so the keyboard and the gamepad look alike to a scene:

    match intent:
        case Command(Action.CONFIRM): ...
        case Command(text=letter) if letter in "abcdef": ...
        case PointerReleased(at, MouseButton.PRIMARY, is_drag=False): ...
"""

import math
import sys
import unicodedata
from contextlib import suppress
from enum import Enum
from string import ascii_lowercase, digits
from typing import Final, NamedTuple

import pygame

from game.storage.files import path_of
from game.ui.frame.bindings import DEFAULT_BINDINGS, Action, Bindings
from game.ui.layout.rects import Point

CONFIRMING: Final = frozenset({Action.CONFIRM, Action.NEXT_CALL})
"""The actions of keys that do what a page proposes."""

_DRAG_PIXELS: Final = 6


class MouseButton(Enum):
    """A pointer's buttons; a right-handed mouse's left button is PRIMARY."""

    PRIMARY = 1
    MIDDLE = 2
    SECONDARY = 3


class Command(NamedTuple):
    """A key or gamepad button went down (or repeats).

    `action` is its binding, `key` its name (`"return"`, `"c"`, `"pad a"`), `text` the character it
    types, "" if none, `chord` its name in bindings. A focused text field handles `Typed` instead
    and swallows commands that have a text; only text fields read `is_ctrl` and `is_shift`.

    `is_repeat`: the key is held, and this is not its first command.
    """

    action: Action | None
    key: str = ""
    text: str = ""
    is_repeat: bool = False
    is_ctrl: bool = False
    is_shift: bool = False
    chord: str = ""

    @property
    def digit(self) -> int | None:
        """The digit 0 to 9 that was typed, None for anything else.

        `str.isdigit` also holds for signs that `int` refuses, as the ² of a French keyboard.
        """
        return int(self.text) if len(self.text) == 1 and self.text in digits else None


class Typed(NamedTuple):
    """Text was entered, perhaps through an input method; for text fields."""

    text: str


class Composed(NamedTuple):
    """The text in an input method, "" once it is typed or cancelled; for text fields.

    The method's own caret is before the character `caret`.
    """

    text: str
    caret: int = 0


class PointerMoved(NamedTuple):
    """The pointer is at a pixel.

    While PRIMARY is held, `start` is where it went down, and `is_drag` whether the pointer has
    since moved far enough to be dragging.
    """

    at: Point
    start: Point | None = None
    is_drag: bool = False


class PointerPressed(NamedTuple):
    """A button went down."""

    at: Point
    button: MouseButton


class PointerReleased(NamedTuple):
    """A button went up; `is_drag` if the pointer was dragged since it went down at `start`."""

    at: Point
    button: MouseButton
    start: Point = (0.0, 0.0)
    is_drag: bool = False


class PointerLeft:
    """The pointer left the window."""


class Scrolled(NamedTuple):
    """The wheel turned by `up` notches (negative: down) with the pointer at a pixel."""

    at: Point
    up: float


class FocusChanged(NamedTuple):
    """The window gained or lost the keyboard."""

    has_focus: bool


_BACK_BUTTON: Final = 6
"""The mouse's side button that goes back in a browser."""


class Dropped(NamedTuple):
    """A file was dropped on the window."""

    path: str


class CloseAsked:
    """The player closes the window; a scene that lets it pass quits."""


Intent = (
    Command
    | Typed
    | Composed
    | PointerMoved
    | PointerPressed
    | PointerReleased
    | PointerLeft
    | Scrolled
    | FocusChanged
    | Dropped
    | CloseAsked
)


class Translator:
    """Translates pygame events to intents.

    `pixels_per_point` is the window's surface size over its size in the system's points, which
    differ on high-density screens.
    """

    def __init__(
        self, bindings: Bindings = DEFAULT_BINDINGS, pixels_per_point: float = 1.0
    ) -> None:
        self.bindings = bindings
        self.pixels_per_point = pixels_per_point
        self._at: Point = (0.0, 0.0)
        self._start: Point | None = None
        self._is_drag = False
        self._pushed: dict[int, str] = {}
        self._centred: set[tuple[int | None, int]] = set()
        """The axes, by gamepad and number, that were near their middle once."""
        self._pulled: dict[str, bool] = {}
        """The triggers that are held, and whether each was used in a chord."""
        self._pads: dict[int, object] = {}
        self._mapped: set[int] = set()
        self._held: set[int] = set()
        self._hat = ""
        self._repeated = ""
        """The gamepad direction that is held; the next field has the seconds until it repeats."""
        self._until_repeat = 0.0
        self._is_latin = True

    @property
    def held_direction(self) -> str:
        """The chord of the direction that is held on a gamepad, "" for none."""
        steps = [_MAPPED_WAYS[button] for button in self._held]
        cross = _HATS.get((sum(x for x, _ in steps), sum(y for _, y in steps)), "")
        return cross or self._hat or self._pushed.get(0, "")

    def repeat(self, dt: float) -> Command | None:
        """Let `dt` seconds pass; return the held gamepad direction when its repetition is due."""
        chord = self.held_direction
        if chord != self._repeated:
            self._repeated, self._until_repeat = chord, _FIRST_REPEAT
        elif chord:
            self._until_repeat -= dt
            if self._until_repeat <= 0:
                self._until_repeat += _NEXT_REPEAT
                return Command(self.bindings.action(chord), key=chord, chord=chord, is_repeat=True)
        return None

    def release_pointer(self) -> PointerReleased | None:
        """Return the end of a drag outside the window, whose release sends no event."""
        start, was_drag = self._start, self._is_drag
        self._start, self._is_drag = None, False
        if start is None:
            return None
        return PointerReleased(_OUTSIDE, MouseButton.PRIMARY, start, was_drag)

    @property
    def dragged(self) -> PointerMoved | None:
        """The pointer's position while PRIMARY is held, else None."""
        return self._start and PointerMoved(self._at, self._start, self._is_drag)

    def translate(self, event: pygame.Event) -> Intent | None:
        """Return the intent of one event, `None` if it has none."""
        kind = event.type
        if kind == pygame.KEYDOWN:
            return self._translate_key(event)
        if kind == pygame.TEXTINPUT:
            return Typed(event.text)
        if kind == pygame.TEXTEDITING:
            return Composed(event.text, event.start)
        if kind in _POINTER_EVENTS:
            return self._translate_pointer(event)
        if kind in _PAD_EVENTS:
            return self._translate_pad(event)
        if kind == pygame.WINDOWLEAVE:
            return PointerLeft()
        if kind in (pygame.WINDOWFOCUSGAINED, pygame.WINDOWFOCUSLOST):
            return FocusChanged(kind == pygame.WINDOWFOCUSGAINED)
        if kind == pygame.DROPFILE:
            return Dropped(path_of(event.file))
        if kind in (pygame.QUIT, pygame.WINDOWCLOSE):
            return CloseAsked()
        return None

    def _translate_key(self, event: pygame.Event) -> Intent:
        name, text = pygame.key.name(event.key), event.unicode
        place = self._latin_place(event.key, getattr(event, "scancode", 0))
        ctrl = bool(event.mod & (pygame.KMOD_CTRL | pygame.KMOD_META))
        shift = bool(event.mod & pygame.KMOD_SHIFT)
        alt = bool(event.mod & pygame.KMOD_ALT)
        if name in _PAD_DIGITS and event.mod & pygame.KMOD_NUM:
            # SDL reports the typed digit only during text input.
            text = _PAD_DIGITS[name]
        if place:
            name, text = place, place.upper() if shift else place
        elif ctrl and (alt or not shift) and _is_other_sign(text, name):
            # AltGr, which Windows reports as Ctrl and Alt, or Ctrl alone: what it types is typed.
            name, ctrl, alt = text, False, False
        elif not (ctrl or alt) and not text.isdecimal() and (not shift or text in ("", name)):
            digit = _DIGIT_PLACES.get(getattr(event, "scancode", 0), "")
            if digit and self.bindings.action(name) is None:
                # A French keyboard has digits with Shift alone: they go by their places. With
                # Shift the key's own sign is what is left of it where no text is asked for.
                name = text = digit
        held = "".join(p for p, on in (("ctrl+", ctrl), ("alt+", alt), ("shift+", shift)) if on)
        chord = held + name
        text = text if text.isprintable() and not ctrl else ""
        return Command(
            self.bindings.action(chord),
            key=name,
            text=text,
            is_repeat=bool(getattr(event, "repeat", False)),
            is_ctrl=ctrl,
            is_shift=shift,
            chord=chord,
        )

    def _latin_place(self, key: int, scancode: int) -> str:
        """Return the Latin letter of a key's place, if the layout has other letters, as Russian or
        Greek.

        Returns "" on a Latin layout. A Greek layout has a `;` where the Q is: only the letters
        typed before show that it is Greek.
        """
        sign = chr(key) if 0 < key < sys.maxunicode else ""
        if sign.isalpha():
            self._is_latin = unicodedata.name(sign, "LATIN").startswith("LATIN")
        return "" if self._is_latin else _PLACES.get(scancode, "")

    def _translate_pointer(self, event: pygame.Event) -> Intent | None:
        kind = event.type
        if kind == pygame.MOUSEWHEEL:
            # macOS has turned it already where the system scrolls "naturally".
            return Scrolled(self._at, getattr(event, "precise_y", event.y))
        if getattr(event, "touch", False) and kind == pygame.MOUSEMOTION and self._start is None:
            return None
        k = self.pixels_per_point
        self._at = at = (event.pos[0] * k, event.pos[1] * k)
        if kind == pygame.MOUSEMOTION:
            if getattr(event, "rel", None) == (0, 0):
                # SDL reports the resting pointer, when its window opens or gets the focus.
                return None
            if self._start is not None and math.dist(at, self._start) > _DRAG_PIXELS:
                self._is_drag = True
            return PointerMoved(at, self._start, self._is_drag)
        if event.button == _BACK_BUTTON and kind == pygame.MOUSEBUTTONDOWN:
            return Command(self.bindings.action("escape"), key="escape", chord="escape")
        if event.button not in (1, 2, 3):
            return None
        button = MouseButton(event.button)
        if kind == pygame.MOUSEBUTTONDOWN:
            if button is MouseButton.PRIMARY:
                self._start, self._is_drag = at, False
            return PointerPressed(at, button)
        start, was_drag = self._start, self._is_drag
        if button is MouseButton.PRIMARY:
            self._start, self._is_drag = None, False
            return PointerReleased(at, button, start if start is not None else at, was_drag)
        return PointerReleased(at, button, at)

    def _translate_pad(self, event: pygame.Event) -> Intent | None:
        kind = event.type
        if kind == pygame.JOYDEVICEADDED:
            self._open_pad(event.device_index)
            return None
        if kind == pygame.JOYDEVICEREMOVED:
            self._pads.pop(event.instance_id, None)
            self._mapped.discard(event.instance_id)
            # Its held buttons will never send a release.
            self._held.clear()
            self._hat = ""
            self._pushed.clear()
            self._pulled.clear()
            return None
        is_mapped = kind not in _RAW_PAD_EVENTS
        if is_mapped is not (getattr(event, "instance_id", None) in self._mapped):
            # A gamepad that SDL knows sends every press twice: only its mapped events are used.
            return None
        if is_mapped:
            name = self._translate_mapped(event)
        elif kind == pygame.JOYBUTTONDOWN:
            name = f"pad {event.button}"
        elif kind == pygame.JOYHATMOTION:
            name = self._hat = _HATS.get(tuple(event.value), "")
        else:
            name = self._translate_raw_axis(event)
        if not name:
            return None
        name = self._with_trigger(name)
        return Command(self.bindings.action(name), key=name, chord=name)

    def _with_trigger(self, name: str) -> str:
        """Return the chord of a button with the held trigger, if that is bound."""
        for trigger in self._pulled:
            chord = f"{trigger}+{name.removeprefix('pad ')}"
            if self.bindings.action(chord) is not None:
                self._pulled[trigger] = True
                return chord
        return name

    def _open_pad(self, index: int) -> None:
        """Listen to a gamepad; if SDL knows it, its buttons are numbered by their places.

        One that cannot be opened, as it may be unplugged already, is ignored.
        """
        from pygame._sdl2 import controller

        pad: pygame.joystick.JoystickType | controller.Controller
        with suppress(pygame.error):
            pygame.joystick.init()
            controller.init()
            pad = joystick = pygame.joystick.Joystick(index)
            if not joystick.get_numbuttons():
                # Pedals or a sensor: an axis that rests at its end would steer for ever.
                return
            number = joystick.get_instance_id()
            self._pads[number] = pad
            if controller.is_controller(index):
                self._pads[number] = controller.Controller(index)
                self._mapped.add(number)

    def _translate_mapped(self, event: pygame.Event) -> str:
        """Return the chord of a gamepad that SDL knows, "" for none."""
        if event.type == pygame.CONTROLLERAXISMOTION:
            axis, value = event.axis, event.value / _FULL_AXIS
            if axis in _MAPPED_TRIGGERS:
                return self._translate_stick(_MAPPED_TRIGGERS[axis], value * 2 - 1)
            return self._translate_stick(_MAPPED_AXES[axis], value) if axis in _MAPPED_AXES else ""
        if event.button not in _MAPPED_WAYS:
            if event.type == pygame.CONTROLLERBUTTONUP or event.button not in _MAPPED_BUTTONS:
                return ""
            return f"pad {_MAPPED_BUTTONS[event.button]}"
        if event.type == pygame.CONTROLLERBUTTONUP:
            self._held.discard(event.button)
            return ""
        self._held.add(event.button)
        steps = [_MAPPED_WAYS[button] for button in self._held]
        return _HATS.get((sum(x for x, _ in steps), sum(y for _, y in steps)), "")

    def _translate_raw_axis(self, event: pygame.Event) -> str:
        """Return the chord of an axis of a gamepad that SDL does not know, "" for none.

        A throttle or a pedal rests at its end: an axis counts once it was near its middle. SDL
        reports where an axis rested before its first motion.
        """
        place = getattr(event, "instance_id", None), event.axis
        if abs(event.value) < _NEAR:
            self._centred.add(place)
        if event.axis in _STICKS and place not in self._centred:
            return ""
        return self._translate_stick(event.axis, event.value)

    def _translate_stick(self, axis: int, value: float) -> str:
        """Return the chord of a stick or trigger, "" for none.

        A stick pushed past half counts once, until it is back. A trigger counts when it is
        released, unless a button pressed meanwhile made a chord with it.
        """
        if axis in _TRIGGERS:
            trigger = _TRIGGERS[axis]
            if value > 0.5:
                self._pulled.setdefault(trigger, False)
            has_come_back = value < 0 and not self._pulled.pop(trigger, True)
            return trigger if has_come_back else ""
        if axis not in _STICKS:
            return ""
        stick = axis // 3
        if abs(value) < _NEAR:
            if self._pushed.get(stick) in _STICKS[axis]:
                del self._pushed[stick]
            return ""
        name = _STICKS[axis][value > 0]
        if abs(value) < 0.6 or name == self._pushed.get(stick):
            return ""
        self._pushed[stick] = name
        return name


def _is_other_sign(text: str, name: str) -> bool:
    """Whether a key typed another sign with Ctrl than without."""
    return len(text) == 1 and text.isprintable() and not text.isspace() and text.lower() != name


_PAD_DIGITS: Final = {f"[{digit}]": digit for digit in digits}
"""The keys of the number pad that type digits."""

_DIGIT_PLACES: Final = {pygame.KSCAN_1 + i: digit for i, digit in enumerate("1234567890")}
"""The digits by the places of their keys."""

_PLACES: Final = {pygame.KSCAN_A + i: letter for i, letter in enumerate(ascii_lowercase)}
"""The letters of an English keyboard by the places of their keys."""

_STICKS: Final = {
    0: ("pad left", "pad right"),
    1: ("pad up", "pad down"),
    3: ("pad rs-left", "pad rs-right"),
    4: ("pad rs-up", "pad rs-down"),
}
"""The directions of each stick axis, by the numbers of the commonest gamepad's own driver."""
_NEAR: Final = 0.35
"""The share of a stick's way within which it is let go."""
_TRIGGERS: Final = {2: "pad lt", 5: "pad rt"}
_FIRST_REPEAT: Final = 0.4
_NEXT_REPEAT: Final = 0.09
"""Seconds until a held gamepad direction first repeats, and between later repetitions."""

_OUTSIDE: Final = (-1.0, -1.0)
"""A point outside every window."""

_HATS: Final = {
    (0, 1): "pad up",
    (0, -1): "pad down",
    (-1, 0): "pad left",
    (1, 0): "pad right",
    (1, 1): "pad up-right",
    (-1, 1): "pad up-left",
    (1, -1): "pad down-right",
    (-1, -1): "pad down-left",
}
_FULL_AXIS: Final = 32_767
_MAPPED_TRIGGERS: Final = {4: 2, 5: 5}
_MAPPED_AXES: Final = {0: 0, 1: 1, 2: 3, 3: 4}
_MAPPED_BUTTONS: Final = {0: 0, 1: 1, 2: 2, 3: 3, 9: 4, 10: 5, 4: 6, 6: 7, 7: 9, 8: 10}
"""The numbers in bindings of SDL's buttons (A, B, X, Y, shoulders, back, start, sticks): those of
the commonest gamepad's own driver. The guide button is left to the system."""
_MAPPED_WAYS: Final = {11: (0, 1), 12: (0, -1), 13: (-1, 0), 14: (1, 0)}
_POINTER_EVENTS: Final = frozenset(
    (pygame.MOUSEMOTION, pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP, pygame.MOUSEWHEEL)
)
_RAW_PAD_EVENTS: Final = frozenset(
    (pygame.JOYBUTTONDOWN, pygame.JOYHATMOTION, pygame.JOYAXISMOTION)
)
_PAD_EVENTS: Final = _RAW_PAD_EVENTS | {
    pygame.JOYDEVICEADDED,
    pygame.JOYDEVICEREMOVED,
    pygame.CONTROLLERBUTTONDOWN,
    pygame.CONTROLLERBUTTONUP,
    pygame.CONTROLLERAXISMOTION,
}
