"""Widgets by mouse and by keyboard, on synthetic intents."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from itertools import pairwise
from typing import Any

import pygame
import pytest

from game.rules.tiles import TILES, Tile
from game.ui.draw.icons import Icon
from game.ui.draw.painter import Painter
from game.ui.draw.sprites.pieces import Sprites
from game.ui.draw.sprites.tiles import TileLook
from game.ui.draw.sprites.wells import Well
from game.ui.draw.theme import Colour
from game.ui.frame.bindings import Action
from game.ui.frame.context import Context
from game.ui.frame.intents import (
    Command,
    Composed,
    FocusChanged,
    Intent,
    MouseButton,
    PointerLeft,
    PointerMoved,
    PointerPressed,
    PointerReleased,
    Scrolled,
    Typed,
)
from game.ui.frame.outline import Role
from game.ui.frame.scene import STILL, Ignored, Navigation, Pop, Pulse, Push, Quit
from game.ui.frame.topics import Topic
from game.ui.layout.rects import Point, Rect, make_view
from game.ui.parts import Text
from game.ui.sound.names import Sound
from game.ui.widgets import (
    Button,
    Form,
    IconButton,
    KeyHints,
    Outcome,
    ScrollArea,
    Segmented,
    Slider,
    Stepper,
    TextField,
    Toast,
    Toggle,
    Widget,
)
from game.ui.widgets.base import MAIN, SILENT
from game.ui.widgets.buttons import WordLink, shade_of
from game.ui.widgets.form import TOOLTIP_DELAY, draw_tooltip
from game.ui.widgets.scenes import BaseScene, WidgetScene
from game.ui.widgets.tiles import TileGrid
from tests.golden.pages import changed_pages
from tests.ui.conftest import Heard
from tests.ui.painted import letters, place_of
from tests.ui.unseen import drawn_words
from tests.ui.written import Written, written_lines


def click(form: Form, at: Point) -> Navigation | None:
    """Press and release."""
    form.handle(PointerMoved(at))
    form.handle(PointerPressed(at, MouseButton.PRIMARY))
    return form.handle(PointerReleased(at, MouseButton.PRIMARY, at)).transition


def press(form: Form, *actions: Action) -> None:
    """Keys."""
    for action in actions:
        form.handle(Command(action))


@pytest.fixture
def buttons(context: Context) -> tuple[Form, list[Button]]:
    """Four buttons in a square."""
    made = [Button(f"b{i}", Quit) for i in range(4)]
    for button, cell in zip(made, Rect(0, 0, 400, 200).grid(2, 2, 10), strict=True):
        button.place(cell)
    return Form(context, made), made


def test_a_click_presses_with_a_sound(buttons: tuple[Form, list[Button]], heard: Heard) -> None:
    form, made = buttons
    assert isinstance(click(form, made[2].rect.centre), Quit)
    assert heard.sounds == [Sound.BUTTON]


def test_the_ring_is_shown_as_it_was_unless_told_otherwise(
    buttons: tuple[Form, list[Button]],
) -> None:
    form, (one, two, *_) = buttons
    for button, is_shown, rings in (
        (one, None, (False, False)),
        (two, True, (False, True)),
        (one, None, (True, False)),
        (None, None, (False, False)),
        (two, None, (False, True)),
        (two, False, (False, False)),
        (one, None, (False, False)),
    ):
        form.focus(button, is_shown=is_shown)
        assert (one.shows_focus, two.shows_focus) == rings
        assert (one.is_focused, two.is_focused) == (button is one, button is two)


def test_of_two_over_each_other_the_upper_one_is_pressed(context: Context) -> None:
    pressed = list[str]()
    made = [Button(name, partial(pressed.append, name)) for name in "abc"]
    for button, rect in zip(made, (HERE, HERE, Rect(100, 0, 40, 40)), strict=True):
        button.place(rect)
    form = Form(context, made)
    click(form, (5, 5))
    assert made[1].is_hovered
    made[1].is_hidden = True
    click(form, (5, 5))
    assert pressed == ["b", "a"]


def test_what_a_drag_leads_to_is_returned(context: Context) -> None:
    slider = Slider(0.5, lambda value: Quit())
    form = alone(context, slider)
    x, y = slider.track.centre
    for intent, leads in (
        (PointerPressed((x, y), MouseButton.PRIMARY), False),
        (PointerMoved((x + 40, y)), True),
        (PointerMoved((x + 40, y)), False),
        (PointerMoved((x - 40, y)), True),
        (PointerReleased((x - 40, y), MouseButton.PRIMARY, (x, y)), False),
    ):
        outcome = form.handle(intent)
        assert outcome.is_used
        assert isinstance(outcome.transition, Quit) is leads, intent


def test_words_over_a_button_let_the_pointer_through(buttons: tuple[Form, list[Button]]) -> None:
    form, made = buttons
    words = Text("words")
    words.place(made[0].rect)
    form.replace([*made, words])
    assert isinstance(click(form, made[0].rect.centre), Quit)


def test_the_rest_gets_the_keyboard_of_a_text_field_without_a_ring(context: Context) -> None:
    field, button = TextField(context, ""), Button("b", Quit)
    form = Form(context, [field, button])
    for cell, widget in zip(Rect(0, 0, 400, 80).grid(1, 2, 10), (field, button), strict=True):
        widget.place(cell)
    form.rest = button
    for action in (Action.CONFIRM, Action.CANCEL):
        form.focus(field, is_shown=True)
        assert form.handle(Command(action)).is_used
        assert form.focused is button
        assert not button.shows_focus


def test_letting_go_elsewhere_presses_nothing(buttons: tuple[Form, list[Button]]) -> None:
    form, made = buttons
    form.handle(PointerPressed(made[0].rect.centre, MouseButton.PRIMARY))
    assert made[0].is_pressed
    form.handle(PointerMoved(made[3].rect.centre))
    assert not made[0].is_pressed
    outcome = form.handle(PointerReleased(made[3].rect.centre, MouseButton.PRIMARY))
    assert outcome.transition is None


def test_losing_the_window_s_focus_lets_go(buttons: tuple[Form, list[Button]]) -> None:
    form, made = buttons
    form.handle(PointerPressed(made[0].rect.centre, MouseButton.PRIMARY))
    form.handle(FocusChanged(has_focus=False))
    at = made[0].rect.centre
    assert form.handle(PointerReleased(at, MouseButton.PRIMARY)).transition is None


def test_tab_goes_round_and_enter_presses(buttons: tuple[Form, list[Button]]) -> None:
    form, made = buttons
    press(form, Action.NEXT)
    assert form.focused is made[0]
    assert made[0].shows_focus
    press(form, Action.NEXT, Action.NEXT, Action.NEXT, Action.NEXT)
    assert form.focused is made[0]
    press(form, Action.PREVIOUS)
    assert form.focused is made[3]
    assert isinstance(form.handle(Command(Action.CONFIRM)).transition, Quit)
    assert form.handle(Command(Action.CONFIRM, is_repeat=True)).transition is None
    form.focus(None)
    press(form, Action.PREVIOUS)
    assert form.focused is made[3]


@pytest.mark.parametrize(
    ("action", "expected"),
    [(Action.RIGHT, 1), (Action.DOWN, 2), (Action.LEFT, 0), (Action.UP, 0)],
)
def test_arrows_go_where_they_point(
    buttons: tuple[Form, list[Button]], action: Action, expected: int
) -> None:
    form, made = buttons
    form.focus(made[0])
    press(form, action)
    assert form.focused is made[expected]


def test_a_click_hides_the_focus_ring(buttons: tuple[Form, list[Button]]) -> None:
    form, made = buttons
    press(form, Action.NEXT)
    click(form, made[1].rect.centre)
    assert form.focused is made[1]
    assert not made[1].shows_focus


def test_disabled_widgets_are_skipped_refuse_and_say_why(
    buttons: tuple[Form, list[Button]], heard: Heard
) -> None:
    form, made = buttons
    made[0].why_disabled = "not now"
    press(form, Action.NEXT)
    assert form.focused is made[1]
    heard.sounds.clear()
    assert click(form, made[0].rect.centre) is None
    assert heard.sounds == [Sound.REFUSE]
    assert made[0].hint() == "not now"


def test_a_focused_widget_that_stops_working_fires_no_more(
    buttons: tuple[Form, list[Button]], heard: Heard
) -> None:
    form, made = buttons
    form.focus(made[0])
    assert isinstance(form.handle(Command(Action.CONFIRM)).transition, Quit)
    heard.sounds.clear()
    made[0].why_disabled = "not now"
    assert not form.handle(Command(Action.CONFIRM)).is_used
    made[0].why_disabled, made[0].is_hidden = None, True
    assert not form.handle(Command(Action.CONFIRM)).is_used
    assert heard.sounds == []
    # The keyboard finds its way on from it.
    press(form, Action.NEXT)
    assert form.focused is made[1]


def test_hidden_widgets_are_not_there(buttons: tuple[Form, list[Button]]) -> None:
    form, made = buttons
    made[0].is_hidden = True
    assert click(form, made[0].rect.centre) is None
    press(form, Action.NEXT)
    assert form.focused is made[1]


def test_escape_is_left_to_the_scene(buttons: tuple[Form, list[Button]]) -> None:
    form, _ = buttons
    assert not form.handle(Command(Action.CANCEL)).is_used


def test_a_pointer_that_changes_nothing_is_not_used(buttons: tuple[Form, list[Button]]) -> None:
    form, made = buttons
    x, y = made[0].rect.centre
    assert form.handle(PointerMoved((x, y))).is_used, "it lights up"
    assert not form.handle(PointerMoved((x + 1, y))).is_used
    assert not form.handle(PointerMoved((5000, 5000))).is_used or not made[0].is_hovered


def alone(context: Context, widget: Widget) -> Form:
    """A form with one widget that has the focus."""
    widget.place(Rect(0, 0, 300, 40))
    form = Form(context, [widget])
    form.focus(widget)
    return form


def test_slider(context: Context) -> None:
    changes: list[float] = []
    widget = Slider(0.5, changes.append, step=0.1)
    form = alone(context, widget)
    press(form, Action.RIGHT)
    assert widget.value == pytest.approx(0.6)
    assert form.handle(PointerPressed((100, 20), MouseButton.PRIMARY)).is_used
    assert widget.value < 0.6
    form.handle(PointerMoved((9000, 20)))
    form.handle(PointerReleased((9000, 20), MouseButton.PRIMARY))
    assert widget.value == 1
    form.handle(PointerMoved((150, 20)))
    assert widget.value == 1, "it was let go"
    assert all(0 <= value <= 1 for value in changes)


def test_a_slider_whose_ends_meet_is_drawn_and_keeps_its_value(context: Context) -> None:
    widget = Slider(1.2, lambda value: None, low=1.2, high=1.2, step=0.1)
    form = alone(context, widget)
    press(form, Action.RIGHT, Action.LEFT)
    form.focus(widget, is_shown=True)
    form.draw(pygame.Surface((300, 40)))
    assert widget.value == 1.2


def test_stepper_keeps_its_bounds(context: Context) -> None:
    widget = Stepper((1, 2, 3), 2, lambda value: None)
    form = alone(context, widget)
    press(form, Action.RIGHT, Action.RIGHT)
    assert widget.value == 3
    click(form, (5, 20))
    click(form, (5, 20))
    click(form, (5, 20))
    assert widget.value == 1


@pytest.fixture
def scroll(context: Context) -> tuple[Form, ScrollArea, list[Button]]:
    """Twelve buttons of 50 pixels in an area of 200."""
    made = [Button(f"b{i}", partial(Push, BaseScene(context))) for i in range(12)]
    area = ScrollArea(context, made)
    area.place(Rect(100, 100, 300, 200))
    for i, button in enumerate(made):
        button.place(Rect(0, i * 50, 280, 50))
    area.content_height = 600
    return Form(context, [area]), area, made


def test_the_wheel_scrolls_to_both_ends(scroll: tuple[Form, ScrollArea, list[Button]]) -> None:
    form, area, _ = scroll
    for _ in range(40):
        form.handle(Scrolled((150, 150), -1))
    assert area.top == 400
    assert not form.handle(Scrolled((150, 150), -1)).is_used
    for _ in range(40):
        form.handle(Scrolled((150, 150), 1))
    assert area.top == 0


def test_what_is_clicked_is_what_is_seen(scroll: tuple[Form, ScrollArea, list[Button]]) -> None:
    form, area, made = scroll
    area.scroll_to(250)
    assert isinstance(click(form, (150, 110)), Push)
    assert area.form.focused is made[5]


def test_tab_scrolls_to_what_it_reaches(scroll: tuple[Form, ScrollArea, list[Button]]) -> None:
    form, area, made = scroll
    for _ in range(12):
        press(form, Action.NEXT)
    assert area.form.focused is made[11]
    assert area.top == 400


def test_tab_backwards_leaves_an_area_at_its_first(context: Context) -> None:
    before, children = Button("before", Quit), [Button(f"b{i}", Quit) for i in range(3)]
    before.place(Rect(0, 0, 200, 40))
    area = ScrollArea(context, children)
    area.place(Rect(0, 50, 200, 300))
    for child, cell in zip(children, Rect(0, 0, 180, 300).rows(3), strict=True):
        child.place(cell)
    area.content_height = 300
    form = Form(context, [before, area])
    press(form, Action.NEXT, Action.NEXT)
    assert area.form.focused is children[0]
    press(form, Action.PREVIOUS)
    assert form.focused is before


@pytest.mark.parametrize(
    ("arrow", "place", "entered"),
    [
        (Action.DOWN, Rect(100, 20, 300, 50), 0),
        (Action.UP, Rect(100, 330, 300, 50), 11),
        (Action.RIGHT, Rect(10, 150, 60, 50), 0),
        (Action.LEFT, Rect(430, 150, 60, 50), 11),
    ],
)
def test_an_arrow_enters_a_list_at_its_near_end(
    scroll: tuple[Form, ScrollArea, list[Button]], arrow: Action, place: Rect, entered: int
) -> None:
    form, area, made = scroll
    beside = Button("beside", lambda: None)
    beside.place(place)
    form.replace([beside, area])
    form.focus(beside)
    press(form, arrow)
    assert area.form.focused is made[entered]
    assert made[entered].shows_focus


LONG = "Donaudampfschifffahrtsgesellschaftskapitän und noch viel mehr Worte als hier Platz haben"


@pytest.mark.parametrize("size", [(60, 30), (120, 20), (400, 60)])
def test_words_never_leave_their_box(context: Context, size: tuple[int, int]) -> None:
    surface = pygame.Surface((700, 300), pygame.SRCALPHA)
    box = Rect(100, 100, *size)
    style = context.painter.theme.type.body
    drawn = context.painter.text_in(surface, LONG[: size[0] // 4], box, style)
    assert drawn.x >= box.x - 1
    assert drawn.right <= box.right + 1
    ink = pygame.Rect(surface.get_bounding_rect())
    assert ink.left >= box.x - 1
    assert ink.right <= box.right + 1


def test_every_widget_stays_inside_its_rectangle(context: Context) -> None:
    """Apart from shadows and focus rings, with words far too long for it."""
    widgets: list[Widget] = [
        Button(LONG, lambda: None),
        Segmented([(1, LONG[-31:]), (2, LONG[-31:])], 1, lambda value: None),
        Toggle(LONG[-31:], True, lambda value: None),
        Slider(0.5, lambda value: None),
        TextField(context, LONG, max_length=200),
        Text(LONG[-31:]),
        KeyHints([("Enter", LONG), ("Esc", LONG)]),
    ]
    for widget in widgets:
        surface = pygame.Surface((600, 300), pygame.SRCALPHA)
        widget.place(Rect(150, 120, 300, 56))
        widget.draw(surface, context.painter)
        ink = surface.get_bounding_rect(min_alpha=130)
        is_inside = pygame.Rect(widget.rect).inflate(4, 4).contains(ink)
        assert is_inside or not ink.w, type(widget).__name__


def test_the_way_out_is_the_last_hint_to_go(context: Context) -> None:
    hints = KeyHints([("Enter", "place"), ("Esc", "menu"), ("H", "coach"), ("I", "explain")])
    hints.stays = "Esc"
    words: list[set[str]] = []
    for width in range(640, 100, -20):
        hints.place(Rect(0, 0, width, 38))
        written = Written((640, 38))
        with written.listening():
            hints.draw(pygame.Surface((640, 38)), context.painter)
        shown = {*written.words} & {"Enter", "Esc", "H", "I"}
        words += [] if shown in words else [shown]
    every = [{"Enter", "Esc", "H", "I"}, {"Enter", "Esc", "H"}, {"Enter", "Esc"}, {"Esc"}]
    assert words[:4] == every


def test_hints_are_in_the_middle_each_behind_the_one_before(context: Context) -> None:
    hints = KeyHints([("Enter", "place"), ("Esc", "menu"), ("H", "coach")])
    painter = context.painter
    types = painter.theme.type
    wide = sum(
        painter.text_width(str(key), types.strong) + painter.text_width(str(words), types.body) + 38
        for key, words in hints.hints
    )
    for width, count in ((900, 6), (wide, 6), (wide - 1, 4)):
        hints.place(Rect(30, 10, width, 38))
        with written_lines() as lines:
            hints.draw(pygame.Surface((1000, 60)), painter)
        assert {line.y for line in lines} == {29}
        places = [line.place for line in lines]
        assert len(places) == count
        assert all(left.right + 5 < right.x for left, right in pairwise(places))
        assert abs((places[0].x + places[-1].right) / 2 - (30 + width / 2)) <= 5


def place(context: Context, *rects: Rect) -> tuple[Form, list[Button]]:
    """Buttons at these places, the first with the keyboard."""
    made = [Button("b", Quit) for _ in rects]
    for widget, rect in zip(made, rects, strict=True):
        widget.place(rect)
    form = Form(context, made)
    form.focus(made[0])
    return form, made


HERE = Rect(0, 0, 40, 40)


@pytest.mark.parametrize(
    ("action", "rects", "expected"),
    [
        # Straight on before what is nearer and well aside.
        (Action.RIGHT, (HERE, Rect(300, 0, 40, 40), Rect(60, 120, 40, 40)), 1),
        # Downwards a bar across the way, though its middle is far aside.
        (Action.DOWN, (HERE, Rect(0, 130, 40, 40), Rect(0, 60, 600, 40)), 2),
        # Widgets beside the way come after all those beyond the edge.
        (Action.RIGHT, (Rect(0, 0, 200, 40), Rect(150, 50, 200, 40), Rect(400, 0, 40, 40)), 2),
        (Action.RIGHT, (Rect(0, 0, 200, 40), Rect(150, 50, 200, 40)), 1),
        (Action.DOWN, (Rect(0, 0, 40, 200), Rect(50, 150, 40, 200), Rect(0, 400, 40, 40)), 2),
        (Action.UP, (Rect(0, 300, 40, 200), Rect(50, 150, 40, 200), Rect(0, 0, 40, 40)), 2),
        (Action.LEFT, (Rect(300, 0, 200, 40), Rect(150, 20, 200, 40), Rect(0, 0, 40, 40)), 2),
        # A slanted step to what lies in that direction.
        (Action.UP_RIGHT, (Rect(0, 60, 40, 40), Rect(60, 60, 40, 40), Rect(60, 0, 40, 40)), 2),
        (Action.DOWN_LEFT, (Rect(60, 0, 40, 40), Rect(0, 0, 40, 40), Rect(0, 60, 40, 40)), 2),
    ],
)
def test_arrows_choose_as_the_eye_does(
    context: Context, action: Action, rects: tuple[Rect, ...], expected: int
) -> None:
    form, made = place(context, *rects)
    press(form, action)
    assert form.focused is made[expected]


def test_a_press_on_what_is_idle_says_why_at_once(context: Context) -> None:
    form, (button,) = place(context, HERE)
    button.why_disabled = "not now"
    assert "not now" not in drawn_words(form.draw, (400, 300))
    form.handle(PointerPressed((5, 5), MouseButton.PRIMARY))
    assert "not now" in drawn_words(form.draw, (400, 300))


def test_only_the_first_mouse_button_presses(context: Context) -> None:
    form, (button,) = place(context, HERE)
    form.handle(PointerPressed((5, 5), MouseButton.SECONDARY))
    assert not button.is_pressed
    released = PointerReleased((5, 5), MouseButton.SECONDARY, (5, 5))
    assert form.handle(released).transition is None


def test_what_is_taken_away_is_neither_pressed_nor_explained(context: Context) -> None:
    form, (button, other) = place(context, HERE, Rect(100, 0, 40, 40))
    button.tooltip = "about it"
    form.handle(PointerMoved((5, 5)))
    form.update(TOOLTIP_DELAY)
    assert "about it" in drawn_words(form.draw, (400, 300))
    form.replace([other])
    assert "about it" not in drawn_words(form.draw, (400, 300))
    form.replace([button, other])
    form.handle(PointerPressed((5, 5), MouseButton.PRIMARY))
    form.replace([other])
    assert form.focused is None
    released = PointerReleased((5, 5), MouseButton.PRIMARY, (5, 5))
    assert form.handle(released).transition is None


def test_what_stops_working_while_it_is_held_is_not_pressed(context: Context) -> None:
    form, (button,) = place(context, HERE)
    form.handle(PointerPressed((5, 5), MouseButton.PRIMARY))
    button.why_disabled = "not any more"
    released = PointerReleased((5, 5), MouseButton.PRIMARY, (5, 5))
    assert form.handle(released).transition is None


def test_a_press_takes_the_explanation_away(context: Context) -> None:
    form, (button,) = place(context, HERE)
    button.tooltip = "about it"
    form.handle(PointerMoved((5, 5)))
    form.update(TOOLTIP_DELAY)
    assert "about it" in drawn_words(form.draw, (400, 300))
    form.handle(PointerPressed((5, 5), MouseButton.PRIMARY))
    assert "about it" not in drawn_words(form.draw, (400, 300))


def test_the_key_that_explains_goes_from_number_to_number(context: Context) -> None:
    numbers = [Widget(explain=f"about {i}") for i in range(3)]
    form = Form(context, [Button("b", Quit), *numbers])
    for number in (*numbers, numbers[0]):
        press(form, Action.EXPLAIN)
        assert form.focused is number
        assert number.hint() in drawn_words(form.draw, (400, 300))


def test_the_key_that_explains_goes_through_an_area_and_out_of_it(context: Context) -> None:
    first, second, outside = (Widget(explain=f"about {i}") for i in range(3))
    area = ScrollArea(context, [first, second])
    form = Form(context, [area, outside])
    for inside in (first, second):
        press(form, Action.EXPLAIN)
        assert area.is_focused
        assert area.form.focused is inside
    press(form, Action.EXPLAIN)
    assert outside.is_focused
    form.update(0.0)
    press(form, Action.EXPLAIN)
    assert area.is_focused
    assert area.form.focused is first


def test_what_is_higher_than_its_area_shows_its_head(
    context: Context, scroll: tuple[Form, ScrollArea, list[Button]]
) -> None:
    _, area, _ = scroll
    area.reveal(Rect(0, 150, 280, 300))
    assert area.top == 150 - context.painter.px(10)


def test_keys_turn_nothing_in_an_area_that_the_keyboard_has_left(context: Context) -> None:
    slider = Slider(0.5, lambda value: None)
    area = ScrollArea(context, [slider])
    form = Form(context, [area])
    press(form, Action.NEXT, Action.RIGHT)
    assert slider.value > 0.5
    form.focus(None)
    before = slider.value
    area.handle(Command(Action.RIGHT))
    assert slider.value == before


def test_what_is_walked_to_is_shown_with_a_little_more(
    context: Context, scroll: tuple[Form, ScrollArea, list[Button]]
) -> None:
    form, area, made = scroll
    for _ in range(6):
        press(form, Action.NEXT)
    assert area.form.focused is made[5]
    assert area.top == made[5].rect.bottom + context.painter.px(10) - area.rect.h
    area.form.focus(None)
    form.focus(None)
    press(form, Action.PREVIOUS)
    assert area.form.focused is made[11], "from behind the last comes first"
    assert area.top == 400
    form.focus(None)
    form.update(0.0)
    assert area.form.focused is None


def test_what_little_stands_above_the_first_is_shown_with_it(
    scroll: tuple[Form, ScrollArea, list[Button]],
) -> None:
    form, area, made = scroll
    for i, button in enumerate(made):
        button.place(Rect(0, 30 + i * 50, 280, 50))
    area.content_height = 630
    area.scroll_to(300)
    press(form, Action.NEXT)
    assert area.form.focused is made[0]
    assert area.top == 0


def test_the_bar_s_thumb_goes_with_the_hand(
    scroll: tuple[Form, ScrollArea, list[Button]],
) -> None:
    form, area, made = scroll
    thumb = area.thumb()
    x, y = thumb.centre[0], thumb.y + 10
    form.handle(PointerPressed((x, y), MouseButton.PRIMARY))
    assert area.top == 0, "it does not jump to where it is held"
    form.handle(PointerMoved((x, y + 40)))
    assert area.thumb().y == pytest.approx(thumb.y + 40, abs=1)
    form.handle(PointerMoved((x, 9000)))
    assert area.top == 400
    form.handle(PointerReleased((x, 9000), MouseButton.PRIMARY, (x, y)))
    assert isinstance(click(form, (150, 110)), Push)
    form.handle(PointerPressed((x, 200), MouseButton.PRIMARY))
    assert area.thumb().centre[1] == pytest.approx(200, abs=1), "elsewhere it jumps to the hand"
    form.handle(PointerReleased((x, 200), MouseButton.PRIMARY, (x, 200)))
    # Where all is in sight there is no bar.
    area.content_height = 100
    area.scroll_to(0)
    made[0].place(Rect(0, 0, 300, 50))
    assert isinstance(click(form, (x, 110)), Push)


def test_an_area_without_widgets_is_scrolled_by_its_keys(context: Context) -> None:
    area = ScrollArea(context)
    area.place(Rect(0, 0, 300, 200))
    assert not area.can_focus
    area.content_height = 600
    assert area.can_focus
    area.scroll_to(9000)
    assert area.top == area.content_height - area.rect.h


def test_a_slider_stands_on_its_steps_and_the_wheel_turns_what_is_chosen(context: Context) -> None:
    values: list[float] = []
    slider = Slider(0.5, values.append)
    form = alone(context, slider)
    slider.place(Rect(0, 0, 400, 40))
    track = slider.track
    form.handle(PointerPressed((track.x + round(track.w * 0.33), 20), MouseButton.PRIMARY))
    form.handle(PointerReleased((0, 20), MouseButton.PRIMARY))
    assert values == [0.35]
    form.handle(Scrolled((20, 20), 1))
    assert values == [0.35, 0.4]
    form.focus(None)
    form.handle(Scrolled((20, 20), 1))
    assert values == [0.35, 0.4], "nobody changes a value on the way past it"


def test_a_stepper_lights_the_side_under_the_pointer(context: Context) -> None:
    stepper = Stepper(range(1, 7), 4, lambda value: None)
    form = alone(context, stepper)
    stepper.place(Rect(0, 0, 300, 40))
    seen = []
    for x in (10, 150, 290):
        assert form.handle(PointerMoved((x, 20))).is_used
        assert not form.handle(PointerMoved((x + 1, 20))).is_used
        surface = pygame.Surface((300, 40))
        form.draw(surface)
        signs = (surface.subsurface(x, 0, 40, 40) for x in (0, 260))
        seen.append([sum(sum(each.get_at((x, 20))[:3]) for x in range(40)) for each in signs])
    (left, calm_right), (calm_left, still_right), (still_left, right) = seen
    assert left > calm_left == still_left
    assert right > calm_right == still_right


def test_tiles_in_a_grid_are_walked_over_named_and_picked(context: Context) -> None:
    picked: list[Tile] = []
    tiles, taken = TILES[:25], TILES[4]
    grid = TileGrid(tiles, lambda tile: tile is not taken, picked.append, name_of=str)
    form = alone(context, grid)
    grid.place(Rect(0, 0, 900, 300))
    assert grid.columns == 9
    for cursor, action, goal in (
        (0, Action.RIGHT, 1),
        (0, Action.LEFT, 0),
        (8, Action.RIGHT, 8),
        (9, Action.LEFT, 9),
        (4, Action.UP, 4),
        (4, Action.DOWN, 13),
        (17, Action.DOWN, 24),
        (24, Action.DOWN, 24),
        (24, Action.RIGHT, 24),
    ):
        grid.cursor = cursor
        assert form.handle(Command(action)).is_used is (goal != cursor)
        assert grid.cursor == goal, (cursor, action)
    grid.cursor = 4
    idle = context.text("heard.spoken.is_idle")
    assert grid.name_and_state(context) == f"{taken}, {idle}"
    press(form, Action.CONFIRM)
    click(form, grid.spot(4))
    assert picked == []
    grid.cursor = 3
    assert grid.name_and_state(context) == str(tiles[3])
    press(form, Action.CONFIRM)
    click(form, grid.spot(20))
    assert (picked, grid.cursor, grid.hovered) == ([tiles[3], tiles[20]], 20, tiles[20])
    x, y = grid.spot(6)
    assert grid.tile_at((x, y + grid.radius * 0.9)) is tiles[6]
    assert grid.tile_at((x, y + grid.radius)) is None


def test_what_nobody_uses_is_ignored_and_escape_goes_back(context: Context) -> None:
    class Quiet(WidgetScene):
        def react(self, intent: Intent) -> Navigation | None:
            return None

    class Busy(WidgetScene):
        def react(self, intent: Intent) -> Navigation | None:
            return Quit()

    assert isinstance(Busy(context).handle(PointerMoved((5, 5))), Quit)
    scene, quiet = WidgetScene(context), Quiet(context)
    moved, key = PointerMoved((5, 5)), Command(Action.COACH)
    assert all(isinstance(scene.handle(intent), Ignored) for intent in (moved, key))
    assert isinstance(quiet.handle(moved), Ignored)
    assert quiet.handle(key) is None, "only a key is news"
    assert isinstance(scene.handle(Command(Action.CANCEL)), Pop)
    assert isinstance(scene.handle(Command(Action.CANCEL, is_repeat=True)), Ignored)


def test_an_icon_takes_room(context: Context) -> None:
    painter = context.painter
    bare, iconic = Button("Go", Quit), Button("Go", Quit, icon=Icon.STAR)
    assert iconic.measure(painter)[0] > bare.measure(painter)[0] + 20


def test_what_moves_in_a_scene_is_drawn_and_its_view_is_the_window_s(context: Context) -> None:
    scene, view = WidgetScene(context), make_view((1920, 1080))
    scene.resize(view)
    assert scene.view == view
    field = TextField(context)
    scene.form.replace([field])
    assert not scene.update(1).needs_frame
    scene.form.focus(field)
    assert scene.update(1).needs_frame


def test_a_caret_that_blinks_takes_nothing_from_what_a_scene_answers(context: Context) -> None:
    scene, field, onward = WidgetScene(context), TextField(context), Pulse(False, Pop(), True)
    scene.form.replace([field])
    scene.animate = lambda dt: onward  # type: ignore[method-assign]
    assert scene.update(1) == onward
    scene.form.focus(field)
    assert scene.update(1) == onward._replace(needs_frame=True)


def test_news_go_by_themselves_and_make_way_unless_they_stay(context: Context) -> None:
    context.preferences = replace(context.preferences, has_speech=True)
    toast = Toast(context)
    assert not toast.is_shown
    toast.show("Saved", 2)
    assert context.latest_words == ("Saved",)
    assert [toast.advance(1), toast.is_shown] == [False, True], "nothing has changed yet"
    toast.fade()
    assert toast.advance(0.05), "it fades"
    assert not toast.expire(0.05)
    assert toast.expire(1), "it has just gone"
    assert not toast.expire(1)
    toast.show("Lost", 2, stays=True)
    toast.fade()
    toast.advance(1)
    assert toast.is_shown


def _stepper(value: int) -> Stepper[int]:
    stepper = Stepper([1, 2, 1000], value, lambda _: None)
    stepper.place(Rect(0, 0, 200, 40))
    return stepper


def test_a_stepper_is_as_wide_as_its_longest_value_in_every_window() -> None:
    stepper = _stepper(1)
    small, large = (Painter(make_view(size)) for size in ((1280, 800), (2560, 1600)))
    assert stepper.measure(large)[0] > 1.8 * stepper.measure(small)[0]
    assert stepper.measure(small) == Stepper([1000], 1000, lambda _: None).measure(small)


def test_a_stepper_lights_the_signs_that_lead_on() -> None:
    painter, sides = Painter(make_view((1280, 800))), []
    for value in (1, 2, 1000):
        surface = pygame.Surface((200, 40))
        _stepper(value).draw(surface, painter)
        ends = (surface.subsurface(x, 0, 40, 40) for x in (0, 160))
        sides.append([pygame.image.tobytes(end, "RGB") for end in ends])
    (low, middle, high) = sides
    assert low[0] != middle[0] == high[0]
    assert low[1] == middle[1] != high[1]


def test_a_slider_that_waits_tells_its_value_once_and_only_where_it_was_held() -> None:
    told: list[float] = []
    slider = Slider(5, told.append, low=0, high=10, waits=True)
    slider.place(Rect(0, 0, 200, 40))
    slider.handle(PointerReleased((9, 9), MouseButton.PRIMARY, (9, 9)))
    assert told == []
    slider.handle(PointerPressed((20, 20), MouseButton.PRIMARY))
    slider.handle(PointerReleased((20, 20), MouseButton.PRIMARY, (20, 20)))
    slider.handle(PointerReleased((20, 20), MouseButton.PRIMARY, (20, 20)))
    assert told == [slider.value] != [5]


@pytest.mark.parametrize("row", range(4))
@pytest.mark.parametrize("left", [40, 900])
def test_a_tooltip_covers_no_row_beside_its_own(context: Context, row: int, left: int) -> None:
    surface = pygame.Surface((1280, 800))
    surface.fill("magenta")
    rows = [Rect(left, 200 + 60 * index, 300, 56) for index in range(4)]
    before = pygame.surfarray.array3d(surface)
    draw_tooltip(surface, context.painter, "one " * 30, rows[row], around=rows)
    changed = (pygame.surfarray.array3d(surface) != before).any(axis=2)
    assert changed.any()
    for x, y, w, h in rows:
        assert not changed[x : x + w, y : y + h].any()


def test_each_widget_says_its_name_and_state_and_is_outlined_as_what_it_is(
    context: Context,
) -> None:
    """The words on focus, those of the whole page, and a screen reader's role, name and value."""
    tile, taken = TILES[:2]
    button, choice, label = Role.BUTTON, Role.CHOICE, Role.LABEL
    for widget, read, spoken, role, name, value, is_on in (
        (Button("Go", Quit), "Go.", "Go", button, "Go", "", None),
        (WordLink("On", Quit, leads=True), "On.", "On", button, "On", "", None),
        (IconButton(Icon.PLUS, Quit, tooltip="More"), "More.", "More", button, "More", "", None),
        (Slider(0.5, lambda _: None), "50%.", "50%", Role.SLIDER, "50%", "50%", None),
        (Stepper([1, 2], 2, lambda _: None), "2.", "2", choice, "2", "2", None),
        (
            TextField(context, "Ana", placeholder="Name"),
            "Name: Ana, text field.", "Name: Ana, text field", Role.FIELD, "Name", "Ana", None,
        ),
        (
            TextField(context),
            "text field.", "text field", Role.FIELD, "text field", "", None,
        ),
        (
            TileGrid((tile, taken), lambda one: one is tile, lambda _: None, name_of=str),
            f"{tile}.", f"{tile}", label, f"{tile}", "", None,
        ),
        (
            TileGrid((taken, tile), lambda one: one is tile, lambda _: None, name_of=str),
            f"{taken}, not available.", f"{taken}, not available",
            label, f"{taken}, not available", "", None,
        ),
        (
            TileGrid((), lambda one: True, lambda _: None, name_of=str),
            "Nothing to place.", "Nothing to place.",
            label, "Nothing to place.", "", None,
        ),
        (KeyHints([("Esc", "back")]), "Esc, back.", "Esc, back", label, "Esc, back", "", None),
    ):  # fmt: skip
        assert widget.read(context) == read
        assert widget.spoken(context) == [spoken]
        widget.place(Rect(5, 6, 70, 80))
        (node,) = widget.outline(context, (100, 200))
        assert (node.role, node.name, node.value, node.is_on) == (role, name, value, is_on)
        assert (node.number, node.rect) == (id(widget), Rect(105, 206, 70, 80))
        assert (node.is_enabled, node.can_focus) == (True, not isinstance(widget, KeyHints))


