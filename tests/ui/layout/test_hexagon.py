"""The measures of a hexagon."""

from __future__ import annotations

from math import dist

import pytest

from game.ui.layout.hexagon import hex_corners, hex_height


def test_corners_are_clockwise_from_the_right_and_a_radius_apart() -> None:
    corners = hex_corners((10.0, 20.0), 8.0)
    half = hex_height(8.0) / 2
    assert half == pytest.approx(6.9282, abs=1e-4)
    expected = [(18, 20), (14, 20 + half), (6, 20 + half), (2, 20), (6, 20 - half), (14, 20 - half)]
    assert [*map(pytest.approx, expected)] == corners
    for one, other in zip(corners, corners[1:] + corners[:1], strict=True):
        assert (dist(one, other), dist(one, (10, 20))) == pytest.approx((8, 8))
