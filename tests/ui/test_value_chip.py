"""A number on a coin: its size, its edge and its colours."""

from __future__ import annotations

from typing import Any

import pygame
import pytest

from game.ui.draw.animation import mix_colour
from game.ui.draw.painter import Painter
from game.ui.draw.theme import TextStyle
from game.ui.draw.value_chip import draw_value_chip
from game.ui.layout.rects import make_view


@pytest.fixture
def painter() -> Painter:
    """A painter whose units are pixels."""
    return Painter(make_view((1280, 800)))


def test_the_best_space_s_coin_is_the_largest_and_green_and_dear_ones_are_red(
    painter: Painter, monkeypatch: pytest.MonkeyPatch
) -> None:
    discs: list[tuple[float, object]] = []
    inks: list[tuple[int, ...]] = []

    def note(_: Any, __: Any, at: Any, radius: float, fill: Any, edge: Any, *___: Any) -> None:
        discs.append((round(radius, 3), edge))

    def write(_: Any, __: Any, words: str, at: Any, style: TextStyle, align: str) -> None:
        inks.append(style.colour)

    monkeypatch.setattr(Painter, "disc", note)
    monkeypatch.setattr(Painter, "text", write)
    p = painter.theme.palette
    for cost in (0, 1, 10, 25, 90):
        draw_value_chip(pygame.Surface((9, 9)), painter, "7", (5, 5), 60, cost)
    assert inks[0] == p.good
    assert inks[-1] == inks[-2] == p.bad
    assert [ink[0] for ink in inks[:4]] == sorted(ink[0] for ink in inks[:4])
    assert discs[0] == (28.8, p.good)
    assert {radius for radius, _ in discs[1:]} == {21.6}
    assert all(edge != ink for (_, edge), ink in zip(discs[1:], inks[1:], strict=True))


def test_a_coin_is_as_wide_as_its_words_and_its_edge_says_what_a_space_costs(
    painter: Painter, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn: list[tuple[Any, ...]] = []
    monkeypatch.setattr(Painter, "disc", lambda _, __, *given: drawn.append(given))
    monkeypatch.setattr(Painter, "text", lambda _, __, *given: drawn.append(given))
    p = painter.theme.palette
    for words, cost, size, share, width in (
        ("7", 0, 60 * 0.42, 0.48, 2.5),
        ("7", 5, 60 * 0.34, 0.36, 1.2),
        ("1234", 5, 60 * 0.34, 0.36, 1.2),
    ):
        drawn.clear()
        draw_value_chip(pygame.Surface((9, 9)), painter, words, (5, 6), 60, cost)
        ink = p.good if cost == 0 else mix_colour(p.good, p.bad, 0.2**0.6)
        style = painter.theme.type.strong.sized(size).coloured(ink)
        radius = max(60 * share, painter.text_width(words, style) * 0.6)
        edge = ink if cost == 0 else mix_colour(p.sunken, ink, 0.45)
        assert drawn == [
            ((5, 6), radius, p.sunken, edge, width),
            (words, (5, 6), style, "centre"),
        ]
