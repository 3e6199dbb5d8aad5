"""Shared by the tests of pictures to send: what a picture shows, recorded as it is drawn."""

from __future__ import annotations

from typing import Any, NamedTuple

import pytest

from game.ui.draw.icons import Icon
from game.ui.draw.painter import Painter
from game.ui.exports import climb_card


class Drawn(NamedTuple):
    """What a picture shows: its words, its icons, and the hexagons of a climb's camps."""

    words: list[str]
    icons: list[Icon]
    camps: list[tuple[Any, Any, float]]


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> Drawn:
    seen = Drawn([], [], [])

    def write(painter: Painter, surface: object, text: str, *args: Any, **options: Any) -> None:
        seen.words.append(text)

    def icon(painter: Painter, surface: object, icon: Icon, *args: Any) -> None:
        seen.icons.append(icon)

    def camp(surface: object, painter: Painter, centre: Any, radius: float, *look: Any) -> None:
        seen.camps.append((*look[:2], centre[0]))

    monkeypatch.setattr(Painter, "text_in", write)
    monkeypatch.setattr(Painter, "icon", icon)
    monkeypatch.setattr(climb_card, "draw_hexagon", camp)
    return seen
