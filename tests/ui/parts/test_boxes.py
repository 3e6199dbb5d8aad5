"""Boxes to the pixel: lengths, order of giving way, stacking, alignment; and their labels."""

from __future__ import annotations

from typing import Unpack

import pygame
import pytest

from game.ui.draw.animation import mix_colour
from game.ui.draw.bands import shaded
from game.ui.draw.icons import Icon
from game.ui.draw.painter import Painter
from game.ui.frame.context import Context
from game.ui.frame.outline import Role
from game.ui.frame.scene import Quit
from game.ui.layout.rects import Rect, make_view
from game.ui.parts import (
    AlignedRows,
    Cells,
    Column,
    Over,
    Panel,
    Picture,
    PressedPanel,
    Row,
    Scroll,
    Sides,
    Sign,
    Spacer,
    Text,
    Widget,
    WidgetOptions,
)
from game.ui.parts.boxes import Body, Container, adopted, label_of
from game.ui.widgets import Button, Slider, TextField
from game.ui.widgets.buttons import WordLink
from tests.golden.pages import changed_pages
from tests.ui.painted import place_of


class Block(Widget):
    """A part of a fixed size that may give way as far as `least` and `low`."""

    def __init__(
        self,
        wide: int,
        high: int,
        least: int | None = None,
        low: int | None = None,
        **common: Unpack[WidgetOptions],
    ) -> None:
        super().__init__(**common)
        self.wide, self.high = wide, high
        self.least = wide if least is None else least
        self.low = high if low is None else low

    def measure(self, painter: Painter) -> tuple[int, int]:
        return self.wide, self.high

    def least_width(self, painter: Painter) -> int:
        return self.least

    def least_height(self, painter: Painter, width: int) -> int:
        return self.low


def rects(context: Context, box: Column | Row | Cells | Over, w: int, h: int) -> list[Rect]:
    """Arrange a box of that size; return the places of its parts."""
    box.arrange(context, Rect(0, 0, w, h))
    return [part.rect for part in box.parts]


def blocks() -> list[Widget]:
    """One of each kind of length."""
    return [
        Block(50, 20),
        Block(50, 30, size=40),
        Block(10, 0, share=1),
        Block(60, 10, grow=1),
    ]


def test_a_column_divides_its_height_and_centres_what_is_narrower(context: Context) -> None:
    box = Column(*blocks(), False, Block(60, 10, most=80), gap=10, pad=(1, 2, 3, 4))
    assert rects(context, box, 204, 306) == [
        Rect(1, 2, 200, 20),
        Rect(1, 32, 200, 40),
        Rect(1, 82, 200, 90),
        Rect(1, 182, 200, 100),
        Rect(61, 292, 80, 10),
    ]
    left = Column(Block(9, 9, most=80), Block(9, 9, across=50), align="left", pad=(5, 7))
    assert rects(context, left, 200, 32) == [Rect(5, 7, 80, 9), Rect(5, 16, 50, 9)]
    even = Column(Block(9, 9), Block(9, 50), Block(9, 9, share=2), even=True)
    assert [rect.h for rect in rects(context, even, 90, 400)] == [100, 100, 200]


def test_a_row_divides_its_width_and_limits_each_part(context: Context) -> None:
    box = Row(*blocks(), None, Block(60, 10, most=40, across=16), gap=10, pad=(1, 2, 3, 4))
    assert rects(context, box, 304, 106) == [
        Rect(1, 2, 50, 100),
        Rect(61, 2, 40, 100),
        Rect(111, 2, 35, 100),
        Rect(156, 2, 95, 100),
        Rect(261, 44, 40, 16),
    ]
    limited = Row(Block(9, 9, share=1, most=50), Block(9, 9, grow=1, most=70))
    assert rects(context, limited, 400, 10) == [Rect(0, 0, 50, 10), Rect(50, 0, 70, 10)]
    even = Row(Block(9, 9), Block(90, 9), even=True, gap=20)
    assert rects(context, even, 220, 10) == [Rect(0, 0, 100, 10), Rect(120, 0, 100, 10)]
    wraps = Row(Block(100, 9, least=20), Block(100, 9), gap=10)
    assert [rect.w for rect in rects(context, wraps, 150, 10)] == [40, 100]


