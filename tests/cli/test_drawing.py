"""Boards, columns, names and letters as a terminal shows them."""

from __future__ import annotations

from pathlib import Path

from game.cli.drawing import LATE_MARK, MOON_MARK, SUN_MARK, align, text_width, to_ascii
from game.page.result import FULL, HOLLOW


def test_columns_are_as_wide_as_a_terminal_shows_them() -> None:
    assert [text_width(text) for text in ("Ana", "e\u0301", "王", "ș")] == [3, 1, 2, 1]
    assert align([("Zoe\u0301", "9"), ("王", "27")]) == ["  Zoe\u0301   9", "  王   27"]


def test_each_sign_that_commands_print_has_an_ascii_one() -> None:
    words = "".join(path.read_text("utf-8") for path in Path("assets/locale").rglob("*.toml"))
    signs = set(words) | {SUN_MARK, MOON_MARK, LATE_MARK, FULL, HOLLOW}
    lost = {sign for sign in signs if sign != "?" and to_ascii(sign) == "?"}
    assert lost <= {"°"}
    assert to_ascii("Анна") == "????"
