"""The history: what goes in comes out, and a bad file costs nothing."""

from __future__ import annotations

import json
import sqlite3
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import pytest

from game.rules.record import parse_record
from game.rules.standing import score_match
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
