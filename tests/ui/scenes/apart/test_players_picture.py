"""The picture of a round on the game master's page."""

from __future__ import annotations

from typing import Any

import pytest

from game.ui.draw.icons import Icon
from game.ui.draw.painter import Painter
from game.ui.frame.context import Context
from game.ui.layout.rects import make_view
from tests.golden.pages import changed_pages
from tests.ui.scenes.apart.tables import SAMPLES
from tests.ui.scenes.stage import Stage


def test_each_call_of_a_round_has_its_mark_and_its_bonus_below(
    context: Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The wide window alone has room for it."""
    hexagons: list[tuple[Any, ...]] = []
    icons: list[Icon] = []
    place = "game.ui.scenes.apart.players_picture.draw_hexagon"
    monkeypatch.setattr(place, lambda surface, painter, *drawn: hexagons.append(drawn))
    monkeypatch.setattr(Painter, "icon", lambda _, surface, icon, *more: icons.append(icon))
    p = context.painter.theme.palette
    fills = {"bonus": p.cool, "waited": p.gold, "missed": p.bad, "": p.ink_soft, "to come": p.well}
    names = {fill: name for name, fill in fills.items()}
    to_come = ["to come"] * 3
    answered, waited = ["", "bonus", "", "bonus", "bonus", ""], ["", "bonus", "", "bonus", "bonus"]
    tom = ["", "bonus", "", "bonus", "missed", "waited"]
    marks = [*answered, *to_come, *answered, *to_come, *waited, "waited", *to_come, *tom, *to_come]
    for size, has_words in (((1280, 800), False), ((2560, 1080), True)):
        context.painter.resize(make_view(size))
        stage = Stage(context, SAMPLES["apart-desk"].make(context))
        stage.let(0.1)
        hexagons.clear()
        icons.clear()
        words = stage.read()
        assert [names[drawn[2]] for drawn in hexagons] == marks
        (x, y), radius, *_ = hexagons[0]
        assert [drawn[0][0] for drawn in hexagons[:9]] == sorted({at[0] for at, *_ in hexagons})
        assert [drawn[0][1] for drawn in hexagons[:9]] == [y] * 9
        middle = stage.part(0).rect.centre[1]
        assert (y < middle) is has_words
        assert radius * 2 <= hexagons[1][0][0] - x
        assert icons.count(Icon.HOURGLASS) == 2
        assert icons.count(Icon.CLOSE) == 1
        bonuses = sum(mark == "bonus" for mark in marks) if has_words else 0
        assert words.count("+10") == bonuses


def test_pages_are_drawn_and_read_as_they_were() -> None:
    assert changed_pages("apart-players_picture") == []
