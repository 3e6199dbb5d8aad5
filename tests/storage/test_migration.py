"""A home of commit 13ede01f opens with everything in its place, wherever the start is killed."""

from __future__ import annotations

import os
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any

import pytest

from game.climb.game import open_games, resume_climb
from game.net.journal.store import TableStore
from game.net.journal.table import TablePhase
from game.net.service.results import finished_match
from game.net.service.service import Service
from game.net.service.tables import make_player, open_transport
from game.play.caller import CallerGame
from game.play.presets import parse_presets
from game.play.table import is_called
from game.progress import match_saving
from game.rules.record import print_record
from game.storage.backup import backup_of
from game.storage.database import APPLICATION_ID, SCHEMA_VERSION, identity_of
from game.storage.migration import migrate_files
from game.storage.places import find_places
from game.storage.problems import ProblemKind
from game.storage.store import Storage, open_storage
from tests.golden.homes import LEFT_AT, LaidOutHome, lay_out
from tests.net.worlds import ENGINES, any_turn
from tests.play.playing import play_step
from tests.storage.faults import WAYS, Disk, Killed, Tracing, first_of_each, install

TODAY = LEFT_AT.date()


@pytest.fixture
def golden(tmp_path: Path) -> LaidOutHome:
    return lay_out(tmp_path / "golden")


def open_home(home: Path) -> Storage:
    store = open_storage(find_places({"TAKE_IT_EASY_HOME": str(home)}))
    store.clock = lambda: LEFT_AT
    return store


def check(home: Path, expected: dict[str, Any]) -> None:
    """Everything is in its place, and the files have their names and version."""
    with closing(open_home(home)) as store:
        profile = store.profile
        assert profile.problem is None
        history = [
            {
                "identity": one.identity,
                "rules": one.rules,
                "deal": one.deal,
                "marks": sorted(one.marks),
                "counts": one.counts,
                "edition": one.edition,
                "at": one.finished_at.isoformat(),
                "total": one.result.total,
            }
            for one in profile.last_matches()
        ]
        assert history == expected["history"]
        assert all(profile.match(one.id) is not None for one in profile.last_matches())
        assert profile.best() == expected["best"]
        assert profile.all_findings() == expected["findings"]
        assert profile.has_dealt(["0" * 32])

        records = {one.key: print_record(one.match) for one in store.waiting()}
        assert records == expected["records"]
        current = store.autosave.load().match
        assert current is not None
        assert identity_of(current) == expected["open"]
        [(_, unfiled)] = store.autosave.unfiled()
        assert unfiled.match is not None
        assert [identity_of(unfiled.match)] == expected["ended"]

        climbs = [
            {
                "identity": one.identity,
                "seed": one.seed,
                "day": one.day,
                "points": one.points,
                "stage": one.stage,
                "name": one.name,
            }
            for one in profile.climbs.finished()
        ]
        assert climbs == expected["climbs"]
        [(stored, climb)] = open_games(store)
        opened = {stored.key: [climb.state.seed, len(climb.steps), climb.milliseconds]}
        assert opened == expected["open climbs"]
        # Looking for open climbs has filed the ended one.
        seeds = {one.seed for one in profile.climbs.finished()}
        assert seeds == {*(one["seed"] for one in expected["climbs"]), *expected["ended climbs"]}

        settings, odd = store.settings.load()
        assert odd == ()
        assert (settings.language, settings.player_name, settings.volume) == ("de", "Ana", 0.35)
        assert [one.name for one in parse_presets(settings.presets)] == ["Sonntag", "Blind"]
        store.problems.recall()
        told = [(one.kind, one.path.name) for one in store.problems.unshown]
        assert told == [(ProblemKind.CLIMB, "climb-2026-11-19.kept-1.json")]
        assert store.problems.unshown[0].path.exists()

        store.file_waiting()
        assert [identity_of_row(store)] == expected["ended"]
        assert not store.autosave.unfiled()
    names = {path.name for path in home.glob("*.json")}
    assert not [name for name in names if "waiting" in name or "finished" in name]
    with closing(sqlite3.connect(home / "profile.db")) as database:
        assert database.execute("PRAGMA user_version").fetchone() == (SCHEMA_VERSION,)
        assert database.execute("PRAGMA application_id").fetchone() == (APPLICATION_ID,)
    assert not list(home.glob("profile.kept-*"))


def identity_of_row(store: Storage) -> str:
    return store.profile.last_matches()[0].identity


def test_everything_is_in_its_place(golden: LaidOutHome) -> None:
    check(golden.home, golden.expected)
    with closing(open_home(golden.home)) as store:
        assert store.profile.problem is None, "the second start too"
        assert {one.key for one in store.waiting()} == set(golden.expected["waiting"])


