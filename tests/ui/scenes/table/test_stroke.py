"""One, two or three lines at once: the more there are, the more is seen, heard and said."""

from __future__ import annotations

from random import Random
from typing import Any

import pygame
import pytest

from game.play.deal_source import DealSource
from game.play.table import TableSetup
from game.play.table_game import TableGame
from game.rules.boards import CLASSIC
from game.rules.match import Player
from game.rules.ruleset import Ruleset
from game.rules.tiles import Direction, Tile
from game.ui.draw.fonts import CAP_HEIGHT
from game.ui.draw.painter import Painter
from game.ui.draw.sprites import pieces
from game.ui.draw.sprites.tiles import render_tile
from game.ui.frame.context import Context
from game.ui.frame.preferences import change_settings
from game.ui.layout.rects import Rect
from game.ui.scenes.table.stroke import HIGHEST_STROKE, Stroke
from game.ui.sound.names import Sound
from tests.ui.conftest import Heard
from tests.ui.scenes.stage import FRAME
from tests.ui.scenes.table_stage import TableStage
from tests.ui.written import written_lines

CENTRE = CLASSIC.index_of("c3")


def lay(lines: int, last: Tile) -> dict[int, Tile]:
    """Return tiles that leave so many lines through the centre one tile short of complete, which
    `last` completes; the other lines there are broken.
    """
    chance, used = Random(4), {last}
    tiles: dict[int, Tile] = {}
    through = CLASSIC.lines_through[CENTRE]
    for at, line in enumerate(through):
        number = last.number(line.direction)
        others = [tile for tile in CLASSIC.tile_set if tile.number(line.direction) == number]
        wrong = [tile for tile in CLASSIC.tile_set if tile.number(line.direction) != number]
        wanted = others if at < lines else wrong
        spaces = [i for i in line.spaces if i != CENTRE]
        free = [tile for tile in wanted if tile not in used]
        rest = [d for d in Direction if d is not line.direction]
        # Leave the tiles that the other lines need.
        free.sort(key=lambda t: (sum(t.number(d) == last.number(d) for d in rest), chance.random()))
        for space, tile in zip(spaces, free, strict=False):
            tiles[space] = tile
            used.add(tile)
    return tiles


def table_before(context: Context, lines: int, last: str = "798") -> TableStage:
    """A table at which `last` is called, and on c3 completes so many lines."""
    rules = Ruleset.parse("classic free single none")
    centre = Tile.parse(last)
    tiles = lay(lines, centre)
    rest = [tile for tile in CLASSIC.tile_set if tile not in tiles.values() and tile is not centre]
    order = (*tiles.values(), centre, *rest)[: len(CLASSIC.spaces)]
    setup = TableSetup(rules, (Player("Ana"),), "42")
    game = TableGame.start(setup)
    game.source = DealSource(rules, "42", (order,))
    game.begin_round()
    for space, tile in tiles.items():
        game.place(tile, space)
        game.call_next()
    stage = TableStage(context, context.routes.table(game))
    stage.let(FRAME)
    return stage


@pytest.mark.parametrize(
    ("lines", "points", "level", "key"),
    [
        (0, 0, 0, ""),
        (1, 6, 0, ""),
        (1, 27, 1, ""),
        (1, 30, 2, "one"),
        (1, 45, 3, "one_great"),
        (2, 9, 1, ""),
        (2, 36, 2, "two"),
        (2, 54, 3, "two_great"),
        (3, 30, 2, "three"),
        (3, 120, HIGHEST_STROKE, "three_great"),
    ],
)
def test_lines_and_points_raise_the_level(lines: int, points: float, level: int, key: str) -> None:
    stroke = Stroke(lines, points)
    assert stroke.level == level
    assert stroke.key.removeprefix("play.stroke.") == key