def test_boxes_measure_what_they_contain_their_gaps_and_their_padding(context: Context) -> None:
    painter = context.painter
    parts = (Block(50, 20, least=30, low=15), Block(70, 40, least=60, low=35, most=65))
    for box, natural, least, heights in (
        (Column(*parts, gap=10, pad=(1, 2, 3, 4)), (69, 76), 64, (76, 76)),
        (Row(*parts, gap=10, pad=(1, 2, 3, 4)), (129, 46), 104, (46, 41)),
        (Row(*parts, gap=10, stacks=True), (125, 40), 60, (40, 35)),
        (Cells(*parts, *parts, columns=3, gap=10), (225, 90), 200, (90, 80)),
        (Over(*parts, pad=5), (75, 50), 70, (50, 45)),
        (Column(), (0, 0), 0, (0, 0)),
        (Row(), (0, 0), 0, (0, 0)),
        (Cells(columns=2), (0, 0), 0, (0, 0)),
    ):
        assert box.measure(painter) == natural, type(box)
        assert box.least_width(painter) == least, type(box)
        wide = natural[0]
        assert (box.height_for(painter, wide), box.least_height(painter, wide)) == heights
    grid = Cells(*parts, *parts, columns=3, gap=10)
    assert rects(context, grid, 320, 90)[3] == Rect(0, 50, 100, 40)
    assert rects(context, Over(*parts, pad=5), 100, 60) == [Rect(5, 5, 90, 50)] * 2


def test_a_row_stacks_as_soon_as_its_parts_have_no_room_beside_each_other(
    context: Context,
) -> None:
    for even, wide in ((False, 210), (True, 250)):
        box = Row(Block(80, 20), Block(120, 30), gap=10, stacks=True, even=even)
        beside, below = rects(context, box, wide, 60), rects(context, box, wide - 1, 60)
        assert beside[0].y == beside[1].y
        assert beside[0].w == (120 if even else 80)
        assert below == [Rect(0, 0, wide - 1, 20), Rect(0, 30, wide - 1, 30)]
        assert box.height_for(context.painter, wide) == 30
        assert box.height_for(context.painter, wide - 1) == 60


def high(count: int, **common: Unpack[WidgetOptions]) -> list[Widget]:
    """Parts of 100 pixels each."""
    return [Block(10, 100, **common) for _ in range(count)]


def test_scrollers_give_way_first_then_sections_then_all_of_it_scrolls(context: Context) -> None:
    for parts, room, heights, does_scroll in (
        ((Scroll(*high(5)), *high(2)), 300, [100, 100, 100], False),
        ((Scroll(*high(5)), *high(2)), 264, [64, 100, 100], False),
        ((Scroll(*high(5)), *high(2)), 263, [500, 100, 100], True),
        ((Panel(*high(5), gap=0, pad=0), *high(2)), 320, [120, 100, 100], False),
        ((Panel(*high(5), gap=0, pad=0), *high(2)), 319, [500, 100, 100], True),
        ((Scroll(*high(3)), Panel(*high(3), gap=0, pad=0)), 500, [200, 300], False),
        ((Scroll(*high(3)), Panel(*high(3), gap=0, pad=0)), 350, [64, 286], False),
        ((Column(*high(3)), *high(1)), 399, [300, 100], True),
        ((Column(*high(3)), *high(1)), 400, [300, 100], False),
    ):
        box = Column(*parts)
        assert [rect.h for rect in rects(context, box, 200, room)] == heights, room
        assert (box.area is not None) is does_scroll
        assert [*box.leaves()][:1] != [box.area] or does_scroll
        if box.area is not None:
            assert (box.area.rect, box.area.content_height) == (Rect(0, 0, 200, room), sum(heights))
            assert box.is_crowded(context.painter)
            assert [*box.leaves()] == [box.area]


