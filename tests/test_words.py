"""Names, read from the source: a public one has one meaning, a private one no reader outside."""

from __future__ import annotations

import ast
from collections import defaultdict
from pathlib import Path
from typing import TYPE_CHECKING, Final

import game

if TYPE_CHECKING:
    from collections.abc import Iterator

GAME: Final = Path(game.__file__).parent
UI: Final = Path(__file__).parent / "ui"

_TYPES: Final = (ast.Subscript, ast.BinOp, ast.Name, ast.Attribute, ast.Constant)
"""What the value of a type alias can be written as."""


def declared_in(source: str) -> Iterator[str]:
    """The classes and type aliases of a module, at any depth, without a leading underscore.

    Type variables are local to the signatures that use them, and do not count.
    """
    tree = ast.parse(source)
    for node in ast.walk(tree):
        match node:
            case ast.ClassDef(name=name):
                yield name.lstrip("_")
            case ast.AnnAssign(ast.Name(name), ast.Name("TypeAlias")):
                yield name.lstrip("_")
            case _:
                pass
    for statement in tree.body:
        match statement:
            case ast.Assign([ast.Name(name)], value) if isinstance(value, _TYPES):
                plain = name.lstrip("_")
                if plain[:1].isupper() and not plain.isupper():
                    yield plain
            case _:
                pass


def test_every_way_to_declare_a_name_is_read() -> None:
    source = (
        "from typing import TypeAlias, TypeVar\n"
        "T = TypeVar('T')\nLIMIT = X\n"
        "class Tile:\n    class _Inner: ...\n"
        "def f() -> None:\n    class Local: ...\n"
        "_Alias: TypeAlias = 'int'\nUnion = A | B\nRows = tuple[int, ...]\n_Odd = a.Odd\n"
    )
    assert sorted(declared_in(source)) == sorted(
        ("Tile", "Inner", "Local", "Alias", "Union", "Rows", "Odd")
    )


def test_no_public_name_has_a_second_meaning() -> None:
    places: defaultdict[str, list[str]] = defaultdict(list)
    for path in sorted(GAME.rglob("*.py")):
        for name in declared_in(path.read_text(encoding="utf-8")):
            places[name].append(path.relative_to(GAME).as_posix())
    assert {name: found for name, found in places.items() if len(found) > 1} == {}


def private_reads(source: str) -> Iterator[str]:
    """The private attributes of others that a module names; `_replace` of a tuple is public."""
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Attribute(ast.Name("self" | "cls")) | ast.Attribute(attr="_replace"):
                pass
            case ast.Attribute(attr=name) if name.startswith("_") and not name.endswith("__"):
                yield ast.unparse(node)
            case _:
                pass


def test_tests_of_the_window_name_no_private_attribute() -> None:
    assert [*private_reads("a._b; self._c; d._replace(); e.__f__; g()._h.i")] == ["a._b", "g()._h"]
    found = {path.name: [*private_reads(path.read_text())] for path in UI.rglob("*.py")}
    assert {name: reads for name, reads in found.items() if reads} == {}
