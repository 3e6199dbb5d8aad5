"""Names, read from the source: a public one has one meaning, a private one no reader outside."""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from pathlib import Path
from typing import TYPE_CHECKING, Final

from tests.sources import GAME, MODULES, nodes_in

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

UI: Final = Path(__file__).parent / "ui"

_METHODS: Final = (ast.FunctionDef, ast.AsyncFunctionDef)

_TYPES: Final = (ast.Subscript, ast.BinOp, ast.Name, ast.Attribute, ast.Constant)
"""The kinds of node that the value of a type alias can be."""


def declared_in(source: str) -> Iterator[str]:
    """The classes and type aliases of a module, at any depth, without a leading underscore.

    Type variables are local to the signatures that use them, and do not count.
    """
    nodes = nodes_in(source)
    for node in nodes:
        match node:
            case ast.ClassDef(name=name):
                yield name.lstrip("_")
            case ast.AnnAssign(ast.Name(name), ast.Name("TypeAlias")):
                yield name.lstrip("_")
            case _:
                pass
    (tree, *_) = nodes
    assert isinstance(tree, ast.Module)
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


def functions_and_constants(source: str) -> Iterator[str]:
    """Yield a module's public functions and the names that its top level assigns."""
    (tree, *_) = nodes_in(source)
    assert isinstance(tree, ast.Module)
    for statement in tree.body:
        match statement:
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
                names = [name]
            case ast.AnnAssign(ast.Name(name)):
                names = [name]
            case ast.Assign(targets):
                stored = (node for target in targets for node in ast.walk(target))
                names = [
                    n.id for n in stored if isinstance(n, ast.Name) and type(n.ctx) is ast.Store
                ]
            case _:
                continue
        yield from (name for name in names if not name.startswith("_"))


def test_every_function_and_constant_is_read() -> None:
    source = (
        "def f(): x = 1\nasync def g(): ...\ndef _h(): ...\nclass C:\n A = 1\n def m(self): ...\n"
        "LIMIT: Final = 2\nONE, (TWO, _NO) = 1, (2, 3)\nleft = right = 4\nobject.attribute = 5\n"
    )
    assert " ".join(functions_and_constants(source)) == "f g LIMIT ONE TWO left right"


_SEVERAL: Final = {
    # What runs a program or a tool is called so by custom.
    "main",
}
"""The functions and constants that have several homes, each with its reason; at most 15."""


def test_no_public_name_has_a_second_meaning() -> None:
    places: defaultdict[str, set[str]] = defaultdict(set)
    for path in MODULES:
        source = path.read_text(encoding="utf-8")
        for name in (*declared_in(source), *functions_and_constants(source)):
            places[name].add(path.relative_to(GAME).as_posix())
    several = {name: sorted(found) for name, found in places.items() if len(found) > 1}
    assert {name: found for name, found in several.items() if name not in _SEVERAL} == {}
    assert several.keys() >= _SEVERAL
    assert len(_SEVERAL) <= 15


_EMPTY_WORDS: Final = {"told", "said", "found", "kept", "own", "seen"}
"""Names that say nothing of what a value is."""


def empty_names(source: str) -> Iterator[str]:
    """Yield the names that are such a word alone: variables, parameters, functions, fields."""
    for node in nodes_in(source):
        match node:
            case ast.Name(name, ast.Store()) | ast.Attribute(attr=name, ctx=ast.Store()):
                pass
            case ast.arg(arg=name) | ast.FunctionDef(name=name) | ast.ClassDef(name=name):
                pass
            case ast.MatchAs(name=str(name)) | ast.MatchStar(name=str(name)):
                pass
            case _:
                continue
        if name.strip("_").lower() in _EMPTY_WORDS:
            yield name


def test_a_name_says_what_the_value_is() -> None:
    source = (
        "def f(told, seats): own = seats; self._kept = own\nfor said in a: found, b = said\n"
        "match x:\n case {'a': seen}: Found = own_seat = 1\n"
    )
    assert sorted(empty_names(source)) == ["Found", "_kept", "found", "own", "said", "seen", "told"]
    names = {path: [*empty_names(path.read_text("utf-8"))] for path in MODULES}
    # `OWN` names the player's own runs beside friends' and unfinished ones.
    assert {str(path): empty for path, empty in names.items() if {*empty} - {"OWN"}} == {}


def false_returns(source: str) -> Iterator[str]:
    """The functions whose docstrings begin with "Return" and that return nothing, or yield."""
    for node in nodes_in(source):
        if isinstance(node, _METHODS) and (ast.get_docstring(node) or "").startswith("Return "):
            result = "None" if node.returns is None else ast.unparse(node.returns)
            # A function inside may yield what this one returns.
            is_iterator = result.startswith(("Iterator[", "Generator["))
            yields = any(isinstance(n, ast.Yield | ast.YieldFrom) for n in ast.walk(node))
            if result == "None" or (is_iterator and yields):
                yield node.name


