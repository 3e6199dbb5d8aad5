"""Computers of tables apart think as they would here, but in a process of their own."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from random import Random

import psutil
import pytest

from game.bots.players.local_engines import LocalEngines
from game.bots.service.process_engines import ProcessEngines
from game.rules.match import Match, Player, apply, new_match
from game.rules.moves import BeginRound, Call, Finish, Miss, Place
from game.rules.ruleset import Ruleset
from game.rules.tiles import Tile


def called(rules: Ruleset, *tiles: str) -> Match:
    match = new_match(rules, (Player("A"), Player("B")))
    match, _ = apply(match, BeginRound(None, None))
    return apply(match, Call(tuple(map(Tile.parse, tiles))))[0]


@pytest.fixture
def beside() -> Iterator[ProcessEngines]:
    engines = ProcessEngines()
    yield engines
    engines.close()


@pytest.mark.parametrize("name", ["random", "greedy", None, "no-such-bot"])
def test_they_choose_what_they_would_choose_here(beside: ProcessEngines, name: str | None) -> None:
    match = called(Ruleset(), "294")
    here = LocalEngines().engine(name)
    for seed in range(3):
        random = Random(Random(seed).getrandbits(64).__str__())
        chosen = beside.engine(name).choose(match, 1, Random(seed))
        assert chosen == here.choose(match, 1, random)
        apply(match, Place(1, chosen.tile, chosen.space))


def test_closing_moves_come_from_there_too(beside: ProcessEngines) -> None:
    rules = Ruleset.parse("daffodil-4 free single none")
    random, match = Random(3), new_match(rules, (Player("A"),))
    match, _ = apply(match, BeginRound(None, None))
    while not match.round.seats[0].hand and len(match.round.calls) < 21:
        match, _ = apply(match, Call((match.bag[0],)))
        choice = beside.engine("greedy").choose(match, 0, random)
        match, _ = apply(match, Place(0, choice.tile, choice.space))
    moves = beside.engine("greedy").choose_finish(match, 0, random)
    apply(match, Finish(0, moves))


def test_what_is_owed_is_placed_there_too(beside: ProcessEngines) -> None:
    rules = Ruleset.parse("classic free mail none bonus=call")
    match = called(rules, "294", "753", "618")
    match, _ = apply(match, Miss(0, ()))
    match, _ = apply(match, Miss(1, ()))
    match, _ = apply(match, Call(match.bag[:2]))
    owed = beside.place_owed(match, 1)
    assert owed == LocalEngines().place_owed(match, 1)
    assert sorted(str(p.tile) for p in owed) == ["294", "618", "753"]
    apply(match, Miss(1, owed))


def test_whoever_dies_there_goes_on_here(beside: ProcessEngines) -> None:
    match = called(Ruleset(), "294")
    engine = beside.engine("greedy")
    first = engine.choose(match, 0, Random(1))
    link = beside._runner._link
    assert link is not None
    link._process.kill()  # type: ignore[attr-defined]
    assert engine.choose(match, 0, Random(1)) == first


def test_their_process_ends_with_them() -> None:
    children, engines = {*psutil.Process().children()}, ProcessEngines()
    engines.engine("random").choose(called(Ruleset(), "294"), 0, Random(1))
    assert {*psutil.Process().children()} - children
    engines.close()
    assert {*psutil.Process().children()} <= children


def test_nothing_is_thought_in_the_windows_process() -> None:
    program = """
import sys
from random import Random
from game.bots.service.process_engines import ProcessEngines
from tests.bots.test_process_engines import called
from game.rules.match import apply
from game.rules.moves import Call, Miss
from game.rules.ruleset import Ruleset
beside = ProcessEngines()
beside.engine("master").choose(called(Ruleset(), "294"), 0, Random(1))
mail = Ruleset.parse("classic free mail none bonus=call")
match = called(mail, "294", "753", "618")
for seat in (0, 1):
    match, _ = apply(match, Miss(seat, ()))
match, _ = apply(match, Call(match.bag[:2]))
assert len(beside.place_owed(match, 0)) == 3
beside.close()
print([name for name in sys.modules if name == "numpy" or name.startswith("game.bots.values")])
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert done.stdout.split() == ["[]"]
