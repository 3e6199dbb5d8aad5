"""Settings that another program wrote: whatever value is at any place, nothing fails.

Each value of the settings' file is replaced by each kind of JSON value; those that make no sense
are reported and become their defaults. `python -m tests.storage.test_foreign_settings` tries all.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from copy import deepcopy
from dataclasses import asdict, fields
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from typing import Any

import pytest

from game.storage.problems import ProblemKind
from game.storage.settings import Settings, SettingsStore
from tests.test_foreign_records import KINDS

pytestmark = pytest.mark.slow

TEXTS: tuple[str, ...] = (
    "classic", "classic free single none", "h=h", "daily:4:1:99", "standard", "command:rm;", ";;;",
    "ana|bob", "\ufeff", "ro", "٣", "a" * 90, "[]", '[["", ""]]', "²", "../../x", "\x00",
)  # fmt: skip
"""Texts that some setting reads."""

NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)


def check_settings(tree: Any, folder: Path) -> Settings:
    """Read a file of settings and its problems; write it again, and read it as it was."""
    known = {f.name for f in fields(Settings)}
    path = folder / "settings.json"
    path.write_text(json.dumps(tree), encoding="utf-8")
    settings, odd = SettingsStore(path).load()
    fit = json.loads(json.dumps(asdict(settings)))
    changed = {name for name in known & set(tree) if tree[name] != fit[name]}
    named = {name for one in odd for name in one.detail.split(", ")}
    # A name that cannot be shown is cleaned without a word.
    assert changed - {"player_name"} <= named, (changed, named)
    assert all(one.kind is ProblemKind.ODD_VALUE for one in odd)
    store = SettingsStore(path)
    store.load()
    assert store.save(settings) is None
    again, still = SettingsStore(path).load()
    assert (again, still) == (settings, ())
    kept = json.loads(path.read_text(encoding="utf-8"))
    assert {name: kept[name] for name in set(tree) - known} == {
        name: tree[name] for name in set(tree) - known
    }
    return settings


def odd_settings() -> Iterator[dict[str, Any]]:
    """The settings with one value replaced by each kind and by texts that some setting reads."""
    usual = asdict(Settings()) | {"of_a_later_version": {"a": [1]}}
    for name in usual:
        for kind in (*KINDS, *TEXTS):
            yield usual | {name: deepcopy(kind)}


def test_every_kind_of_value_in_the_settings_is_used_or_told(tmp_path: Path) -> None:
    for tree in Random(5).sample(list(odd_settings()), 120):
        check_settings(tree, tmp_path)


if __name__ == "__main__":
    import tempfile

    with tempfile.TemporaryDirectory() as name:
        for settings in odd_settings():
            check_settings(settings, Path(name))