def test_what_is_said_to_be_returned_is_returned() -> None:
    source = "def f() -> None:\n 'Return it.'\ndef g() -> Iterator[A]:\n 'Return it.'\n yield 1\n"
    assert [*false_returns(source + "def h() -> A:\n 'Return it.'\n")] == ["f", "g"]
    names = {path: [*false_returns(path.read_text("utf-8"))] for path in MODULES}
    assert {str(path): found for path, found in names.items() if found} == {}


_OF_OTHERS: Final = re.compile(r"(?<!\bself)(?<!\bcls)\._(?!replace\b|asdict\b|_)")
"""What the text of a module that names a private attribute of another object contains."""


def private_reads(source: str) -> Iterator[str]:
    """The private attributes of others that a module names; those of a named tuple are public."""
    if not _OF_OTHERS.search(source):
        return  # most files: to parse all tests takes two seconds
    for node in nodes_in(source):
        match node:
            case (
                ast.Attribute(ast.Name("self" | "cls")) | ast.Attribute(attr="_replace" | "_asdict")
            ):
                pass
            case ast.Attribute(attr=name) if name.startswith("_") and not name.endswith("__"):
                yield ast.unparse(node)
            case _:
                pass


def test_tests_of_the_window_name_no_private_attribute() -> None:
    assert [*private_reads("a._b; self._c; d._replace(); e.__f__; g()._h.i")] == ["a._b", "g()._h"]
    found = {path.name: [*private_reads(path.read_text())] for path in UI.rglob("*.py")}
    assert {name: reads for name, reads in found.items() if reads} == {}


_LIST: Final = re.compile(r"\b_*(?:buttons|icons|leaves|parts|widgets)[(\[]")
"""What the text of a module that takes a part by its place contains."""


def found_by_place(source: str) -> Iterator[str]:
    """The buttons, icons, widgets and parts that a module takes by their places in a list."""
    if not _LIST.search(source):
        return
    for node in nodes_in(source):
        match node:
            case ast.Subscript(value=held, slice=ast.Constant() | ast.UnaryOp()):
                named = held.func if isinstance(held, ast.Call) else held
                name = getattr(named, "attr", getattr(named, "id", ""))
                if name.lstrip("_") in {"buttons", "icons", "leaves", "parts", "widgets"}:
                    yield ast.unparse(node)
            case _:
                pass


def test_no_button_is_found_by_its_place() -> None:
    """Nowhere in scenes, the gallery and tests of the window; a row knows its own first part."""
    source = "buttons[0]; a._icons[-2]; b.leaves()[1]; parts[i]; names[0]; c.icons[1:]"
    assert [*found_by_place(source)] == ["buttons[0]", "a._icons[-2]", "b.leaves()[1]"]
    folders = GAME / "ui" / "scenes", UI.parent / "gallery", UI, UI.parent / "end_to_end"
    files = [path for folder in folders for path in folder.rglob("*.py")]
    found = {path.name: [*found_by_place(path.read_text("utf-8"))] for path in files}
    assert {name: places for name, places in found.items() if places} == {}


def repeated_docstrings(sources: Iterable[str]) -> Iterator[str]:
    """The methods with a docstring that override one with a docstring."""
    classes = {
        node.name: (
            [ast.unparse(base).partition("[")[0] for base in node.bases],
            {f.name: bool(ast.get_docstring(f)) for f in node.body if isinstance(f, _METHODS)},
        )
        for source in sources
        for node in nodes_in(source)
        if isinstance(node, ast.ClassDef)
    }

    def is_described(name: str, method: str) -> bool:
        bases, methods = classes.get(name, ([], {}))
        return methods.get(method, False) or any(is_described(base, method) for base in bases)

    for name, (bases, methods) in classes.items():
        for method, has_docstring in methods.items():
            if has_docstring and any(is_described(base, method) for base in bases):
                yield f"{name}.{method}"


def test_an_override_leaves_the_docstring_to_its_base() -> None:
    """An override has no docstring: its particulars are a comment."""
    source = (
        "class A:\n def f(self):\n  'Do.'\n def g(self): ...\n"
        "class B(A): ...\n"
        "class C(B[int]):\n def f(self):\n  'Do it.'\n def g(self):\n  'Go.'\n"
    )
    assert [*repeated_docstrings([source])] == ["C.f"]
    assert [*repeated_docstrings(path.read_text(encoding="utf-8") for path in MODULES)] == []
