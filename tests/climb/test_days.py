"""The computers' climbs of the days' seeds (K23)."""

from __future__ import annotations

from datetime import date, timedelta

from game.climb.days import CLIMBING_BOTS, bot_climbs, format_day, usual_stages
from game.climb.ghosts import computer_ghosts
from game.resources import read_words, seed_file

FIRST = date(2026, 12, 1)


def test_the_computers_climbs_are_shipped_for_the_days() -> None:
    """K23"""
    climbs = bot_climbs(FIRST)
    assert [one.bot for one in climbs] == list(CLIMBING_BOTS)
    assert all(one.stage > 1 for one in climbs)
    ghosts = computer_ghosts(FIRST)
    assert [ghost.totals[-1] for ghost in ghosts] == [sum(one.scores) for one in climbs]
    assert climbs[0].totals[:2] == (climbs[0].scores[0], sum(climbs[0].scores[:2]))
    line = format_day(FIRST, [one.scores for one in climbs])
    assert line in read_words(seed_file("climbs.txt")).splitlines()
    assert format_day(FIRST, [(0, 35, 36, 1_296)]) == "2026-12-01 0.z.10.100"
    assert bot_climbs(date(2020, 1, 1)) == ()
    days = [FIRST + timedelta(number) for number in range(401)]
    assert [bool(bot_climbs(day)) for day in days] == [True] * 400 + [False]
    usual = usual_stages()
    assert list(usual) == list(CLIMBING_BOTS)
    assert 2 <= usual["magpie"] <= 5
    assert usual["magpie"] < usual["squirrel"] <= usual["master"]
