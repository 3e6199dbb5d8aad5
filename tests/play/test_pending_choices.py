"""Computers asked for their choices: once, seeded by the place, dropped with the seat."""

from __future__ import annotations

import pytest

from game.play.keeper import LocalKeeper, SeatsApart
from game.play.pending_choices import SUBSTITUTE, choice_seed, substitute_for, successor_for
from game.play.table import TableSetup
from game.play.table_game import Phase, TableGame
from game.rules.match import Player, PlayerKind
from game.rules.moves import Place
from game.rules.placement import Placement
from game.rules.ruleset import Ruleset
from tests.play.engines import ScriptedEngines, first_legal
from tests.play.evening import bots_wait, control_of, let_bots_answer, place_first
from tests.play.playing import ANA, BEN, OTTO, play_step, sit

PIA = Player("Pia", PlayerKind.BOT, "magpie")


def test_a_computer_is_asked_once_for_each_answer() -> None:
    engines = ScriptedEngines(is_answering=False)
    game = sit(ANA, OTTO, PIA)
    computers = control_of(game, engines)
    game.begin_round()
    for _ in range(3):
        computers.poll_bots()
    assert [(seat, bot) for _, seat, bot, _ in engines.asked] == [
        (1, "fox"),
        (2, "magpie"),
    ]
    assert len({seed for *_, seed in engines.asked}) == 2
    assert not any(answer.cancelled() for answer in engines.answers)


def test_the_same_match_asks_with_the_same_randomness() -> None:
    seeds = []
    for _ in range(2):
        engines = ScriptedEngines()
        game = sit(OTTO, PIA)
        computers = control_of(game, engines)
        game.begin_round()
        while game.phase() is not Phase.MATCH_OVER:
            if game.phase() is Phase.CALL:
                game.call_next()
            computers.poll_bots()
        seeds.append([seed for *_, seed in engines.asked])
    assert seeds[0] == seeds[1]
    assert len(set(seeds[0])) == len(seeds[0]) == 38


def test_of_a_seat_that_has_changed_the_answer_is_dropped_and_the_question_withdrawn() -> None:
    for has_come in (True, False):
        engines = ScriptedEngines(is_answering=False)
        game = sit(ANA, OTTO, rules="classic free mail none")
        computers = control_of(game, engines)
        game.begin_round()
        computers.poll_bots()
        move = first_legal(game.match, 1)[0]
        game.perform(Place(1, move.tile, move.space))
        before, engines.is_answering = game.match, has_come
        assert computers.poll_bots() == []
        assert game.match is before
        assert engines.answers[0].cancelled() is not has_come
        assert len(engines.answers) == 2


def test_an_engine_that_fails_is_replaced() -> None:
    engines = ScriptedEngines(broken=frozenset({"fox"}))
    game = sit(ANA, OTTO, PIA)
    game.begin_round()
    let_bots_answer(game, engines)
    assert not bots_wait(game)
    assert engines.prompt == [SUBSTITUTE]


@pytest.mark.parametrize(("substitutes", "bot"), [((), SUBSTITUTE), (("fox", "magpie"), "magpie")])
def test_who_is_out_is_played_for(substitutes: tuple[str, ...], bot: str) -> None:
    engines = ScriptedEngines()
    game = sit(ANA, BEN, rules="classic free mail none", substitutes=substitutes)
    computers = control_of(game, engines)
    game.begin_round()
    for call in range(3):
        for seat in (0, 1):
            if seat == 0:
                game.hand_over(0)
                while game.hand():
                    place_first(game)
            else:
                owed = game.match.round.seats[1].owed
                free = [i for i in range(19) if not game.position(1).filled >> i & 1]
                engines.owed = tuple(
                    Placement(tile, space) for tile, space in zip(owed, free, strict=False)
                )
                game.hand_over(1)
                computers.miss()
        if call < 2:
            game.call_next()
    assert game.is_out(1)
    assert not game.is_person(1)
    game.call_next()
    computers.poll_bots()
    assert [(seat, name) for _, seat, name, _ in engines.asked] == [(1, bot)]
    here = SeatsApart(substitutes=frozenset({1}))
    assert TableGame(game.setup, LocalKeeper(game.match, apart=here)).is_person(1)


def test_a_choice_s_seed_names_the_table_the_seat_and_the_place() -> None:
    game = sit(ANA, OTTO, rules="classic free pairs none rounds=2")
    game.begin_round()
    seeds = [choice_seed("7", game.match, seat) for seat in (0, 1)]
    place_first(game)
    seeds.append(choice_seed("7", game.match, 0))
    assert seeds == ["7/0/1/1/0", "7/1/1/1/0", "7/0/1/1/1"]
    while len(game.match.round.calls) == 1:
        play_step(game)
    later = [choice_seed("7", game.match, 0)]
    place_first(game)
    later.append(choice_seed("7", game.match, 0))
    assert later == ["7/0/1/2/0", "7/0/1/2/1"]


def test_v3_a_seat_is_taken_over_by_the_tables_own_computer_or_the_usual_one() -> None:
    players = (Player("Ana"), Player("Ben"), Player("Cleo"))
    for substitutes, bots in (
        ((), ["beaver"] * 3),
        (("owl",), ["owl"] * 3),
        (("owl", "fox"), ["owl", "fox", "owl"]),
    ):
        setup = TableSetup(Ruleset(), players, "1", substitutes=substitutes)
        assert [successor_for(setup, seat) for seat in range(3)] == bots
        out = bots if substitutes else [SUBSTITUTE] * 3
        players_out = [Player(bot, PlayerKind.BOT, bot) for bot in out]
        assert [substitute_for(setup, seat) for seat in range(3)] == players_out, "M5"