def test_aligned_columns_have_room_for_their_widest_part(context: Context) -> None:
    for order in (1, -1):
        rows = [
            Row(Block(20, 9, least=10), Block(90, 9), Block(5, 9), gap=10),
            Row(Block(60, 9), Block(40, 9), gap=10),
            Row(Block(30, 9, least=30), Spacer(), Block(25, 9), gap=10),
        ][::order]
        box = AlignedRows(*rows, Block(7, 9), gap=3)
        box.arrange(context, Rect(0, 0, 300, 100))
        for row in rows:
            places = [(part.rect.x, part.rect.w) for part in row.parts]
            assert places == [(0, 60), (70, 90), (170, 25)][: len(places)]


def test_an_aligned_column_is_as_narrow_as_its_widest_least_part(context: Context) -> None:
    wide, narrow = Block(100, 9, least=20), Block(80, 9, least=60)
    rows = Row(wide, Block(50, 9)), Row(narrow, Block(50, 9))
    for width, column in ((150, 100), (130, 80), (110, 60), (90, 60)):
        AlignedRows(*rows).arrange(context, Rect(0, 0, width, 60))
        assert [block.rect.w for block in (wide, narrow)] == [column] * 2


def test_sections_and_lists_need_less_height_than_what_they_contain(context: Context) -> None:
    painter = context.painter
    for low, column, section, listed in (
        (300, 300, 120, 64),
        (100, 100, 100, 64),
        (50, 50, 50, 50),
    ):
        block = Block(50, low)
        found = [
            box.least_height(painter, 200)
            for box in (Column(block), Panel(block, pad=0), Scroll(block))
        ]
        assert found == [column, section, listed]
        assert Panel(block, pad=(0, 7)).least_height(painter, 200) == section + 14


def test_what_replaces_the_words_of_a_chosen_row_says_that_it_is_chosen(context: Context) -> None:
    for is_marked, spoken in ((False, "Ana. 84"), (True, "Ana. 84, chosen")):
        row = PressedPanel(Quit, Text("Ana"), is_marked=is_marked, reads="Ana. 84")
        assert row.spoken(context) == [spoken]
        assert row.read(context) == f"{spoken}."
    assert PressedPanel(None, Text("Ana"), is_marked=True).spoken(context) == ["Ana"]


def test_a_part_of_another_kind_or_id_is_another_one() -> None:
    before = Button("a", Quit, id=1)
    for now, is_same in (
        (Button("b", Quit, id=1), True),
        (Button("b", Quit, id=2), False),
        (Button("b", Quit), False),
        (WordLink("b", Quit, id=1), False),
    ):
        assert adopted(before, now) is (before if is_same else now)
    assert before.label == "b"
    assert adopted(None, before) is before


def test_what_is_pressed_as_a_whole_does_not_scroll(context: Context) -> None:
    for box, scrolls in ((Panel(*high(3)), True), (PressedPanel(Quit, *high(3)), False)):
        box.arrange(context, Rect(0, 0, 200, 60))
        assert (box.area is not None) is scrolls
        assert [*box.leaves()] == ([box, box.area] if scrolls else [box, *box.parts])


def test_a_row_that_could_stack_is_too_narrow_where_a_part_beside_another_is(
    context: Context,
) -> None:
    row = Row(Block(100, 9), Block(10, 9, least=80, share=1), stacks=True)
    for width, is_too_narrow in ((200, False), (150, True), (105, False)):
        assert row.is_too_narrow(context.painter, width) is is_too_narrow


def test_no_part_is_its_own_label(context: Context) -> None:
    number, field = Text("7", explain="about seven"), TextField(context)
    named, column = Row(Text("Tiles"), number), Column(Text("Name"), field)
    assert label_of(number, [Row(number)]) == ""
    assert label_of(number, [named]) == "Tiles"
    assert label_of(field, [Row(column), column]) == "Name"
    titled = Column(Text("Page", "title"), field)
    assert label_of(field, [titled]) == "", "a title names the page"


