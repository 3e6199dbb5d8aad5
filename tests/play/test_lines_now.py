"""The states of lines, compared with counting them one by one."""

from __future__ import annotations

from random import Random

import pytest

from game.play.lines_now import count_lines, rays_now
from game.rules.placement import empty_position, put_unchecked
from game.rules.ruleset import Ruleset
from game.rules.scoring import score_position
from game.rules.tiles import NUMBERS, Tile


@pytest.mark.parametrize("rules", ["classic free single none", "daffodil-1 free single none"])
@pytest.mark.parametrize("seed", range(4))
def test_lines_are_counted_as_anybody_would(rules: str, seed: int) -> None:
    random, ruleset = Random(seed), Ruleset.parse(rules)
    board = ruleset.grid
    position = empty_position(board)
    tiles = random.sample(board.tile_set, len(board))
    for tile, space in zip(tiles, random.sample(range(len(board)), len(board)), strict=True):
        position = put_unchecked(position, tile, space, random.random() < 0.2)
        counts, hope = {"complete": 0, "begun": 0, "broken": 0}, 0.0
        for line in board.lines:
            laid = [t for i in line.spaces if (t := position.tiles[i]) is not None]
            fits = [
                n
                for n in NUMBERS[line.direction]
                if all(t.number(line.direction) in (None, n) for t in laid)
            ]
            if not laid:
                continue
            if not fits:
                counts["broken"] += 1
            elif len(laid) == len(line):
                counts["complete"] += 1
            else:
                counts["begun"] += 1
                share = 0.5 if any(position.is_late(t) for t in laid) else 1
                hope += len(line) * fits[-1] * share
        now = count_lines(board, position)
        assert counts == {key: getattr(now, key) for key in counts}
        assert now.hope == hope
    assert (now.complete > 0) == bool(score_position(ruleset, position).lines)


@pytest.mark.parametrize(("rays", "count"), [("none", 0), ("rays", 1), ("best-ray", 0)])
def test_a_line_of_suns_is_a_ray_where_it_can_count(rays: str, count: int) -> None:
    rules = Ruleset.parse(f"classic free single {rays}")
    position = empty_position(rules.grid)
    for text, space in (("293", "a1"), ("614", "a2")):
        assert rays_now(rules, position) == [], "one tile is no ray"
        position = put_unchecked(position, Tile.parse(text), rules.grid.index_of(space))
    # Of another number each: the line is broken.
    assert len(rays_now(rules, position)) == count