def test_each_file_of_version_1_is_renamed_and_none_is_lost(tmp_path: Path) -> None:
    """A start before this one was killed: one ended match has its new name already."""
    for name, text in (
        ("autosave.json", "open"),
        ("waiting-0000000000000001.json", "waits"),
        ("waiting-0000000000000002.json", "an older state of the open one"),
        ("waiting-0000000000000001.kept-1.json", "damaged"),
        ("autosave.ended-1.json", "ended first"),
        ("autosave.finished-1.json", "ended"),
        ("autosave-0000000000000003.finished-1.json", "another that ended"),
        ("autosave.kept-1.json", "damaged"),
        ("settings.json", "{}"),
    ):
        (tmp_path / name).write_text(text, encoding="utf-8")
        os.utime(tmp_path / name, (1_000, 1_000))
    places = find_places({"TAKE_IT_EASY_HOME": str(tmp_path)})
    for _ in range(2):
        migrate_files(places, {"open": "0000000000000002"}.get)  # type: ignore[arg-type]
        assert {path.name: path.read_text(encoding="utf-8") for path in tmp_path.iterdir()} == {
            "autosave-0000000000000001.json": "waits",
            "autosave-0000000000000002.json": "open",
            "waiting-0000000000000001.kept-1.json": "damaged",
            "autosave.ended-1.json": "ended first",
            "autosave.ended-2.json": "ended",
            "autosave-0000000000000003.ended-1.json": "another that ended",
            "autosave.kept-1.json": "damaged",
            "settings.json": "{}",
        }
    times = {path.name: path.stat().st_mtime for path in tmp_path.iterdir()}
    youngest = times.pop("autosave-0000000000000002.json")
    assert youngest > 1_000, "it is the match saved last"
    assert {*times.values()} == {1_000}


def test_a_match_that_has_no_key_stays_where_it_is(tmp_path: Path) -> None:
    places = find_places({"TAKE_IT_EASY_HOME": str(tmp_path)})
    places.autosave.write_bytes(b"\xff")
    os.utime(places.autosave, (1_000, 1_000))
    texts: list[str] = []

    def no_key(text: str) -> str:
        texts.append(text)
        return ""

    migrate_files(places, no_key)
    assert texts == ["\udcff"]
    assert [path.name for path in tmp_path.iterdir()] == ["autosave.json"]
    assert places.autosave.stat().st_mtime == 1_000
    migrate_files(find_places({"TAKE_IT_EASY_HOME": str(tmp_path / "missing")}), no_key)
    assert len(texts) == 1


def test_every_unfinished_game_goes_on(golden: LaidOutHome) -> None:
    with closing(open_home(golden.home)) as store:
        finished = len(store.profile.last_matches())
        for waiting in store.waiting():
            if is_called(waiting.match):
                box = CallerGame.resume(store.autosave.open(waiting.match), None)  # type: ignore[arg-type]
                assert len(box.calls) == 5
                assert box.missing(0) == 2
                continue
            game = match_saving.resume_match(store, waiting.match)
            if waiting.match.rules.daffodil == 4:
                assert game.closing, "the closing moves that were tried"
            while play_step(game):
                pass
            store.file_match(game.match)
            finished += 1
        assert len(store.profile.last_matches()) == finished
        climb = resume_climb(store, day=TODAY)
        assert climb is not None
        placed = climb.match.round.seats[0].position.filled
        assert placed.bit_count() >= 6


@pytest.mark.parametrize("name", ["led", "guest"])
def test_a_table_by_post_goes_on(golden: LaidOutHome, name: str) -> None:
    """The table is not over, its handed-in turn is still there, and both programs play it to its
    end.
    """
    id, now = bytes.fromhex(golden.expected["tables"][name]), LEFT_AT.timestamp()
    stores = [TableStore(golden.home / "apart"), TableStore(golden.elsewhere)]
    players = []
    for store in stores:
        stored = store.table(id)
        assert not stored.aside
        players.append((stored, make_player(stored, ENGINES, open_transport(stored.seating))))
    here = players[0][1]
    table = here.journal.table
    assert table is not None
    assert table.phase is TablePhase.CALLED
    seat = [chair.player.name for chair in table.chairs].index("Ana")
    assert seat in here.handed_in()
    calls, random = table.calls, Random(1)
    for _ in range(2_000):
        now += 5
        for stored, player in players:
            player.step(now)
            current = player.journal.table
            if current is None or current.call is None:
                continue
            for number, chair in enumerate(current.chairs):
                mine = {one.key for one in stored.seats}
                is_asked = chair.key in mine and current.is_waited_for(number)
                if is_asked and number not in player.handed_in():
                    player.hand_in(number, any_turn(current, number, random))
        table = here.journal.table
        assert table is not None
        if table.seed:
            break
    assert table.phase is TablePhase.OVER
    assert table.calls > calls
    assert not table.is_promise_broken
    assert not any(missed for missed in table.missed)


