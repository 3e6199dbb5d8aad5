"""A position's picture shows every tile on its space."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from random import Random

import pytest

from game.rules.boards import BOARDS, CLASSIC, DAFFODIL
from game.rules.numbers import BOX_COLOURS
from game.rules.placement import empty_position
from game.rules.svg import CELL
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
    across, down = [point.real for point in middles], [point.imag for point in middles]
    edges = (min(across) - CELL, min(down) - CELL, max(across) + CELL, max(down) + CELL)
    assert (left, top, left + width, top + height) == pytest.approx(edges, abs=1.1)
    on_board, aside = len(position.tiles), len(position.aside)
    right, low = max(across[:on_board]), max(down[:on_board])
    step = 3**0.5 * CELL
    places = [complex(right + 2 * CELL, low - step * number) for number in range(aside)]
    assert middles[on_board:] == pytest.approx(places, abs=0.2), "one above another, at the right"


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


@each(
    [
        ("294", ["60: 2", "-60: 4", "0: 9"], "9 2 4", False),
        ("618", ["0: 1", "60: 6", "-60: 8"], "1 6 8", False),
        ("213", ["0: 1", "60: 2", "-60: 3"], "1 2 3", True),
        ("2**", ["60: 2", "0: 1 5 9", "-60: 3 4 8"], "* 2 *", True),
        ("**3", ["-60: 3", "0: 1 5 9", "60: 2 6 7"], "* * 3", False),
    ]
)
def test_a_tile_s_stripes_cross_with_higher_numbers_on_top(
    text: str, stripes: list[str], digits: str, is_sun: bool
) -> None:
    """Wild stripes are on top of all, in three colours side by side."""
    board = CLASSIC if text.isdigit() else DAFFODIL
    root = ET.fromstring(empty_position(board).place(text, "b2").svg())
    (group,) = (one for one in root.findall(f"{SVG}g") if one.findtext(f"{SVG}title") == "b2")
    clipped = group.find(f"{SVG}g")
    assert clipped is not None
    assert clipped.get("clip-path") == "url(#tile)"
    number_of = {colour: number for number, colour in BOX_COLOURS.items()}
    drawn = []
    for stripe in clipped:
        bars = [(float(r.get("x", "")), float(r.get("width", ""))) for r in stripe]
        wide = 15 / len(bars)
        assert bars == [(-7.5 + wide * i, wide) for i in range(len(bars))]
        numbers = " ".join(str(number_of[rect.get("fill", "")]) for rect in stripe)
        drawn.append(f"{(stripe.get('transform') or '')[7:-1]}: {numbers}")
    assert drawn == stripes
    words = [(t.get("x"), t.get("y"), t.text) for t in group.findall(f"{SVG}text")]
    places = (("0", "-21"), ("-19", "11"), ("19", "11"))
    assert words == [(x, y, d) for (x, y), d in zip(places, digits.split(), strict=True)]
    circle, ground = group.find(f"{SVG}circle"), group.find(f"{SVG}polygon")
    assert circle is not None
    assert ground is not None
    assert circle.get("fill") == ("#ffd65c" if is_sun else "#c4ceff")
    others = {one.find(f"{SVG}polygon").get("fill") for one in root.findall(f"{SVG}g")}  # type: ignore[union-attr]
    assert (ground.get("fill"), others) == ("#322c58", {"#322c58", "#201a41"})


def test_a_position_is_a_picture() -> None:
    for board in BOARDS.values():
        position = empty_position(board).place("294", "b2")
        assert position.svg() == position._repr_svg_()
        assert position.svg().count("<title>") == len(board)
