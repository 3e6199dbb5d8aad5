"""Open climbs: saved at every act, resumed exactly there, filed once, refused where changed."""

from __future__ import annotations

import os
from dataclasses import replace
from datetime import UTC, timedelta
from pathlib import Path
from random import Random

import pytest

from game.bots.players.registry import make_bot
from game.climb.arrivals import Arrival, meet_climb
from game.climb.game import (
    begin_game,
    games_in_the_way,
    open_games,
    resume_climb,
)
from game.climb.open_climb import OpenClimb, print_open_climb
from game.climb.record import ClimbRecord, parse_climb
from game.climb.scores import (
    Period,
    counted_climbs,
    finished_climb,
    friends_climb,
    rank_climbs,
)
from game.climb.sharing import with_climber
from game.climb.state import day_seed
from game.storage.places import HOME_VARIABLE, find_places
from game.storage.problems import ProblemKind
from game.storage.store import Storage, open_storage
from tests.climb.plays import next_act
from tests.climb.stores import DAY, NOON, play, store_at
from tests.gallery.climb import play_climb


def test_a_climb_is_resumed_exactly_at_every_act(tmp_path: Path) -> None:
    store = store_at(tmp_path)
    game, random = begin_game(store, "Ana", day=DAY), Random(3)
    for number in range(160):
        if game.open.state.is_over:
            break
        game.act(next_act(game.open, make_bot("greedy"), random))
        game.take_time(1700 * number)
        game.save_time()
        resumed = resume_climb(store_at(tmp_path), day=DAY)
        assert resumed is not None
        assert resumed.open == game.open
    assert len(game.open.steps) > 1


def test_a_climb_that_is_over_is_filed_once_wherever_the_program_ended(tmp_path: Path) -> None:
    store = store_at(tmp_path)
    game = begin_game(store, "Ana", day=DAY)
    play(game, 5000)
    assert game.open.state.is_over
    assert open_games(store_at(tmp_path)) == []
    (climb,) = store_at(tmp_path).profile.climbs.finished()
    assert (climb.seed, climb.day) == (day_seed(DAY), DAY.isoformat())
    assert climb.points == parse_climb(climb.record).replay().total == game.open.state.total
    assert open_games(store_at(tmp_path)) == []
    assert store_at(tmp_path).profile.climbs.count() == 1


