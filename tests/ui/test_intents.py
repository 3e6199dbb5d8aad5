"""pygame's events become intents; keys are data."""

from __future__ import annotations

import string
import sys
from functools import partial
from typing import Any

import pygame
import pytest

from game.ui.frame.bindings import DEFAULT_BINDINGS, Action, Bindings
from game.ui.frame.intents import (
    CloseAsked,
    Command,
    Composed,
    Dropped,
    FocusChanged,
    Intent,
    MouseButton,
    PointerLeft,
    PointerMoved,
    PointerPressed,
    PointerReleased,
    Scrolled,
    Translator,
    Typed,
)


def key(code: int, mod: int = 0, text: str = "", *, repeat: bool = False) -> pygame.Event:
    """A key going down."""
    return pygame.Event(pygame.KEYDOWN, key=code, mod=mod, unicode=text, repeat=repeat)


@pytest.mark.parametrize(
    ("event", "action"),
    [
        (key(pygame.K_RETURN), Action.CONFIRM),
        (key(pygame.K_SPACE, text=" "), Action.CONFIRM),
        (key(pygame.K_ESCAPE), Action.CANCEL),
        (key(pygame.K_TAB), Action.NEXT),
        (key(pygame.K_TAB, pygame.KMOD_LSHIFT), Action.PREVIOUS),
        (key(pygame.K_BACKSPACE), Action.TAKE_BACK),
        (key(pygame.K_z, pygame.KMOD_LCTRL), Action.TAKE_BACK),
        (key(pygame.K_F11), Action.FULLSCREEN),
        (key(pygame.K_RETURN, pygame.KMOD_LALT), Action.FULLSCREEN),
        (key(pygame.K_KP7, text="7"), Action.UP_LEFT),
        (key(pygame.K_KP3), Action.DOWN_RIGHT),
        (key(pygame.K_KP_ENTER), Action.CONFIRM),
        (key(pygame.K_PAGEUP), Action.PAGE_UP),
        (key(pygame.K_LEFT, pygame.KMOD_LSHIFT), Action.LEFT),
        (key(pygame.K_h, text="h"), Action.COACH),
    ],
)
def test_keys_mean_what_the_bindings_say(event: pygame.Event, action: Action) -> None:
    intent = Translator().translate(event)
    assert isinstance(intent, Command)
    assert intent.action is action


def test_column_letters_and_digits_are_free_for_the_board() -> None:
    for letter in "abcdef123456789":
        assert DEFAULT_BINDINGS.action(letter) is None
    intent = Translator().translate(key(pygame.K_c, text="c"))
    assert intent == Command(None, key="c", text="c", chord="c")


def test_only_0_to_9_are_digits_whatever_else_counts_as_a_number() -> None:
    """A French keyboard types ² left of the 1, and `int("²")` raises."""
    numbers = [c for c in map(chr, range(sys.maxunicode + 1)) if c.isnumeric() or c.isdigit()]
    assert len(numbers) > 1000
    taken = {c: Command(None, text=c).digit for c in (*numbers, "", "a", "12", "-1")}
    assert {c: n for c, n in taken.items() if n is not None} == {
        c: place for place, c in enumerate(string.digits)
    }


def test_a_command_with_control_types_nothing() -> None:
    intent = Translator().translate(key(pygame.K_v, pygame.KMOD_LCTRL, "\x16"))
    assert intent == Command(Action.PASTE, key="v", is_ctrl=True, chord="ctrl+v")


def test_a_command_says_which_keys_are_held_with_it() -> None:
    for mod, is_ctrl, is_shift, chord in (
        (0, False, False, "left"),
        (pygame.KMOD_LSHIFT, False, True, "shift+left"),
        (pygame.KMOD_RCTRL, True, False, "ctrl+left"),
        (pygame.KMOD_LCTRL | pygame.KMOD_RSHIFT, True, True, "ctrl+shift+left"),
        (pygame.KMOD_LALT, False, False, "alt+left"),
    ):
        for is_repeat in (False, True):
            intent = Translator().translate(key(pygame.K_LEFT, mod, repeat=is_repeat))
            assert isinstance(intent, Command)
            assert (intent.is_ctrl, intent.is_shift, intent.chord) == (is_ctrl, is_shift, chord)
            assert (intent.key, intent.is_repeat) == ("left", is_repeat)


