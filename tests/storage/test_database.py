"""The history's file: a match's rows, the deals that were seen, damaged and foreign files."""

from __future__ import annotations

import json
import os
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, nullcontext
from dataclasses import replace
from datetime import datetime, timedelta, timezone
from itertools import islice
from pathlib import Path
from random import Random

import pytest

from game.bots.players.game_master import master_placements
from game.play.table import TableSetup
from game.rules.deal import deal_calls, deal_order, round_seed
from game.rules.match import Match, Player, apply, legal_placements, new_match
from game.rules.match_score import score_match
from game.rules.meta import Substitute, note_substitute
from game.rules.moves import BeginRound, Call, Miss, Place
from game.rules.record import parse_record, print_record
from game.rules.ruleset import RayRule, Ruleset
from game.storage import database
from game.storage.backup import EVERY, backup_of
from game.storage.database import (
    add_dealt,
    add_findings,
    changing,
    check_history,
    copy_entries,
    deal_of,
    dealt_keys,
    entry_of,
    hold,
    identity_digest,
    identity_of,
    insert_entry,
    open_database,
    order_key,
    read_findings,
    read_numbers,
    seen_rounds,
    with_identity,
    without_room,
    write_again,
)
from game.storage.history import summarise
from game.storage.migration import FORMER_VERSION
from game.storage.problems import ProblemKind
from game.storage.profile import Profile
from tests.each import each
from tests.gallery.records import play_out
from tests.storage.damage import MATCHES, PAGE, Ground, cuts, flips
from tests.storage.matches import NOON, fill, play_match, seeds_in
from tests.unreadable import close_folder

BEGUN = (print_record(play_match("3", placements=4)),)
LEFT = Substitute(1, 3, "Ben", "Fox", "fox")
"""A computer took the second seat over."""


def called(rules: Ruleset, seed: str, calls: int, *, placed: bool, noted: str | None) -> Match:
    """Return a match of one round with so many calls, the last one placed or not."""
    match, _ = apply(new_match(rules, (Player("Ana"),)), BeginRound(None, noted))
    for number, call in enumerate(deal_calls(rules, seed)[:calls], 1):
        match, _ = apply(match, Call(call))
        for tile in call if placed or number < calls else ():
            (placement, *_) = (p for p in legal_placements(match, 0) if p.tile == tile)
            match, _ = apply(match, Place(0, tile, placement.space))
    return match


def test_a_deal_is_seen_from_its_first_placement_or_its_second_call() -> None:
    rules, key = Ruleset(), order_key(deal_order(Ruleset().grid, "7"))
    for calls, placed, is_seen in (
        (0, False, False),
        (1, False, False),
        (1, True, True),
        (2, False, True),
        (18, True, True),
        (19, True, True),
    ):
        match = called(rules, "7", calls, placed=placed, noted="7")
        assert dealt_keys(match) == ((key,) if is_seen else ())
        assert len(seen_rounds(match)) == is_seen


def test_a_round_without_a_seed_is_known_by_its_table_s_or_once_it_is_whole() -> None:
    rules = Ruleset()
    key = order_key(deal_order(rules.grid, "7"))
    for calls, whole in ((2, False), (18, False), (19, True)):
        match = called(rules, "7", calls, placed=True, noted=None)
        assert seen_rounds(match) == (whole,)
        assert dealt_keys(match) == ((key,) if whole else ())
        for seed, is_dealt in (("7", True), ("8", False)):
            meta = TableSetup(rules, match.players, seed).to_meta()
            known = dealt_keys(replace(match, meta=meta))
            assert known == ((key,) if is_dealt or whole else ())
    other = called(rules, "7", 5, placed=True, noted="8")
    assert dealt_keys(other) == (), "its calls are not those of its seed"
    two = play_out(Ruleset(rounds=2), ("Ana",), "7")
    assert dealt_keys(two) == tuple(
        order_key(deal_order(rules.grid, round_seed("7", number))) for number in range(2)
    )
    assert seen_rounds(two) == (False, False)


def test_the_lines_of_a_match_are_stored_by_length_and_number() -> None:
    match = play_out(Ruleset(rounds=2), ("Ana", "Ben"), "7")
    profile = Profile(None)
    profile.add_match(match)
    (listed,) = profile.last_matches()
    for result, player in zip(listed.results, score_match(match).players, strict=True):
        assert result.lines == tuple(
            f"{len(one.line)}x{one.number}" for each in player.rounds for one in each.lines
        )
        assert result.lines


