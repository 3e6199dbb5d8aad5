"""Placements that few would find: much better than any other, and not where most would go."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from game.bots.coach.replay import ReplayAct, replay_seat
from game.bots.coach.verdicts import LESSON, is_rarely_found, review_placement, who_sees_better
from game.bots.players.registry import LEVELS, make_bot
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


def test_a_mistake_names_the_weakest_level_from_which_on_all_see_better() -> None:
    """All of them regain half of its points; master where none of the others does."""
    match, named = play_table(SETUP, level="duckling"), set[str]()
    moments = [m for m in replay_seat(match, 0, 0) if m.act is ReplayAct.PLACED]
    for moment in moments[::2]:
        one = review_placement(moment, 0, deeply=False)
        chosen = Worth(one.placement, one.value)
        assert one.seen_by == who_sees_better(moment, 0, chosen, one.choices)
        if one.cost < LESSON:
            assert one.seen_by == ""
            continue
        values = {choice.placement: choice.value for choice in one.choices}
        bots = [make_bot(level, is_steady=True) for level in LEVELS[:-1]]
        placed = [bot.choose(moment.before, 0, Random(0)) for bot in bots]
        sees = [*(values[p] - one.value >= one.cost / 2 for p in placed), True]
        weakest = next(n for n in range(len(LEVELS)) if all(sees[n:]))
        assert one.seen_by == LEVELS[weakest]
        named.add(one.seen_by)
        cheap = tuple(replace(c, value=one.value + LESSON / c.value * 0.9) for c in one.choices)
        assert who_sees_better(moment, 0, chosen, cheap) == ""
    assert len(named) > 1