def test_what_is_chosen_disabled_replaced_or_explained_is_said(context: Context) -> None:
    button = Button("Go", Quit, tooltip="Starts.", explain="A number.", reads="Leave")
    assert (button.read(context), button.spoken(context)) == ("Leave.", ["Leave"])
    assert button.hint() == "Starts.", "the tooltip before the explanation"
    assert button.read_hint(context) == "Starts."
    button.is_chosen = True
    assert (button.read(context), button.spoken(context)) == ("Leave, chosen.", ["Leave, chosen"])
    button.reads = "Leave, chosen, now"
    assert button.read(context) == "Leave, chosen, now."
    button.reads = "Leave.\nNow."
    assert button.read(context) == "Leave, chosen. Now."
    button.reads, button.is_chosen = lambda: "Go", False
    button.tooltip = ""
    assert button.hint() == "A number."
    # What the name says already is no hint.
    button.tooltip = "Go. And win. GO"
    assert button.read_hint(context) == "And win."
    button.group = "group"
    assert button.read_hint(context, is_asked=False) == ""
    assert button.read_hint(context, is_asked=True) == "And win."
    button.why_disabled = lambda: "Not yet"
    assert (button.hint(), button.can_focus) == ("Not yet", False)
    assert button.read(context) == f"Go. {context.text('heard.spoken.is_idle')}."
    (node,) = button.outline(context)
    assert (node.is_enabled, node.can_focus, node.about) == (False, False, "Not yet.")
    button.is_hidden = True
    assert not [*button.outline(context)]


