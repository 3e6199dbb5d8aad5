"""The score sheet: a board's points by its lines, and why no board can have them."""

from __future__ import annotations

import pytest

from game.rules.boards import CLASSIC
from game.rules.placement import empty_position, put_unchecked
from game.rules.ruleset import Ruleset
from game.rules.scoring import score_position
from game.rules.tiles import TILES
from game.ui.draw.sprites.lines import LineLook
from game.ui.draw.sprites.pieces import Sprites
from game.ui.frame.context import Context
from game.ui.parts import Text
from game.ui.scenes.caller.line_sheet import LineSheet
from tests.golden.pages import changed_pages
from tests.ui.scenes.stage import Stage


@pytest.fixture
def stage(player: Context) -> Stage:
    stage = Stage(player, player.routes.box())
    stage.click(stage.find(player.text("entry.sheet")))
    assert isinstance(stage.top, LineSheet)
    return stage


def fault_on(stage: Stage) -> str:
    fault = stage.part("fault")
    assert isinstance(fault, Text)
    return str(fault.words)


def test_lines_count_as_their_board_does(stage: Stage) -> None:
    position, left = empty_position(CLASSIC), [tile for tile in TILES if not tile.is_wild]
    for line, number in zip(CLASSIC.lines[:5], (9, 5, 1, 5, 9), strict=True):
        for space in line.spaces:
            tile = next(tile for tile in left if tile.vertical == number)
            left.remove(tile)
            position = put_unchecked(position, tile, space)
    score = score_position(Ruleset(), position)
    assert len(score.lines) >= 5
    for scored in score.lines:
        stage.choose(scored.line.index, scored.number)
    points = stage.part("total")
    assert isinstance(points, Text)
    assert points.words == stage.context.text("terms.count.points", count=score.total)
    assert fault_on(stage) == ""


def test_lines_that_no_board_has_are_told(stage: Stage) -> None:
    text, vertical, rising, falling = (
        stage.context.text,
        *([line.index for line in CLASSIC.lines if line.axis == axis] for axis in range(3)),
    )
    for line in (rising[1], rising[2]):
        stage.choose(line, 2)
    assert fault_on(stage) == "", "nine spaces, nine tiles"
    for line, number in ((rising[0], 2), (rising[2], 0), (rising[4], 2)):
        stage.choose(line, number)
    assert fault_on(stage) == text("entry.sheet_many", tiles=9, number=2), "ten spaces"
    for line, number in ((rising[0], 0), (rising[2], 2), (rising[4], 0)):
        stage.choose(line, number)
    for line, number in ((vertical[1], 9), (falling[2], 4)):
        stage.choose(line, number)
    assert fault_on(stage) == "", "no two spaces have the same three numbers"
    stage.choose(falling[3], 4)
    fault = text("entry.sheet_doubled", one="b2", other="b3", tile="294")
    assert fault_on(stage) == fault


def test_each_chosen_line_is_lit_in_its_colour_with_its_number(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    beams: list[tuple[int, object]] = []
    badges: list[tuple[object, ...]] = []
    monkeypatch.setattr(
        Sprites, "draw_beam", lambda _, surface, layout, *drawn: beams.append(drawn[:2])
    )
    monkeypatch.setattr(
        Sprites, "draw_badge", lambda _, surface, layout, *drawn: badges.append(drawn[:3])
    )
    stage.draw()
    assert (beams, badges) == ([], [])
    lights, chosen = stage.context.painter.theme.lights, {0: 9, 7: 2, 12: 8}
    for line, number in chosen.items():
        stage.choose(line, number)
    stage.draw()
    assert beams == [(line, lights[number]) for line, number in chosen.items()]
    assert badges == [(line, LineLook.COMPLETE, number) for line, number in chosen.items()]


def test_pages_are_drawn_and_read_as_they_were() -> None:
    assert changed_pages("line_sheet") == []
