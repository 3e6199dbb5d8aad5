"""A decision as the input of the estimate: hand, bag, best rays and bonuses."""

from __future__ import annotations

from math import exp
from random import Random

import numpy as np
import pytest

from game.bots.values.final import RAY_HOPES
from game.bots.values.task import BonusView, bonus_view, task_of, task_with
from game.rules.match import Match, Player, apply, new_match
from game.rules.match_score import score_match
from game.rules.moves import BeginRound, parse_move
from game.rules.ruleset import Ruleset
from game.rules.tiles import Tile
from tests.rules.random_matches import walk


def test_bonuses_are_expected_as_they_are_reckoned() -> None:
    """M6: ten for the most, five for the second, both for all who tie, none for no gain."""
    alone = BonusView(0, 0, (27.0, 12.0), 0, 0.5)
    assert [alone.expected(g) for g in (0, 5, 12, 20, 27, 30)] == [0, 0, 5, 5, 10, 10]
    unsure = BonusView(0, 0, (), 1, 0.8)
    assert 5 < unsure.expected(3) < unsure.expected(30) < 10
    rules = Ruleset.parse("classic free mail none")
    for match, _, after in walk(rules, 3, Random(8)):
        if match.is_complete or not after.is_complete:
            continue
        for seat in range(3):
            view = bonus_view(match, seat)
            assert view is not None
            gain = score_match(after).players[seat].rounds[0].bonus - view.banked
            assert gain in (0, 5, 10)


def mail(*moves: str, rules: str = "classic free mail none", seats: int = 3) -> Match:
    """The match of so many players after these moves."""
    players = (Player("Ana"), Player("Ben"), Player("Cleo"))[:seats]
    match, _ = apply(new_match(Ruleset.parse(rules), players), BeginRound())
    for text in moves:
        match, _ = apply(match, parse_move(match.rules.grid, text))
    return match


def test_a_bonus_is_halved_among_what_may_still_be_answered() -> None:
    """M6: an open seat gains more with half a chance that falls with the points."""
    beaten = 1 - 0.5 * exp(-1)
    alone, second = (BonusView(0, 0, known, 1, 0.5) for known in ((), (40.0,)))
    assert alone.expected(30) == pytest.approx(10 * beaten + 5 * (1 - beaten))
    assert second.expected(30) == pytest.approx(5 * beaten)
    two = BonusView(0, 0, (30.0,), 2, 0.5)
    assert two.expected(30) == pytest.approx(10 * beaten**2 + 5 * 2 * (1 - beaten) * beaten)


def test_a_seat_sees_what_is_banked_and_who_has_answered() -> None:
    match = mail(
        *("call 293 298 694", "0 293@a1", "0 298@a2", "0 694@a3"),
        *("1 293@a1", "1 298@b1", "1 694@c1", "2 293@a1", "2 298@a2", "2 694@e1"),
        *("call 213 718", "1 213@e1", "1 718@e2", "0 213@e1"),
    )
    scoring = (1 / 8) ** 1.5
    assert [bonus_view(match, seat) for seat in range(3)] == [
        BonusView(10, 27, (0.0,), 1, scoring, 0.3 / 3),
        BonusView(0, 0, (), 2, scoring, 0.3 / 3),
        BonusView(0, 0, (0.0,), 1, scoring, 0.3 / 3),
    ]
    assert bonus_view(mail(), 0) is None, "no call"
    first = mail("call 293 298 694", seats=2)
    assert bonus_view(first, 1) == BonusView(0, 0, (), 1, 0, 0.15)
    assert bonus_view(mail("call 293 298 694", seats=1), 0) is None
    game = mail("call 293 298 694", rules="classic free mail none bonus=game")
    assert bonus_view(game, 0) is None


def test_a_task_is_the_hand_its_late_tiles_and_the_bag() -> None:
    """M2: the tiles of a missed call are late, and the bag has what is not called yet."""
    match = mail("call 293 298 694", "0 miss", "1 miss", "call 213 718", seats=2)
    task, tiles = task_of(match, 0), [*map(Tile.parse, ["293", "298", "694", "213", "718"])]
    assert task.hand == tuple(tile.index for tile in tiles)
    assert task.is_late.tolist() == [True, True, True, False, False]
    assert sorted(np.flatnonzero(task.bag).tolist() + list(task.hand)) == list(range(27))
    assert (task.to_come, task.ray_worth, task.is_blind) == (14, None, False)
    state = match.round.seats[0]
    owed = task_with(match, 0, state.position, tuple(tiles[:3]), (), tuple(tiles[3:]))
    assert (owed.hand, owed.to_come, bool(owed.is_late.any())) == (task.hand[:3], 16, False)
    assert np.flatnonzero(owed.bag ^ task.bag).tolist() == sorted(task.hand[3:])


def test_a_best_ray_counts_against_the_longest_of_the_others() -> None:
    """S5: shorter ones earn nothing, equal ones half; longer ones get surer of their 60 points."""
    suns = ("293", "298", "694", "213", "653")
    moves = [f"call {suns[0]}", f"0 {suns[0]}@e3", f"1 {suns[0]}@a1"]
    for tile, space, elsewhere in (("298", "a2", "d4"), ("694", "a3", "c5")):
        moves += [f"call {tile}", f"0 {tile}@{elsewhere}", f"1 {tile}@{space}"]
    match = mail(*moves, "call 213", rules="classic free single best-ray", seats=2)
    worth = task_of(match, 0).ray_worth
    assert worth is not None
    sure = (4 / 19) ** 6
    longer = [1 - sure + sure * 60 / float(RAY_HOPES[length]) for length in (4, 5)]
    every = 1 - sure + sure * 60 / float(RAY_HOPES[3])
    assert worth[1, 3:6].tolist() == pytest.approx([0.5, *longer])
    assert worth[2, 3:6].tolist() == pytest.approx([every, *longer])
    own = task_of(match, 1).ray_worth
    assert own is not None
    assert own[1].tolist() == own[2].tolist() == worth[2].tolist(), "its own ray is no rival's"
