"""A table plays whole matches of every kind of call, and takes a record up again."""

from __future__ import annotations

from random import Random

import pytest

from game.bots.players.simple import GreedyBot, RandomBot
from game.bots.protocol import Bot
from game.play.clock import Deadline
from game.play.deal_source import DealSource
from game.play.editions import CallerRule
from game.play.keeper import LocalKeeper, SeatsApart
from game.play.table import TableSetup
from game.play.table_game import Phase, TableGame
from game.rules.match import Match, Player, Round, apply, legal_placements, new_match
from game.rules.moves import BeginRound, Call, Place
from game.rules.record import parse_record, print_record
from game.rules.ruleset import Ruleset
from game.rules.tiles import TILES, Tile
from tests.play.playing import play_step

KINDS = [
    "classic free single none",
    "classic adjacent pairs rays rounds=2",
    "classic adjacent-symbol mail best-ray",
    "daffodil-2 adjacent single best-ray",
    "daffodil-3 adjacent-symbol pairs rays",
    "daffodil-4 adjacent-symbol mail rays bonus=game rounds=2",
]


def play_out(game: TableGame, random: Random, moves: int = 10_000) -> None:
    """Play at random, missing a mail call now and then, for at most `moves` moves."""
    bots: tuple[Bot, ...] = (GreedyBot(), RandomBot())
    misses = 0.2 if game.match.rules.bonus is not None else 0.0
    for _ in range(moves):
        bot = bots[(*game.awaited(), 0)[0] % 2]
        if not play_step(game, bot, random, misses):
            return


@pytest.mark.parametrize("rules", KINDS)
def test_whole_matches_end_and_their_records_read_back(rules: str) -> None:
    saved: list[Match] = []
    players = tuple(Player(name) for name in ("Ana", "Ben", "Chloé"))
    setup = TableSetup(Ruleset.parse(rules), players, "seed", caller=CallerRule.ROTATING)
    game = TableGame.start(setup, saved.append)
    play_out(game, Random(5))
    assert game.match.is_complete
    assert saved[-1] is game.match
    for match in saved:
        assert parse_record(print_record(match)) == match


@pytest.mark.parametrize("rules", KINDS)
def test_a_saved_match_continues_with_the_same_calls(rules: str) -> None:
    players = (Player("Ana"), Player("Ben"))
    setup = TableSetup(Ruleset.parse(rules), players, "K7QX")
    whole = TableGame.start(setup)
    play_out(whole, Random(1))
    for moves in (1, 5, 23, 40):
        part = TableGame.start(setup)
        play_out(part, Random(2), moves)
        again = TableGame(setup, LocalKeeper(parse_record(print_record(part.match))))
        play_out(again, Random(3))
        assert [r.calls for r in again.match.rounds] == [r.calls for r in whole.match.rounds]


def test_a_table_deal_goes_on_with_tiles_not_called_yet() -> None:
    rules = Ruleset()
    setup = TableSetup(rules, (Player("Ana"),), "a physical table")
    other = TableGame.start(setup)
    play_out(other, Random(1), 8)
    game = TableGame(setup, LocalKeeper(other.match), DealSource(rules, "another seed"))
    # The round keeps its own seed, so even another source continues it alike.
    assert game.source.next_call(game.match.round, 0) == other.source.next_call(
        other.match.round, 0
    )
    play_out(game, Random(1))
    called = game.match.rounds[0].called
    assert len(set(called)) == 19


def test_m1_a_deadline_runs_pauses_and_ends() -> None:
    deadline = Deadline(60)
    deadline.restart(100)
    assert deadline.remaining(130) == 30
    deadline.pause(130)
    assert deadline.remaining(500) == 30
    deadline.resume(500)
    assert not deadline.is_over(529)
    assert deadline.is_over(530)
    assert Deadline(None).remaining(1e9) is None
    assert not Deadline(None).is_over(1e9)