def test_a_key_that_types_no_letter_has_no_text() -> None:
    for code, text in ((pygame.K_RETURN, "\r"), (pygame.K_ESCAPE, "\x1b"), (pygame.K_TAB, "\t")):
        command = Translator().translate(key(code, text=text))
        assert isinstance(command, Command)
        assert command.text == ""


def test_bindings_can_be_other_data() -> None:
    translator = Translator(Bindings({"j": Action.DOWN}))
    intent = translator.translate(key(pygame.K_j, text="j"))
    assert isinstance(intent, Command)
    assert intent.action is Action.DOWN
    assert Bindings({"j": Action.DOWN, "k": Action.DOWN}).keys(Action.DOWN) == ("j", "k")


def mouse(kind: int, **values: Any) -> pygame.Event:
    """A mouse event."""
    return pygame.Event(kind, **values)


def test_a_press_that_travels_is_a_drag_and_one_that_trembles_is_a_click() -> None:
    translator = Translator()
    assert translator.translate(
        mouse(pygame.MOUSEBUTTONDOWN, pos=(10, 10), button=1)
    ) == PointerPressed((10, 10), MouseButton.PRIMARY)
    assert translator.translate(mouse(pygame.MOUSEMOTION, pos=(13, 12))) == PointerMoved(
        (13, 12), (10, 10), is_drag=False
    )
    assert translator.translate(mouse(pygame.MOUSEMOTION, pos=(60, 12))) == PointerMoved(
        (60, 12), (10, 10), is_drag=True
    )
    assert translator.translate(
        mouse(pygame.MOUSEBUTTONUP, pos=(61, 12), button=1)
    ) == PointerReleased((61, 12), MouseButton.PRIMARY, (10, 10), is_drag=True)
    translator.translate(mouse(pygame.MOUSEBUTTONDOWN, pos=(5, 5), button=1))
    assert translator.translate(
        mouse(pygame.MOUSEBUTTONUP, pos=(6, 5), button=1)
    ) == PointerReleased((6, 5), MouseButton.PRIMARY, (5, 5), is_drag=False)


def test_six_pixels_are_no_drag_yet() -> None:
    for way, is_drag in ((6, False), (6.1, True)):
        translator = Translator()
        translator.translate(mouse(pygame.MOUSEBUTTONDOWN, pos=(10, 10), button=1))
        moved = translator.translate(mouse(pygame.MOUSEMOTION, pos=(10 + way, 10)))
        assert moved == PointerMoved((10 + way, 10), (10, 10), is_drag)


def test_a_drag_ends_once_where_the_window_is_hidden() -> None:
    translator = Translator()
    assert not translator.dragged
    assert translator.release_pointer() is None
    translator.translate(mouse(pygame.MOUSEBUTTONDOWN, pos=(10, 10), button=1))
    translator.translate(mouse(pygame.MOUSEMOTION, pos=(60, 12)))
    assert translator.dragged == PointerMoved((60, 12), (10, 10), True)
    released = translator.release_pointer()
    assert released == PointerReleased((-1, -1), MouseButton.PRIMARY, (10, 10), is_drag=True)
    assert not translator.dragged
    assert translator.release_pointer() is None
    moved = translator.translate(mouse(pygame.MOUSEMOTION, pos=(70, 12)))
    assert moved == PointerMoved((70, 12)), "nothing is dragged any more"


