"""Words, pictures and signs: how much room they want, and what they leave out."""

from __future__ import annotations

import pygame
import pytest

from game.ui.draw.icons import Icon
from game.ui.draw.painter import Painter
from game.ui.draw.theme import find_theme
from game.ui.frame.context import Context
from game.ui.frame.outline import Role
from game.ui.layout.rects import Rect
from game.ui.parts import Ink, Picture, Sign, Spacer, Style, Text, coloured
from tests.golden.pages import changed_pages
from tests.ui.painted import place_of
from tests.ui.unseen import drawn_words
from tests.ui.written import written_lines


def test_titles_are_headings_and_figures_are_not(context: Context) -> None:
    styles: dict[Style, tuple[Role, bool]] = {
        "display": (Role.HEADING, False),
        "title": (Role.HEADING, False),
        "heading": (Role.HEADING, True),
        "action": (Role.HEADING, True),
        "body": (Role.LABEL, True),
        "label": (Role.LABEL, True),
        "number": (Role.LABEL, True),
    }
    for style, (role, names) in styles.items():
        text = Text("Words", style)
        assert (text.role, text.names) == (role, names)
    assert Text("180", "action").role is Role.LABEL
    assert Text("180", "heading").role is Role.HEADING


def test_words_are_measured_by_their_widest_line(context: Context) -> None:
    painter = context.painter
    style = painter.theme.type.body
    line = painter.line_height(style)

    def wide(words: str) -> int:
        return painter.text_width(words, style)

    one, two = Text("Leave the game"), Text("Leave\nthe whole game")
    assert one.measure(painter) == (wide("Leave the game") + 1, line)
    assert two.measure(painter) == (wide("the whole game") + 1, 2 * line)
    assert one.least_width(painter) == max(map(wide, ("Leave", "the", "game")))
    single = Text("Leave the game", lines=1)
    assert single.least_width(painter) == single.measure(painter)[0]
    for lines, height, is_crowded in ((None, 3, False), (3, 3, False), (2, 2, True), (1, 1, True)):
        text = Text("Leave the game", lines=lines)
        narrow = max(map(wide, ("Leave", "the", "game")))
        assert text.height_for(painter, narrow) == height * line
        text.arrange(context, Rect(0, 0, narrow, 200))
        assert text.is_crowded(painter) is is_crowded
    assert Text("Leave", lines=3).height_for(painter, 500) == line
    assert Text("").height_for(painter, 50) == 0
    assert not Text("", lines=1).is_crowded(painter)


def test_halves_are_left_out_from_the_end_until_the_rest_has_room(context: Context) -> None:
    painter = context.painter
    style = painter.theme.type.body
    halves = ["first of May", "second", "third"]
    text = Text(" · ".join(halves), halves=True, lines=1)
    assert text.least_width(painter) == painter.text_width(halves[0], style) + 1
    for count in (3, 2, 1):
        words = " · ".join(halves[:count])
        for spare, shown in ((0, words), (-1, " · ".join(halves[: count - 1]) or words)):
            text.arrange(context, Rect(0, 0, painter.text_width(words, style) + spare, 40))
            drawn = drawn_words(lambda surface: text.draw(surface, painter), (600, 40))
            assert drawn == [shown]
            assert not text.is_crowded(painter)


def test_lines_are_read_as_they_stand_or_as_they_are_to_be_read(context: Context) -> None:
    text = Text("One\nTwo")
    assert (text.spoken(context), text.name_and_state(context)) == (["One", "Two"], "One, Two")
    assert Text("One", reads="Eins\nZwei").spoken(context) == ["Eins", "Zwei"]
    assert Text("").spoken(context) == []
    assert Spacer(reads="x").spoken(context) == []
    assert Sign(Icon.STAR).spoken(context) == []
    assert Sign(Icon.STAR, reads="A star").spoken(context) == ["A star"]


def test_words_have_the_ink_and_the_side_that_was_asked_for(context: Context) -> None:
    painter = context.painter
    p = painter.theme.palette
    inks: tuple[Ink, ...] = ("ink", "ink_soft", "accent", "good", "bad", "cool")
    for ink in inks:
        assert coloured(ink, painter) == getattr(p, ink)
        assert Text("x", "body", ink).style(painter).colour == getattr(p, ink)
    assert Text("x").style(painter) == painter.theme.type.body
    for align, is_there in (("left", (1, 0)), ("centre", (0, 0)), ("right", (0, 1))):
        for style in ("body", "number"):
            text = Text("7", style, "accent", align=align, lines=1)  # type: ignore[arg-type]
            text.arrange(context, Rect(0, 0, 600, 90))
            surface = pygame.Surface((600, 90), pygame.SRCALPHA)
            text.draw(surface, painter)
            drawn = surface.get_bounding_rect()
            assert (int(drawn.right < 100), int(drawn.left > 500)) == is_there, (align, style)


