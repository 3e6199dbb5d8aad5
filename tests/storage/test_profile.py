"""The history: what goes in comes out, and a bad file costs nothing."""

from __future__ import annotations

import gc
import json
import os
import sqlite3
import threading
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Event, Timer

import pytest

from game.rules.match import Match
from game.rules.match_score import score_match
from game.rules.record import parse_record
from game.rules.ruleset import Ruleset
from game.storage.backup import EVERY, backup_of
from game.storage.climbs import FinishedClimb
from game.storage.database import identity_of
from game.storage.history import PlayedMatch, SeatResult, summarise
from game.storage.problems import Problem, ProblemKind
from game.storage.profile import STANDARD_RULES, Profile
from tests.each import each
from tests.gallery.records import play_out
from tests.storage.matches import NOON, delete, fill, play_match, seeds_in


def test_the_standard_rules_are_written_as_a_ruleset_prints_them() -> None:
    assert str(Ruleset()) == STANDARD_RULES


def test_a_match_comes_back(tmp_path: Path) -> None:
    match = marked(play_match("7", ("Ana", "Mister bot")), "coached")
    with Profile(tmp_path / "new" / "profile.db") as profile:
        number = profile.add_match(match, NOON)
        assert number is not None
    with Profile(tmp_path / "new" / "profile.db") as profile:
        assert profile.problem is None
        (listed,) = profile.last_matches()
        text = profile.record(number)
    assert text is not None
    assert parse_record(text) == match
    score = score_match(match)
    assert (listed.edition, listed.rules, listed.seed) == ("en", str(match.rules), "7")
    assert (listed.marks, listed.finished_at) == (frozenset({"coached"}), NOON)
    assert [(r.name, r.is_human, r.bot) for r in listed.results] == [
        ("Ana", True, None),
        ("Mister bot", False, "random"),
    ]
    assert [r.total for r in listed.results] == [p.total for p in score.players]
    assert [i for i, r in enumerate(listed.results) if r.is_winner] == list(score.winners)


def test_the_first_person_s_result_is_the_own_one() -> None:
    match = play_match("7", ("Mister bot", "Ana", "Bob"))
    with Profile(None) as profile:
        profile.add_match(match, NOON)
        profile.add_match(play_match("8", ("Mister bot", "Sister bot")), NOON)
        assert [played.result.name for played in profile.last_matches()] == ["Mister bot", "Ana"]


def test_best_and_mean_are_of_the_first_person_by_the_rules_and_handicaps_asked_for() -> None:
    two = Ruleset(rounds=2)
    rows = [
        (play_match("1", ("A bot", "Ana", "Ben")), (), 1),
        (play_match("2", ("Ana", "Ben")), (), 0),
        (play_match("3"), ("timed",), 0),
        (play_match("4"), ("blind", "timed"), 0),
        (play_match("5"), ("coached",), 0),
        (play_out(two, ("Ana", "Fox"), "6"), (), 0),
        (play_match("7", ("A bot", "B bot")), (), None),
    ]
    made: list[tuple[str, set[str], float]] = []
    with Profile(None) as profile:
        for number, (match, marks, seat) in enumerate(rows):
            profile.add_match(marked(match, *marks, identity=f"{number}"))
            if seat is not None:
                total = score_match(match).players[seat].total
                made.append((str(match.rules), set(marks), total))
        for rules in (None, str(Ruleset()), str(two), "other"):
            for handicaps in ((), ("timed",), ("timed", "blind"), ("blind",)):
                totals = [
                    total
                    for played, marks, total in made
                    if rules in (None, played) and marks == set(handicaps)
                ]
                best = max(totals) if totals else None
                mean = sum(totals) / len(totals) if totals else None
                assert profile.best(rules, handicaps) == best
                assert profile.mean(rules, handicaps) == pytest.approx(mean)
        assert [profile.count_matches(most) for most in (1, 7, 99)] == [1, 7, 7]