def test_an_entry_has_a_match_s_columns_results_and_rounds() -> None:
    """One of two tied winners left the seat to a computer, whose points are nobody's."""
    match, other = (play_match(seed, ("Ana", "Ben")) for seed in "78")
    rounds = tuple(replace(one.round, seats=(one.round.seats[0],) * 2) for one in (match, other))
    tied = replace(match, rules=Ruleset(rounds=2), rounds=rounds)
    table = {"edition": "en", "marks": ["timed", "blind", "timed"]}
    meta = note_substitute(json.dumps({"id": "ab", "table": table}), LEFT)
    tied = replace(tied, meta=meta)
    total = score_match(tied).players[0].total
    entry = entry_of(tied, datetime(2026, 11, 21, 12, 0, 0, 9, timezone(timedelta(hours=2))))
    lines = entry.results[0][-1]
    assert entry == (
        {
            "finished_at": "2026-11-21T10:00:00+00:00",
            "edition": "en",
            "rules": "classic free single none rounds=2",
            "seed": "7",
            "record": print_record(tied),
            "identity": "ab",
            "deal": deal_of(tied),
            "marks": "blind timed",
        },
        (
            (0, "Ana", None, True, total, True, lines),
            (1, "Ben", None, False, total, True, lines),
        ),
        tuple(order_key(deal_order(Ruleset().grid, seed)) for seed in "78"),
    )
    first = replace(tied, meta=note_substitute(None, LEFT._replace(seat=0)))
    left = entry_of(first, NOON)
    assert (left.match["marks"], [result[3] for result in left.results]) == ("left", [False, True])


def test_a_match_is_inserted_once_with_its_results_and_rounds() -> None:
    entry = entry_of(play_match("7"), NOON)
    with closing(open_database(None)[0]) as history:
        assert [insert_entry(history, entry) for _ in range(2)] == [(1, True), (1, False)]
        add_findings(history, "deal", {"best": 1.0, "mean": 2.0})
        add_findings(history, "deal", {"best": 3.0})
        assert read_findings(history, "deal") == {"best": 3.0, "mean": 2.0}
        assert rows_of(history) == {
            "match": [(*entry.match.values(),)],
            "result": [(1, *entry.results[0])],
            "dealt": [(key,) for key in entry.dealt],
            "found": [("deal", '{"best": 3.0, "mean": 2.0}')],
            "climb": [],
        }
        history.execute("DELETE FROM match")
        assert rows_of(history)["result"] == []


def test_keys_are_those_of_earlier_histories() -> None:
    """With others no deal would be known any more, and every match would be filed twice."""
    match = play_match("7")
    assert order_key(deal_order(Ruleset().grid, "7")) == "83f374e784d61704c7b1215657c5b5c8"
    assert deal_of(match) == "e35b4a9800216988658ce9364aa5f282"
    assert deal_of(replace(match, rules=replace(match.rules, rays=RayRule.RAYS))) != deal_of(match)
    assert identity_of(match) == "7f1035356ba54d05fa5f7927c4c170cc"
    assert identity_digest("x") == identity_digest(" x\n") == "2d711642b726b04401627ca9fbac32f5"


def filled() -> sqlite3.Connection:
    """A history in memory with something in each table."""
    history = open_database(None)[0]
    for hour, seed in enumerate("12"):
        insert_entry(history, entry_of(play_match(seed), NOON + timedelta(hours=hour)))
    history.execute("UPDATE match SET marks = 'again' WHERE id = 2")
    add_findings(history, "deal", {"best": 1.0})
    add_dealt(history, ["a"])
    history.execute(
        "INSERT INTO climb VALUES (1, 'x', '7', '', 300, 4, '', '2026-11-21T12:00:00+00:00', '{}')"
    )
    return history


def rows_of(history: sqlite3.Connection) -> dict[str, list[tuple[object, ...]]]:
    """Everything in a history but the numbers of matches and climbs, in order."""
    matches = "finished_at, edition, rules, seed, record, identity, deal, marks"
    columns = {"match": matches, "result": "*", "found": "*", "dealt": "*"}
    columns["climb"] = "identity, seed, day, points, stage, name, finished_at, record"
    return {
        table: sorted(history.execute(f"SELECT {names} FROM {table}").fetchall())
        for table, names in columns.items()
    }


def test_every_row_is_copied_once() -> None:
    with closing(filled()) as source, closing(open_database(None)[0]) as target:
        add_findings(target, "deal", {"best": 5.0, "mean": 2.0})
        for _ in range(2):
            assert copy_entries(source, target)
        expected = rows_of(source) | {"found": [("deal", '{"best": 1.0, "mean": 2.0}')]}
        assert rows_of(target) == expected
        source.execute("UPDATE match SET identity = 'begun', record = ? WHERE id = 1", BEGUN)
        assert copy_entries(source, target), "an unfinished match is none of the history"
        assert rows_of(target) == expected


