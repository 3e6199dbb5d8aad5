"""Letters that the game's own font lacks: their fonts, their boxes, and the runs of a line."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pygame
import pytest

from game.ui.draw import fallback
from game.ui.draw.fallback import FontRun, font_of, runs_of
from game.ui.draw.fonts import OWN_LETTERS, Fonts, _width, font_path, render_line
from game.ui.draw.painter import Painter
from tests.ui.painted import Sketch, compare_sketches, place_of

UNKNOWN = "\U0010abcd"
PYGAME_FONT = Path(pygame.font.__file__).with_name(pygame.font.get_default_font())
WHITE, HALO = (255, 255, 255), (200, 0, 0)

NAMES = (
    "Ana", "Ștefan", "Анна", "Инна", "Ελένη", "Αλέκος", "שלום", "שרה", "نور", "علي", "木村", "张伟",
    "김민수", "नेहा", "สมชาย", "Ἀθηνᾶ", "የሐበሻ", "தமிழ்", "ქეთი", "Հայկ", "বাংলা", "ᏣᎳᎩ", "🙂", "🙃",
    "𝔘𝔫𝔦", "नेहा Анна", "ab\u0301\u0323c",
)  # fmt: skip


def test_the_box_of_an_unknown_letter_has_no_edge_of_its_own() -> None:
    plain, edged = (
        render_line(UNKNOWN, 60, WHITE, outline=outline, halo=HALO).get_bounding_rect(min_alpha=60)
        for outline in (0, 3)
    )
    assert edged == plain.move(3, 3)


@pytest.mark.usefixtures("_fonts")
@pytest.mark.parametrize("blank", [" ", "\u2003", "\u1680", "\u3000"])
def test_a_blank_is_never_a_box(blank: str) -> None:
    assert font_of(blank, font_path()) is not None
    assert not any(run.is_missing for run in runs_of(f"a{blank}b", font_path()))


def test_a_line_of_known_and_unknown_letters_is_cut_between_them() -> None:
    main = font_path()
    assert runs_of("abc", main) == (FontRun("abc"),)
    assert runs_of(f"ab{UNKNOWN}{UNKNOWN}c", main) == (
        FontRun("ab"),
        FontRun(UNKNOWN * 2, is_missing=True),
        FontRun("c"),
    )


@pytest.fixture(params=["the system's fonts", "no other font"])
def _fonts(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    if request.param == "no other font":
        monkeypatch.setattr(fallback, "other_fonts", lambda: ())
    caches = (fallback.runs_of, fallback.font_of, _width)
    for one in caches:
        one.cache_clear()
    yield
    for one in caches:
        one.cache_clear()


@pytest.mark.usefixtures("_fonts")
@pytest.mark.parametrize(("is_bold", "outline"), [(False, 0), (True, 0), (True, 3)])
def test_every_name_is_told_from_every_other(is_bold: bool, outline: int) -> None:
    seen: dict[tuple[tuple[int, int], bytes], str] = {}
    for name in NAMES:
        line = render_line(name, 30, (255, 255, 255), is_bold=is_bold, outline=outline)
        assert pygame.mask.from_surface(line).count() > 20, name
        look = (line.get_size(), pygame.image.tobytes(line, "RGBA"))
        assert look not in seen, f"{name} looks like {seen.get(look)}"
        seen[look] = name


@pytest.mark.usefixtures("_fonts")
@pytest.mark.parametrize("name", NAMES)
def test_a_line_is_as_wide_as_it_is_measured(name: str) -> None:
    fonts = Fonts()
    for size in (14, 22, 40, 70):
        drawn = fonts.render(name, size, (255, 255, 255)).get_width()
        assert abs(fonts.width(name, size) - drawn) <= 1


JOINED = {"بيت": "ب ي ت", "محمد": "م ح م د", "लिखि": "ल ि ख ि", "हिन्दी": "हिन दी"}
"""Words, and their letters in isolated form."""


@pytest.mark.parametrize(("word", "letters"), JOINED.items())
def test_letters_are_joined_and_ordered_as_their_script_has_them(word: str, letters: str) -> None:
    runs = fallback.runs_of(word, font_path())
    if any(run.is_missing for run in runs):
        pytest.skip("no font here has these letters")
    colour = (255, 255, 255)
    latin = render_line("Ana VAT fi", 40, colour)
    line = render_line(word, 40, colour)
    assert abs(Fonts().width(word, 40) - line.get_width()) <= 1
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(fallback, "find_script", lambda _: fallback.NO_SCRIPT)
        loose = render_line(word, 40, colour)
    assert pygame.image.tobytes(line, "RGBA") != pygame.image.tobytes(loose, "RGBA")
    assert line.get_width() < render_line(letters, 40, colour).get_width()
    # The game's own letters are as before.
    again = render_line("Ana VAT fi", 40, colour)
    assert pygame.image.tobytes(latin, "RGBA") == pygame.image.tobytes(again, "RGBA")


def test_a_line_of_the_game_s_own_letters_is_one_run() -> None:
    for text in ("", "Ștefan – „ja“ …", "3 × 9 = 27", *OWN_LETTERS):
        assert all(
            run.path is None and not run.is_missing for run in fallback.runs_of(text, font_path())
        )


def test_right_to_left_words_stay_one_run_and_others_keep_their_place() -> None:
    runs = fallback.runs_of("Ana שלום דן Bob", font_path())
    assert [run.text.strip() for run in runs if run.text.strip()] == ["Ana", "שלום דן", "Bob"]
    assert [run.is_leftward for run in runs if run.text.strip()] == [False, True, False]


@pytest.mark.parametrize(
    ("line", "seen"),
    [
        # Capitals are read from right to left.
        ("ana ABC 12 DEF bob", "ana |DEF| |12| |ABC| bob"),
        ("ABC 12", "ABC| 12"),
        ("ABC 3.5 DEF", "DEF| |3.5| |ABC"),
        ("ABC (DEF) - 7", "(|DEF|) |ABC| - 7"),
        ("ABC: 120 · DEF: 7", "ABC|: 120 · |DEF|: 7"),
        ("x (ABC) y", "x (|ABC|) y"),
        ("ABC x DEF", "ABC| x |DEF"),
        ("ABC DEF", "ABC DEF"),
        ("ABC, DEF", "ABC|, |DEF"),
        ("x, ABC", "x, |ABC"),
        ("ABC 12% DEF", "DEF| |12%| |ABC"),
        ("ABC % DEF", "DEF| % |ABC"),
        ("ABC (DEF) x", "(|DEF|) |ABC| x"),
        ("ABC) x", "ABC|) x"),
        ("ABC ٣ x", "٣| |ABC| x"),
        ("ABC! x", "ABC|! x"),
    ],
)
def test_digits_and_brackets_stand_where_a_reader_looks_for_them(
    monkeypatch: pytest.MonkeyPatch, line: str, seen: str
) -> None:
    letters = dict(zip("ABCDEF", "אבגדהו", strict=True))
    back = {ord(letter): capital for capital, letter in letters.items()}
    here, there = font_path(), Path("hebrew.ttf")
    back_letters = set(letters.values())
    monkeypatch.setattr(fallback, "font_of", lambda c, own: there if c in back_letters else own)
    text = line.translate({ord(capital): letter for capital, letter in letters.items()})
    fallback.runs_of.cache_clear()
    runs = fallback.runs_of(text, here)
    fallback.runs_of.cache_clear()
    assert "|".join(run.text.translate(back) for run in runs) == seen


def test_fonts_of_the_extra_come_before_those_of_the_system(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    package = fallback.PACKAGES[0]
    files = tmp_path / package / "files"
    files.mkdir(parents=True)
    (files.parent / "__init__.py").touch()
    for name in ("Letters-Italic[wght].ttf", "Letters[wght].ttf"):
        (files / name).touch()
    monkeypatch.syspath_prepend(tmp_path)
    fallback.other_fonts.cache_clear()
    try:
        assert fallback.other_fonts()[0] == files / "Letters[wght].ttf"
    finally:
        fallback.other_fonts.cache_clear()


@pytest.fixture
def _no_other_fonts(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    caches = (runs_of, font_of)
    monkeypatch.setattr(fallback, "other_fonts", lambda: ())
    for one in caches:
        one.cache_clear()
    yield
    for one in caches:
        one.cache_clear()


@pytest.mark.usefixtures("_no_other_fonts")
def test_a_right_to_left_word_without_a_font_has_its_boxes_from_right_to_left() -> None:
    alef, bet, gimel, dalet, vowel, joiner = "\u05d0\u05d1\u05d2\u05d3\u05b8\u200d"
    no_font = FontRun("", is_missing=True, is_leftward=True)
    own = FontRun("", is_leftward=True)
    line = f"a {alef}{joiner}{bet}({gimel}) 12 {dalet}{vowel} b"
    assert runs_of(line, font_path()) == (
        FontRun("a "),
        no_font._replace(text=f"{vowel}{dalet}"),
        own._replace(text=" "),
        FontRun("12"),
        own._replace(text=" ("),
        no_font._replace(text=gimel),
        own._replace(text=")"),
        no_font._replace(text=f"{bet}{alef}"),
        FontRun(" b"),
    )


@pytest.mark.parametrize("outline", [0, 3])
def test_letters_beside_a_box_are_where_they_are_without_the_box(outline: int) -> None:
    line, first, last = (
        render_line(text, 40, WHITE, outline=outline, halo=HALO)
        for text in (f"a{UNKNOWN}\U0010abceb", "a", "b")
    )
    boxes = 2 * round(40 * 0.62)
    assert line.get_width() == first.get_width() - 2 * outline + boxes + last.get_width()
    whole, left, right = (one.get_bounding_rect(min_alpha=60) for one in (line, first, last))
    assert whole.left == left.left
    assert line.get_width() - whole.right == last.get_width() - right.right


def test_the_first_letter_of_a_right_to_left_word_is_at_the_right() -> None:
    word, low = "\u05d0\u05dc", "\u05d0"
    if font_of(low, font_path()) is None:
        pytest.skip("no font here has these letters")
    line, letter = (render_line(text, 40, WHITE) for text in (word, low))
    neck = line.subsurface((0, 0, line.get_width(), letter.get_bounding_rect().top))
    assert 0 < neck.get_bounding_rect().right < line.get_width() / 2, "of the word's last letter"
    edged = render_line(word, 40, WHITE, outline=3, halo=HALO)
    letters, halo = place_of(edged, WHITE), place_of(edged, HALO)
    assert letters is not None
    assert halo is not None
    assert halo.x < letters.x < letters.right < halo.right, "the edge is around the letters"
    assert halo.y < letters.y < letters.bottom < halo.bottom


@pytest.fixture
def _pygame_s_font(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Pygame's own font, which has Cyrillic letters, is the only other one."""
    monkeypatch.setattr(fallback, "other_fonts", lambda: (PYGAME_FONT,))
    font_of.cache_clear()
    yield
    font_of.cache_clear()


