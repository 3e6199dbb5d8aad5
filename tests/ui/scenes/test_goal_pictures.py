"""The pictures of the goals."""

from __future__ import annotations

from tests.golden.pages import changed_pages


def test_every_goal_is_drawn_as_it_was() -> None:
    assert changed_pages("goal_pictures") == []