def test_the_places_of_contained_parts_follow_their_ids(context: Context) -> None:
    def made(*ids: int) -> Column:
        return Column(*(Button(str(number), Quit, id=number) for number in ids), Text("last"))

    box = made(1, 2, 3)
    one, two, three, _ = before = box.parts
    box.adopt(made(3, 1, 4))
    assert box.parts[:2] == [three, one]
    _, _, fresh, _ = box.parts
    assert fresh not in before
    assert [part.name_and_state(context) for part in box.parts] == ["3", "1", "4", "last"]
    box.adopt(made(2))
    again, _ = box.parts
    assert again is not two, "what was gone is another part"


def test_what_is_pressed_as_a_whole_is_one_button_of_all_its_words(context: Context) -> None:
    link = Button("Copy", Quit)
    row = PressedPanel(Quit, Text("Ana"), Text("180 points"), link, is_marked=True)
    read = PressedPanel(None, Text("Ana"), Text("180 points"), is_marked=True)
    assert (row.is_chosen, read.is_chosen) == (True, False)
    (node,) = row.outline(context)
    assert (node.role, node.name) == (Role.BUTTON, "Ana, chosen, 180 points, Copy")
    assert [child.name for child in node.children] == ["Copy"]
    assert row.spoken(context) == ["Ana, chosen", "180 points", "Copy"]
    palette = context.painter.theme.palette
    assert row.fill(context.painter.theme) == palette.chosen
    row.is_marked = False
    assert row.fill(context.painter.theme) is None
    row.is_hidden = True
    assert not [*row.outline(context)]


def test_what_is_read_in_several_lines_is_a_button_s_name_and_no_group_s(context: Context) -> None:
    for box, role, name in (
        (PressedPanel(Quit, Text("Ana"), reads="Ana\n84 points"), Role.BUTTON, "Ana\n84 points"),
        (Panel(Button("Ana", Quit), reads="Ana\n84 points"), Role.GROUP, ""),
        (Panel(Button("Ana", Quit), reads="Ana, 84"), Role.GROUP, "Ana, 84"),
        (Panel(Text("Ana"), reads="Ana\n84 points"), Role.LABEL, "Ana\n84 points"),
    ):
        (node,) = box.outline(context)
        assert (node.role, node.name) == (role, name)


def test_a_section_is_a_group_and_other_boxes_are_their_parts(context: Context) -> None:
    for box, nodes in (
        (Column(Text("a"), Row(Text("b"))), [(Role.LABEL, "a"), (Role.LABEL, "b")]),
        (Panel(Text("a"), tooltip="About"), [(Role.GROUP, "About")]),
        (Panel(Spacer()), []),
        (Cells(Text("a"), columns=2, reads="A ladder"), [(Role.LABEL, "A ladder")]),
        (Row(Button("a", Quit), reads="Two"), [(Role.GROUP, "Two")]),
        (Row(Button("a", Quit), reads="Two\nlines"), [(Role.GROUP, "")]),
    ):
        box.arrange(context, Rect(0, 0, 300, 200))
        assert [(node.role, node.name) for node in box.outline(context)] == nodes
    scrolled = Panel(*high(3, reads="a"), pad=(20, 10))
    scrolled.arrange(context, Rect(0, 0, 300, 200))
    assert scrolled.area is not None
    scrolled.area.scroll_to(50)
    (group,) = scrolled.outline(context, (7, 9))
    (inner,) = group.children
    assert (group.rect, inner.rect) == (Rect(7, 9, 300, 200), Rect(27, 19, 260, 180))
    assert [child.rect.y for child in inner.children] == [-31, 77, 185]


