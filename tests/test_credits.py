"""Every file that is no program is named, with what made it and its licence."""

from __future__ import annotations

import re
from fnmatch import fnmatchcase

from game.resources import asset
from game.ui.scenes.about.credits import read_credits

LICENCES = ("MIT", "SIL Open Font Licence 1.1", "GPL-3.0", "BSD")


def test_every_asset_has_its_line_and_every_line_its_asset() -> None:
    lines = [
        line for line in asset("CREDITS.md").read_text("utf-8").splitlines() if line[:1] == "-"
    ]
    named = {
        pattern: line
        for line in lines
        for pattern in re.findall(r"`([^`]+)`", line.partition(":")[0])
    }
    files = [path.relative_to(asset()).as_posix() for path in asset().rglob("*") if path.is_file()]
    unnamed = [name for name in files if not any(fnmatchcase(name, p) for p in named)]
    assert unnamed == []
    idle = [p for p in named if not any(fnmatchcase(name, p) for name in files)]
    assert idle == []
    assert all(any(licence in line for licence in LICENCES) for line in lines)


def test_the_page_shows_all_of_it() -> None:
    words = re.sub(r"[`#\s-]+", "", asset("CREDITS.md").read_text("utf-8"))
    shown = re.sub(
        r"[`#\s-]+",
        "",
        "".join(f"{part.name}{': ' * bool(part.name)}{part.words}" for part in read_credits()),
    )
    assert shown == words
