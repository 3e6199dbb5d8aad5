"""Examples in the README and in docstrings are run, and the README's commands exist."""

from __future__ import annotations

import doctest
import importlib
import pkgutil
import re
from pathlib import Path

import pytest

import game.rules
from game.__main__ import main

TOP = Path(__file__).parent.parent
PAGES = ["game/rules/README.md", "game/bots/README.md", "game/research/README.md"]
RULES = [f"game.rules.{module.name}" for module in pkgutil.iter_modules(game.rules.__path__)]


@pytest.mark.parametrize("page", ["README.md", *PAGES])
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


def test_the_bot_of_the_readme_plays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    text = (TOP / "README.md").read_text(encoding="utf-8")
    found = re.search(
        r"<!-- bot: (\S+) -->\n```python\n(.*?)```\n\n```sh\ntake-it-easy (.*?)\n", text, re.S
    )
    assert found is not None
    (tmp_path / found[1]).write_text(found[2], encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    assert len(found[2].splitlines()) <= 22
    assert main(found[3].split()) == 0
    mean = re.search(r"Clever: 10 games, mean ([\d.]+)", capsys.readouterr().err)
    assert mean is not None
    assert float(mean[1]) > 60
