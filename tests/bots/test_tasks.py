"""The engines' tasks: each answers about its own round, seat and placement."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from game.bots.coach.replay import placed_moments
from game.bots.coach.verdicts import review_placement
from game.bots.players.playing import play_calls
from game.bots.players.registry import make_bot
from game.bots.service.tasks import PlayOutTask, SightTask
from game.rules.deal import deal_calls
from game.rules.match import Match
from game.rules.placement import Placement
from game.rules.ruleset import Ruleset
from game.rules.seat import Seat


@pytest.fixture(scope="module")
def match() -> Match:
    """A round of two, of whom the second places anywhere."""
    rules, bots = Ruleset(), [make_bot("squirrel"), make_bot("random")]
    return play_calls(rules, bots, deal_calls(rules, "seen"), [Random(1), Random(2)])


@pytest.mark.parametrize(("seat", "index", "level"), [(1, 17, "beaver"), (1, 16, ""), (0, 17, "")])
def test_who_sees_better_is_asked_of_one_seats_placement(
    match: Match, seat: int, index: int, level: str
) -> None:
    seen_by = SightTask(match, seat, 0, index).run(lambda share: None, lambda: False)
    moment = placed_moments(match, 0, seat)[index]
    assert seen_by == review_placement(moment, seat, deeply=True).seen_by == level


def test_the_rest_of_a_round_is_what_the_seat_has_still_to_place(match: Match) -> None:
    """Its progress is the share of what is left."""
    played = match.round
    bots, randoms = [make_bot("squirrel"), make_bot("random")], [Random(1), Random(2)]
    behind = play_calls(match.rules, bots, played.calls[:15], randoms).round.seats[1]
    lagging = replace(match, rounds=(replace(played, seats=(played.seats[0], behind)),))
    shares: list[float] = []
    rest = PlayOutTask(lagging, 1, 0, "greedy").run(shares.append, lambda: False)
    assert [(p.tile,) for p in rest.placements] == list(played.calls[15:])
    assert len({p.space for p in rest.placements} - {p.space for p in _placed(behind)}) == 4
    assert (shares, rest.finish) == ([0, 0.25, 0.5, 0.75], None)


def _placed(seat: Seat) -> list[Placement]:
    return [placement for turn in seat.turns for placement in turn.placements]