def test_an_area_is_named_by_the_first_words_that_are_read(context: Context) -> None:
    area = ScrollArea(context, [Button("", Quit, reads=SILENT), Button("Play", Quit)])
    (node,) = area.outline(context)
    assert node.name == "Play"


def test_what_can_be_reached_is_outlined_without_a_name_too(context: Context) -> None:
    (node,) = IconButton(Icon.STAR, Quit).outline(context)
    assert (node.name, node.can_focus) == ("", True)
    assert [*IconButton(Icon.STAR, Quit, why_disabled="").outline(context)] == []


def test_an_arrow_from_what_works_no_more_begins_at_the_first(
    buttons: tuple[Form, list[Button]],
) -> None:
    form, made = buttons
    form.focus(made[1])
    made[1].why_disabled = ""
    press(form, Action.DOWN)
    assert form.focused is made[0]


def test_what_says_its_explanation_otherwise_is_asked_for_that(context: Context) -> None:
    switch = Toggle("Music", True, lambda _: None, about="It plays.")
    assert (switch.hint(), switch.read_hint(context)) == ("", "It plays.")
    (node,) = switch.outline(context)
    assert node.about == "It plays."


def test_only_what_is_meant_for_one_line_is_crowded_where_it_is_narrow(context: Context) -> None:
    painter = context.painter
    for widget, is_crowded in (
        (WordLink("Leave the game", Quit), True),
        (Button("Leave the game", Quit), True),
        (Stepper([1, 2], 1, lambda _: None), False),
        (Slider(0.5, lambda _: None), False),
        (IconButton(Icon.STAR, Quit), False),
    ):
        wide, high = widget.measure(painter)
        widget.arrange(context, Rect(0, 0, wide - 1, high))
        assert widget.is_crowded(painter) is is_crowded
        widget.arrange(context, Rect(0, 0, wide, high))
        assert not widget.is_crowded(painter)


