"""Profiles and settings that another program wrote: whatever stands in any place, nothing fails.

Each value of a profile's lines, and of the settings' file, is replaced by each kind of JSON value,
and each is left out or doubled. A profile is refused in one line, or everything that it brings is
shown and can be saved again; settings that make no sense are told and become their defaults.
`python -m tests.test_foreign_profiles` tries all of them, through the commands and the window too.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from copy import deepcopy
from dataclasses import asdict, fields, replace
from datetime import UTC, date, datetime
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any

import pytest

from game.rules.errors import FormatError
from game.storage.moving import ProfileCopy, moved_settings
from game.storage.problems import ProblemKind
from game.storage.runs import FinishedRun, StoredRun
from game.storage.settings import Settings, SettingsStore
from game.storage.store import Storage
from tests.rules.fuzz import check_message
from tests.rules.mutations import inside
from tests.storage.matches import play_match
from tests.storage.whole import copy_profile, parse_profile, print_profile, take_over
from tests.test_foreign_records import KINDS, places_in

pytestmark = pytest.mark.slow

TEXTS: tuple[str, ...] = (
    "classic", "classic free single none", "h=h", "daily:4:1:99", "standard", "command:rm;", ";;;",
    "ana|bob", "\ufeff", "ro", "٣", "a" * 90, "[]", '[["", ""]]', "²", "../../x", "\x00",
)  # fmt: skip
"""Texts that some setting reads."""

NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)


def whole_profile() -> list[dict[str, Any]]:
    """The lines of a profile that has one of everything, without the last."""
    profile = ProfileCopy(
        ((play_match("1"), NOON),),
        (play_match("2", placements=5),),
        {"deal-1": {"best:0": 190.0}},
        asdict(Settings()),
        (FinishedRun("ab", "s", "calm", "2026-11-21", 9, 2, "Ben", NOON, "{}"),),
        (StoredRun("clock", "", "text", 0, NOON),),
    )
    return [json.loads(line) for line in print_profile(profile).splitlines()[:-1]]


def odd_profiles() -> Iterator[list[Any]]:
    """The lines with one value replaced by each kind, left out, or under another name."""
    lines = whole_profile()
    for path in places_in(lines):
        for kind in KINDS:
            tree = deepcopy(lines)
            inside(tree, path[:-1])[path[-1]] = deepcopy(kind)
            yield tree
        tree = deepcopy(lines)
        value = inside(tree, path[:-1]).pop(path[-1])
        yield tree
        if isinstance(path[-1], str):
            tree = deepcopy(tree)
            inside(tree, path[:-1])[path[-1] + "\ud800"] = value
            yield tree


def print_lines(lines: Iterable[Any]) -> bytes:
    """Write lines as a profile with its digest, as any program can."""
    raw = "".join(json.dumps(line) + "\n" for line in lines).encode()
    return raw + json.dumps({"sha256": sha256(raw).hexdigest()}).encode() + b"\n"


def check_profile(lines: list[Any], store: Storage) -> bool:
    """Bring a profile in; whether the reader takes it."""
    try:
        profile = parse_profile(print_lines(lines))
    except FormatError as error:
        check_message(error)
        return False
    assert take_over(store, profile) is not None
    check_settings(profile.settings)
    moved_settings(profile, Settings())
    copied = copy_profile(store, Settings())
    assert not copied.problems
    moved = parse_profile(print_profile(copied).encode())
    runs = tuple(run._replace(id=0) for run in copied.runs)
    assert moved == replace(copied, runs=runs, open_runs=moved.open_runs)
    assert [one[:3] for one in moved.open_runs] == [one[:3] for one in copied.open_runs]
    kinds = [(one.kind, one.day) for one in copied.runs]
    for kind, day in (*kinds, *((one.kind, one.day) for one in copied.open_runs)):
        assert kind in ("clock", "calm")
        assert not day or date.fromisoformat(day)
    return True


def check_settings(tree: Any, folder: Path | None = None) -> Settings:
    """Read a file of settings, told what is odd; write it again, and read it as it was."""
    known = {f.name for f in fields(Settings)}
    settings = moved_settings(ProfileCopy(settings=tree), Settings())
    if folder is None:
        return settings
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


def test_every_kind_of_value_in_a_profile_is_taken_or_refused() -> None:
    store = Storage.in_memory()
    sample = Random(5).sample(list(odd_profiles()), 150)
    assert sum(check_profile(lines, store) for lines in [*sample, whole_profile()]) > 1


def test_every_kind_of_value_in_the_settings_is_used_or_told(tmp_path: Path) -> None:
    for tree in Random(5).sample(list(odd_settings()), 120):
        check_settings(tree, tmp_path)


if __name__ == "__main__":
    import tempfile

    with tempfile.TemporaryDirectory() as name:
        for lines in odd_profiles():
            check_profile(lines, Storage.in_memory())
        for settings in odd_settings():
            check_settings(settings, Path(name))