@pytest.mark.usefixtures("_pygame_s_font")
@pytest.mark.parametrize("outline", [0, 3])
def test_letters_of_another_font_have_the_line_s_size_and_baseline(outline: int) -> None:
    main, other = (pygame.font.Font(str(path), 40) for path in (font_path(), PYGAME_FONT))
    main.outline = other.outline = outline
    letters = other.render("Жр", True, WHITE)
    line = fallback.draw_runs(main, (FontRun("Жр", PYGAME_FONT),), WHITE, "test")
    assert line.get_width() == letters.get_width()
    shown = pygame.Surface(line.get_size(), pygame.SRCALPHA)
    shown.fill((*WHITE, 0))
    shown.blit(letters, (0, main.get_ascent() - other.get_ascent()))
    assert pygame.image.tobytes(line, "RGBA") == pygame.image.tobytes(shown, "RGBA")


@pytest.mark.usefixtures("_pygame_s_font")
def test_a_letter_with_a_mark_that_no_font_has_is_still_written() -> None:
    mark = "\u20f0"
    found = [font_of(f"{letter}{mark}", font_path()) for letter in ("a", "ж", UNKNOWN)]
    assert found == [font_path(), PYGAME_FONT, None]


def draw_boxes(signs: str, surface: pygame.Surface, painter: Painter) -> None:
    """Draw the boxes of signs without a font."""
    surface.blit(render_line(signs, 60, WHITE), (0, 0))


