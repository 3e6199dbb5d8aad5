"""The history: what goes in comes out, and a bad file costs nothing."""

from __future__ import annotations

import json
import os
import sqlite3
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from random import Random

import pytest

from game.rules.match import Match
from game.rules.record import parse_record, print_record
from game.rules.standing import score_match
from game.storage import database
from game.storage.history import Filter, Summary
from game.storage.problems import ProblemKind
from game.storage.profile import open_profile
from tests.storage.matches import play_match

NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)


def test_a_match_comes_back(tmp_path: Path) -> None:
    match = play_match("7", ("Ana", "Mister bot"))
    with open_profile(tmp_path / "new" / "profile.db") as profile:
        number = profile.add_match(match, edition="fr", is_coached=True, finished_at=NOON)
        assert number is not None
    with open_profile(tmp_path / "new" / "profile.db") as profile:
        assert profile.problem is None
        (listed,) = profile.last_matches()
        text = profile.record(number)
    assert text is not None
    assert parse_record(text) == match
    score = score_match(match)
    assert (listed.edition, listed.rules, listed.seed) == ("fr", str(match.rules), "7")
    assert (listed.is_coached, listed.finished_at) == (True, NOON)
    assert [(r.name, r.is_human, r.bot) for r in listed.results] == [
        ("Ana", True, None),
        ("Mister bot", False, "random"),
    ]
    assert [r.total for r in listed.results] == [p.total for p in score.players]
    assert [i for i, r in enumerate(listed.results) if r.is_winner] == list(score.winners)


def test_unfinished_matches_are_refused() -> None:
    with open_profile(None) as profile, pytest.raises(ValueError, match="finished"):
        profile.add_match(play_match(placements=18))


def test_figures_are_those_of_the_matches() -> None:
    matches = [play_match(str(n)) for n in range(25)]
    totals = [score_match(m).players[0].total for m in matches]
    with open_profile(None) as profile:
        assert profile.summarise() == Summary(0, None, None, None, 0)
        assert profile.histogram() == {}
        assert profile.best() is None
        for n, match in enumerate(matches):
            profile.add_match(match, finished_at=NOON + timedelta(minutes=n))
        assert list(profile.totals()) == totals
        assert profile.best() == max(totals)
        summary = profile.summarise()
        histogram = profile.histogram(width=5)
        listed = profile.last_matches(3, start=1)
    assert (summary.matches, summary.best, summary.wins) == (25, max(totals), 0)
    assert summary.mean == pytest.approx(sum(totals) / 25)
    assert summary.last_mean == pytest.approx(sum(totals[-10:]) / 10)
    assert sum(histogram.values()) == 25
    assert all(histogram[k] == sum(k <= t < k + 5 for t in totals) for k in histogram)
    assert [m.results[0].total for m in listed] == [totals[23], totals[22], totals[21]]


def test_filters_choose_results() -> None:
    with open_profile(None) as profile:
        profile.add_match(play_match("1"), edition="en")
        profile.add_match(play_match("2"), edition="fr", is_coached=True)
        profile.add_match(play_match("3", ("Ana", "A bot")), edition="en")
        counts = [
            len(profile.totals(which))
            for which in (
                Filter(),
                Filter(edition="en"),
                Filter(edition="ro"),
                Filter(name="A bot"),
                Filter(is_coached=False),
                Filter(edition="en", rules=str(play_match().rules), name="Ana"),
                Filter(rules="x' OR 1=1 --"),
            )
        ]
    assert counts == [3, 2, 0, 1, 2, 2, 0]


def test_deleted_matches_leave_no_results() -> None:
    with open_profile(None) as profile:
        number = profile.add_match(play_match())
        assert number is not None
        profile.delete_match(number)
        assert profile.totals() == ()
        assert profile.record(number) is None


def test_streaks_of_days_and_wins() -> None:
    today = date(2026, 11, 21)
    match = play_match("5", ("Ana", "Bob"))
    winner = score_match(match).winners[0]
    name = match.players[winner].name
    loser = match.players[1 - winner].name
    with open_profile(None) as profile:
        for days_ago in (9, 8, 7, 6, 2, 1):
            when = datetime(2026, 11, 21, 12).astimezone() - timedelta(days=days_ago)
            own = replace(match, meta=json.dumps({"id": str(days_ago)}))
            profile.add_match(own, finished_at=when)
        profile.add_match(play_match("6"), finished_at=datetime(2026, 11, 20, 13).astimezone())
        won = profile.streaks(Filter(name=name), today)
        lost = profile.streaks(Filter(name=loser), today)
        tomorrow = profile.streaks(Filter(name=name), today + timedelta(days=1))
    assert (won.days, won.longest_days, won.longest_wins) == (2, 4, 6)
    assert (lost.wins, lost.longest_wins) == (0, 0)
    assert tomorrow.days == 0


