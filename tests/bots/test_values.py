"""The batch boards against the rules, and learning from games."""

from __future__ import annotations

from itertools import combinations, permutations
from random import Random

import numpy as np
import pytest

from game.bots.judge import judge_placements, judge_position, judge_task
from game.bots.players.playing import play_calls
from game.bots.players.registry import make_bot
from game.bots.players.simple import closing_choices
from game.bots.protocol import unseen_tiles
from game.bots.values.boards import boards_from
from game.bots.values.final import final_totals
from game.bots.values.luck import luck_of
from game.bots.values.task import BonusView, bonus_view, task_of
from game.bots.values.weigh import bonuses_of
from game.rules.deal import deal_calls
from game.rules.match import Match, Player, apply, legal_placements, new_match
from game.rules.match_score import score_match
from game.rules.moves import BeginRound, Call, Finish, Miss, Place
from game.rules.placement import Placement, Position, empty_position, put_unchecked
from game.rules.ruleset import RayRule, Ruleset, all_rulesets
from game.rules.scoring import score_position
from tests.rules.random_matches import walk

SOME_RULES = all_rulesets()[4::19]


@pytest.mark.parametrize("rules", SOME_RULES, ids=str)
def test_boards_are_what_the_rules_make_of_them(rules: Ruleset) -> None:
    with_rays = rules.rays is RayRule.RAYS
    for match, move, after in walk(rules, 2, Random(str(rules)), takebacks=0):
        if not isinstance(move, Place):
            continue
        state = match.round.seats[move.seat]
        expected = after.round.seats[move.seat].position
        boards = boards_from(rules, [state.position, expected])
        put = boards.put(
            np.array([0]),
            np.array([move.tile.index]),
            np.array([move.space]),
            np.array([move.tile in state.owed]),
        )
        for name in ("bits", "left", "symbols", "late", "filled", "suns", "aside", "aside_late"):
            assert (getattr(put, name)[0] == getattr(boards, name)[1]).all(), name
        assert put.score(with_rays)[0] == score_position(rules, expected).total


def _greedy_game(rules: Ruleset, seed: str, calls: int) -> Match:
    bots = [make_bot("greedy")] * (2 if rules.rays is RayRule.BEST_RAY else 1)
    return play_calls(rules, bots, deal_calls(rules, seed)[:calls], [Random(0)] * len(bots))


def _with_best_closing(match: Match) -> float:
    return max(
        score_match(apply(match, Finish(0, choice))[0]).players[0].total
        for choice in closing_choices(match, 0)
    )


@pytest.mark.parametrize("seed", ["a", "b", "c"])
@pytest.mark.parametrize("rays", ["none", "rays"])
def test_the_last_tile_is_expected_with_its_closing_moves(rays: str, seed: str) -> None:
    rules = Ruleset.parse(f"daffodil-4 free single {rays}")
    match = _greedy_game(rules, seed, 20)
    endings = []
    for tile in unseen_tiles(match, 0):
        called, _ = apply(match, Call((tile,)))
        endings.append(
            max(
                _with_best_closing(apply(called, Place(0, p.tile, p.space))[0])
                for p in legal_placements(called, 0)
            )
        )
    assert judge_position(match, 0) == pytest.approx(sum(endings) / len(endings), abs=1e-3)
    assert max(endings) > score_match(match).players[0].total


def test_the_last_but_one_tile_is_weighed_by_what_can_still_happen() -> None:
    match = _greedy_game(Ruleset.parse("daffodil-4 free single rays"), "d", 19)
    called, _ = apply(match, Call((unseen_tiles(match, 0)[0],)))
    for deeply in (False, True):
        for worth in judge_placements(called, 0, deeply=deeply):
            p = worth.placement
            after, _ = apply(called, Place(0, p.tile, p.space))
            assert worth.value == pytest.approx(judge_position(after, 0), abs=1e-3)


@pytest.mark.parametrize("text", ["free single rays", "free mail none", "free mail best-ray"])
def test_closing_moves_are_foreseen(text: str) -> None:
    rules = Ruleset.parse(f"daffodil-4 {text}")
    found = 0.0
    for seed in range(8):
        seats = 2 if rules.rays is RayRule.BEST_RAY else 1
        for match, move, _ in walk(rules, seats, Random(f"{seed}"), takebacks=0):
            if isinstance(move, Finish) and move.seat == 0:
                position = match.round.seats[0].position
                choices = [_after(position, c) for c in closing_choices(match, 0)]
                boards = boards_from(rules, [position])
                plain = _without_closing(rules, choices)
                assert final_totals(rules, boards)[0] == max(plain)
                found += max(plain) - plain[0]
    assert found > 0


