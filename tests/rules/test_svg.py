"""A position's picture shows every tile on its space."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from random import Random

from game.rules import CLASSIC, empty_position
from game.rules.boards import BOARDS
from game.rules.numbers import BOX_COLOURS
from game.rules.tiles import NUMBERS, Direction, Tile
from tests.each import each
from tests.rules.random_matches import random_position

SVG = "{http://www.w3.org/2000/svg}"


@each(range(20))
def test_the_picture_shows_every_tile_in_its_space(seed: int) -> None:
    position = random_position(Random(seed))
    root = ET.fromstring(position._repr_svg_())
    (board,) = (board for board in BOARDS.values() if len(board) == len(position.tiles))
    groups = root.findall(f"{SVG}g")
    shown = [*zip([s.name for s in board.spaces], position.tiles, strict=True)]
    shown += [("x", tile) for tile in position.aside]
    assert len(groups) == len(shown)
    left, top, width, height = map(float, root.get("viewBox", "").split())
    middles = list[complex]()
    for group, (name, tile) in zip(groups, shown, strict=True):
        assert group.findtext(f"{SVG}title") == name
        x, y = map(float, re.findall(r"-?[\d.]+", group.get("transform", "")))
        assert all(abs(middle - complex(x, y)) > 60 for middle in middles), "on another"
        middles.append(complex(x, y))
        assert left <= x <= left + width
        assert top <= y <= top + height
        digits = "".join(text.text or "" for text in group.findall(f"{SVG}text"))
        bars = [rect.get("fill", "") for rect in group.iter(f"{SVG}rect")]
        if tile is None:
            assert (digits, bars) == ("", [])
        else:
            assert Tile.parse(digits[1] + digits[0] + digits[2]) is tile
            numbers = [
                n for d in Direction for n in ([tile.number(d)] if tile.number(d) else NUMBERS[d])
            ]
            assert sorted(bars) == sorted(BOX_COLOURS[n] for n in numbers if n)


def test_lines_run_in_the_picture_as_on_the_board() -> None:
    root = ET.fromstring(empty_position(CLASSIC)._repr_svg_())
    places = {
        group.findtext(f"{SVG}title"): [
            float(number) for number in re.findall(r"-?[\d.]+", group.get("transform", ""))
        ]
        for group in root.findall(f"{SVG}g")
    }
    for line in CLASSIC.lines:
        (x1, y1), (x2, y2) = (places[name] for name in line.ends)
        right, down = (x2 > x1) - (x2 < x1), (y2 > y1) - (y2 < y1)
        expected = {
            Direction.VERTICAL: (0, 1),
            Direction.RISING: (1, -1),
            Direction.FALLING: (1, 1),
        }
        assert (right, down) == expected[line.direction]


def test_a_position_is_a_picture() -> None:
    for board in BOARDS.values():
        position = empty_position(board).place("294", "b2")
        assert position.svg() == position._repr_svg_()
        assert position.svg().count("<title>") == len(board)
