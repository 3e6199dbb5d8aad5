"""Ghosts and the computers' climbs of the days' seeds (K23, K24)."""

from __future__ import annotations

from datetime import date, timedelta
from random import Random

from game.bots.players.registry import make_bot
from game.climb.days import CLIMBING_BOTS, bot_climbs, usual_stages
from game.climb.ghosts import (
    Ghost,
    GhostKind,
    choose_ghosts,
    computer_ghosts,
    ghost_of,
)
from tests.climb.plays import play_climb

PLAYER, FRIEND, COMPUTER = GhostKind
FIRST = date(2026, 12, 1)


def test_a_climbs_ghost_has_its_totals() -> None:
    """K24"""
    climb = play_climb("ghost", make_bot("greedy"), Random(1))
    ghost = ghost_of(FRIEND, climb.record)
    assert (ghost.name, ghost.totals[-1]) == ("Ana", climb.state.total)
    assert ghost.has_fallen is climb.state.is_over
    last = len(climb.steps)
    assert ghost.total_after(last + 5) == climb.state.total
    assert (ghost.fell_by(last - 1), ghost.fell_by(last)) == (None, last)
    assert Ghost(PLAYER, "Ana", ()).total_after(3) == 0


def test_the_nearest_that_one_does_not_lead_are_shown() -> None:
    """K24"""
    first = Ghost(PLAYER, "Ana", (100, 500))
    better = Ghost(PLAYER, "Ana", (200, 700))
    friends = [Ghost(FRIEND, "Mia", (90, 300)), Ghost(FRIEND, "Zoé", (300, 650))]
    fox = Ghost(COMPUTER, "fox", (900, 2000))
    others = [Ghost(PLAYER, "Ana", (50, 9000)), Ghost(PLAYER, "Ana", (99999,))]
    everybody = [first, better, *friends, fox]
    assert choose_ghosts(2, 250, everybody, others) == (better, friends[0], fox)
    assert choose_ghosts(2, 400, everybody, others) == (better, friends[1], fox)
    assert choose_ghosts(2, 5000, everybody, others) == ()
    assert choose_ghosts(2, 250, friends, others) == (others[0], friends[0])
    assert choose_ghosts(3, 250, [fox], others) == (fox,)


def test_the_computers_climbs_are_shipped_for_the_days() -> None:
    """K23"""
    climbs = bot_climbs(FIRST)
    assert [one.bot for one in climbs] == list(CLIMBING_BOTS)
    assert all(one.stage > 1 for one in climbs)
    ghosts = computer_ghosts(FIRST)
    assert [ghost.totals[-1] for ghost in ghosts] == [sum(one.scores) for one in climbs]
    assert bot_climbs(date(2020, 1, 1)) == ()
    days = [FIRST + timedelta(number) for number in range(401)]
    assert [bool(bot_climbs(day)) for day in days] == [True] * 400 + [False]
    usual = usual_stages()
    assert list(usual) == list(CLIMBING_BOTS)
    assert 2 <= usual["magpie"] <= 5
    assert usual["magpie"] < usual["squirrel"] <= usual["master"]
