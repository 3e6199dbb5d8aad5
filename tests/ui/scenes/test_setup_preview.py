"""The picture at the setup shows what the rules allow, in every combination."""

from __future__ import annotations

from itertools import product

import pytest

from game.rules.boards import BoardName
from game.rules.placement import legal_spaces
from game.rules.ruleset import PlacementRule, Ruleset
from game.ui.scenes.setup.preview import CALLED, FIRST, SECOND, example_position, example_tiles

BOARDS = [(BoardName.CLASSIC, None), *((BoardName.DAFFODIL, n) for n in range(1, 5))]


@pytest.mark.parametrize(("board", "placement"), list(product(BOARDS, PlacementRule)))
def test_what_is_lit_is_legal(
    board: tuple[BoardName, int | None], placement: PlacementRule
) -> None:
    rules = Ruleset(board[0], placement, daffodil=board[1])
    position, legal = example_position(rules)
    assert legal == legal_spaces(rules, position, CALLED[0])
    assert legal
    assert {tile for tile in position.tiles if tile is not None} == set(example_tiles(rules))


def test_the_example_has_one_tile_of_each_symbol_and_none_twice() -> None:
    assert FIRST.is_sun != SECOND.is_sun
    assert FIRST.is_sun == CALLED[0].is_sun
    assert len({FIRST, SECOND, *CALLED}) == 2 + len(CALLED)
