"""The computer beside a game alone: its tiles, when it is seen, and what the match holds of it."""

from __future__ import annotations

from datetime import date

import pytest

from game.play.rival import RivalBoard, can_have_rival
from game.play.table import TableSetup
from game.play.table_game import Phase, TableGame
from game.rules.ruleset import Ruleset
from tests.play.engines import ScriptedEngines, first_legal
from tests.play.playing import ANA, BEN, sit

RULES = (
    "classic free single none",
    "classic free pairs none",
    "classic free single none rounds=2",
    "daffodil-4 free single rays",
)


def _rival(game: TableGame, engines: ScriptedEngines | None = None) -> RivalBoard:
    return RivalBoard(game.setup, "greedy", "Fox", engines or ScriptedEngines())


def _answer(game: TableGame) -> None:
    """Place one tile, make no closing moves, or go on."""
    match game.phase():
        case Phase.ACT:
            (move,) = first_legal(game.match, game.view)
            game.place(move.tile, move.space)
        case Phase.CLOSE:
            game.close()
        case Phase.BEGIN | Phase.ROUND_OVER:
            game.begin_round()
        case Phase.CALL:
            game.call_next()
        case other:
            raise AssertionError(other)


def _placed(game: TableGame) -> int:
    """Return the number of tiles of a game's first seat, over all rounds, with those set aside."""
    return sum(
        len(turn.placements) for played in game.match.rounds for turn in played.seats[0].turns
    )


@pytest.mark.parametrize("rules", RULES)
def test_it_plays_the_same_tiles_and_never_shows_more_than_the_player_has_answered(
    rules: str,
) -> None:
    game = sit(ANA, rules=rules)
    rival = _rival(game)
    while game.phase() is not Phase.MATCH_OVER:
        _answer(game)
        assert rival.total is None
        for _ in range(8):
            before = rival.game.match
            assert rival.poll(game.match) is (rival.game.match is not before)
        state = game.match.round.seats[0]
        whole = _placed(game) - len(state.turns[-1].placements) * bool(state.hand)
        assert _placed(rival.game) == whole
    assert rival.game.match.is_complete
    assert rival.total == rival.game.score().players[0].total
    for own, other in zip(game.match.rounds, rival.game.match.rounds, strict=True):
        assert own.calls == other.calls
    assert len(game.match.players) == 1


def test_a_resumed_match_has_the_same_rival() -> None:
    game = sit(ANA)
    first = _rival(game)
    while game.phase() is not Phase.MATCH_OVER:
        _answer(game)
        for _ in range(4):
            first.poll(game.match)
    again = _rival(game)
    for _ in range(100):
        again.poll(game.match)
    assert again.game.match == first.game.match


def test_its_chances_are_not_those_of_a_seat() -> None:
    game, engines = sit(ANA), ScriptedEngines()
    rival = _rival(game, engines)
    for _ in range(3):
        _answer(game)
        for _ in range(4):
            rival.poll(game.match)
    seeds = [seed for _, _, _, seed in engines.asked]
    assert {bot for _, _, bot, _ in engines.asked} == {"greedy"}
    assert seeds
    assert all(seed.startswith(f"{game.setup.seed}/rival/") for seed in seeds)
    assert len({*seeds}) == len(seeds)


def test_it_goes_back_with_the_player_behind_a_call() -> None:
    game = sit(ANA)
    rival = _rival(game)
    for _ in range(6):
        _answer(game)
        for _ in range(4):
            rival.poll(game.match)
    shown = _placed(rival.game)
    assert game.phase() is Phase.CALL
    game.call_next()
    game.withdraw_call()
    game.take_back()
    rival.poll(game.match)
    assert _placed(rival.game) == shown - 1


@pytest.mark.parametrize(
    ("setup", "can"),
    [
        (TableSetup(Ruleset(), (ANA,), "1"), True),
        (TableSetup(Ruleset(), (ANA,), "1", answer_seconds=9), True),
        (TableSetup(Ruleset(), (ANA, BEN), "1"), False),
        (TableSetup(Ruleset(), (ANA,), "1", is_blind=True), False),
        (TableSetup(Ruleset(), (ANA,), "1", challenge="x"), False),
        (TableSetup(Ruleset(), (ANA,), "1", daily=date(2026, 11, 22)), False),
        (TableSetup(Ruleset.parse("classic free single rays"), (ANA,), "1"), True),
        (TableSetup(Ruleset.parse("classic free single best-ray"), (ANA,), "1"), False),
        (TableSetup(Ruleset.parse("classic free mail none"), (ANA,), "1"), False),
    ],
)
def test_only_a_quick_game_alone_has_one(setup: TableSetup, can: bool) -> None:
    assert can_have_rival(setup) == can


def test_a_rival_has_a_colour_and_a_name_of_its_own_and_the_players_rules() -> None:
    for colours, colour in ((("blue",), "red"), (("red",), "blue"), ((), "blue")):
        game = sit(ANA, colours=colours, avatars=("cat",), rules="classic free pairs none")
        board = _rival(game).game
        assert board.setup.colour_of(0) == colour != game.setup.colour_of(0)
        assert (board.name_of(0), board.player(0).bot, board.setup.avatars) == ("Fox", "greedy", ())
        assert (board.match.rules, board.people()) == (game.match.rules, ())