def test_a_label_names_what_has_a_value_and_stands_before_other_names(context: Context) -> None:
    for widget, name in (
        (Slider(0.5, lambda _: None), "Volume"),
        (TextField(context, placeholder="Ana"), "Volume"),
        (Toggle("Music", True, lambda _: None), "Volume: Music"),
        (Button("Volume up", Quit), "Volume up"),
        (Slider(0.5, lambda _: None, reads="Music"), "Volume: Music"),
    ):
        (node,) = widget.outline(context, label="Volume")
        assert node.name == name


def test_a_live_part_says_its_own_words_or_those_given(context: Context) -> None:
    for live, news in ((False, []), (True, ["Go"]), ("Ready", ["Ready"]), ("", [])):
        assert Button("Go", Quit, live=live).news(context) == news
        assert Button("Go", Quit, live=partial(str, live)).news(context) != [] or live == ""


def test_what_can_be_reached_explained_and_pointed_at(context: Context) -> None:
    for widget, focus, explains, pointer in (
        (Text("x"), False, False, False),
        (Text("x", tooltip="about"), False, False, True),
        (Text("x", explain="about"), True, True, True),
        (Text("x", explain="about", why_disabled=""), False, True, False),
        (Button("x", Quit), True, False, True),
        (Button("x", Quit, why_disabled="no"), False, False, True),
    ):
        reached = widget.can_focus, widget.has_explanation, widget.takes_pointer
        assert reached == (focus, explains, pointer)


def test_a_band_is_shaded_as_its_widget_is(context: Context) -> None:
    button, words = Button("x", Quit), Button("x", Quit)
    vars(words)["_on_press"] = None
    assert [shade_of(button), shade_of(words)] == ["rest", "rest"]
    button.is_hovered = words.is_hovered = True
    assert [shade_of(button), shade_of(words)] == ["lit", "rest"]
    button.is_pressed = words.is_pressed = True
    assert [shade_of(button), shade_of(words)] == ["pressed", "pressed"]
    button.why_disabled = ""
    assert shade_of(button) == "off"


def lines_in(
    context: Context, widget: Widget, width: int, height: int
) -> tuple[list[str], set[int]]:
    """Arrange and draw a widget in a room of that size; return its lines and their sizes."""
    widget.arrange(context, Rect(0, 0, width, height))
    with written_lines() as lines:
        widget.draw(pygame.Surface((900, 400)), context.painter)
    return [line.text for line in lines], {line.size for line in lines}


def check_room(context: Context, widget: Widget, *, is_one_line: bool = True) -> list[str]:
    """Check that words are as large and as whole at a widget's least width as at its own; return
    the lines at its own width.
    """
    painter = context.painter
    wide, high = widget.measure(painter)
    whole, sizes = lines_in(context, widget, wide, max(high, widget.height_for(painter, wide)))
    assert not widget.is_crowded(painter)
    least = widget.least_width(painter)
    assert widget.is_too_narrow(painter, least - 1)
    assert not widget.is_too_narrow(painter, least)
    broken, small = lines_in(context, widget, least, widget.height_for(painter, least))
    assert sorted(" ".join(broken).split()) == sorted(" ".join(whole).split())
    assert small == sizes
    assert widget.is_crowded(painter) is is_one_line
    return whole