def test_unfinished_matches_are_refused() -> None:
    with Profile(None) as profile, pytest.raises(ValueError, match="finished"):
        profile.add_match(play_match(placements=18))


CLIMB = FinishedClimb("a", "7", "", 300, 4, "", NOON, "{}")


def finish_backup() -> None:
    """Wait for a backup that is being written."""
    for thread in threading.enumerate():
        if thread.name == "backup":
            thread.join()


def reported_by(profile: Profile) -> list[Problem]:
    """Return the list of the problems that a history reports from now on."""
    reported: list[Problem] = []
    profile.report = reported.append
    return reported


def marked(match: Match, *marks: str, identity: str = "") -> Match:
    """The match with marks, and an identity of its own."""
    meta = {"id": identity or None, "table": {"edition": "en", "marks": marks}}
    return replace(match, meta=json.dumps(meta))


def test_only_the_first_unaided_attempt_at_a_deal_counts(tmp_path: Path) -> None:
    path = tmp_path / "profile.db"
    first, other = play_match("1"), play_match("2")
    tries = [
        marked(first, identity="first"),
        marked(first, "again", identity="second"),
        marked(first, identity="third"),
        marked(other, "coached", "took_back", identity="fourth"),
        marked(other, identity="fifth"),
        marked(play_match("3", ("Ana", "A bot")), identity="sixth"),
    ]
    with Profile(path) as profile:
        # Whatever the order in which they come in.
        for n in (4, 2, 0, 5, 3, 1):
            profile.add_match(tries[n], NOON + timedelta(hours=n))
    with Profile(path) as profile:
        listed = profile.last_matches()[::-1]
        best = profile.best()
    assert [m.attempt for m in listed] == [1, 2, 3, 1, 2, 1]
    assert [m.counts for m in listed] == [True, False, False, False, False, True]
    assert listed[3].marks == {"coached", "took_back"}
    assert {m.edition for m in listed} == {"en"}
    assert best == max(listed[0].result.total, listed[5].result.total)


def test_a_foreign_meta_harms_nothing() -> None:
    with Profile(None) as profile:
        for n, table in enumerate(([], "x", {"edition": 5, "marks": "coached"}, {"marks": [7]})):
            meta = json.dumps({"id": str(n), "table": table})
            profile.add_match(replace(play_match(str(n)), meta=meta))
        assert [(m.edition, m.counts) for m in profile.last_matches()] == [("", True)] * 4


def test_what_was_found_is_kept_and_added_to(tmp_path: Path) -> None:
    path = tmp_path / "profile.db"
    with Profile(path) as profile:
        assert profile.findings("deal") == {}
        assert profile.store_findings("deal", {"best": 200, "master": 150})
        assert profile.store_findings("deal", {"master": 151.5})
    with Profile(path) as profile:
        assert profile.findings("deal") == {"best": 200, "master": 151.5}
        for odd in ("[1", "[1]", "7", '"x"', "null", ""):
            profile._database.execute("UPDATE found SET value = ?", (odd,))
            assert profile.findings("deal") == {}
        mixed = '{"a": "x", "b": 1e999, "c": 2, "d": null, "e": -1e6, "f": %s, "g": [1]}'
        profile._database.execute("UPDATE found SET value = ?", (mixed % ("9" * 400),))
        assert profile.findings("deal") == {"c": 2}


def test_matches_are_listed_anew_when_one_comes_or_goes() -> None:
    with Profile(None) as profile:
        number = profile.add_match(play_match("1"), NOON)
        assert number is not None
        listed = profile.last_matches()
        assert profile.last_matches() is listed
        profile.store_findings("deal", {"begun": 1})
        assert profile.last_matches() is listed
        profile.add_match(play_match("2"), NOON)
        assert len(profile.last_matches()) == 2
        profile.delete_match(number)
        assert len(profile.last_matches()) == 1


