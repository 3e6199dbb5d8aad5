"""The best possible total of a match, and what another player makes of the same seat's calls."""

from __future__ import annotations

from random import Random

import pytest

from game.bots.best import solver
from game.bots.best.result import BestResult
from game.bots.players import registry
from game.bots.players.playing import play_calls
from game.bots.players.simple import GreedyBot
from game.page.possible import possible_of
from game.rules.match_score import score_match
from game.rules.ruleset import Ruleset
from game.rules.tiles import Tile
from tests.rules.random_matches import random_match


@pytest.mark.parametrize("seat", [0, 1])
def test_the_other_player_sits_in_the_seat_and_rounds_are_added(
    monkeypatch: pytest.MonkeyPatch, seat: int
) -> None:
    """A greedy player takes Master's place."""
    match = random_match(Ruleset.parse("classic free pairs none rounds=2"), 2, Random(5))
    called: list[tuple[Tile, ...]] = []

    def solve(rules: Ruleset, tiles: tuple[Tile, ...]) -> BestResult:
        called.append(tiles)
        return BestResult(100 * len(called), True, (), 999)

    monkeypatch.setattr(solver, "best_of_round", solve)
    monkeypatch.setattr(registry, "make_bot", lambda name: GreedyBot())
    shares: list[float] = []
    found = possible_of(match, seat, shares.append)
    alone = (
        play_calls(
            Ruleset.parse("classic free pairs none"), [GreedyBot()], played.calls, [Random(0)]
        )
        for played in match.rounds
    )
    assert found.master == sum(score_match(one).players[0].total for one in alone)
    assert found.best == 100 + 200
    assert [board.total for board in found.boards] == [100, 200]
    assert called == [played.called for played in match.rounds]
    assert shares == [0, 0.5]