def test_words_are_whole_and_large_in_the_room_that_a_widget_asks_for(context: Context) -> None:
    """In a line at its own width, in lines of whole words at its least."""
    painter, words = context.painter, "Leave the game now"
    for widget in (
        Button(words, Quit),
        Button(words, Quit, icon=Icon.STAR),
        WordLink(words, Quit),
        WordLink(words, Quit, icon=Icon.STAR, leads=True),
        WordLink(words, Quit, is_large=True),
    ):
        (line,) = check_room(context, widget)
        assert line.strip("\xa0›") == words
        wide, least = widget.measure(painter)[0], widget.least_width(painter)
        sizes = {
            size
            for width in range(least, wide + 1, (wide - least) // 6)
            for size in lines_in(context, widget, width, widget.height_for(painter, width))[1]
        }
        assert len(sizes) == 1, "however many lines"


def test_a_scene_reads_outlines_and_focuses_what_is_in_its_form(context: Context) -> None:
    inner = [Button("One", Quit), Button("Two", Quit, tooltip="About two.")]
    for number, button in enumerate(inner):
        button.place(Rect(0, 300 * number, 100, 40))
    area, go = ScrollArea(context, inner), Button("Go", Quit, tooltip="About it.", group="g")
    area.place(Rect(20, 30, 200, 100))
    area.content_height = 340
    scene = WidgetScene(context)
    scene.form.replace([go, area, Text("Words")])
    assert scene.read(Topic.HEADING) == "Go."
    assert scene.read(Topic.BOARD) == "Go. One. Two. Words."
    assert (scene.read(Topic.FOCUS), scene.outline().focus) == ("", None)
    for leaf, focused, hint, top in ((go, "Go.", "", 0), (inner[1], "Two.", "About two.", 240)):
        assert scene.give_keyboard(id(leaf))
        assert scene.focused_leaf() is leaf
        assert (scene.read(Topic.FOCUS), scene.read(Topic.HINT)) == (focused, hint)
        assert (leaf.shows_focus, area.top) == (True, top)
        outline = scene.outline()
        assert (outline.focus, outline.around) == (id(leaf), () if leaf is go else (id(area),))
    group = next(node for node in outline.nodes if node.number == id(area))
    assert (group.role, group.name, group.rect) == (Role.GROUP, "One", Rect(20, 30, 200, 100))
    assert [node.rect for node in group.children] == [
        Rect(20, 30 - 240, 100, 40),
        Rect(20, 30 + 60, 100, 40),
    ]
    # The area itself, then nothing that is gone or cannot be reached.
    assert scene.give_keyboard(id(area))
    assert scene.focused_leaf() is area
    inner[0].why_disabled = ""
    assert not scene.give_keyboard(id(inner[0]))
    go.why_disabled = ""
    assert not scene.give_keyboard(id(go))
    assert scene.focused_leaf() is area
    assert not scene.give_keyboard(1)
    area.is_hidden = True
    assert id(area) not in scene.outline().numbers()


def test_a_plain_scene_reads_the_ends_of_a_space_where_it_is_asked_again(
    context: Context,
) -> None:
    class Reading(BaseScene):
        def read(self, topic: Topic) -> str:
            return topic.value

    scene = Reading(context)
    for topic, number, words in (
        (Topic.HERE, 0, "here"),
        (Topic.HERE, 1, "ends"),
        (Topic.HERE, 2, "ends"),
        (Topic.BOARD, 1, "board"),
    ):
        assert scene.read_on(topic, number) == words
    assert (scene.holds_arrivals, scene.has_unsaved, scene.text_area) == (None, False, None)
    assert not scene.give_keyboard(0)


def test_tab_stops_once_in_a_group_where_the_focus_is_or_the_choice(context: Context) -> None:
    made = [Button(name, Quit, group=group) for name, group in zip("abcd", "xxx ", strict=True)]
    main = Button("main", Quit, id=MAIN)
    form = Form(context, [*made, main])
    assert form.tab_order() == [main, made[0], made[3]]
    made[1].is_chosen = True
    assert form.tab_order() == [main, made[1], made[3]]
    form.focus(made[2])
    assert form.tab_order() == [main, made[2], made[3]]
    made[2].is_hidden = made[3].is_hidden = True
    assert form.tab_order() == [main, made[1]]


def test_an_arrow_inside_a_group_chooses_and_into_another_only_moves(context: Context) -> None:
    pressed: list[str] = []
    made = [
        Button(name, partial(pressed.append, name), group=group)
        for name, group in (("a", "x"), ("b", "x"), ("c", "y"), ("d", None), ("e", None))
    ]
    for button, cell in zip(made, Rect(0, 0, 500, 40).columns(5, 10), strict=True):
        button.place(cell)
    form = Form(context, made)
    form.focus(made[0])
    press(form, *[Action.RIGHT] * 4)
    assert (form.focused, pressed) == (made[4], ["b"])


def test_tab_goes_back_to_the_first_of_an_area_before_it_leaves(
    scroll: tuple[Form, ScrollArea, list[Button]],
) -> None:
    form, area, made = scroll
    press(form, Action.NEXT, Action.NEXT)
    assert area.form.focused is made[1]
    press(form, Action.PREVIOUS)
    assert area.form.focused is made[0]


def test_each_explanation_takes_its_own_time_to_come(context: Context) -> None:
    form, (one, two) = place(context, HERE, Rect(100, 0, 40, 40))
    one.tooltip, two.tooltip = "about one", "about two"
    form.handle(PointerMoved((5, 5)))
    assert not form.update(TOOLTIP_DELAY * 0.9)
    assert drawn_words(form.draw, (400, 300)) == ["b", "b"]
    form.handle(PointerMoved((105, 5)))
    assert not form.update(TOOLTIP_DELAY * 0.9)
    assert drawn_words(form.draw, (400, 300)) == ["b", "b"]
    assert form.update(TOOLTIP_DELAY * 0.2), "a frame for it"
    assert "about two" in drawn_words(form.draw, (400, 300))
    assert not form.update(1.0)


def test_a_focused_number_is_explained_while_its_ring_is_shown(context: Context) -> None:
    number, button = Text("7", explain="what seven is"), Button("b", Quit, tooltip="about b")
    for widget, x in ((number, 0), (button, 100)):
        widget.place(Rect(x, 0, 40, 40))
    form = Form(context, [number, button])
    for is_shown in (True, False):
        form.focus(number, is_shown=is_shown)
        assert ("what seven is" in drawn_words(form.draw, (400, 300))) is is_shown
    form.focus(button, is_shown=True)
    assert "about b" not in drawn_words(form.draw, (400, 300)), "keys read it instead"


def test_keys_scroll_an_area_by_lines_pages_and_to_its_ends(context: Context) -> None:
    area = ScrollArea(context, [Text("x")])
    form = alone(context, area)
    area.place(Rect(0, 0, 300, 200))
    area.content_height = 1000
    for action, top in (
        (Action.DOWN, 48),
        (Action.PAGE_DOWN, 218),
        (Action.UP, 170),
        (Action.PAGE_UP, 0),
        (Action.LAST, 800),
        (Action.PAGE_UP, 630),
        (Action.FIRST, 0),
    ):
        assert form.handle(Command(action)).is_used
        assert area.top == top, action
    assert not form.handle(Command(Action.UP)).is_used
    form.handle(Scrolled((5, 5), -1.5))
    assert area.top == 96


def test_an_area_keeps_the_focus_inside_while_it_has_the_keyboard(context: Context) -> None:
    inner, beside = Button("in", Quit), Button("out", Quit)
    area = ScrollArea(context, [inner])
    form = Form(context, [area, beside])
    form.focus(area)
    area.form.focus(inner)
    form.update(0.1)
    assert area.form.focused is inner
    form.focus(beside)
    form.update(0.1)
    assert area.form.focused is None


def test_a_slider_that_waits_tells_at_once_what_a_key_changed(context: Context) -> None:
    told: list[float] = []
    form = alone(context, Slider(5, told.append, low=0, high=10, step=1, waits=True))
    press(form, Action.RIGHT, Action.LEFT)
    assert told == [6, 5]


def test_words_have_the_ink_of_their_widget_s_state_and_the_pointer_shows_on_what_works(
    context: Context,
) -> None:
    painter = context.painter
    theme = painter.theme
    p, idle = theme.palette, theme.idle_ink(theme.palette.sky)
    band, chosen = theme.ink_on(theme.stripes[9]), theme.ink_on(p.chosen)
    inks: list[Colour] = []

    def seen(widget: Widget) -> bytes:
        surface = pygame.Surface((400, 60))
        with written_lines() as lines:
            widget.draw(surface, painter)
        inks[:] = [line.style.colour for line in lines]
        for line in lines:
            assert Rect(10, 5, 380, 50).contains(line.place.centre)
            assert 8 <= line.place.x < line.place.right <= 392
        return pygame.image.tobytes(surface, "RGB")

    def noted(value: object) -> None:
        """Do nothing."""

    options, about = [(1, "one"), (2, "two")], "About it."
    for widget, working, idling in (
        (WordLink("Go", Quit), [p.ink], [idle]),
        (WordLink("Go", Quit, is_bad=True), [p.bad], [idle]),
        (Button("Go", Quit), [band], None),
        (IconButton(Icon.STAR, Quit), [], []),
        (Segmented(options, 1, noted), [chosen, p.ink], None),
        (Stepper([1, 2, 3], 2, noted), [p.ink], [idle]),
        (Slider(0.5, noted), [p.ink], [idle]),
        (Toggle("Go", False, noted), [p.ink], [idle]),
        (Toggle("Go", False, noted, about=about), [p.ink_soft, p.ink], [p.ink_soft, idle]),
    ):
        widget.arrange(context, Rect(10, 5, 380, 50))
        rest = seen(widget)
        assert inks == working
        focused = pygame.Surface((400, 60))
        widget.shows_focus = True
        widget.draw_with_focus(focused, painter)
        assert pygame.image.tobytes(focused, "RGB") != rest, "its focus is seen"
        widget.shows_focus = False
        widget.is_hovered = True
        if isinstance(widget, Segmented):
            widget.handle(PointerMoved(widget.cells()[1].centre))
        elif isinstance(widget, Stepper):
            widget.handle(PointerMoved((370, 30)))
        assert seen(widget) != rest, widget
        if widget.is_pressable and not isinstance(widget, Toggle):
            widget.is_hovered, widget.is_pressed = False, True
            assert seen(widget) != rest, widget
            widget.is_hovered, widget.is_pressed = True, False
        widget.why_disabled = ""
        hovered = seen(widget)
        assert idling is None or inks == idling
        widget.is_hovered = False
        assert seen(widget) == hovered != rest, widget
    large, small = WordLink("Go", Quit, is_large=True), WordLink("Go", Quit)
    assert large.measure(painter)[0] > small.measure(painter)[0]
    stepper: Widget = Stepper([1, 22], 1, noted)
    assert stepper.least_width(painter) == stepper.measure(painter)[0]


def test_words_begin_behind_their_icon_and_end_inside(context: Context) -> None:
    painter = context.painter
    for make in (WordLink, Button):
        for width in (300, 120):
            widget = make("Leave this game", Quit, icon=Icon.STAR)
            widget.arrange(context, Rect(50, 10, width, 60))
            surface = pygame.Surface((500, 90), pygame.SRCALPHA)
            with written_lines() as lines:
                widget.draw(surface, painter)
            places = [line.place for line in lines]
            assert all(place.right <= 50 + width for place in places)
            first = min(place.x for place in places)
            assert first >= 50 + 22
            if make is WordLink:
                # The icon is between the left end and the words.
                surface.fill((0, 0, 0, 0), (first - 2, 0, 500, 90))
                icon = surface.get_bounding_rect()
                assert 50 <= icon.left < icon.right <= 50 + 22


@pytest.mark.parametrize(("x", "is_reached"), [(60, False), (99, False), (101, True), (220, True)])
def test_a_band_below_that_only_ends_further_is_not_beside(
    context: Context, x: int, is_reached: bool
) -> None:
    form, made = place(context, Rect(0, 0, 200, 40), Rect(x, 60, 300, 40))
    press(form, Action.RIGHT)
    assert (form.focused is made[1]) is is_reached


def test_what_has_something_to_reach_above_it_is_revealed_by_as_little_as_needed(
    context: Context,
) -> None:
    for is_first_reached, top in ((True, 30), (False, 0)):
        first: Widget = Button("a", Quit) if is_first_reached else Text("a")
        second = Button("b", Quit)
        first.place(Rect(0, 0, 200, 30))
        second.place(Rect(0, 40, 200, 30))
        area = ScrollArea(context, [first, second])
        area.place(Rect(0, 0, 220, 200))
        area.content_height = 900
        area.scroll_to(100)
        area.reveal(second.rect)
        assert area.top == top


def test_the_cursor_of_tiles_stays_on_one_and_is_framed_with_those_picked(
    context: Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    framed: list[Point] = []
    looks: list[TileLook] = []

    def frame(sprites: object, surface: object, at: Point, radius: float) -> None:
        framed.append(at)

    def tile(sprites: Any, surface: Any, one: Tile, at: Point, radius: float, look: Any) -> None:
        looks.append(look)

    monkeypatch.setattr(Sprites, "draw_cursor", frame)
    monkeypatch.setattr(Sprites, "draw_tile", tile)

    def made(count: int) -> TileGrid:
        tiles, lifted = TILES[:count], (TILES[4],)
        return TileGrid(
            tiles, lambda one: one is not TILES[2], picked.append, name_of=str, picked=lifted
        )

    picked: list[Tile] = []
    grid = made(19)
    form = alone(context, grid)
    grid.place(Rect(0, 0, 900, 300))
    grid.columns = 9
    for cursor, goal in ((14, 18), (9, 18), (18, 18)):
        grid.cursor = cursor
        press(form, Action.DOWN)
        assert grid.cursor == goal
    for is_shown, places in ((False, [4]), (True, [4, 18])):
        framed.clear()
        looks.clear()
        form.focus(grid, is_shown=is_shown)
        grid.hovered = TILES[0]
        grid.draw(pygame.Surface((900, 300)), context.painter)
        assert framed == [grid.spot(place) for place in places]
        free = [place for place in range(19) if place != 2]
        lifted = [place for place, look in zip(free, looks, strict=True) if look is TileLook.LIFTED]
        assert lifted == [0, 4]
    for count, cursor in ((19, 18), (7, 6), (0, 0), (3, 0)):
        grid.adopt(made(count))
        assert grid.cursor == cursor


def test_what_was_pressed_is_pressed_no_more_and_a_drag_picks_no_tile(context: Context) -> None:
    form, (button,) = place(context, HERE)
    click(form, (5, 5))
    assert not button.is_pressed
    picked: list[Tile] = []
    grid = TileGrid(TILES[:9], lambda one: True, picked.append, name_of=str)
    form = alone(context, grid)
    grid.place(Rect(0, 0, 900, 100))
    at = grid.spot(3)
    for is_drag, start in ((True, at), (False, grid.spot(4)), (False, at)):
        form.handle(PointerPressed(start, MouseButton.PRIMARY))
        form.handle(PointerReleased(at, MouseButton.PRIMARY, start, is_drag))
    assert picked == [TILES[3]]


def test_a_slider_is_filled_up_to_its_knob_and_writes_its_value_at_its_right(
    context: Context,
) -> None:
    painter = context.painter
    p, idle = painter.theme.palette, painter.theme.idle_ink(painter.theme.palette.sky)
    slider = Slider(1.25, lambda _: None, low=1, high=2, show=lambda value: f"{value - 1:.0%}")
    slider.arrange(context, Rect(10, 5, 400, 46))
    track = slider.track
    assert track == Rect(10, 5, 400 - 69 - 15, 46)
    knob, y = 10 + track.w // 4, 28

    def draw() -> pygame.Surface:
        surface = pygame.Surface((420, 60))
        with written_lines() as lines:
            slider.draw(surface, painter)
        assert [(line.text, line.y) for line in lines] == [("25%", 5 + 22.5)]
        assert lines[0].place.right == 410
        return surface

    for state, ink, radius in (
        ({}, p.ink, 15),
        ({"is_hovered": True}, p.ink, 17),
        ({"why_disabled": ""}, idle, 15),
    ):
        for name, each in state.items():
            setattr(slider, name, each)
        surface = draw()
        grid = letters(
            surface, {"#": ink, "-": p.line, " ": (0, 0, 0)}, Rect(10, 5, 316, 46), 16, 46
        )
        assert grid[22][:3] == "###"
        assert {*grid[22][5:]} == {"-"}
        assert [row[0] for row in grid].count("#") == 5
        assert grid[y - 5 - 3][0] == grid[y - 5 + 3][0] == " "
        column = [surface.get_at((knob, each))[:3] for each in range(60)]
        high = column.count(ink)
        assert abs(high - radius * 3**0.5) <= 3
        assert column.index(ink) - 28 == pytest.approx(-high / 2, abs=1.5)
        for name in state:
            setattr(slider, name, None if name == "why_disabled" else False)
    slider.handle(PointerPressed((knob, y), MouseButton.PRIMARY))
    held = [draw().get_at((knob, each))[:3] for each in range(60)].count(p.ink)
    slider.handle(PointerReleased((knob, y), MouseButton.PRIMARY))
    assert held > [draw().get_at((knob, each))[:3] for each in range(60)].count(p.ink)
    focus = pygame.Surface((420, 60))
    slider.draw_focus(focus, painter)
    ring = place_of(focus, p.focus)
    assert ring is not None
    assert max(abs(a - b) for a, b in zip(ring.centre, (knob, y), strict=True)) <= 1
    assert ring.w > 40


def test_a_stepper_writes_its_value_between_two_signs_that_grow_where_they_work(
    context: Context,
) -> None:
    painter = context.painter
    p, idle = painter.theme.palette, painter.theme.idle_ink(painter.theme.palette.sky)
    stepper = Stepper([1, 2, 3], 1, lambda _: None)
    stepper.arrange(context, Rect(10, 5, 300, 46))
    stepper.is_hovered = True
    icons: list[tuple[Icon, Point, int, Colour]] = []

    def note(_: Any, __: Any, icon: Icon, at: Point, size: int, colour: Colour) -> None:
        icons.append((icon, at, size, colour))

    left, right = (10 + 23, 28), (310 - 23, 28)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Painter, "icon", note)
        for value, x, why, signs in (
            (1, 20, None, [(20, idle), (20, p.ink)]),
            (1, 300, None, [(20, idle), (26, p.ink)]),
            (2, 20, None, [(26, p.ink), (20, p.ink)]),
            (2, 160, None, [(20, p.ink), (20, p.ink)]),
            (3, 300, None, [(20, p.ink), (20, idle)]),
            (2, 20, "no", [(20, idle), (20, idle)]),
        ):
            stepper.value, stepper.why_disabled = value, why
            stepper.handle(PointerMoved((x, 20)))
            icons.clear()
            with written_lines() as lines:
                stepper.draw(pygame.Surface((320, 60)), painter)
            expected = zip((Icon.LEFT, Icon.RIGHT), (left, right), signs, strict=True)
            assert icons == [(icon, at, *sign) for icon, at, sign in expected]
            (line,) = lines
            assert (line.text, line.style.colour) == (str(value), p.ink if why is None else idle)
            assert line.place.centre[0] == pytest.approx(160, abs=1)
        stepper.is_hovered, stepper.why_disabled = False, None
        icons.clear()
        stepper.draw(pygame.Surface((320, 60)), painter)
        assert [size for *_, size, _ in icons] == [20, 20], "the pointer is elsewhere"


def test_a_wheel_or_a_press_steps_and_no_other_button_does(context: Context) -> None:
    told: list[int] = []
    stepper = Stepper([1, 2, 3], 2, told.append)
    form = alone(context, stepper)
    for intent, value in (
        (Scrolled((5, 5), 1), 3),
        (Scrolled((5, 5), 1), 3),
        (Scrolled((5, 5), -1), 2),
        (PointerPressed((5, 20), MouseButton.SECONDARY), 2),
        (PointerPressed((150, 20), MouseButton.PRIMARY), 2),
        (PointerPressed((261, 20), MouseButton.PRIMARY), 3),
        (PointerPressed((39, 20), MouseButton.PRIMARY), 2),
    ):
        form.handle(intent)
        assert stepper.value == value
        form.handle(PointerReleased((0, 0), MouseButton.PRIMARY))
    assert told == [3, 2, 3, 2]


def test_an_area_draws_what_is_in_sight_its_bar_and_a_ring_where_nothing_inside_has_one(
    context: Context,
) -> None:
    painter = context.painter
    p = painter.theme.palette
    drawn: list[tuple[str, Rect]] = []

    class Block(Button):
        def draw(self, surface: pygame.Surface, painter: Painter) -> None:
            drawn.append((str(self.label), self.rect))

    made = [Block(str(i), Quit) for i in range(8)]
    for i, block in enumerate(made):
        block.place(Rect(0, i * 50, 280, 50))
    made[2].is_hidden = True
    area = ScrollArea(context, made)
    area.place(Rect(10, 20, 300, 100))
    area.content_height = 400
    area.scroll_to(50)
    form = Form(context, [area])
    form.draw(pygame.Surface((400, 200)))
    assert drawn == [("1", Rect(0, 0, 280, 50))], "one is hidden, the others are out of sight"
    area.scroll_to(149)
    drawn.clear()
    form.draw(pygame.Surface((400, 200)))
    assert [name for name, _ in drawn] == ["3", "4"]
    assert made[3].rect == Rect(0, 150, 280, 50), "drawing moves nothing"

    def bar() -> tuple[Rect | None, Rect | None]:
        surface = pygame.Surface((400, 200))
        form.draw(surface)
        return place_of(surface, p.line), place_of(surface, p.ink)

    area.scroll_to(0)
    thumb = area.thumb()
    assert thumb == Rect(298, 20, 12, 36)
    thread = Rect(302, 22, 4, 32)
    assert bar() == (thread, None)
    area.is_hovered = True
    assert bar() == (None, thread)
    area.is_hovered = False
    area.handle(PointerPressed((304, 30), MouseButton.PRIMARY))
    assert bar() == (None, thread)
    area.handle(PointerReleased((304, 30), MouseButton.PRIMARY))
    assert bar() == (thread, None)
    area.scroll_to(300)
    assert area.thumb() == Rect(298, 84, 12, 36)
    area.content_height = 100
    assert bar() == (None, None), "all of it is in sight"
    form.focus(area, is_shown=True)
    ring = bar()[1]
    assert ring is not None
    assert ring.inset(4) == area.rect.inset(-2)
    area.form.focus(made[0])
    assert bar()[1] is None, "what is inside has one of its own"


def test_a_form_draws_by_turns_without_what_is_hidden(context: Context) -> None:
    drawn: list[str] = []

    class Block(Button):
        def draw(self, surface: pygame.Surface, painter: Painter) -> None:
            drawn.append(str(self.label))

        def turn(self, painter: Painter) -> float:
            return 1.0 if self.label == "late" else 0.0

    made = [Block(name, Quit) for name in ("late", "one", "hidden", "two")]
    made[2].is_hidden = True
    Form(context, made).draw(pygame.Surface((9, 9)))
    assert drawn == ["one", "two", "late"]


def test_a_scene_draws_its_ground_then_its_widgets_then_what_is_above(context: Context) -> None:
    drawn: list[str] = []

    class Block(Button):
        def draw(self, surface: pygame.Surface, painter: Painter) -> None:
            drawn.append("widget")

    class Layered(WidgetScene):
        def draw_above(self, surface: pygame.Surface) -> None:
            drawn.append("above")

        def draw_below(self, surface: pygame.Surface) -> None:
            super().draw_below(surface)
            drawn.append("below")

    scene = Layered(context)
    scene.form.replace([Block("b", Quit)])
    surface, sky = pygame.Surface((90, 60)), pygame.Surface((90, 60))
    scene.draw(surface)
    assert drawn == ["below", "widget", "above"]
    context.painter.draw_background(sky)
    for plain in (surface, pygame.Surface((90, 60))):
        if plain is not surface:
            BaseScene(context).draw(plain)
        assert pygame.image.tobytes(plain, "RGB") == pygame.image.tobytes(sky, "RGB")


def test_a_scene_hands_on_where_a_widget_leads_and_lets_the_pointer_go_when_it_leaves(
    context: Context,
) -> None:
    scene = WidgetScene(context)
    button = Button("b", Quit, tooltip="about")
    button.place(HERE)
    scene.form.replace([button])
    scene.handle(PointerMoved((5, 5)))
    assert button.is_hovered
    scene.leave()
    assert not button.is_hovered
    scene.handle(PointerPressed((5, 5), MouseButton.PRIMARY))
    assert isinstance(scene.handle(PointerReleased((5, 5), MouseButton.PRIMARY, (5, 5))), Quit)
    plain = BaseScene(context)
    assert isinstance(plain.handle(Command(Action.CANCEL)), Ignored)
    assert (plain.read(Topic.FOCUS), plain.outline().nodes, plain.lying()) == ("", (), None)
    assert (plain.update(1.0), plain.doorways()) == (STILL, [])


def test_what_is_pressed_from_elsewhere_works_or_refuses(context: Context, heard: Heard) -> None:
    form, (button, other) = place(context, HERE, Rect(100, 0, 40, 40))
    other.id = "other"
    assert (form.find("other"), form.find("none")) == (other, None)
    assert isinstance(form.press(button).transition, Quit)
    assert heard.sounds == [Sound.BUTTON]
    button.why_disabled = ""
    assert form.press(button) == Outcome(True)
    assert heard.sounds == [Sound.BUTTON, Sound.REFUSE]
    form.focus(other)
    assert not form.handle(Typed("x")).is_used
    assert form.read_hint() == form.read_hint(is_asked=False) == ""


def test_what_is_renewed_keeps_what_was_typed_or_is_being_dragged(context: Context) -> None:
    field = TextField(context, "Ana")
    field.caret = field.anchor = 1
    field.adopt(TextField(context, "Ana", max_length=5))
    assert (field.text, field.caret, field.max_length) == ("Ana", 1, 5)
    field.adopt(TextField(context, "Bo"))
    assert (field.text, field.caret, field.anchor) == ("Bo", 2, 2)
    painter = context.painter
    slider = Slider(0.5, lambda _: None)
    slider.place(Rect(0, 0, 400, 40))
    slider.adopt(Slider(0.75, lambda _: None))
    assert slider.value == 0.75
    slider.handle(PointerPressed((20, 20), MouseButton.PRIMARY))
    held = slider.value
    slider.adopt(Slider(0.25, lambda _: None))
    assert slider.value == held != 0.25
    assert [each.measure(painter) for each in (field, slider)] == [(240, 46)] * 2


def test_what_a_grid_s_tiles_look_like_follows_who_is_free_and_where_the_pointer_is(
    context: Context,
) -> None:
    tiles, taken = TILES[:12], TILES[4]
    grid = TileGrid(tiles, lambda tile: tile is not taken, lambda _: None, name_of=str)
    form = alone(context, grid)
    assert grid.measure(context.painter) == (9 * 56, 100)
    grid.place(Rect(0, 0, 900, 200))
    wells: list[tuple[Point, float, Well]] = []

    def well(_: Any, __: Any, at: Point, radius: float, well: Well) -> None:
        wells.append((at, radius, well))

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Sprites, "draw_well", well)
        grid.draw(pygame.Surface((900, 200)), context.painter)
    assert wells == [(grid.spot(4), grid.radius * 0.93, Well.CLOSED)]
    assert form.handle(PointerMoved(grid.spot(3))).is_used
    assert grid.hovered is tiles[3]
    assert not form.handle(PointerMoved(grid.spot(3))).is_used
    form.handle(PointerMoved((5000, 5000)))
    assert grid.hovered is None
    for used, intent in (
        (False, Command(Action.NEXT)),
        (False, Command(Action.CONFIRM, is_repeat=True)),
        (False, PointerPressed(grid.spot(3), MouseButton.SECONDARY)),
    ):
        assert grid.handle(intent).is_used is used
    grid.shows_focus = True
    ring, bare = pygame.Surface((900, 200)), pygame.Surface((900, 200))
    grid.draw_focus(ring, context.painter)
    assert pygame.image.tobytes(ring, "RGB") == pygame.image.tobytes(bare, "RGB")


