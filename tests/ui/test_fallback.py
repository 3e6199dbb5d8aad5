"""Letters that the game's own font lacks: their boxes, and the runs that a line is cut into."""

from __future__ import annotations

import pytest

from game.ui.draw.fallback import FontRun, font_of, runs_of
from game.ui.draw.fonts import font_path, render_line

UNKNOWN = "\U0010abcd"
WHITE, HALO = (255, 255, 255), (200, 0, 0)


def test_the_box_of_an_unknown_letter_has_no_edge_of_its_own() -> None:
    plain, edged = (
        render_line(UNKNOWN, 60, WHITE, outline=outline, halo=HALO).get_bounding_rect(min_alpha=60)
        for outline in (0, 3)
    )
    assert edged == plain.move(3, 3)


@pytest.mark.parametrize("blank", [" ", "\u2003", "\u205f", "\u3000"])
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
