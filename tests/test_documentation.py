"""Examples in the documents and in docstrings are run; commands and links of theirs exist."""

from __future__ import annotations

import doctest
import importlib
import importlib.util
import json
import pkgutil
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import game
import game.rules
from game.__main__ import main
from tests.each import each

TOP = Path(__file__).parent.parent
PAGES = ["game/rules/README.md", "game/bots/README.md", "game/research/README.md"]
DOCUMENTS = sorted(
    path.relative_to(TOP).as_posix()
    for path in (*TOP.glob("*.md"), TOP / "tests/README.md", *(TOP / "game").rglob("*.md"))
)
README = (TOP / "README.md").read_text(encoding="utf-8")
RULES = [f"game.rules.{module.name}" for module in pkgutil.iter_modules(game.rules.__path__)]


@each(PAGES)
def test_examples_of_the_pages_run(page: str) -> None:
    failed, tried = doctest.testfile(str(TOP / page), module_relative=False)
    assert failed == 0
    assert tried > 3


def commands_in(text: str) -> list[str]:
    """Return the lines in fenced blocks that begin with our programs, continued lines joined."""
    fenced = re.findall(r"^ *```(\w*)\n(.*?)^ *```$", text, re.S | re.M)
    blocks = [block for language, block in fenced if language in ("", "sh")]
    lines = re.sub(r"\\\n +|\n {4,}(?=[\[-])", " ", "\n".join(blocks)).splitlines()
    return [line.strip() for line in lines if re.match(r" *(take-it-easy|python -m) ", line)]


@pytest.mark.parametrize("page", DOCUMENTS)
def test_commands_of_the_documents_exist(page: str, capsys: pytest.CaptureFixture[str]) -> None:
    for command in commands_in((TOP / page).read_text(encoding="utf-8")):
        module = re.match(r"python -m ([a-z_.]+)", command)
        if module is not None:
            assert importlib.util.find_spec(module[1]) is not None, command
            continue
        for part in command.split("·"):
            words = part.removeprefix("take-it-easy").split()
            named = [word for word in words[:1] if re.fullmatch(r"[a-z][a-z-]*", word)]
            assert main([*named, "--help"]) == 0, command
            known = capsys.readouterr().out
            for option in re.findall(r"(?<![\w-])--?[a-z][a-z-]*", part):
                assert option in known, f"{option} in {command}"


def is_shaped_like(shown: Any, printed: Any) -> bool:
    """Whether a documented value has the keys and types of a printed one; boards are cut short."""
    if isinstance(shown, dict):
        keys = shown.keys() <= printed.keys() if "a1" in shown else shown.keys() == printed.keys()
        return bool(keys) and all(is_shaped_like(shown[key], printed[key]) for key in shown)
    if isinstance(shown, list):
        return isinstance(printed, list) and all(map(is_shaped_like, shown, printed))
    return bool(shown == printed)


@pytest.mark.parametrize(
    ("command", "shown"),
    re.findall(
        r"<!-- json: (.*?) -->\n```json\n(.*?)```",
        (TOP / "game/cli/README.md").read_text("utf-8"),
        re.S,
    ),
)
def test_documented_json_is_what_the_commands_print(
    command: str, shown: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["play", "--bot", "greedy", "--games", "1", "--seed", "1", "--json"]) == 0
    record = tmp_path / "record.json"
    record.write_text(capsys.readouterr().out, encoding="utf-8")
    assert main([str(record) if word == "RECORD" else word for word in command.split()]) == 0
    assert is_shaped_like(json.loads(shown), json.loads(capsys.readouterr().out))


@each(DOCUMENTS)
def test_links_of_the_documents_lead_somewhere(page: str) -> None:
    path = TOP / page
    for target in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", path.read_text(encoding="utf-8")):
        assert (path.parent / target).exists(), target


@each(DOCUMENTS)
def test_files_and_programs_that_documents_name_exist(page: str) -> None:
    text = (TOP / page).read_text(encoding="utf-8")
    if page == "CHANGELOG.md":  # of what was, too
        return
    for name in re.findall(r"`((?:game|assets|tests|seeds)/[^`\s]*)`", text):
        assert [*TOP.glob(name.rstrip("/"))], name
    for module in re.findall(r"`python -m ([a-z_.]+)", text):
        assert importlib.util.find_spec(module), module


@each(RULES)
def test_docstrings_of_the_rules_run(name: str) -> None:
    assert doctest.testmod(importlib.import_module(name)).failed == 0


def test_the_readme_names_author_and_standing() -> None:
    text = " ".join(README.split())
    assert "Peter Burley" in text
    assert "independent, unofficial implementation" in text


def test_the_bot_of_the_page_plays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    text = (TOP / "game/bots/README.md").read_text(encoding="utf-8")
    found = re.search(
        r"<!-- bot: (\S+) -->\n```python\n(.*?)```\n\n```sh\ntake-it-easy (.*?)\n", text, re.S
    )
    assert found is not None
    (tmp_path / found[1]).write_text(found[2], encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    assert len(found[2].splitlines()) <= 22
    assert main(found[3].split()) == 0
    mean = re.search(r"Clever: 10 games, mean ([\d.]+)", capsys.readouterr().out)
    assert mean is not None
    assert float(mean[1]) > 60


def test_the_learner_of_the_page_learns(tmp_path: Path) -> None:
    text = (TOP / "game/research/README.md").read_text(encoding="utf-8")
    found = re.search(r"<!-- program: learn.py -->\n```python\n(.*?)```", text, re.S)
    assert found is not None
    assert len(found[1].splitlines()) <= 60
    program = found[1].replace("GAMES, BOARDS, RATE = 80,", "GAMES, BOARDS, RATE = 10,")
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=TOP, capture_output=True, text=True, check=True
    )
    mean = re.fullmatch(r"640 games: ([\d.]+)\n", done.stdout)
    assert mean is not None
    assert float(mean[1]) > 60
