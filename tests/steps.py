"""Counts the steps of the game's code: calls, rounds of loops, and characters that are copied.

    python -m tests.steps MODULE

imports the package `game` with every call, loop and slice counted, then runs `main` of a module.
Time on a busy machine says nothing; a count is the same each time. A function in C counts as many
steps as there are characters or items in what it is given and what it returns.
"""

from __future__ import annotations

import ast
import importlib
import importlib.abc
import importlib.util
import sys
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from types import FunctionType, MethodType, ModuleType
from typing import Any, Final

_SIZED: Final = (str, bytes, bytearray, list, tuple)
_AT_ONCE: Final = {
    *(
        len,
        isinstance,
        issubclass,
        type,
        id,
        iter,
        next,
        hash,
        getattr,
        setattr,
        hasattr,
        enumerate,
    ),
    *(zip, map, filter, reversed, range, callable, super),
}
"""Built-in functions that take the same time for anything."""

_QUICK: Final = {"append", "pop", "popleft", "startswith", "endswith", "get", "add", "end", "start"}
"""Methods that do."""

_UNTOUCHED: Final = {"super", "locals", "globals", "vars", "dir", "eval", "exec"}
"""Functions that look at their caller."""

total = 0
"""The steps so far."""


def _size(value: object) -> int:
    return len(value) if isinstance(value, _SIZED) else 0


def count_call(function: Any, *values: Any, **named: Any) -> Any:
    """Call a function and count its steps."""
    global total
    total += 1
    inner = function.func if isinstance(function, partial) else function
    inner = inner.__func__ if isinstance(inner, MethodType) else inner
    is_ours = isinstance(inner, FunctionType) and inner.__module__.startswith("game")
    is_ours |= isinstance(inner, type) and inner.__module__.startswith("game")
    is_quick = inner in _AT_ONCE if inner.__hash__ else False
    is_quick |= getattr(inner, "__name__", "") in _QUICK
    if is_ours or is_quick:
        return function(*values, **named)
    total += _size(getattr(inner, "__self__", None)) + sum(map(_size, values))
    result = function(*values, **named)
    total += _size(result)
    return result


def count_loop(values: Iterable[Any]) -> Iterator[Any]:
    """Count the rounds of a loop."""
    global total
    for value in values:
        total += 1
        yield value


def count_copy(value: Any) -> Any:
    """Count what a slice or a sum has copied."""
    global total
    total += _size(value)
    return value


class _Counting(ast.NodeTransformer):
    def _wrapped(self, name: str, node: ast.expr) -> ast.expr:
        call = ast.Call(ast.Name(name, ast.Load()), [node], [])
        return ast.fix_missing_locations(ast.copy_location(call, node))

    def visit_Call(self, node: ast.Call) -> ast.expr:
        self.generic_visit(node)
        if isinstance(node.func, ast.Name) and node.func.id in _UNTOUCHED:
            return node
        called = ast.Call(
            ast.Name("counted_call", ast.Load()), [node.func, *node.args], node.keywords
        )
        return ast.fix_missing_locations(ast.copy_location(called, node))

    def visit_For(self, node: ast.For) -> ast.stmt:
        self.generic_visit(node)
        node.iter = self._wrapped("counted_loop", node.iter)
        return node

    def visit_comprehension(self, node: ast.comprehension) -> ast.comprehension:
        self.generic_visit(node)
        node.iter = self._wrapped("counted_loop", node.iter)
        return node

    def visit_Subscript(self, node: ast.Subscript) -> ast.expr:
        self.generic_visit(node)
        if isinstance(node.ctx, ast.Load) and isinstance(node.slice, ast.Slice):
            return self._wrapped("counted_copy", node)
        return node

    def visit_BinOp(self, node: ast.BinOp) -> ast.expr:
        self.generic_visit(node)
        return self._wrapped("counted_copy", node) if isinstance(node.op, ast.Add) else node

    def visit_JoinedStr(self, node: ast.JoinedStr) -> ast.expr:
        self.generic_visit(node)
        return self._wrapped("counted_copy", node)

    def visit_Tuple(self, node: ast.Tuple | ast.List) -> ast.expr:
        self.generic_visit(node)
        has_all = isinstance(node.ctx, ast.Load)
        has_all &= any(isinstance(one, ast.Starred) for one in node.elts)
        return self._wrapped("counted_copy", node) if has_all else node

    def visit_List(self, node: ast.List) -> ast.expr:
        return self.visit_Tuple(node)

    def visit_FormattedValue(self, node: ast.FormattedValue) -> ast.expr:
        self.generic_visit(node)
        # The pattern of a format is a `JoinedStr` too, and nothing else.
        node.format_spec = (
            None if node.format_spec is None else ast.JoinedStr(_bare(node.format_spec))
        )
        return node

    def visit_arguments(self, node: ast.arguments) -> ast.arguments:
        node.defaults = [self.visit(one) for one in node.defaults]
        return node

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.stmt:
        node.value = None if node.value is None else self.visit(node.value)
        return node

    def visit_Match(self, node: ast.Match) -> ast.stmt:
        node.subject = self.visit(node.subject)
        for case in node.cases:
            case.guard = None if case.guard is None else self.visit(case.guard)
            case.body = [self.visit(one) for one in case.body]
        return node


def _bare(spec: ast.expr) -> list[ast.expr]:
    while isinstance(spec, ast.Call):
        spec = spec.args[0]
    assert isinstance(spec, ast.JoinedStr)
    return spec.values


class _Loader(SourceFileLoader):
    def source_to_code(self, data: Any, path: Any, *_: Any, **__: Any) -> Any:  # type: ignore[override]
        tree = _Counting().visit(ast.parse(data, path))
        return compile(ast.fix_missing_locations(tree), path, "exec")

    def get_code(self, fullname: str) -> Any:
        # Compiled files hold the code that is not counted.
        path = self.get_filename(fullname)
        return self.source_to_code(self.get_data(path), path)

    def exec_module(self, module: ModuleType) -> None:
        for name, value in (("call", count_call), ("loop", count_loop), ("copy", count_copy)):
            module.__dict__[f"counted_{name}"] = value
        super().exec_module(module)


class _Finder(importlib.abc.MetaPathFinder):
    def find_spec(
        self, name: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if name.partition(".")[0] != "game":
            return None
        spec = PathFinder.find_spec(name, path)
        if spec is None or not isinstance(spec.loader, SourceFileLoader):
            return spec
        spec.loader = _Loader(spec.loader.name, spec.loader.path)
        return spec


def main() -> None:
    """Import the module with everything counted, and run it."""
    assert not any(name.partition(".")[0] == "game" for name in sys.modules)
    # The module's own `import tests.steps` must find these counts.
    sys.modules["tests.steps"] = sys.modules["__main__"]
    sys.meta_path.insert(0, _Finder())
    importlib.import_module(sys.argv[1]).main()


if __name__ == "__main__":
    main()