def test_a_damaged_file_is_kept_aside(tmp_path: Path) -> None:
    path = tmp_path / "profile.db"
    path.write_bytes(b"not a database, however one looks at it" * 50)
    with open_profile(path) as profile:
        assert profile.problem is not None
        assert profile.problem.kind is ProblemKind.CORRUPT
        assert profile.problem.path.read_bytes().startswith(b"not a database")
        profile.add_match(play_match())
    with open_profile(path) as profile:
        assert profile.problem is None
        assert len(profile.totals()) == 1


def test_a_foreign_database_is_kept_aside(tmp_path: Path) -> None:
    path = tmp_path / "profile.db"
    with sqlite3.connect(path) as foreign:
        foreign.execute("CREATE TABLE recipes (name TEXT)")
    foreign.close()
    with open_profile(path) as profile:
        assert profile.problem is not None
        kept = profile.problem.path
    with sqlite3.connect(kept) as foreign:
        assert foreign.execute("SELECT count(*) FROM recipes").fetchone() == (0,)
    foreign.close()


def test_a_newer_file_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "profile.db"
    open_profile(path).close()
    with sqlite3.connect(path) as newer:
        newer.execute("PRAGMA user_version = 99")
    newer.close()
    before = path.read_bytes()
    with open_profile(path) as profile:
        assert profile.problem is not None
        assert profile.problem.kind is ProblemKind.NEWER
        assert profile.add_match(play_match()) is None
        assert len(profile.totals()) == 1
    assert path.read_bytes() == before


@pytest.mark.parametrize("place", [20, 100, 1500, 5000])
def test_no_damage_makes_it_raise(tmp_path: Path, place: int) -> None:
    path = tmp_path / "profile.db"
    with open_profile(path) as profile:
        for n in range(5):
            profile.add_match(play_match(str(n)))
    raw = bytearray(path.read_bytes())
    raw[place : place + 400] = b"\x5a" * 400
    path.write_bytes(raw)
    with open_profile(path) as profile:
        assert profile.add_match(play_match("9")) is not None
        assert len(profile.last_matches()) >= 1


def test_two_games_share_one_history(tmp_path: Path) -> None:
    path = tmp_path / "profile.db"
    with open_profile(path) as one, open_profile(path) as two:
        one.add_match(play_match("1"))
        two.add_match(play_match("2"))
        assert len(one.totals()) == len(two.totals()) == 2


FIRST_SCHEMA = """
CREATE TABLE match (
    id INTEGER PRIMARY KEY, finished_at TEXT NOT NULL, edition TEXT NOT NULL, rules TEXT NOT NULL,
    seed TEXT, is_coached INTEGER NOT NULL, record TEXT NOT NULL
);
CREATE TABLE result (
    match_id INTEGER NOT NULL REFERENCES match(id) ON DELETE CASCADE, seat INTEGER NOT NULL,
    name TEXT NOT NULL, bot TEXT, is_human INTEGER NOT NULL, total REAL NOT NULL,
    is_winner INTEGER NOT NULL, PRIMARY KEY (match_id, seat)
);
CREATE INDEX match_by_rules ON match(rules, edition);
CREATE INDEX result_by_total ON result(total);
PRAGMA user_version=1;
"""


def write_first_schema(path: Path, matches: list[Match]) -> None:
    """A file as the first version of the game wrote it."""
    old = sqlite3.connect(path)
    old.executescript(FIRST_SCHEMA)
    for number, match in enumerate(matches, 1):
        row = (number, NOON.isoformat(), "en", str(match.rules), "7", 0, print_record(match))
        old.execute("INSERT INTO match VALUES (?, ?, ?, ?, ?, ?, ?)", row)
        total = score_match(match).players[0].total
        old.execute("INSERT INTO result VALUES (?, 0, 'Ana', NULL, 1, ?, 1)", (number, total))
    old.commit()
    old.close()


def test_the_first_schema_is_upgraded_after_a_copy(tmp_path: Path) -> None:
    path = tmp_path / "profile.db"
    twice, once = play_match("1"), play_match("2")
    write_first_schema(path, [twice, twice, once])
    with open_profile(path) as profile:
        assert profile.problem is None
        assert len(profile.last_matches()) == 3
        # What an older game saved as finished, and had counted already.
        assert profile.add_match(once) == 3
        assert profile.add_match(play_match("3")) == 4
    copy = sqlite3.connect(tmp_path / "profile.schema-1.db")
    assert copy.execute("PRAGMA user_version").fetchone() == (1,)
    assert copy.execute("SELECT count(*) FROM match").fetchone() == (3,)
    copy.close()
    with open_profile(path) as profile:
        assert len(profile.last_matches()) == 4


