"""A history that is written anew holds all that no record can give again, or says that it does not.

Whatever makes the game write one: a damaged file, one that could not be written at first, one that
was deleted while the game is open.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from game.storage import database
from game.storage.backup import backup_of
from game.storage.climbs import FinishedClimb
from game.storage.database import dealt_keys
from game.storage.problems import Problem, ProblemKind
from game.storage.profile import Profile
from tests.storage.matches import delete, play_match

NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)
CLIMB = FinishedClimb("a", "7", "2026-11-21", 300, 4, "Bob", NOON, "{}")
SEEN = play_match("given up", placements=2)
FOUND = {"deal": {"begun": 1.0, "friend:0:Ana": 120.0}, "puzzles": {"solved": 3.0}}


def fill(profile: Profile) -> None:
    """Add one of everything; of two attempts at a deal the first one is deleted again."""
    for hour, seed in enumerate("1123"):
        assert profile.add_match(play_match(seed + " " * hour), NOON + timedelta(hours=hour))
    again = profile.last_matches()[-1]
    twin = play_match(again.seed or "", names=("Ben",))
    assert profile.add_match(twin, NOON + timedelta(days=1))
    profile.delete_match(again.id)
    for what, values in FOUND.items():
        assert profile.store_findings(what, values)
    profile.note_dealt(dealt_keys(SEEN))
    assert profile.climbs.add(CLIMB)


def content(profile: Profile) -> dict[str, Any]:
    """Everything that the history holds, but for the numbers of its rows."""
    return {
        "matches": [
            (m.identity, m.finished_at, m.marks, m.counts, m.results)
            for m in profile.last_matches()
        ],
        "findings": profile.all_findings(),
        "seen": profile.has_dealt(dealt_keys(SEEN)),
        "runs": [climb._replace(id=0) for climb in profile.climbs.finished()],
    }


def execute(path: Path, *queries: str) -> None:
    """Change a history behind the game's back, its backup gone."""
    backup_of(path).unlink(missing_ok=True)
    with closing(sqlite3.connect(path)) as other, other:
        for query in queries:
            other.execute(query)


REPAIRED = {
    "an odd value": ("UPDATE result SET total = 'abc' WHERE match_id = 3",),
    "an odd time": ("UPDATE match SET finished_at = finished_at || 'x' WHERE id = 3",),
    "another table": ("CREATE TABLE foreign_one (a)",),
    "no results": ("DROP TABLE result",),
    "no figure": ("ALTER TABLE result DROP COLUMN lines",),
}


@pytest.mark.parametrize("name", REPAIRED)
def test_a_repaired_history_holds_everything(tmp_path: Path, name: str) -> None:
    path = tmp_path / "profile.db"
    with Profile(path) as profile:
        fill(profile)
        before = content(profile)
    execute(path, *REPAIRED[name])
    with Profile(path) as profile:
        assert profile.problem is not None
        assert profile.problem.kind is ProblemKind.CORRUPT
        after = content(profile)
    if name == "an odd time":
        del before["matches"], after["matches"]
    assert after == before


PARTLY = {
    "a record": "UPDATE match SET record = '{}' WHERE id = 3",
    "a finding": "UPDATE found SET value = '[1]' WHERE what = 'deal'",
    "all findings": "DROP TABLE found",
    "all climbs": "DROP TABLE climb",
}


@pytest.mark.parametrize("name", PARTLY)
def test_what_a_repair_cannot_copy_is_said(tmp_path: Path, name: str) -> None:
    path = tmp_path / "profile.db"
    with Profile(path) as profile:
        fill(profile)
    execute(path, PARTLY[name], "UPDATE result SET total = 'abc'")
    with Profile(path) as profile:
        assert profile.problem is not None
        assert profile.problem.kind is ProblemKind.PARTLY
        assert profile.problem.path.exists()


def test_of_a_backup_and_a_damaged_history_the_later_finding_stays(tmp_path: Path) -> None:
    path = tmp_path / "profile.db"
    with Profile(path) as profile:
        profile.store_findings("deal", {"begun": 1, "total": 90})
    backup = backup_of(path).read_bytes()
    with Profile(path) as profile:
        profile.store_findings("deal", {"total": 100})
        profile.store_findings("another", {"begun": 1})
    backup_of(path).write_bytes(backup)
    with closing(sqlite3.connect(path)) as other, other:
        other.execute("CREATE TABLE foreign_one (a)")
    with Profile(path) as profile:
        found = {"deal": {"begun": 1, "total": 100}, "another": {"begun": 1}}
        assert profile.all_findings() == found


def test_one_finding_is_backed_up(tmp_path: Path) -> None:
    path = tmp_path / "profile.db"
    with Profile(path) as profile:
        profile.store_findings("deal", {"begun": 1})
        profile.store_findings("deal", {"total": 2})
    path.write_bytes(b"nothing of a database")
    with Profile(path) as profile:
        assert profile.findings("deal") == {"begun": 1, "total": 2}


def test_a_history_that_could_only_be_read_is_whole_and_gets_all(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "profile.db"
    with Profile(path) as profile:
        fill(profile)
        before = content(profile)

    def refuse(_: object) -> None:
        raise PermissionError(13, "denied")

    with monkeypatch.context() as patch:
        patch.setattr(database, "_has_known_format", refuse)
        profile = Profile(path)
        assert profile.problem is not None
        assert profile.problem.kind is ProblemKind.READ_ONLY
        assert content(profile) == before
        profile.store_findings("deal", {"begun": 2})
        profile.store_findings("later", {"begun": 1})
    profile.close()
    with Profile(path) as profile:
        findings = FOUND | {"deal": FOUND["deal"] | {"begun": 2}, "later": {"begun": 1}}
        assert content(profile) == before | {"findings": findings}


def remove_history(path: Path) -> None:
    path.unlink()


def remove_history_and_log(path: Path) -> None:
    for file in path.parent.glob(f"{path.name}*"):
        file.unlink()


def remove_home(path: Path) -> None:
    delete(path.parent)


NEXT: dict[str, Callable[[Profile], object]] = {
    "a match": lambda profile: profile.add_match(play_match("9"), NOON + timedelta(days=2)),
    "a finding": lambda profile: profile.store_findings("later", {"begun": 1}),
    "a run": lambda profile: profile.climbs.add(CLIMB._replace(identity="b")),
    "a placement": Profile.rewrite_deleted,
    "nothing": lambda profile: None,
}


@pytest.mark.skipif(os.name != "posix", reason="Windows deletes no open file")
@pytest.mark.parametrize("remove", [remove_history, remove_history_and_log, remove_home])
@pytest.mark.parametrize("following", NEXT)
def test_a_history_deleted_under_an_open_window_is_written_again_and_that_is_said(
    tmp_path: Path, following: str, remove: Callable[[Path], None]
) -> None:
    path = tmp_path / "home" / "profile.db"
    told: list[Problem] = []
    with Profile(path) as profile:
        profile.report = told.append
        fill(profile)
        remove(path)
        NEXT[following](profile)
        after = content(profile)
        assert len(after["matches"]) == 4 + (following == "a match")
    assert [problem.kind for problem in told] == [ProblemKind.GONE]
    with Profile(path) as profile:
        assert profile.problem is None
        assert content(profile) == after
    assert backup_of(path).exists()