@pytest.mark.parametrize("rays", ["rays", "best-ray"])
def test_all_three_tiles_set_aside_may_close_lines(rays: str) -> None:
    """P6, S5: three columns wait for a 9, a 5 and a 1 on their stamens."""
    rules, random = Ruleset.parse(f"daffodil-4 free single {rays}"), Random(3)
    most = set[int]()
    for _ in range(3):
        tame = random.sample(rules.grid.tile_set[:27], 27)
        columns = {"b": 9, "c": 5, "e": 1}
        aside = [next(t for t in tame if t.vertical == number) for number in columns.values()]
        left = [tile for tile in tame if tile not in aside]
        position = empty_position(rules.grid)
        for space in sorted(rules.grid.spaces, key=lambda one: one.name[0] not in columns):
            if space.index not in rules.grid.stamens:
                number = columns.get(space.name[0])
                tile = next(t for t in left if number in (None, t.vertical))
                left.remove(tile)
                position = put_unchecked(position, tile, space.index)
        closed = {
            _after(position, tuple(map(Placement, chosen, order))): len(chosen)
            for count in range(4)
            for chosen in combinations(aside, count)
            for order in permutations(rules.grid.stamens, count)
        }
        for tile in aside:
            position = put_unchecked(position, tile, -1)
        plain = _without_closing(rules, list(closed))
        assert final_totals(rules, boards_from(rules, [position]))[0] == max(plain)
        few = [one for one, count in zip(plain, closed.values(), strict=True) if count < 3]
        most.add(3 if max(few) < max(plain) else 2)
    assert 3 in most


def _after(position: Position, choice: tuple[Placement, ...]) -> Position:
    for p in choice:
        position = put_unchecked(position, p.tile, p.space)
    return position


def _without_closing(rules: Ruleset, positions: list[Position]) -> list[float]:
    """The totals of boards as they lie."""
    flat = Ruleset.parse(str(rules).replace("daffodil-4", "daffodil-1"))
    return [float(t) for t in final_totals(flat, boards_from(flat, positions))]


def test_the_standard_network_judges_no_board_on_which_a_tile_is_late() -> None:
    """It knows no halves: the one for all rules judges such a board."""
    rules = Ruleset.parse("classic free mail none")
    calls = deal_calls(rules, "late")
    match, _ = apply(new_match(rules, (Player("A"), Player("B"))), BeginRound())
    for number, call in enumerate(calls[:3]):
        match, _ = apply(match, Call(call))
        for seat in (0, 1):
            if seat == 0 and number == 0:
                match, _ = apply(match, Miss(0, ()))
                continue
            for tile in match.round.seats[seat].hand:
                place = next(p for p in legal_placements(match, seat) if p.tile is tile)
                match, _ = apply(match, Place(seat, tile, place.space))
    match, _ = apply(match, Call(calls[3]))
    for seat, is_late in ((0, True), (1, False)):
        assert bool(match.round.seats[seat].position.late) is is_late
        general = judge_task(task_of(match, seat))
        assert (judge_placements(match, seat) == general) is is_late


def test_bonuses_are_expected_as_they_are_reckoned() -> None:
    """M6: ten for the most, five for the second, both for all who tie, none for no gain."""
    alone = BonusView(0, 0, (27.0, 12.0), 0, 0.5)
    assert [alone.expected(g) for g in (0, 5, 12, 20, 27, 30)] == [0, 0, 5, 5, 10, 10]
    unsure = BonusView(0, 0, (), 1, 0.8)
    assert 5 < unsure.expected(3) < unsure.expected(30) < 10
    rules = Ruleset.parse("classic free mail none")
    for match, _, after in walk(rules, 3, Random(8)):
        if match.is_complete or not after.is_complete:
            continue
        for seat in range(3):
            view = bonus_view(match, seat)
            assert view is not None
            gain = score_match(after).players[seat].rounds[0].bonus - view.banked
            assert gain in (0, 5, 10)


def test_points_that_complete_lines_later_count_for_later_bonuses() -> None:
    """M6: of boards that gain nothing now, who has more to come is ahead by a share of it."""
    rules = Ruleset.parse("classic free mail none")
    match, _ = apply(new_match(rules, (Player("Ana"), Player("Ben"))), BeginRound())
    match, _ = apply(match, Call(deal_calls(rules, "hope")[0]))
    task = task_of(match, 0)
    assert task.bonus is not None
    boards = boards_from(rules, [match.round.seats[0].position] * 3)
    values = np.array([150, 160, 140], np.float32)
    found = bonuses_of(task, boards, values)
    assert found == pytest.approx([-10 * task.bonus.hope, 0, -20 * task.bonus.hope], abs=1e-4)
    assert task.bonus.hope == 0.15


def test_the_luck_of_a_call_is_what_its_best_answer_is_worth_beside_others() -> None:
    """The differences of luck between first calls are those of the values."""
    rules = Ruleset.parse("classic free single none")
    match, _ = apply(new_match(rules, (Player("Ana"),)), BeginRound())
    lucks, values = [], []
    for tile in rules.grid.tile_set[::6]:
        called, _ = apply(match, Call((tile,)))
        best = judge_placements(called, 0)[0]
        for space in (best.placement.space, 9):
            played, _ = apply(called, Place(0, tile, space))
            lucks.append(luck_of(played, 0))
        assert lucks[-1] == pytest.approx(lucks[-2], abs=0.01), "the answer is no luck"
        values.append(best.value)
    assert max(lucks) > 0 > min(lucks)
    first = lucks[0] - values[0]
    assert lucks[::2] == pytest.approx([value + first for value in values], abs=0.01)