def test_an_upgrade_that_fails_changes_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "profile.db"
    write_first_schema(path, [play_match("1")])

    def fail(database: sqlite3.Connection) -> None:
        database.execute("DELETE FROM match")
        error = sqlite3.OperationalError("disk full")
        error.sqlite_errorcode = sqlite3.SQLITE_FULL
        raise error

    steps = database.STEPS
    monkeypatch.setattr(database, "STEPS", (*steps[:1], fail))
    with monkeypatch.context() as patch:
        # A history in memory has its steps even so.
        patch.setattr(database, "_copy_into_memory", lambda path: sqlite3.connect(":memory:"))
        opened, problem = database.open_database(path)
        opened.close()
    assert problem is not None
    assert problem.kind is ProblemKind.READ_ONLY
    monkeypatch.setattr(database, "STEPS", steps)
    with open_profile(path) as profile:
        assert len(profile.last_matches()) == 1


@pytest.mark.parametrize(
    "damage",
    [
        "UPDATE result SET total = 'abc'",
        "UPDATE result SET total = 1e300",
        "UPDATE result SET is_human = 'yes' WHERE match_id = 2",
        "UPDATE match SET finished_at = 'yesterday' WHERE id = 1",
        "UPDATE match SET finished_at = '0001-01-01' WHERE id = 1",
        "UPDATE match SET rules = x'ff00', seed = 5",
        "UPDATE match SET identity = NULL",
        "DELETE FROM result WHERE match_id = 3",
        "DROP TABLE result",
        "ALTER TABLE match DROP COLUMN identity",
        "UPDATE match SET edition = CAST(x'ff' AS TEXT)",
    ],
)
def test_values_that_no_game_wrote_are_made_again_from_the_records(
    tmp_path: Path, damage: str
) -> None:
    path = tmp_path / "profile.db"
    with open_profile(path) as profile:
        for seed in "123":
            profile.add_match(play_match(seed))
        totals = sorted(profile.totals())
    other = sqlite3.connect(path)
    if "DROP COLUMN" in damage:
        other.execute("DROP INDEX match_by_identity")
    other.execute(damage)
    other.commit()
    other.close()
    with open_profile(path) as profile:
        told = profile.problem
        assert sorted(profile.totals()) == totals
        assert len(profile.last_matches()) == 3
        profile.streaks()
    if "CAST" not in damage:
        assert told is not None
        assert told.kind is ProblemKind.CORRUPT
        assert told.path.exists()
    with open_profile(path) as profile:
        assert profile.problem is None, "told once"


def test_a_version_without_tables_is_begun_anew(tmp_path: Path) -> None:
    path = tmp_path / "profile.db"
    for version in (1, 2):
        bare = sqlite3.connect(path)
        bare.executescript(f"PRAGMA user_version={version}; VACUUM;")
        bare.close()
        with open_profile(path) as profile:
            assert profile.problem is not None
            assert profile.problem.kind is ProblemKind.CORRUPT
            assert profile.add_match(play_match()) == 1
        path.unlink()


def test_no_flipped_byte_stops_the_game(tmp_path: Path) -> None:
    path, random = tmp_path / "profile.db", Random(5)
    with open_profile(path) as profile:
        for seed in "1234":
            profile.add_match(play_match(seed))
    whole = path.read_bytes()
    places = [*range(100), *(random.randrange(len(whole)) for _ in range(60))]
    for place in places:
        raw = bytearray(whole)
        raw[place] ^= 1 << random.randrange(8)
        for old in tmp_path.iterdir():
            old.unlink()
        path.write_bytes(raw)
        with open_profile(path) as profile:
            profile.last_matches()
            profile.totals()
            profile.streaks()
            assert all(profile.record(n) for n in range(1, 2) if profile.last_matches())
            is_newer = profile.problem and profile.problem.kind is ProblemKind.NEWER
            assert is_newer or profile.add_match(play_match("9")) is not None, place


@pytest.mark.skipif(os.name != "posix", reason="modes and pipes are POSIX")
def test_the_history_is_private_and_no_pipe_is_waited_for(tmp_path: Path) -> None:
    path = tmp_path / "profile.db"
    path.touch(0o644)
    with open_profile(path) as profile:
        profile.add_match(play_match())
        assert {f.stat().st_mode & 0o777 for f in tmp_path.iterdir()} == {0o600}
    path.unlink()
    os.mkfifo(path)
    with open_profile(path) as profile:
        assert profile.problem is not None
        assert profile.problem.kind is ProblemKind.READ_ONLY


def test_a_clock_that_was_set_back_harms_nothing() -> None:
    with open_profile(None) as profile:
        profile.add_match(play_match("1"), finished_at=NOON)
        profile.add_match(play_match("2"), finished_at=NOON - timedelta(days=400))
        assert [m.seed for m in profile.last_matches()] == ["1", "2"]
        assert profile.streaks(today=date(2025, 1, 1)).days == 0
