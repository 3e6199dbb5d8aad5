"""The engines' tasks: each answers about its own round, seat and placement."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from random import Random

import pytest

from game.bots.coach.level import measure_attempt
from game.bots.coach.replay import placed_moments, play_instead
from game.bots.coach.review import Cancelled
from game.bots.coach.verdicts import review_placement
from game.bots.players.playing import play_calls
from game.bots.players.registry import LEVELS, make_bot
from game.bots.service.tasks import (
    BestBoardTask,
    ComputersTask,
    EngineTask,
    LevelTask,
    PlayOutTask,
    Rest,
    ReviewTask,
    SightTask,
)
from game.rules.deal import deal_calls
from game.rules.match import Match, Round
from game.rules.match_score import score_round
from game.rules.placement import Placement
from game.rules.ruleset import Ruleset
from game.rules.seat import Seat, new_seat


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


def test_the_rest_of_a_round_has_its_closing_moves() -> None:
    """P6"""
    rules = Ruleset.parse("daffodil-4 free single none")
    calls = deal_calls(rules, "seen")
    whole, short = (
        play_calls(rules, [make_bot("greedy")], some, [Random(0)]) for some in (calls, calls[:-1])
    )
    lagging = replace(whole, rounds=(replace(whole.round, seats=short.round.seats),))
    rest = PlayOutTask(lagging, 0, 0, "greedy").run(lambda share: None, lambda: False)
    (end,) = whole.round.seats
    assert end.finish
    assert rest == Rest(end.turns[-1].placements, end.finish)


def test_every_level_but_master_plays_in_the_same_seat(match: Match) -> None:
    totals = ComputersTask(match, 1, 0).run(lambda share: None, lambda: False)
    assert list(totals) == list(LEVELS[:-1])
    instead = play_instead(match, 0, 1, make_bot("duckling"), Random(0))
    own, other = (score_round(match.rules, instead.round)[seat].total for seat in (1, 0))
    assert (totals["duckling"], totals["duckling"] == other) == (own, False)


def test_an_attempt_is_measured_in_its_own_seat(match: Match) -> None:
    bots, randoms = [make_bot("duckling"), make_bot("random")], [Random(1), Random(2)]
    short = play_calls(match.rules, bots, match.round.calls[:4], randoms)
    other, own = (measure_attempt(short, seat) for seat in range(2))
    assert LevelTask(short, 1).run(lambda share: None, lambda: False) == own != other


@pytest.mark.parametrize(
    "task",
    [
        lambda match: ReviewTask(match, 1, 0),
        lambda match: LevelTask(match, 1),
        lambda match: PlayOutTask(replace(match, rounds=(_begun(match.round),)), 1, 0, "greedy"),
        lambda match: ComputersTask(match, 1, 0),
        lambda match: BestBoardTask(match, 0),
    ],
)
def test_a_stopped_task_has_no_answer(
    match: Match, task: Callable[[Match], EngineTask[object]]
) -> None:
    with pytest.raises(Cancelled):
        task(match).run(lambda share: None, lambda: True)


def _begun(played: Round) -> Round:
    """The round before the second seat's first placement."""
    return replace(played, seats=(played.seats[0], new_seat(Ruleset())))


def _placed(seat: Seat) -> list[Placement]:
    return [placement for turn in seat.turns for placement in turn.placements]
