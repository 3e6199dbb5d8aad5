"""A gamepad that SDL makes believe is there: its buttons by place, each heard once, text too."""

from __future__ import annotations

import ctypes
import gc
from collections.abc import Iterator
from pathlib import Path

import pygame
import pytest

from game.locale import Language, load_catalogue
from game.ui.frame.bindings import DEFAULT_BINDINGS, Action, is_pad
from game.ui.frame.context import Context
from game.ui.frame.intents import Command, Translator
from game.ui.scenes.keyboard.scene import Key, Keyboard
from game.ui.scenes.settings.scene import SettingsScene
from game.ui.scenes.shared.names import key_name
from game.ui.system.gamepads import Gamepads
from game.ui.widgets import ScrollArea, TextField
from tests.ui.scenes.stage import Stage

GAMEPAD, AXES, BUTTONS = 1, 6, 15


class Pad:
    """A gamepad of SDL's own, driven through its library."""

    def __init__(self, library: ctypes.CDLL) -> None:
        self.library = library
        library.SDL_JoystickOpen.restype = ctypes.c_void_p
        # Windows of earlier tests may be there, and none of them has the focus.
        library.SDL_SetHint(b"SDL_JOYSTICK_ALLOW_BACKGROUND_EVENTS", b"1")
        self._index = library.SDL_JoystickAttachVirtual(GAMEPAD, AXES, BUTTONS, 0)
        if self._index < 0:
            pytest.skip("this SDL has no virtual gamepads")
        self.translator = Translator()
        self.heard()
        self._pad = ctypes.c_void_p(library.SDL_JoystickOpen(self._index))

    def heard(self) -> list[Command]:
        """Return the commands that the game understands from the events since the last call."""
        meant = [self.translator.translate(event) for event in pygame.event.get()]
        return [command for command in meant if isinstance(command, Command)]

    def press(self, button: int, *, is_held: bool = False) -> list[Command]:
        self.library.SDL_JoystickSetVirtualButton(self._pad, button, 1)
        commands = self.heard()
        if not is_held:
            self.library.SDL_JoystickSetVirtualButton(self._pad, button, 0)
            commands += self.heard()
        return commands

    def push(self, axis: int, value: int) -> list[Command]:
        self.library.SDL_JoystickSetVirtualAxis(self._pad, axis, ctypes.c_int16(value))
        return self.heard()

    def take_away(self) -> None:
        self.library.SDL_JoystickDetachVirtual(self._index)
        self.heard()


def wait_for(gamepads: Gamepads) -> None:
    for _ in range(1000):
        if not gamepads.is_starting:
            return
        pygame.time.wait(10)
    pytest.fail("SDL's gamepads do not start")


@pytest.fixture
def pad() -> Iterator[Pad]:
    found = [*Path(pygame.__file__).parents[1].glob("pygame_ce.libs/libSDL2-2*")]
    if not found:
        pytest.skip("SDL lies elsewhere")
    gamepads = Gamepads()
    gamepads.start()
    wait_for(gamepads)
    pad = Pad(ctypes.CDLL(str(found[0])))
    yield pad
    pad.take_away()


A, B, X, Y, BACK, GUIDE, START, LEFT_STICK, RIGHT_STICK, LEFT, RIGHT = range(11)
UP_WAY, DOWN_WAY, LEFT_WAY, RIGHT_WAY = range(11, 15)


def test_buttons_go_by_their_place_and_are_heard_once(pad: Pad) -> None:
    wanted = {
        A: Action.CONFIRM,
        B: Action.CANCEL,
        X: Action.TAKE_BACK,
        Y: Action.NEXT_CALL,
        BACK: Action.COACH,
        START: Action.CANCEL,
        LEFT_STICK: Action.EXPLAIN,
        RIGHT_STICK: Action.SPEECH,
        LEFT: Action.PREVIOUS,
        RIGHT: Action.NEXT,
        UP_WAY: Action.UP,
        DOWN_WAY: Action.DOWN,
        LEFT_WAY: Action.LEFT,
        RIGHT_WAY: Action.RIGHT,
    }
    assert {button: [c.action for c in pad.press(button)] for button in wanted} == {
        button: [action] for button, action in wanted.items()
    }
    assert pad.press(GUIDE) == []


def held(pad: Pad, seconds: float) -> list[Action | None]:
    """Return the actions that are repeated in so many seconds, tick by tick."""
    found = []
    for _ in range(round(seconds * 60)):
        command = pad.translator.repeat(1 / 60)
        if command is not None:
            assert command.is_repeat
            found.append(command.action)
    return found


def test_a_direction_that_is_held_repeats_until_it_is_let_go(pad: Pad) -> None:
    assert held(pad, 1) == []
    pad.press(DOWN_WAY, is_held=True)
    assert held(pad, 0.3) == []
    repeats = held(pad, 1)
    assert set(repeats) == {Action.DOWN}
    assert 8 <= len(repeats) <= 12
    pad.press(DOWN_WAY)
    assert held(pad, 1) == []
    pad.push(0, 32_767)
    assert set(held(pad, 1)) == {Action.RIGHT}
    pad.push(0, 0)
    assert held(pad, 1) == []
    pad.press(A, is_held=True)
    assert held(pad, 1) == [], "a button counts once"