@pytest.mark.usefixtures("_no_other_fonts")
def test_a_box_has_the_number_of_its_sign_in_two_rows() -> None:
    inks = {"#": WHITE}
    sketches = [
        Sketch(
            name,
            (len(signs) * round(60 * 0.62), 66),
            (len(signs) * 37, 33),
            partial(draw_boxes, signs),
            lambda _: inks,
        )
        for name, signs in (("boxes", f"\ue4f1{UNKNOWN}"), ("five digits", "\U0001e4fe"))
    ]
    compare_sketches(sketches, "fallback")


@pytest.mark.parametrize(
    ("platform", "folder"),
    [
        ("win32", r"C:\Windows\Fonts"),
        ("darwin", "/Library/Fonts"),
        ("linux", "/usr/share/fonts"),
        ("freebsd14", "/usr/local/share/fonts"),
    ],
)
def test_the_system_s_fonts_with_most_letters_come_first(
    monkeypatch: pytest.MonkeyPatch, platform: str, folder: str
) -> None:
    noto = [f"NotoSans{one}{other}-Regular.ttf" for one in "abcd" for other in "abcdefghij"]
    files = ["Unifont.otf", *noto, "Arial.ttf", "tahoma.ttf", "DejaVuSans.txt", "DejaVuSans.TTF"]
    monkeypatch.setattr(sys, "platform", platform)
    monkeypatch.setattr(fallback, "PACKAGES", ())
    monkeypatch.setattr(os, "walk", lambda place: [(place, [], files)] if place == folder else [])
    fallback.other_fonts.cache_clear()
    try:
        found = fallback.other_fonts()
    finally:
        fallback.other_fonts.cache_clear()
    assert found == tuple(
        Path(folder, name) for name in ("DejaVuSans.TTF", "tahoma.ttf", *noto[:30])
    )
