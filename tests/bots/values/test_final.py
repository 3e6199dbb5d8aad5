"""The totals of full boards with their best closing moves."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations, permutations
from random import Random

import numpy as np
import pytest

from game.bots.players.simple import closing_choices
from game.bots.values.boards import boards_from
from game.bots.values.final import RAY_HOPES, final_totals
from game.rules.moves import Finish
from game.rules.placement import Placement, Position, empty_position, put_unchecked
from game.rules.ruleset import RayRule, Ruleset
from game.rules.scoring import score_position
from game.rules.tiles import Symbol
from tests.rules.random_matches import walk


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


@pytest.mark.parametrize("late", [0, 1])
@pytest.mark.parametrize("rays", ["rays", "best-ray"])
def test_all_three_tiles_set_aside_may_close_lines(rays: str, late: int) -> None:
    """P6, S5: three columns wait for a 9, a 5 and a 1 on their stamens, the 9 maybe late (M3)."""
    rules, random = Ruleset.parse(f"daffodil-4 free mail {rays}"), Random(3)
    most = set[int]()
    for _ in range(3):
        tame = random.sample(rules.grid.tile_set[:27], 27)
        columns = {"b": 9, "c": 5, "e": 1}
        aside = [next(t for t in tame if t.vertical == number) for number in columns.values()]
        left = [tile for tile in tame if tile not in aside]
        position = replace(
            empty_position(rules.grid), late=sum(1 << tile.index for tile in aside[:late])
        )
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


def test_the_dearest_ray_of_each_symbol_counts_by_its_length() -> None:
    """S5: columns of one symbol; on the second board the longest scores nothing."""
    rules, totals = Ruleset.parse("classic free single best-ray"), list[float]()
    groups = {
        (symbol, number): [
            t for t in rules.grid.tile_set if (t.symbol, t.vertical) == (symbol, number)
        ]
        for symbol in Symbol
        for number in (1, 5, 9)
    }
    ones, fives, nines = (groups[Symbol.SUN, number] for number in (1, 5, 9))
    short, long = groups[Symbol.MOON, 9][:3], groups[Symbol.MOON, 1][:4]
    columns = (
        (short, fives[:4], nines[:5], long, ones[:3]),
        (short, ones[:4], nines[:3] + fives[:2], long, ones[4:] + fives[2:]),
    )
    positions: list[Position] = []
    for filled in columns:
        position = empty_position(rules.grid)
        for line, tiles in zip(rules.grid.lines, filled, strict=False):
            for space, tile in zip(line.spaces, tiles, strict=True):
                position = put_unchecked(position, tile, space)
        positions.append(position)
        totals.append(score_position(rules, position).total)
    boards = boards_from(rules, positions)
    assert list(final_totals(rules, boards) - totals) == [48 + 28, 28 + 28]
    worth = np.ones((4, len(RAY_HOPES)), dtype=np.float32)
    # Suns of five and of four, and moons of four, as if others had better ones.
    worth[1, 5], worth[1, 4], worth[2, 4] = 0.5, 0.75, 0
    assert list(final_totals(rules, boards, worth) - totals) == [24 + 10, 21 + 10]


def _after(position: Position, choice: tuple[Placement, ...]) -> Position:
    for p in choice:
        position = put_unchecked(position, p.tile, p.space)
    return position


def _without_closing(rules: Ruleset, positions: list[Position]) -> list[float]:
    """The totals of boards as they lie."""
    flat = Ruleset.parse(str(rules).replace("daffodil-4", "daffodil-1"))
    return [float(t) for t in final_totals(flat, boards_from(flat, positions))]