def test_every_table_is_listed(golden: LaidOutHome) -> None:
    """A live table and one at a club are over with what was played; none is damaged or gone."""
    before = {path: path.read_bytes() for path in golden.home.glob("apart/*/*") if path.is_file()}
    service = Service(TableStore(golden.home / "apart"), ENGINES, lambda: LEFT_AT.timestamp())
    service.open().result()
    try:
        assert not service.damaged
        ids = {id.hex() for id in service.snapshots}
        assert ids == set(golden.expected["tables"].values())
        for name in ("led", "guest"):
            snapshot = service.snapshots[bytes.fromhex(golden.expected["tables"][name])]
            assert not snapshot.is_over
            assert snapshot.own_seats
        for name in ("live", "club"):
            snapshot = service.snapshots[bytes.fromhex(golden.expected["tables"][name])]
            assert (snapshot.is_over, snapshot.is_earlier) == (True, True)
            assert snapshot.table is not None
            assert snapshot.table.calls == 4
            # It is nobody's game: no seat here waits for anything, and no history gets it.
            assert not snapshot.waits_here
            assert finished_match(snapshot) is None
    finally:
        service.close()
    ended = [golden.expected["tables"][name] for name in ("live", "club")]
    assert {path: path.read_bytes() for path in before if path.parent.name in ended} == {
        path: raw for path, raw in before.items() if path.parent.name in ended
    }


def started(home: Path) -> None:
    """A start of the program that is left at once."""
    store = open_home(home)
    store.profile._database.close()


def trails_of(golden: LaidOutHome, folder: Path) -> list[str]:
    disk, home = Tracing(), folder / "traced"
    shutil.copytree(golden.home, home)
    with pytest.MonkeyPatch.context() as patch:
        install(disk, patch)
        started(home)
    return disk.trails


@pytest.mark.slow
def test_a_start_that_is_killed_is_continued(golden: LaidOutHome, tmp_path: Path) -> None:
    count = len(trails_of(golden, tmp_path))
    assert count > 30
    for n in range(1, count + 1):
        home, disk = tmp_path / f"{n}", Disk(n, "killed")
        disk.home, disk.remains = home, tmp_path / f"{n}-remains"
        shutil.copytree(golden.home, home)
        with pytest.MonkeyPatch.context() as patch:
            install(disk, patch)
            with pytest.raises(Killed):
                started(home)
        check(disk.remains, golden.expected)
        shutil.rmtree(home)
        shutil.rmtree(disk.remains)


@pytest.mark.slow
@pytest.mark.parametrize("way", WAYS)
def test_a_start_at_which_something_fails_is_continued(
    golden: LaidOutHome, tmp_path: Path, way: str
) -> None:
    for n in first_of_each(trails_of(golden, tmp_path)):
        home = tmp_path / f"{n}"
        shutil.copytree(golden.home, home)
        with pytest.MonkeyPatch.context() as patch:
            install(Disk(n, way), patch)
            started(home)
        check(home, golden.expected)
        shutil.rmtree(home)


@pytest.mark.parametrize("damage", ["missing", "empty", "garbage"])
def test_the_backup_takes_the_place_of_a_history_of_version_1(
    golden: LaidOutHome, damage: str
) -> None:
    path = golden.home / "profile.db"
    if damage == "missing":
        path.unlink()
    else:
        path.write_bytes(b"nothing of a database" * (damage == "garbage"))
    with closing(open_home(golden.home)) as store:
        assert store.profile.problem is not None
        assert store.profile.is_lasting
        identities = [one.identity for one in store.profile.last_matches()]
        assert identities == [one["identity"] for one in golden.expected["history"]]
        assert len(store.profile.climbs.finished()) == len(golden.expected["climbs"])


def test_a_damaged_history_of_version_1_is_read_as_far_as_it_goes(golden: LaidOutHome) -> None:
    path = golden.home / "profile.db"
    backup_of(path).unlink()
    with closing(sqlite3.connect(path)) as database, database:
        # One value that no game wrote: the file is begun anew with all its rows.
        database.execute("UPDATE result SET total = 'many' WHERE match_id = 1")
    with closing(open_home(golden.home)) as store:
        assert store.profile.is_lasting
        assert len(store.profile.last_matches()) == len(golden.expected["history"])
        assert len(store.profile.climbs.finished()) == len(golden.expected["climbs"])


def test_a_history_that_cannot_be_changed_is_read_all_the_same(
    golden: LaidOutHome, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("game.storage.database.migrate_history", refuse)
    with closing(open_home(golden.home)) as store:
        assert not store.profile.is_lasting
        assert store.profile.problem is not None
        assert store.profile.problem.kind is ProblemKind.READ_ONLY
        assert len(store.profile.last_matches()) == len(golden.expected["history"])
        assert len(store.profile.climbs.finished()) == len(golden.expected["climbs"])
    monkeypatch.undo()
    with closing(open_home(golden.home)) as store:
        assert store.profile.problem is None
        assert len(store.profile.climbs.finished()) == len(golden.expected["climbs"])


def refuse(*_: object) -> None:
    error = sqlite3.OperationalError("full")
    error.sqlite_errorcode = sqlite3.SQLITE_FULL
    raise error