@each(
    [
        ("UPDATE match SET record = '{' WHERE id = 1", {"match", "result"}),
        ("INSERT INTO found VALUES ('odd', '[]')", set()),
        ("DROP TABLE found", {"found"}),
        ("DROP TABLE dealt", {"dealt"}),
        ("DROP TABLE climb", {"climb"}),
    ]
)
def test_what_cannot_be_copied_is_noticed_and_all_else_is_copied(
    damage: str, tables: set[str]
) -> None:
    with closing(filled()) as source, closing(open_database(None)[0]) as target:
        sound = rows_of(source)
        source.execute(damage)
        assert not copy_entries(source, target)
        copied = rows_of(target)
        assert {name for name in sound if copied[name] != sound[name]} == tables


def test_times_that_cannot_be_read_are_those_of_the_match_before() -> None:
    with closing(filled()) as source, closing(open_database(None)[0]) as target:
        source.execute("UPDATE match SET finished_at = 'yesterday' WHERE id = 2")
        copy_entries(source, target)
        times = {row[0] for row in target.execute("SELECT finished_at FROM match")}
        assert times == {NOON.isoformat()}


@each(
    [
        ({"a": 1, "b": -2.5, "c": 0}, {"a": 1, "b": -2.5, "c": 0}),
        ({"a": 1e6, "b": -1e6, "c": 999_999, "d": -999_999.5}, {"c": 999_999, "d": -999_999.5}),
        ({"a": "1", "b": None, "c": [1], "d": 3}, {"d": 3}),
        ({"\ud800": 1, "ț": 2}, {"ț": 2}),
        ([1], {}),
        (7, {}),
    ]
)
def test_findings_are_numbers_of_a_size_that_a_game_writes(tree: object, numbers: object) -> None:
    assert read_numbers(json.dumps(tree)) == numbers


def test_what_is_no_text_has_no_numbers() -> None:
    assert [read_numbers(text) for text in ("{", "", None, 7, "[" * 9999)] == [{}] * 5


# a file that is opened


def test_a_clock_before_1970_damages_no_history(tmp_path: Path) -> None:
    path = tmp_path / "profile.db"
    east = datetime(1970, 1, 1, 0, 30, tzinfo=timezone(timedelta(hours=2)))
    with Profile(path) as profile:
        assert profile.add_match(play_match("1"), east) == 1
    with Profile(path) as profile:
        assert profile.problem is None
        assert len(profile.last_matches()) == 1
        assert summarise(profile.last_matches()).matches == 1


@pytest.mark.parametrize("meta", [None, "{}", '{"id": ""}', '{"id": 7}', '{"id": ["x"]}'])
def test_a_match_without_a_name_of_its_own_is_known_by_its_record(meta: str | None) -> None:
    match = play_match()
    odd = replace(match, meta=meta)
    assert identity_of(odd) == identity_of(parse_record(print_record(odd)))
    assert len(identity_of(odd)) == 32
    assert identity_of(odd) != identity_of(replace(play_match("8"), meta=meta))
    assert identity_of(replace(match, meta='{"id": "x"}')) == "x"
    named = with_identity(meta)
    assert with_identity(named) == named


def test_a_foreign_database_is_kept_aside(tmp_path: Path) -> None:
    path = tmp_path / "profile.db"
    with sqlite3.connect(path) as foreign:
        foreign.execute("CREATE TABLE recipes (name TEXT)")
    foreign.close()
    with Profile(path) as profile:
        assert profile.problem is not None
        kept = profile.problem.path
    with sqlite3.connect(kept) as foreign:
        assert foreign.execute("SELECT count(*) FROM recipes").fetchone() == (0,)
    foreign.close()


def test_a_newer_file_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "profile.db"
    fill(path, 2)
    with sqlite3.connect(path) as newer:
        newer.execute("ALTER TABLE match ADD COLUMN weather TEXT")
        newer.execute("PRAGMA user_version = 99")
    newer.close()
    before = path.read_bytes()
    with Profile(path) as profile:
        assert profile.problem is not None
        assert profile.problem.kind is ProblemKind.NEWER
        assert profile.add_match(play_match()) is None
        assert len(profile.last_matches()) == 1
    assert path.read_bytes() == before


