"""Words are never lost and never too wide."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from game.ui.layout.text import fit_text, wrap_text

words = st.text("abcdefgh \n\u00a0", max_size=80)


def measure(text: str, size: int) -> int:
    """Every letter half as wide as its size."""
    return len(text) * size // 2


@given(words, st.integers(10, 400))
def test_wrapping_keeps_every_letter_and_the_width(text: str, width: int) -> None:
    lines = wrap_text(text, width, lambda t: measure(t, 12))
    assert "".join("".join(lines).split()) == "".join(text.split())
    assert all(measure(line, 12) <= width or len(line) <= 1 for line in lines)


@given(words, st.integers(40, 600), st.integers(10, 200), st.integers(9, 60))
def test_fitted_words_fit_or_are_as_small_as_allowed(
    text: str, width: int, height: int, size: int
) -> None:
    fitted = fit_text(text, (width, height), size, measure)
    assert "".join("".join(fitted.lines).split()) == "".join(text.split())
    assert 9 <= fitted.size <= size
    assert fitted.height <= height or fitted.size == 9


def test_words_shrink_before_they_break() -> None:
    fitted = fit_text("Rechtschreibung", (90, 40), 24, measure)
    assert fitted.lines == ("Rechtschreibung",)
    assert fitted.size == 12


def test_a_no_break_space_holds() -> None:
    lines = wrap_text("3\u00a0× 9", 25, lambda t: measure(t, 10))
    assert lines[0].startswith("3\u00a0×")


def test_one_line_is_kept_where_asked() -> None:
    fitted = fit_text("one two three", (60, 400), 30, measure, max_lines=1)
    assert len(fitted.lines) == 1


def test_words_have_the_largest_size_that_fits_and_no_more_lines_than_allowed() -> None:
    text = "one two three"
    for box, size, most, fitted in (
        ((90, 20), 12, None, (12, (text,))),
        ((78, 15), 12, None, (12, (text,))),
        ((77, 15), 12, None, (11, (text,))),
        ((60, 30), 12, None, (12, ("one two", "three"))),
        ((60, 30), 12, 2, (12, ("one two", "three"))),
        ((60, 400), 12, 1, (9, (text,))),
        ((57, 400), 12, 1, (9, ("one two", "three"))),
        ((60, 29), 12, None, (11, ("one two", "three"))),
        ((30, 400), 12, None, (12, ("one", "two", "three"))),
        ((29, 400), 12, None, (11, ("one", "two", "three"))),
        ((20, 400), 12, None, (9, ("one", "two", "thre", "e"))),
        ((90, 20), 5, None, (9, (text,))),
    ):
        found = fit_text(text, box, size, measure, max_lines=most)
        assert (found.size, found.lines) == fitted, (box, most)
        assert found.line_height == round(found.size * 1.25)
        assert found.height == found.line_height * len(found.lines)


def test_a_word_too_long_for_a_line_begins_where_it_would() -> None:
    for text, lines in (
        ("abcdefgh ij", ["abc", "def", "gh", "ij"]),
        ("a bcdef", ["a", "bcd", "ef"]),
        ("abcd\n\nabcd", ["abc", "d", "", "abc", "d"]),
        ("", [""]),
    ):
        assert wrap_text(text, 3, len) == lines