def test_other_buttons_drag_nothing_and_end_no_drag() -> None:
    translator = Translator()
    for number, button in ((2, MouseButton.MIDDLE), (3, MouseButton.SECONDARY)):
        translator.translate(mouse(pygame.MOUSEBUTTONDOWN, pos=(10, 10), button=1))
        translator.translate(mouse(pygame.MOUSEMOTION, pos=(60, 12)))
        pressed = translator.translate(mouse(pygame.MOUSEBUTTONDOWN, pos=(61, 12), button=number))
        assert pressed == PointerPressed((61, 12), button)
        released = translator.translate(mouse(pygame.MOUSEBUTTONUP, pos=(62, 12), button=number))
        assert released == PointerReleased((62, 12), button, (62, 12), is_drag=False)
        assert translator.dragged == PointerMoved((62, 12), (10, 10), True)
        translator.translate(mouse(pygame.MOUSEBUTTONUP, pos=(62, 12), button=1))


def test_a_finger_moves_the_pointer_only_while_it_presses() -> None:
    """Touch reports where it hovered last: nothing may be lit there."""
    translator = Translator()
    moved = partial(mouse, pygame.MOUSEMOTION, touch=True)
    assert translator.translate(moved(pos=(30, 30))) is None
    down = mouse(pygame.MOUSEBUTTONDOWN, pos=(10, 10), button=1, touch=True)
    assert translator.translate(down) == PointerPressed((10, 10), MouseButton.PRIMARY)
    assert translator.translate(moved(pos=(40, 10))) == PointerMoved((40, 10), (10, 10), True)
    translator.translate(mouse(pygame.MOUSEBUTTONUP, pos=(40, 10), button=1, touch=True))
    assert translator.translate(moved(pos=(30, 30))) is None


def test_a_pointer_that_rests_takes_nothing_from_the_keyboard() -> None:
    """SDL reports where it is when the window opens, and when it gets the focus."""
    translator = Translator()
    assert translator.translate(mouse(pygame.MOUSEMOTION, pos=(7, 9), rel=(0, 0))) is None
    wheel = mouse(pygame.MOUSEWHEEL, x=0, y=1, precise_y=1.0, flipped=False)
    assert translator.translate(wheel) == Scrolled((7, 9), 1.0)


def test_the_pointer_is_scaled_on_dense_screens() -> None:
    translator = Translator(pixels_per_point=2.0)
    assert translator.translate(mouse(pygame.MOUSEMOTION, pos=(50, 40))) == PointerMoved(
        (100.0, 80.0)
    )


@pytest.mark.parametrize("flipped", [False, True])
def test_the_wheel_scrolls_as_the_system_does(flipped: bool) -> None:
    """macOS turns "natural" scrolling itself, and says so: nothing is turned back."""
    wheel = mouse(pygame.MOUSEWHEEL, x=0, y=-1, precise_y=-1.0, flipped=flipped)
    assert Translator().translate(wheel) == Scrolled((0, 0), -1.0)


def test_the_mouse_s_back_button_is_escape() -> None:
    back = Translator().translate(mouse(pygame.MOUSEBUTTONDOWN, pos=(7, 9), button=6))
    assert back == Command(Action.CANCEL, key="escape", chord="escape")
    assert Translator().translate(mouse(pygame.MOUSEBUTTONUP, pos=(7, 9), button=6)) is None


def test_the_wheel_scrolls_where_the_pointer_is() -> None:
    translator = Translator()
    translator.translate(mouse(pygame.MOUSEMOTION, pos=(7, 9)))
    assert translator.translate(
        mouse(pygame.MOUSEWHEEL, x=0, y=-1, precise_y=-0.25, flipped=False)
    ) == Scrolled((7, 9), -0.25)
    wheel_button = mouse(pygame.MOUSEBUTTONDOWN, pos=(7, 9), button=4)
    assert translator.translate(wheel_button) is None


@pytest.mark.parametrize(
    ("event", "intent"),
    [
        (pygame.Event(pygame.WINDOWFOCUSLOST), FocusChanged(has_focus=False)),
        (pygame.Event(pygame.WINDOWFOCUSGAINED), FocusChanged(has_focus=True)),
        (pygame.Event(pygame.DROPFILE, file="/a b.txt"), Dropped("/a b.txt")),
        (pygame.Event(pygame.TEXTINPUT, text="ș"), Typed("ș")),
        (pygame.Event(pygame.KEYUP, key=pygame.K_a), None),
    ],
)
def test_other_events(event: pygame.Event, intent: object) -> None:
    assert Translator().translate(event) == intent


