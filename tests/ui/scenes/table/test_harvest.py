"""The columns of finished lines at the table."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from random import Random
from typing import Any

import pygame
import pytest

from game.locale import Language
from game.play.keeper import LocalKeeper
from game.play.table import TableSetup
from game.play.table_game import TableGame
from game.rules.match_score import score_match
from game.rules.ruleset import Ruleset
from game.rules.scoring import score_position
from game.ui.draw.bands import band_of_line, band_of_ray, draw_rounds, harvest_rects, harvest_scale
from game.ui.frame.context import Context
from game.ui.layout.rects import Rect
from game.ui.scenes.shared.table_mode import PastTotals
from game.ui.scenes.table.explaining import (
    LineBadge,
)
from game.ui.scenes.table.harvest import Harvest
from game.ui.scenes.table.motion import Motion
from tests.each import each
from tests.gallery import make_context
from tests.gallery.table import table as sample_table
from tests.golden.pages import changed_pages
from tests.rules.random_matches import random_match
from tests.ui.scenes.stage import FRAME
from tests.ui.scenes.table_stage import TableStage, before_lines, people
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


@each(("classic free single rays", "daffodil-4 free pairs rays"))
def test_lines_and_rays_are_stacked_by_their_last_tile(text: str) -> None:
    rules = Ruleset.parse(text)
    context = make_context(Language.ENGLISH, (1280, 800))
    is_mixed = False
    for seed in range(12):
        match = random_match(rules, 2, Random(seed))
        game = TableGame(TableSetup.from_match(match), LocalKeeper(match))
        harvest = Harvest(context, game, Motion(), PastTotals())
        for seat, state in enumerate(match.round.seats):
            placed = [p.space for turn in state.turns for p in turn.placements]
            placed += [p.space for p in state.finish or ()]
            last = {space: number for number, space in enumerate(placed)}
            score = score_position(rules, state.position)
            earned = [(band_of_line(one), one.line) for one in score.lines]
            earned += [(band_of_ray(one), one.line) for one in score.rays]
            ends = [max(last[space] for space in line.spaces) for _, line in earned]
            order = sorted(range(len(earned)), key=ends.__getitem__)
            assert harvest.bands(seat) == [(earned[i][0], earned[i][1].index) for i in order]
            is_mixed |= order != [*range(len(order))]
    assert is_mixed


def test_a_round_that_ends_is_added_below(player: Context) -> None:
    match = random_match(Ruleset(rounds=3), 2, Random(33))
    setup = TableSetup.from_match(match)
    games = [
        TableGame(setup, LocalKeeper(replace(match, rounds=match.rounds[:count])))
        for count in (1, 2, 3)
    ]
    harvest = Harvest(player, games[0], Motion(), PastTotals())
    for count, game in enumerate(games):
        harvest.game = game
        for seat, scored in enumerate(score_match(match).players):
            points = [sum(band.points for band in bands) for bands in harvest.rounds(seat)]
            assert points == [each.total for each in scored.rounds[:count]]


def begun(*names: str, is_blind: bool = False) -> TableGame:
    """Return a game whose first tile is called."""
    game = TableGame.start(TableSetup(Ruleset(), people(*names), "42", is_blind=is_blind))
    game.begin_round()
    return game


def test_all_columns_whose_totals_are_shown_are_on_one_scale(
    player: Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    totals = {"Ana": 170.0, "Ben": 300.0, "Rival": 700.0}
    monkeypatch.setattr(
        TableGame,
        "total_now",
        lambda game, seat=None: totals[game.name_of(game.view if seat is None else seat)],
    )
    alone = begun("Rival")

    def most(names: str, is_blind: bool, past: PastTotals, rival: TableGame | None) -> float:
        harvest = Harvest(player, begun(*names.split(), is_blind=is_blind), Motion(), past)
        if rival is not None:
            harvest.beside = Harvest(player, rival, Motion(), PastTotals())
        return harvest.most()

    none, past = PastTotals(), PastTotals(best=450.0, mean=100.0)
    marks = Harvest(player, alone, Motion(), past).marks()
    cases: tuple[tuple[Any, Any], ...] = (
        (("Ana Ben", False, none, None), (170, [300], [])),
        (("Ben Ana", False, none, None), (300, [170], [])),
        (("Ana", False, past, None), (170, [], marks)),
        (("Ana", False, none, alone), (170, [700], [])),
        (("Ana Ben", True, none, None), (0, [], [])),
    )
    for given, scaled in cases:
        assert most(*given) == harvest_scale(*scaled), given
    assert len({harvest_scale(*scaled) for _, scaled in cases}) > 3


def test_the_scale_slides_on_from_where_it_is_to_what_any_column_needs(
    player: Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    totals: dict[int, float] = {}
    monkeypatch.setattr(TableGame, "total_now", lambda game, _=None: totals[id(game)])
    own, rival = begun("Ana"), begun("Rival")
    harvest = Harvest(player, own, Motion(), PastTotals())
    harvest.beside = Harvest(player, rival, Motion(), PastTotals())

    def plays(game: TableGame, total: float) -> None:
        game.place(game.hand()[0], game.legal(game.hand()[0])[0])
        totals[id(game)] = total

    totals |= {id(own): 0.0, id(rival): 0.0}
    assert not harvest.advance(FRAME)
    first = harvest.most()
    plays(own, 400.0)
    goal = harvest_scale(400.0, [0.0], [])
    seen = [first]
    while harvest.advance(FRAME):
        seen.append(harvest.most())
    assert seen == sorted(seen)
    assert seen[-1] == harvest.most() == goal
    assert len(seen) - 1 == pytest.approx(0.3 / FRAME, abs=1)
    assert max(after - before for before, after in pairwise(seen)) < (goal - first) / 4
    own.take_back()
    totals[id(own)] = 0.0
    for _ in range(5):
        harvest.advance(FRAME)
    on_its_way = harvest.most()
    assert first < on_its_way < goal
    plays(rival, 900.0)
    harvest.advance(FRAME / 100)
    assert harvest.most() == pytest.approx(on_its_way, rel=0.02), "no jump"
    while harvest.advance(FRAME):
        pass
    assert harvest.most() == harvest_scale(0.0, [900.0], [])


def test_no_band_is_found_on_a_blind_board(
    player: Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    stage = before_lines(player)
    harvest, layout = stage.table.picture.harvest, stage.layout
    at = layout.harvest.centre[0], layout.harvest.bottom - 5
    assert harvest.line_at(layout, at) is not None
    assert harvest.line_at(layout, (layout.harvest.x - 1, at[1])) is None
    monkeypatch.setattr(TableGame, "face_down", lambda *_: object())
    assert harvest.line_at(layout, at) is None


def test_a_band_joins_the_harvest_once_it_has_arrived(player: Context) -> None:
    stage = before_lines(player)
    harvest, before = stage.table.picture.harvest, stage.table.picture.harvest.bands(0)
    while {*stage.table.motion.coming} == set():
        stage.play_call()
    coming = stage.table.motion.coming
    assert harvest.bands(0) == before
    stage.draw()
    stage.let(3)
    assert not stage.table.motion.coming
    arrived = harvest.bands(0)
    assert arrived[: len(before)] == before
    assert {index for _, index in arrived[len(before) :]} == coming


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


def test_pages_are_drawn_and_read_as_they_were() -> None:
    assert changed_pages("harvest") == []
