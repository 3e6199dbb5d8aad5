"""The seats whose points are this installation's, and the one that stands for a match."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

from game.bots.players.simple import RandomBot
from game.play.own_seats import own_seats, seat_of_honour
from game.rules.match import Match
from game.rules.match_score import score_match
from game.rules.meta import Substitute, note_substitute
from tests.play.playing import ANA, BEN, OTTO, play_step, sit


def played(**options: Any) -> Match:
    game = sit(ANA, OTTO, BEN, **options)
    game.begin_round()
    bot, random = RandomBot(), Random(2)
    while play_step(game, bot, random):
        pass
    return game.match


def left(match: Match, *seats: int) -> Match:
    """The match, as if a computer had taken these seats over."""
    for seat in seats:
        came = Substitute(seat, 3, match.players[seat].name, "beaver", "beaver")
        match = replace(match, meta=note_substitute(match.meta, came))
    return match


def best(match: Match, *seats: int) -> int:
    totals = [player.total for player in score_match(match).players]
    return max(seats, key=lambda seat: totals[seat])


def test_whoever_left_has_no_points_and_a_match_is_shown_by_its_best_own_seat() -> None:
    match = played()
    assert own_seats(match) == (0, 2)
    assert own_seats(left(match, 0)) == (2,)
    assert seat_of_honour(left(match, 0)) == 2
    assert seat_of_honour(left(match, 2)) == 0
    # Nobody stayed: the best of those who began; nobody here began: the winner.
    assert own_seats(left(match, 0, 2)) == ()
    assert seat_of_honour(left(match, 0, 2)) == best(match, 0, 2)
    guests = played(phones=frozenset({0, 2}))
    assert own_seats(guests) == ()
    assert seat_of_honour(guests) == score_match(guests).winners[0]
    for seats in ((0, 1, 2), (2, 1, 0), (1, 0, 2), (0, 2, 1)):
        turned = replace(
            match,
            rounds=tuple(
                replace(one, seats=tuple(one.seats[i] for i in seats)) for one in match.rounds
            ),
        )
        assert seat_of_honour(turned) == best(turned, 0, 2)
        assert seat_of_honour(left(turned, 0, 2)) == best(turned, 0, 2)
