"""Clause T2: nine numbers, each with a colour of its own."""

from __future__ import annotations

from game.rules.numbers import BOX_COLOURS
from game.rules.tiles import NUMBERS

NAMED = {
    "black": "#000000", "white": "#ffffff", "pink": "#ffc0cb", "blue": "#0000ff",
    "grey": "#808080", "red": "#ff0000", "green": "#90ee90", "orange": "#ff8000",
    "yellow": "#ffff00",
}  # fmt: skip
"""The colours of the web with the names of the box's; its green is a light one."""


def channels(colour: str) -> tuple[int, ...]:
    """Return red, green and blue, 0 to 255."""
    return tuple(bytes.fromhex(colour.removeprefix("#")))


def distance(one: str, two: str) -> int:
    """Return the square of the distance of two colours."""
    return sum((a - b) ** 2 for a, b in zip(channels(one), channels(two), strict=True))


def test_t2_each_of_the_nine_numbers_belongs_to_one_direction() -> None:
    assert sorted(n for numbers in NUMBERS.values() for n in numbers) == list(range(1, 10))


def test_t2_the_numbers_have_the_colours_of_the_box() -> None:
    shown = {
        n: min(NAMED, key=lambda name: distance(c, NAMED[name])) for n, c in BOX_COLOURS.items()
    }
    assert shown == dict(zip(range(1, 10), NAMED, strict=True))