def test_pictures_keep_their_shape_and_their_least_height(context: Context) -> None:
    painter, painted = context.painter, list[Rect]()
    wide = Picture(lambda surface, rect: painted.append(rect), 2.0, least=30)
    free = Picture(lambda surface, rect: None)
    assert (wide.height_for(painter, 300), free.height_for(painter, 300)) == (150, 0)
    assert (wide.least_height(painter, 300), free.least_height(painter, 300)) == (30, 80)
    wide.arrange(context, Rect(1, 2, 30, 40))
    wide.draw(pygame.Surface((50, 50)), painter)
    assert painted == [Rect(1, 2, 30, 40)]
    assert Sign(Icon.STAR, side=30).measure(painter) == (30, 30)
    assert not [*Spacer(size=3).leaves()]


def test_a_sign_fills_its_side_and_no_more_than_its_room(context: Context) -> None:
    for room, side in ((Rect(0, 0, 100, 100), 40), (Rect(0, 0, 100, 20), 20)):
        sign = Sign(Icon.STAR, "good", 40)
        sign.arrange(context, room)
        surface = pygame.Surface((100, 100), pygame.SRCALPHA)
        sign.draw(surface, context.painter)
        drawn = surface.get_bounding_rect()
        assert side * 0.7 <= max(drawn.size) <= side
        assert abs(drawn.centerx - 50) <= 2


@pytest.mark.parametrize("theme", ["night", "daylight"])
def test_a_golden_figure_is_at_its_side_and_on_gold_by_day(context: Context, theme: str) -> None:
    context.painter.apply_theme(find_theme(theme, "box"))
    painter, place = context.painter, Rect(40, 20, 400, 100)
    p, number = painter.theme.palette, painter.theme.type.number
    wide = painter.text_width("42", number)
    is_gold = theme == "daylight"
    for ink, style, lines, align, x in (
        ("accent", "number", 1, "left", 40),
        ("accent", "number", 1, "centre", 40 + (400 - wide) // 2),
        ("accent", "number", 1, "right", 440 - wide),
        ("accent", "number", None, "left", 40),
        ("good", "number", 1, "left", 40),
        ("accent", "points", 1, "left", 40),
    ):
        text = Text("42", style, ink, lines=lines, align=align)  # type: ignore[arg-type]
        text.arrange(context, place)
        surface = pygame.Surface((480, 140))
        with written_lines() as written:
            text.draw(surface, painter)
        (line,) = written
        is_hero = (ink, style, lines) == ("accent", "number", 1)
        assert (line.text, line.place.x, line.y) == ("42", x, 70)
        expected = p.ink if is_hero and is_gold else coloured(ink, painter)  # type: ignore[arg-type]
        assert line.style.colour == expected
        stroke = place_of(surface, p.gold)
        if is_gold:
            assert (stroke is not None) is is_hero
            if stroke is not None:
                assert stroke.x < x < stroke.right


def test_words_have_no_more_lines_than_they_may(context: Context) -> None:
    painter = context.painter
    line = painter.line_height(painter.theme.type.body)
    words = "one two three four five six seven"
    for lines, halves, is_crowded in ((None, False, False), (2, False, True), (2, True, False)):
        text = Text(words, lines=lines, halves=halves)
        whole = painter.height_of(words, 90, painter.theme.type.body)
        assert whole > 2 * line
        assert text.height_for(painter, 90) == (whole if lines is None else 2 * line)
        text.arrange(context, Rect(0, 0, 90, whole))
        assert text.is_crowded(painter) is is_crowded
    assert Text("").height_for(painter, 90) == 0
    assert Spacer().measure(painter) == (0, 0)


def test_a_picture_paints_in_its_own_inks_and_a_sign_in_that_of_its_ground(
    context: Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    painter, grounds = context.painter, list[object]()
    picture = Picture(lambda surface, rect: grounds.append(painter.ground))
    with painter.ink_on((9, 9, 9)):
        picture.draw(pygame.Surface((9, 9)), painter)
        assert painter.ground == (9, 9, 9)
    assert grounds == [None]
    icons: list[tuple[object, ...]] = []
    monkeypatch.setattr(Painter, "icon", lambda _, __, *given: icons.append(given))
    sign = Sign(Icon.STAR, "good", 40)
    sign.arrange(context, Rect(10, 20, 60, 30))
    sign.draw(pygame.Surface((90, 60)), painter)
    Sign(Icon.PLAY).draw(pygame.Surface((90, 60)), painter)
    p = painter.theme.palette
    assert icons == [
        (Icon.STAR, (40, 35), 30, p.good),
        (Icon.PLAY, (0, 0), 0, p.ink_soft),
    ]


def test_pages_of_many_parts_are_drawn_and_read_as_they_were() -> None:
    """In tall and in large windows, with the pointer or the keyboard on a part."""
    assert changed_pages("parts") == []
