"""Matches on their way through sessions, files and the history."""

from __future__ import annotations

import json
import os
import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from game.play.table import TableSetup
from game.progress.challenges import all_challenges
from game.progress.match_saving import resume_match, start_game
from game.rules.marks import Mark
from game.rules.match import Match, Player
from game.rules.ruleset import Ruleset
from game.storage.autosave import Autosave
from game.storage.database import identity_of
from game.storage.places import find_places
from game.storage.problems import ProblemKind
from game.storage.store import Storage, open_storage, with_identity
from tests.play.playing import play_step
from tests.storage.matches import play_match


def open_home(home: Path) -> Storage:
    return open_storage(find_places({"TAKE_IT_EASY_HOME": str(home)}))


def setup_of(rounds: int = 1, seed: str = "7") -> TableSetup:
    return TableSetup(replace(Ruleset(), rounds=rounds), (Player("Ana"),), seed, "fr")


def play_out(store: Storage, setup: TableSetup) -> Match:
    game = start_game(store, setup)
    while play_step(game):
        pass
    return game.match


@pytest.mark.parametrize(("length", "rounds"), [(1, 1), (99, 6), (100, 2)])
def test_a_long_seed_leads_through_all_rounds(tmp_path: Path, length: int, rounds: int) -> None:
    store = open_home(tmp_path)
    game = start_game(store, setup_of(rounds, "x" * length))
    while play_step(game):
        saved = Autosave(store.autosave.path).load()
        assert saved.match == game.match
    store.file_match(game.match)
    assert len(store.profile.last_matches()) == 1
    store.close()


def test_a_match_is_filed_once_however_often_it_is_tried(tmp_path: Path) -> None:
    store = open_home(tmp_path)
    match = play_out(store, setup_of())
    store.file_match(match)
    store.file_match(match)
    assert store.autosave.path is not None
    # A kill between the history and the autosave's removal leaves both.
    assert store.autosave.save(match) is None
    store.close()
    store = open_home(tmp_path)
    saved = store.autosave.load().match
    assert saved is not None
    game = resume_match(store, saved)
    store.file_match(game.match)
    (played,) = store.profile.last_matches()
    assert played.edition == "fr"
    assert store.autosave.load().match is None


def test_the_same_deal_played_twice_counts_twice(tmp_path: Path) -> None:
    store = open_home(tmp_path)
    first, second = (play_out(store, setup_of()) for _ in range(2))
    assert replace(first, meta=None) == replace(second, meta=None)
    assert identity_of(first) != identity_of(second)
    assert len(identity_of(first)) == 16
    store.file_match(first)
    store.file_match(second)
    assert len(store.profile.last_matches()) == 2


def test_a_match_keeps_its_identity_when_it_is_resumed_or_coached(tmp_path: Path) -> None:
    store = open_home(tmp_path)
    game = start_game(store, setup_of())
    play_step(game)
    identity = identity_of(game.match)
    again = resume_match(store, game.match)
    assert identity_of(again.match) == identity
    coached = setup_of().marked(Mark.COACHED).to_meta(again.match.meta)
    assert identity_of(replace(again.match, meta=coached)) == identity
    for odd in ("5", "null", '""', "[1]"):
        foreign = identity_of(replace(game.match, meta=f'{{"id": {odd}}}'))
        assert len(foreign) == 32
    bare = replace(game.match, meta=setup_of().to_meta())
    named = resume_match(store, bare)
    assert identity_of(named.match) != identity
    assert json.loads(named.match.meta or "")["table"] == json.loads(bare.meta or "")["table"]


def test_a_challenge_that_is_resumed_goes_on_with_its_own_tiles() -> None:
    store, challenge = Storage.in_memory(), all_challenges()[0]
    setup = TableSetup(challenge.rules, (Player("Ana"),), "7", challenge=challenge.name)
    begun = start_game(store, setup)
    play_step(begun)
    game = resume_match(store, begun.match)
    while play_step(game):
        pass
    assert game.match.round.called == challenge.tiles


