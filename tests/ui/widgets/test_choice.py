"""A choice of one of a few values, and a switch."""

from __future__ import annotations

import itertools

import pygame
import pytest

from game.ui.draw.animation import mix_colour
from game.ui.draw.bands import shaded
from game.ui.draw.painter import Painter
from game.ui.draw.theme import Colour
from game.ui.frame.bindings import Action
from game.ui.frame.context import Context
from game.ui.frame.intents import Command, MouseButton, PointerLeft, PointerMoved, PointerPressed
from game.ui.frame.outline import Node, Role
from game.ui.frame.scene import Quit
from game.ui.layout.rects import Rect
from game.ui.widgets import Button, Form, Segmented, Toggle
from tests.golden.pages import changed_pages
from tests.ui.painted import place_of
from tests.ui.test_widgets import alone, check_room, click, press
from tests.ui.written import written_lines


def noted(value: object) -> None:
    """Do nothing."""


def test_options_wider_than_their_row_stay_inside(context: Context) -> None:
    names = [letter * 24 for letter in "MWQGANSB"]
    widget = Segmented([(name, name) for name in names], names[0], lambda value: None)
    room = Rect(100, 20, 500, 60)
    widget.arrange(context, room)
    cells = widget.cells()
    assert cells[0].x >= room.x
    assert cells[-1].right <= room.right
    assert min(cell.w for cell in cells) > 40


def test_the_longest_of_a_few_is_not_broken_while_others_have_room(context: Context) -> None:
    names = ["Ana", "Elster", "Eichhörnchen", "Biber"]
    widget = Segmented([(name, name) for name in names], "Ana", lambda value: None)
    style = context.painter.theme.type.label
    words = [context.painter.text_width(name, style) for name in names]
    widget.arrange(context, Rect(7, 5, 4 * max(words), 40))
    cells = widget.cells()
    assert all(cell.w >= width for cell, width in zip(cells, words, strict=True))
    assert [cell.x for cell in cells] == [7, *(cell.right for cell in cells[:-1])]
    assert cells[-1].right <= widget.rect.right
    widget.arrange(context, Rect(7, 5, 8 * max(words), 40))
    assert len({cell.w - width for cell, width in zip(widget.cells(), words, strict=True)}) == 1
    widget.arrange(context, Rect(7, 5, sum(words) + 4 * 22, 40))
    margin = context.painter.px(10)
    assert widget.cells()[-1].right == widget.rect.right - margin, "a cut leans into the margin"


def test_toggle(context: Context) -> None:
    changes: list[bool] = []
    widget = Toggle("x", False, changes.append)
    form = alone(context, widget)
    press(form, Action.CONFIRM)
    press(form, Action.RIGHT)
    press(form, Action.LEFT)
    click(form, (5, 5))
    assert changes == [True, False, True]


def test_what_the_pointer_leaves_is_told(context: Context) -> None:
    segmented = Segmented([(1, "one"), (2, "two")], 1, lambda value: None)
    other = Button("b", Quit)
    segmented.place(Rect(0, 0, 200, 40))
    other.place(Rect(300, 0, 40, 40))
    form = Form(context, [segmented, other])
    form.handle(PointerMoved((150, 20)))
    assert segmented.pointed == 2
    form.handle(PointerMoved((310, 20)))
    segmented.is_hovered = True
    assert segmented.pointed == 1, "where it was pointed at is forgotten"


def test_a_choice_goes_round_and_tells_only_what_changes(context: Context) -> None:
    told: list[int] = []
    segmented = Segmented([(i, str(i)) for i in range(3)], 0, told.append)
    form = alone(context, segmented)
    segmented.place(Rect(0, 0, 300, 40))
    press(form, *[Action.CONFIRM] * 4)
    assert told == [1, 2, 0, 1]
    assert form.handle(PointerPressed((150, 20), MouseButton.PRIMARY)).is_used
    assert told == [1, 2, 0, 1]
    assert segmented.name_and_state(context) == "1, 2 of 3"
    press(form, Action.RIGHT, Action.RIGHT)
    assert told == [1, 2, 0, 1, 2], "arrows stop at the ends"
    click(form, (50, 20))
    assert told[5:] == [segmented.value] == [0]


