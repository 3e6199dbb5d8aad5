"""Moving house: out of one profile and into another, empty or used; twice is the same as once."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import asdict, replace
from datetime import UTC, datetime, timedelta
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.rules.errors import FormatError
from game.rules.match import Match
from game.storage.database import identity_of
from game.storage.moving import STAYING, ProfileCopy, TakenOver, moved_settings, taking_over
from game.storage.places import HOME_VARIABLE, find_places
from game.storage.runs import FinishedRun
from game.storage.settings import Settings
from game.storage.steps import finish
from game.storage.store import Storage, open_storage, with_identity
from tests.storage.matches import play_match
from tests.storage.whole import (
    all_matches,
    copy_profile,
    parse_profile,
    print_profile,
    read_profile,
    take_over,
)

BEGAN = datetime(2026, 11, 1, 12, tzinfo=UTC)


@cache
def finished(number: int) -> Match:
    """One of several finished matches; every third one is as old versions wrote it."""
    match = play_match(str(number))
    meta = None if number % 3 == 0 else f'{{"id": "{number:016x}"}}'
    return replace(match, meta=meta)


@cache
def begun(number: int, placements: int) -> Match:
    """One of several matches, so far."""
    match = play_match(str(number), placements=placements)
    return replace(match, meta=f'{{"id": "{number + 100:016x}"}}')


def filled(numbers: frozenset[int], waiting: frozenset[int], placements: int) -> Storage:
    """A profile with these matches, and those of `waiting` at that placement."""
    store = Storage.in_memory()
    for number in sorted(numbers):
        store.profile.add_match(finished(number), BEGAN + timedelta(hours=number))
        store.profile.store_findings(f"deal-{number}", {f"best:{placements}": 100 + number})
    for number in sorted(waiting):
        store.save_match(begun(number, placements))
    return store


def contents(store: Storage) -> Any:
    """All that can be moved, but for the numbers of rows."""
    matches = {identity_of(match): (match, when) for match, when in all_matches(store)}
    waiting = {waiting.key: waiting.match for waiting in store.waiting()}
    return matches, waiting, store.profile.all_findings()


some = st.frozensets(st.integers(0, 5), max_size=4)


@given(some, some, some, some)
def test_out_and_in_adds_what_is_not_known_and_overwrites_nothing(
    there: frozenset[int],
    waiting_there: frozenset[int],
    here: frozenset[int],
    waiting_here: frozenset[int],
) -> None:
    source, target = filled(there, waiting_there, 3), filled(here, waiting_here, 7)
    before, moved = contents(target), contents(source)
    profile = parse_profile(print_profile(copy_profile(source, Settings())).encode())
    taken = take_over(target, profile)
    assert taken == TakenOver(len(there - here), len(waiting_there - waiting_here))
    after = contents(target)
    for kind, (old, new, now) in enumerate(zip(before, moved, after, strict=True)):
        if kind < 2:
            assert now == new | old
        else:
            assert now == {key: new.get(key, {}) | old.get(key, {}) for key in {*new, *old}}
    # Twice is the same as once, and an empty profile becomes the same one.
    assert take_over(target, profile) == TakenOver(0, 0)
    assert contents(target) == after
    empty = Storage.in_memory()
    take_over(empty, profile)
    assert contents(empty) == moved
    assert contents(source) == moved


def test_runs_move_and_an_open_one_replaces_none() -> None:
    source, target = Storage.in_memory(), Storage.in_memory()
    run = FinishedRun("a", "7", "clock", "2026-11-01", 900, 5, "Bob", BEGAN, "{}")
    source.profile.runs.add(run)
    source.profile.runs.save("clock", "", "theirs", None)
    source.profile.runs.save("calm", "", "theirs", None)
    target.profile.runs.save("clock", "", "mine", None)
    text = print_profile(copy_profile(source, Settings()))
    assert json.loads(text.splitlines()[0])["version"] == 2
    for _ in range(2):
        take_over(target, parse_profile(text.encode()))
        assert [one._replace(id=0) for one in target.profile.runs.finished()] == [run]
        stored = {one.kind: one.text for one in target.profile.runs.open_runs()}
        assert stored == {"clock": "mine", "calm": "theirs"}
    plain = print_profile(ProfileCopy())
    assert json.loads(plain.splitlines()[0])["version"] == 1, "older games read it"


def test_a_match_that_is_over_here_does_not_wait_again() -> None:
    source, target = Storage.in_memory(), Storage.in_memory()
    match = replace(play_match("1"), meta=with_identity(None))
    source.save_match(replace(play_match("1", placements=5), meta=match.meta))
    target.profile.add_match(match, BEGAN)
    assert take_over(target, copy_profile(source, Settings())) == TakenOver(0, 0)
    assert target.waiting() == ()


def test_settings_move_but_for_those_of_a_computer() -> None:
    theirs = Settings(language="ro", theme="daylight", interface_scale=2.0)
    profile = copy_profile(Storage.in_memory(), theirs)
    assert not STAYING & set(profile.settings)
    own = Settings(player_name="Ana", window_width=999)
    moved = moved_settings(parse_profile(print_profile(profile).encode()), own)
    staying = {name: value for name, value in asdict(own).items() if name in STAYING}
    assert moved == replace(theirs, **staying)
    # A file that was written by hand names no odd value.
    odd = replace(profile, settings={"theme": "pink", "volume": 9})
    assert moved_settings(parse_profile(print_profile(odd).encode()), own) == own


HALF = json.dumps({"\ud800": 1})


@pytest.mark.parametrize("line", [f'{{"settings": {HALF}}}', f'{{"what": "x", "found": {HALF}}}'])
def test_a_text_that_cannot_be_written_again_is_not_taken_over(line: str) -> None:
    head, *lines = print_profile(ProfileCopy()).splitlines(keepends=True)[:-1]
    body = "".join([head, *lines, line + "\n"])
    raw = f'{body}{{"sha256": "{sha256(body.encode()).hexdigest()}"}}\n'.encode()
    with pytest.raises(FormatError, match=r"^3: not Unicode"):
        parse_profile(raw)


def test_what_a_history_holds_already_is_exported_cleaned(tmp_path: Path) -> None:
    places = find_places({HOME_VARIABLE: str(tmp_path)})
    with closing(open_storage(places)) as store:
        store.profile.store_findings("x", {"best:0": 5})
    with closing(sqlite3.connect(places.profile)) as database, database:
        database.execute("UPDATE found SET value = ?", (json.dumps({"\ud800": 1, "best:0": 5}),))
        database.execute("INSERT INTO found VALUES ('deep', ?)", ("[" * 100_000,))
    with closing(open_storage(places)) as store:
        copied = parse_profile(print_profile(copy_profile(store, Settings())).encode())
    assert copied.findings == {"x": {"best:0": 5}, "deep": {}}


def damaged(raw: bytes) -> Iterator[bytes]:
    """The file cut at many places, a byte changed at many, a line gone, doubled, or not ended."""
    for place in range(0, len(raw), 97):
        yield raw[:place]
        yield raw[:place] + bytes([raw[place] ^ 1]) + raw[place + 1 :]
    lines = raw.splitlines(keepends=True)
    for number in range(len(lines)):
        yield b"".join(lines[:number] + lines[number + 1 :])
        yield b"".join([*lines[: number + 1], *lines[number:]])
    yield raw[:-1]
    yield raw + b"x"
    yield b"\xff\xfe" + raw
    yield b"[" * 100_000
    yield b"{}\n{}\n"


def test_a_damaged_file_is_refused_and_changes_nothing(tmp_path: Path) -> None:
    source = filled(frozenset({1, 3}), frozenset({2}), 4)
    raw = print_profile(copy_profile(source, Settings())).encode()
    path = tmp_path / "moved"
    for spoilt in damaged(raw):
        path.write_bytes(spoilt)
        with pytest.raises(FormatError):
            read_profile(path)
    path.write_bytes(raw)
    assert read_profile(path) == copy_profile(source, Settings())
    for wrong in (tmp_path, tmp_path / "none", Path("a\0b")):
        with pytest.raises(FormatError):
            read_profile(wrong)


def test_work_that_is_stopped_half_way_has_changed_nothing() -> None:
    source, target = (
        filled(frozenset(range(6)), frozenset({1}), 3),
        filled(frozenset(), frozenset(), 3),
    )
    profile, before = copy_profile(source, Settings()), contents(target)
    steps = taking_over(target, profile)
    shares = [next(steps) for _ in range(4)]
    steps.close()
    assert shares == sorted(shares)
    assert 0 < shares[-1] < 1
    assert contents(target) == before
    shown: list[float] = []
    assert finish(taking_over(target, profile), shown.append) == TakenOver(6, 1)
    assert len(shown) == 6
