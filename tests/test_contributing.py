"""CONTRIBUTING.md tells the truth: its files exist, and those that enumerate things are in it."""

from __future__ import annotations

import importlib.util
import re
from functools import cache
from pathlib import Path
from typing import Final

from tests.each import each

TOP: Final = Path(__file__).parent.parent
PAGE: Final = (TOP / "CONTRIBUTING.md").read_text(encoding="utf-8")
SECTIONS: Final = dict(re.findall(r"^## (.+)\n((?:(?!## ).*\n)*)", PAGE, re.MULTILINE))


def listed(section: str) -> set[Path]:
    """The files and folders that a section names, patterns filled in."""
    names = re.findall(r"`((?:game|assets|tests|seeds)/[^`]*)`", SECTIONS[section])
    return {path for name in names for path in TOP.glob(name.rstrip("/"))}


@each(sorted(set(re.findall(r"`((?:game|assets|tests)/[^`]*)`", PAGE))))
def test_what_is_named_exists(name: str) -> None:
    assert list(TOP.glob(name.rstrip("/")))


@each(sorted(set(re.findall(r"`python -m ([a-z_.]+)", PAGE))))
def test_commands_exist(module: str) -> None:
    assert importlib.util.find_spec(module)


@cache
def texts_in(folder: str) -> dict[Path, str]:
    """What may name an example: all modules, tables and pages below a folder."""
    endings = (".py", ".toml", ".md")
    files = (path for path in (TOP / folder).rglob("*") if path.suffix in endings)
    return {path: path.read_text("utf-8") for path in files}


@each(
    [
        ("A language", "game", r"Language\.(FRENCH|GERMAN|ROMANIAN)\b"),
        ("A board", "game", r"\bBoardName\.DAFFODIL\b"),
        ("A ruleset's option", "game", r"\bBEST_RAY = "),
        ("A ruleset's option", "assets", r"best-ray\b"),
        ("An edition", "seeds", r"^name = .four-rounds|\bfr4\b"),
        ("An edition", "assets", r"four-rounds"),
        ("An edition", "game", r"four-rounds"),
        ("A level", "seeds", r"\bbeaver\b"),
        ("A setting", "game", r"left_handed"),
        ("A setting", "assets", r"left_handed"),
        ("A goal", "game", r"NO_BROKEN_LINE"),
        ("A goal", "assets", r"no-broken-line"),
        ("A challenge", "game", r"\bChallengeKind\.MAXIMUM\b"),
        ("A bot", "game", r"\bmagpie\b"),
        ("A bot", "assets", r"\bmagpie\b"),
        ("A picture for people", "game", r"\bhedgehog\b"),
        ("A picture for people", "assets", r"\bhedgehog\b"),
        ("A page", "game", r"def tutorial\(self"),
        ("A placement variant", "game", r"PlacementRule\.ADJACENT|\bADJACENT_SYMBOL\b"),
        ("A placement variant", "assets", r"\badjacent-symbol\b"),
        ("A statistic", "game", r"\b[Ss]treaks\b"),
    ]
)
def test_every_place_that_knows_one_by_name_is_listed(section: str, folder: str, mark: str) -> None:
    known = listed(section)
    for path, text in texts_in(folder).items():
        if re.search(mark, text):
            assert any(path == k or k in path.parents for k in known), path.relative_to(TOP)


def test_colours_stand_in_the_theme_alone() -> None:
    colour = re.compile(r"\(\s*\d{1,3}, \d{1,3}, \d{1,3}(, \d{1,3})?\s*\)")
    home = TOP / "game" / "ui" / "draw"
    found = {
        path.relative_to(TOP).as_posix()
        for path in (TOP / "game" / "ui").rglob("*.py")
        if home not in path.parents
        and any(max(map(int, re.findall(r"\d+", m[0]))) > 31 for m in colour.finditer(
            path.read_text(encoding="utf-8")))
    }  # fmt: skip
    # A white to mix with, and dark ink made legible on dark.
    assert found <= {"game/ui/scenes/count/rows.py", "game/ui/scenes/rules/figures.py"}
