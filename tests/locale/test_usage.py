"""The program's sentences against the catalogue: every key exists, with what it is given."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from game.locale import Language, load_catalogue
from tests.each import each
from tests.sources import GAME, MODULES, nodes_of

MESSAGES = load_catalogue(Language.ENGLISH).messages
SECTIONS = {key.partition(".")[0] for key in MESSAGES}
KEY = re.compile(r"[a-z_]+(\.[a-z0-9_-]+)+")


ALWAYS_KEPT = (
    "errors.illegal.",
    "storage.code.",
    "score.",
    "goals.",
    "challenges.",
    "page.",
    "daily.travel",
    "phone.",
)
"""Said by value: whatever the rules, a code, a count, a goal or a challenge may answer needs its
words. The pages' are said by their own scripts, and compared with them in `tests/page`."""


def is_key(text: str) -> bool:
    """Whether a literal can only be meant as a key."""
    return bool(KEY.fullmatch(text)) and text.partition(".")[0] in SECTIONS


def calls_of_text(nodes: Iterable[ast.AST]) -> Iterator[tuple[ast.Call, str]]:
    """Calls `….text("key", …)` and `text("key", …)` with the key they name."""
    for node in nodes:
        if not (isinstance(node, ast.Call) and node.args):
            continue
        name = node.func.attr if isinstance(node.func, ast.Attribute) else node.func
        if name != "text" and not (isinstance(name, ast.Name) and name.id == "text"):
            continue
        first = node.args[0]
        if isinstance(first, ast.Constant) and isinstance(first.value, str) and is_key(first.value):
            yield node, first.value


def keys_of_widgets(nodes: Iterable[ast.AST]) -> Iterator[tuple[ast.Call, str]]:
    """Calls `ask(…)` with each key they name."""
    for node in nodes:
        if isinstance(node, ast.Call):
            name = node.func.attr if isinstance(node.func, ast.Attribute) else node.func
            name = name.id if isinstance(name, ast.Name) else name
            if name == "ask":
                for given in node.args:
                    if isinstance(given, ast.Constant) and is_key(str(given.value)):
                        yield node, str(given.value)


@each(MODULES, lambda path: str(path.relative_to(GAME)))
def test_what_is_said_is_in_the_catalogue(path: Path) -> None:
    for call, key in keys_of_widgets(nodes_of(path)):
        assert key in MESSAGES, f"line {call.lineno}: {key}"
    for call, key in calls_of_text(nodes_of(path)):
        where = f"line {call.lineno}: {key}"
        assert key in MESSAGES, where
        given = {keyword.arg for keyword in call.keywords}
        if None not in given:
            assert given == MESSAGES[key].placeholders, where


def test_nothing_in_the_catalogue_is_unsaid() -> None:
    """Every key of the catalogue is used.

    A key is used if it is a literal, or if a literal or an f-string begins it, or if such a literal
    is followed by the end of an f-string.
    """
    literals: set[str] = set()
    openings: set[str] = set()
    endings: set[str] = set()
    for nodes in map(nodes_of, MODULES):
        for node in nodes:
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                literals.add(node.value)
            elif isinstance(node, ast.JoinedStr) and isinstance(node.values[0], ast.Constant):
                openings.add(str(node.values[0].value))
            elif isinstance(node, ast.JoinedStr) and isinstance(node.values[-1], ast.Constant):
                endings.add(str(node.values[-1].value))
    starts = tuple(o for o in openings if "." in o and o.partition(".")[0] in SECTIONS)
    said = (*starts, *ALWAYS_KEPT)
    literals |= {key + end for key in literals if is_key(key) for end in endings if end[:1] == "_"}
    # A row of settings names its words; those of its choices follow from them.
    said = (*said, *(f"{key}_is." for key in literals if is_key(key)))
    unsaid = [key for key in MESSAGES if key not in literals and not key.startswith(said)]
    assert unsaid == []
