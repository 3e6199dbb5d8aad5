"""The standings of a league."""

from __future__ import annotations

from typing import Any

import pytest

from game.ui.frame.context import Context
from game.ui.parts import Text, coloured
from tests.golden.pages import changed_pages
from tests.ui.scenes.apart.tables import SAMPLES
from tests.ui.scenes.stage import Stage


def test_ones_own_row_of_the_standings_is_a_band_across_the_window(
    context: Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    stage = Stage(context, SAMPLES["apart-standings-own"].make(context))
    stage.let(0.1)
    bands: list[tuple[Any, ...]] = []
    monkeypatch.setattr(
        "game.ui.scenes.apart.standings.draw_band", lambda *drawn: bands.append(drawn[2:])
    )
    stage.draw()
    row, area = stage.part("Ana").rect, context.painter.view.area
    assert bands == [(context.painter.theme.palette.chosen, (area.x, row.y, area.w, row.h))]
    totals = [
        [part for part in stage.part(name).walk() if isinstance(part, Text)][-1]
        for name in ("Ana", "Ben", "Émile")
    ]
    accent = coloured("accent", context.painter)
    assert [total.style(context.painter).colour == accent for total in totals] == [
        False,
        True,
        False,
    ]


def test_pages_are_drawn_and_read_as_they_were() -> None:
    assert changed_pages("apart-standings") == []
