"""The columns of finished lines at the table."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pygame
import pytest

from game.play.keeper import LocalKeeper
from game.play.table import TableSetup
from game.play.table_game import TableGame
from game.rules.match_score import score_match
from game.rules.ruleset import Ruleset
from game.ui.draw.bands import draw_rounds, harvest_rects
from game.ui.frame.context import Context
from game.ui.layout.rects import Rect
from game.ui.scenes.shared.table_mode import PastTotals
from game.ui.scenes.table.explaining import (
    LineBadge,
)
from game.ui.scenes.table.harvest import Harvest
from game.ui.scenes.table.motion import Motion
from tests.gallery.table import table as sample_table
from tests.rules.random_matches import random_match
from tests.ui.scenes.stage import FRAME
from tests.ui.scenes.table_stage import TableStage, before_lines
from tests.ui.written import written_lines


def test_bands_are_stacked_in_the_order_in_which_lines_were_completed(player: Context) -> None:
    harvest = before_lines(player).table.picture.harvest
    numbers = [band.number for band, _ in harvest.bands(0)]
    assert numbers == [9, 5, 1]


def test_a_column_has_the_earlier_rounds_below_and_the_totals_to_reach(
    player: Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = random_match(Ruleset(rounds=3), 2, Random(33))
    game = TableGame(TableSetup.from_match(match), LocalKeeper(match))
    past = PastTotals(best=180.4, mean=120.6)
    harvest = Harvest(player, game, Motion(), past)
    for seat, scored in enumerate(score_match(match).players):
        earlier = [sum(band.points for band in bands) for bands in harvest.rounds(seat)]
        assert earlier == [each.total for each in scored.rounds[:-1]]
        now = sum(band.points for band, _ in harvest.bands(seat))
        assert now == scored.rounds[-1].total
    assert [(mark.points, mark.words) for mark in harvest.marks()] == [
        (120.6, player.text("score.average", points="121")),
        (180.4, player.text("score.best", points="180")),
    ]
    harvest.past = PastTotals()
    monkeypatch.setattr(TableGame, "total_now", lambda _, seat=0: (20.0, 300.0)[seat])
    assert harvest.most() >= 300, "all columns have room on one scale"
    for is_reduced, total, slides in ((False, 500, False), (True, 900, False), (False, 500, True)):
        harvest.motion.timeline.is_reduced = is_reduced
        monkeypatch.setattr(TableGame, "total_now", lambda _, seat=0, now=total: 0 if seat else now)
        harvest.game = TableGame(
            game.setup, LocalKeeper(replace(match, meta=f'{{"id": "{total}{slides}"}}'))
        )
        assert harvest.advance(FRAME) is slides, "the first scale, and reduced motion, jump"
        assert harvest.most() >= total, "the player's own column has room too"


def test_a_total_above_one_s_own_is_bright(player: Context) -> None:
    inks = set()
    for seed in (3, 6):
        match = random_match(Ruleset(), 3, Random(seed))
        game = TableGame(TableSetup.from_match(match), LocalKeeper(match))
        stage = TableStage(player, player.routes.table(game))
        with written_lines() as lines:
            stage.draw()
        written = {line.text: line.style.colour for line in lines}
        palette = player.painter.theme.palette
        own, *others = (scored.total for scored in score_match(match).players)
        for total in {*others} - {own}:
            ink = written[player.catalogue.number(total)]
            assert ink == (palette.ink if total > own else palette.ink_soft)
            inks.add(ink)
    assert len(inks) == 2


def test_a_band_is_found_above_those_of_earlier_rounds(player: Context) -> None:
    rules = "classic free single none rounds=2"
    scene = sample_table(player, calls=33, rules=rules)
    scene.resize(player.painter.view)
    assert scene.layout is not None
    harvest, view, layout = scene.picture.harvest, scene.game.view, scene.layout
    column, painter, bands = layout.harvest, player.painter, harvest.bands(scene.game.view)
    assert len(bands) > 1
    earlier = harvest.rounds(view)
    top = draw_rounds(pygame.Surface((1, 1)), painter, column, earlier, harvest.most())
    foot = top - painter.px(5)
    whole = Rect(column.x, foot - column.h, column.w, column.h)
    rects = harvest_rects(painter, whole, [band for band, _ in bands], harvest.most())
    found = [harvest.line_at(layout, rect.centre) for rect in rects]
    assert found == [LineBadge(line) for _, line in bands]
    edges = [harvest.line_at(layout, (column.centre[0], y)) for y in (foot - 1, foot)]
    assert edges == [found[0], None]