def test_a_stroke_below_thirty_points_shoots_out_without_dimming_and_without_words(
    player: Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    for last, is_striking in (("758", False), ("798", True)):
        dimmed = list[float]()
        stage = table_before(player, 1, last)

        def dim(*given: Any, known: list[float] = dimmed) -> None:
            known.append(given[-1])

        monkeypatch.setattr(Painter, "dim", dim)
        stage.click_space("c3")
        seen = False
        for _ in range(12):
            stage.let(0.05)
            seen |= bool(stage.table.motion.dim_share)
            stage.draw()
        assert seen, "it shoots out"
        assert bool(dimmed) is is_striking
        monkeypatch.undo()


def test_more_at_once_is_higher_larger_and_has_another_word(player: Context, heard: Heard) -> None:
    steps, words = [], []
    for lines, points in ((1, 45), (2, 80), (3, 120)):
        stage = table_before(player, lines)
        heard.played.clear()
        stage.click_space("c3")
        steps += [step for sound, step, *_ in heard.played if sound is Sound.STROKE]
        word = f"{player.text(Stroke(lines, points).key)} +{points}"
        drawn = []
        for _ in range(10):
            stage.let(0.2)
            drawn.append(word in stage.read())
        assert any(drawn)
        assert not drawn[-1]
        words.append(word.rpartition(" ")[0])
    assert steps == sorted(steps)
    assert len(set(steps)) == 2
    assert len(set(words)) == 3


def test_a_short_line_is_a_line_like_any_other(player: Context, heard: Heard) -> None:
    stage = table_before(player, 0)
    stage.click_space("c3")
    assert Sound.STROKE not in heard.sounds
    assert not stage.table.motion.timeline.has("cheer")


def test_input_ends_it_and_with_reduced_motion_the_word_stands_still(player: Context) -> None:
    change_settings(player, has_reduced_motion=True)
    stage = table_before(player, 3)
    stage.click_space("c3")
    motion = stage.table.motion
    for _ in range(9):
        stage.let(0.1)
        assert motion.timeline.value("flash", rest=1.0) in (0, 1), "no ring runs outwards"
        assert motion.timeline.has("cheer")
    stage.click_space("c3")
    assert not motion.timeline.has("cheer")


@pytest.mark.parametrize(
    ("lines", "numbers"), [(1, {"9", "18", "27", "36", "45"}), (3, {"45", "35", "40"})]
)
def test_of_several_lines_only_the_last_number_is_counted_beside_them(
    player: Context, lines: int, numbers: set[str]
) -> None:
    stage = table_before(player, lines)
    with written_lines() as seen:
        stage.click_space("c3")
        for _ in range(15):
            stage.let(0.1)
            stage.draw()
    assert {one.text for one in seen if one.style.outline == 3} == numbers


@pytest.mark.parametrize("is_left_handed", [False, True])
@pytest.mark.parametrize("lines", [1, 3])
def test_no_band_on_its_way_to_the_harvest_cuts_a_tile(
    player: Context, monkeypatch: pytest.MonkeyPatch, lines: int, *, is_left_handed: bool
) -> None:
    change_settings(player, is_left_handed=is_left_handed)
    stage, bands = table_before(player, lines), list[Rect]()
    cheers = stage.layout.notices.y

    def drawn(*arguments: Any, **_: Any) -> None:
        bands.extend(one for one in arguments if isinstance(one, Rect) and one.y != cheers)

    monkeypatch.setattr("game.ui.scenes.table.motion.draw_band", drawn)
    stage.click_space("c3")
    for _ in range(40):
        stage.let(0.05)
        stage.draw()
    assert bands
    board = stage.layout.board
    for x, y in board.centres:
        tile = pygame.Rect(Rect(round(x), round(y), 0, 0).inset(-round(board.tile_radius * 0.8)))
        assert not [band for band in bands if tile.colliderect(band)]


@pytest.mark.usefixtures("pixels")
def test_the_tiles_of_a_stroke_are_rendered_before_it_begins(
    player: Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    stage, rendered = table_before(player, 3), list[object]()

    def count(*arguments: Any, **options: Any) -> pygame.Surface:
        rendered.append(arguments[:3])
        return render_tile(*arguments, **options)

    monkeypatch.setattr(pieces, "render_tile", count)
    surface = stage.draw()
    stage.click_space("c3")
    for drawing in stage.table.motion.drawings(player.painter, stage.layout):
        drawing(surface)
    stage.let(0.5)
    assert stage.table.motion.dim_share
    rendered.clear()
    stage.draw()
    assert not rendered


def test_the_total_makes_way_for_a_stroke_s_band(
    player: Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    stage, bands = table_before(player, 1), list[Rect]()
    column = stage.layout.harvest

    def drawn(*arguments: Any, **_: Any) -> None:
        bands.extend(one for one in arguments if isinstance(one, Rect))

    monkeypatch.setattr("game.ui.scenes.table.motion.draw_band", drawn)
    stage.click_space("c3")
    is_met = False
    for _ in range(100):
        stage.let(FRAME)
        bands.clear()
        with written_lines() as lines:
            stage.draw()
        totals = [one for one in lines if one.text == "45" and column.contains(one.place.centre)]
        for one in totals:
            total, height = one.place, player.painter.px(72 * CAP_HEIGHT / 2)
            foot = Rect(total.x, round(one.y), total.w, height)
            met = [band for band in bands if band.right > total.x and band.h > foot.h]
            is_met |= bool(met)
            assert not [band for band in met if pygame.Rect(foot).colliderect(band)]
    assert is_met
