"""The process that draws a picture to send: its arguments and its file."""

from __future__ import annotations

from datetime import date
from pathlib import Path
from typing import Any

import pytest

from game.climb.record import print_climb
from game.locale import Language, load_catalogue
from game.rules.record import print_record
from game.rules.ruleset import Ruleset
from game.ui.exports import process
from tests.gallery.climb import play_climb
from tests.gallery.records import play_out

DAY = date(2026, 11, 21)


@pytest.mark.parametrize("day", ["", DAY.isoformat()])
def test_the_process_draws_what_its_file_holds(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, day: str
) -> None:
    asked: list[tuple[Any, ...]] = []

    def made(*given: Any) -> bytes:
        asked.append(given)
        return b"picture"

    monkeypatch.setattr(process, "picture_of", made)
    monkeypatch.setattr(process, "picture_of_climb", made)
    match = play_out(Ruleset(), ("Ana",), "42", "standard")
    climb = play_climb("3", "greedy").record
    when, source = DAY if day else None, tmp_path / "record"
    for text, wanted in (
        (print_record(match), (match, ".webp", when, "gold")),
        (print_climb(climb), (climb, when)),
    ):
        source.write_text(text, encoding="utf-8")
        target = tmp_path / "picture.webp"
        assert process.draw_picture(["de", day, "gold", str(source), "-o", str(target)]) == 0
        given = asked.pop()
        (catalogue,) = (one for one in given if one is load_catalogue(Language.GERMAN))
        assert tuple(one for one in given if one is not catalogue) == wanted
        assert target.read_bytes() == b"picture"
