"""The picture at the setup shows a line that scores and what the rules allow, in every
combination.
"""

from __future__ import annotations

from itertools import product

import pytest

from game.rules.boards import BoardName
from game.rules.placement import empty_position, legal_spaces, put_unchecked
from game.rules.ruleset import PlacementRule, Ruleset
from game.rules.scoring import score_position
from game.ui.scenes.editions.rules_picture import CALLED, example_position

BOARDS = [(BoardName.CLASSIC, None), *((BoardName.DAFFODIL, n) for n in range(1, 5))]


@pytest.mark.parametrize(("board", "placement"), list(product(BOARDS, PlacementRule)))
def test_one_line_scores_and_what_is_lit_is_legal(
    board: tuple[BoardName, int | None], placement: PlacementRule
) -> None:
    rules = Ruleset(board[0], placement, daffodil=board[1])
    position, line, legal = example_position(rules)
    assert score_position(rules, position).lines == (line,)
    assert legal == legal_spaces(rules, position, CALLED[0])
    assert legal
    tiles = [tile for tile in position.tiles if tile is not None]
    assert len({*tiles, *CALLED}) == len(tiles) + len(CALLED)
    # In some order the rules allow these tiles on these spaces.
    reached = {empty_position(rules.grid)}
    for _ in tiles:
        reached = {
            put_unchecked(now, tile, space)
            for now in reached
            for space, tile in enumerate(position.tiles)
            if tile is not None and now.tiles[space] is None
            if space in legal_spaces(rules, now, tile)
        }
    assert position in reached