@pytest.mark.parametrize(
    ("kind", "meant"),
    [
        (pygame.QUIT, CloseAsked),
        (pygame.WINDOWCLOSE, CloseAsked),
        (pygame.WINDOWLEAVE, PointerLeft),
    ],
)
def test_events_that_say_nothing_else(kind: int, meant: type[Intent]) -> None:
    assert isinstance(Translator().translate(pygame.Event(kind)), meant)


def test_a_gamepad_looks_like_a_keyboard() -> None:
    translator = Translator()
    assert translator.translate(
        pygame.Event(pygame.JOYBUTTONDOWN, button=0, instance_id=0)
    ) == Command(Action.CONFIRM, key="pad 0", chord="pad 0")
    assert translator.translate(
        pygame.Event(pygame.JOYHATMOTION, hat=0, value=(1, 1), instance_id=0)
    ) == Command(Action.UP_RIGHT, key="pad up-right", chord="pad up-right")
    assert (
        translator.translate(pygame.Event(pygame.JOYHATMOTION, hat=0, value=(0, 0), instance_id=0))
        is None
    )


def test_a_stick_pushed_once_moves_once() -> None:
    translator = Translator()
    moves = [
        translator.translate(pygame.Event(pygame.JOYAXISMOTION, axis=0, value=v, instance_id=0))
        for v in (0.3, 0.7, 0.9, 1.0, 0.2, 0.8)
    ]
    assert [bool(m) for m in moves] == [False, True, False, False, False, True]


def move(translator: Translator, axis: int, value: float, pad: int = 0) -> str:
    """The chord of an axis moved, "" for none."""
    event = pygame.Event(pygame.JOYAXISMOTION, axis=axis, value=value, instance_id=pad)
    command = translator.translate(event)
    assert command is None or isinstance(command, Command)
    return "" if command is None else command.chord


def test_a_stick_that_goes_over_to_the_other_side_moves_there_and_its_other_axis_by_itself() -> (
    None
):
    translator = Translator()
    pushes = [(0, 0.0), (1, 0.0), (0, -1.0), (0, 1.0), (1, 0.9), (0, 0.1), (1, 0.9), (1, 0.0)]
    chords = [move(translator, axis, value) for axis, value in pushes]
    assert chords == ["", "", "pad left", "pad right", "pad down", "", "", ""]
    rest = [move(translator, axis, value) for axis, value in ((1, 0.59), (1, -0.61), (9, 1.0))]
    assert rest == ["", "pad up", ""]


def mapped(kind: int, number: int, value: int = 0, pad: int = 0) -> pygame.Event:
    """An event of a gamepad whose buttons SDL knows by their places."""
    if kind == pygame.CONTROLLERAXISMOTION:
        return pygame.Event(kind, axis=number, value=value, instance_id=pad)
    return pygame.Event(kind, button=number, instance_id=pad)


DOWN, UP, AXIS = pygame.CONTROLLERBUTTONDOWN, pygame.CONTROLLERBUTTONUP, pygame.CONTROLLERAXISMOTION


