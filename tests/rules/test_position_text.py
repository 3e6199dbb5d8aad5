"""A position's text reads back, and its picture shows every tile on its space."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from random import Random

import pytest

from game.rules import CLASSIC, FormatError, Position, Tile, empty_position
from game.rules.boards import BOARDS
from game.rules.numbers import BOX_COLOURS
from game.rules.placement import ASIDE_INDEX, ASIDE_ROOM, put_unchecked
from game.rules.tiles import NUMBERS, TILES, Direction
from tests.each import each

SVG = "{http://www.w3.org/2000/svg}"


def random_position(random: Random) -> Position:
    """Any tiles anywhere, some aside and some late."""
    board = random.choice(list(BOARDS.values()))
    position = empty_position(board)
    tiles = random.sample(TILES, len(board) + ASIDE_ROOM)
    for space in random.sample(range(len(board)), random.randrange(len(board) + 1)):
        position = put_unchecked(position, tiles.pop(), space, is_late=random.random() < 0.2)
    for _ in range(random.choice((0, 0, 1, 3))):
        position = put_unchecked(position, tiles.pop(), ASIDE_INDEX, is_late=random.random() < 0.2)
    return position


@each(range(200))
def test_the_text_reads_back(seed: int) -> None:
    position = random_position(Random(seed))
    assert Position.parse(str(position)) == position
    assert str(position) in repr(position)


EMPTY = " ".join(["..."] * 18)


@each(
    [
        "",
        EMPTY,
        f"{EMPTY} 295",
        f"{EMPTY.removesuffix('...')}294 294",
        f"{EMPTY} 294, aside 294",
        f"{EMPTY} ..., aside 123 294 293 298",
        f"{EMPTY} ..., late 294",
        f"{EMPTY} ..., odd 294",
    ]
)
def test_what_is_no_position_is_refused(text: str) -> None:
    with pytest.raises(FormatError):
        Position.parse(text)


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
