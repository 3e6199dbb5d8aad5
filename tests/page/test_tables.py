"""The rules, the board and the tiles as the page's script gets them."""

from __future__ import annotations

import pytest

from game.page.tables import tables_of
from game.rules.ruleset import Ruleset
from game.rules.tiles import NUMBERS, Direction


@pytest.mark.parametrize(
    ("text", "rules"),
    [
        ("classic free single none", ("classic", "free", None, "none")),
        ("daffodil-4 adjacent-symbol pairs rays", ("daffodil", "adjacent-symbol", 4, "rays")),
    ],
)
def test_a_page_has_the_rules_the_board_and_the_tiles(
    text: str, rules: tuple[str, str, int | None, str]
) -> None:
    chosen = Ruleset.parse(text)
    board, tables = chosen.grid, tables_of(chosen)
    tiles = tables.pop("tiles")
    assert tables == {
        **dict(zip(("board", "placement", "daffodil", "rays"), rules, strict=True)),
        "spaces": [{"name": s.name, "q": s.q, "r": s.r} for s in board.spaces],
        "lines": [{"axis": line.axis, "spaces": [*line.spaces]} for line in board.lines],
        "neighbours": [[*others] for others in board.neighbours],
        "stamens": [*board.stamens],
        "numbers": [[1, 5, 9], [2, 6, 7], [3, 4, 8]],
        "axes": ["vertical", "rising", "falling"],
        "asideRoom": 3,
        "rayPoints": [7, 6],
    }
    assert [{**tile, "masks": None} for tile in tiles] == [
        {
            "text": str(tile),
            "numbers": [tile.number(direction) for direction in Direction],
            "masks": None,
            "sun": tile.is_sun,
            "wild": tile.is_wild,
        }
        for tile in board.tile_set
    ]
    for shown, tile in zip(tiles, board.tile_set, strict=True):
        for direction, mask in zip(Direction, shown["masks"], strict=True):
            fitting = {n for bit, n in enumerate(NUMBERS[direction]) if mask >> bit & 1}
            number = tile.number(direction)
            assert fitting == ({*NUMBERS[direction]} if number is None else {number}), str(tile)
