"""Placements that few would find: much better than any other, and not where most would go."""

from __future__ import annotations

from dataclasses import replace

from game.bots.coach.replay import ReplayAct, replay_seat
from game.bots.coach.verdicts import is_rarely_found, review_placement
from game.bots.protocol import Worth
from game.play.table import TableSetup
from game.rules.match import Player
from game.rules.ruleset import Ruleset
from tests.gallery.records import play_table

SETUP = TableSetup(Ruleset(), (Player("Ana"),), "52")


def test_a_strong_player_finds_what_few_would() -> None:
    match = play_table(SETUP, level="fox")
    moments = [m for m in replay_seat(match, 0, 0) if m.act is ReplayAct.PLACED]
    found = [review_placement(moment, 0, deeply=False) for moment in moments]
    rare = [one for one in found if one.is_rare]
    assert 1 <= len(rare) <= 4
    assert all(one.cost == 0 for one in rare)
    # With another space as good it is nothing special.
    one = rare[0]
    moment = moments[found.index(one)]
    chosen = Worth(one.placement, one.value)
    assert is_rarely_found(moment, 0, chosen, one.choices)
    second = replace(one.choices[1], value=one.value - 1)
    assert not is_rarely_found(moment, 0, chosen, (chosen, second))
    # The only placement cannot be missed, so it is not rare either.
    assert not is_rarely_found(moment, 0, chosen, (chosen,))