def test_deleted_matches_leave_no_results() -> None:
    with Profile(None) as profile:
        number = profile.add_match(play_match())
        assert number is not None
        profile.delete_match(number)
        assert profile.last_matches() == ()
        assert profile.record(number) is None


def test_whoever_deletes_a_first_attempt_has_no_second_first() -> None:
    tries = [marked(play_match("1"), identity=str(n)) for n in range(3)]
    other = marked(play_match("2"), identity="other")
    with Profile(None) as profile:
        # The earliest came in last.
        for n, match in ((1, tries[1]), (2, other), (3, tries[2]), (0, tries[0])):
            profile.add_match(match, NOON + timedelta(hours=n))
        before = {m.identity: m.counts for m in profile.last_matches()}
        profile.delete_match(profile.last_matches()[0].id)
        assert before == {m.identity: m.counts for m in profile.last_matches()} | {"2": False}
        profile.delete_match(profile.last_matches()[-1].id)
        assert {m.identity: m.counts for m in profile.last_matches()} == {"1": False, "other": True}


def test_attempts_at_deals_that_nobody_knows_are_none_at_the_same_deal(tmp_path: Path) -> None:
    """Old histories did not store deals: matches of unknown deals are no attempts at one deal."""
    path = tmp_path / "profile.db"
    with Profile(path) as profile:
        for seed in "12":
            profile.add_match(play_match(seed), NOON)
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("UPDATE match SET deal = ''")
    with Profile(path) as profile:
        newer, older = profile.last_matches()
        assert newer.counts
        profile.delete_match(older.id)
        (left,) = profile.last_matches()
        assert (left.id, left.counts) == (newer.id, True)


def test_a_match_of_the_history_is_shown_under_a_name_that_hides_nothing() -> None:
    match = play_match("1", ("A\u202ena",))
    with Profile(None) as profile:
        number = profile.add_match(match)
        assert number is not None
        shown = profile.match(number)
        assert shown is not None
        assert [player.name for player in shown.players] == ["Ana"]
        assert profile.last_matches()[0].result.name == "Ana"
        assert parse_record(profile.record(number) or "") == match


def test_what_was_left_is_no_days_game() -> None:
    with Profile(None) as profile:
        profile.add_match(marked(play_match("7"), "left"), NOON)
        assert summarise(profile.last_matches()).dates == frozenset()


def test_two_games_share_one_history(tmp_path: Path) -> None:
    path = tmp_path / "profile.db"
    with Profile(path) as one, Profile(path) as two:
        one.add_match(play_match("1"))
        two.add_match(play_match("2"))
        assert len(one.last_matches()) == len(two.last_matches()) == 2


@pytest.mark.skipif(os.name == "nt", reason="no open file is deleted there")
def test_a_history_whose_folder_vanishes_is_written_anew(tmp_path: Path) -> None:
    home = tmp_path / "home"
    with Profile(home / "profile.db") as profile:
        profile.add_match(play_match("1"), NOON)
        delete(home)
        assert profile.add_match(play_match("2"), NOON + timedelta(hours=1)) is not None
        assert len(profile.last_matches()) == 2
    with Profile(home / "profile.db") as profile:
        # What was read into memory by then is written again.
        assert {m.seed for m in profile.last_matches()} >= {"2"}
        delete(home)
        home.write_text("in the way")
        assert profile.add_match(play_match("3"), NOON) is None
        assert profile.problem is not None
        assert profile.problem.kind is ProblemKind.READ_ONLY
        home.unlink()
        assert profile.add_match(play_match("3"), NOON) is not None
    with Profile(home / "profile.db") as profile:
        assert "3" in {m.seed for m in profile.last_matches()}