def test_the_pointer_is_on_what_it_is_over_after_a_drag(context: Context) -> None:
    form, (one, two) = place(context, HERE, Rect(100, 0, 40, 40))
    form.handle(PointerPressed((5, 5), MouseButton.PRIMARY))
    assert one.is_hovered
    form.handle(PointerMoved((105, 5)))
    assert (one.is_hovered, two.is_hovered) == (True, False), "it is held"
    form.handle(PointerReleased((105, 5), MouseButton.PRIMARY, (5, 5)))
    assert (one.is_hovered, two.is_hovered) == (False, True)
    form.replace([one])
    assert not form.handle(PointerLeft()).is_used, "it was on what is gone"
    form.handle(PointerMoved((5, 5)))
    assert [form.handle(PointerLeft()).is_used for _ in range(2)] == [True, False]
    assert form.handle(FocusChanged(has_focus=False)).is_used
    assert not form.handle(FocusChanged(has_focus=True)).is_used


def test_what_is_disabled_takes_neither_the_wheel_nor_a_release(context: Context) -> None:
    picked: list[Tile] = []
    stepper = Stepper([1, 2, 3], 2, lambda _: None, why_disabled="")
    grid = TileGrid(TILES[:9], lambda _: True, picked.append, name_of=str, why_disabled="")
    stepper.place(Rect(0, 0, 300, 40))
    grid.place(Rect(0, 100, 900, 100))
    form = Form(context, [stepper, grid])
    form.focus(stepper)
    at = grid.spot(2)
    for intent in (Scrolled((5, 5), 1), PointerReleased(at, MouseButton.PRIMARY, at)):
        assert not form.handle(intent).is_used
    assert (stepper.value, picked) == (2, [])
    stepper.why_disabled = grid.why_disabled = None
    assert form.handle(Scrolled((5, 5), 1)).is_used
    form.handle(PointerReleased(at, MouseButton.PRIMARY, at))
    assert (stepper.value, picked) == (3, [TILES[2]])


