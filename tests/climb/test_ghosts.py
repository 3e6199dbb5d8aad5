"""Ghosts beside the player (K24)."""

from __future__ import annotations

from random import Random

from game.bots.players.registry import make_bot
from game.climb.ghosts import (
    Ghost,
    GhostKind,
    choose_ghosts,
    ghost_of,
)
from game.climb.record import ClimbRecord
from tests.climb.plays import play_climb

PLAYER, FRIEND, COMPUTER = GhostKind


def test_a_climbs_ghost_has_its_totals() -> None:
    """K24"""
    climb = play_climb("ghost", make_bot("greedy"), Random(1))
    ghost = ghost_of(FRIEND, climb.record)
    assert (ghost.name, ghost.totals[-1]) == ("Ana", climb.state.total)
    assert ghost.has_fallen is climb.state.is_over
    one = ghost_of(PLAYER, play_climb("ghost", make_bot("greedy"), Random(1), 1).record)
    assert (one.has_fallen, one.fell_by(1), one.totals) == (False, None, ghost.totals[:1])
    nobody = ghost_of(PLAYER, ClimbRecord("unplayed"))
    assert (nobody.name, nobody.totals, nobody.has_fallen) == ("", (), False)
    assert [ghost.total_after(stage) for stage in (1, 2)] == [*ghost.totals[:2]]
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
    assert choose_ghosts(2, 700, everybody, others) == (better, fox), "as many is not behind"
    assert choose_ghosts(2, 701, everybody, others) == (fox,)
    assert choose_ghosts(2, 650, friends) == (friends[1],)
    master = Ghost(COMPUTER, "master", (10, 2001))
    assert choose_ghosts(2, 701, [master, fox]) == (fox,), "the nearest"
    assert choose_ghosts(1, 0, [master, fox]) == (master,)