def test_a_match_that_cannot_be_added_whole_is_not_added(tmp_path: Path) -> None:
    with Profile(tmp_path / "profile.db") as profile:
        profile._database.execute(
            "CREATE TRIGGER full BEFORE INSERT ON result BEGIN SELECT RAISE(ABORT, 'full'); END"
        )
        assert profile.add_match(play_match()) is None
        assert profile.problem is not None
        assert profile.problem.detail == "full"
        profile._database.execute("DROP TRIGGER full")
        assert profile._read("SELECT id FROM match") == []
        assert profile.add_match(play_match()) is not None


def test_what_cannot_be_read_counts_as_nothing_and_is_noted(tmp_path: Path) -> None:
    with Profile(tmp_path / "profile.db") as profile:
        profile.add_match(play_match())
        assert profile.problem is None
        profile._database.execute("DROP TABLE result")
        assert profile.best() is None
        assert profile.problem is not None
        assert profile.problem.kind is ProblemKind.READ_ONLY
        profile.problem = None
        profile._database.execute("DROP TABLE match")
        assert not profile.delete_match(1)
        assert profile.problem is not None


def test_the_match_added_last_is_not_parsed_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The result page reads it for the level and for the goals; a later start reads the record."""
    parsed: list[str] = []
    parse = parse_record

    def count(text: str) -> Match:
        parsed.append(text)
        return parse(text)

    path, matches = tmp_path / "profile.db", [play_match(seed) for seed in "12"]
    monkeypatch.setattr("game.rules.record.parse_record", count)
    with Profile(path) as profile:
        numbers = [profile.add_match(match) for match in matches]
        assert None not in numbers
        assert profile.match(numbers[1] or 0) == matches[1]
        assert parsed == []
        assert profile.match(numbers[0] or 0) == matches[0]
        assert len(parsed) == 1
        # One that was there before is not taken for its record.
        profile.add_match(matches[0])
        profile.match(numbers[0] or 0)
        assert len(parsed) == 2
        assert profile.delete_match(numbers[1] or 0)
        assert profile.match(numbers[1] or 0) is None
    with Profile(path) as profile:
        assert profile.match(numbers[0] or 0) == matches[0]


def test_a_win_needs_an_opponent() -> None:
    ana = SeatResult("Ana", True, None, 150, True)
    when = datetime(2026, 11, 21, tzinfo=UTC)

    def played(*others: SeatResult) -> PlayedMatch:
        return PlayedMatch(1, "x", when, "", "", None, "", frozenset(), 1, (ana, *others))

    fox = SeatResult("Fox", False, "fox", 140, False)
    figures = summarise([played(), played(fox), played(fox), played()])
    assert (figures.matches, figures.wins) == (4, 2)


def test_a_history_is_where_its_file_is_and_lasts_there(tmp_path: Path) -> None:
    path = tmp_path / "profile.db"
    with Profile(path) as profile:
        assert (profile.path, profile.is_lasting) == (path, True)
    with Profile(None) as memory:
        assert (memory.path, memory.is_lasting) == (Path(), True)
    (tmp_path / "in the way").touch()
    with Profile(tmp_path / "in the way" / "profile.db") as lost:
        assert not lost.is_lasting
        assert lost.add_match(play_match()) is None


def test_a_history_knows_its_matches_and_counts_them() -> None:
    match, other = play_match("1"), play_match("2")
    with Profile(None) as profile:
        assert [profile.has(one) for one in (match, other)] == [False, False]
        profile.add_match(match)
        assert [profile.has(one) for one in (match, other)] == [True, False]
        profile.add_match(other)
        assert [profile.count_matches(most) for most in (1, 2, 9)] == [1, 2, 2]
        assert profile.record(9) is None
        assert profile.match(9) is None


def test_findings_and_rounds_that_cannot_be_written_wait_for_the_next_change(
    tmp_path: Path,
) -> None:
    path = tmp_path / "profile.db"
    profile = Profile(path)
    assert profile.store_findings("1", {"best": 200.0, "mean": 100.0})
    profile.note_dealt(["a"])
    with closing(sqlite3.connect(path)) as other:
        profile._database.execute("PRAGMA busy_timeout = 0")
        other.execute("BEGIN IMMEDIATE")
        assert not profile.store_findings("1", {"best": 201.0})
        assert not profile.store_findings("1", {"luck": -3.0})
        assert not profile.store_findings("2", {"best": 150.0})
        profile.note_dealt(["a", "b"])
        assert profile.problem is not None
        assert profile.problem.kind is ProblemKind.READ_ONLY
        profile.problem = None
        profile.note_dealt(["b"])
        assert profile.problem is None, "it waits already"
        found = {"1": {"best": 201.0, "mean": 100.0, "luck": -3.0}, "2": {"best": 150.0}}
        assert profile.all_findings() == found
        assert [profile.findings(what) for what in "123"] == [found["1"], found["2"], {}]
        dealt = [("a",), ("b",), ("c",), ("c", "b"), ()]
        assert [profile.has_dealt(keys) for keys in dealt] == [True, True, False, True, False]
        other.rollback()
        written = other.execute("SELECT round FROM dealt").fetchall()
        assert written == [("a",)]
        profile.note_dealt(["c"])
        assert sorted(other.execute("SELECT round FROM dealt")) == [("a",), ("b",), ("c",)]
    profile.close()
    with Profile(path) as again:
        assert again.all_findings() == found


def test_nothing_is_lost_that_could_be_written_only_at_the_end(tmp_path: Path) -> None:
    path = tmp_path / "profile.db"
    changes: list[tuple[Callable[[Profile], object], int]] = [
        (lambda profile: profile.note_dealt(["a"]), 0),
        (lambda profile: profile.store_findings("1", {"best": 1.0}), 1),
    ]
    for change, count in changes:
        profile = Profile(path)
        with closing(sqlite3.connect(path)) as other:
            profile._database.execute("PRAGMA busy_timeout = 0")
            other.execute("BEGIN IMMEDIATE")
            change(profile)
            other.rollback()
        profile.close()
        with Profile(path) as again:
            assert (again.has_dealt("a"), len(again.all_findings())) == (True, count)


def test_a_history_in_memory_moves_to_its_file_once_that_can_be_opened(tmp_path: Path) -> None:
    folder, match = tmp_path / "home", play_match()
    folder.touch()
    profile = Profile(folder / "profile.db")
    assert profile.add_match(match) is None
    assert (profile.is_lasting, len(profile.last_matches())) == (False, 1)
    folder.unlink()
    assert profile.add_match(play_match("2")) is not None
    assert (profile.is_lasting, profile.problem) == (True, None)
    profile.close()
    with Profile(folder / "profile.db") as again:
        assert {played.identity for played in again.last_matches()} == {
            identity_of(match),
            identity_of(play_match("2")),
        }


def test_the_backup_is_made_at_once_and_renewed_after_ten_changes_and_at_the_end(
    tmp_path: Path,
) -> None:
    path = tmp_path / "profile.db"
    # The rest of an earlier, killed backup does no harm.
    backup_of(path).with_name(f".{backup_of(path).name}.new").write_bytes(b"half a copy")
    with Profile(path) as profile:
        for n in range(2 * EVERY):
            assert profile.add_match(play_match(str(n)), NOON) is not None
            finish_backup()
            assert len(seeds_in(backup_of(path))) == 1 + n // EVERY * EVERY
        profile.add_match(play_match("twenty-first"), NOON)
        finish_backup()
        profile.add_match(play_match("last"), NOON)
    assert len(seeds_in(backup_of(path))) == 2 * EVERY + 2
    if os.name == "posix":
        assert backup_of(path).stat().st_mode & 0o777 == 0o600
    assert not list(tmp_path.glob(".*.new*"))


@each(
    [
        lambda profile: profile.add_match(play_match()),
        lambda profile: profile.climbs.add(CLIMB),
        lambda profile: profile.store_findings("deal", {"best": 1.0}),
        lambda profile: profile.note_dealt(["a"]),
        None,
    ]
)
def test_a_history_that_holds_anything_and_has_no_backup_gets_one(
    change: Callable[[Profile], object] | None,
) -> None:
    with TemporaryDirectory() as folder:
        path = Path(folder) / "profile.db"
        with Profile(path) as profile:
            if change is not None:
                change(profile)
        backup_of(path).unlink(missing_ok=True)
        Profile(path).close()
        assert backup_of(path).exists() is (change is not None)


def test_what_the_player_deletes_does_not_come_back(tmp_path: Path) -> None:
    path = tmp_path / "profile.db"
    fill(path, EVERY)
    with Profile(path) as profile:
        assert profile.delete_match(3)
        finish_backup()
        assert seeds_in(backup_of(path)) == {str(n) for n in range(EVERY) if n != 2}
    path.write_bytes(b"")
    with Profile(path) as profile:
        assert profile.problem is not None
        assert profile.problem.kind is ProblemKind.PARTLY
        assert {m.seed for m in profile.last_matches()} == {str(n) for n in range(EVERY) if n != 2}


def test_without_a_thread_the_backup_after_a_deletion_and_at_the_end_is_written_here(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "profile.db"
    fill(path, 2)
    monkeypatch.setattr("game.storage.profile.start_thread", lambda *_, **__: None)
    with Profile(path) as profile:
        assert profile.delete_match(1)
        assert seeds_in(backup_of(path)) == {"1"}
        profile.add_match(play_match("7"), NOON)
        assert seeds_in(backup_of(path)) == {"1"}
    assert seeds_in(backup_of(path)) == {"1", "7"}


def test_a_damaged_history_that_is_begun_anew_lasts_and_is_backed_up_at_once(
    tmp_path: Path,
) -> None:
    path = tmp_path / "profile.db"
    fill(path, 1)
    backup = backup_of(path).read_bytes()
    fill(path, 1, first=1)
    backup_of(path).write_bytes(backup)
    with closing(sqlite3.connect(path)) as damaged, damaged:
        damaged.execute("UPDATE result SET lines = x'00'")
    with Profile(path) as profile:
        assert profile.problem is not None
        assert profile.problem.kind is ProblemKind.CORRUPT
        assert profile.is_lasting
        finish_backup()
        assert seeds_in(backup_of(path)) == {"0", "1"}


def test_a_deleted_match_waits_for_a_backup_that_is_being_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It must not return from the backup that was begun before."""
    begun, steps, release = Event(), list[str](), Event()

    def back_up(_: Path) -> None:
        steps.append("begun")
        begun.set()
        release.wait(20)
        steps.append("written")

    with Profile(tmp_path / "profile.db") as profile:
        monkeypatch.setattr("game.storage.profile._back_up", back_up)
        number = profile.add_match(play_match("1"), NOON)
        assert number is not None
        assert begun.wait(20)
        Timer(0.1, release.set).start()
        assert profile.delete_match(number)
        finish_backup()
        assert steps == ["begun", "written"] * 2