def test_the_words_before_a_part_in_its_row_or_above_it_are_its_label(context: Context) -> None:
    def leaf(**common: Unpack[WidgetOptions]) -> Slider:
        return Slider(0.5, lambda _: None, **common)

    field, button = TextField(context), Button("Go", Quit)
    one, two, three, four = (leaf() for _ in range(4))
    panel = Panel(one)
    cases: list[tuple[list[Container], Widget, str | None]] = [
        ([Row(Text("Volume"), one)], one, "Volume"),
        ([Row(one, Text("Volume"))], one, ""),
        ([Row(Text("Volume"), Text("loud"), one)], one, "Volume"),
        ([Row(Text("A page", "title"), one)], one, ""),
        ([Row(Text("Really?"), one)], one, ""),
        ([Row(Panel(Text("Box")), Text("Volume"), one)], one, "Volume"),
        ([Row(Column(Text("Deep"), Text("er")), one)], one, "Deep"),
        ([Column(Text("Volume"), two)], two, "Volume"),
        ([Column(Text("First"), Text("Second"), two)], two, "First"),
        ([Column(Text("Far"), Sign(Icon.STAR), two)], two, ""),
        ([Column(Text("A sentence."), two)], two, ""),
        ([Column(Text("Volume"), button)], button, ""),
        ([Row(Text("Name"), panel), panel], one, ""),
        ([Row(Text("Name"), leaf(reads="Name: 3"))], three, None),
    ]
    for way, part, label in cases:
        if label is None:
            (box,) = way
            _, last = box.parts
            assert label_of(last, way) == ""
        else:
            assert label_of(part, way) == label
    # Beside a field there may be a link that fills it.
    beside = Row(field, button)
    assert label_of(field, [Column(Text("Name"), beside), beside]) == "Name"
    slider = Row(four, Button("Reset", Quit))
    assert label_of(four, [Column(Text("Name"), slider), slider]) == ""


def test_a_row_that_names_itself_says_it_once(context: Context) -> None:
    field = TextField(context, "TIE", placeholder="Deal code")

    def settings() -> Column:
        return Column(Text("Sound"), Text("It plays."))

    for row, spoken in (
        (Row(Text("Deal code"), field), ["Deal code: TIE, text field"]),
        (Row(Text("Code"), field), ["Code: Deal code: TIE, text field"]),
        (Row(Button("Go", Quit), Text("now")), ["Go", "now"]),
        (Row(Text("7."), Text("Ana")), ["7. Ana"]),
        (Row(Text("Ana"), Text("84"), Text("169")), ["Ana: 84, 169"]),
        (Row(Text("All are here."), Button("Begin", Quit)), ["All are here. Begin"]),
        (Row(Sign(Icon.STAR, reads="2."), Text("Ana"), Text("84")), ["2. Ana: 84"]),
        (Row(Column(Text("Volume"), Text("How loud."))), ["Volume", "How loud."]),
        (Row(Text("a"), Text("b"), reads="c"), ["c"]),
        (Row(Text("Name"), Text("of"), Text("Name: x")), ["Name: of, Name: x"]),
        (Row(settings(), Slider(0.5, print)), ["Sound: 50%", "It plays."]),
        (Row(settings(), Button("Go", Quit)), ["Sound", "It plays.", "Go"]),
        (Row(Spacer()), []),
    ):
        assert row.spoken(context) == spoken


def test_a_table_with_a_head_names_each_value_by_its_column(context: Context) -> None:
    head = Row(Spacer(), Text(""), Text("R1"), Text("Total"))
    for row, spoken in (
        (Row(Text("1."), Text("Ana"), Text("84"), Text("169")), "1. Ana: R1 84, Total 169"),
        (Row(Spacer(), Text("Ben"), Text(""), Text("80")), "Ben: Total 80"),
        (Row(Text("3"), Text("4"), Text("5"), Text("6")), "3. 4. R1 5: Total 6"),
    ):
        table = AlignedRows(head, row, has_head=True)
        assert table.spoken(context) == [spoken]
        assert AlignedRows(row).spoken(context) == row.spoken(context)
    named = Row(Text("Rank"), Text("Player"), Text("Points"))
    rows = [Row(Text("1."), Text("Ana"), Text("84")), Row(Text("2."), Text("Ben"), Text("80"))]
    table = AlignedRows(named, *rows, has_head=True)
    assert table.spoken(context) == ["1. Ana: Points 84", "2. Ben: Points 80"]


