"""Each cited clause of the Climb is in its README, and a test cites each clause."""

import re
from pathlib import Path

from game.climb.aces import AceName
from game.locale import Language, load_catalogue
from game.page.climb_words import name_ace

TOP = Path(__file__).parents[2]
CITED = re.compile(r"\bK([1-9]\d?)(?:-K([1-9]\d?))?\b")


def cited_in(*patterns: str) -> set[int]:
    """The numbers of the clauses that files cite, ranges in full."""
    found: set[int] = set()
    for file in (file for pattern in patterns for file in TOP.glob(pattern)):
        for first, last in CITED.findall(file.read_text(encoding="utf-8")):
            found.update(range(int(first), int(last or first) + 1))
    return found


def test_the_clauses_of_the_aces_name_all_of_them() -> None:
    """K4"""
    readme = (TOP / "game/climb/README.md").read_text(encoding="utf-8")
    clause = readme[readme.index("**K4**") : readme.index("**K5**")]
    english, words = load_catalogue(Language.ENGLISH), " ".join(clause.split())
    assert [ace for ace in AceName if name_ace(english, ace) not in words] == []


def test_clauses_are_cited_and_exist() -> None:
    readme = (TOP / "game/climb/README.md").read_text(encoding="utf-8")
    clauses = {int(number) for number in re.findall(r"^- \*\*K(\d+)\*\* ", readme, re.M)}
    assert clauses == set(range(1, len(clauses) + 1))
    assert cited_in("game/climb/*.py", "game/tools/climb_balance/*.py") <= clauses
    assert cited_in("tests/climb/*.py", "tests/tools/test_climb*.py") == clauses
