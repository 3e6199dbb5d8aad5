"""Every route hands on all that it is given; the types say that its screen takes it."""

from __future__ import annotations

import ast
import inspect
from pathlib import Path

from game.ui.frame.routes import Routes
from game.ui.scenes import routes
from tests.each import each

TREE = ast.parse(Path(routes.__file__).read_text(encoding="utf-8"))
METHODS = {node.name: node for node in ast.walk(TREE) if isinstance(node, ast.FunctionDef)}
NAMES = [name for name in vars(Routes) if not name.startswith("_")]


@each(NAMES)
def test_a_route_hands_on_every_argument(name: str) -> None:
    asked = dict(inspect.signature(getattr(Routes, name)).parameters)
    taken = dict(inspect.signature(getattr(routes.SceneRoutes, name)).parameters)
    assert asked == taken
    used = {node.id for node in ast.walk(METHODS[name]) if isinstance(node, ast.Name)}
    assert used >= set(asked)