def test_a_history_that_is_locked_gets_the_match_later(tmp_path: Path) -> None:
    store, other = open_home(tmp_path), open_home(tmp_path)
    blocker = other.profile._database
    blocker.execute("BEGIN IMMEDIATE")
    store.profile._database.execute("PRAGMA busy_timeout = 0")
    first, second = play_out(store, setup_of()), None
    store.file_match(first)
    problem = store.problems.take()
    assert problem is not None
    assert problem.kind is ProblemKind.UNFILED
    # Another match is played over it, and the game is left.
    second = play_out(store, setup_of(seed="8"))
    store.file_match(second)
    assert store.problems.take() is None, "told once"
    store.close()
    assert len(list(tmp_path.glob("autosave-*.ended-*.json"))) == 2
    blocker.execute("ROLLBACK")
    assert other.profile.last_matches() == ()
    # Beginning another game tries again, and so does the last close.
    copy = tmp_path.with_name("copy")
    shutil.copytree(tmp_path, copy)
    third = open_home(copy)
    start_game(third, setup_of(seed="9"))
    assert not list(copy.glob("autosave-*.ended-*.json"))
    third.close()
    other.close()
    assert not list(tmp_path.glob("autosave-*.ended-*.json"))
    store = open_home(tmp_path)
    assert {m.seed for m in store.profile.last_matches()} == {"7", "8"}
    assert store.autosave.load().match is None
    store.file_waiting()
    assert len(store.profile.last_matches()) == 2


def test_a_history_that_could_not_be_opened_is_opened_for_the_match(tmp_path: Path) -> None:
    open_home(tmp_path).close()
    away = tmp_path / "away.db"
    (tmp_path / "profile.db").rename(away)
    (tmp_path / "profile.db").mkdir()
    store = open_home(tmp_path)
    problem = store.problems.take()
    assert problem is not None
    assert problem.kind is ProblemKind.READ_ONLY
    store.file_match(play_out(store, setup_of(seed="1")))
    (tmp_path / "profile.db").rmdir()
    away.rename(tmp_path / "profile.db")
    store.file_match(play_out(store, setup_of(seed="2")))
    store.close()
    with_file = open_home(tmp_path)
    with_file.file_waiting()
    assert {m.seed for m in with_file.profile.last_matches()} == {"1", "2"}


def test_a_match_that_cannot_be_saved_is_told_once_until_it_can(tmp_path: Path) -> None:
    store = open_home(tmp_path)
    way = tmp_path / "autosave.json"
    for _ in range(2):
        way.mkdir()
        for placements in (1, 2):
            store.save_match(play_match(placements=placements))
        problem = store.problems.take()
        assert problem is not None
        assert problem.kind is ProblemKind.UNSAVED
        assert store.problems.take() is None
        assert not store.autosave.is_safe
        way.rmdir()
        store.save_match(play_match(placements=3))
        assert store.autosave.is_safe
        way.unlink()


def test_closing_tries_once_more_what_could_not_be_kept(tmp_path: Path) -> None:
    store = open_home(tmp_path)
    chosen = replace(store.settings.load()[0], volume=0.25)
    ways = [tmp_path / name for name in ("settings.json", "autosave.json")]
    for way in ways:
        way.mkdir()
    match = play_match(placements=7)
    assert store.settings.save(chosen) is not None
    store.save_match(match)
    assert not store.autosave.is_safe
    for way in ways:
        way.rmdir()
    store.close()
    again = open_home(tmp_path)
    assert again.settings.load() == (chosen, ())
    assert again.autosave.load().match == match
    again.close()


@pytest.mark.skipif(os.name == "nt", reason="Windows deletes no open file")
@pytest.mark.parametrize("is_filed", [False, True])
def test_a_folder_that_is_deleted_meanwhile_is_written_again_with_all_that_is_open(
    tmp_path: Path, is_filed: bool
) -> None:
    home = tmp_path / "home"
    store = open_home(home)
    finished = play_out(store, setup_of(seed="8"))
    store.file_match(finished)
    match = replace(play_match(placements=7), meta=with_identity(None))
    store.save_match(match)
    store.save_climb("", "a run")
    store.save_climb("2026-11-21", "another")
    store.open_climbs.end("2026-11-21")
    if is_filed:
        store.autosave.clear()
    shutil.rmtree(home)
    store.close()
    again = open_home(home)
    assert [m.seed for m in again.profile.last_matches()] == ["8"]
    assert again.autosave.load().match == (None if is_filed else match)
    assert [climb.text for climb in again.open_climbs.all()] == ["a run"]
    again.close()


def test_settings_that_were_deleted_meanwhile_are_written_again(tmp_path: Path) -> None:
    store = open_home(tmp_path)
    chosen = replace(store.settings.load()[0], volume=0.25)
    store.close()
    assert not (tmp_path / "settings.json").exists(), "there were none"
    store = open_home(tmp_path)
    store.settings.save(chosen)
    store.close()
    store = open_home(tmp_path)
    store.settings.load()
    (tmp_path / "settings.json").unlink()
    store.close()
    assert open_home(tmp_path).settings.load()[0] == chosen
