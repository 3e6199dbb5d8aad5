"""Matches that are begun, left and resumed: what is stored, marked and dealt."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from game.bots.players.registry import make_bot
from game.play.table import TableSetup
from game.play.table_game import TableGame
from game.progress.challenges import all_challenges
from game.progress.match_saving import is_deal_known, resume_match, start_game
from game.rules.deal import deal_calls, round_seed
from game.rules.errors import RulesetError
from game.rules.marks import Mark
from game.rules.match import Player, new_match
from game.rules.meta import ID_KEY, read_meta
from game.rules.ruleset import MAX_PLAYERS, MOST_BOARDS, Ruleset
from game.storage.database import identity_of
from game.storage.store import Storage, with_identity
from tests.play.playing import play_step
from tests.storage.matches import play_match


def play(game: TableGame, steps: int) -> None:
    random, bot = Random(3), make_bot("greedy")
    for _ in range(steps):
        play_step(game, bot, random)


def keys_of(store: Storage) -> list[str]:
    return [one.key for one in store.autosave.waiting()]


def test_a_match_is_left_only_where_there_is_progress() -> None:
    store, setup = Storage.in_memory(), TableSetup(Ruleset(), (Player("Ana"),), "1")
    empty = start_game(store, setup)
    store.save_match(empty.match)
    begun = start_game(store, replace(setup, seed="2"))
    assert keys_of(store) == [], "no call was made"
    play(begun, 8)
    other = start_game(store, replace(setup, seed="3"))
    play(other, 8)
    keys = [read_meta(game.match.meta).text(ID_KEY) for game in (other, begun)]
    assert keys_of(store) == keys, "the last saved one first"
    again = resume_match(store, begun.match)
    assert (again.match, store.autosave.open_key) == (begun.match, keys[1])
    play(again, 6)
    assert again.match.rounds[0].calls == deal_calls(Ruleset(), "2")[: len(again.match.round.calls)]


def test_a_match_of_more_boards_than_seats_is_not_resumed_and_leaves_the_open_one() -> None:
    store, setup = Storage.in_memory(), TableSetup(Ruleset(), (Player("Ana"),), "1")
    begun = start_game(store, setup)
    play(begun, 8)
    people = tuple(Player(str(number)) for number in range(MAX_PLAYERS + 1))
    crowd = new_match(Ruleset(), people, with_identity(setup.to_meta()), most=MOST_BOARDS)
    before = store.autosave.open_key
    with pytest.raises(RulesetError):
        resume_match(store, crowd)
    assert (store.autosave.open_key, store.autosave.load().match) == (before, begun.match)


def test_a_known_deal_is_marked_in_any_of_its_rounds() -> None:
    store, setup = Storage.in_memory(), TableSetup(Ruleset(), (Player("Ana"),), "1")
    play(start_game(store, setup), 8)
    long = replace(setup, rules=Ruleset(rounds=2))
    for one, is_known in (
        (setup, True),
        (long, True),
        (replace(setup, seed="2"), False),
        (replace(long, seed="2"), False),
    ):
        assert is_deal_known(store, one) is is_known
        marks = TableSetup.from_match(start_game(store, one).match).marks
        assert marks == ({Mark.AGAIN} if is_known else set())
    # The second round of a seed may have been another deal's first.
    store = Storage.in_memory()
    play(start_game(store, replace(setup, seed=round_seed("9", 1))), 8)
    assert is_deal_known(store, replace(long, seed="9"))
    assert not is_deal_known(store, replace(setup, seed="9"))


def test_a_challenge_begins_on_its_board_and_is_never_marked_as_known() -> None:
    store = Storage.in_memory()
    challenge = next(one for one in all_challenges() if one.placed and not one.rivals)
    setup = TableSetup(challenge.rules, (Player("Ana"),), "1", challenge=challenge.name)
    play(start_game(store, replace(setup, challenge="")), 8)
    assert is_deal_known(store, setup)
    store.autosave.clear()
    for _ in range(2):
        game = start_game(store, setup)
        assert keys_of(store) == []
        assert TableSetup.from_match(game.match).marks == set()
        placed = [p for turn in game.match.round.seats[0].turns for p in turn.placements]
        assert tuple(placed) == challenge.placed
        play(game, 4)
        assert game.match.round.called == challenge.tiles[: len(game.match.round.called)]
        resumed = resume_match(store, game.match)
        play(resumed, 4)
        assert resumed.match.round.called == challenge.tiles[: len(resumed.match.round.called)]
        assert len(resumed.match.round.called) > len(game.match.round.called)
        store.autosave.clear()


def test_a_match_that_the_history_could_not_take_is_filed_before_the_next_begins() -> None:
    store, match = Storage.in_memory(), play_match(names=("Ana",))
    finished = replace(match, meta=with_identity(match.meta))
    store.autosave.defer(finished)
    assert store.profile.last_matches() == ()
    start_game(store, TableSetup(Ruleset(), (Player("Ana"),), "1"))
    assert [one.identity for one in store.profile.last_matches()] == [identity_of(finished)]
