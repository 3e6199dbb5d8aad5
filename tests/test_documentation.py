"""Examples in the README and in docstrings are run, and the README's commands exist."""

from __future__ import annotations

import doctest
import importlib
import pkgutil
from pathlib import Path

import pytest

import game.rules

TOP = Path(__file__).parent.parent
RULES = [f"game.rules.{module.name}" for module in pkgutil.iter_modules(game.rules.__path__)]


@pytest.mark.parametrize("page", ["README.md", "game/rules/README.md", "game/bots/README.md"])
def test_examples_of_the_pages_run(page: str) -> None:
    failed, tried = doctest.testfile(str(TOP / page), module_relative=False)
    assert failed == 0
    assert tried > 3


@pytest.mark.parametrize("name", RULES)
def test_docstrings_of_the_rules_run(name: str) -> None:
    assert doctest.testmod(importlib.import_module(name)).failed == 0


def test_the_readme_names_author_and_standing() -> None:
    text = " ".join((TOP / "README.md").read_text(encoding="utf-8").split())
    assert "Peter Burley" in text
    assert "independent, unofficial implementation" in text
