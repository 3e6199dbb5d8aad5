"""The picture of a stage's score: its bands and its marks."""

from __future__ import annotations

from fractions import Fraction

import pygame
import pytest

from game.climb.aces import AceEffect, AceName
from game.climb.score import AcePart, ClimbScore
from game.climb.stage_rules import target_at
from game.ui.draw.icons import Icon
from game.ui.frame.context import Context
from game.ui.layout.rects import Rect
from game.ui.scenes.climb.score_picture import (
    StageMark,
    draw_stage_marks,
    points_of_aces,
    stage_marks,
    stage_scale,
)
from tests.gallery.climb import (
    table,
    table_first,
)
from tests.golden.pages import changed_pages
from tests.ui.scenes.stage import Stage


def test_marks_and_bands_of_a_stage_are_those_that_count(player: Context) -> None:
    parts = tuple(
        AcePart(name, effect, 0, Fraction(added))
        for name, effect, added in (
            (AceName.FORK, AceEffect.POINTS, 0),
            (AceName.FINALE, AceEffect.POINTS, 3),
            (AceName.LAST_WORD, AceEffect.MULTIPLIER, 2),
        )
    )
    score = ClimbScore(Fraction(100), Fraction(1), parts)
    assert [part.ace for part in points_of_aces(score)] == [AceName.FINALE]
    near, far = StageMark(150, "ghost", ""), StageMark(900, "target", "")
    assert stage_scale(score, [near, far]) == stage_scale(score, [near]) > stage_scale(score, [])
    target = target_at(1)
    for total, has_crystal in ((0, False), (target - 1, False), (target, True)):
        made = stage_marks(player, 1, ClimbScore(Fraction(total), Fraction(1), ()))
        assert ("crystal" in [mark.kind for mark in made]) is has_crystal


def test_a_target_above_the_column_says_the_points_it_takes(player: Context) -> None:
    stage = Stage(player, table(player, 5, 18))
    mode = stage.top.mode  # type: ignore[attr-defined]
    score, target = mode.score, mode.climb.open.state.target
    mark = mode.score_display.marks()[0]
    assert mark.points > 2 * score.points, "above the column"
    factor = score.multiplier * score.gold
    needed = next(points for points in range(target) if points * factor >= target)
    assert str(needed) in mark.about
    assert mark.about in stage.read()
    stage = Stage(player, table_first(player))
    mark = stage.top.mode.score_display.marks()[0]  # type: ignore[attr-defined]
    assert mark.about not in stage.read(), "the target is in the column"


def test_a_mark_has_a_check_where_it_is_passed_and_an_arrow_above_the_column(
    player: Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    icons = list[Icon]()
    monkeypatch.setattr(
        type(player.painter), "icon", lambda _, surface, icon, *more: icons.append(icon)
    )
    column, surface = Rect(700, 0, 300, 700), pygame.Surface((1, 1))
    for points, shown in (
        (10, [Icon.CHECK]),
        (60, [Icon.SUMMIT]),
        (900, [Icon.UP, Icon.SUMMIT]),
    ):
        icons.clear()
        mark = StageMark(points, "target", "word")
        draw_stage_marks(surface, player.painter, column, [mark], 100, 350)
        assert icons == shown


def test_pages_are_drawn_and_read_as_they_were() -> None:
    assert changed_pages("climb_score_picture") == []
