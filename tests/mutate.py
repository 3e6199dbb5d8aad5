"""A mutation run: `python -m tests.mutate game/rules/scoring.py game/play --count 40 --seed 1`.

Changes one small thing at a time in a copy of the checkout, runs the tests of that room with
`-x`, and lists the changes that no test noticed. Each is either a test that is missing, or the
same program written differently. Which tests come by a line is measured once for a room as it is,
and kept; those are run first, the quick ones before the slow ones, so that a change that is
noticed takes seconds, and one that is not a pass of the room's tests.
"""

from __future__ import annotations

import argparse
import ast
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from queue import SimpleQueue
from random import Random
from typing import Final, TypedDict

import pytest
from coverage import Coverage

TOP: Final = Path(__file__).parent.parent
SECONDS: Final = 900
"""A mutant that runs longer is noticed as well: it never ends."""

_COMPARISONS: Final[dict[type[ast.cmpop], type[ast.cmpop]]] = {
    ast.Eq: ast.NotEq, ast.NotEq: ast.Eq, ast.Lt: ast.LtE, ast.LtE: ast.Lt,
    ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Is: ast.IsNot, ast.IsNot: ast.Is,
    ast.In: ast.NotIn, ast.NotIn: ast.In,
}  # fmt: skip
_OPERATORS: Final[dict[type[ast.operator], type[ast.operator]]] = {
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.FloorDiv, ast.FloorDiv: ast.Mult,
    ast.Div: ast.Mult, ast.Mod: ast.Mult, ast.BitAnd: ast.BitOr, ast.BitOr: ast.BitAnd,
    ast.LShift: ast.RShift, ast.RShift: ast.LShift, ast.BitXor: ast.BitOr,
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Mutant:
    """One change of one file: the bytes from `start` to `end` become `after`."""

    path: str
    where: str
    line: int
    start: int
    end: int
    before: str
    after: str
    context: str

    def __str__(self) -> str:
        """Return the place of the change, and the line as it is before and after it."""
        return f"{self.path} {self.where}: {self.before} -> {self.after} in: {self.context}"

    def apply(self, text: bytes) -> bytes:
        """The file's text with the change."""
        return text[: self.start] + self.after.encode() + text[self.end :]


def changes_of(node: ast.AST) -> Iterator[ast.AST]:
    """Yield the nodes that can replace a node."""
    match node:
        case ast.Compare(left, [op], right) if type(op) in _COMPARISONS:
            yield ast.Compare(left, [_COMPARISONS[type(op)]()], right)
        case ast.BoolOp(ast.And(), values):
            yield ast.BoolOp(ast.Or(), values)
            yield from values
        case ast.BoolOp(ast.Or(), values):
            yield ast.BoolOp(ast.And(), values)
            yield from values
        case ast.UnaryOp(ast.Not() | ast.USub() | ast.Invert(), operand):
            yield operand
        case ast.BinOp(left, op, right) if type(op) in _OPERATORS:
            yield ast.BinOp(left, _OPERATORS[type(op)](), right)
        case ast.Constant(bool(value)):
            yield ast.Constant(not value)
        case ast.Constant(int(value)):
            yield ast.Constant(value + 1)
            if value:
                yield ast.Constant(value - 1)
        case ast.IfExp(test, body, otherwise):
            yield ast.IfExp(test, otherwise, body)
        case ast.Break():
            yield ast.Continue()
        case ast.Continue():
            yield ast.Break()
        case ast.Return(value) if value is not None and ast.unparse(value) != "None":
            yield ast.Return(ast.Constant(None))
        case ast.Raise() | ast.Expr(ast.Call()) | ast.AugAssign():
            yield ast.Pass()


def mutants_of(path: str, text: bytes) -> list[Mutant]:
    """Every change of a file; annotations, docstrings, constants' docs and `repr`s stay."""
    starts = [0]
    lines = text.splitlines(keepends=True)
    for line in lines:
        starts.append(starts[-1] + len(line))
    found: list[Mutant] = []

    def visit(node: ast.AST, where: str) -> None:
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            if node.name == "__repr__":
                return
            where = node.name if where == "module" else f"{where}.{node.name}"
        if isinstance(node, ast.expr | ast.stmt) and node.end_col_offset is not None:
            assert node.end_lineno is not None
            start = starts[node.lineno - 1] + node.col_offset
            end = starts[node.end_lineno - 1] + node.end_col_offset
            before = text[start:end].decode()
            for change in changes_of(node):
                after = ast.unparse(change)
                after = f"({after})" if isinstance(change, ast.expr) else after
                short = " ".join(before.split())
                context = lines[node.lineno - 1].decode().strip()
                found.append(Mutant(path, where, node.lineno, start, end, short, after, context))
        for name, value in ast.iter_fields(node):
            if name in ("annotation", "returns", "decorator_list", "type_params"):
                continue
            for child in value if isinstance(value, list) else [value]:
                # Parts of an f-string have no place of their own before Python 3.12.
                if isinstance(child, ast.AST) and not isinstance(child, ast.JoinedStr):
                    visit(child, where)

    visit(ast.parse(text), "module")
    return found


def copy_checkout(to: Path) -> None:
    """A working copy in which a file may be spoilt; what is only read is linked."""
    for name in ("game", "tests"):
        ignored = shutil.ignore_patterns("__pycache__", "pictures")
        shutil.copytree(TOP / name, to / name, ignore=ignored)
    for name in ("assets", "seeds", "README.md", "pyproject.toml"):
        (to / name).symlink_to(TOP / name)


class Passed(TypedDict):
    """A test: the `seconds` it took, the lines it came by in each file."""

    seconds: float
    lines: dict[str, list[int]]


class _Watch:
    """A plugin of pytest that notes how long each test takes, and gives coverage its name."""

    def __init__(self, coverage: Coverage) -> None:
        self.coverage = coverage
        self.seconds: dict[str, float] = {}

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        self.coverage.switch_context(item.nodeid)
        since = time.perf_counter()
        yield
        self.seconds[item.nodeid] = time.perf_counter() - since


def measure(tests: tuple[str, ...], paths: list[str]) -> dict[str, Passed]:
    """Return each test of these folders by its id; cached until a file below `paths` changes.

    Programs that a test starts are not seen, nor are tests that are newer: all of the room's are
    run where none of these notices anything.
    """
    digest = sha256(repr(tests).encode())
    for file in files_below(paths):
        digest.update(file.read_bytes())
    kept = Path(tempfile.gettempdir(), f"take-it-easy-lines-{digest.hexdigest()[:16]}.json")
    if not kept.exists():
        coverage = Coverage(data_file=None, source=[str(TOP / "game")])
        watch = _Watch(coverage)
        coverage.start()
        try:
            pytest.main(["-q", "-n0", "-p", "no:cacheprovider", *tests], [watch])
        finally:
            coverage.stop()
        found = {test: Passed(seconds=s, lines={}) for test, s in watch.seconds.items()}
        data = coverage.get_data()
        for file_name in data.measured_files():
            path = Path(file_name).relative_to(TOP).as_posix()
            for line, by in data.contexts_by_lineno(file_name).items():
                for test in found.keys() & set(by):
                    found[test]["lines"].setdefault(path, []).append(line)
        kept.write_text(json.dumps(found))
    tests_of_room: dict[str, Passed] = json.loads(kept.read_text())
    return tests_of_room


def come_by(mutant: Mutant, passed: dict[str, Passed]) -> list[str]:
    """The tests that run the line that is changed, the quickest first."""
    found = [t for t, p in passed.items() if mutant.line in p["lines"].get(mutant.path, ())]
    return sorted(found, key=lambda test: passed[test]["seconds"])


def is_noticed(mutant: Mutant, checkout: Path, tests: list[str]) -> bool:
    """Whether the tests fail with this change."""
    file = checkout / mutant.path
    text = file.read_bytes()
    file.write_bytes(mutant.apply(text))
    command = [
        sys.executable,
        "-B",
        "-m",
        "pytest",
        "-x",
        "-q",
        "-n0",
        "-p",
        "no:cacheprovider",
        *tests,
    ]
    try:
        done = subprocess.run(
            command, cwd=checkout, capture_output=True, timeout=SECONDS, check=False
        )
    except subprocess.TimeoutExpired:
        return True
    finally:
        file.write_bytes(text)
    return done.returncode != 0


def tests_of(path: str) -> list[str]:
    """Return the test folder of the room that contains a file, or the tests of the commands."""
    room = Path(path).parts[1].removesuffix(".py")
    if (TOP / "tests" / room).is_dir():
        return [f"tests/{room}"]
    if room == "resources":
        return ["tests/test_resources.py"]
    return ["tests/cli", "tests/test_desktop.py"]


def files_below(paths: list[str]) -> list[Path]:
    """The files that these are, or that lie in these folders."""
    return [f for p in paths for f in (sorted((TOP / p).rglob("*.py")) or [TOP / p])]


def choose(paths: list[str], count: int, seed: str) -> list[Mutant]:
    """Return `count` mutants of these files, chosen at random."""
    everything = [
        mutant
        for file in files_below(paths)
        for mutant in mutants_of(file.relative_to(TOP).as_posix(), file.read_bytes())
    ]
    return Random(seed).sample(everything, min(count, len(everything)))


def main() -> int:
    """Run; 1 where a mutant survived."""
    parser = argparse.ArgumentParser(prog="python -m tests.mutate", description=__doc__)
    parser.add_argument("paths", nargs="+", help="files or folders below game/")
    parser.add_argument("--count", type=int, default=40, help="how many mutants (40)")
    parser.add_argument("--seed", default="1", help="which ones")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--tests", nargs="+", help="instead of the room's own folder")
    options = parser.parse_args()
    mutants = choose(options.paths, options.count, options.seed)
    rooms = {tuple(options.tests or tests_of(mutant.path)) for mutant in mutants}
    passed = {tests: measure(tests, options.paths) for tests in sorted(rooms)}
    survivors = 0
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(options.jobs) as pool:
        free: SimpleQueue[Path] = SimpleQueue()
        for job in range(options.jobs):
            copy_checkout(Path(folder, str(job)))
            free.put(Path(folder, str(job)))

        def judge(mutant: Mutant) -> bool:
            checkout = free.get()
            room = options.tests or tests_of(mutant.path)
            near = come_by(mutant, passed[tuple(room)])
            try:
                return any(is_noticed(mutant, checkout, t) for t in (near, room) if t)
            finally:
                free.put(checkout)

        for mutant, noticed in zip(mutants, pool.map(judge, mutants), strict=True):
            survivors += not noticed
            word = "noticed " if noticed else "SURVIVED"
            print(f"{word} line {mutant.line}: {mutant}", flush=True)
    print(f"{len(mutants)} mutants, {survivors} survived")
    return 1 if survivors else 0


if __name__ == "__main__":
    sys.exit(main())
