"""The menu's notices: each value is read as it was written; of a damaged file there is none."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from game.net.service.notice import MAX_BYTES, NOTICE_FILE, Notice, read_notices, write_notices
from game.rules.names import NAMELESS
from game.rules.ruleset import MAX_PLAYERS
from tests.net.worlds import MAIL

FULL = Notice("ab" * 16, True, 1 << 40, False, MAIL, "Winter", tuple("ABCDEFGH"[:MAX_PLAYERS]))


def test_notices_are_read_as_they_were_written(tmp_path: Path) -> None:
    assert read_notices(tmp_path) == ()
    for notices in (
        (),
        (FULL,),
        (Notice("1", False, 0, True), FULL, Notice("2", False, 5, False)),
        (Notice("1", True, 0, True), Notice("2", False, 0, False)),
    ):
        write_notices(tmp_path, notices)
        assert read_notices(tmp_path) == notices


def test_odd_values_are_shown_safely_or_the_file_has_no_notice(tmp_path: Path) -> None:
    plain: dict[str, Any] = {"table": "1", "waits": True, "until": 1, "is_over": False}

    def read(text: str) -> tuple[Notice, ...]:
        (tmp_path / NOTICE_FILE).write_text(text, "utf-8")
        return read_notices(tmp_path)

    bare = Notice("1", True, 1, False)
    assert read(json.dumps([plain])) == (bare,)
    for field, value, expected in (
        ("waits", 1, bare._replace(waits=False)),
        ("is_over", True, bare._replace(is_over=True)),
        ("rules", 5, bare),
        ("league", "\u202eWinter", bare._replace(league="Winter")),
        ("league", 5, bare),
        ("players", ["Ana", "\u202e", 7], bare._replace(players=("Ana", NAMELESS, "7"))),
        ("players", ["A"] * (MAX_PLAYERS + 1), bare._replace(players=("A",) * MAX_PLAYERS)),
        ("until", (1 << 40) + 1, None),
        ("until", -1, None),
        ("until", True, None),
        ("until", 1.0, None),
        ("rules", "nonsense", None),
        ("players", 5, None),
    ):
        notices = () if expected is None else (expected,)
        assert read(json.dumps([plain | {field: value}])) == notices, field
    assert read(json.dumps([plain, {}])) == ()
    assert read(json.dumps([plain]) + " " * MAX_BYTES) == ()
