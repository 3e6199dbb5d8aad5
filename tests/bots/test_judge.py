"""Placements judged near the end of a round, against the rules."""

from __future__ import annotations

from random import Random

import pytest

from game.bots.judge import judge_placements, judge_position
from game.bots.players.playing import play_calls
from game.bots.players.registry import make_bot
from game.bots.players.simple import closing_choices
from game.bots.protocol import unseen_tiles
from game.rules.deal import deal_calls
from game.rules.match import Match, apply, legal_placements
from game.rules.match_score import score_match
from game.rules.moves import Call, Finish, Place
from game.rules.ruleset import RayRule, Ruleset


def _greedy_game(rules: Ruleset, seed: str, calls: int) -> Match:
    bots = [make_bot("greedy")] * (2 if rules.rays is RayRule.BEST_RAY else 1)
    return play_calls(rules, bots, deal_calls(rules, seed)[:calls], [Random(0)] * len(bots))


def _with_best_closing(match: Match) -> float:
    return max(
        score_match(apply(match, Finish(0, choice))[0]).players[0].total
        for choice in closing_choices(match, 0)
    )


@pytest.mark.parametrize("seed", ["a", "b", "c"])
@pytest.mark.parametrize("rays", ["none", "rays"])
def test_the_last_tile_is_expected_with_its_closing_moves(rays: str, seed: str) -> None:
    rules = Ruleset.parse(f"daffodil-4 free single {rays}")
    match = _greedy_game(rules, seed, 20)
    endings = []
    for tile in unseen_tiles(match, 0):
        called, _ = apply(match, Call((tile,)))
        endings.append(
            max(
                _with_best_closing(apply(called, Place(0, p.tile, p.space))[0])
                for p in legal_placements(called, 0)
            )
        )
    assert judge_position(match, 0) == pytest.approx(sum(endings) / len(endings), abs=1e-3)
    assert max(endings) > score_match(match).players[0].total


def test_the_last_but_one_tile_is_weighed_by_what_can_still_happen() -> None:
    match = _greedy_game(Ruleset.parse("daffodil-4 free single rays"), "d", 19)
    called, _ = apply(match, Call((unseen_tiles(match, 0)[0],)))
    for deeply in (False, True):
        for worth in judge_placements(called, 0, deeply=deeply):
            p = worth.placement
            after, _ = apply(called, Place(0, p.tile, p.space))
            assert worth.value == pytest.approx(judge_position(after, 0), abs=1e-3)