def test_a_stage_s_time_is_saved_when_a_second_is_full(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = store_at(tmp_path)
    game, saved = begin_game(store, "Ana", day=DAY), list[int]()
    play(game, 1)

    def note(store: Storage, day: str, text: str, *, is_flushed: bool = True) -> bool:
        saved.append(game.open.milliseconds)
        return True

    monkeypatch.setattr(Storage, "save_climb", note)
    counts = []
    for time in (600, 999, 1000, 1400, 1999, 1500, 2000, 4999, 5000):
        game.take_time(time)
        counts.append(len(saved))
    assert counts == [0, 0, 1, 1, 1, 1, 2, 3, 4]
    assert game.open.milliseconds == 5000


def test_a_climb_that_a_locked_history_cannot_take_is_filed_later(tmp_path: Path) -> None:
    store, other = store_at(tmp_path), store_at(tmp_path)
    game = begin_game(store, "Ana", day=DAY)
    while not game.open.steps:
        play(game, 1)
    blocker = other.profile._database
    blocker.execute("BEGIN IMMEDIATE")
    game.end()
    problem = store.problems.take()
    assert problem is not None
    assert (problem.kind, game.climb_id) == (ProblemKind.UNFILED, None)
    blocker.execute("ROLLBACK")
    assert open_games(store) == []
    (climb,) = store.profile.climbs.finished()
    assert climb.stage == 1


def test_a_clock_set_back_makes_no_later_climb_the_first_of_its_seed(tmp_path: Path) -> None:
    stores = [
        replace(store_at(tmp_path), clock=lambda: NOON),
        replace(store_at(tmp_path), clock=lambda: NOON - timedelta(days=2)),
    ]
    for number, store in enumerate(stores):
        game = begin_game(store, "Ana", seed="12")
        while len(game.open.steps) <= number:
            play(game, 1)
        game.end()
    climbs = store.profile.climbs.finished()
    assert [climb.finished_at for climb in climbs] == [NOON, NOON]
    assert [climb.stage for climb in counted_climbs(climbs)] == [1]


def test_a_climb_given_up_counts_as_far_as_its_stages_are_finished(tmp_path: Path) -> None:
    store = store_at(tmp_path)
    game = begin_game(store, "Ana", seed="11")
    play(game, 10)
    game.end()
    assert game.climb_id is None
    assert [climb.stage for climb in store.profile.climbs.finished()] == [0], "the seed is known"
    game = begin_game(store, "Ana", seed="12")
    while not game.open.steps:
        play(game, 1)
    game.end()
    assert game.climb_id is not None
    climb = store.profile.climbs.climb(game.climb_id)
    assert climb is not None
    assert climb.stage == 1


def test_another_climb_of_the_day_or_the_seed_ends_the_open_one(tmp_path: Path) -> None:
    store = store_at(tmp_path)
    play(begin_game(store, "Ana", seed="7"), 3)
    play(begin_game(store, "Ana", day=DAY), 3)
    assert games_in_the_way(store, day=DAY + timedelta(1)) == []
    assert [climb.state.seed for _, climb in games_in_the_way(store, seed="8")] == ["7"]
    both = games_in_the_way(store, seed=day_seed(DAY))
    assert {climb.state.seed for _, climb in both} == {"7", day_seed(DAY)}
    of_seed, later = DAY + timedelta(1), day_seed(DAY + timedelta(1))
    begin_game(store, "Ana", seed=later)
    assert [climb.state.seed for _, climb in games_in_the_way(store, day=of_seed)] == [later]
    begin_game(store, "Ana", seed=day_seed(DAY))
    assert [climb.state.seed for _, climb in open_games(store)] == [day_seed(DAY)]


@pytest.mark.parametrize("change", ["text", "day"])
def test_a_changed_file_is_kept_aside_and_told(tmp_path: Path, change: str) -> None:
    store = store_at(tmp_path)
    play(begin_game(store, "Ana", day=DAY), 5)
    path = tmp_path / f"climb-{DAY}.json"
    if change == "text":
        path.write_text(path.read_text().replace("Ana", "Bob"))
    else:
        path.rename(tmp_path / "climb-2026-11-26.json")
    store = store_at(tmp_path)
    assert open_games(store) == []
    problem = store.problems.take()
    assert problem is not None
    assert problem.kind is ProblemKind.CLIMB


def copies_of(tmp_path: Path, acts: int) -> list[tuple[OpenClimb, str]]:
    """Play so many acts of the day's climb; each with its file as it was then."""
    store, random = store_at(tmp_path), Random(3)
    game = begin_game(store, "Ana", day=DAY)
    path, copies = tmp_path / f"climb-{DAY}.json", []
    for _ in range(acts):
        game.act(next_act(game.open, make_bot("greedy"), random))
        copies.append((game.open, path.read_text()))
    store.close()
    return copies


@pytest.mark.parametrize("harm", ["deleted", "damaged"])
def test_a_seed_stays_known_without_the_file_of_its_climb(tmp_path: Path, harm: str) -> None:
    copies_of(tmp_path, 3)
    path = tmp_path / f"climb-{DAY}.json"
    path.unlink() if harm == "deleted" else path.write_text(path.read_text()[:-9])
    store = store_at(tmp_path)
    friends = friends_climb(ClimbRecord(day_seed(DAY)), NOON, DAY)
    store.profile.climbs.add(friends._replace(name="Mia", identity="friend's"))
    game = begin_game(store, "Ana", day=DAY)
    while not game.open.steps:
        play(game, 1)
    game.end()
    climbs = [climb for climb in store.profile.climbs.finished() if not climb.name]
    assert sorted(climb.stage for climb in climbs) == [0, 1]
    assert not list(counted_climbs(climbs))


def is_all_called(climb: OpenClimb) -> bool:
    return climb.stage is not None and not climb.stage.next_call


@pytest.mark.parametrize("acts", [60, 42])
def test_a_climb_whose_file_was_put_back_counts_no_more(tmp_path: Path, acts: int) -> None:
    """Put back to before its stage, or into that stage once all its tiles were called."""
    copies = copies_of(tmp_path, acts)
    known, last = (tmp_path / "profile.db").read_bytes(), copies[-1][0]
    assert bool(last.steps) is not is_all_called(last)
    for number, (climb, text) in enumerate(copies):
        home = tmp_path / str(number)
        home.mkdir()
        (home / f"climb-{DAY}.json").write_text(text)
        (home / "profile.db").write_bytes(known)
        store = store_at(home)
        resumed = resume_climb(store, day=DAY)
        assert resumed is not None
        assert resumed.open == climb
        has_called = climb.stage is not None and bool(climb.stage.match.round.calls)
        is_latest = has_called and len(climb.steps) == len(last.steps)
        is_latest &= is_all_called(climb) is is_all_called(last)
        climbs = store.profile.climbs.finished()
        assert [climb.stage for climb in climbs] == [0] * (not is_latest), len(climb.acts)
        resumed.end()
        counted = len(list(counted_climbs(store.profile.climbs.finished())))
        assert counted == int(is_latest and bool(climb.steps))


def test_of_a_seed_the_first_climb_counts_and_friends_are_ranked_too(tmp_path: Path) -> None:
    store = store_at(tmp_path)
    game = begin_game(store, "Ana", seed="7")
    play(game, 5000)
    record = game.open.record
    climbs = store.profile.climbs
    friends = friends_climb(with_climber(record, "Mia"), NOON, DAY)
    assert meet_climb(climbs, record, NOON, DAY).relation is Arrival.OWN
    assert friends.name == "Mia"
    again = begin_game(store, "Ana", seed="7")
    play(again, 5000, "duckling")
    ranked = rank_climbs(climbs.finished(), Period.EVER, DAY, UTC)
    assert [one.climb.points for one in ranked] == [game.open.state.total]
    other = begin_game(store, "Ana", seed="9")
    play(other, 5000)
    arrived = meet_climb(Storage.in_memory().profile.climbs, other.open.record, NOON, DAY)
    assert arrived.relation is Arrival.NEW
    edited = finished_climb(record, NOON)._replace(points=10**6, identity="x", seed="other")
    climbs.add(edited)
    best = rank_climbs(climbs.finished(), Period.EVER, DAY, UTC)
    assert edited.points not in [one.climb.points for one in best], "it is replayed"


def test_equal_points_share_the_better_place(tmp_path: Path) -> None:
    record, longer = (play_climb(seed, most=most).record for seed, most in (("1", 2), ("2", 4)))
    climbs = [
        finished_climb(longer, NOON),
        *(friends_climb(with_climber(record, name), NOON, DAY) for name in ("Mia", "Zoe")),
        friends_climb(with_climber(play_climb("3", most=1).record, "Ben"), NOON, DAY),
    ]
    points = [climb.points for climb in climbs]
    assert points[0] > points[1] == points[2] > points[3]
    ranked = rank_climbs(climbs, Period.EVER, DAY, UTC)
    assert [one.place for one in ranked] == [1, 2, 2, 4]


@pytest.mark.skipif(os.name == "nt", reason="pipes and links are files elsewhere")
@pytest.mark.parametrize("kind", ["pipe", "link", "folder"])
def test_a_climb_whose_file_is_no_file_is_reported_and_left(tmp_path: Path, kind: str) -> None:
    store = open_storage(find_places({HOME_VARIABLE: str(tmp_path)}))
    path = tmp_path / "climb-2026-11-21.json"
    match kind:
        case "pipe":
            os.mkfifo(path)
        case "link":
            path.symlink_to(tmp_path / "away" / "climb.json")
        case "folder":
            path.mkdir()
    begin_game(store, "Ana", seed="1")
    assert [stored.key for stored, _ in open_games(store)] == [""]
    problem = store.problems.take()
    assert problem is not None
    assert (problem.kind, problem.path) == (ProblemKind.UNREAD, path)
    open_games(store)
    assert store.problems.take() is None, "said once"
    assert os.path.lexists(path)
    store.close()


def test_a_finished_climb_that_was_left_open_is_moved_to_the_history(tmp_path: Path) -> None:
    store, others = store_at(tmp_path), store_at(tmp_path / "others")
    game = begin_game(others, "Ana", day=DAY)
    play(game, 5000)
    assert game.open.state.is_over
    for day in (None, DAY + timedelta(days=1)):
        begin_game(store, "Ben", day=day)
    assert store.open_climbs.save(DAY.isoformat(), print_open_climb(game.open)) is None
    store = store_at(tmp_path)
    assert {stored.key for stored, _ in open_games(store)} == {
        "",
        (DAY + timedelta(days=1)).isoformat(),
    }
    (climb,) = store.profile.climbs.finished()
    assert (climb.day, climb.points) == (DAY.isoformat(), game.open.state.total)
    assert not (tmp_path / f"climb-{DAY}.json").exists()