def test_a_switch_is_explained_by_its_line_and_lit_at_its_edge(context: Context) -> None:
    painter = context.painter
    switch = Toggle("Music", False, lambda _: None, about="It plays.")
    assert switch.read_hint(context) == "It plays."
    switch.arrange(context, Rect(0, 0, 300, 70))
    p, seen = painter.theme.palette, []
    for switch.is_hovered in (False, True):
        surface = pygame.Surface((300, 70))
        switch.draw(surface, painter)
        seen.append([surface.get_at((x, 35))[:3] for x in range(250, 300)])
    assert [p.line in row for row in seen] == [True, False]
    assert [p.ink_soft in row for row in seen] == [False, True]


def test_an_option_that_is_gone_is_pointed_at_no_more(context: Context) -> None:
    options = [(1, "one"), (2, "two"), (3, "three")]
    choice = Segmented(options, 1, lambda _: None)
    choice.place(Rect(0, 0, 300, 40))
    choice.is_hovered = True
    choice.handle(PointerMoved((290, 20)))
    assert choice.pointed == 3
    choice.adopt(Segmented(options[:2], 1, lambda _: None))
    assert choice.pointed == 1


def test_the_chosen_option_is_a_band_in_its_state_and_has_the_ring(context: Context) -> None:
    painter = context.painter
    p = painter.theme.palette
    options = [(1, "one"), (2, "two"), (3, "three")]
    for value, is_enabled in itertools.product((1, 3), (True, False)):
        choice = Segmented(options, value, lambda _: None)
        choice.why_disabled = None if is_enabled else ""
        choice.arrange(context, Rect(10, 5, 380, 50))
        cell = choice.cells()[value - 1]
        surface = pygame.Surface((400, 60))
        choice.draw(surface, painter)
        off = mix_colour(p.chosen, p.sky_foot, 0.72)
        band = place_of(surface, p.chosen if is_enabled else off)
        assert band is not None
        assert max(abs(a - b) for a, b in zip(band, (cell.x, 9, cell.w, 41), strict=True)) <= 2
        ring = pygame.Surface((400, 60))
        choice.draw_focus(ring, painter)
        around = place_of(ring, p.focus)
        assert around is not None
        assert abs(around.centre[0] - cell.centre[0]) <= 1
        assert cell.w < around.w < cell.w + 40