def test_a_short_row_of_aligned_ones_divides_its_own_width(context: Context) -> None:
    long = Row(Block(30, 20, share=1), Block(100, 20))
    short = Row(Block(50, 20, share=1))
    AlignedRows(long, short).arrange(context, Rect(0, 0, 400, 60))
    assert [part.rect.w for part in (*long.parts, *short.parts)] == [300, 100, 400]


def test_words_shrink_by_no_more_than_they_need(context: Context) -> None:
    """In a large interface; each length is measured in the letters of its size."""
    context.painter = painter = Painter(make_view((1280, 800), 1.3))
    text = Text("word " * 40)
    box, scales = Panel(text, pad=0), list[float]()
    for height in range(text.height_for(painter, 400), 60, -9):
        box.arrange(context, Rect(0, 0, 400, height))
        scales.append(box.word_scale)
        with painter.letters_scaled(box.word_scale):
            assert box.area is not None or text.height_for(painter, 400) <= height
        if painter.least_word_scale < box.word_scale < 1:
            with painter.letters_scaled(box.word_scale + 0.04):
                assert text.height_for(painter, 400) > height
    assert scales == sorted(scales, reverse=True)
    assert (scales[0], scales[-1]) == (1, painter.least_word_scale)
    assert len({*scales}) >= 4


def test_boxes_have_their_grounds_and_rows_are_lit_where_they_can_be_pressed(
    context: Context,
) -> None:
    painter, place = context.painter, Rect(10, 20, 90, 40)
    p = painter.theme.palette

    def drawn(box: Widget) -> pygame.Surface:
        surface = pygame.Surface((120, 80))
        box.arrange(context, place)
        box.draw(surface, painter)
        return surface

    slab = mix_colour(p.sky, p.card, 0.45)
    for look, colour, ground in (
        ("card", p.card, place),
        ("slab", slab, place),
        ("ruled", p.line, place._replace(h=1)),
    ):
        surface = drawn(Column(look=look))  # type: ignore[arg-type]
        assert place_of(surface, colour) == ground
        assert (surface.get_at((50, 40))[:3] == (0, 0, 0)) is (look == "ruled")
    assert place_of(drawn(Panel()), (0, 0, 0)) == Rect(0, 0, 120, 80)
    lit = shaded(painter.theme, p.faint, "lit")
    for on_press, is_marked, is_hovered, shown in (
        (Quit, False, False, (0, 0, 0)),
        (Quit, False, True, lit),
        (None, False, True, (0, 0, 0)),
        (Quit, True, False, p.chosen),
        (None, True, True, p.chosen),
    ):
        row = PressedPanel(on_press, is_marked=is_marked)
        row.is_hovered = is_hovered
        assert row.is_chosen is (is_marked and on_press is not None)
        assert drawn(row).get_at((50, 40))[:3] == shown
        ring = pygame.Surface((120, 80))
        row.draw_focus(ring, painter)
        assert place_of(ring, p.focus) == place.inset(-6)


def test_a_box_that_explains_itself_is_a_widget_of_its_own(context: Context) -> None:
    text = Text("x")
    for box, is_own in (
        (Row(text), False),
        (Row(text, tooltip="about"), True),
        (Row(text, explain="about"), True),
        (Panel(text), True),
        (Column(text), False),
    ):
        assert [*box.leaves()] == [box] * is_own + [text]


def test_words_on_a_band_have_its_ink_and_in_a_row_that_of_what_is_around(
    context: Context,
) -> None:
    painter = context.painter
    theme, around = painter.theme, painter.theme.stripes[9]
    for is_marked, ground in ((True, theme.palette.chosen), (False, around)):
        text = Text("x")
        with painter.ink_on(around):
            PressedPanel(Quit, text, is_marked=is_marked).arrange(context, Rect(0, 0, 90, 40))
        assert text.ground == ground