def test_the_key_that_explains_passes_over_what_cannot_be_reached(context: Context) -> None:
    numbers = [Widget(explain=f"about {i}") for i in range(3)]
    numbers[1].is_hidden = True
    form = Form(context, numbers)
    for number in (numbers[0], numbers[2], numbers[0]):
        press(form, Action.EXPLAIN)
        assert form.focused is number


def test_a_move_of_the_focus_is_heard_and_noted(context: Context, heard: Heard) -> None:
    form, (one, two) = place(context, HERE, Rect(100, 0, 40, 40))
    context.has_moved = False
    press(form, Action.LEFT)
    assert (form.focused, heard.sounds, context.has_moved) == (one, [], False)
    press(form, Action.RIGHT)
    assert (form.focused, heard.sounds, context.has_moved) == (two, [Sound.MOVE], True)
    form.focus(None)
    press(form, Action.UP)
    assert (form.focused, heard.sounds) == (one, [Sound.MOVE] * 2)


def test_a_pointer_at_rest_needs_one_frame_where_there_is_an_explanation(context: Context) -> None:
    form, made = place(context, HERE, Rect(100, 0, 40, 40))
    made[1].tooltip = "about it"
    for at, frames in (((5, 5), []), ((105, 5), [True])):
        form.handle(PointerMoved(at))
        needed = [form.update(TOOLTIP_DELAY * 0.4) for _ in range(6)]
        assert [one for one in needed if one] == frames
        assert needed[:2] == [False, False]


def test_nothing_is_read_of_a_focused_widget_that_is_hidden(context: Context) -> None:
    form, (button,) = place(context, HERE)
    button.tooltip = "about it"
    assert (form.read(), form.read_hint()) == ("b.", "about it.")
    button.is_hidden = True
    assert (form.read(), form.read_hint(), form.text_area) == ("", "", None)


def test_what_is_hidden_needs_no_frame(context: Context) -> None:
    class Restless(Widget):
        def update(self, dt: float) -> bool:
            return True

    widget = Restless()
    form = Form(context, [widget])
    assert form.update(0.1)
    widget.is_hidden = True
    assert not form.update(0.1)


def test_tab_passes_over_what_arrows_alone_reach_unless_the_focus_is_there(
    context: Context,
) -> None:
    class Aside(Button):
        @property
        def is_tab_stop(self) -> bool:
            return False

    one, aside, two = Button("a", Quit), Aside("b", Quit), Button("c", Quit)
    form = Form(context, [one, aside, two])
    assert form.tab_order() == [one, two]
    form.focus(aside)
    assert form.tab_order() == [one, aside, two]
    press(form, Action.NEXT)
    assert form.focused is two


def test_a_tooltip_has_a_ground_around_its_words_above_what_it_explains(context: Context) -> None:
    painter = context.painter
    card, style = painter.theme.palette.card, painter.theme.type.strong
    wide, high = painter.text_width("about it", style) + 2, painter.line_height(style)
    for anchor, y in ((Rect(300, 200, 100, 40), 200 - 8), (Rect(300, 2, 100, 40), None)):
        surface = pygame.Surface((700, 300))
        with written_lines() as lines:
            draw_tooltip(surface, painter, "about it", anchor)
        ground = Rect(0, 0, wide + 22, high + 14)
        x = 350 - ground.w // 2
        top = 42 + 8 if y is None else y - ground.h
        assert place_of(surface, card) == ground.moved(x, top)
        (line,) = lines
        assert (line.place.x, line.y) == (x + 11, top + 7 + high / 2)
    surface = pygame.Surface((200, 300))
    with written_lines() as lines:
        draw_tooltip(surface, painter, "about it and about " * 3, Rect(90, 200, 20, 20))
    place = place_of(surface, card)
    assert place is not None
    assert 8 <= place.x < place.right <= 192
    assert all(place.inset(10).x <= line.place.x < line.place.right <= 192 for line in lines)


