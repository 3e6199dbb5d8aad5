"""The keyboard on the screen: letters, their case, spaces, erasing, pasting, and the way out."""

from __future__ import annotations

import pytest

from game.locale import Language, load_catalogue
from game.ui.frame.bindings import Action
from game.ui.frame.context import Context
from game.ui.frame.intents import Command, Composed, Typed
from game.ui.frame.scene import Push
from game.ui.frame.topics import Topic
from game.ui.scenes.keyboard.scene import Key, Keyboard
from game.ui.sound.names import Sound
from game.ui.widgets.scenes import BaseScene
from tests.golden.pages import changed_pages
from tests.ui.conftest import Heard
from tests.ui.scenes.stage import Stage


class Typing(Stage):
    """A keyboard that notes the text which it is closed with."""

    def __init__(self, context: Context, text: str = "", most: int = 24) -> None:
        self.done: list[str] = []
        self.keyboard = Keyboard(context, text, self.done.append, max_length=most)
        super().__init__(context, self.keyboard)

    def keys(self, *words: str) -> str:
        """Press keys of the page by their words; return the text."""
        for word in words:
            self.click(self.find(word))
        return self.keyboard.text


def test_a_name_begins_large_and_so_does_each_word(context: Context) -> None:
    typing = Typing(context)
    text = context.text
    assert typing.keys("A", "n", "a") == "Ana"
    assert typing.keys(text("keyboard.space"), "M", "a") == "Ana Ma"
    assert typing.keys(text("keyboard.upper"), "X", "y") == "Ana MaXy"
    assert typing.keys(text("keyboard.erase"), text("keyboard.erase")) == "Ana Ma"
    typing.press("backspace")
    assert typing.keyboard.text == "Ana M"
    assert Typing(context, "Ana").keys("b") == "Anab", "a text that is there goes on small"
    typing.press("return")
    assert typing.done == ["Ana M"]


def test_a_real_keyboard_types_too_up_to_the_most(
    context: Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    typing = Typing(context, "Ana", most=6)
    typing.give(Typed("b\x07"))
    assert typing.keyboard.text == "Anab"
    monkeypatch.setattr(type(context), "paste_text", lambda _: "cdef")
    typing.press("ctrl+v")
    assert typing.keyboard.text == "Anabcd"
    assert typing.keys("E" if typing.keyboard.text.endswith(" ") else "e") == "Anabcd"
    typing.press("escape")
    assert typing.done == []
    again = Typing(context, "Ben")
    again.keys(context.text("keyboard.done"))
    assert again.done == ["Ben"]


def test_the_keys_are_read_by_their_faces_and_the_page_by_its_title_and_text(
    context: Context,
) -> None:
    typing = Typing(context, "Ana")
    page = typing.keyboard
    rows = context.text("keyboard.rows").split()
    keys = [part for part in page.root.walk() if isinstance(part, Key)]
    assert [key.name_and_state(context) for key in keys] == [*"".join(rows)]
    typing.keys(context.text("keyboard.upper"))
    faces = [part.name_and_state(context) for part in page.root.walk() if isinstance(part, Key)]
    assert faces == [*"".join(rows).upper()]
    named = Keyboard(context, "Ana", lambda text: None, title="Player 1")
    Stage(context, named)
    assert named.read(Topic.HEADING) == "Player 1: Ana"
    assert Keyboard(context, "", lambda text: None, title="Player 1").read(Topic.HEADING) == (
        "Player 1"
    )


def test_a_gamepad_s_button_is_a_space_and_a_text_in_the_making_is_shown(
    context: Context, heard: Heard
) -> None:
    typing = Typing(context, "Ana", most=6)
    typing.give(Command(Action.NEXT_CALL, key="pad 3"))
    assert typing.keyboard.text == "Ana "
    typing.give(Composed("ni"))
    assert "Ana ni" in typing.read()
    typing.give(Typed("你"))
    assert typing.keyboard.text == "Ana 你"
    assert "Ana 你" in typing.read()
    assert heard.sounds == []
    typing.give(Typed("xy"))
    assert (typing.keyboard.text, heard.sounds) == ("Ana 你x", [Sound.REFUSE])
    typing.press("backspace")
    for action, key in ((None, "z"), (Action.NEXT_CALL, "n"), (Action.CONFIRM, " ")):
        typing.give(Command(action, key=key, text=key))
        assert typing.keyboard.text == "Ana 你", "the text follows by itself"
    longer = Typing(context, "Anabel", most=4)
    longer.give(Typed("xyz"))
    assert longer.keyboard.text == "Anabel"


def test_both_enter_keys_pass_the_text_on_once_and_its_answer_follows_the_way_out(
    context: Context,
) -> None:
    following, base = BaseScene(context), BaseScene(context)
    for key in ("return", "enter"):
        keyboard = Keyboard(context, "Ana", lambda text: Push(following))
        stage = Stage(context, base)
        stage.stack.apply(Push(keyboard))
        stage.give(Command(Action.CONFIRM, key=key, is_repeat=True))
        assert stage.top is keyboard
        stage.give(Command(Action.CONFIRM, key=key))
        assert stage.stack.scenes == (base, following)


def test_each_change_of_the_text_is_spoken(
    context: Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    spoken: list[str] = []
    monkeypatch.setattr(Context, "speak", lambda _, words, **how: spoken.append(words))
    typing = Typing(context, "An")
    typing.give(Typed("a"))
    typing.keys(context.text("keyboard.space"), context.text("keyboard.erase"))
    typing.give(Typed(""))
    assert spoken == ["Ana", "Ana ", "Ana"]


def test_the_end_of_a_long_text_is_in_sight_and_a_sharp_s_stays_small(context: Context) -> None:
    typing = Typing(context, "x" * 90 + "end", most=100)
    (shown,) = (words for words in typing.read() if words.startswith("xxx"))
    assert shown.endswith("end")
    assert len(shown) < 90
    context.catalogue = load_catalogue(Language.GERMAN)
    faces = "".join(
        part.name_and_state(context)
        for part in Typing(context).keyboard.root.walk()
        if isinstance(part, Key)
    )
    assert "ß" in faces
    assert "Ä" in faces


def test_pages_are_drawn_and_read_as_they_were() -> None:
    assert changed_pages("keyboard") == []