def test_two_ways_at_once_are_a_diagonal(pad: Pad) -> None:
    assert [c.action for c in pad.press(RIGHT_WAY, is_held=True)] == [Action.RIGHT]
    assert [c.action for c in pad.press(UP_WAY)] == [Action.UP_RIGHT]


def test_the_stick_moves_once_and_a_trigger_turns_the_page(pad: Pad) -> None:
    pushes = [pad.push(0, value) for value in (32_767, 30_000, 0, -32_768, 0)]
    assert [[c.action for c in push] for push in pushes] == [
        [Action.RIGHT],
        [],
        [],
        [Action.LEFT],
        [],
    ]
    asked = {
        (3, -32_768): Action.SAY_NOW,
        (2, -32_768): Action.SAY_BOARD,
        (2, 32_767): Action.SAY_LINES,
        (3, 32_767): Action.SAY_SCORE,
    }
    assert {push: [c.action for c in pad.push(*push) + pad.push(push[0], 0)] for push in asked} == {
        push: [action] for push, action in asked.items()
    }
    assert pad.push(4, 32_767) == pad.push(4, 20_000) == []
    assert [c.action for c in pad.push(4, 0)] == [Action.PAGE_UP]
    assert pad.push(4, 32_767) == []
    assert [c.action for c in pad.push(2, 32_767) + pad.push(2, 0)] == [Action.SAY_HERE]
    assert pad.push(4, 0) == []


@pytest.mark.parametrize("language", Language)
def test_every_button_and_direction_has_a_name(context: Context, language: Language) -> None:
    """Whatever a player presses to bind it."""
    context.catalogue = load_catalogue(language)
    chords = {c for c in DEFAULT_BINDINGS.chords if is_pad(c)} | {f"pad {n}" for n in range(20)}
    names = {key_name(context, chord) for chord in chords}
    assert len(names) == len(chords)


@pytest.mark.parametrize("language", Language)
def test_a_name_is_written_by_gamepad_alone(context: Context, pad: Pad, language: Language) -> None:
    """From the settings' own field, by directions and A, in the language's letters."""
    context.catalogue = load_catalogue(language)
    stage = Stage(context, SettingsScene(context))

    def do(button: int) -> None:
        for command in pad.press(button):
            stage.give(command)

    area = next(w for w in stage.form.widgets if isinstance(w, ScrollArea))
    for _ in range(30):
        if isinstance(area.form.focused, TextField) and area.is_focused:
            break
        do(DOWN_WAY)
    field = area.form.focused
    assert isinstance(field, TextField)
    do(A)
    keyboard = stage.top
    assert isinstance(keyboard, Keyboard)

    def go_to(words: str) -> None:
        key = stage.find(words)
        for _ in range(60):
            focused = stage.form.focused
            assert focused is not None
            if focused is key:
                return
            (x, y), (to_x, to_y) = focused.rect.centre, key.rect.centre
            down, across = to_y - y, to_x - x
            if abs(down) > key.rect.h // 2:
                do(DOWN_WAY if down > 0 else UP_WAY)
            else:
                do(RIGHT_WAY if across > 0 else LEFT_WAY)
        raise AssertionError(words)

    last = {"en": "q", "fr": "é", "de": "ß", "ro": "ș"}[language.value]
    go_to("A")
    do(A)
    go_to("n")
    do(A)
    go_to(last)
    do(A)
    do(A)
    do(X)
    assert keyboard.text == f"An{last}"
    go_to(context.text("keyboard.done"))
    do(A)
    assert stage.top is not keyboard
    assert context.preferences.player_name == field.text == f"An{last}"
    do(A)
    do(X)
    do(B)
    assert field.text == f"An{last}", "left as it was"


def test_a_keyboard_for_the_gamepad_alone(context: Context) -> None:
    """No click opens it; open, it is used by mouse and a real keyboard too, and Enter is done."""
    stage = Stage(context, SettingsScene(context))
    field = next(w for w in stage.widgets() if isinstance(w, TextField))
    stage.click(field)
    area = next(w for w in stage.form.widgets if isinstance(w, ScrollArea))
    for x in range(field.rect.x, field.rect.right, 4):
        stage.hit((area.rect.x + x, area.rect.y + field.rect.centre[1]))
        assert isinstance(stage.top, SettingsScene)
    stage.press("pad 0")
    keyboard = stage.top
    assert isinstance(keyboard, Keyboard)
    for key in ("A", "n", "a"):
        stage.click(stage.find(key))
    stage.click(stage.find(context.text("keyboard.space")))
    assert stage.find("B"), "a name's next word begins large"
    stage.press("backspace")
    stage.type(" B")
    stage.press("backspace")
    assert keyboard.text == "Ana "
    context.paste_text = lambda: "x" * 100
    stage.click(stage.find(context.text("keyboard.paste")))
    assert len(keyboard.text) == field.max_length
    stage.press("return")
    assert field.text.startswith("Ana xxx")
    assert context.preferences.player_name == field.text


