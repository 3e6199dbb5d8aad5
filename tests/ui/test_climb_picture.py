"""The Climb's pictures: the path up the mountain, and its colours."""

from __future__ import annotations

from itertools import pairwise

import pytest

from game.climb.aces import AceName
from game.ui.draw.climb_picture import ACE_ICONS, MountainPath, path_in, pole_tops, tint_of
from game.ui.draw.theme import STRIPE_SETS, THEMES, find_theme
from game.ui.layout.rects import Rect

AREA = Rect(0, 0, 1280, 800)


def test_every_ace_has_an_icon_of_its_own() -> None:
    assert ACE_ICONS.keys() == {*AceName}
    assert len({*ACE_ICONS.values()}) == len(AceName)


def test_the_path_is_drawn_through_all_its_camps() -> None:
    path = path_in(Rect(40, 160, 1200, 496), 15)
    line = path.line(AREA)
    assert len({round(y) for _, y in line}) > 5, "it rises to each boss"
    for x, y in line:
        assert y == pytest.approx(path.height(x))
    flat = path.line(AREA, begin=path.camp(6)[0])
    assert flat[0][1] == flat[1][1] == path.height(path.camp(6)[0])


def test_poles_that_end_on_one_line_keep_their_bands_apart() -> None:
    path = MountainPath(40.0, 656.0, 80.0)
    xs = [path.camp(stage)[0] for stage in range(1, 16)]
    rises = [(b - a) * path.slope for a, b in pairwise(xs)]
    assert min(rises) > 25


@pytest.mark.parametrize("step", [20, 40, 60, 80, 160])
def test_no_pennant_touches_the_next_however_small_the_path(step: int) -> None:
    path = MountainPath(40.0, 656.0, step)
    for stages in ((2, 4, 5, 6, 7, 9), (1, 15), range(1, 16), (), (3,)):
        feet = [path.camp(stage) for stage in stages]
        tops = pole_tops(feet, path.slope, 32, 50, 24)
        assert all(a - b >= 32 for a, b in pairwise(tops))
        assert all(y - top >= 24 - 1e-6 for (_, y), top in zip(feet, tops, strict=True))
    feet = [path.camp(stage) for stage in (2, 9)]
    low, high = pole_tops(feet, path.slope, 1, 50, 24)
    assert low - high == pytest.approx((feet[1][0] - feet[0][0]) * path.slope)


@pytest.mark.parametrize("name", THEMES)
def test_every_theme_has_its_sky_of_a_stage(name: str) -> None:
    theme = find_theme(name, STRIPE_SETS[0])
    skies = [tint_of(theme, stage).sky for stage in range(1, 20)]
    if theme.palette.tint:
        assert len(set(skies)) == 9
        assert tint_of(theme, 8, is_quiet=True) != tint_of(theme, 8)
    else:
        assert set(skies) == {None}