@pytest.mark.parametrize("column", [0, 120])
def test_a_switch_is_where_its_words_leave_room_and_shows_its_state(
    context: Context, column: int
) -> None:
    painter = context.painter
    p, types = painter.theme.palette, painter.theme.type
    switch = Toggle("Music", True, lambda _: None, about="It plays.", column=column)
    place = Rect(10, 5, 380, 80)
    switch.arrange(context, place)
    off, lit, held = (shaded(painter.theme, p.chosen, each) for each in ("off", "lit", "pressed"))
    surface = pygame.Surface((400, 90))
    with written_lines() as lines:
        switch.draw(surface, painter)
    below = painter.height_of("It plays.", 300, types.body)
    row = 80 - below
    assert [(line.text, line.place.x) for line in lines] == [("It plays.", 10), ("Music", 10)]
    assert [line.style.colour for line in lines] == [p.ink_soft, p.ink]
    assert [line.y for line in lines] == [5 + row + below / 2, 5 + row / 2]
    middle = (10 + column + 14 + 24, 5 + row // 2) if column else (390 - 24, 45)
    for state, fill in (
        ({}, p.chosen),
        ({"is_hovered": True}, lit),
        ({"is_hovered": True, "is_pressed": True}, held),
        ({"why_disabled": "no"}, off),
    ):
        for name, each in state.items():
            setattr(switch, name, each)
        surface = pygame.Surface((400, 90))
        switch.draw(surface, painter)
        around = surface.subsurface(middle[0] - 24, middle[1] - 24, 48, 48)
        body, sign = place_of(around, fill), place_of(around, painter.theme.ink_on(p.chosen))
        assert body is not None
        assert sign is not None, "a check while it is on"
        assert max(abs(a - 24) for a in (*body.centre, *sign.centre)) <= 2
        assert 38 <= body.w <= 42
        for name in state:
            setattr(switch, name, None if name == "why_disabled" else False)
    switch.is_on = False
    for is_hovered, edge in ((False, p.line), (True, p.ink_soft)):
        switch.is_hovered = is_hovered
        surface = pygame.Surface((400, 90))
        switch.draw(surface, painter)
        ring, hollow = place_of(surface, edge), place_of(surface, p.sunken)
        assert ring is not None
        assert hollow is not None
        assert ring.w > hollow.w + 4
        assert max(abs(a - b) for a, b in zip(hollow.centre, middle, strict=True)) <= 1
    focus = pygame.Surface((400, 90))
    switch.draw_focus(focus, painter)
    ring = place_of(focus, p.focus)
    assert ring is not None
    assert max(abs(a - b) for a, b in zip(ring.centre, middle, strict=True)) <= 1
    assert ring.w > 50


def test_arrows_stay_on_a_choice_beyond_its_ends(context: Context) -> None:
    choice = Segmented([(i, str(i)) for i in range(3)], 0, lambda _: None)
    beside = Button("b", Quit)
    form = alone(context, choice)
    beside.place(Rect(400, 0, 40, 40))
    form.widgets.append(beside)
    press(form, *[Action.RIGHT] * 5)
    assert (choice.value, form.focused) == (2, choice)
    press(form, *[Action.LEFT] * 5)
    assert (choice.value, form.focused) == (0, choice)


def test_a_choice_and_a_switch_say_their_state_and_are_outlined_with_it(context: Context) -> None:
    """The words on focus, those of the whole page, and a screen reader's role, name and value."""
    options = [(1, "one"), (2, "two")]
    for widget, spoken, role, name, value, is_on, about in (
        (
            Toggle("Music", True, noted, about="It plays."),
            "Music, on", Role.SWITCH, "Music", "", True, "It plays.",
        ),
        (
            Toggle("Music", False, noted, about="It plays.", tooltip="A song."),
            "Music, off", Role.SWITCH, "Music", "", False, "A song.",
        ),
        (
            Segmented(options, 2, noted),
            "two, 2 of 2", Role.CHOICE, "two, 2 of 2", "two, 2 of 2", None, "",
        ),
        (
            Segmented(options, 1, noted, tooltip="How many."),
            "one, 1 of 2", Role.CHOICE, "one, 1 of 2", "one, 1 of 2", None, "How many.",
        ),
    ):  # fmt: skip
        assert widget.read(context) == f"{spoken}."
        assert widget.spoken(context) == [spoken]
        widget.place(Rect(5, 6, 70, 80))
        place = Rect(105, 206, 70, 80)
        node = Node(id(widget), role, name, place, about, value, is_on, can_focus=True)
        assert [*widget.outline(context, (100, 200))] == [node]


def test_their_words_are_whole_in_the_room_that_they_ask_for(context: Context) -> None:
    options = [(1, "Leave now"), (2, "Play on a little"), (3, "No")]
    painter, choice = context.painter, Segmented(options, 1, noted)
    assert check_room(context, choice) == [words for _, words in options]
    assert choice.height_for(painter, choice.measure(painter)[0]) == choice.measure(painter)[1]
    about = "It can be continued."
    for column in (0, 120):
        for below in ("", about):
            switch = Toggle("Leave the game now", True, noted, about=below, column=column)
            check_room(context, switch, is_one_line=False)
    narrow, wide = (Toggle("x", True, noted, column=column) for column in (0, 300))
    assert wide.least_width(painter) == 366 > narrow.least_width(painter)
    told, plain = (Toggle("x", True, noted, about=about) for about in ("So it is.", ""))
    assert told.height_for(painter, 300) > plain.height_for(painter, 300)


def test_an_arrow_towards_a_switch_s_state_changes_nothing(context: Context) -> None:
    changes: list[bool] = []
    widget = Toggle("x", False, changes.append)
    form = alone(context, widget)
    told = []
    for action in (Action.LEFT, Action.RIGHT, Action.RIGHT, Action.LEFT, Action.LEFT):
        assert form.handle(Command(action)).is_used
        told.append(changes[:])
    assert told == [[], [True], [True], [True, False], [True, False]]
    assert not form.handle(Command(Action.UP)).is_used


def test_a_choice_is_used_by_what_changes_its_picture(context: Context) -> None:
    chosen: list[int] = []
    choice = Segmented([(1, "one"), (2, "two"), (3, "three")], 1, chosen.append)
    choice.arrange(context, Rect(0, 0, 600, 40))
    choice.is_hovered = True
    beyond = choice.cells()[-1].right + 20
    (first, _), (second, _), _ = (cell.centre for cell in choice.cells())
    for intent, is_used, pointed in (
        (PointerMoved((second, 20)), True, 2),
        (PointerMoved((second + 1, 20)), False, 2),
        (PointerMoved((beyond, 20)), True, 1),
        (PointerMoved((second, 20)), True, 2),
        (PointerLeft(), True, 1),
        (PointerPressed((beyond, 20), MouseButton.PRIMARY), True, 1),
        (PointerPressed((second, 20), MouseButton.SECONDARY), False, 1),
        (Command(Action.UP), False, 1),
        (PointerPressed((second, 20), MouseButton.PRIMARY), True, 2),
        (PointerPressed((first, 20), MouseButton.PRIMARY), True, 1),
    ):
        assert choice.handle(intent).is_used is is_used, intent
        assert choice.pointed == pointed, intent
    assert chosen == [2, 1]


def test_what_a_change_leads_to_is_returned(context: Context) -> None:
    choice = Segmented([(1, "one"), (2, "two")], 1, lambda value: Quit())
    switch = Toggle("x", True, lambda is_on: Quit())
    for widget in (choice, switch):
        widget.arrange(context, Rect(0, 0, 600, 40))
        assert isinstance(widget.handle(Command(Action.LEFT)).transition, Quit | None)
    assert choice.handle(Command(Action.LEFT)).transition is None
    assert isinstance(choice.handle(Command(Action.RIGHT)).transition, Quit)
    at = choice.cells()[0].centre
    pressed = choice.handle(PointerPressed(at, MouseButton.PRIMARY))
    assert isinstance(pressed.transition, Quit)
    assert isinstance(choice.handle(Command(Action.CONFIRM)).transition, Quit)
    assert isinstance(switch.press(), Quit)


def test_each_option_is_written_in_the_middle_of_its_cell_in_the_ink_of_its_state(
    context: Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The option under the pointer is underlined where a press would choose it."""
    painter = context.painter
    theme = painter.theme
    p, idle = theme.palette, theme.idle_ink(theme.palette.sky)
    options = [(1, "one"), (2, "two"), (3, "three")]
    least = Segmented(options, 2, noted).least_width(painter)
    under: list[tuple[int, int, Colour]] = []

    def underline(_: Painter, __: pygame.Surface, words: Rect, ink: Colour) -> None:
        under.append((words.x, words.w, ink))

    monkeypatch.setattr(Painter, "underline", underline)
    for width, why, hovered in itertools.product((600, least), (None, "no"), (None, 1, 2)):
        choice = Segmented(options, 2, noted, why_disabled=why)
        choice.arrange(context, Rect(40, 5, width, 50))
        cells = choice.cells()
        if hovered is not None:
            choice.handle(PointerMoved(cells[hovered].centre))
        with written_lines() as lines:
            choice.draw(pygame.Surface((700, 60)), painter)
        ink = idle if why else p.ink
        on_band = theme.ink_on(shaded(theme, p.chosen, "off" if why else "rest"))
        assert [line.text for line in lines] == [words for _, words in options]
        assert [line.style.colour for line in lines] == [ink, on_band, ink]
        for line, cell in zip(lines, cells, strict=True):
            assert abs(line.place.centre[0] - cell.centre[0]) <= 1
            assert abs(line.y - cell.centre[1]) <= 1
        at = lines[2].place
        assert under == ([(at.x, at.w, ink)] if hovered == 2 and not why else [])
        under.clear()


def test_pages_of_many_parts_are_drawn_and_read_as_they_were() -> None:
    """In tall and in large windows, with the pointer or the keyboard on a part."""
    assert changed_pages("settings") == []