def test_the_letters_of_a_room_are_not_stored() -> None:
    match = play_match()
    for meta in ('{"room": {"code": "abc"}, "mood": "good"}', '{"mood": "good"}'):
        with Profile(None) as profile:
            number = profile.add_match(replace(match, meta=meta))
            assert number is not None
            text = profile.record(number) or ""
            assert json.loads(parse_record(text).meta or "{}") == {"mood": "good"}


@pytest.mark.skipif(os.name == "nt", reason="no open file is deleted there")
def test_a_history_that_is_deleted_or_replaced_while_it_is_open_loses_nothing(
    tmp_path: Path,
) -> None:
    path, other = tmp_path / "profile.db", tmp_path / "other.db"
    fill(other, 1)
    with Profile(path) as profile:
        reported = reported_by(profile)
        profile.add_match(play_match("7"))
        assert [match.seed for match in profile.last_matches()] == ["7"]
        path.unlink()
        profile.rewrite_deleted()
        assert reported == [Problem(ProblemKind.GONE, path)]
        assert profile.problem == reported[0]
        assert seeds_in(path) == {"7"}
        os.replace(other, path)
        profile.rewrite_deleted()
        assert profile.problem is None
        assert len(reported) == 1
        assert {match.seed for match in profile.last_matches()} == {"0", "7"} == seeds_in(path)
        profile.rewrite_deleted()
        finish_backup()
        assert seeds_in(backup_of(path)) == {"0", "7"}