def test_a_gamepad_that_sdl_knows_is_heard_by_the_places_of_its_buttons() -> None:
    translator = Translator()
    vars(translator)["_mapped"].add(0)  # As if SDL had opened it.
    for event, chord in (
        *((mapped(DOWN, button), f"pad {n}") for button, n in enumerate((0, 1, 2, 3, 6))),
        (mapped(DOWN, 5), ""),
        *((mapped(DOWN, button), f"pad {n}") for button, n in enumerate((7, 9, 10, 4, 5), 6)),
        *((mapped(UP, button), "") for button in range(11)),
        (mapped(DOWN, 11), "pad up"),
        (mapped(DOWN, 14), "pad up-right"),
        (mapped(UP, 11), ""),
        (mapped(DOWN, 12), "pad down-right"),
        (mapped(UP, 12), ""),
        (mapped(UP, 14), ""),
        (mapped(DOWN, 13), "pad left"),
        (mapped(UP, 13), ""),
        *(
            (mapped(AXIS, axis, 32_767), name)
            for axis, name in enumerate(("pad right", "pad down"))
        ),
        *((mapped(AXIS, axis, 0), "") for axis in (0, 1)),
        (mapped(AXIS, 2, -32_768), "pad rs-left"),
        (mapped(AXIS, 3, -32_768), "pad rs-up"),
        *((mapped(AXIS, axis, value), "") for axis in (4, 5) for value in (0, 32_767)),
        (mapped(AXIS, 4, 0), "pad lt"),
        (mapped(AXIS, 5, 0), "pad rt"),
        (mapped(DOWN, 1, pad=1), ""),
        (pygame.Event(pygame.JOYBUTTONDOWN, button=1, instance_id=0), ""),
        (pygame.Event(pygame.JOYBUTTONDOWN, button=1, instance_id=1), "pad 1"),
    ):
        intent = translator.translate(event)
        assert intent is None or isinstance(intent, Command)
        command = intent or Command(None)
        assert (command.chord, command.key) == (chord, chord), event
        assert command.action is DEFAULT_BINDINGS.action(chord)


def test_a_held_direction_comes_again_late_at_first_and_often_then() -> None:
    translator = Translator()
    hat = partial(pygame.Event, pygame.JOYHATMOTION, hat=0, instance_id=0)
    translator.translate(hat(value=(0, 1)))
    assert [translator.repeat(0.0), translator.repeat(0.39)] == [None, None]
    again = Command(Action.UP, key="pad up", chord="pad up", is_repeat=True)
    assert [translator.repeat(dt) for dt in (0.02, 0.07, 0.02, 0.07)] == [again, None, again, None]
    # Another direction begins anew, and one that is let go or unplugged ends.
    translator.translate(hat(value=(0, -1)))
    assert [translator.repeat(dt) for dt in (0.3, 0.3)] == [None, None]
    repeated = translator.repeat(0.2)
    assert repeated is not None
    assert repeated.action is Action.DOWN
    move(translator, 3, 0.0)
    move(translator, 2, 1.0)
    translator.translate(pygame.Event(pygame.JOYDEVICEREMOVED, instance_id=0))
    assert [translator.repeat(1.0) for _ in range(3)] == [None] * 3
    assert move(translator, 2, -1.0) == "", "its trigger is not held any more"


def test_a_stick_and_a_trigger_count_from_their_bounds_on() -> None:
    for axis, values, chords in (
        (0, (0.35, 1.0), ["", ""]),
        (0, (0.34, 0.6), ["", "pad right"]),
        (0, (0.0, 1.0, 0.35, 1.0), ["", "pad right", "", ""]),
        (0, (0.0, 1.0, 0.34, 1.0), ["", "pad right", "", "pad right"]),
        (2, (0.5, -1.0), ["", ""]),
        (2, (0.51, 0.0, -0.01), ["", "", "pad lt"]),
    ):
        translator = Translator()
        assert [move(translator, axis, value) for value in values] == chords


def test_nothing_of_a_gamepad_outlives_it() -> None:
    translator = Translator()
    removed = pygame.Event(pygame.JOYDEVICEREMOVED, instance_id=0)
    for value in (0.0, 1.0):
        move(translator, 0, value)
    assert translator.held_direction == "pad right"
    translator.translate(removed)
    assert translator.held_direction == ""
    # Its number may be another gamepad's, which SDL does not know.
    vars(translator)["_mapped"].add(0)
    translator.translate(removed)
    pressed = translator.translate(pygame.Event(pygame.JOYBUTTONDOWN, button=0, instance_id=0))
    assert pressed == Command(Action.CONFIRM, key="pad 0", chord="pad 0")


