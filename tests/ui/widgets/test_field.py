"""The text field: typing, selecting, what it says, and what it shows."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import pygame
import pytest

from game.ui.draw.theme import Colour
from game.ui.frame.bindings import DEFAULT_BINDINGS, Action
from game.ui.frame.context import Context
from game.ui.frame.intents import (
    Command,
    Composed,
    Intent,
    MouseButton,
    PointerMoved,
    PointerPressed,
    PointerReleased,
    Typed,
)
from game.ui.frame.scene import Push, Quit
from game.ui.layout.rects import Point, Rect
from game.ui.sound.names import Sound
from game.ui.widgets import (
    Button,
    Form,
    Outcome,
    ScrollArea,
    TextField,
)
from game.ui.widgets.scenes import BaseScene, WidgetScene
from tests.ui.conftest import Heard
from tests.ui.painted import place_of
from tests.ui.test_loop import Voice
from tests.ui.test_widgets import alone, click, press
from tests.ui.written import written_lines


def test_a_text_field_takes_text_and_no_shortcuts(context: Context) -> None:
    entered: list[str] = []
    widget = TextField(context, "", max_length=5, on_enter=entered.append)
    context.paste_text = lambda: "xyz"
    form = alone(context, widget)
    typed: list[Intent] = [
        Command(Action.COACH, key="h", text="h"),
        Typed("h"),
        Typed("ț"),
        Command(Action.LEFT, key="left"),
        Typed("a"),
        Command(Action.TAKE_BACK, key="backspace"),
        Command(Action.CONFIRM, key="space", text=" "),
        Typed(" "),
        Command(Action.PASTE, key="v"),
    ]
    for intent in typed:
        assert form.handle(intent).is_used
    assert widget.text == "h xyț"
    form.handle(Command(Action.CONFIRM, key="return"))
    assert entered == ["h xyț"]
    assert form.handle(Command(Action.CANCEL, key="escape")).is_used
    assert form.focused is None
    assert not form.handle(Command(Action.CANCEL, key="escape")).is_used


@dataclass
class Typist:
    """A field in a form, and hands for it."""

    field: TextField
    form: Form
    clipboard: list[str]

    def press(self, key: str, *, ctrl: bool = False, shift: bool = False) -> None:
        chord = f"{'ctrl+' * ctrl}{'shift+' * shift}{key}"
        action = DEFAULT_BINDINGS.action(chord)
        self.form.handle(Command(action, key=key, is_ctrl=ctrl, is_shift=shift))

    def selected(self) -> str:
        start, end = self.field.selection
        return self.field.text[start:end]

    def at(self, index: int) -> Point:
        return self.field.x_of(index) + 1, self.field.rect.centre[1]


@pytest.fixture
def typist(context: Context) -> Typist:
    """A field with three words, long enough for them."""
    clipboard: list[str] = []

    def copy(text: str) -> bool:
        clipboard.append(text)
        return True

    context.copy_text = copy
    context.paste_text = lambda: clipboard[-1]
    field = TextField(context, "Ana de Brâncoveanu", max_length=20)
    form = alone(context, field)
    field.place(Rect(20, 20, 400, 50))
    return Typist(field, form, clipboard)


def test_a_field_selects_all_by_words_and_by_ends(typist: Typist) -> None:
    typist.press("a", ctrl=True)
    assert typist.selected() == "Ana de Brâncoveanu"
    typist.press("right")
    assert (typist.selected(), typist.field.caret) == ("", 18)
    typist.press("left", ctrl=True, shift=True)
    assert typist.selected() == "Brâncoveanu"
    typist.press("left", ctrl=True, shift=True)
    assert typist.selected() == "de Brâncoveanu"
    typist.press("left")
    assert typist.field.caret == 4
    typist.press("end", shift=True)
    assert typist.selected() == "de Brâncoveanu"
    typist.press("home")
    typist.press("right", shift=True)
    typist.press("right", shift=True)
    assert typist.selected() == "An"
    typist.press("right", ctrl=True)
    assert (typist.selected(), typist.field.caret) == ("", 4)
    typist.press("delete", ctrl=True)
    assert typist.field.text == "Ana Brâncoveanu"
    typist.press("backspace", ctrl=True)
    assert typist.field.text == "Brâncoveanu"


def test_long_text_begins_at_its_beginning_once_the_keyboard_is_elsewhere(typist: Typist) -> None:
    field = typist.field
    left = field.x_of(0)
    field.place(Rect(20, 20, 120, 50))
    typist.press("end")
    assert field.x_of(0) < 20 < field.x_of(field.caret) < 140
    field.is_focused = False
    assert field.x_of(0) == left


def test_a_field_cuts_copies_and_pastes_what_is_selected(typist: Typist) -> None:
    typist.press("home")
    typist.press("right", ctrl=True, shift=True)
    typist.press("c", ctrl=True)
    assert (typist.clipboard, typist.field.text) == (["Ana "], "Ana de Brâncoveanu")
    typist.press("x", ctrl=True)
    assert typist.field.text == "de Brâncoveanu"
    typist.press("a", ctrl=True)
    typist.press("v", ctrl=True)
    assert (typist.field.text, typist.field.caret) == ("Ana ", 4)
    typist.press("c", ctrl=True)
    assert typist.clipboard == ["Ana ", "Ana "]
    typist.form.handle(Typed("B"))
    typist.press("a", ctrl=True)
    typist.form.handle(Typed("C"))
    assert typist.field.text == "C"


def test_what_the_clipboard_refuses_is_not_cut(typist: Typist) -> None:
    typist.form.context.copy_text = lambda _: False
    typist.press("a", ctrl=True)
    typist.press("x", ctrl=True)
    assert (typist.field.text, typist.field.selection) == ("Ana de Brâncoveanu", (0, 18))


def test_of_a_whole_book_pasted_a_field_reads_what_it_has_room_for(typist: Typist) -> None:
    class Book(str):
        read = 0

        def __iter__(self) -> Iterator[str]:
            for letter in str.__iter__(self):
                self.read += 1
                yield letter

    book = Book("word " * 100_000)
    typist.clipboard.append(book)
    typist.press("a", ctrl=True)
    typist.press("v", ctrl=True)
    most = typist.field.max_length
    assert (typist.field.text, book.read) == (str(book[:most]), most + 1)


def test_a_field_is_one_line_of_what_can_be_seen(typist: Typist) -> None:
    typist.press("a", ctrl=True)
    typist.form.handle(Typed("A\n\tna\x00\u202e"))
    assert typist.field.text == "Ana"
    typist.clipboard.append("Ben\r\nCleo")
    typist.press("a", ctrl=True)
    typist.press("v", ctrl=True)
    assert typist.field.text == "BenCleo"


def test_a_mouse_selects_by_dragging_and_a_word_by_a_double_click(
    context: Context, typist: Typist
) -> None:
    now = 0.0
    context.now = lambda: now
    first, last = typist.at(1), typist.at(6)
    typist.form.handle(PointerPressed(first, MouseButton.PRIMARY))
    typist.form.handle(PointerMoved(last, first, True))
    typist.form.handle(PointerReleased(last, MouseButton.PRIMARY, first, True))
    typist.form.handle(PointerMoved(first))
    assert typist.selected() == "na de"
    now = 5.0
    click(typist.form, typist.at(5))
    assert (typist.selected(), typist.field.caret) == ("", 5)
    now = 5.2
    click(typist.form, typist.at(5))
    assert typist.selected() == "de"
    now = 7.0
    click(typist.form, typist.at(4))
    click(typist.form, typist.at(4))
    assert typist.selected() == "de", "before its first letter, too"
    now = 9.0
    click(typist.form, typist.at(5))
    assert typist.selected() == ""


def test_a_full_field_shows_its_length_and_that_it_takes_no_more(
    typist: Typist, heard: Heard
) -> None:
    field = typist.field
    typist.form.handle(Typed("x"))
    assert field.length_words() == "19/20"
    field.is_focused = False
    assert field.length_words() == "", "nobody types there"
    field.is_focused = True
    assert not heard.sounds
    typist.form.handle(Typed("yz"))
    assert field.text.endswith("xy")
    assert heard.sounds == [Sound.REFUSE]
    assert typist.form.update(0.01)
    typist.press("home")
    typist.press("right", shift=True)
    typist.form.handle(Typed("E"))
    assert field.text.startswith("Ena")
    typist.press("a", ctrl=True)
    typist.press("backspace")
    assert field.length_words() == ""


def test_the_number_pad_without_numlock_moves_the_caret_and_presses_nothing(typist: Typist) -> None:
    pad = {
        "[7]": Action.UP_LEFT,
        "[4]": Action.LEFT,
        "[5]": Action.CONFIRM,
        "[9]": Action.UP_RIGHT,
        "[3]": Action.DOWN_RIGHT,
        "[1]": Action.DOWN_LEFT,
        "[6]": Action.RIGHT,
    }
    carets = []
    for key in ("[7]", "[6]", "[6]", "[5]", "[9]", "[3]", "[4]", "[1]", "[4]"):
        outcome = typist.form.handle(Command(pad[key], key=key))
        assert outcome.is_used
        assert outcome.transition is None
        carets.append(typist.field.caret)
    assert carets == [0, 1, 2, 2, 2, 2, 1, 18, 17]
    typist.form.handle(Command(None, key="[.]"))
    assert typist.field.text == "Ana de Brâncovean"


def test_the_caret_blinks_only_while_focused(context: Context) -> None:
    widget = TextField(context, "x")
    form = alone(context, widget)
    assert any(form.update(0.1) for _ in range(12))
    form.focus(None)
    assert not any(form.update(0.1) for _ in range(12))


def test_a_field_tells_what_has_changed_and_its_caret_blinks(context: Context) -> None:
    told: list[str] = []
    field = TextField(context, "", told.append, max_length=5)
    form = alone(context, field)
    form.handle(Typed("a"))
    form.handle(Typed("\n"))
    assert told == ["a"], "only what changes it"
    field.show("abc")
    assert (field.text, field.caret) == ("abc", 3)
    field.caret = 1
    field.show("abc")
    assert field.caret == 1
    assert 2 <= sum(field.update(0.05) for _ in range(40)) <= 5
    form.focus(None)
    assert not any(field.update(0.05) for _ in range(40))


def picture(typist: Typist) -> bytes:
    canvas = pygame.Surface((500, 100))
    typist.field.draw(canvas, typist.form.context.painter)
    return pygame.image.tobytes(canvas, "RGB")


def test_what_an_input_method_composes_is_drawn_and_its_keys_press_nothing(typist: Typist) -> None:
    field, form = typist.field, typist.form
    typist.press("a", ctrl=True)
    typist.press("delete")
    form.handle(Typed("ab"))
    typist.press("left")
    before, lies = picture(typist), field.x_of(1)
    assert form.handle(Composed("にほ", 2)).is_used
    assert (field.text, field.shown()) == ("ab", "aにほb")
    assert picture(typist) != before
    assert field.x_of(3) > field.x_of(1) == lies
    for name in ("return", "backspace", "left", "tab"):
        typist.press(name)
    assert (field.text, field.caret, form.focused) == ("ab", 1, field)
    form.handle(Typed("日本"))
    assert (field.text, field.shown(), field.caret) == ("a日本b", "a日本b", 3)
    form.handle(Composed("x", 1))
    typist.press("escape")
    assert (field.shown(), form.focused) == ("a日本b", field)
    form.handle(Composed("x", 1))
    form.handle(Composed(""))
    typist.press("backspace")
    assert field.text == "a日b"
    form.handle(Composed("x", 1))
    form.focus(None)
    field.update(0.1)
    assert field.shown() == field.text


@pytest.mark.parametrize("text", ["", "Ana de Brâncoveanu"])
def test_a_field_is_scrolled_out_of_sight_pixel_by_pixel(context: Context, text: str) -> None:
    """It ended the game when its edge alone was left."""
    field = TextField(context, text, placeholder="Name")
    field.place(Rect(10, 100, 200, 46))
    area = ScrollArea(context, [field])
    form = alone(context, area)
    area.place(Rect(20, 30, 240, 120))
    area.content_height = 600
    whole = pygame.Surface((300, 200))
    field.draw(whole, context.painter)
    for focused in (None, field):
        area.form.focus(focused)
        for top in range(-30, 160):
            area.top = top
            canvas = pygame.Surface((300, 200))
            form.draw(canvas)
            rows = range(max(0, top - 100), min(46, 20 + top))
            if focused is None and rows:
                # What is seen of it is as it was.
                seen = canvas.subsurface((30, 130 - top + rows.start, 200, len(rows)))
                same = whole.subsurface((10, 100 + rows.start, 200, len(rows)))
                assert pygame.image.tobytes(seen, "RGB") == pygame.image.tobytes(same, "RGB"), top


def test_text_is_typed_where_the_field_is_seen(context: Context) -> None:
    field, button = TextField(context, "x"), Button("Go", Quit)
    field.place(Rect(10, 300, 200, 40))
    area = ScrollArea(context, [field, button])
    area.place(Rect(50, 60, 400, 200))
    area.content_height = 600
    area.scroll_to(250)
    scene = WidgetScene(context)
    scene.form.replace([area])
    assert scene.text_area is None
    scene.form.focus(area)
    assert scene.text_area is None
    area.form.focus(field)
    assert scene.text_area == Rect(60, 110, 200, 40)
    area.form.focus(button)
    assert scene.text_area is None


@pytest.fixture
def voice(context: Context) -> Voice:
    """The voice that reads aloud."""
    context.preferences = replace(context.preferences, has_speech=True)
    voice = context.speaker = Voice()
    return voice


def test_a_field_says_what_is_typed_deleted_and_passed(typist: Typist, voice: Voice) -> None:
    code = "x" * 41

    def said(act: Callable[[], object]) -> list[str]:
        voice.said.clear()
        act()
        assert all(is_urgent for _, is_urgent in voice.said)
        return [words for words, _ in voice.said]

    def key(name: str, *, ctrl: bool = False, shift: bool = False) -> Callable[[], None]:
        return partial(typist.press, name, ctrl=ctrl, shift=shift)

    def typed(text: str) -> Callable[[], object]:
        return partial(typist.form.handle, Typed(text))

    text = typist.form.context.text
    end, blank = text("heard.spoken.field_end"), text("heard.spoken.blank")
    for act, words in (
        (key("home"), "A"),
        (key("right"), "n"),
        (key("right", ctrl=True), "de"),
        (key("left"), blank),
        (key("end"), end),
        (key("left", shift=True), "u"),
        (key("left", shift=True), "nu"),
        (key("delete"), "nu"),
        (key("backspace"), "a"),
        (key("backspace", ctrl=True), "Brâncove"),
        (typed("B"), "B"),
        (typed("o"), "o"),
        (typed(" "), "Bo"),
        (key("a", ctrl=True), "Ana de Bo "),
        (key("x", ctrl=True), "Ana de Bo "),
        (key("v", ctrl=True), "Ana de Bo "),
        (key("v", ctrl=True), "Ana de Bo Ana de Bo "),
        (typed("x"), text("heard.spoken.full", count=20)),
    ):
        assert said(act) == [words]
    typist.field.update(1.0)
    typist.field.max_length = 60
    key("a", ctrl=True)()
    assert said(typed(code)) == [code]
    assert said(key("a", ctrl=True)) == ["xxxxx…"]
    assert said(key("delete")) == ["xxxxx…"]


def test_a_gamepad_types_on_the_screen(context: Context) -> None:
    given: list[tuple[object, ...]] = []
    changed: list[str] = []
    for placeholder, tooltip, title in (("Name", "about", "Name"), ("", "about", "about")):
        field = TextField(
            context, "Ana", changed.append, placeholder=placeholder, tooltip=tooltip, max_length=7
        )
        form = alone(context, field)
        outcome = form.handle(Command(Action.CONFIRM, key="pad 0"))
        assert isinstance(outcome.transition, Push)
        board: Any = outcome.transition.scene
        given.append((board.text, vars(board)["_title"], vars(board)["_max_length"]))
        assert given[-1] == ("Ana", title, 7)
        vars(board)["_on_done"]("Bo")
        assert (field.text, changed[-1]) == ("Bo", "Bo")
    field = TextField(context, "Ana", on_enter=lambda text: Push(BaseScene(context)))
    opened = alone(context, field).handle(Command(Action.CONFIRM, key="pad 0")).transition
    assert isinstance(opened, Push)
    keyboard: Any = opened.scene
    assert isinstance(vars(keyboard)["_on_done"]("Bo"), Push), "its end is Enter"


def test_enter_in_a_field_without_use_for_it_leaves_it_unless_it_is_only_heard(
    context: Context, voice: Voice
) -> None:
    for is_heard in (True, False):
        context.preferences = replace(context.preferences, has_speech=is_heard)
        rest = Button("Go", Quit)
        form = alone(context, TextField(context, "Ana"))
        form.widgets.append(rest)
        form.rest = rest
        assert form.handle(Command(Action.CONFIRM, key="return")) == Outcome(True)
        assert (form.focused is rest) is not is_heard


def test_a_field_shows_its_length_once_few_letters_are_left(context: Context) -> None:
    field = TextField(context, "", max_length=20)
    form = alone(context, field)
    for length, words in ((15, ""), (16, "16/20"), (20, "20/20")):
        field.show("x" * length)
        assert field.length_words() == words
    form.focus(None)
    assert field.length_words() == ""


def test_a_double_click_is_no_drag(typist: Typist) -> None:
    for _ in range(2):
        at = typist.at(5)
        typist.form.handle(PointerPressed(at, MouseButton.PRIMARY))
    typist.form.handle(PointerMoved(typist.at(12)))
    assert typist.selected() == "de"


def test_the_caret_of_a_long_text_is_in_the_middle_of_its_field(typist: Typist) -> None:
    field = typist.field
    field.max_length = 300
    field.show("a long name " * 12)
    left, right = field.rect.x + 14, field.rect.right - 14
    middle = field.rect.centre[0]
    for caret in (0, 3, 40, 70, 100, len(field.text)):
        field.caret = field.anchor = caret
        x = field.x_of(caret)
        assert left <= x <= right
        if caret in (40, 70, 100):
            assert abs(x - middle) <= 2
    typist.form.focus(None)
    assert left <= field.x_of(0) <= left + 1


def test_a_keyboard_on_the_screen_ends_a_drag_in_the_field(typist: Typist) -> None:
    typist.form.handle(PointerPressed(typist.at(4), MouseButton.PRIMARY))
    typist.form.handle(Command(Action.CONFIRM, key="pad 0"))
    typist.field.handle(PointerMoved(typist.at(9)))
    assert typist.selected() == ""


def test_a_field_shows_its_state_its_selection_and_its_caret_where_they_are(
    context: Context,
) -> None:
    painter = context.painter
    p = painter.theme.palette
    field = TextField(context, "Ana Maria", max_length=12)
    form = alone(context, field)
    field.place(Rect(10, 5, 300, 46))

    def draw() -> pygame.Surface:
        surface = pygame.Surface((320, 60))
        field.draw(surface, painter)
        return surface

    def foot() -> list[tuple[int, ...]]:
        surface = draw()
        return [surface.get_at((12, y))[:3] for y in (4, 5, 47, 48, 50, 51)]

    black = (0, 0, 0)
    for act, edge in (
        (lambda: form.focus(None), p.line),
        (partial(setattr, field, "is_hovered", True), p.ink_soft),
        (lambda: form.focus(field), p.ink),
        (lambda: form.handle(Typed("Magdalena")), p.bad),
        (lambda: field.update(0.5), p.bad),
        (lambda: field.update(0.4), p.ink),
    ):
        act()
        assert foot() == [black, p.sunken, p.sunken, edge, edge, black]
    # The caret is lit for half of the time, and at once after a key.
    field.show("Ana Maria")
    field.caret = field.anchor = 3
    form.handle(Command(None, key="right"))
    caret = Rect(field.x_of(4), 28 - 11, 2, 22)
    for seconds, is_lit in ((0.0, True), (0.5, True), (0.1, False), (0.5, True)):
        field.update(seconds)
        shown = [draw().get_at((caret.x, y))[:3] for y in (caret.y, caret.bottom - 1)]
        assert shown == [p.ink if is_lit else p.sunken] * 2
    assert place_of(draw().subsurface(caret), p.ink) == Rect(0, 0, 2, 22)
    field.anchor, field.caret = 9, 4
    left, right = field.x_of(4), field.x_of(9)
    assert place_of(draw(), p.card) == Rect(left + 2, caret.y, right - left - 2, 22)
    form.focus(None)
    assert place_of(draw(), p.card) is None, "what is selected is of use to the keyboard alone"
    form.focus(field)
    field.anchor = field.caret = 9
    form.handle(Composed("xy", 1))
    line = draw().subsurface((field.x_of(9), caret.bottom - 2, 60, 2))
    wide = field.x_of(11) - field.x_of(9)
    assert place_of(line, p.ink) == Rect(0, 0, wide, 2), "what is composed is underlined"
    style, caret_x = painter.theme.type.strong, field.x_of(10)
    assert caret_x == 24 + painter.text_width("Ana Mariax", style)
    field.update(0.0)
    assert draw().get_at((caret_x, caret.y))[:3] == p.ink


def test_a_field_writes_its_text_or_its_placeholder_and_its_length(context: Context) -> None:
    painter = context.painter
    p, types = painter.theme.palette, painter.theme.type
    field = TextField(context, "", placeholder="Name", max_length=6)
    form = alone(context, field)
    field.place(Rect(10, 5, 300, 46))

    def draw() -> tuple[list[tuple[str, float, Colour, int]], pygame.Surface]:
        surface = pygame.Surface((320, 60))
        with written_lines() as lines:
            field.draw(surface, painter)
        # Letters are written on the part of the picture inside the field.
        return [(line.text, line.place.x, line.style.colour, line.size) for line in lines], surface

    pen = pygame.Rect(24, 20, 14, 16)
    for focused in (None, field):
        form.focus(focused)
        lines, surface = draw()
        assert lines == [("Name", 22, types.body.colour, painter.px(types.body.size))]
        is_drawn = place_of(surface.subsurface(pen), p.ink_soft) is not None
        assert is_drawn is (focused is None), "the caret is where the pen was"
    for text, length, ink in (
        ("A", "", p.ink),
        ("Anabe", "5/6", p.ink_soft),
        ("Anabel", "6/6", p.bad),
    ):
        field.show(text)
        lines, _ = draw()
        assert lines[0] == (text, field.x_of(0) - 24, p.ink, painter.px(types.strong.size))
        assert [line[0] for line in lines[1:]] == [length] * bool(length)
        if length:
            _, x, colour, _ = lines[1]
            assert (x + painter.text_width(length, types.strong), colour) == (300, ink)


def test_tab_into_a_field_selects_its_text(context: Context) -> None:
    before, field = Button("b", Quit), TextField(context, "Ana")
    field.caret = field.anchor = 1
    form = Form(context, [before, field])
    form.focus(before)
    press(form, Action.NEXT)
    assert (form.focused, field.selection, field.caret) == (field, (0, 3), 3)


def test_a_click_ends_what_is_being_composed_and_a_refusal_ends_without_the_focus(
    typist: Typist,
) -> None:
    field, form = typist.field, typist.form
    form.handle(Composed("xy", 1))
    assert field.shown() == "Ana de Brâncoveanuxy"
    form.handle(PointerPressed(typist.at(3), MouseButton.PRIMARY))
    assert field.shown() == field.text == "Ana de Brâncoveanu"
    form.handle(Typed("much too long"))
    form.focus(None)
    assert [field.update(0.3) for _ in range(4)] == [True, True, True, False]


def test_what_leads_elsewhere_is_not_echoed(context: Context) -> None:
    voice = context.speaker = Voice()
    context.preferences = replace(context.preferences, has_speech=True)
    for answer, said in ((None, [("x", True)]), (Quit(), [])):
        voice.said.clear()

        def change(text: str, answer: Quit | None = answer) -> Quit | None:
            return answer

        form = alone(context, TextField(context, "", change))
        assert form.handle(Typed("x")).transition is answer
        assert voice.said == said


def test_the_caret_of_an_input_method_stays_inside(context: Context) -> None:
    field = TextField(context, "w" * 20, max_length=99)
    form = alone(context, field)
    style = context.painter.theme.type.strong
    for caret in (0, 30, 60):
        form.handle(Composed("m" * 60, caret))
        at = field.x_of(20 + caret)
        assert field.rect.x < at < field.rect.right
        before = field.x_of(19 + caret)
        letter = "m" if caret else "w"
        assert abs(at - before - context.painter.text_width(letter, style)) <= 3