def test_a_list_that_has_become_shorter_is_scrolled_no_further_than_its_end(
    context: Context,
) -> None:
    column = Scroll(*(Block(50, 40) for _ in range(10)))
    column.arrange(context, Rect(0, 0, 90, 100))
    assert column.area is not None
    column.area.scroll_to(300)
    column.adopt(Scroll(*(Block(50, 40) for _ in range(4))))
    column.arrange(context, Rect(0, 0, 90, 100))
    assert column.area is not None
    assert (column.area.content_height, column.area.top) == (160, 60)


def test_a_list_is_an_area_even_where_it_has_room_unless_a_part_fills_it(
    context: Context,
) -> None:
    for part, is_area in ((Block(50, 40), True), (Block(50, 40, share=1), False)):
        column = Scroll(part)
        column.arrange(context, Rect(0, 0, 90, 100))
        assert (column.area is not None) is is_area


def test_the_words_of_a_list_shrink_where_its_bar_leaves_too_little_room(
    context: Context,
) -> None:
    context.painter = Painter(make_view((1280, 800), 1.25))
    word = context.painter.text_width("Donaudampfschiff", context.painter.theme.type.label)
    bar = context.painter.px(18)
    for room, is_smaller in ((word + bar, False), (word + bar - 1, True), (word, True)):
        column = Scroll(Text("Donaudampfschiff", "label"))
        column.arrange(context, Rect(0, 0, room, 100))
        assert (column.word_scale < 1) is is_smaller, room


def test_the_rest_of_an_upright_page_is_for_pictures_that_want_a_share(context: Context) -> None:
    context.painter = Painter(make_view((1080, 1920)))
    for share, height in ((0.0, 150), (1.0, 250)):
        side = Column(Picture(lambda *_: None, 2.0, share=share))
        Sides(Block(50, 50), side).arrange(context, Rect(0, 0, 300, 300))
        assert side.rect.h == height


def test_the_ring_of_a_row_has_its_two_ends(context: Context) -> None:
    class Slanted(PressedPanel):
        start, end = "edge", "cut"

    row, surface = Slanted(Quit), pygame.Surface((160, 100))
    row.arrange(context, Rect(30, 30, 100, 40))
    row.draw_focus(surface, context.painter)
    ring = place_of(surface, context.painter.theme.palette.focus)
    assert ring is not None
    ys = (ring.y + 1, ring.centre[1], ring.bottom - 2)
    lit = [[x for x in range(160) if surface.get_at((x, y))[0] > 200] for y in ys]
    assert [min(row) for row in lit] == [24, 24, 24]
    rights = [max(row) for row in lit]
    assert rights[0] > rights[1] > rights[2]


def test_the_content_of_a_page_that_is_almost_empty_stands_free(context: Context) -> None:
    for size, high, y in (
        ((1280, 800), 100, 800 / 6),
        ((1280, 800), 459, 0.4 * 321),
        ((1280, 800), 461, 0),
        ((1080, 1920), 1000, 1920 / 6),
        ((1080, 1920), 1800, 0.4 * 100),
    ):
        context.painter = Painter(make_view(size))
        content, foot = Block(50, high), Block(50, 20)
        body = Body(content, Spacer(share=1), foot)
        body.arrange(context, Rect(0, 0, *size))
        assert content.rect.y == pytest.approx(y, abs=1), (size, high)
        assert foot.rect.bottom == size[1]
        assert body.pad == (0, 0, 0, 0)


def test_the_free_room_of_a_page_is_below_its_last_part_of_a_share(context: Context) -> None:
    for shares, y in (((3.0, 1.0), 510), ((0.0, 1.0), 800 / 6)):
        content = Block(50, 100)
        body = Body(Spacer(share=shares[0]), content, Spacer(share=shares[1]), Block(50, 20))
        body.arrange(context, Rect(0, 0, 1280, 800))
        assert content.rect.y == pytest.approx(y, abs=1)


def test_pages_of_many_parts_are_drawn_and_read_as_they_were() -> None:
    """In tall and in large windows, with the pointer or the keyboard on a part."""
    assert changed_pages("parts") == []
