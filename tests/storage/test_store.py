"""The storage of one player: its times, and whether everything is on the disk."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta, timezone
from functools import partial
from pathlib import Path

import pytest

from game.rules.record import print_record
from game.rules.ruleset import Ruleset
from game.storage.database import dealt_keys
from game.storage.open_games import StoredGame
from game.storage.places import APPLICATION, Places, find_places
from game.storage.problems import Problem, ProblemKind
from game.storage.settings import Settings, SettingsStore
from game.storage.store import Storage, open_storage, with_identity
from tests.gallery.records import play_out
from tests.storage.matches import play_match

UNWRITABLE = Problem(ProblemKind.READ_ONLY, Path("/home/ana/profile.db"))


@pytest.fixture
def zone(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    if not hasattr(time, "tzset"):
        pytest.skip("needs time zones by name")
    monkeypatch.setenv("TZ", request.param)
    time.tzset()
    yield
    monkeypatch.undo()
    time.tzset()


@pytest.mark.parametrize(
    ("zone", "local", "moment"),
    [
        ("Europe/Berlin", "2026-01-15T12:00", "2026-01-15T11:00"),
        ("Europe/Berlin", "2026-07-15T12:00", "2026-07-15T10:00"),
        # The clocks show this time twice.
        ("Europe/Berlin", "2026-10-25T02:30", "2026-10-25T00:30"),
        ("Europe/Berlin", "2026-03-29T03:00", "2026-03-29T01:00"),
        # A midnight that the clocks never show is the moment of their change.
        ("America/Santiago", "2026-09-06T00:00", "2026-09-06T04:00"),
        ("America/Santiago", "2026-09-05T23:59", "2026-09-06T03:59"),
    ],
    indirect=["zone"],
)
def test_a_local_time_is_a_moment_by_the_offset_of_that_day(
    zone: None, local: str, moment: str
) -> None:
    store = Storage.in_memory()
    store.clock = lambda: datetime(2026, 7, 1, tzinfo=UTC)
    found = store.moment_of(datetime.fromisoformat(local))
    assert found.astimezone(UTC) == datetime.fromisoformat(f"{moment}+00:00")


def test_a_zone_that_is_given_goes_before_the_system_s() -> None:
    store = Storage.in_memory()
    store.zone = timezone(timedelta(hours=9))
    assert store.moment_of(datetime(2026, 11, 21, 3)) == datetime(2026, 11, 20, 18, tzinfo=UTC)


def test_today_is_the_date_of_the_player_s_clock() -> None:
    store = Storage.in_memory(Settings(player_name="Ana"))
    store.clock = lambda: datetime(2026, 11, 21, 1, tzinfo=timezone(timedelta(hours=9)))
    assert store.today == date(2026, 11, 21)
    assert store.folder == Path(APPLICATION)
    assert store.settings.load() == (Settings(player_name="Ana"), ())


def test_a_storage_is_safe_where_each_of_its_parts_is(tmp_path: Path) -> None:
    places = Places(*(tmp_path / name for name in ("s.json", "p.db", "autosave.json")))
    store = open_storage(places)
    assert (store.is_safe, store.folder) == (True, tmp_path)
    lost = StoredGame("", "{}", datetime.now(UTC))
    for part in (store.autosave.games, store.open_climbs):
        part._remembered[""] = lost
        assert not store.is_safe
        part._remembered.clear()
    store.are_others_safe = lambda: False
    assert not store.is_safe
    store.are_others_safe = lambda: True
    assert store.is_safe
    store.close()


def test_an_ended_game_is_said_to_be_in_a_file_or_in_memory_alone() -> None:
    for is_safe, kind in ((True, ProblemKind.UNFILED), (False, ProblemKind.ONLY_HERE)):
        store = Storage.in_memory()
        store.are_others_safe = partial(bool, is_safe)
        store.report_unfiled()
        assert not store.problems.are_unshown, "the history took it"
        store.profile.problem = UNWRITABLE
        store.report_unfiled()
        assert [problem.kind for problem in store.problems.unshown] == [kind]
        assert store.problems.unshown[0].path == UNWRITABLE.path
        store.file_entered(play_match())
        assert not store.problems.are_unshown, "the history takes games again"


def test_a_climb_that_cannot_be_written_is_in_memory_and_told_once(tmp_path: Path) -> None:
    store = open_storage(Places(*(tmp_path / name for name in ("s.json", "p.db", "a.json"))))
    assert store.save_climb("", "{}")
    assert (store.is_safe, store.problems.are_unshown) == (True, False)
    (tmp_path / "climb.json").unlink()
    (tmp_path / "climb.json").mkdir()
    for text in ("1", "2"):
        assert not store.save_climb("", text)
    assert [problem.kind for problem in store.problems.unshown] == [ProblemKind.UNSAVED]
    found = store.open_climbs.find("")
    assert (store.is_safe, found and found.text) == (False, "2")
    (tmp_path / "climb.json").rmdir()
    assert store.save_climb("", "3")
    assert (store.is_safe, store.problems.are_unshown) == (True, False)
    store.close()


def test_a_match_that_cannot_be_written_is_a_problem_until_it_can(tmp_path: Path) -> None:
    store, place = stored_in(tmp_path), tmp_path / "autosave.json"
    place.mkdir()
    for placements in (1, 2):
        store.save_match(play_match(placements=placements))
        assert [problem.kind for problem in store.problems.unshown] == [ProblemKind.UNSAVED]
    place.rmdir()
    store.save_match(play_match(placements=3))
    assert (store.is_safe, store.problems.are_unshown) == (True, False)
    store.close()


def test_a_damaged_history_is_reported_when_it_is_opened(tmp_path: Path) -> None:
    (tmp_path / "p.db").write_bytes(b"no history " * 99)
    store = open_storage(Places(*(tmp_path / name for name in ("s.json", "p.db", "a.json"))))
    assert [problem.kind for problem in store.problems.unshown] == [ProblemKind.PARTLY]
    assert store.problems.unshown == (store.profile.problem,)
    store.close()


def test_each_match_is_noted_with_or_without_an_identity() -> None:
    store = Storage.in_memory()
    for seed in "121343":
        match = play_match(seed, placements=4)
        if seed in "34":
            match = replace(match, meta=with_identity(match.meta))
        store.save_match(match)
        assert store.profile.has_dealt(dealt_keys(match)), seed


def test_each_round_of_a_match_is_noted() -> None:
    store, match = Storage.in_memory(), play_out(Ruleset(rounds=2), ("Ana",), "7")
    match = replace(match, meta=with_identity(match.meta))
    for count, known in ((1, [True, False]), (2, [True, True])):
        store.save_match(replace(match, rounds=match.rounds[:count]))
        assert [store.profile.has_dealt((key,)) for key in dealt_keys(match)] == known


def stored_in(folder: Path) -> Storage:
    """The storage whose files are in a folder."""
    return open_storage(Places(*(folder / name for name in ("s.json", "p.db", "autosave.json"))))


def test_a_finished_match_is_filed_and_no_longer_open(tmp_path: Path) -> None:
    left = [tmp_path / name for name in (".autosave-1.new", ".climb-1.new", ".p.backup.db.new")]
    for path in left:
        path.touch()
    store, match = stored_in(tmp_path), play_match()
    assert not any(path.exists() for path in left), "a killed program left them"
    store.save_match(play_match(placements=5))
    (waiting,) = store.waiting()
    assert waiting.match == play_match(placements=5)
    store.clock = lambda: datetime(2026, 11, 21, 1, tzinfo=timezone(timedelta(hours=9)))
    store.save_match(match)
    store.file_match(match)
    assert (store.profile.has(match), store.waiting()) == (True, ())
    assert store.profile.last_matches()[0].finished_at == store.clock()
    entered = play_match("entered")
    store.save_match(play_match("2", placements=5))
    store.file_entered(entered)
    assert store.profile.has(entered)
    assert len(store.waiting()) == 1, "another match stays open"
    assert not store.problems.are_unshown
    store.close()


def test_a_finished_match_waits_until_the_history_takes_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store, match, entered = stored_in(tmp_path), play_match("1"), play_match("2")
    with monkeypatch.context() as patch:
        patch.setattr(store.profile, "add_match", lambda *_: None)
        store.profile.problem = UNWRITABLE
        store.save_match(match)
        # No placement comes that could be written again.
        store.problems.add(UNWRITABLE._replace(kind=ProblemKind.UNSAVED))
        store.file_match(match)
        store.file_entered(entered)
        store.file_waiting()
        assert store.waiting() == ()
        assert [problem.kind for problem in store.problems.unshown] == [ProblemKind.UNFILED]
        store.profile.problem = None
    assert len(store.autosave.unfiled()) == 2
    assert store.save_again()
    assert [store.profile.has(one) for one in (match, entered)] == [True, True]
    assert store.autosave.unfiled() == []
    assert not store.problems.are_unshown
    store.close()


def test_damaged_files_are_reported_one_at_a_time(tmp_path: Path) -> None:
    for name in ("autosave.ended-1.json", "autosave.ended-2.json", "autosave.json"):
        (tmp_path / name).write_text("{", encoding="utf-8")
    begun = tmp_path / "autosave.ended-3.json"
    begun.write_text(print_record(play_match(placements=3)), encoding="utf-8")
    store = stored_in(tmp_path)
    for number in (1, 2):
        for _ in range(2):
            store.file_waiting()
            store.waiting()
        (problem,) = store.problems.unshown
        kept = tmp_path / f"autosave.ended-{number}.kept-1.json"
        assert (problem.kind, problem.path) == (ProblemKind.MATCH, kept)
        store.problems.take()
    store.file_waiting()
    assert not store.problems.are_unshown
    assert store.waiting() == ()
    (problem,) = store.problems.unshown
    assert problem.path == tmp_path / "autosave.kept-1.json"
    assert begun.exists(), "an unfinished match is neither filed nor deleted"
    store.close()


def test_a_climb_that_cannot_be_resumed_is_moved_aside_and_reported(tmp_path: Path) -> None:
    store = stored_in(tmp_path)
    assert store.save_climb("2026-11-21", "{}")
    (stored,) = store.open_climbs.all()
    store.quarantine_climb(stored, "not a climb")
    aside = tmp_path / "climb-2026-11-21.kept-1.json"
    assert store.problems.unshown == (Problem(ProblemKind.CLIMB, aside, "not a climb"),)
    assert (aside.read_text(encoding="utf-8"), store.open_climbs.all()) == ("{}", ())
    store.close()


def test_closing_writes_what_could_not_be_written_before(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store, entered = stored_in(tmp_path), replace(play_match("2"), meta=with_identity(None))
    places = [tmp_path / name for name in ("s.json", "autosave.json", "climb.json")]
    for path in places:
        path.mkdir()
    store.settings.save(Settings(player_name="Ana"))
    store.save_match(play_match(placements=3))
    store.save_climb("", "{}")
    assert not store.save_again()
    with monkeypatch.context() as patch:
        patch.setattr(store.profile, "add_match", lambda *_: None)
        store.file_entered(entered)
    for path in places:
        path.rmdir()
    store.close()
    again = stored_in(tmp_path)
    assert again.profile.has(entered)
    assert again.settings.load()[0].player_name == "Ana"
    assert [one.match for one in again.waiting()] == [play_match(placements=3)]
    assert [one.text for one in again.open_climbs.all()] == ["{}"]
    again.close()


@pytest.mark.skipif(os.name == "nt", reason="no open file is deleted there")
def test_a_history_that_is_deleted_is_written_again_at_the_next_placement_or_act(
    tmp_path: Path,
) -> None:
    store = stored_in(tmp_path)
    store.profile.add_match(play_match("1"))
    path = store.profile.path
    begun = replace(play_match(placements=4), meta=with_identity(None))
    store.save_match(begun)
    for act in (
        lambda: store.save_match(begun),
        lambda: store.save_climb("", "{}"),
    ):
        path.unlink()
        act()
        assert path.exists()
        assert [match.seed for match in store.profile.last_matches()] == ["1"]
        assert store.problems.take() == Problem(ProblemKind.GONE, path)
        store.problems.mend(ProblemKind.GONE)
    store.close()


def test_an_act_of_a_climb_is_flushed_or_not_as_it_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store, flushed = stored_in(tmp_path), list[bool]()
    monkeypatch.setattr(
        "game.storage.open_games.write_atomically",
        lambda path, text, *, is_flushed: flushed.append(is_flushed),
    )
    for is_flushed in (True, False):
        assert store.save_climb("", "{}", is_flushed=is_flushed)
    assert flushed == [True, False]
    store.close()


def test_the_files_of_version_1_are_taken_over(tmp_path: Path) -> None:
    (tmp_path / "waiting-0000000000000001.json").write_text(
        print_record(play_match(placements=3)), encoding="utf-8"
    )
    store = stored_in(tmp_path)
    assert [waiting.match for waiting in store.waiting()] == [play_match(placements=3)]
    store.close()


def test_settings_that_are_open_already_are_the_storages(tmp_path: Path) -> None:
    places = find_places({"TAKE_IT_EASY_HOME": str(tmp_path)})
    keeper = SettingsStore(places.settings)
    storage = open_storage(places, keeper)
    assert storage.settings is keeper
    storage.close()