def test_a_newer_version_with_this_one_s_tables_is_damage(tmp_path: Path) -> None:
    path = tmp_path / "profile.db"
    with Profile(path) as profile:
        profile.add_match(play_match())
    with sqlite3.connect(path) as changed:
        changed.execute("PRAGMA user_version = 99")
    changed.close()
    with Profile(path) as profile:
        assert profile.problem is not None
        assert profile.problem.kind is ProblemKind.CORRUPT
        assert profile.add_match(play_match("7")) is not None
        assert len(profile.last_matches()) == 2


@pytest.mark.parametrize("place", [20, 100, 1500, 5000])
def test_no_damage_makes_it_raise(tmp_path: Path, place: int) -> None:
    path = tmp_path / "profile.db"
    with Profile(path) as profile:
        for n in range(5):
            profile.add_match(play_match(str(n)))
    raw = bytearray(path.read_bytes())
    raw[place : place + 400] = b"\x5a" * 400
    path.write_bytes(raw)
    with Profile(path) as profile:
        assert profile.add_match(play_match("9")) is not None
        assert len(profile.last_matches()) >= 1


@pytest.fixture(scope="module")
def three(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """The file of a history of three matches."""
    path = tmp_path_factory.mktemp("three") / "profile.db"
    fill(path, 3)
    return path.read_bytes()


@pytest.mark.parametrize(
    "damage",
    [
        "UPDATE result SET total = 'abc'",
        "UPDATE result SET total = 1e300",
        "UPDATE result SET is_human = 'yes' WHERE match_id = 2",
        "UPDATE match SET finished_at = 'yesterday' WHERE id = 1",
        "UPDATE match SET finished_at = '0001-01-01' WHERE id = 1",
        "UPDATE match SET rules = x'ff00', seed = 5",
        "UPDATE match SET rules = 'classic free single rain' WHERE id = 2",
        "UPDATE match SET finished_at = '2026-11-21T12:00:00' WHERE id = 1",
        "UPDATE match SET finished_at = '1969-12-31T23:59:59+00:00' WHERE id = 1",
        "UPDATE match SET finished_at = '9999-12-31T12:00:00+00:00' WHERE id = 2",
        "UPDATE match SET identity = NULL",
        "UPDATE result SET name = x'00ff'",
        "UPDATE result SET bot = x'ff'",
        "UPDATE result SET lines = x'00'",
        "UPDATE result SET total = 1e6",
        "UPDATE result SET total = -1",
        "UPDATE match SET marks = x'ff'",
        "DELETE FROM result WHERE match_id = 3",
        "DROP TABLE result",
        "ALTER TABLE match DROP COLUMN identity",
        "UPDATE match SET edition = CAST(x'ff' AS TEXT)",
        "UPDATE result SET is_winner = 2 WHERE match_id = 2",
        "UPDATE match SET seed = x'ff' WHERE id = 3",
        "UPDATE match SET deal = x'ff'",
        "PRAGMA application_id = 7",
        "DROP INDEX match_by_deal",
    ],
)
def test_values_that_no_game_wrote_are_made_again_from_the_records(
    tmp_path: Path, three: bytes, damage: str
) -> None:
    path = tmp_path / "profile.db"
    path.write_bytes(three)
    totals = sorted(score_match(play_match(seed)).players[0].total for seed in "012")
    other = sqlite3.connect(path)
    if "DROP COLUMN" in damage:
        other.execute("DROP INDEX match_by_identity")
    other.execute(damage)
    other.commit()
    other.close()
    with Profile(path) as profile:
        told = profile.problem
        assert sorted(m.result.total for m in profile.last_matches()) == totals
        assert len(profile.last_matches()) == 3
        summarise(profile.last_matches())
    if "CAST" not in damage:
        assert told is not None
        assert told.kind is ProblemKind.CORRUPT
        assert told.path.exists()
    with Profile(path) as profile:
        assert profile.problem is None, "told once"
    assert not list(tmp_path.glob("*.schema-*")), "there was nothing to upgrade"


def test_a_version_without_tables_is_begun_anew(tmp_path: Path) -> None:
    path = tmp_path / "profile.db"
    bare = sqlite3.connect(path)
    bare.executescript("PRAGMA user_version=1; VACUUM;")
    bare.close()
    with Profile(path) as profile:
        assert profile.problem is not None
        assert profile.problem.kind is ProblemKind.PARTLY
        assert profile.add_match(play_match()) == 1


def test_no_flipped_byte_stops_the_game(tmp_path: Path) -> None:
    path, random = tmp_path / "profile.db", Random(5)
    with Profile(path) as profile:
        for seed in "1234":
            profile.add_match(play_match(seed))
    whole = path.read_bytes()
    places = [*range(0, 100, 4), *(random.randrange(len(whole)) for _ in range(15))]
    for place in places:
        raw = bytearray(whole)
        raw[place] ^= 1 << random.randrange(8)
        for old in tmp_path.iterdir():
            old.unlink()
        path.write_bytes(raw)
        with Profile(path) as profile:
            summarise(profile.last_matches())
            assert all(profile.record(n) for n in range(1, 2) if profile.last_matches())
            is_newer = profile.problem and profile.problem.kind is ProblemKind.NEWER
            assert is_newer or profile.add_match(play_match("9")) is not None, place


@pytest.mark.skipif(os.name != "posix", reason="modes and pipes are POSIX")
def test_the_history_is_private_and_no_pipe_is_waited_for(tmp_path: Path) -> None:
    path = tmp_path / "profile.db"
    path.touch(0o644)
    with Profile(path) as profile:
        profile.add_match(play_match())
        assert {f.stat().st_mode & 0o777 for f in tmp_path.iterdir()} == {0o600}
    path.unlink()
    os.mkfifo(path)
    with Profile(path) as profile:
        assert profile.problem is not None
        assert profile.problem.kind is ProblemKind.READ_ONLY


@pytest.mark.parametrize("place", [18, 19])
@pytest.mark.parametrize("byte", [0, 3, 255])
def test_a_format_that_sqlite_would_only_read_is_begun_anew(
    tmp_path: Path, place: int, byte: int
) -> None:
    path = tmp_path / "profile.db"
    with Profile(path) as profile:
        profile.add_match(play_match())
    raw = bytearray(path.read_bytes())
    raw[place] = byte
    path.write_bytes(raw)
    with Profile(path) as profile:
        assert profile.add_match(play_match("9")) is not None
        assert profile.problem is not None
    with Profile(path) as profile:
        assert profile.problem is None
        assert "9" in {m.seed for m in profile.last_matches()}


@pytest.mark.parametrize(
    "code",
    [sqlite3.SQLITE_BUSY, sqlite3.SQLITE_IOERR_READ, sqlite3.SQLITE_CANTOPEN_ISDIR, None],
)
def test_what_the_disk_refuses_is_no_damage(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, code: int | None
) -> None:
    path = tmp_path / "profile.db"
    with Profile(path) as profile:
        profile.add_match(play_match())
    whole = path.read_bytes()

    def refuse(_: object) -> None:
        if code is None:
            raise PermissionError(13, "denied")
        error = sqlite3.OperationalError("refused")
        error.sqlite_errorcode = code
        raise error

    with monkeypatch.context() as patch:
        patch.setattr(database, "_has_known_format", refuse)
        with Profile(path) as profile:
            assert profile.problem is not None
            assert profile.problem.kind is ProblemKind.READ_ONLY
            assert len(profile.last_matches()) == 1
    assert path.read_bytes() == whole
    assert not list(tmp_path.glob("*.kept-*"))


def test_a_damaged_file_that_cannot_be_replaced_is_read_and_left(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "profile.db"
    with Profile(path) as profile:
        profile.add_match(play_match())
    with sqlite3.connect(path) as other:
        other.execute("UPDATE result SET lines = x'00'")
    other.close()
    whole = path.read_bytes()

    def refuse(*_: object) -> None:
        raise PermissionError(13, "denied")

    monkeypatch.setattr(database, "replace", refuse)
    with Profile(path) as profile:
        assert profile.problem is not None
        assert profile.problem.kind is ProblemKind.READ_ONLY
        assert len(profile.last_matches()) == 1
    assert path.read_bytes() == whole


def test_what_a_substitute_made_is_nobodys(tmp_path: Path) -> None:
    """M5: of two people the first leaves once, the second another time; then both stay."""
    rules = Ruleset.parse("classic free mail none")
    path = tmp_path / "profile.db"
    with Profile(path) as profile:
        for number, leaver in enumerate((0, 1, None)):
            match, _ = apply(new_match(rules, (Player("Ana"), Player("Ben"))), BeginRound())
            for call, tiles in enumerate(deal_calls(rules, str(number))):
                match, _ = apply(match, Call(tiles))
                for seat in range(2):
                    if seat == leaver and call > 1:
                        move = Miss(seat, master_placements(match, seat))
                        match, _ = apply(match, move)
                        continue
                    while placements := legal_placements(match, seat):
                        tile, space = placements[0].tile, placements[0].space
                        match, _ = apply(match, Place(seat, tile, space))
            assert match.is_complete
            profile.add_match(match, NOON + timedelta(days=number))
        fresh = profile.last_matches()[::-1]
        best, mean = profile.best(), profile.mean()
    assert [[r.is_human for r in m.results] for m in fresh] == [
        [False, True],
        [True, False],
        [True, True],
    ]
    assert [m.counts for m in fresh] == [False, True, True]
    assert [m.people for m in fresh] == [(), (), ("Ana", "Ben")]
    stayed = {m.finished_at.astimezone().date() for m in fresh[1:]}
    assert summarise(fresh[::-1]).dates == stayed
    own = [match.results[0].total for match in fresh[1:]]
    assert best == max(own)
    assert mean == pytest.approx(sum(own) / 2)


def test_a_history_that_another_window_begins_meanwhile_is_shared(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "profile.db"
    read_version = database._version

    def read_too_early(connection: sqlite3.Connection) -> int:
        version = read_version(connection)
        monkeypatch.undo()
        Profile(path).close()
        return version

    monkeypatch.setattr(database, "_version", read_too_early)
    with Profile(path) as profile:
        assert profile.problem is None
        assert profile.add_match(play_match(), NOON) is not None
    assert not list(tmp_path.glob("*.kept-*"))


def test_a_history_in_a_folder_that_cannot_be_read_is_in_memory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "profile.db"
    close_folder(monkeypatch, tmp_path)
    connection, problem = database.open_database(path)
    with closing(connection):
        assert problem is not None
        assert (problem.kind, problem.path) == (ProblemKind.READ_ONLY, path)
        assert connection.execute("SELECT count(*) FROM match").fetchone() == (0,)
    monkeypatch.undo()
    assert not path.exists()


# a file that is missing or damaged, and its backup

GARBAGE = b"nothing of a database" * 50


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> tuple[bytes, bytes]:
    """A history of two matches, and its backup of the first one."""
    path = tmp_path_factory.mktemp("sound") / "profile.db"
    fill(path, 1)
    backup = backup_of(path).read_bytes()
    fill(path, 1, first=1)
    return path.read_bytes(), backup


@pytest.mark.parametrize(
    ("history", "backup", "kind", "kept", "seeds"),
    [
        ("sound", "sound", None, "", "01"),
        ("sound", "garbage", None, "", "01"),
        ("missing", "missing", None, "", ""),
        ("empty", "missing", None, "", ""),
        ("missing", "sound", ProblemKind.MISSING, "", "0"),
        ("missing", "garbage", ProblemKind.PARTLY, "profile.backup.kept-1.db", ""),
        ("missing", "odd", ProblemKind.PARTLY, "profile.backup.kept-1.db", "0"),
        ("empty", "sound", ProblemKind.PARTLY, "profile.kept-1.db", "0"),
        ("garbage", "sound", ProblemKind.PARTLY, "profile.kept-1.db", "0"),
        ("garbage", "odd", ProblemKind.PARTLY, "profile.kept-1.db", "0"),
        ("garbage", "missing", ProblemKind.PARTLY, "profile.kept-1.db", ""),
        ("odd", "sound", ProblemKind.CORRUPT, "profile.kept-1.db", "01"),
        ("odd", "missing", ProblemKind.CORRUPT, "profile.kept-1.db", "01"),
    ],
)
def test_a_history_begins_with_all_that_it_and_its_backup_hold(
    tmp_path: Path,
    sound: tuple[bytes, bytes],
    history: str,
    backup: str,
    kind: ProblemKind | None,
    kept: str,
    seeds: str,
) -> None:
    path = tmp_path / "profile.db"
    for place, whole, state in zip((path, backup_of(path)), sound, (history, backup), strict=True):
        if state != "missing":
            place.write_bytes({"empty": b"", "garbage": GARBAGE}.get(state, whole))
        if state == "odd":
            with closing(sqlite3.connect(place)) as changed, changed:
                changed.execute("UPDATE result SET lines = x'00'")
    expected = {one.name: one.read_bytes() for one in tmp_path.iterdir()}
    if kept:
        expected[kept] = expected.pop(kept.replace(".kept-1", ""))
    if kind is not None:
        # A killed program left it.
        (tmp_path / ".profile.db.new").write_bytes(GARBAGE)
    for reported in (kind, None):
        connection, problem = open_database(path)
        with closing(connection):
            found = {row[0] for row in connection.execute("SELECT seed FROM match")}
        assert found == {*seeds}
        assert (problem and problem.kind) == reported
        if problem is not None:
            assert problem.path == tmp_path / (kept or "profile.db")
    # SQLite leaves the log of a file that it only reads.
    after = {one.name: one.read_bytes() for one in tmp_path.iterdir() if "db-" not in one.name}
    del after["profile.db"]
    expected.pop("profile.db", None)
    assert after == expected


def test_what_only_the_log_of_a_damaged_history_holds_is_copied_too(
    tmp_path: Path, sound: tuple[bytes, bytes]
) -> None:
    """The log stays with the file moved aside: beside the new one it would damage that too."""
    path, before = tmp_path / "profile.db", tmp_path / "before.db"
    before.write_bytes(sound[0])
    with closing(open_database(before)[0]) as writing:
        insert_entry(writing, entry_of(play_match("7"), NOON))
        raw = bytearray(before.read_bytes())
        raw[18] = 3
        path.write_bytes(raw)
        shutil.copy(f"{before}-wal", f"{path}-wal")
    log = Path(f"{path}-wal")
    old = log.read_bytes()
    for kind in (ProblemKind.CORRUPT, None):
        connection, problem = open_database(path)
        with closing(connection):
            assert not log.read_bytes().startswith(old)
            assert {row[0] for row in connection.execute("SELECT seed FROM match")} == {*"017"}
        assert (problem and problem.kind) == kind


def test_a_history_beside_which_nothing_can_be_written_is_read(
    tmp_path: Path, sound: tuple[bytes, bytes]
) -> None:
    path = tmp_path / "profile.db"
    path.write_bytes(sound[0])
    (tmp_path / "profile.db-wal").mkdir()
    connection, problem = open_database(path)
    with closing(connection):
        assert {row[0] for row in connection.execute("SELECT seed FROM match")} == {*"01"}
    assert problem is not None
    assert problem[:2] == (ProblemKind.READ_ONLY, path)
    assert path.read_bytes() == sound[0]


def test_a_copy_of_the_backup_that_is_cut_short_leaves_nothing_behind(
    tmp_path: Path, sound: tuple[bytes, bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "profile.db"
    path.write_bytes(GARBAGE)
    backup_of(path).write_bytes(sound[1])

    def copy(_: Path, fresh: Path, check: object) -> bool:
        fresh.write_bytes(sound[1][:5000])
        return False

    monkeypatch.setattr(database, "start_from_backup", copy)
    connection, problem = open_database(path)
    with closing(connection):
        assert [row[0] for row in connection.execute("SELECT seed FROM match")] == ["0"]
    assert problem is not None
    assert problem.kind is ProblemKind.PARTLY


def test_a_history_that_another_window_takes_over_meanwhile_is_shared(
    tmp_path: Path, sound: tuple[bytes, bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "profile.db"
    path.write_bytes(sound[0])

    def read_too_early(connection: sqlite3.Connection) -> int:
        monkeypatch.undo()
        return FORMER_VERSION

    monkeypatch.setattr(database, "_version", read_too_early)
    connection, problem = open_database(path)
    with closing(connection):
        assert problem is None
        assert connection.execute("SELECT count(*) FROM match").fetchone() == (2,)


def test_only_the_room_is_left_out_of_a_match() -> None:
    match = replace(play_match(), meta='{"room": {"code": "abc"}, "mood": "good"}')
    assert without_room(match) == replace(match, meta='{"mood": "good"}')
    other = play_match()
    assert without_room(other) is other


def test_a_change_is_on_the_disk_at_its_end_or_undone(tmp_path: Path) -> None:
    with closing(open_database(tmp_path / "profile.db")[0]) as history:
        # FULL: every transaction is synced.
        assert history.execute("PRAGMA synchronous").fetchone() == (2,)
        with pytest.raises(sqlite3.Error), changing(history):
            history.executemany("INSERT INTO dealt VALUES (?)", [("a",), ("a",)])
        with changing(history):
            add_dealt(history, ["b"])
        assert rows_of(history)["dealt"] == [("b",)]


def test_a_backup_is_checked_as_a_history_of_either_version(
    tmp_path: Path, sound: tuple[bytes, bytes]
) -> None:
    path = tmp_path / "profile.db"
    for change, is_sound in (
        ("PRAGMA user_version = 2", True),
        ("PRAGMA user_version = 1", True),
        ("PRAGMA user_version = 3", False),
        ("PRAGMA user_version = 0", False),
        ("PRAGMA application_id = 7", False),
        ("UPDATE result SET lines = x'00'", False),
        ("DROP TABLE result", False),
    ):
        path.write_bytes(sound[0])
        with closing(sqlite3.connect(path)) as changed, changed:
            changed.execute(change)
        with nullcontext() if is_sound else pytest.raises(sqlite3.Error):
            check_history(path)
    path.write_bytes(sound[0][: len(sound[0]) // 2])
    with pytest.raises(sqlite3.Error):
        check_history(path)
    path.unlink()
    with pytest.raises(sqlite3.Error):
        check_history(path)
    assert not path.exists()


def test_a_history_whose_file_was_deleted_is_held_and_written_again(tmp_path: Path) -> None:
    path = tmp_path / "profile.db"
    for suffix in ("-wal", "-shm", "-journal"):
        path.with_name(f"profile.db{suffix}").write_bytes(b"the log of another history")
    with closing(filled()) as history:
        rows = rows_of(history)
        with closing(hold(history)) as held:
            assert rows_of(held) == rows
            write_again(held, path)
        assert [one.name for one in tmp_path.iterdir()] == ["profile.db"]
        with closing(sqlite3.connect(path)) as written:
            assert rows_of(written) == rows
        history.execute("UPDATE result SET lines = x'00'")
        with closing(hold(history)) as held:
            assert rows_of(held) == rows, "from the records"


@pytest.fixture(scope="module")
def ground(tmp_path_factory: pytest.TempPathFactory) -> Ground:
    """A sound history with its backup."""
    return Ground(tmp_path_factory.mktemp("history"))


def some(histories: Iterator[tuple[str, bytes]], every: int) -> Iterator[tuple[str, bytes]]:
    return islice(histories, 0, None, every)


def test_a_changed_byte_costs_ten_matches_at_most(ground: Ground) -> None:
    for about, raw in some(flips(ground.whole, Random(7)), 1499):
        assert ground.open(raw) <= EVERY, about


def test_what_stands_behind_the_damage_is_read_from_the_other_end(
    ground: Ground, tmp_path: Path
) -> None:
    gaps = set()
    for page in range(2, len(ground.whole) // PAGE, 4):
        path = tmp_path / f"{page}.db"
        raw = ground.whole[: page * PAGE] + bytes(PAGE) + ground.whole[(page + 1) * PAGE :]
        path.write_bytes(raw)
        with (
            closing(sqlite3.connect(path)) as source,
            closing(open_database(None)[0]) as target,
        ):
            copy_entries(source, target)
            seeds = {row[0] for row in target.execute("SELECT seed FROM match")}
            gaps.add((len(seeds) < MATCHES, {"0", str(MATCHES - 1)} <= seeds))
    assert (True, True) in gaps


def test_an_index_that_lost_its_entries_is_damage(ground: Ground) -> None:
    # The fourth page is the index by which results are found.
    last = 4 * PAGE - 3
    assert ground.open(ground.whole[:last] + b"\x33" + ground.whole[last + 1 :]) <= EVERY


def test_a_cut_costs_ten_matches_at_most(ground: Ground) -> None:
    for about, raw in some(cuts(ground.whole), 331):
        assert ground.open(raw) <= EVERY, about


def test_a_missing_history_with_a_damaged_backup_has_what_is_readable(ground: Ground) -> None:
    home = ground.folder / "missing"
    home.mkdir()
    path = home / "profile.db"
    whole = backup_of(ground.sound / "profile.db").read_bytes()
    backup_of(path).write_bytes(whole[:-2048])
    with Profile(path) as profile:
        assert profile.problem is not None
        assert profile.problem.kind is ProblemKind.PARTLY
        assert profile.problem.path.read_bytes() == whole[:-2048]
        assert 0 < len(profile.last_matches()) < MATCHES


@pytest.mark.skipif(os.name == "nt", reason="links need a right on Windows")
def test_a_link_to_a_folder_that_is_away_stays_and_the_backup_is_shown(tmp_path: Path) -> None:
    path, away = tmp_path / "profile.db", tmp_path / "stick" / "profile.db"
    fill(path, EVERY)
    path.unlink()
    path.symlink_to(away)
    with Profile(path) as profile:
        assert profile.problem is not None
        assert profile.problem.kind is ProblemKind.READ_ONLY
        assert len(profile.last_matches()) == EVERY
    assert path.is_symlink()
    assert len(seeds_in(backup_of(path))) == EVERY


def test_a_damaged_backup_of_a_damaged_history_is_read_as_far_as_it_goes(ground: Ground) -> None:
    home = ground.folder / "both"
    home.mkdir()
    path = home / "profile.db"
    path.write_bytes(b"nothing of a database")
    whole = backup_of(ground.sound / "profile.db").read_bytes()
    backup_of(path).write_bytes(whole[:-2048])
    with Profile(path) as profile:
        found = len(profile.last_matches())
    assert 0 < found < MATCHES
    assert len(seeds_in(backup_of(path))) == found, "and it has a sound backup again"
