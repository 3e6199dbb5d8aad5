"""Each clause that is cited is in `game/rules/RULES.md`, and a test cites each clause."""

from __future__ import annotations

import ast
import re
import tokenize
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from tests.sources import nodes_in

ROOT = Path(__file__).parents[2]
CLAUSES = set(
    re.findall(r"^- \*\*([A-Z]\d+)\*\* ", (ROOT / "game/rules/RULES.md").read_text("utf-8"), re.M)
)
CHAPTERS = "".join(sorted({clause[0] for clause in CLAUSES}))
CITATION = re.compile(rf"\b[{CHAPTERS}][1-9]\d?\b")
NAMED = re.compile(rf"def test_(?:\w+_)?[{CHAPTERS.lower()}][1-9]\d?_")


def prose_of(file: Path) -> Iterator[str]:
    """Yield the docstrings, comments and names of tests of a Python file, the comments of a script,
    the whole of any other text.
    """
    text = file.read_text("utf-8")
    if not CITATION.search(text) and not NAMED.search(text):
        return  # most files: to read all as Python takes ten seconds
    if file.suffix == ".js":
        yield from re.findall(r"^\s*//.*|/\*[\s\S]*?\*/", text, re.M)
    elif file.suffix != ".py":
        yield text
    else:
        with file.open("rb") as stream:
            tokens = list(tokenize.tokenize(stream.readline))
        yield from (token.string for token in tokens if token.type == tokenize.COMMENT)
        for node in nodes_in(text):
            # A docstring, of an attribute too, is a text that is a statement of its own.
            if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
                yield str(node.value.value)
            elif isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                yield " ".join(part.upper() for part in node.name.split("_"))


@cache
def cited_in(file: Path) -> frozenset[str]:
    """The clauses that a file cites."""
    return frozenset(CITATION.findall("\n".join(prose_of(file))))


def citations(*patterns: str) -> dict[str, frozenset[str]]:
    """Return the cited clauses of each file that matches a pattern and cites one."""
    files = {file for pattern in patterns for file in ROOT.glob(pattern)}
    cited = {file: cited_in(file) for file in files}
    return {str(file.relative_to(ROOT)): clauses for file, clauses in cited.items() if clauses}


def test_the_chapters_are_complete() -> None:
    for chapter in CHAPTERS:
        numbers = sorted(int(clause[1:]) for clause in CLAUSES if clause[0] == chapter)
        assert numbers == list(range(1, len(numbers) + 1)), chapter
    assert CHAPTERS == "BCMPSTV"


@pytest.mark.parametrize("room", ["game", "tests", "assets/page"])
def test_each_cited_clause_exists(room: str) -> None:
    found = citations(*(f"{room}/**/*.{ending}" for ending in ("py", "md", "js")))
    unknown = {file: clauses - CLAUSES for file, clauses in found.items() if clauses - CLAUSES}
    assert found
    assert unknown == {}


def test_a_test_cites_each_clause() -> None:
    assert CLAUSES - set().union(*citations("tests/**/test_*.py").values()) == set()
