"""The library's reference is whole: its links lead somewhere, what it names is there."""

from __future__ import annotations

import importlib
import re
from html import unescape
from pathlib import Path

import pytest

import game.rules
from game.tools.reference import MODULES, write_reference

pytestmark = pytest.mark.slow

TOP = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def reference(tmp_path_factory: pytest.TempPathFactory) -> Path:
    outdir = tmp_path_factory.mktemp("reference")
    with pytest.warns(
        UserWarning, match="Error parsing type annotation"
    ):  # names known to type checkers alone
        write_reference(outdir)
    return outdir


def test_every_link_leads_somewhere(reference: Path) -> None:
    pages = {path: path.read_text(encoding="utf-8") for path in reference.rglob("*.html")}
    ids = {path: set(re.findall(r'\bid="([^"]+)"', text)) for path, text in pages.items()}
    broken = []
    for path, text in pages.items():
        for link in set(re.findall(r'href="([^"]+)"', text)):
            if "$" in link:  # a template of the search
                continue
            file, _, place = unescape(link).partition("#")
            target = (path.parent / file).resolve() if file else path
            if "://" not in link and (target not in ids or (place and place not in ids[target])):
                broken.append(f"{path.name}: {link}")
    assert broken == []
    assert len(pages) > len(MODULES)


def test_every_name_in_its_docstrings_is_there() -> None:
    """What the sources name by its whole path can be imported."""
    files = [
        path
        for name in MODULES
        for place in [TOP / name.replace(".", "/")]
        for path in (place.rglob("*.py") if place.is_dir() else [place.with_suffix(".py")])
    ]
    text = "".join(path.read_text(encoding="utf-8") for path in files)
    names = set(re.findall(r"`(game(?:\.\w+)+)`", text))
    assert names
    for name in names:
        module, _, last = name.rpartition(".")
        try:
            importlib.import_module(name)
        except ModuleNotFoundError:
            assert hasattr(importlib.import_module(module), last), name


def test_what_is_public_is_listed() -> None:
    page = (TOP / "game/rules/README.md").read_text(encoding="utf-8")
    assert [name for name in game.rules.__all__ if not re.search(rf"`{name}\b", page)] == []