def test_a_history_in_memory_moves_to_a_damaged_file_that_is_begun_anew(tmp_path: Path) -> None:
    home = tmp_path / "home"
    home.touch()
    with Profile(home / "profile.db") as profile:
        reported = reported_by(profile)
        assert profile.add_match(play_match("7")) is None
        assert not profile.is_lasting
        assert [problem.kind for problem in reported] == [ProblemKind.READ_ONLY]
        reported.clear()
        assert len(profile.last_matches()) == 1
        home.unlink()
        home.mkdir()
        (home / "profile.db").write_bytes(b"nothing of a database" * 50)
        assert profile.climbs.add(CLIMB) == 1
        assert [problem[:2] for problem in reported] == [
            (ProblemKind.PARTLY, home / "profile.kept-1.db")
        ]
        assert (profile.is_lasting, profile.problem) == (True, reported[0])
        assert len(profile.last_matches()) == 1
    with Profile(home / "profile.db") as again:
        assert [match.seed for match in again.last_matches()] == ["7"]
        assert again.climbs.count() == 1


def test_a_history_in_memory_is_written_when_it_is_closed(tmp_path: Path) -> None:
    home = tmp_path / "home"
    home.touch()
    with Profile(home / "profile.db") as profile:
        assert profile.add_match(play_match("7")) is None
        home.unlink()
    assert seeds_in(home / "profile.db") == {"7"}