def test_a_pinned_round_has_no_seed_and_the_next_one_has() -> None:
    rules = Ruleset(rounds=2)
    order = TILES[: sum(rules.call_sizes)]
    source = DealSource(rules, "K7QX", (order,))
    setup = TableSetup(rules, (Player("Ana"),), "K7QX")
    game = TableGame(setup, LocalKeeper(new_match(rules, setup.players)), source)
    play_out(game, Random(1))
    pinned, dealt = game.match.rounds
    assert (pinned.seed, pinned.called) == (None, order)
    assert dealt.seed is not None
    assert dealt.called != order
    record = print_record(game.match)
    assert parse_record(record) == game.match


@pytest.mark.parametrize(
    ("caller", "callers"),
    [
        (CallerRule.COMPUTER, [None, None, None]),
        (CallerRule.FIRST, [0, 0, 0]),
        (CallerRule.ROTATING, [0, 1, 0]),
    ],
)
def test_who_calls_in_each_round_c5(caller: CallerRule, callers: list[int | None]) -> None:
    rules = Ruleset.parse("classic free single none rounds=3")
    players = (Player("Ana"), Player("Ion"))
    game = TableGame.start(TableSetup(rules, players, "1", caller=caller))
    assert [game.caller_of(index) for index in range(3)] == callers


def test_a_table_whose_calls_came_from_elsewhere_goes_on_with_tiles_not_yet_called() -> None:
    """The source's order holds only 19 tiles; those it lacks can come once the rest is used up."""
    rules = Ruleset()
    source = DealSource(rules, "7")
    order = source.next_call(new_round(rules, ()), 0)
    strangers = [t for t in rules.grid.tile_set if t not in full_order(source, rules)]
    played = new_round(rules, tuple((t,) for t in strangers))
    following = [source.next_call(played, 0)]
    while len(played.calls) + len(following) < len(rules.call_sizes):
        called = (*played.calls, *following)
        following.append(source.next_call(new_round(rules, called), 0))
    assert following[0] == order
    tiles = [t for call in (*played.calls, *following) for t in call]
    assert len(set(tiles)) == len(tiles) == 19


def test_closing_moves_elsewhere_wait_until_nobody_elsewhere_places_any_more() -> None:
    rules = Ruleset.parse("daffodil-4 free single none")
    game = TableGame.start(TableSetup(rules, (Player("Ana"), Player("Ben")), "1"))
    bot, random = RandomBot(), Random(1)
    # Of the last call, Ben's tile is left to place.
    for _ in rules.call_sizes:
        while game.awaited():
            play_step(game, bot, random)
        play_step(game)
    play_step(game, bot, random)
    assert game.awaited() == (1,)
    game = apart(game, 1)
    assert (game.awaited(), game.phase()) == ((0,), Phase.CLOSE), "Ana closes; Ben is awaited"
    game = apart(game, 0, 1)
    assert game.awaited() == (1,), "both are awaited, and Ben has to place first"


def apart(game: TableGame, *seats: int) -> TableGame:
    """The same match, with these seats at other screens."""
    return TableGame(game.setup, LocalKeeper(game.match, apart=SeatsApart(frozenset(seats))))


def test_tiles_that_a_pinned_order_lacks_come_last() -> None:
    rules = Ruleset()
    order = tuple(rules.grid.tile_set[:18])
    source = DealSource(rules, "7", (order,))
    calls = tuple((t,) for t in (*order[1:], order[0]))
    assert source.next_call(new_round(rules, calls), 0) == (rules.grid.tile_set[18],)


def full_order(source: DealSource, rules: Ruleset) -> list[Tile]:
    calls: tuple[tuple[Tile, ...], ...] = ()
    while len(calls) < len(rules.call_sizes):
        calls = (*calls, source.next_call(new_round(rules, calls), 0))
    return [t for call in calls for t in call]


def new_round(rules: Ruleset, calls: tuple[tuple[Tile, ...], ...]) -> Round:
    """A round of one seat that has answered all these calls anywhere."""
    match, _ = apply(new_match(rules, (Player("Ana"),)), BeginRound(None, "7"))
    for call in calls:
        match, _ = apply(match, Call(call))
        space = legal_placements(match, 0)[0].space
        match, _ = apply(match, Place(0, call[0], space))
    return match.round
