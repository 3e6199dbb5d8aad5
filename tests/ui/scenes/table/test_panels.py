"""The hand, the clock, another board, and the score in words."""

from __future__ import annotations

import math

import pygame
import pytest

from game.locale import write_list
from game.play.table_game import TableGame
from game.rules.tiles import Symbol, Tile
from game.ui.draw.sprites.tiles import TileLook
from game.ui.frame.context import Context
from tests.gallery.table import table as sample_table
from tests.golden.pages import changed_pages
from tests.ui.scenes.table_stage import TableStage, open_table


def test_a_dragged_tile_leaves_the_hand_and_the_next_one_is_lifted(
    player: Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    stage = open_table(player, "classic free mail none")
    stage.let(3)
    tiles, drawn = stage.game.hand(), list[tuple[Tile, TileLook]]()
    monkeypatch.setattr(
        type(player.painter.sprites),
        "draw_tile",
        lambda _, __, tile, ___, ____, look: drawn.append((tile, look)),
    )
    lifted, plain = TileLook.LIFTED, TileLook.NORMAL
    for chosen, dragged, shown in (
        (0, None, [(tiles[0], lifted), (tiles[1], plain), (tiles[2], plain)]),
        (1, tiles[0], [(tiles[1], lifted), (tiles[2], plain)]),
    ):
        drawn.clear()
        stage.table.picture.panels.draw_hand(pygame.Surface((1, 1)), stage.layout, chosen, dragged)
        assert drawn == shown


def test_the_score_is_explained_whole(stage: TableStage, monkeypatch: pytest.MonkeyPatch) -> None:
    panels = stage.table.picture.panels
    assert panels.explain_score() == "No line begun yet."
    monkeypatch.setattr(TableGame, "points_before", lambda *_: 12.0)
    before = "Of these, 12 points are from earlier rounds."
    assert panels.explain_score() == f"{before}\nNo line begun yet."
    stage.click_space("c3")
    panels.about = lambda: "About it."
    lines = "Lines: 0 complete, 3 begun and 0 broken."
    assert panels.explain_score().splitlines() == [
        before,
        f"{lines} Completing every line begun would earn 70 points more.",
        "About it.",
    ]


def test_a_clock_is_written_in_whole_seconds_and_hurries_at_its_end(player: Context) -> None:
    for limit, calm, short in ((30, 5.5, 4.5), (6, 3.5, 2.5)):
        stage = open_table(player, answer_seconds=limit)
        panels = stage.table.picture.panels
        start = stage.clock - limit + (stage.game.seconds_left(stage.clock) or 0)
        for left, is_hurried in ((calm, False), (short, True)):
            stage.clock = start + limit - left
            assert panels.heading().endswith(f"0:0{math.ceil(left)}")
            assert panels.is_hurried is is_hurried
        assert stage.table.holds_arrivals is True, "what arrives waits for the call's end"
        stage.let(short + 0.1)
        assert stage.table.toast.is_bad
        assert stage.table.holds_arrivals is False
    assert open_table(player).table.holds_arrivals is False


def test_the_score_names_who_holds_a_best_ray(player: Context) -> None:
    scene = sample_table(player, calls=11, rules="classic free single best-ray", bots=5)
    sentences = scene.picture.panels.explain_score().splitlines()
    for symbol in Symbol:
        holders = [scene.game.player(seat).name for seat in scene.game.best_ray_holders(symbol)]
        words = player.text(
            f"score.holds.{symbol.value}", names=write_list(player.catalogue, holders)
        )
        assert (words in sentences) is bool(holders)
    assert any("Ana" in words for words in sentences)


def test_pages_are_drawn_and_read_as_they_were() -> None:
    assert changed_pages("panels") == []
