"""The standings of a league."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from game.net.service.service import Service
from game.net.service.table_flow import marked_match
from game.page.league import standings_page, standings_text
from game.play.league import league_standings
from game.ui.frame.context import Context
from game.ui.frame.scene import Push
from game.ui.parts import MAIN, Dialog, Text, coloured
from game.ui.scenes.apart.leading import LeadingScene
from game.ui.scenes.apart.standings import StandingsScene
from tests.gallery import apart as sample
from tests.golden.pages import changed_pages
from tests.ui.scenes.apart.tables import SAMPLES, answered
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


def test_standings_are_of_all_tables_of_the_league_or_of_one_table(
    context: Context, copied: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    saved: list[tuple[str, str]] = []

    def save(_: Service, name: str, page: str) -> object:
        saved.append((name, page))
        return answered(Path("reports") / name)

    monkeypatch.setattr(Service, "save_report", save)
    scene = sample.page(context, "standings.StandingsScene", table=1)
    assert isinstance(scene, StandingsScene)
    service, text = context.apart.service, context.text
    league, mine, waiting, over = sample.TABLES["few"]
    six, (rounds,) = sample.TABLES["six"][0], sample.TABLES["rounds"]
    service.snapshots = {one.id: one for one in (league, mine, waiting, over, six, rounds)}
    matches = [marked_match(one) for one in (league, over)]
    assert scene.rows() == league_standings(matches, [])
    assert {row.matches for row in scene.rows()} == {2}
    stage = Stage(context, LeadingScene(context, league.id))
    stage.stack.apply(Push(scene))
    stage.click(stage.part(MAIN))
    assert copied == [standings_text(context.catalogue, "Autumn league", scene.rows())]
    assert isinstance(stage.top, Dialog)
    assert stage.top.body == text("together.report_copied")
    stage.press("escape")
    context.copy_text = lambda _: False
    stage.click(stage.part(MAIN))
    assert isinstance(stage.top, Dialog)
    assert stage.top.body == text("menu.not_copied")
    stage.press("escape")
    stage.click(stage.part("save"))
    stage.let(0.1)
    page = standings_page(context.catalogue, "Autumn league", scene.rows())
    assert saved == [("01010101-standings.html", page)]
    assert isinstance(stage.top, Dialog)
    assert stage.top.body == text("together.report_saved", path=str(Path("reports") / saved[0][0]))
    stage.press("escape")
    below = stage.stack.scenes[:-1]
    service.snapshots = {one.id: one for one in (mine,)}
    stage.let(0.1)
    assert len(stage.stack.scenes) < len(below) + 1, "the table is gone"
    # A table without a league has its own result alone.
    service.snapshots = {one.id: one for one in (mine, six, league)}
    alone = StandingsScene(context, mine.id)
    assert alone.rows() == league_standings([marked_match(mine)], [])
    assert StandingsScene(context, waiting.id).rows() == ()


def test_pages_are_drawn_and_read_as_they_were() -> None:
    assert changed_pages("apart-standings") == []
