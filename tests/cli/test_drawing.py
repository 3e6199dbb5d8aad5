"""Boards, columns, names and letters as a terminal shows them."""

from __future__ import annotations

from pathlib import Path

from game.cli.drawing import (
    LATE_MARK,
    MOON_MARK,
    SUN_MARK,
    align,
    clean,
    draw_board,
    number_alike,
    text_width,
    to_ascii,
)
from game.page.result import FULL, HOLLOW
from game.rules.placement import empty_position, put_unchecked
from game.rules.ruleset import Ruleset
from game.rules.tiles import Tile


def test_columns_are_as_wide_as_a_terminal_shows_them() -> None:
    assert [text_width(text) for text in ("Ana", "e\u0301", "王", "ș")] == [3, 1, 2, 1]
    assert align([("Zoe\u0301", "9"), ("王", "27")]) == ["  Zoe\u0301   9", "  王   27"]


def test_each_sign_that_commands_print_has_an_ascii_one() -> None:
    words = "".join(path.read_text("utf-8") for path in Path("assets/locale").rglob("*.toml"))
    signs = set(words) | {SUN_MARK, MOON_MARK, LATE_MARK, FULL, HOLLOW}
    lost = {sign for sign in signs if sign != "?" and to_ascii(sign) == "?"}
    assert lost <= {"°"}
    assert to_ascii("Анна") == "????"


CLASSIC = r"""
                 _______
         _______/       \_______
 _______/       \__c1___/       \_______
/  213  \__b1___/       \__d1___/       \
\__a1___/       \__c2___/       \__e1___/
/       \__b2___/ 793½  \__d2___/       \
\__a2___/       \__c3___/       \__e2___/
/       \__b3___/       \__d3___/  618  \
\__a3___/       \__c4___/       \__e3___/
        \__b4___/       \__d4___/
                \__c5___/
"""
DAFFODIL = r"""
         _______
 _______/       \_______         _______
/ 213☼  \__b1___/       \_______/       \_______
\__a1___/       \__c1___/       \__e1___/       \
/       \__b2___/       \__d1___/       \__f1___/
\__a2___/       \__c2___/       \__e2___/       \
        \__b3___/ 793☼½ \__d2___/ 618)  \__f2___/
        /       \__c3___/       \__e3___/
        \__b4___/       \__d3___/
        /       \__c4___/       \
        \__b5___/       \__d4___/
                \__c5___/
"""


def test_a_board_is_drawn_with_tiles_names_and_the_marks_that_matter() -> None:
    for text, drawing in (
        ("classic free single none", CLASSIC),
        ("daffodil-2 adjacent-symbol single none", DAFFODIL),
        ("daffodil-2 free single rays", DAFFODIL),
    ):
        rules = Ruleset.parse(text)
        position = empty_position(rules.grid)
        for space, tile in (("a1", "213"), ("c3", "793"), ("e3", "618")):
            index = rules.grid.index_of(space)
            position = put_unchecked(position, Tile.parse(tile), index, space == "c3")
        assert draw_board(rules, position) == drawing.strip("\n").split("\n"), text


def test_columns_but_the_first_are_aligned_right() -> None:
    rows = [("Name", "1", "10"), ("Al", "200", "3")]
    assert align(rows) == ["  Name    1  10", "  Al    200   3"]
    assert align(rows[1:], "") == ["Al  200  3"]
    assert align([("a", ""), ("b", "")]) == ["  a", "  b"]
    assert align([]) == []


def test_a_repeated_name_has_its_number() -> None:
    names = ["fox", "owl", "fox", "fox"]
    assert [*number_alike(names)] == ["fox", "owl", "fox 2", "fox 3"]


def test_what_a_terminal_would_obey_is_replaced() -> None:
    assert clean("a\x1b[2J\u202eb\u00a0c\nd\te") == "a\ufffd[2J\ufffdb\u00a0c\ufffdd\ufffde"
    assert clean("– ½ 王 \u0301") == "– ½ 王 \u0301"


def test_poor_terminals_get_the_nearest_signs() -> None:
    shown = {
        "Fără raze · 294☼½ → 3 × 9 ÷ 2": "Fara raze - 294o/ -> 3 x 9 / 2",
        "«œuf» „Œuf” “ß” d’été…": '"oeuf" "OEuf" "ss" d\'ete...',
        "⬢⬡ ±1 a–b ﬁ 王": "#. +-1 a-b fi ?",
    }
    assert {text: to_ascii(text) for text in shown} == shown