@pytest.mark.parametrize("rest", [-1.0, 1.0])
def test_an_axis_that_rests_at_its_end_steers_nothing(rest: float) -> None:
    """A throttle and pedals, with buttons: a stick beside them steers as ever."""
    translator = Translator()
    for value in (rest, rest * 0.8, rest, rest * 0.6):
        assert move(translator, 1, value) == ""
        assert translator.held_direction == ""
    assert [move(translator, 0, value) for value in (0.0, 1.0)] == ["", "pad right"]
    assert [move(translator, 1, value) for value in (0.2, 1.0)] == ["", "pad down"]
    assert move(translator, 1, -1.0, pad=1) == "", "each gamepad's axis has its own middle"


def test_a_trigger_counts_once_when_it_is_let_go() -> None:
    translator = Translator()
    pulls = [
        move(translator, 5, value) for value in (-1.0, 0.9, 0.7, 0.2, 0.9, -1.0, -1.0, 0.6, -1)
    ]
    assert pulls == ["", "", "", "", "", "pad rt", "", "", "pad rt"]


def test_a_trigger_held_makes_a_chord_and_counts_no_more_itself() -> None:
    translator = Translator()
    up, let_go = partial(move, translator, 4, -1.0), partial(move, translator, 4, 0.0)
    let_go()
    move(translator, 2, 1.0)
    assert (up(), let_go(), move(translator, 2, -1.0)) == ("pad lt+rs-up", "", "")
    assert DEFAULT_BINDINGS.action("pad lt+rs-up") is Action.SAY_AGAIN
    move(translator, 5, 1.0)
    assert (up(), let_go(), move(translator, 5, -1.0)) == ("pad rs-up", "", "pad rt"), "not bound"


RUSSIAN = dict(zip("йцукенгшщзфывапролдячсмить", "qwertyuiopasdfghjklzxcvbnm", strict=True))
GREEK = dict(zip(";ςερτυθιοπασδφγηξκλζχψωβνμ", "qwertyuiopasdfghjklzxcvbnm", strict=True))


@pytest.mark.parametrize("layout", [RUSSIAN, GREEK])
def test_where_letters_are_not_latin_a_key_goes_by_its_place(layout: dict[str, str]) -> None:
    translator = Translator()

    def press(sign: str, mod: int = 0) -> Command:
        scancode = pygame.KSCAN_A + ord(layout[sign]) - ord("a")
        event = key(ord(sign), mod, sign)
        event.scancode = scancode
        command = translator.translate(event)
        assert isinstance(command, Command)
        return command

    press("ι" if layout is GREEK else "ш")
    for sign, letter in layout.items():
        for mod, held in ((0, ""), (pygame.KMOD_LCTRL, "ctrl+"), (pygame.KMOD_LSHIFT, "shift+")):
            command = press(sign, mod)
            assert command.action is DEFAULT_BINDINGS.action(held + letter)
            text = {"": letter, "ctrl+": "", "shift+": letter.upper()}[held]
            assert (command.text, command.key) == (text, letter)
            assert command.chord == held + letter


def test_latin_letters_go_by_themselves_wherever_they_lie() -> None:
    translator = Translator()
    for sign, place in (("q", "a"), (",", "m"), ("m", ";"), ("z", "y"), ("'", "q")):
        event = key(ord(sign), 0, sign)
        event.scancode = pygame.KSCAN_A + ord(place) - ord("a") if place.isalpha() else 51
        command = translator.translate(event)
        assert isinstance(command, Command)
        assert (command.key, command.action) == (sign, DEFAULT_BINDINGS.action(sign))


CTRL_ALT = pygame.KMOD_LCTRL | pygame.KMOD_RALT