def test_what_is_typed_or_released_in_an_area_reaches_what_is_inside(context: Context) -> None:
    picked: list[Tile] = []
    field = TextField(context, "Ana")
    grid = TileGrid(TILES[:9], lambda _: True, picked.append, name_of=str)
    field.place(Rect(0, 0, 300, 40))
    grid.place(Rect(0, 300, 900, 100))
    area = ScrollArea(context, [field, grid])
    area.place(Rect(50, 60, 918, 200))
    area.content_height = 500
    form = Form(context, [area])
    form.focus(area)
    area.form.focus(field)
    assert form.handle(Typed("x")).is_used
    assert field.text == "Anax"
    assert form.handle(Composed("y")).is_used
    assert field.shown() == "Anaxy"
    typed = Rect(*field.text_area or ())
    for top in (0, 250):
        area.scroll_to(top)
        assert form.text_area == typed.moved(50, 60 - top)
    x, y = grid.spot(4)
    at = x + 50, y + 60 - 250
    form.handle(PointerPressed(at, MouseButton.PRIMARY))
    form.handle(PointerReleased(at, MouseButton.PRIMARY, at))
    assert picked == [TILES[4]]


def test_a_letter_for_a_field_is_no_command_and_enter_or_escape_leaves_it(
    context: Context,
) -> None:
    form = alone(context, TextField(context))
    for intent, is_used, has_focus in (
        (Command(Action.TAKE_BACK, key="u", text="u"), True, True),
        (Command(None, key="f9"), False, True),
        (Command(Action.CANCEL, key="escape"), True, False),
    ):
        outcome = form.handle(intent)
        assert (outcome.is_used, form.focused is not None) == (is_used, has_focus)


def test_enter_is_left_to_the_scene_on_what_only_explains(context: Context) -> None:
    number, button = Text("7", explain="about seven"), Button("b", Quit)
    form = Form(context, [number, button])
    for widget, is_used in ((number, False), (button, True)):
        form.focus(widget)
        assert form.handle(Command(Action.CONFIRM)).is_used is is_used
    assert not form.handle(Command(Action.CONFIRM, is_repeat=True)).is_used


def test_a_click_on_what_only_explains_leaves_the_keyboard_where_it_is(context: Context) -> None:
    number, button = Text("7", explain="about seven"), Button("b", Quit)
    number.place(Rect(0, 0, 40, 40))
    button.place(Rect(100, 0, 40, 40))
    form = Form(context, [number, button])
    form.focus(button, is_shown=True)
    click(form, (5, 5))
    assert (form.focused, button.shows_focus) == (button, True)


def test_a_number_in_an_area_is_explained_where_it_is_seen(context: Context) -> None:
    number = Text("7", explain="about seven")
    number.place(Rect(200, 700, 40, 40))
    area = ScrollArea(context, [number])
    area.place(Rect(100, 100, 400, 300))
    area.content_height = 900
    area.scroll_to(500)
    form = Form(context, [area])
    press(form, Action.EXPLAIN)
    assert area.form.focused is number
    for is_hovered in (False, True):
        surface = pygame.Surface((800, 600))
        with written_lines() as lines:
            form.draw(surface)
        (words,) = (line for line in lines if line.text == "about seven")
        seen = Rect(300, 100 + 700 - area.top, 40, 40)
        assert abs(words.place.centre[0] - seen.centre[0]) <= 2
        assert seen.y - 60 < words.y < seen.y
        if not is_hovered:
            form.focus(None)
            form.update(0.0)
            form.handle(PointerMoved(seen.centre))
            form.update(TOOLTIP_DELAY)


def test_an_explanation_may_cover_what_is_only_looked_at(context: Context) -> None:
    for above, is_above in ((Text("words"), True), (Button("b", Quit), False)):
        number = Text("7", explain="about seven")
        number.place(Rect(200, 200, 40, 40))
        above.place(Rect(150, 140, 200, 56))
        form = Form(context, [above, number])
        press(form, Action.EXPLAIN)
        with written_lines() as lines:
            form.draw(pygame.Surface((800, 600)))
        (told,) = (line for line in lines if line.text == "about seven")
        assert (told.y < 200) is is_above


def test_an_explanation_in_an_area_covers_nothing_beside_it(context: Context) -> None:
    number, row = Text("7", explain="about seven"), Button("b", Quit)
    number.place(Rect(200, 700, 40, 40))
    row.place(Rect(150, 640, 200, 56))
    area = ScrollArea(context, [number, row])
    area.place(Rect(100, 100, 400, 300))
    area.content_height = 900
    area.scroll_to(500)
    form = Form(context, [area])
    press(form, Action.EXPLAIN)
    with written_lines() as lines:
        form.draw(pygame.Surface((800, 600)))
    (words,) = (line for line in lines if line.text == "about seven")
    assert words.y > 100 + 740 - area.top, "below, for the row is above"


def test_tab_out_of_an_area_leaves_no_ring_in_it(context: Context) -> None:
    inner, after = Button("in", Quit), Button("after", Quit)
    area = ScrollArea(context, [inner])
    form = Form(context, [area, after])
    press(form, Action.NEXT)
    assert inner.shows_focus
    press(form, Action.NEXT)
    assert (form.focused, area.form.focused, inner.shows_focus) == (after, None, False)


def test_a_slider_tells_only_what_changes(context: Context) -> None:
    told: list[float] = []
    slider = Slider(1.0, told.append, step=0.5)
    form = alone(context, slider)
    press(form, Action.RIGHT, Action.LEFT, Action.LEFT, Action.LEFT)
    assert told == [0.5, 0.0]


def test_a_stepper_is_measured_anew_where_words_are_smaller(context: Context) -> None:
    stepper, painter = _stepper(1), context.painter
    usual = stepper.measure(painter)
    with painter.letters_scaled(0.7):
        assert stepper.measure(painter)[0] < usual[0]
    assert stepper.measure(painter) == usual


def test_tiles_are_in_threes_and_nines_where_that_costs_little_and_rows_keep_together(
    context: Context,
) -> None:
    for count, size, columns in (
        (27, (900, 300), 9),
        (27, (300, 900), 3),
        (27, (250, 150), 6),
        (27, (450, 400), 6),
        (12, (640, 220), 6),
        (12, (500, 220), 6),
        (5, (500, 100), 5),
    ):
        grid = TileGrid(TILES[:count], lambda _: True, lambda _: None, name_of=str)
        grid.place(Rect(0, 0, *size))
        assert grid.columns == columns, (count, size)
    for count, size, is_loose in ((18, (450, 600), False), (6, (300, 250), True)):
        grid = TileGrid(TILES[:count], lambda _: True, lambda _: None, name_of=str)
        grid.place(Rect(10, 20, *size))
        ys = sorted({grid.spot(index)[1] for index in range(count)})
        assert (ys[1] - ys[0] == pytest.approx(grid.radius * 2.3)) is is_loose
        assert ys[1] - ys[0] <= size[1] / len(ys) + 1e-6
        assert (ys[0] + ys[-1]) / 2 == pytest.approx(20 + size[1] / 2)


def test_words_are_drawn_on_the_ground_and_in_the_size_in_which_they_were_arranged(
    context: Context,
) -> None:
    painter = context.painter
    theme, fill = painter.theme, painter.theme.stripes[9]
    words = Text("7", "label")
    with painter.ink_on(fill), painter.letters_scaled(0.9):
        words.arrange(context, Rect(0, 0, 100, 40))
    for why, ink in ((None, theme.ink_on(fill)), ("", theme.idle_ink(fill))):
        words.why_disabled = why
        with written_lines() as lines:
            words.draw_with_focus(pygame.Surface((100, 40)), painter)
        (line,) = lines
        assert (line.style.colour, line.size) == (ink, round(21 * 0.9))
    words.arrange(context, Rect(0, 0, 100, 40))
    words.why_disabled = None
    with written_lines() as lines:
        words.draw_with_focus(pygame.Surface((100, 40)), painter)
    assert (lines[0].style.colour, lines[0].size) == (theme.palette.ink, 21)


@pytest.mark.parametrize("make", [WordLink, Button, IconButton])
def test_what_is_held_moves_to_the_right(context: Context, make: Any) -> None:
    widget = make("Go" if make is not IconButton else Icon.STAR, Quit)
    if make is not IconButton:
        widget.icon = Icon.STAR
    widget.arrange(context, Rect(10, 5, 300, 50))
    places: list[list[tuple[float, float]]] = []
    for widget.is_pressed in (False, True):
        drawn: list[tuple[float, float]] = []
        with pytest.MonkeyPatch.context() as patch, written_lines() as lines:

            def note(_: Any, __: Any, ___: Icon, at: Point, *rest: Any, to: Any = drawn) -> None:
                to.append(at)

            patch.setattr(Painter, "icon", note)
            widget.draw(pygame.Surface((320, 60)), context.painter)
        places.append([*drawn, *((float(line.place.x), line.y) for line in lines)])
    assert places[1] == [(x + 4, y) for x, y in places[0]]
    assert len(places[0]) == 1 + (make is not IconButton)


def test_the_icon_and_the_words_of_a_button_are_in_its_middle_together(context: Context) -> None:
    painter = context.painter
    icons: list[Point] = []
    for make, is_centred in ((Button, True), (WordLink, False)):
        widget = make("Go on", Quit, icon=Icon.STAR)
        widget.arrange(context, Rect(10, 5, 300, 50))
        icons.clear()
        with pytest.MonkeyPatch.context() as patch, written_lines() as lines:
            patch.setattr(Painter, "icon", lambda _, __, ___, at, *rest: icons.append(at))
            widget.draw(pygame.Surface((320, 60)), painter)
        (at,), words = icons, lines[0].place
        left = at[0] - 11
        assert words.x - left == pytest.approx(30, abs=1), "the icon and a gap"
        middle = (left + words.right) / 2
        assert (abs(middle - 160) <= 2) is is_centred
        assert is_centred or left == 10


def test_the_ring_of_words_and_of_a_band_has_the_shape_of_what_is_inside(context: Context) -> None:
    painter = context.painter

    def ring(widget: Widget, rect: Rect) -> tuple[Rect, list[int]]:
        """Return the ring's place, and its left ends at the top, in the middle, at the foot."""
        surface = pygame.Surface((400, 120))
        widget.arrange(context, rect)
        widget.draw_focus(surface, painter)
        around = place_of(surface, painter.theme.palette.focus)
        assert around is not None
        ys = (around.y + 1, around.centre[1], around.bottom - 2)
        lit = [[x for x in range(400) if surface.get_at((x, y))[0] > 200] for y in ys]
        return around, [min(row) for row in lit]

    link, button = WordLink("Go", Quit), Button("Go", Quit)
    for widget, rect, high, is_slanted in (
        (link, Rect(100, 30, 200, 60), 36 + 12, True),
        (link, Rect(100, 30, 200, 30), 30 + 12, True),
        (button, Rect(100, 30, 200, 46), 46 + 12, True),
        (button, Rect(100, 30, 50, 46), 46 + 12, False),
        (IconButton(Icon.STAR, Quit), Rect(100, 30, 46, 46), 46 + 12, False),
    ):
        around, (top, middle, foot) = ring(widget, rect)
        assert around.h == high
        assert abs(around.centre[0] - rect.centre[0]) <= 1
        assert abs(around.centre[1] - rect.centre[1]) <= 1
        assert (top > middle > foot) is is_slanted
        if widget is link:
            assert around.w > rect.w + 24
        if not is_slanted:
            assert around == rect.inset(-6)


def test_pages_of_many_parts_are_drawn_and_read_as_they_were() -> None:
    """In tall and in large windows, with the pointer or the keyboard on a part."""
    assert changed_pages("parts") == []
