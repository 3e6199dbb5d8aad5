"""Nothing is announced before it has happened: what a tile does is seen once it lies there."""

from __future__ import annotations

import pytest

from game.play.table_game import Stage as Waits
from game.rules.moves import LineDied
from game.ui.draw.sprites import Sprites
from game.ui.frame.context import Context
from game.ui.scenes.table.motion import DROP_SECONDS
from tests.ui.scenes.table_stage import TableStage, open_table

COLUMNS = {"1": "ad", "5": "be", "9": "c"}


def play_until(stage: TableStage, kind: str) -> None:
    """Sort tiles by their middle number until one completes a line (or lets one die)."""
    for _ in range(19):
        stage.let_until_waits(Waits.ACT)
        stage.let(2.0)
        (tile,) = stage.game.hand()
        free = [stage.match.rules.grid.name_of(i) for i in stage.game.legal(tile)]
        order = COLUMNS[str(tile)[1]] + "abcde"
        stage.click_space(min(free, key=lambda name: (order.index(name[0]), name)))
        motion = stage.table.motion
        if motion.dark_lines() if kind == "line" else motion._deaths:
            return
    raise AssertionError(kind)


def seen(stage: TableStage) -> list[str]:
    """What stands in the score's panel."""
    words = stage.read()
    return words[words.index(stage.context.text("terms.score")) :][:8]


def test_the_score_catches_up_when_its_points_arrive(context: Context) -> None:
    stage = open_table(context, seed="3")
    play_until(stage, "line")
    before = stage.table.counter.shown
    goal = stage.game.points_now()
    assert before < goal
    while stage.table.motion.has_points_on_their_way:
        assert stage.table.counter.shown == before
        stage.let(1 / 60)
    stage.let(0.6)
    assert stage.table.counter.shown == goal


def test_a_tile_that_flies_has_changed_no_line(context: Context) -> None:
    stage = open_table(context, seed="3")
    play_until(stage, "line")
    early = seen(stage)
    stage.let(DROP_SECONDS + 0.05)
    assert seen(stage) != early


def test_a_line_dies_when_the_tile_has_landed(
    context: Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    stage = open_table(context, seed="3")
    play_until(stage, "death")
    drawn: list[int] = []

    def draw() -> list[int]:
        drawn.clear()
        with monkeypatch.context() as patch:
            patch.setattr(Sprites, "draw_beam", lambda *args, **values: drawn.append(1))
            stage.draw()
        return drawn

    assert not draw()
    stage.let(DROP_SECONDS)
    assert draw()


def test_lines_lost_at_once_are_counted(context: Context) -> None:
    stage = open_table(context)
    lines = stage.match.rules.grid.lines
    for count in (1, 2, 3):
        events = tuple(LineDied(0, line) for line in lines[:count])
        said = context.text("heard.spoken.lost", count=count)
        assert stage.table.words.describe(events) == said


def test_what_a_line_still_needs_is_told_as_after_the_placement(context: Context) -> None:
    stage = open_table(context)
    stage.play_call()
    stage.let_until_waits(Waits.ACT)
    (tile,), selection, grid = stage.game.hand(), stage.table.selection, stage.match.rules.grid
    position = stage.game.position()
    assert position is not None
    told = 0
    for space in stage.game.legal(tile):
        selection.cursor, selection.is_keyboard = space, True
        words = stage.table.words.focus()
        for line in grid.lines_through[space]:
            lying = [t for i in line.spaces if (t := position.tiles[i]) is not None]
            numbers = {t.number(line.direction) for t in (*lying, tile)}
            if lying and len(numbers) == 1:
                needed = len(line) - len(lying) - 1
                (number,) = numbers
                assert number is not None
                left = sum(t.number(line.direction) == number for t in stage.match.bag)
                values = {"number": number, "needed": needed, "left": left}
                said = context.text("heard.spoken.goes_on", **values)
                assert (said in words) is (needed > 0)
                told += 1
    assert told
