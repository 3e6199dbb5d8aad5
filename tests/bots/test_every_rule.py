"""Every bot, the game master and the coach in every combination of the rules (V1)."""

from __future__ import annotations

from random import Random

import pytest

from game.bots.coach.coach import advise
from game.bots.players.game_master import master_placements
from game.bots.players.playing import play_calls
from game.bots.players.registry import BOT_NAMES, LEVELS, UnknownBotError, make_bot
from game.rules.deal import deal_calls
from game.rules.match import Match, apply, legal_placements, new_match
from game.rules.moves import BeginRound, Call, Miss, Place
from game.rules.ruleset import BonusRule, CallRule, RayRule, Ruleset, all_rulesets
from tests.each import each
from tests.rules.random_matches import players, walk

pytestmark = pytest.mark.slow

ALL_RULES = all_rulesets()
SOME_RULES = ALL_RULES[::7]


def _play(name: str, rules: Ruleset, calls: int | None = None) -> Match:
    """Play a round in which illegal choices raise: all calls, or the first `calls`.

    Where rules compare players, a fast one has the second seat.
    """
    seats = 2 if rules.rays is RayRule.BEST_RAY else 1
    dealt = deal_calls(rules, f"{name} {rules}")[:calls]
    randoms = [Random(seat) for seat in range(seats)]
    return play_calls(rules, [make_bot(name), make_bot("random")][:seats], dealt, randoms)


@pytest.mark.parametrize("rays", RayRule)
def test_the_fox_plays_every_combination_legally(rays: RayRule) -> None:
    # Every board with every placement and call; the rays go round, bonuses change no choice.
    kinds = [r for r in ALL_RULES if r.rays is rays and r.bonus is not BonusRule.GAME]
    for rules in kinds[list(RayRule).index(rays) :: 5]:
        assert _play("fox", rules).is_complete


@pytest.mark.parametrize("name", [n for n in BOT_NAMES if n != "fox"])
def test_every_bot_plays_legally(name: str) -> None:
    for rules in SOME_RULES[len(name) % 5 :: 12]:
        assert _play(name, rules).is_complete


@pytest.mark.parametrize("name", BOT_NAMES)
def test_bots_are_the_same_with_the_same_generator(name: str) -> None:
    rules = Ruleset.parse("daffodil-4 adjacent pairs rays")
    assert _play(name, rules, 3).rounds == _play(name, rules, 3).rounds


def test_levels_are_bots_and_unknown_names_are_refused() -> None:
    assert set(LEVELS) < set(BOT_NAMES)
    with pytest.raises(UnknownBotError):
        make_bot("nobody")


@each(SOME_RULES[::2])
def test_the_coach_weighs_all_legal_placements_and_changes_nothing(rules: Ruleset) -> None:
    random = Random(str(rules))
    for match, move, _ in walk(rules, 2, random):
        if not isinstance(move, Place) or random.random() < 0.9:
            continue
        before = repr(match)
        advice = advise(match, move.seat)
        assert repr(match) == before
        weighed = {(a.placement.tile, a.placement.space) for a in advice.placements}
        assert weighed == {(p.tile, p.space) for p in legal_placements(match, move.seat)}
        costs = [a.cost for a in advice.placements]
        assert costs == sorted(costs)
        assert costs[0] == 0


@pytest.mark.parametrize("rules", [r for r in ALL_RULES if r.call is CallRule.MAIL][::31], ids=str)
def test_the_game_master_places_what_is_owed(rules: Ruleset) -> None:
    """M4: a seat that misses call after call still ends with a full board."""
    match, _ = apply(new_match(rules, players(2)), BeginRound())
    for call in deal_calls(rules, "owed"):
        match, _ = apply(match, Call(call))
        for seat in (0, 1):
            first = legal_placements(match, seat)[0]
            match, _ = apply(match, Place(seat, first.tile, first.space))
            placements = master_placements(match, seat)
            assert placements == master_placements(match, seat)
            match, _ = apply(match, Miss(seat, placements))
    assert all(seat.has_played(rules) for seat in match.round.seats)