def test_what_cannot_be_taken_over_from_memory_is_reported(tmp_path: Path) -> None:
    home = tmp_path / "home"
    home.touch()
    with Profile(home / "profile.db") as profile:
        reported = reported_by(profile)
        profile._database.execute("INSERT INTO found VALUES ('odd', '[]')")
        home.unlink()
        assert profile.add_match(play_match()) is not None
        assert reported == [Problem(ProblemKind.PARTLY, home / "profile.db")]


def test_a_list_that_could_not_be_read_is_read_again(tmp_path: Path) -> None:
    path = tmp_path / "profile.db"
    fill(path, 1)
    with Profile(path) as profile, closing(sqlite3.connect(path)) as other:
        other.execute("ALTER TABLE match RENAME TO hidden")
        assert profile.last_matches() == ()
        assert profile.problem is not None
        other.execute("ALTER TABLE hidden RENAME TO match")
        assert len(profile.last_matches()) == 1


def test_listing_matches_leaves_garbage_collection_as_it_was() -> None:
    try:
        for is_on in (False, True):
            (gc.enable if is_on else gc.disable)()
            Profile(None).last_matches()
            assert gc.isenabled() is is_on
    finally:
        gc.enable()


def test_of_two_attempts_at_one_moment_the_later_row_is_the_second() -> None:
    with Profile(None) as profile:
        for name in "ab":
            profile.add_match(marked(play_match("1"), identity=name), NOON)
        assert [(m.identity, m.attempt) for m in profile.last_matches()] == [("b", 2), ("a", 1)]
        best = profile.best()
        profile.delete_match(1)
        (left,) = profile.last_matches()
        assert (left.identity, *left.marks) == ("b", "again")
        assert profile.best() is None
        assert best is not None
