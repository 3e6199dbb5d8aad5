"""A line of one's own from a placement of a reviewed round."""

import pickle
from dataclasses import replace
from random import Random

import pytest

from game.bots.coach.replay import Moment, ReplayAct, replay
from game.bots.service.tasks import PlayOutTask
from game.play.editions import all_editions
from game.progress.review_branch import Branch
from game.progress.review_steps import ReviewStep
from game.rules.match import Match
from game.rules.placement import ASIDE_INDEX, Placement
from game.rules.ruleset import Ruleset
from tests.gallery.records import play_out

RULES = [card.rules for card in all_editions()] + [
    replace(card.rules, daffodil=4) for card in all_editions() if card.rules.daffodil
]


class _Reviewed:
    """What a branch needs of a review: the placement that was made."""

    def __init__(self, placement: Placement) -> None:
        self.placement = placement


def _branch(match: Match, moment: Moment) -> Branch:
    reviewed = _Reviewed(moment.placements[0])
    return Branch(match, 0, ReviewStep(reviewed, moment.before, 0))  # type: ignore[arg-type]


def _placed(match: Match) -> list[Moment]:
    return [one for one in replay(match, 0, 0) if one.act is ReplayAct.PLACED]


def _names(rules: Ruleset) -> tuple[str, ...]:
    return ("Ana", "Ben") if rules.conflicts(1) else ("Ana",)


@pytest.mark.parametrize("rules", RULES, ids=str)
def test_the_same_spaces_lead_to_the_same_board(rules: Ruleset) -> None:
    match = play_out(rules, _names(rules), "7")
    moments = _placed(match)
    branch = _branch(match, moments[3])
    for moment in moments[3:]:
        assert not branch.is_over
        assert branch.position == moment.before.round.seats[0].position
        assert branch.call == moment.call
        assert branch.played == match_before(moments, moment.call)
        placed = moment.placements[0]
        branch.choose(placed.tile)
        assert branch.place(placed.space)
    end = match.rounds[0].seats[0]
    assert branch.is_over
    assert branch.played == end.position
    if end.finish is None:
        assert branch.is_closed
        assert branch.position == end.position


def match_before(moments: list[Moment], call: int) -> object:
    return next(m for m in moments if m.call == call).before.round.seats[0].position


@pytest.mark.parametrize("rules", RULES, ids=str)
def test_other_spaces_are_legal_ones_and_can_all_be_taken_back(rules: Ruleset) -> None:
    match, random = play_out(rules, _names(rules), "8"), Random(8)
    moment = _placed(match)[2]
    branch = _branch(match, moment)
    seen = [(branch.state, branch.tile)]
    while not branch.is_over:
        taken = {space for space, tile in enumerate(branch.position.tiles) if tile}
        assert branch.legal
        assert not taken & set(branch.legal)
        assert not any(branch.place(space) for space in taken)
        branch.choose(random.choice(branch.hand))
        seen[-1] = branch.state, branch.tile
        assert branch.place(random.choice(branch.legal))
        seen.append((branch.state, branch.tile))
    assert len(branch.state.turns) == len(match.rounds[0].calls)
    assert branch.tile is None
    assert branch.legal == ()
    assert not branch.place(0)
    while branch.has_moves:
        assert (branch.state, branch.tile) == seen.pop()
        assert branch.take_back()
    assert (branch.state, branch.tile) == seen.pop()
    assert not branch.take_back()
    assert branch.state == moment.before.round.seats[0]


@pytest.mark.parametrize("rules", RULES, ids=str)
def test_a_computer_plays_the_same_calls_to_the_end(rules: Ruleset) -> None:
    match = play_out(rules, _names(rules), "9")
    branch = _branch(match, _placed(match)[4])
    branch.place(branch.legal[-1])
    task = branch.ask("greedy")
    shares: list[float] = []
    rest = pickle.loads(pickle.dumps(task)).run(shares.append, lambda: False)
    assert isinstance(task, PlayOutTask)
    assert shares[0] == 0.0
    assert sorted(shares) == shares
    assert shares[-1] < 1.0
    branch.play_out(rest)
    assert branch.is_closed
    tiles = [tile for call in match.rounds[0].calls for tile in call]
    board = [tile for tile in branch.position.tiles if tile] + list(branch.position.aside)
    assert sorted(board, key=lambda t: t.index) == sorted(tiles, key=lambda t: t.index)
    assert (ASIDE_INDEX in [p.space for p in rest.placements]) <= rules.has_aside