@pytest.mark.parametrize("mod", [CTRL_ALT, pygame.KMOD_LCTRL])
@pytest.mark.parametrize(("name", "sign"), ["aă", "q@", "e€", "sș", "0@", "8{", "nń", "+~"])
def test_what_altgr_types_is_typed(mod: int, name: str, sign: str) -> None:
    """Windows reports AltGr as Ctrl with Alt, and some as Ctrl alone."""
    intent = Translator().translate(key(ord(name), mod, sign))
    assert isinstance(intent, Command)
    assert (intent.text, intent.is_ctrl, intent.action) == (sign, False, None)


@pytest.mark.parametrize(
    ("name", "mod", "text"),
    [
        ("q", pygame.KMOD_LCTRL, "\x11"),
        ("q", pygame.KMOD_LCTRL, "q"),
        ("1", pygame.KMOD_LCTRL, "1"),
        ("1", pygame.KMOD_LCTRL | pygame.KMOD_LSHIFT, "!"),
        ("c", pygame.KMOD_LMETA, "c"),
        ("z", CTRL_ALT, ""),
    ],
)
def test_control_stays_control(name: str, mod: int, text: str) -> None:
    intent = Translator().translate(key(ord(name), mod, text))
    assert isinstance(intent, Command)
    assert (intent.is_ctrl, intent.text) == (True, "")


@pytest.mark.parametrize("digit", "0123456789")
def test_the_number_pad_types_digits_wherever_text_is_asked_for(digit: str) -> None:
    """SDL reports the text of a key only in text input."""
    code = pygame.K_KP0 if digit == "0" else pygame.K_KP1 + int(digit) - 1
    for mod, typed in ((pygame.KMOD_NUM, int(digit)), (0, None)):
        command = Translator().translate(key(code, mod))
        assert isinstance(command, Command)
        assert command.digit == typed


FRENCH_ROW = "&é\"'(-è_çà"


@pytest.mark.parametrize(("place", "sign"), list(enumerate(FRENCH_ROW)))
def test_digits_go_by_their_places_where_shift_types_them(place: int, sign: str) -> None:
    digit = "1234567890"[place]
    scancode = pygame.KSCAN_1 + place

    def press(text: str, mod: int = 0) -> Command:
        event = pygame.Event(
            pygame.KEYDOWN, key=ord(sign), mod=mod, unicode=text, scancode=scancode, repeat=False
        )
        intent = Translator().translate(event)
        assert isinstance(intent, Command)
        return intent

    assert press(sign).digit == int(digit)
    assert press(digit, pygame.KMOD_LSHIFT).digit == int(digit)
    assert press("@", pygame.KMOD_RALT).text == "@"
    # Without text input SDL reports the key's own sign, or none.
    assert press(sign if sign.isascii() else "", pygame.KMOD_LSHIFT).digit == int(digit)
    assert press("", 0).digit == int(digit)
    assert press("*", pygame.KMOD_LSHIFT).text == "*"


def test_a_sign_in_the_row_of_digits_that_is_bound_keeps_its_action() -> None:
    translator = Translator(Bindings({"&": Action.HELP}))
    for sign, place, digit in (("&", 0, None), ("(", 4, 5)):
        event = pygame.Event(
            pygame.KEYDOWN, key=ord(sign), mod=0, unicode=sign, scancode=pygame.KSCAN_1 + place
        )
        command = translator.translate(event)
        assert isinstance(command, Command)
        assert (command.action, command.digit) == ((digit is None and Action.HELP) or None, digit)


def test_what_an_input_method_composes_is_an_intent_of_its_own() -> None:
    event = pygame.Event(pygame.TEXTEDITING, text="ni", start=2, length=0)
    assert Translator().translate(event) == Composed("ni", 2)


@pytest.mark.parametrize(
    "mod", [pygame.KMOD_LMETA, pygame.KMOD_LCTRL, pygame.KMOD_LMETA | pygame.KMOD_LCTRL]
)
def test_macos_fills_the_screen_by_its_own_keys(mod: int) -> None:
    """F11 shows the desktop there."""
    intent = Translator().translate(key(pygame.K_f, mod))
    assert isinstance(intent, Command)
    assert intent.action is Action.FULLSCREEN
