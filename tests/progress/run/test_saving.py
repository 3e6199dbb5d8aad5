"""Open runs: saved at every act, resumed exactly there, refused where they were changed."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable
from contextlib import closing
from datetime import UTC, date, datetime
from functools import partial
from pathlib import Path
from random import Random

import pytest

from game.bots.players.registry import make_bot
from game.progress.run.aces import Ace, HeldAce
from game.progress.run.deck import UseKind
from game.progress.run.game import RunGame, begin_run, open_runs, resume_run
from game.progress.run.open_run import (
    OpenRun,
    parse_open_run,
    print_open_run,
    use_act,
)
from game.progress.run.record import RunRecord, kind_name, parse_run
from game.progress.run.scores import counted_runs
from game.progress.run.state import RunState, day_seed
from game.rules.errors import FormatError, IllegalMove
from game.rules.moves import Finish, Place, TakeBack, format_move
from game.rules.placement import Placement
from game.storage.autosave import Autosave
from game.storage.open_runs import OpenRuns
from game.storage.problems import ProblemKind
from game.storage.profile import Profile
from game.storage.settings import SettingsStore
from game.storage.store import Storage
from tests.progress.run.plays import choose_at_random
from tests.storage.faults import Disk, Killed, Tracing, install

DAY = date(2026, 11, 25)


def store_at(path: Path) -> Storage:
    return Storage(SettingsStore(None), Autosave(None), Profile(path), OpenRuns(path.parent))


def next_act(run: OpenRun, random: Random) -> str:
    """Something that can be done now: an ace, a placement, a take-back, a call."""
    play = run.play
    assert play is not None
    rules, seat = play.match.rules, play.match.round.seats[0]
    if play.choice:
        return use_act(UseKind.EITHER, random.choice(play.choice))
    has_placed = seat.can_take_back() and len(seat.turns) == len(play.match.round.calls)
    if has_placed and random.random() < 0.15:
        return format_move(rules.grid, TakeBack(0))
    kinds = [kind for kind in UseKind if play.can_use(kind)]
    if seat.hand and kinds and random.random() < 0.3:
        kind = random.choice(kinds)
        if kind is UseKind.EITHER:
            return "either"
        is_thought = kind is UseKind.SECOND_THOUGHT
        return use_act(kind, None if is_thought else random.choice(play.match.round.calls[-1]))
    if seat.hand:
        chosen = make_bot("greedy").choose(play.match, 0, random)
        return format_move(rules.grid, Place(0, chosen.tile, chosen.space))
    if seat.has_played(rules):
        return format_move(rules.grid, Finish(0, ()))
    return "call"


USED = (Ace.SWAP, Ace.POCKET, Ace.EITHER, Ace.SECOND_THOUGHT)


def begin_with_aces(seed: str, is_timed: bool) -> RunState:
    """Where a run would begin whose player had every ace that can be used."""
    return RunState(seed, is_timed, reserve=120, aces=tuple(HeldAce(ace, 0) for ace in USED))


def test_a_run_is_resumed_exactly_at_every_moment(monkeypatch: pytest.MonkeyPatch) -> None:
    """At every act the text is read again, and the run that comes of it is played on."""
    monkeypatch.setattr("game.progress.run.record.RunState", begin_with_aces)
    random, store, acts = Random(5), Storage.in_memory(), list[str]()

    def resume(game: RunGame) -> RunGame:
        resumed = resume_run(store, is_timed=True)
        assert resumed is not None
        assert (resumed.open, resumed.state) == (game.open, game.state)
        return resumed

    for seed in ("aces 1", "aces 2"):
        game = begin_run(store, "Ana", is_timed=True, seed=seed)
        for _ in range(2):
            with pytest.raises(FormatError):
                game.finish_stage()
            while game.play is not None and not game.play.match.is_complete:
                game.take_time(game.open.milliseconds + random.randrange(3000))
                acts.append(next_act(game.open, random))
                game.act(acts[-1])
                game.save_time()
                game = resume(game)
            game.finish_stage()
            game = resume(game)
            with pytest.raises(FormatError):
                game.begin_stage()
            with pytest.raises(FormatError):
                game.choose(next(ace for ace in Ace if ace not in game.state.offered))
            game.choose(*choose_at_random(game.state, random))
            game = resume(game)
            game.begin_stage()
    used = {act.split(" ")[1] for act in acts if act.startswith("use")}
    assert used == set(UseKind)
    assert {"call", "either", "0 back"} <= set(acts)


def test_a_run_that_is_over_is_in_the_table_and_open_no_more(tmp_path: Path) -> None:
    store = store_at(tmp_path / "profile.db")
    game = begin_run(store, "Ana", is_timed=False, day=DAY)
    assert game.open.record.seed == day_seed(DAY)
    while game.run_id is None:
        fill_stage(game)
        game.finish_stage()
        if game.run_id is None:
            game.choose(None)
            game.begin_stage()
    store.close()
    store = store_at(tmp_path / "profile.db")
    row = store.profile.runs.run(game.run_id)
    assert row is not None
    assert (row.kind, row.day, row.name, row.stage) == ("calm", "2026-11-25", "", 1)
    state, _ = parse_run(row.record).replay()
    assert (state.is_over, state.points) == (True, row.points)
    assert open_runs(store) == []
    store.close()


def fill_stage(game: RunGame) -> None:
    """Play the open stage to its end, each tile on the first space that is free."""
    while game.play is not None and not game.play.match.is_complete:
        hand = game.play.match.round.seats[0].hand
        if hand:
            space = min(set(range(40)) - set(occupied(game)))
            game.act(format_move(game.play.match.rules.grid, Place(0, hand[0], space)))
        else:
            game.act("call")


def occupied(game: RunGame) -> list[int]:
    assert game.play is not None
    position = game.play.match.round.seats[0].position
    return [space for space, tile in enumerate(position.tiles) if tile is not None]


def test_a_run_given_up_counts_as_far_as_its_stages_are_finished() -> None:
    store = Storage.in_memory()
    game = begin_run(store, "Ana", is_timed=True)
    game.end()
    (left,) = store.profile.runs.finished()
    assert (game.run_id, left.stage, left.points) == (None, 0, 0)
    begin_run(store, "Ana", is_timed=True, seed="one")
    assert [run.record.seed for _, run in open_runs(store)] == ["one"]
    begin_run(store, "Ana", is_timed=True, seed="two")
    assert [run.record.seed for _, run in open_runs(store)] == ["two"]


def test_a_seed_that_is_open_in_another_kind_ends_before_it_begins_anew() -> None:
    """Else the second of a seed could end first, and count."""
    store = Storage.in_memory()
    begin_run(store, "Ana", is_timed=True, day=DAY).act("call")
    begin_run(store, "Ana", is_timed=True, seed="other")
    second = begin_run(store, "Ana", is_timed=False, seed=day_seed(DAY))
    assert [run.record.seed for _, run in open_runs(store)] == [day_seed(DAY), "other"]
    fill_stage(second)
    second.finish_stage()
    if second.run_id is None:
        second.end()
    assert {run.kind for run in store.profile.runs.finished()} == {"clock", "calm"}
    assert not list(counted_runs(store.profile.runs.finished()))


def test_a_clock_put_back_makes_no_run_the_first_of_its_seed() -> None:
    store = Storage.in_memory()
    for hours in (0, -5):
        store.clock = partial(datetime, 2026, 11, 25, 12 + hours, tzinfo=UTC)
        game = begin_run(store, "Ana", is_timed=True, seed="one")
        fill_stage(game)
        game.take_time(1000 * (6 + hours))
        game.finish_stage()
        if game.run_id is None:
            game.end()
    (counted,) = counted_runs(store.profile.runs.finished())
    assert '"milliseconds":6000' in counted.record
    assert len(store.profile.runs.finished()) == 2


def test_what_a_stage_takes_is_saved_every_second() -> None:
    store = Storage.in_memory()
    game = begin_run(store, "Ana", is_timed=True)
    game.act("call")
    for now in (400, 900, 1100, 1900):
        game.take_time(now)
    (_, stored), *_ = open_runs(store)
    assert (game.open.milliseconds, stored.milliseconds) == (1900, 1100)
    game.take_time(300)
    game.save_time()
    (_, stored), *_ = open_runs(store)
    assert stored.milliseconds == 1900, "time never goes back"


def test_what_cannot_be_saved_is_told_until_it_can(tmp_path: Path) -> None:
    store = store_at(tmp_path / "profile.db")
    game = begin_run(store, "Ana", is_timed=True)
    file = tmp_path / "run-clock.json"
    for _ in range(2):
        file.unlink()
        file.mkdir()
        game.save_time()
        problem = store.problems.take()
        assert problem is not None
        assert problem.kind is ProblemKind.UNSAVED
        game.act("call" if game.open.acts == () else next_act(game.open, Random(1)))
        assert store.problems.take() is None, "told once"
        assert [run for _, run in open_runs(store)] == [game.open], "and not forgotten"
        file.rmdir()
        game.save_time()
        assert parse_open_run(file.read_text(encoding="utf-8")) == game.open
    store.close()


def test_a_run_that_could_not_be_saved_is_saved_when_the_game_is_left(tmp_path: Path) -> None:
    store = store_at(tmp_path / "profile.db")
    game = begin_run(store, "Ana", is_timed=True)
    file = tmp_path / "run-clock.json"
    file.unlink()
    file.mkdir()
    game.act("call")
    file.rmdir()
    store.close()
    assert parse_open_run(file.read_text(encoding="utf-8")) == game.open


def end_by_the_last_placement(game: RunGame) -> None:
    if game.play is not None:
        fill_stage(game)
        game.finish_stage()
    if not game.state.is_over:
        game.end()


@pytest.mark.parametrize("end", [RunGame.end, end_by_the_last_placement])
def test_a_run_that_ended_while_the_history_was_locked_is_filed_later(
    tmp_path: Path, end: Callable[[RunGame], None]
) -> None:
    path = tmp_path / "profile.db"
    store = store_at(path)
    game = begin_run(store, "Ana", is_timed=True, seed="one")
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        end(game)
        assert open_runs(store) == [], "it can be gone on with no more"
        other.execute("ROLLBACK")
    assert store.profile.runs.finished() == ()
    store.close()
    store = store_at(path)
    assert open_runs(store) == []
    (run,) = store.profile.runs.finished()
    assert run.seed == "one"
    assert not list(tmp_path.glob("run-*"))
    store.close()


@pytest.mark.parametrize("end", [RunGame.end, end_by_the_last_placement])
def test_a_kill_while_a_run_ends_leaves_it_open_or_ended_and_counts_it_once(
    tmp_path: Path, end: Callable[[RunGame], None]
) -> None:
    def begin(home: Path) -> RunGame:
        return begin_run(store_at(home / "profile.db"), "Ana", is_timed=True, seed="one")

    def end_with(home: Path, disk: Disk) -> None:
        game = begin(home)
        with pytest.MonkeyPatch.context() as patch:
            install(disk, patch)
            end(game)

    sound = Tracing()
    end_with(tmp_path / "sound", sound)
    assert len(sound.trails) > 5
    for n in range(1, len(sound.trails) + 1):
        disk = Disk(n, "killed")
        disk.home, disk.remains = tmp_path / f"home{n}", tmp_path / f"remains{n}"
        with pytest.raises(Killed):
            end_with(disk.home, disk)
        store = store_at(disk.remains / "profile.db")
        runs = open_runs(store)
        finished = store.profile.runs.finished()
        assert len(runs) + len(finished) == 1, n
        for _ in runs:
            resumed = resume_run(store, is_timed=True)
            assert resumed is not None
            end(resumed)
        assert len(store.profile.runs.finished()) == 1
        assert not list(disk.remains.glob("run-*"))
        store.close()


def test_tried_closing_moves_are_saved() -> None:
    record = RunRecord("7", is_timed=True)
    run = OpenRun(record, "Ana").begin_stage().act("call")
    assert run.play is not None
    (tile,) = run.play.match.round.calls[-1]
    store = Storage.in_memory()
    game = RunGame(store, kind_name(is_timed=True), "", run)
    game.try_closing((Placement(tile, 3),))
    (_, stored), *_ = open_runs(store)
    assert stored.closing == (Placement(tile, 3),)


@pytest.mark.parametrize(
    "old",
    ['"milliseconds":1500', '"call"', '"player":"Ana"', "}", '"kind":"clock"'],
)
def test_a_changed_run_is_kept_aside_and_told(tmp_path: Path, old: str) -> None:
    path = tmp_path / "profile.db"
    store = store_at(path)
    game = begin_run(store, "Ana", is_timed=True, seed="edited")
    game.act("call")
    game.take_time(1500)
    text = print_open_run(game.open)
    assert parse_open_run(text) == game.open
    begin_run(store, "Ana", is_timed=False).act("call")
    store.close()
    assert old in text
    changed = text.replace(old, old.replace("1500", "0").upper() + " ", 1)
    (tmp_path / "run-clock.json").write_text(changed, encoding="utf-8")
    store = store_at(path)
    assert [run.record.is_timed for _, run in open_runs(store)] == [False], "the other is there"
    assert resume_run(store, is_timed=True) is None
    problem = store.problems.take()
    assert problem is not None
    assert problem.kind is ProblemKind.RUN
    assert problem.path.read_text(encoding="utf-8") == changed
    assert [run.kind for run in store.open_runs.all()] == ["calm"]
    assert begin_run(store, "Ana", is_timed=True).play is not None
    store.close()


def test_a_run_of_another_seed_is_no_day_s_run(tmp_path: Path) -> None:
    store = store_at(tmp_path / "profile.db")
    game = begin_run(store, "Ana", is_timed=True, seed="7")
    store.save_run("clock", DAY.isoformat(), print_open_run(game.open))
    assert resume_run(store, is_timed=True, day=DAY) is None
    assert [stored.day for stored, _ in open_runs(store)] == [""]
    store.close()


def test_no_call_follows_the_last_one() -> None:
    store = Storage.in_memory()
    game = begin_run(store, "Ana", is_timed=True, seed="7")
    fill_stage(game)
    with pytest.raises(IllegalMove):
        game.act("call")


def test_acts_that_the_rules_refuse_are_refused_where_they_stand() -> None:
    run = OpenRun(RunRecord("7", is_timed=True), "Ana").begin_stage().act("call")
    text = print_open_run(run)
    body = json.loads(text.rpartition("\n")[0])
    for acts in (["call", "call"], ["0 back"], ["use swap 294"], ["either"], ["dance"], [3]):
        body["stage"]["acts"] = acts
        with pytest.raises(FormatError) as refused:
            parse_open_run(print_again(body))
        assert "stage.acts" in str(refused.value)


def print_again(body: dict[str, object]) -> str:
    """A text with the digest that belongs to it: by somebody who knows how."""
    from game.progress.run.open_run import _digest

    text = json.dumps(body, ensure_ascii=False) + "\n"
    return text + _digest(text)