def test_every_language_has_its_letters(context: Context) -> None:
    letters = {"en": "", "fr": "éèêëàâçîïôùûœ", "de": "äöüß", "ro": "ăâîșț"}
    for language, own in letters.items():
        context.catalogue = load_catalogue(Language(language))
        keyboard = Keyboard(context, "x", lambda text: None)
        keyboard.renew()
        keys = {w.label for w in keyboard.form.widgets if isinstance(w, Key)}
        assert keys >= set("abcdefghijklmnopqrstuvwxyz0123456789-_.:/@~" + own)


def test_a_pad_s_button_writes_a_space_and_no_letter_becomes_two(context: Context) -> None:
    context.catalogue = load_catalogue(Language.GERMAN)
    keyboard = Keyboard(context, "", lambda text: None)
    keyboard.renew()
    faces = {w.label for w in keyboard.form.widgets if isinstance(w, Key)}
    assert {"A", "Ä", "ß"} <= faces
    assert "SS" not in faces
    keyboard.handle(Command(Action.NEXT_CALL, key="n"))
    assert keyboard.text == ""
    keyboard.handle(Command(Action.NEXT_CALL, key="pad 3"))
    assert keyboard.text == " "


@pytest.mark.parametrize("index", [99, -1])
def test_a_gamepad_that_cannot_be_opened_is_as_if_it_were_not_there(pad: Pad, index: int) -> None:
    translator = Translator()
    event = pygame.Event(pygame.JOYDEVICEADDED, device_index=index, guid="")
    assert translator.translate(event) is None
    gone = pygame.Event(pygame.JOYDEVICEREMOVED, instance_id=99)
    assert translator.translate(gone) is None


def test_what_is_held_on_a_gamepad_that_vanishes_is_let_go(pad: Pad) -> None:
    heard = pad.press(LEFT_WAY, is_held=True)
    assert [command.key for command in heard] == ["pad left"]
    pygame.event.post(pygame.Event(pygame.JOYDEVICEREMOVED, instance_id=99))
    assert [command.key for command in pad.press(UP_WAY)] == ["pad up"]


def test_a_trigger_held_on_a_gamepad_that_vanishes_makes_no_chord() -> None:
    translator = Translator()
    for event in (
        pygame.Event(pygame.JOYAXISMOTION, axis=2, value=1.0),
        pygame.Event(pygame.JOYDEVICEREMOVED, instance_id=99),
        pygame.Event(pygame.JOYAXISMOTION, axis=3, value=0.0),
        pygame.Event(pygame.JOYAXISMOTION, axis=3, value=-1.0),
    ):
        command = translator.translate(event)
    assert isinstance(command, Command)
    assert command.chord == "pad rs-left"


def test_a_stick_that_trembles_counts_once() -> None:
    pushed = (0.0, 0.7, 0.5, 0.7, 0.2, 0.7)
    translator = Translator()
    heard = [
        translator.translate(pygame.Event(pygame.JOYAXISMOTION, axis=0, value=value))
        for value in pushed
    ]
    assert [bool(one) for one in heard] == [False, True, False, False, False, True]


def test_a_gamepad_that_is_no_controller_after_all_is_heard_as_a_joystick(
    pad: Pad, monkeypatch: pytest.MonkeyPatch
) -> None:
    from pygame._sdl2 import controller

    def refuse(index: int) -> None:
        raise pygame.error("Unable to open controller")

    monkeypatch.setattr(controller, "Controller", refuse)
    index = pad.library.SDL_JoystickAttachVirtual(GAMEPAD, AXES, BUTTONS, 0)
    number = pad.library.SDL_JoystickGetDeviceInstanceID(index)
    translator = pad.translator
    pad.heard()
    gc.collect()
    assert pad.library.SDL_JoystickFromInstanceID(number), "it is open as long as it is there"
    pressed = pygame.Event(pygame.JOYBUTTONDOWN, button=0, instance_id=number)
    heard = translator.translate(pressed)
    assert isinstance(heard, Command)
    assert heard.action is Action.CONFIRM
    pad.library.SDL_JoystickDetachVirtual(index)
    pad.heard()


@pytest.mark.parametrize(("buttons", "is_heard"), [(0, False), (BUTTONS, True)])
def test_pedals_without_a_button_are_not_listened_to(
    pad: Pad, buttons: int, is_heard: bool
) -> None:
    """An axis of pedals rests at its end, and would steer for ever."""
    index = pad.library.SDL_JoystickAttachVirtual(GAMEPAD, AXES, buttons, 0)
    number = pad.library.SDL_JoystickGetDeviceInstanceID(index)
    pad.heard()
    assert bool(pad.library.SDL_JoystickFromInstanceID(number)) is is_heard
    pad.library.SDL_JoystickDetachVirtual(index)
    pad.heard()
