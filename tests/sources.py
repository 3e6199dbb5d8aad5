"""The game's modules as syntax trees, read once for all tests that look through them."""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path
from typing import Final

import game

GAME: Final = Path(game.__file__).parent
MODULES: Final = sorted(GAME.rglob("*.py"))


@cache
def nodes_in(source: str) -> tuple[ast.AST, ...]:
    """Return all nodes of a module, the module itself first; they are shared, so read them only."""
    return tuple(ast.walk(ast.parse(source)))


@cache
def nodes_of(path: Path) -> tuple[ast.AST, ...]:
    """All nodes of the module at `path`."""
    return nodes_in(path.read_text(encoding="utf-8"))
