"""Bands of a page: their places, colours, words, and what is pressed on them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

import pygame
import pytest

from game.locale import Language, load_catalogue
from game.ui.draw.animation import mix_colour
from game.ui.draw.bands import Shade, shaded
from game.ui.draw.icons import Icon
from game.ui.draw.painter import Painter
from game.ui.draw.theme import Colour, Theme, find_theme
from game.ui.frame.context import Context
from game.ui.frame.outline import Role
from game.ui.frame.scene import Quit
from game.ui.layout.rects import Rect, View, make_view
from game.ui.parts import (
    Across,
    ActionBand,
    Column,
    Door,
    Head,
    ListRow,
    NumberWord,
    Slab,
    Text,
    WideRow,
)
from game.ui.scenes.routes import SceneRoutes
from game.ui.widgets import Widget
from tests.golden.pages import changed_pages
from tests.ui.painted import Sketch, compare_sketches, place_of
from tests.ui.written import written_lines

PLACE = Rect(300, 100, 500, 80)

Line = tuple[str, Rect, int]


def draw(context: Context, widget: Widget, rect: Rect) -> tuple[pygame.Surface, list[Line]]:
    """Arrange and draw a part; return the picture, and each line with its place and size."""
    surface = pygame.Surface((1280, 800))
    widget.arrange(context, rect)
    with written_lines() as lines:
        widget.draw_with_focus(surface, context.painter)
        for leaf in widget.walk():
            if leaf is not widget:
                leaf.draw_with_focus(surface, context.painter)
    return surface, [(line.text, line.place, line.size) for line in lines]


def test_the_heading_of_a_head_has_its_place_on_a_renewed_page_too(context: Context) -> None:
    head = Head(3, "Records", Quit, tooltip="Back")
    head.arrange(context, PLACE)
    before = list(head.outline(context))
    head.adopt(Head(3, "Records", Quit, tooltip="Back"))
    head.arrange(context, PLACE)
    assert list(head.outline(context)) == before
    assert before[0].rect.w > 0


def test_a_head_is_a_heading_and_the_way_back_in_its_doors_colour(context: Context) -> None:
    theme = context.painter.theme
    head = Head(3, "Records", Quit, tooltip="Back")
    title, back = head.outline(context)
    assert (title.role, title.name) == (Role.HEADING, "Records")
    assert (back.role, back.name, back.about, back.number) == (Role.BUTTON, "Back", "", id(head))
    assert head.spoken(context) == ["Records"]
    assert isinstance(head.press(), Quit)
    assert head.fill(theme) == theme.stripes[3]
    play, chosen = Head(9, "Play", Quit), Head(None, "Play", Quit)
    assert chosen.fill(theme) == theme.palette.chosen
    fill, bright = play.fill(theme), theme.stripes[9]
    assert fill != bright, "the bright yellow is the action's"
    assert all(a <= b for a, b in zip(fill, bright, strict=True))
    for name, share in (("night", 0.16), ("contrast", 0.25)):
        flat = find_theme(name, "box")
        assert play.fill(flat) == mix_colour(flat.stripes[9], flat.palette.fold, share)


@pytest.mark.parametrize(
    ("make", "band"),
    [
        (partial(Door, 3, Quit, pad=0), Rect(0, 100, 800, 80)),
        (partial(ListRow, Quit, "Ana"), Rect(0, 100, 800, 80)),
        (partial(ListRow, Quit, "Ana", bleeds=False), PLACE),
        (partial(WideRow, Quit, pad=0), PLACE),
        (partial(WideRow, Quit, pad=0, is_loud=True), Rect(0, 100, 1280, 80)),
        (partial(ActionBand, "Go", Quit), Rect(300, 100, 980, 80)),
        (partial(ActionBand, "Go", Quit, bleeds="left"), Rect(0, 100, 800, 80)),
    ],
)
def test_a_band_runs_to_the_windows_edge_on_its_side(
    context: Context, make: Callable[[], Any], band: Rect
) -> None:
    part = make()
    part.arrange(context, PLACE)
    assert part.band(context.painter) == band


def test_an_action_is_as_large_as_its_words_and_what_is_beside_them(context: Context) -> None:
    painter = context.painter
    types = painter.theme.type
    label = "Begin this long game now"
    words = painter.text_width(label, types.action) + 1
    small = painter.text_width(label, types.title) + 1
    about = 28 + painter.text_width("alone", types.strong)
    cut, low = round(104 * 15 / 26 + 24), round(84 * 15 / 26 + 24)
    for band, wide, high in (
        (ActionBand(label, Quit), words + cut + 58, 104),
        (ActionBand(label, Quit, bleeds="left"), words + cut, 104),
        (ActionBand(label, Quit, icon=Icon.PLAY), words + 58 + cut + 58, 104),
        (ActionBand(label, Quit, about="alone"), words + about + cut + 58, 104),
        (ActionBand(label, Quit, small=True), small + low + 58, 84),
        (ActionBand("Go", Quit), 400, 104),
    ):
        assert band.measure(painter) == (wide, high)
        for width, is_crowded in ((wide, False), (wide - 1, True)):
            band.arrange(context, Rect(0, 0, width, high))
            assert band.is_crowded(painter) is is_crowded
    assert ActionBand("Go", Quit, about="alone").name_and_state(context) == "Go, alone"
    assert ActionBand("Go", Quit).name_and_state(context) == "Go"
    narrow = ActionBand("Go on", Quit, icon=Icon.PLAY)
    least = max(painter.text_width(word, types.action) for word in ("Go", "on"))
    assert narrow.least_width(painter) == least + 58 + cut + 58


def test_an_upright_window_has_actions_of_one_width_at_their_edge(context: Context) -> None:
    context.painter = Painter(make_view((1080, 1920)))
    px = context.painter.px
    room = Rect(0, 1000, 1080, 300)
    for bleeds, x in (("right", 1080 - px(480)), ("left", 0)):
        band: Any = ActionBand("Go", Quit, bleeds=bleeds)  # type: ignore[arg-type]
        band.arrange(context, room)
        assert band.rect == Rect(x, 1300 - px(104), px(480), px(104))
    wide = ActionBand("Go on with this very long game", Quit)
    wide.arrange(context, room)
    assert wide.rect.w == min(1080, wide.measure(context.painter)[0]) > px(480)


def test_an_action_writes_what_it_has_room_for_and_moves_while_it_is_held(
    context: Context,
) -> None:
    band = ActionBand("Go", Quit, about="alone", icon=Icon.PLAY)
    wide, high = band.measure(context.painter)
    _, lines = draw(context, band, Rect(600, 300, wide, high))
    assert [text for text, *_ in lines] == ["Go", "alone"]
    (_, label, _), (_, about, _) = lines
    assert label.right < about.x
    band.is_pressed = True
    _, pressed = draw(context, band, Rect(600, 300, wide, high))
    assert [now.x - was.x for (_, now, _), (_, was, _) in zip(pressed, lines, strict=True)] == [
        4,
        4,
    ]
    band.is_pressed = False
    _, narrow = draw(context, band, Rect(600, 300, 300, high))
    assert [text for text, *_ in narrow] == ["Go"]


def test_a_number_and_its_word_lead_on_where_they_can_be_pressed(context: Context) -> None:
    number, link = NumberWord("12", "games"), NumberWord("12", "games won", Quit)
    assert number.name_and_state(context) == "12 games"
    for part, is_lit in ((number, False), (link, True)):
        place = Rect(10, 10, 300, 60)
        rest = pygame.image.tobytes(draw(context, part, place)[0], "RGB")
        part.is_hovered = True
        assert (pygame.image.tobytes(draw(context, part, place)[0], "RGB") != rest) is is_lit
        part.is_hovered = False
    assert (number.is_focusable, link.is_focusable) == (False, True)
    painter = context.painter
    types = painter.theme.type
    for part, shown in ((number, "games"), (link, "games won\u00a0›")):
        wide, high = part.measure(painter)
        for width, size, word in (
            (wide, types.action, types.label),
            (part.least_width(painter), types.title, painter.lessened(types.label)),
        ):
            _, lines = draw(context, part, Rect(10, 10, width, high + 10))
            assert (lines[0][0], lines[0][2]) == ("12", painter.px(size.size))
            assert " ".join(text for text, *_ in lines[1:]) == shown
            assert {size for *_, size in lines[1:]} == {painter.px(word.size)}
        assert part.is_too_narrow(painter, part.least_width(painter) - 1)


def test_a_row_of_a_list_has_a_name_a_line_about_it_and_a_value(context: Context) -> None:
    for about, bleeds, left, top in (
        ("", True, 0, 10),
        ("", False, 14, 10),
        ("second in May · of nine", True, 0, 6),
        ("second in May · of nine", False, 14, 6),
    ):
        row = ListRow(Quit, "Ana", about, value="180", bleeds=bleeds, is_chosen=not bleeds)
        row.arrange(context, Rect(40, 0, 600, 70))
        texts = {part.words: part for part in row.walk() if isinstance(part, Text)}
        assert list(texts) == [*filter(None, ("Ana", about, "180"))]
        first = texts["Ana"].rect
        assert first.x == 40 + left
        assert row.inner(context.painter) == Rect(40 + left, top, 600 - left - 36, 70 - 2 * top)
        assert texts["180"].rect.right == 640 - 36
        assert row.is_chosen is not bleeds
        if about:
            assert texts[about].rect.y >= first.bottom
            _, lines = draw(context, row, Rect(40, 0, 250, 70))
            assert "second in May" in [text for text, *_ in lines]
    words = [part for part in ListRow(None, "Ana", mark=Text("A")).walk() if isinstance(part, Text)]
    assert [part.words for part in words] == ["A", "Ana"]
    assert not ListRow(None, "Ana", is_chosen=True).is_chosen


def test_boxes_over_a_page_have_their_ground_and_say_that_something_is_lost(
    context: Context,
) -> None:
    theme = context.painter.theme
    p = theme.palette
    for part, edge, ground in (
        (Across(Text("")), p.gold, p.card),
        (Across(Text(""), is_lossy=True), p.bad, p.card),
        (Slab(Text("")), None, None),
        (WideRow(Quit, pad=0, is_loud=True), None, theme.stripes[9]),
        (ListRow(Quit, "", is_chosen=True), None, p.chosen),
    ):
        surface, _ = draw(context, part, PLACE)
        inside = surface.get_at((550, 140))[:3]
        assert edge is None or [surface.get_at((550, y))[:3] for y in (100, 104, 105)] == [
            edge,
            edge,
            p.card,
        ]
        assert inside == (ground or inside)
    assert inside != draw(context, ListRow(Quit, ""), PLACE)[0].get_at((550, 140))[:3]


_PLACE = Rect(76, 40, 90, 26)
_ALL: list[tuple[str, dict[str, object]]] = [
    ("", {}),
    (" under the pointer", {"is_hovered": True}),
    (" that is held", {"is_hovered": True, "is_pressed": True}),
    (" that is off", {"is_hovered": True, "why_disabled": ""}),
    (" with the focus", {"shows_focus": True}),
]
_ENDS, _PLAIN = [_ALL[0], _ALL[-1]], _ALL[:1]
_PARTS: list[tuple[str, Callable[[], Widget], list[tuple[str, dict[str, object]]]]] = [
    ("door", partial(Door, 3, Quit, pad=0), _ALL),
    ("head of play", partial(Head, 9, "", Quit, reads="Play"), _PLAIN),
    ("action", partial(ActionBand, "", Quit, icon=Icon.PLAY), _ALL),
    ("action at the left", partial(ActionBand, "", Quit, bleeds="left"), _ENDS),
    ("chosen row", partial(ListRow, Quit, "", is_chosen=True), _ENDS),
    ("row that does not bleed", partial(ListRow, Quit, "", bleeds=False), _ALL),
    ("loud row", partial(WideRow, Quit, pad=0, is_loud=True), _ENDS),
    ("row", partial(WideRow, Quit, pad=0), [_ALL[1], _ALL[-1]]),
    ("number", partial(NumberWord, "", "", Quit), _ENDS),
    ("card", partial(Column, look="card"), _PLAIN),
    ("slab", partial(Column, look="slab"), _PLAIN),
    ("panel", partial(Column, look="panel"), _PLAIN),
]


def draw_part(
    surface: pygame.Surface,
    painter: Painter,
    make: Callable[[], Widget],
    state: Mapping[str, object],
) -> None:
    """Draw a part in a state, in a window of the surface's size at half the scale."""
    with painter.seen_in(View(Rect(0, 0, *surface.get_size()), 0.5)):
        part = make()
        part.arrange(Context(painter, load_catalogue(Language("en")), SceneRoutes), _PLACE)
        for name, value in state.items():
            setattr(part, name, value)
        part.draw_with_focus(surface, painter)


