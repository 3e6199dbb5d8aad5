"""The best possible total of a match, and what another player makes of the same seat's calls."""

from __future__ import annotations

import pytest

from game.bots.best import solver
from game.bots.best.result import BestResult
from game.bots.players import registry
from game.bots.players.simple import GreedyBot
from game.page.possible import possible_of
from game.rules.match_score import score_match
from game.rules.ruleset import Ruleset
from game.rules.tiles import Tile
from tests.page.games import match_of


@pytest.mark.parametrize("seat", [0, 1])
def test_the_other_player_sits_in_the_seat_and_rounds_are_added(
    monkeypatch: pytest.MonkeyPatch, seat: int
) -> None:
    """A greedy player in place of Master makes of a greedy player's calls what that one made."""
    match = match_of("classic free pairs none rounds=2", players=2)
    called: list[tuple[Tile, ...]] = []

    def solve(rules: Ruleset, tiles: tuple[Tile, ...]) -> BestResult:
        called.append(tiles)
        return BestResult(100 * len(called), True, (), 999)

    monkeypatch.setattr(solver, "best_of_round", solve)
    monkeypatch.setattr(registry, "make_bot", lambda name: GreedyBot())
    shares: list[float] = []
    found = possible_of(match, seat, shares.append)
    totals = [player.total for player in score_match(match).players]
    assert found.master == totals[seat]
    assert found.best == 100 + 200
    assert [board.total for board in found.boards] == [100, 200]
    assert called == [played.called for played in match.rounds]
    assert shares == [0, 0.5]
