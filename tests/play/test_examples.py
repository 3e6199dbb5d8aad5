"""The example positions of the rules' pages, as the file has them."""

from __future__ import annotations

from pathlib import Path

import pytest

from game.play.examples import load_examples
from game.resources import seed_file
from game.rules.errors import FormatError
from game.rules.moves import format_placement
from game.rules.placement import Placement
from game.rules.ruleset import Ruleset
from game.rules.tiles import Tile


def test_an_example_is_the_board_that_is_written(tmp_path: Path) -> None:
    path = tmp_path / "examples.toml"
    path.write_text(
        """
[one]
rules = "classic free mail none"
board = "798@c3 293@b2 658@c4"
late = "293 658"

[two]
rules = "daffodil-4 free single none"
board = ""
aside = "**3 614"
"""
    )
    one, two = (load_examples(path)[name] for name in ("one", "two"))
    grid = one.rules.grid
    assert (one.rules, two.rules) == (
        Ruleset.parse("classic free mail none"),
        Ruleset.parse("daffodil-4 free single none"),
    )
    tiles = enumerate(one.position.tiles)
    placed = [format_placement(grid, Placement(t, i)) for i, t in tiles if t is not None]
    assert sorted(placed) == ["293@b2", "658@c4", "798@c3"]
    assert {str(t) for t in grid.tile_set if one.position.is_late(t)} == {"293", "658"}
    assert not any(two.position.tiles)
    assert two.position.aside == (Tile.parse("**3"), Tile.parse("614"))


@pytest.mark.parametrize("board", ["798@c3 293@c3", "798@c3 798@c4", "999@c3", "798@z9"])
def test_an_example_that_cannot_be_placed_is_named(tmp_path: Path, board: str) -> None:
    path = tmp_path / "examples.toml"
    path.write_text(f'[odd]\nrules = "classic free single none"\nboard = "{board}"\n')
    with pytest.raises(FormatError) as caught:
        load_examples(path)
    assert str(caught.value.where).startswith("odd")


def test_each_example_of_the_game_can_be_read() -> None:
    examples = load_examples(seed_file("deals", "examples.toml"))
    assert {"standard", "rays", "adjacent", "symbols", "stamens", "daffodil"} <= examples.keys()
    assert examples["standard"].position.filled == (1 << 19) - 1