_SHADES: tuple[Shade, ...] = ("rest", "lit", "pressed", "off")


def part_inks(theme: Theme) -> dict[str, Colour]:
    """Return the letters of the colours of bands at rest, lit, held and off, and behind folds."""
    p = theme.palette
    dull = mix_colour(theme.stripes[9], p.fold, p.fold_share)
    inks = {"#": p.focus, ".": p.line, "a": p.card, "=": mix_colour(p.sky, p.card, 0.45)}
    for names, folds, fill in (
        ("3kKx", "fFhH", theme.stripes[3]),
        ("9lLy", "", theme.stripes[9]),
        ("dmMz", "eErR", dull),
        ("cnNw", "", p.chosen),
        ("-+~_", "", p.faint),
    ):
        colours = [shaded(theme, fill, shade) for shade in _SHADES]
        behind = [mix_colour(colour, p.fold, p.fold_share) for colour in colours]
        inks |= dict(zip(names, colours, strict=True)) | dict(zip(folds, behind, strict=False))
    return inks


SKETCHES = [
    Sketch(
        f"{name}{suffix}",
        (240, 76),
        (60, 38),
        partial(draw_part, make=make, state=state),
        part_inks,
        near=6,
    )
    for name, make, states in _PARTS
    for suffix, state in states
]


def test_parts_are_drawn_as_their_letters_say() -> None:
    compare_sketches(SKETCHES, "parts")


def test_a_ruled_box_has_a_line_above_it(context: Context) -> None:
    p = context.painter.theme.palette
    surface, _ = draw(context, Column(look="ruled"), PLACE)
    assert place_of(surface, p.line) == PLACE._replace(h=1)
    surface, _ = draw(context, Column(look="panel"), PLACE)
    assert place_of(surface, p.line) is None


def test_pages_of_many_parts_are_drawn_and_read_as_they_were() -> None:
    """In tall and in large windows, with the pointer or the keyboard on a part."""
    assert changed_pages("parts") == []
